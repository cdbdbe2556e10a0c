"""The records of `glory_env.games.glory.state` as types, to annotate compiled code with.

Generated, do not edit. Write it again with
`python -m glory_env.core.stubs glory_env.games.glory.state GAME TABLES`.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array


class Game:
    """One record of dtype GAME."""

    key: int  # int64
    fought: Array[int]  # int32 (2,)
    objective: np.ndarray  # float32 (2, 2)
    turn: int  # int16
    total: int  # int16
    allotted_total: int  # int16
    allotment: Array[int]  # int16 (3,)
    left: Array[int]  # int16 (3,)
    gp: Array[int]  # int16 (2,)
    printed_dice: Array[int]  # int16 (80,)
    printed_tonnage: Array[int]  # int16 (80,)
    offer: np.ndarray  # int16 (2, 3)
    line_argument: np.ndarray  # int16 (2, 2)
    promised: Array[int]  # int16 (2,)
    promise_argument: np.ndarray  # int16 (18, 2, 2)
    tally: np.ndarray  # int16 (2, 14, 6)
    pay_limit: int  # int16
    build_missed: Array[int]  # int16 (2,)
    chosen_civil: int  # int16
    battle_hits: int  # int16
    loss: int  # int16
    pool_paid: int  # int16
    started: int  # int16
    refused: int  # int16
    opt_handicap: Array[int]  # int16 (8,)
    log_claim: np.ndarray  # int16 (18, 2)
    log_first_other: np.ndarray  # int16 (18, 2)
    log_first_civil: np.ndarray  # int16 (18, 2)
    log_last_claim: np.ndarray  # int16 (18, 2)
    log_offers: Array[int]  # int16 (18,)
    log_deadlock: Array[int]  # int16 (18,)
    log_shares: np.ndarray  # int16 (18, 3)
    log_spent: np.ndarray  # int16 (18, 2)
    log_battles: np.ndarray  # int16 (18, 2)
    log_together: Array[int]  # int16 (18,)
    log_loss: np.ndarray  # int16 (18, 2)
    log_burnt: np.ndarray  # int16 (18, 2)
    log_breach: np.ndarray  # int16 (18, 2)
    log_doubled: np.ndarray  # int16 (18, 2)
    log_asked: Array[int]  # int16 (18,)
    log_granted: Array[int]  # int16 (18,)
    log_support_asked: Array[int]  # int16 (18,)
    log_lent: Array[int]  # int16 (18,)
    log_lent_damage: Array[int]  # int16 (18,)
    log_built: np.ndarray  # int16 (18, 2)
    log_convoy_loss: Array[int]  # int16 (18,)
    log_total: Array[int]  # int16 (18,)
    log_gp: np.ndarray  # int16 (18, 2)
    phase: int  # int8
    step: int  # int8
    decision: int  # int8
    actor: int  # int8
    outcome: int  # int8
    cause: int  # int8
    convoy_method: int  # int8
    marker_step: Array[int]  # int8 (8,)
    place: Array[int]  # int8 (80,)
    space: Array[int]  # int8 (80,)
    active: Array[int]  # int8 (80,)
    damage: Array[int]  # int8 (80,)
    moved: Array[int]  # int8 (80,)
    escorted: Array[int]  # int8 (80,)
    supports: Array[int]  # int8 (80,)
    handled: Array[int]  # int8 (80,)
    asked: int  # int8
    opener: int  # int8
    offers: int  # int8
    hand: Array[int]  # int8 (2,)
    replays: int  # int8
    winner: int  # int8
    line_count: Array[int]  # int8 (2,)
    line_ask: np.ndarray  # int8 (2, 2)
    line_kind: np.ndarray  # int8 (2, 2)
    promise_kind: np.ndarray  # int8 (18, 2, 2)
    promise_state: np.ndarray  # int8 (18, 2, 2)
    threat_state: np.ndarray  # int8 (18, 2, 3)
    chosen_ask: int  # int8
    chosen_statement: int  # int8
    chosen_counter: int  # int8
    chosen_box: int  # int8
    chosen_embark: int  # int8
    chosen_landing: int  # int8
    chosen_kind: int  # int8
    battle_box: int  # int8
    battle_service: int  # int8
    battle_alone: int  # int8
    convoy_hits: int  # int8
    passes: int  # int8
    converted: int  # int8
    bonus_paid: int  # int8
    opt_protocol: int  # int8
    opt_talk: int  # int8
    opt_deadlock: int  # int8
    opt_production: int  # int8
    opt_max_offers: int  # int8
    opt_break_off: int  # int8
    opt_grid: int  # int8
    opt_civil_floor: int  # int8
    opt_fixed: Array[int]  # int8 (2,)
    opt_solo: int  # int8
    switch: Array[int]  # int8 (7,)
    reveal_objective: int  # int8
    spare: Array[int]  # int8 (7,)


class Tables:
    """One record of dtype TABLES."""

    hit_chance: np.ndarray  # float64 (2, 2, 41, 9, 24)
    convoy_mean: np.ndarray  # float64 (2, 9, 2)
    sea_lines: Array[int]  # int32 (24,)
    land_lines: Array[int]  # int32 (24,)
    ahead: Array[int]  # int32 (24,)
    invasion: np.ndarray  # int32 (17, 7)
    fight_mean: np.ndarray  # float32 (2, 17, 3, 2, 25, 5, 4)
    invasion_shown: np.ndarray  # float32 (17, 48)
    boxes: int  # int16
    counters: int  # int16
    markers: int  # int16
    track_spaces: int  # int16
    start_total: int  # int16
    cap: int  # int16
    floor: Array[int]  # int16 (2,)
    last_turn: int  # int16
    home_loss_until: int  # int16
    hit_from: Array[int]  # int16 (2,)
    late_from: int  # int16
    margin: int  # int16
    solo_gp: int  # int16
    turn_13_gap: int  # int16
    turn_13_dice: int  # int16
    turn_13_gp: int  # int16
    convoy_ships: int  # int16
    convoy_aircraft: int  # int16
    home: int  # int16
    convoy: int  # int16
    box_gp: np.ndarray  # int16 (24, 2)
    box_tonnage: Array[int]  # int16 (24,)
    bonus_marker: int  # int16
    bonus_tonnage: int  # int16
    bonus_gp: int  # int16
    crt_gp: np.ndarray  # int16 (17, 3, 24)
    crt_loss: np.ndarray  # int16 (17, 3, 24)
    convoy_loss: np.ndarray  # int16 (2, 9, 8)
    cost: Array[int]  # int16 (9,)
    transport_yield: int  # int16
    fort_strength: int  # int16
    dice: Array[int]  # int16 (80,)
    tonnage: Array[int]  # int16 (80,)
    face: Array[int]  # int16 (80,)
    alike: Array[int]  # int16 (80,)
    hybrid_from: int  # int16
    hybrid_to: int  # int16
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
    start_active: int  # int8
    start_method: int  # int8
    called_by: np.ndarray  # int8 (17, 8)
    spare: Array[int]  # int8 (6,)
