"""The records of `glory_env.core.state` as types: `g: Game` annotates compiled code.

Generated, do not edit. Write it again with
`python -m glory_env.core.stubs glory_env.core.state GAME TABLES TRACE`.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array


class Game:
    """One record of dtype GAME."""

    key: int
    fought: Array[int]  # int32 (2,)
    objective: np.ndarray  # float32 (2, 2)
    turn: int
    total: int
    allotted_total: int
    allotment: Array[int]  # int16 (3,)
    left: Array[int]  # int16 (3,)
    gp: Array[int]  # int16 (2,)
    printed_dice: Array[int]  # int16 (80,)
    printed_tonnage: Array[int]  # int16 (80,)
    offer: np.ndarray  # int16 (2, 3)
    chosen_civil: int
    battle_hits: int
    loss: int
    pool_paid: int
    started: int
    refused: int
    log_claim: np.ndarray  # int16 (18, 2)
    log_offers: Array[int]  # int16 (18,)
    log_deadlock: Array[int]  # int16 (18,)
    log_shares: np.ndarray  # int16 (18, 3)
    log_spent: np.ndarray  # int16 (18, 2)
    log_battles: np.ndarray  # int16 (18, 2)
    log_together: Array[int]  # int16 (18,)
    log_loss: np.ndarray  # int16 (18, 2)
    log_burnt: np.ndarray  # int16 (18, 2)
    log_doubled: np.ndarray  # int16 (18, 2)
    log_asked: Array[int]  # int16 (18,)
    log_granted: Array[int]  # int16 (18,)
    log_lent: Array[int]  # int16 (18,)
    log_lent_damage: Array[int]  # int16 (18,)
    log_convoy_loss: Array[int]  # int16 (18,)
    log_total: Array[int]  # int16 (18,)
    log_gp: np.ndarray  # int16 (18, 2)
    phase: int
    step: int
    decision: int
    actor: int
    outcome: int
    cause: int
    convoy_method: int
    marker_step: Array[int]  # int8 (8,)
    place: Array[int]  # int8 (80,)
    space: Array[int]  # int8 (80,)
    active: Array[int]  # int8 (80,)
    damage: Array[int]  # int8 (80,)
    moved: Array[int]  # int8 (80,)
    escorted: Array[int]  # int8 (80,)
    supports: Array[int]  # int8 (80,)
    handled: Array[int]  # int8 (80,)
    asked: int
    opener: int
    offers: int
    hand: Array[int]  # int8 (2,)
    replays: int
    winner: int
    chosen_counter: int
    chosen_box: int
    chosen_embark: int
    chosen_landing: int
    chosen_kind: int
    battle_box: int
    battle_service: int
    battle_alone: int
    convoy_hits: int
    passes: int
    converted: int
    bonus_paid: int
    opt_protocol: int
    opt_deadlock: int
    opt_production: int
    opt_max_offers: int
    opt_break_off: int
    opt_grid: int
    opt_civil_floor: int
    opt_fixed: Array[int]  # int8 (2,)
    opt_solo: int
    switch: Array[int]  # int8 (7,)
    reveal_objective: int
    spare: Array[int]  # int8 (6,)


class Tables:
    """One record of dtype TABLES."""

    sea_lines: Array[int]  # int32 (24,)
    land_lines: Array[int]  # int32 (24,)
    ahead: Array[int]  # int32 (24,)
    invasion: np.ndarray  # int32 (17, 7)
    boxes: int
    counters: int
    markers: int
    track_spaces: int
    start_total: int
    cap: int
    floor: Array[int]  # int16 (2,)
    last_turn: int
    home_loss_until: int
    hit_from: Array[int]  # int16 (2,)
    late_from: int
    margin: int
    solo_gp: int
    turn_13_gap: int
    turn_13_dice: int
    turn_13_gp: int
    convoy_ships: int
    convoy_aircraft: int
    home: int
    convoy: int
    box_gp: np.ndarray  # int16 (24, 2)
    box_tonnage: Array[int]  # int16 (24,)
    bonus_marker: int
    bonus_tonnage: int
    bonus_gp: int
    crt_gp: np.ndarray  # int16 (17, 3, 24)
    crt_loss: np.ndarray  # int16 (17, 3, 24)
    convoy_loss: np.ndarray  # int16 (2, 9, 8)
    cost: Array[int]  # int16 (9,)
    transport_yield: int
    fort_strength: int
    dice: Array[int]  # int16 (80,)
    tonnage: Array[int]  # int16 (80,)
    face: Array[int]  # int16 (80,)
    hybrid_from: int
    hybrid_to: int
    box_kind: Array[int]  # int8 (24,)
    home_islands: Array[int]  # int8 (24,)
    nation: Array[int]  # int8 (8,)
    route: np.ndarray  # int8 (8, 8)
    route_length: Array[int]  # int8 (8,)
    marker_start: Array[int]  # int8 (8,)
    sea_loss: np.ndarray  # int8 (2, 7)
    convoy_damage: np.ndarray  # int8 (2, 9, 8)
    period: np.ndarray  # int8 (9, 2)
    service: Array[int]  # int8 (80,)
    kind: Array[int]  # int8 (80,)
    row: Array[int]  # int8 (80,)
    modifier: Array[int]  # int8 (80,)
    start_place: Array[int]  # int8 (80,)
    start_space: Array[int]  # int8 (80,)
    start_active: int
    start_method: int
    spare: Array[int]  # int8 (6,)


class Trace:
    """One record of dtype TRACE."""

    scripted: int
    next_face: int
    entries: int
    faces: Array[int]  # int16 (512,)
    entry: np.ndarray  # int16 (2048, 4)
    pause: int
    short: int
    spare: Array[int]  # int8 (2,)
