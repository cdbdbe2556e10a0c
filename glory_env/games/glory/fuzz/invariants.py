"""What holds in every position of every game of Glory; `transitions` has the rest.

Compiled, so that a hundred thousand random games can be checked at every micro-step
(`glory fuzz`). A broken invariant is a number: `codes.message` puts it into words.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.fuzz.codes import BAD, DETAIL
from glory_env.games.glory import decisions
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import is_always_active, is_ship, is_unit, marker_box
from glory_env.games.glory.rules.handicap import floor_of
from glory_env.games.glory.state import (
    ABSENT,
    ACTIVATION,
    ARMY,
    ASIDE,
    BASE,
    BATTLE,
    BY_TONNAGE,
    CIVIL,
    COMBAT,
    CONVOY,
    CONVOY_BOX,
    CONVOY_DAMAGE,
    DD,
    DE,
    GAME_OVER,
    LAND,
    LATE_FLOOR,
    MAX_COUNTERS,
    MAX_MARKERS,
    MOVE_PIECE,
    MOVEMENT,
    NAVY,
    NAVY_AIRCRAFT,
    NO_DECISION,
    NONE,
    OVER,
    PAY,
    PLAYING,
    POOL,
    PRODUCE_COUNTER,
    PRODUCTION,
    REMOVED,
    STEP,
    SYSTEM,
    TONNAGE,
    TRACK,
    TRANSPORT,
    TURN_13,
    VOTE,
)

_PHASE_OF = np.array([decision.phase for decision in decisions.ALL], np.int64)


@rule
def check_position(g: Game, s: Tables, mask: Array[int]) -> int:
    """A code of what is wrong with a position, 0 where all holds.

    mask: int8 (N_ACTIONS,) as the engine filled it for this position.
    """
    code = check_counters(g, s)
    if not code:
        code = check_accounts(g, s)
    if not code:
        code = check_markers(g, s)
    if not code:
        code = check_decision(g, mask)
    if not code:
        code = check_rests(g, s)
    return code


# --- one position --------------------------------------------------------------------------
@rule
def check_counters(g: Game, s: Tables) -> int:
    ships = 0
    aircraft = 0
    for u in range(MAX_COUNTERS):
        place = int(g.place[u])
        if u >= s.counters:
            if place != ABSENT:
                return BAD.place * DETAIL + u
            continue
        if not may_be(s, u, place):
            return BAD.place * DETAIL + u
        if (g.space[u] != 0) != (place == TRACK) or not 0 <= g.space[u] <= s.track_spaces:
            return BAD.space * DETAIL + u
        if not 0 <= g.damage[u] <= (1 if place >= 0 and is_unit(s, u) else 0):
            return BAD.damage * DETAIL + u
        if is_always_active(s, u):
            if place >= 0 and g.active[u] != 1:
                return BAD.active * DETAIL + u
        elif not 0 <= g.active[u] <= (1 if place >= 0 and is_unit(s, u) else 0):
            return BAD.active * DETAIL + u
        if place == s.convoy:
            ships += 1 if is_ship(s, u) else 0
            aircraft += 0 if is_ship(s, u) else 1
    if ships > s.convoy_ships or aircraft > s.convoy_aircraft:
        return BAD.convoy_box * DETAIL
    from_aside = g.place[s.hybrid_from] == ASIDE
    if from_aside == (g.place[s.hybrid_to] == ASIDE) or (from_aside and not g.converted):
        return BAD.hybrid * DETAIL
    return 0


@rule
def may_be(s: Tables, u: int, place: int) -> bool:
    """Whether a counter of this kind may ever be in this place."""
    kind = int(s.kind[u])
    if place >= 0:
        if place >= s.boxes or kind == TRANSPORT:
            return False
        if kind == DE:
            return place == s.home or place == s.convoy
        if s.box_kind[place] == CONVOY_BOX:
            return kind in (DD, NAVY_AIRCRAFT)
        return s.box_kind[place] != LAND or not is_ship(s, u)
    rebuilt = is_always_active(s, u) or not is_unit(s, u)
    if place == POOL:
        return rebuilt or (s.row[u] != NONE and s.start_place[u] == POOL)
    if place == TRACK:
        return s.row[u] != NONE or s.start_place[u] == TRACK
    if place == ASIDE:
        return u == s.hybrid_from or u == s.hybrid_to
    return place == REMOVED and not rebuilt


@rule
def check_accounts(g: Game, s: Tables) -> int:
    total = 0
    for k in range(CIVIL + 1):
        total += int(g.allotment[k])
        if g.allotment[k] < 0 or g.allotment[k] % STEP:
            return BAD.shares * DETAIL + k
        if not 0 <= g.left[k] <= g.allotment[k]:
            return BAD.left * DETAIL + k
        spent = g.phase <= TONNAGE or g.phase > (PRODUCTION if k == CIVIL else ACTIVATION)
        if spent and g.left[k] and not (k == CIVIL and g.phase == OVER):
            return BAD.left * DETAIL + k
    if total != g.allotted_total:
        return BAD.shares * DETAIL
    if g.total > s.cap or g.total % STEP:
        return BAD.total * DETAIL
    below = g.total < floor_of(g, s)
    waits = g.switch[LATE_FLOOR] and MOVEMENT < g.phase < TURN_13  # 20-2 tests in 15-2 only
    if g.outcome == PLAYING and below and not waits:
        return BAD.floor * DETAIL
    if g.outcome != PLAYING and below != (g.outcome == GAME_OVER and g.cause == BY_TONNAGE):
        return BAD.floor * DETAIL + 1
    return 0


@rule
def check_markers(g: Game, s: Tables) -> int:
    for m in range(MAX_MARKERS):
        if not 0 <= g.marker_step[m] <= (s.route_length[m] if m < s.markers else 0):
            return BAD.marker * DETAIL + m
        if m < s.markers:
            box = marker_box(g, s, m)
            if box != BASE and (box == s.home or box == s.convoy or not 0 <= box < s.boxes):
                return BAD.marker * DETAIL + m
    return 0


@rule
def check_decision(g: Game, mask: Array[int]) -> int:
    legal = 0
    for k in range(mask.shape[0]):
        if mask[k] != 0 and mask[k] != 1:
            return BAD.mask * DETAIL + 2
        legal += int(mask[k])
    asked = g.decision != NO_DECISION
    if (legal > 0) != asked:
        return BAD.mask * DETAIL
    if asked and (_PHASE_OF[g.decision] != g.phase or not ARMY <= g.actor <= NAVY):
        return BAD.decision * DETAIL + int(g.decision)
    if not asked and g.actor != SYSTEM:
        return BAD.decision * DETAIL
    if (g.outcome != PLAYING) != (g.phase == OVER) or (g.phase == OVER and asked):
        return BAD.over * DETAIL
    if (g.cause != 0) != (g.outcome == GAME_OVER):
        return BAD.over * DETAIL + 1
    return 0


@rule
def check_rests(g: Game, s: Tables) -> int:
    """Nothing is left over of a choice, a combat or a phase that has ended."""
    d = g.decision
    moving = g.phase == MOVEMENT and d != MOVE_PIECE and d != NO_DECISION
    picking = d in (PRODUCE_COUNTER, VOTE)
    if (g.chosen_counter != NONE) != (moving or d == VOTE):
        return BAD.choice * DETAIL
    if (g.chosen_kind != NONE and not picking) or (d == PRODUCE_COUNTER and g.chosen_kind == NONE):
        return BAD.choice * DETAIL + 1
    sea = g.chosen_box != NONE or g.chosen_embark != NONE or g.chosen_landing != NONE
    if sea and not moving:
        return BAD.choice * DETAIL + 2
    if g.phase != TONNAGE and g.chosen_civil != NONE:
        return BAD.choice * DETAIL + 3
    fighting = g.phase == COMBAT and d != BATTLE and d != NO_DECISION
    if (g.battle_box != NONE) != fighting or (g.battle_service != NONE) != fighting:
        return BAD.battle * DETAIL
    if (g.loss > 0) != (d == PAY) or (g.pool_paid and d != PAY) or g.loss < 0:
        return BAD.battle * DETAIL + 1
    if g.phase == OVER:
        return 0
    if (g.convoy_hits > 0) != (d == CONVOY_DAMAGE):
        return BAD.marks * DETAIL + CONVOY
    for u in range(s.counters):
        if g.phase != MOVEMENT and (g.moved[u] or g.escorted[u]):
            return BAD.marks * DETAIL + MOVEMENT
        if g.phase != COMBAT and g.supports[u]:
            return BAD.marks * DETAIL + COMBAT
        if g.supports[u] and s.service[u] != NAVY:
            return BAD.support * DETAIL + u
    return 0
