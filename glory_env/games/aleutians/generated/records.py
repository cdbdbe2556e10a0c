"""The records of `glory_env.games.aleutians.tables` as types, to annotate compiled code with.

Generated, do not edit. Write it again with
`python -m glory_env.core.stubs glory_env.games.aleutians.tables GAME TABLES`.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array


class Game:
    """One record of dtype GAME."""

    key: int  # int64
    rolled: Array[int]  # int32 (25,)
    dealt: int  # int32
    at: Array[int]  # int16 (180,)
    aim: Array[int]  # int16 (180,)
    duty: Array[int]  # int16 (180,)
    fleet_floatplane: Array[int]  # int16 (8,)
    points: int  # int16
    chosen_unit: int  # int16
    chosen_target: int  # int16
    search_unit: int  # int16
    search_next: int  # int16
    react_next: int  # int16
    group_target: Array[int]  # int16 (64,)
    air_ship: int  # int16
    line: np.ndarray  # int16 (2, 10)
    turn: int  # int8
    op: int  # int8
    phase: int  # int8
    side: int  # int8
    step: int  # int8
    decision: int  # int8
    actor: int  # int8
    outcome: int  # int8
    cause: int  # int8
    level: int  # int8
    turns_to_move: int  # int8
    passes: int  # int8
    place: Array[int]  # int8 (180,)
    when: Array[int]  # int8 (180,)
    damaged: Array[int]  # int8 (180,)
    disrupted: Array[int]  # int8 (180,)
    flown: Array[int]  # int8 (180,)
    done: Array[int]  # int8 (180,)
    placed_by: Array[int]  # int8 (180,)
    unseen: Array[int]  # int8 (180,)
    fleet_used: Array[int]  # int8 (8,)
    fleet_node: Array[int]  # int8 (8,)
    fleet_found: Array[int]  # int8 (8,)
    fleet_moved: Array[int]  # int8 (8,)
    fleet_fought: Array[int]  # int8 (8,)
    fleet_deadline: Array[int]  # int8 (8,)
    fleet_via_cook: Array[int]  # int8 (8,)
    fleet_supply: Array[int]  # int8 (8,)
    fleet_lifts_used: Array[int]  # int8 (8,)
    fleet_landing: Array[int]  # int8 (8,)
    fleet_off: Array[int]  # int8 (8,)
    fleet_entry: Array[int]  # int8 (8,)
    spot_used: Array[int]  # int8 (48,)
    spot_area: Array[int]  # int8 (48,)
    field: Array[int]  # int8 (48,)
    field_marker: Array[int]  # int8 (48,)
    field_new: Array[int]  # int8 (48,)
    field_tried: Array[int]  # int8 (48,)
    field_owner: Array[int]  # int8 (48,)
    port_owner: Array[int]  # int8 (48,)
    holder: Array[int]  # int8 (48,)
    field_disrupted: Array[int]  # int8 (48,)
    port_disrupted: Array[int]  # int8 (48,)
    beach: np.ndarray  # int8 (48, 2)
    flag: np.ndarray  # int8 (48, 2)
    flag_changed: Array[int]  # int8 (48,)
    depot_fire: int  # int8
    supply: Array[int]  # int8 (2,)
    seattle: int  # int8
    strategy: Array[int]  # int8 (2,)
    changed: Array[int]  # int8 (2,)
    announced: Array[int]  # int8 (2,)
    midway: int  # int8
    railway: int  # int8
    railway_real: int  # int8
    soviet_tried: int  # int8
    soviet: int  # int8
    kept_ships: int  # int8
    paramushiro_only: int  # int8
    force_tried: Array[int]  # int8 (2,)
    fleet_d: int  # int8
    returned: Array[int]  # int8 (5,)
    aircraft_landed: int  # int8
    event_turn: int  # int8
    event: int  # int8
    event_step: int  # int8
    chosen_fleet: int  # int8
    chosen_spot: int  # int8
    chosen_kind: int  # int8
    queue: int  # int8
    last_strategy: Array[int]  # int8 (2,)
    struck: Array[int]  # int8 (180,)
    search_fleet: int  # int8
    search_target: int  # int8
    sailing: int  # int8
    entered: int  # int8
    sail_from: int  # int8
    visits: Array[int]  # int8 (64,)
    fleet_receives: Array[int]  # int8 (8,)
    boat_supply: Array[int]  # int8 (180,)
    short_fleet: int  # int8
    hit_by: Array[int]  # int8 (180,)
    group_state: Array[int]  # int8 (64,)
    group_side: Array[int]  # int8 (64,)
    group_kind: Array[int]  # int8 (64,)
    group_area: Array[int]  # int8 (64,)
    suppressed: Array[int]  # int8 (48,)
    operation: int  # int8
    losses: Array[int]  # int8 (2,)
    air_step: int  # int8
    node_done: Array[int]  # int8 (64,)
    battle_fleet: Array[int]  # int8 (2,)
    battle_node: int  # int8
    battle_round: int  # int8
    line_length: Array[int]  # int8 (2,)
    line_shift: int  # int8
    fire_mode: Array[int]  # int8 (2,)
    lead: int  # int8
    landing_spot: int  # int8
    ground_step: int  # int8
    ground_left: Array[int]  # int8 (2,)
    battle_done: Array[int]  # int8 (48,)
    switch: Array[int]  # int8 (13,)
    opt_setup: int  # int8
    opt_bid: int  # int8
    opt_rules: Array[int]  # int8 (9,)
    spare: Array[int]  # int8 (7,)


class Tables:
    """One record of dtype TABLES."""

    sea_links: Array[int]  # int64 (64,)
    area_nodes: Array[int]  # int64 (60,)
    land_links: Array[int]  # int64 (60,)
    spot_nodes: Array[int]  # int64 (48,)
    units: int  # int16
    nodes: int  # int16
    sites: int  # int16
    spots: int  # int16
    mother: Array[int]  # int16 (180,)
    face: Array[int]  # int16 (180,)
    start_at: Array[int]  # int16 (180,)
    fleet_floatplane: Array[int]  # int16 (8,)
    ground_up_to: Array[int]  # int16 (8,)
    last_turn: int  # int8
    winter: Array[int]  # int8 (13,)
    fog: Array[int]  # int8 (13,)
    side: Array[int]  # int8 (180,)
    kind: Array[int]  # int8 (180,)
    type: Array[int]  # int8 (180,)
    strength: Array[int]  # int8 (180,)
    defence: Array[int]  # int8 (180,)
    aa: Array[int]  # int8 (180,)
    torpedo: Array[int]  # int8 (180,)
    lift: Array[int]  # int8 (180,)
    capacity: Array[int]  # int8 (180,)
    range: Array[int]  # int8 (180,)
    star: Array[int]  # int8 (180,)
    lands: Array[int]  # int8 (180,)
    recon: Array[int]  # int8 (180,)
    only_base: Array[int]  # int8 (180,)
    condition: Array[int]  # int8 (180,)
    optional: Array[int]  # int8 (180,)
    enter: Array[int]  # int8 (180,)
    alike: Array[int]  # int8 (180,)
    us: Array[int]  # int8 (180,)
    company: Array[int]  # int8 (180,)
    s_class: Array[int]  # int8 (180,)
    swap: Array[int]  # int8 (180,)
    swapped: Array[int]  # int8 (180,)
    replaced: Array[int]  # int8 (180,)
    special_group: Array[int]  # int8 (180,)
    home_spot: Array[int]  # int8 (180,)
    start_place: Array[int]  # int8 (180,)
    start_free: Array[int]  # int8 (180,)
    leave_turn: Array[int]  # int8 (180,)
    leave_stage: Array[int]  # int8 (180,)
    leave_group: Array[int]  # int8 (180,)
    come_back: Array[int]  # int8 (180,)
    early: Array[int]  # int8 (180,)
    group_keep: Array[int]  # int8 (5,)
    group_back: Array[int]  # int8 (5,)
    fleet_start: Array[int]  # int8 (8,)
    fleet_what_if: Array[int]  # int8 (8,)
    fleet_start_found: Array[int]  # int8 (8,)
    allied_d_node: int  # int8
    node_area: Array[int]  # int8 (64,)
    ice: Array[int]  # int8 (64,)
    barred: Array[int]  # int8 (64,)
    entry: np.ndarray  # int8 (2, 64)
    area_land: Array[int]  # int8 (60,)
    area_coast: Array[int]  # int8 (60,)
    area_colour: Array[int]  # int8 (60,)
    spot_area: Array[int]  # int8 (48,)
    island: Array[int]  # int8 (48,)
    open: Array[int]  # int8 (48,)
    colour: Array[int]  # int8 (48,)
    printed_field: Array[int]  # int8 (48,)
    port: Array[int]  # int8 (48,)
    vp: Array[int]  # int8 (48,)
    depot: int  # int8
    anchorage: int  # int8
    nome: int  # int8
    paramushiro: int  # int8
    dutch_harbor: int  # int8
    petropavlovsk: int  # int8
    anchorage_node: int  # int8
    cook_node: int  # int8
    kurile_node: int  # int8
    sunk: Array[int]  # int8 (14,)
    damage: Array[int]  # int8 (14,)
    torpedo_sunk: int  # int8
    torpedo_damage: int  # int8
    bombard: Array[int]  # int8 (17,)
    ground_columns: int  # int8
    ground_attacker: np.ndarray  # int8 (8, 7)
    ground_defender: np.ndarray  # int8 (8, 7)
    start_gap: int  # int8
    chits: Array[int]  # int8 (7,)
    half_disrupted: int  # int8
    supply_cap: Array[int]  # int8 (2,)
    supply_start: Array[int]  # int8 (2,)
    income: np.ndarray  # int8 (2, 5, 13)
    strategy_of: np.ndarray  # int8 (2, 7)
    midway_modifier: Array[int]  # int8 (7,)
    levels: Array[int]  # int8 (5,)
    japan_wins: Array[int]  # int8 (2,)
    spare: Array[int]  # int8 (6,)
