"""S6 and S7: ground units move over land and fight (13.2, 13.3)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, SPOT_ACTION, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import (
    ask,
    clear_marks,
    end_phase,
    fresh_count,
    ground_count,
    ground_in_land,
    in_play,
    room_for,
)
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.rules.events import begin_combat, continue_combat
from glory_env.games.aleutians.rules.flags import any_swap, can_swap, clear_changed, flags_of, swap
from glory_env.games.aleutians.state import (
    GROUND,
    GROUND_BATTLE,
    GROUND_BATTLE_SPOT,
    GROUND_MOVE_SPOT,
    GROUND_MOVE_UNIT,
    MAX_SPOTS,
    NO_DECISION,
    NONE,
    RETURN,
    SPECIAL,
    SPOT,
)


# --- S6 ------------------------------------------------------------------------------------
@rule
def fresh_enemy_on_land(g: Game, s: Tables, side: int, area: int) -> bool:
    """An undisrupted enemy ground unit on the land of an area (R13-2a)."""
    for p in range(MAX_SPOTS):
        here = g.spot_used[p] and g.spot_area[p] == area and not s.island[p]
        if here and fresh_count(g, s, 1 - side, p) > 0:
            return True
    return False


@rule
def may_go(g: Game, s: Tables, u: int, p: int) -> bool:
    """Whether a ground unit may move to a spot in S6.

    Within its area to any spot without undisrupted enemies (A-59); to a neighbouring area only onto
    its open country, and not away from undisrupted enemies (R13-2a, N-32). Enemies there are no
    hindrance (R13-2d).
    """
    side = int(s.side[u])
    start = int(g.at[u])
    if p == start or not in_play(g, s, p) or s.island[p] or not room_for(g, s, side, p):
        return False
    here, there = int(g.spot_area[start]), int(g.spot_area[p])
    if here == there:
        return fresh_count(g, s, 1 - side, p) == 0
    if not s.open[p] or not (int(s.land_links[here]) >> there) & 1:
        return False
    return not fresh_enemy_on_land(g, s, side, here)


@rule
def may_march(g: Game, s: Tables, u: int) -> bool:
    """Whether a unit has a move left in this S6; in winter special forces only (R13-2b, c).

    Moves within an area too (N-33).
    """
    if s.kind[u] != GROUND or g.place[u] != SPOT or s.side[u] != g.side or g.done[u]:
        return False
    if s.island[g.at[u]] or s.home_spot[u] != NONE:
        return False
    if s.winter[g.turn] and s.type[u] != SPECIAL:
        return False
    for p in range(MAX_SPOTS):
        if may_go(g, s, u, p):
            return True
    return False


@rule
def continue_ground_move(g: Game, s: Tables, t: Trace) -> None:
    """The phasing side moves units until it is done; with flags it is asked in any case."""
    if g.step == 0:
        clear_marks(g)
        clear_changed(g)
        g.step = 1
    if g.step == 1:
        if flags_of(g, int(g.side)) > 0 or any_swap(g, s, int(g.side)):
            ask(g, GROUND_MOVE_UNIT, g.side)
            return
        for u in range(s.units):
            if may_march(g, s, u):
                ask(g, GROUND_MOVE_UNIT, g.side)
                return
    end_phase(g, GROUND_BATTLE)


@rule
def legal_ground_move(g: Game, s: Tables, mask: Array[int]) -> None:
    """UNIT: it moves; SPOT: units there go under a flag, or out from it (R16-2a, A-83); DONE."""
    mask[DONE] = 1
    for u in range(s.units):
        if may_march(g, s, u):
            mask[UNIT + u] = 1
    for p in range(MAX_SPOTS):
        if can_swap(g, s, int(g.side), p):
            mask[SPOT_ACTION + p] = 1


@rule
def apply_ground_move(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        g.step = 2
    elif action >= SPOT_ACTION:
        swap(g, action - SPOT_ACTION, int(g.side))
    else:
        g.chosen_unit = action - UNIT
        ask(g, GROUND_MOVE_SPOT, g.side)


@rule
def legal_ground_move_spot(g: Game, s: Tables, mask: Array[int]) -> None:
    for p in range(MAX_SPOTS):
        if may_go(g, s, int(g.chosen_unit), p):
            mask[SPOT_ACTION + p] = 1


@rule
def apply_ground_move_spot(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    u = int(g.chosen_unit)
    put(g, s, u, SPOT, action - SPOT_ACTION)
    g.done[u] = 1
    g.chosen_unit = NONE


# --- S7 ------------------------------------------------------------------------------------
@rule
def is_contested(g: Game, s: Tables, p: int) -> bool:
    """Whether a combat is due or possible here: an island, or the open country for its land."""
    if not g.spot_used[p] or g.battle_done[p] or p >= s.spots:
        return False
    if s.island[p]:
        return ground_count(g, s, 0, p) > 0 and ground_count(g, s, 1, p) > 0
    area = int(g.spot_area[p])
    return (
        s.open[p] == 1 and ground_in_land(g, s, 0, area) > 0 and ground_in_land(g, s, 1, area) > 0
    )


@rule
def continue_ground_battle(g: Game, s: Tables, t: Trace) -> None:
    """Battles one by one, in the phasing side's order (RSQ-8b).

    On islands they must be fought (R13-3a). Also where a landing combat has left both sides ashore
    (R12-4b).
    """
    if g.ground_step and continue_combat(g, s, t):
        return
    if g.step == 0:
        g.battle_done[:] = 0
        g.step = 1
    if g.step == 1:
        for p in range(MAX_SPOTS):
            if is_contested(g, s, p):
                ask(g, GROUND_BATTLE_SPOT, g.side)
                return
    end_phase(g, RETURN)


@rule
def legal_ground_battle(g: Game, s: Tables, mask: Array[int]) -> None:
    """Places to fight at; DONE once no island is left."""
    mask[DONE] = 1
    for p in range(MAX_SPOTS):
        if is_contested(g, s, p):
            mask[SPOT_ACTION + p] = 1
            if s.island[p]:
                mask[DONE] = 0


@rule
def apply_ground_battle(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        g.step = 2
        return
    p = action - SPOT_ACTION
    g.battle_done[p] = 1
    begin_combat(g, s, t, p, False)
