"""China: the front, its collapse, and Japan's attacks by a card of operations (13.71 to 13.73)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.geography import REGIONS
from glory_env.games.empire.rules.board import controls, remove_unit
from glory_env.games.empire.rules.china_box import china_supplied
from glory_env.games.empire.rules.dice import roll
from glory_env.games.empire.rules.nations import lose_nation, remove_units
from glory_env.games.empire.rules.roads import road_state
from glory_env.games.empire.state import AL, CHINA, CHINA_BOX, FRONTS, JP, NONE, ROLL_CHINA, TRACK
from glory_env.games.empire.switches import CHINA_AIR_DELAY, CHINA_OC_INTERVAL

STABLE, UNSTABLE = FRONTS.index("stable_front"), FRONTS.index("unstable_front")
COLLAPSED = FRONTS.index("government_collapsed")
COAST, KOREA = REGIONS.index("china_coast"), REGIONS.index("korea")
ROAD_VALUES = (8, 4, 0)  # by state.BURMA_ROADS
SCHEDULED = 0  # of the switch of the aircraft that come back


# --- the front ---------------------------------------------------------------------------------
@rule
def move_front(g: Game, s: Tables, boxes: int) -> None:
    """The front moves: + toward the collapse, - back, not into the first box (R13.72-c to -e).

    In the last box China surrenders at once (R13.73-a).
    """
    if g.china_surrendered:
        return
    if boxes >= 0:
        g.front = min(int(g.front) + boxes, COLLAPSED)
    elif g.front > UNSTABLE:
        g.front = max(int(g.front) + boxes, UNSTABLE)
    if g.front == COLLAPSED:
        surrender_china(g, s)


@rule
def restore_front(g: Game, boxes: int) -> None:
    """An event moves the front back and may enter the first box (R13.72-e)."""
    if not g.china_surrendered:
        g.front = max(int(g.front) - boxes, STABLE)


@rule
def surrender_china(g: Game, s: Tables) -> None:
    """Chinese units are out, aircraft of the box come back next turn (R13.73-a, R13.73-b, BV-559).

    They count as that turn's reinforcements, by another reading they cannot be delayed (E-520).
    """
    g.china_surrendered = 1
    remove_units(g, s, CHINA)
    for unit in range(s.units):
        if g.place[unit] == CHINA_BOX:
            remove_unit(g, s, unit, TRACK, int(g.turn) + 1)
            g.delayable[unit] = g.switch[CHINA_AIR_DELAY] == SCHEDULED
    lose_nation(g, s, CHINA)


# --- an attack by a card -----------------------------------------------------------------------
@rule
def china_is_cut(g: Game, s: Tables) -> bool:
    """The Allies hold all Chinese and Korean ports: Japan can do nothing in China.

    It takes no divisions from it either (R13.71-e, R11.23-b, E-518). Hong Kong and Formosa are no
    part of China (R13.71-d).
    """
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        port = hex_ != NONE and s.has_port[hex_] != 0 and s.region[hex_] in (COAST, KOREA)
        if port and controls(g, s, hex_, JP):
            return False
    return True


@rule
def may_attack_china(g: Game, s: Tables) -> bool:
    """Once in two turns, by the attempt or by the other reading the success (R13.72-b, E-519)."""
    if g.china_surrendered or g.divisions < 0 or g.turn < g.china_oc_turn:
        return False
    return not china_is_cut(g, s)


@rule
def in_box(g: Game, s: Tables) -> int:
    """Allied air units in the China box, whatever they are (R13.72-h)."""
    found = 0
    for unit in range(s.units):
        found += g.place[unit] == CHINA_BOX and s.unit_side[unit] == AL
    return found


@rule
def air_support(g: Game, s: Tables) -> int:
    """Those in supply that are no LRB, and the 14th LRB (R13.72-i, R13.74-g)."""
    found = 0
    for unit in range(s.units):
        if g.place[unit] == CHINA_BOX and s.helps_china[unit]:
            found += 1
    return found if found and china_supplied(g, s) else 0


@rule
def attack_china(g: Game, s: Tables, t: Trace) -> None:
    """The die against divisions less the road (R13.72-a, R13.72-f to -j, R13.78-f).

    Success moves the front, failure moves it back if an Allied air unit is there. Nobody is
    activated.
    """
    base = int(g.divisions) - int(ROAD_VALUES[road_state(g, s)])
    success = roll(g, t, ROLL_CHINA, 0, JP) + air_support(g, s) <= base
    by_attempts = g.switch[CHINA_OC_INTERVAL] == 0
    g.china_oc_turn = int(g.turn) + (2 if success or by_attempts else 1)
    if success:
        move_front(g, s, 1)
    elif in_box(g, s):
        move_front(g, s, -1)
