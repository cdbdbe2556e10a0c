"""The records of `glory_env.games.empire.tables` as types, to annotate compiled code with.

Generated, do not edit. Write it again with
`python -m glory_env.core.stubs glory_env.games.empire.tables GAME TABLES`.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array


class Game:
    """One record of dtype GAME."""

    key: int  # int64
    ctrl: Array[int]  # int64 (51,)
    fallen: Array[int]  # int64 (51,)
    zone_reach: np.ndarray  # int64 (2, 51)
    zone_neutral: np.ndarray  # int64 (2, 51)
    own: np.ndarray  # int64 (2, 51)
    holders: np.ndarray  # int64 (2, 51)
    held: np.ndarray  # int64 (2, 51)
    closed: Array[int]  # int64 (51,)
    served: np.ndarray  # int64 (4, 51)
    served_free: np.ndarray  # int64 (4, 51)
    near_kunming: Array[int]  # int64 (51,)
    saved_ctrl: Array[int]  # int64 (51,)
    saved_fallen: Array[int]  # int64 (51,)
    rolled: Array[int]  # int32 (24,)
    shuffles: Array[int]  # int32 (2,)
    decisions: int  # int32
    unit_flags: Array[int]  # int32 (208,)
    saved_flags: Array[int]  # int32 (208,)
    action_no: int  # int16
    hex: Array[int]  # int16 (208,)
    home: Array[int]  # int16 (208,)
    carrier: Array[int]  # int16 (208,)
    express_hex: int  # int16
    once: int  # int16
    op_card: int  # int16
    op_hq: int  # int16
    rp_hq: int  # int16
    counter_card: int  # int16
    battle_hex: Array[int]  # int16 (32,)
    landing_hex: Array[int]  # int16 (16,)
    effect_value: Array[int]  # int16 (16,)
    saved_hex: Array[int]  # int16 (208,)
    saved_tracks: Array[int]  # int16 (11,)
    hits_left: Array[int]  # int16 (2,)
    survivor: int  # int16
    strength: Array[int]  # int16 (2,)
    chosen_units: Array[int]  # int16 (8,)
    chosen_place: int  # int16
    chosen_target: int  # int16
    chosen_card: int  # int16
    cursor: int  # int16
    frame_1: Array[int]  # int16 (6,)
    frame_2: Array[int]  # int16 (6,)
    struck: int  # int16
    turn: int  # int8
    phase: int  # int8
    step: int  # int8
    side: int  # int8
    op_side: int  # int8
    decision: int  # int8
    actor: int  # int8
    depth: int  # int8
    outcome: int  # int8
    cause: int  # int8
    level: int  # int8
    future_set: Array[int]  # int8 (2,)
    last_action: Array[int]  # int8 (2,)
    place: Array[int]  # int8 (208,)
    when: Array[int]  # int8 (208,)
    steps: Array[int]  # int8 (208,)
    entry: Array[int]  # int8 (208,)
    task: Array[int]  # int8 (208,)
    supply: Array[int]  # int8 (208,)
    elig: Array[int]  # int8 (208,)
    ctrl_start: Array[int]  # int8 (368,)
    no_route: Array[int]  # int8 (3,)
    routes_built: Array[int]  # int8 (4,)
    dirty: int  # int8
    zone_cancelled: Array[int]  # int8 (208,)
    road_ends: int  # int8
    card_at: np.ndarray  # int8 (2, 88)
    card_known: np.ndarray  # int8 (2, 88)
    card_turn: np.ndarray  # int8 (2, 88)
    hand: Array[int]  # int8 (2,)
    passes: Array[int]  # int8 (2,)
    event_draws: Array[int]  # int8 (2,)
    future_card: Array[int]  # int8 (2,)
    future_turn: Array[int]  # int8 (2,)
    future_used: Array[int]  # int8 (2,)
    reshuffle: Array[int]  # int8 (2,)
    special_due: Array[int]  # int8 (2,)
    asp: Array[int]  # int8 (2,)
    asp_used: Array[int]  # int8 (2,)
    asp_temp: Array[int]  # int8 (2,)
    naval_repl: Array[int]  # int8 (2,)
    air_repl: Array[int]  # int8 (2,)
    divisions: int  # int8
    road: int  # int8
    hump: int  # int8
    front: int  # int8
    china_surrendered: int  # int8
    india: int  # int8
    wie: int  # int8
    will: int  # int8
    escort: int  # int8
    resources: int  # int8
    blockade_run: int  # int8
    bomb_run: int  # int8
    rivalry: Array[int]  # int8 (2,)
    barges: int  # int8
    pt_boats: int  # int8
    kwai: int  # int8
    doctrine: int  # int8
    bomb_drm: int  # int8
    tojo: int  # int8
    doolittle: int  # int8
    soviet: int  # int8
    delay_al: int  # int8
    india_repl: int  # int8
    express_turn: int  # int8
    china_oc_turn: int  # int8
    alaska_run: int  # int8
    hawaii_run: int  # int8
    casualties_turn: int  # int8
    air_repl_lost: int  # int8
    surrendered: Array[int]  # int8 (12,)
    liberated: Array[int]  # int8 (12,)
    holder: Array[int]  # int8 (12,)
    as_ec: int  # int8
    ov: int  # int8
    lv: int  # int8
    op_max: int  # int8
    op_used: int  # int8
    op_naval: int  # int8
    condition: int  # int8
    intel_rolled: int  # int8
    cards_played: int  # int8
    weather: int  # int8
    op_asp: int  # int8
    rp_max: int  # int8
    rp_used: int  # int8
    rp_asp: int  # int8
    zone_entered: int  # int8
    barge_used: int  # int8
    battles: int  # int8
    battle_state: Array[int]  # int8 (32,)
    battle_sr: Array[int]  # int8 (32,)
    battle_an: Array[int]  # int8 (32,)
    battle_winner: Array[int]  # int8 (32,)
    battle_lost: np.ndarray  # int8 (2, 32)
    battle_flags: Array[int]  # int8 (32,)
    battle_entries: Array[int]  # int8 (32,)
    landings: int  # int8
    landing_state: Array[int]  # int8 (16,)
    effect: Array[int]  # int8 (16,)
    effect_side: Array[int]  # int8 (16,)
    effect_kinds: Array[int]  # int8 (16,)
    saved_place: Array[int]  # int8 (208,)
    saved_when: Array[int]  # int8 (208,)
    saved_steps: Array[int]  # int8 (208,)
    saved_delayable: Array[int]  # int8 (208,)
    saved_sides: np.ndarray  # int8 (7, 2)
    saved_routes: Array[int]  # int8 (4,)
    saved_runs: np.ndarray  # int8 (2, 8)
    battle: int  # int8
    fire_side: int  # int8
    critical: Array[int]  # int8 (2,)
    fights: Array[int]  # int8 (208,)
    halved: Array[int]  # int8 (208,)
    matched: Array[int]  # int8 (208,)
    match_limit: Array[int]  # int8 (2,)
    at_ground: Array[int]  # int8 (2,)
    pending: Array[int]  # int8 (208,)
    garrisons: int  # int8
    pending_garrisons: int  # int8
    ground_lost: Array[int]  # int8 (2,)
    die: Array[int]  # int8 (2,)
    chosen_count: int  # int8
    chosen_kind: int  # int8
    chosen_number: int  # int8
    frame_state: Array[int]  # int8 (6,)
    frame_step: Array[int]  # int8 (6,)
    frame_side: Array[int]  # int8 (6,)
    switch: Array[int]  # int8 (26,)
    vp_adjust: int  # int8
    historical_hand: int  # int8
    al4_choice: int  # int8
    jp47_choice: int  # int8
    tournament: int  # int8
    events: int  # int8
    delayable: Array[int]  # int8 (208,)
    ground_repl: Array[int]  # int8 (2,)
    cw_repl: int  # int8
    chinese_repl: int  # int8
    india_lost: int  # int8
    submarines: int  # int8
    bombings: int  # int8
    progress_goal: int  # int8
    alaska_runs: Array[int]  # int8 (8,)
    hawaii_runs: Array[int]  # int8 (8,)
    at_stake: int  # int8
    played: Array[int]  # int8 (3,)
    taken_back: int  # int8
    from_future: int  # int8
    spare: Array[int]  # int8 (3,)


class Tables:
    """One record of dtype TABLES."""

    open: np.ndarray  # int64 (6, 51)
    road: np.ndarray  # int64 (6, 51)
    kwai_road: np.ndarray  # int64 (6, 51)
    parts: np.ndarray  # int64 (6, 51)
    cost: np.ndarray  # int64 (3, 51)
    zone: np.ndarray  # int64 (1139, 5)
    ring: np.ndarray  # int64 (1139, 7)
    port_bits: Array[int]  # int64 (51,)
    field_bits: Array[int]  # int64 (51,)
    exist: Array[int]  # int64 (51,)
    land_bits: Array[int]  # int64 (51,)
    coast_bits: Array[int]  # int64 (51,)
    islet_bits: Array[int]  # int64 (51,)
    garrison_bits: Array[int]  # int64 (51,)
    sources: np.ndarray  # int64 (2, 51)
    wide_sources: Array[int]  # int64 (51,)
    east_sources: Array[int]  # int64 (51,)
    sides: np.ndarray  # int64 (5, 6, 51)
    landable: Array[int]  # int64 (51,)
    no_entry: np.ndarray  # int64 (2, 51)
    chinese_land: Array[int]  # int64 (51,)
    no_flight: Array[int]  # int64 (51,)
    central_india: Array[int]  # int64 (51,)
    inland_china: Array[int]  # int64 (51,)
    nation_land: np.ndarray  # int64 (12, 51)
    nation_bases: np.ndarray  # int64 (12, 51)
    nation_keys: np.ndarray  # int64 (12, 51)
    india_north: Array[int]  # int64 (51,)
    refuge: Array[int]  # int64 (51,)
    honshu: Array[int]  # int64 (51,)
    hawaii: Array[int]  # int64 (51,)
    alaska: Array[int]  # int64 (51,)
    start_ctrl: Array[int]  # int64 (51,)
    card_alt_hq: np.ndarray  # int64 (2, 88)
    card_hq: np.ndarray  # int64 (2, 88)
    cw_ports: Array[int]  # int64 (51,)
    philippine_ports: Array[int]  # int64 (51,)
    hexes: int  # int16
    units: int  # int16
    places: int  # int16
    fields: int  # int16
    hex_id: Array[int]  # int16 (1139,)
    hex_at: np.ndarray  # int16 (51, 29)
    near: np.ndarray  # int16 (1139, 6)
    place_hex: Array[int]  # int16 (368,)
    hex_place: Array[int]  # int16 (1139,)
    field_hex: Array[int]  # int16 (144,)
    hex_field: Array[int]  # int16 (1139,)
    ferry: int  # int16
    kunming: int  # int16
    moresby: int  # int16
    tokyo: int  # int16
    rangoon: int  # int16
    townsville: int  # int16
    oahu: int  # int16
    no_route_hex: Array[int]  # int16 (3,)
    guns: Array[int]  # int16 (2,)
    madras: int  # int16
    box_links: Array[int]  # int16 (2,)
    ledo: int  # int16
    pair: Array[int]  # int16 (208,)
    arrival_card: Array[int]  # int16 (208,)
    start_hex: Array[int]  # int16 (208,)
    fx_unit: np.ndarray  # int16 (2, 88, 4)
    fx_other: np.ndarray  # int16 (2, 88, 4)
    fx_hex: np.ndarray  # int16 (2, 88, 4)
    hq_unit: Array[int]  # int16 (16,)
    first_turn: int  # int8
    last_turn: int  # int8
    one_year: int  # int8
    starts: int  # int8
    victory: int  # int8
    column: Array[int]  # int8 (1139,)
    row: Array[int]  # int8 (1139,)
    hexside: np.ndarray  # int8 (1139, 6)
    road_side: np.ndarray  # int8 (1139, 6)
    terrain: Array[int]  # int8 (1139,)
    region: Array[int]  # int8 (1139,)
    bars: Array[int]  # int8 (1139,)
    has_port: Array[int]  # int8 (1139,)
    has_field: Array[int]  # int8 (1139,)
    city: Array[int]  # int8 (1139,)
    resource: Array[int]  # int8 (1139,)
    garrison: Array[int]  # int8 (1139,)
    named: Array[int]  # int8 (1139,)
    coast: Array[int]  # int8 (1139,)
    islet: Array[int]  # int8 (1139,)
    edge: Array[int]  # int8 (1139,)
    dist: np.ndarray  # int8 (1139, 1139)
    mp: Array[int]  # int8 (6,)
    drm: Array[int]  # int8 (6,)
    group: Array[int]  # int8 (208,)
    served_by: Array[int]  # int8 (208,)
    box_capacity: int  # int8
    box_b29: int  # int8
    nation_will: Array[int]  # int8 (12,)
    unit_side: Array[int]  # int8 (208,)
    kind: Array[int]  # int8 (208,)
    type: Array[int]  # int8 (208,)
    nat: Array[int]  # int8 (208,)
    service: Array[int]  # int8 (208,)
    unit_size: Array[int]  # int8 (208,)
    attack: np.ndarray  # int8 (208, 2)
    defence: np.ndarray  # int8 (208, 2)
    range: Array[int]  # int8 (208,)
    extended: Array[int]  # int8 (208,)
    bracketed: Array[int]  # int8 (208,)
    full_steps: Array[int]  # int8 (208,)
    dotted: Array[int]  # int8 (208,)
    is_carrier: Array[int]  # int8 (208,)
    landing: Array[int]  # int8 (208,)
    strategic_move: Array[int]  # int8 (208,)
    organic: Array[int]  # int8 (208,)
    europe: Array[int]  # int8 (208,)
    command_range: Array[int]  # int8 (208,)
    efficiency: Array[int]  # int8 (208,)
    command: Array[int]  # int8 (208,)
    unit_class: Array[int]  # int8 (208,)
    commands: np.ndarray  # int8 (5, 6)
    arrival: Array[int]  # int8 (208,)
    arrives_full: Array[int]  # int8 (208,)
    garrison_attack: Array[int]  # int8 (3,)
    garrison_defence: Array[int]  # int8 (3,)
    start_place: Array[int]  # int8 (208,)
    start_steps: Array[int]  # int8 (208,)
    start_when: Array[int]  # int8 (208,)
    start_no_route: Array[int]  # int8 (3,)
    start_surrendered: Array[int]  # int8 (12,)
    start_holder: Array[int]  # int8 (12,)
    start_front: int  # int8
    start_divisions: int  # int8
    start_road: int  # int8
    start_hump: int  # int8
    start_india: int  # int8
    start_wie: int  # int8
    start_will: int  # int8
    start_asp: Array[int]  # int8 (2,)
    start_barges: int  # int8
    start_resources: int  # int8
    start_tojo: int  # int8
    start_rivalry: Array[int]  # int8 (2,)
    start_kwai: int  # int8
    start_air_repl: int  # int8
    start_naval_repl: int  # int8
    start_escort: int  # int8
    start_pt_boats: int  # int8
    start_doctrine: int  # int8
    start_passes: Array[int]  # int8 (2,)
    start_alaska: int  # int8
    start_card: np.ndarray  # int8 (2, 88)
    start_future: Array[int]  # int8 (2,)
    start_hand: Array[int]  # int8 (2,)
    cards: Array[int]  # int8 (2,)
    card_kind: np.ndarray  # int8 (2, 88)
    card_sub: np.ndarray  # int8 (2, 88)
    card_ov: np.ndarray  # int8 (2, 88)
    card_iv: np.ndarray  # int8 (2, 88, 2)
    card_lv: np.ndarray  # int8 (2, 88)
    card_lv_alt: np.ndarray  # int8 (2, 88)
    card_intel: np.ndarray  # int8 (2, 88)
    card_removed: np.ndarray  # int8 (2, 88)
    card_draw: np.ndarray  # int8 (2, 88)
    card_year_event: np.ndarray  # int8 (2, 88)
    card_future: np.ndarray  # int8 (2, 88)
    card_need: np.ndarray  # int8 (2, 88)
    fx: np.ndarray  # int8 (2, 88, 4)
    fx_at: np.ndarray  # int8 (2, 88, 4)
    fx_side: np.ndarray  # int8 (2, 88, 4)
    fx_of: np.ndarray  # int8 (2, 88, 4)
    fx_where: np.ndarray  # int8 (2, 88, 4)
    fx_kinds: np.ndarray  # int8 (2, 88, 4)
    fx_n: np.ndarray  # int8 (2, 88, 4)
    fx_m: np.ndarray  # int8 (2, 88, 4)
    hqs: int  # int8
    an_factor: Array[int]  # int8 (16,)
    gc_factor: Array[int]  # int8 (16,)
    ambush_drm: int  # int8
    surprise_drm: int  # int8
    us_air_drm: Array[int]  # int8 (13,)
    support_drm: Array[int]  # int8 (2,)
    landing_drm: int  # int8
    armour_drm: int  # int8
    ground_move: int  # int8
    naval_move: int  # int8
    emergency_move: int  # int8
    supply_mp: int  # int8
    zone_radius: int  # int8
    stack: Array[int]  # int8 (2,)
    draft: Array[int]  # int8 (5,)
    wie_level: Array[int]  # int8 (11,)
    repl_ground: np.ndarray  # int8 (2, 13)
    repl_air: np.ndarray  # int8 (2, 13)
    repl_naval: np.ndarray  # int8 (2, 13)
    repl_oahu: Array[int]  # int8 (13,)
    repl_cw: Array[int]  # int8 (13,)
    repl_chinese: Array[int]  # int8 (13,)
    al_draw: Array[int]  # int8 (13,)
    jp_passes: Array[int]  # int8 (8,)
    progress: Array[int]  # int8 (13,)
    fewest_resources: int  # int8
    items: int  # int8
    item_test: Array[int]  # int8 (20,)
    item_points: Array[int]  # int8 (20,)
    leaves_burma: Array[int]  # int8 (208,)
    helps_china: Array[int]  # int8 (208,)
    china_air: Array[int]  # int8 (208,)
    spare: Array[int]  # int8 (6,)
