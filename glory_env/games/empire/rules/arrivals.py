"""Reinforcements: who is due, and where they are placed (4.11, 10.1, 10.2).

`elig` marks a unit that waits for its place in this segment; until then it stays where it was.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import PLACE, UNIT
from glory_env.games.empire.codes import ARRIVAL_PLACE, ARRIVAL_UNIT
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import remove_unit, touch
from glory_env.games.empire.rules.draft import (
    ENTERING,
    EVERY_TURN,
    box,
    draft,
    is_delayed,
    wait_in_box,
)
from glory_env.games.empire.rules.frames import ask
from glory_env.games.empire.rules.placing import may_place, offer_places, put_down, survey
from glory_env.games.empire.rules.supply import scratch
from glory_env.games.empire.state import (
    ABSENT,
    AL,
    AUSTRALIA,
    B29,
    DELAY_BOX,
    INDIA,
    NAT_AUSTRALIAN,
    NAT_INDIAN,
    NEW,
    NO_DECISION,
    OUT,
    TRACK,
)
from glory_env.games.empire.switches import DRAFT_REPEAT


# --- who is due ------------------------------------------------------------------------------
@rule
def is_scheduled(g: Game, s: Tables, unit: int) -> bool:
    """A unit of this turn's schedule, or back from the track (R10.11-a, R4.11-a)."""
    if g.place[unit] == ABSENT:
        return s.arrival[unit] == g.turn
    return g.place[unit] == TRACK and g.when[unit] <= g.turn


@rule
def never_comes(g: Game, s: Tables, unit: int) -> bool:
    """Units of a nation that has surrendered do not arrive any more (R13.83-b, R13.63-a)."""
    if g.surrendered[AUSTRALIA] and s.nat[unit] == NAT_AUSTRALIAN:
        return True
    return g.surrendered[INDIA] != 0 and s.nat[unit] == NAT_INDIAN


@rule
def call_up(g: Game, s: Tables, t: Trace) -> None:
    """Mark who arrives, delay who is delayed, and roll for those (R10.21-b to -e, R4.11-b, -c).

    What the delay box held before arrives now; what comes back from the track is delayed only
    where it counts as new there (R10.24-c, R6.13-c, R8.24-d, R8.34-d). An event of the turn before
    delays this once.
    """
    for unit in range(s.units):
        g.elig[unit] = 0
        waiting = g.place[unit] == DELAY_BOX
        if not waiting and not is_scheduled(g, s, unit):
            continue
        back = g.place[unit] == TRACK and g.delayable[unit] == 0
        if never_comes(g, s, unit):
            remove_unit(g, s, unit, OUT, 0)
        elif waiting or back or not is_delayed(g, s, unit):
            g.elig[unit] = 1
            if waiting and s.unit_side[unit] == AL and g.switch[DRAFT_REPEAT] == EVERY_TURN:
                draft(g, s, t, unit, ENTERING)
        else:
            box(g, s, t, unit)
    g.delay_al = 0


# --- placing ---------------------------------------------------------------------------------
@rule
def is_waiting(g: Game, s: Tables, unit: int, side: int) -> bool:
    """Whether a unit of the side still has to be placed."""
    return g.elig[unit] != 0 and s.unit_side[unit] == side


@rule
def ask_arrival(g: Game, s: Tables, side: int) -> bool:
    """Ask for the next unit while one has a place (R10.11-g); False when none has."""
    found = False
    for unit in range(s.units):
        found = found or is_waiting(g, s, unit, side)
    if not found:
        return False
    w = scratch()
    to_box = survey(g, s, w, side)
    for unit in range(s.units):
        if is_waiting(g, s, unit, side) and may_place(g, s, w, unit, to_box):
            ask(g, ARRIVAL_UNIT, side)
            return True
    return False


@rule
def send_to_wait(g: Game, s: Tables, t: Trace, side: int) -> None:
    """Those without a place wait in the box; who has one is placed (R10.12-a, R10.12-b, E-502)."""
    for unit in range(s.units):
        if is_waiting(g, s, unit, side):
            wait_in_box(g, s, t, unit)


@rule
def legal_arrival_unit(g: Game, s: Tables, mask: Array[int]) -> None:
    """A unit or HQ that has a place now, in any order (DK-05)."""
    w = scratch()
    side = int(g.actor)
    to_box = survey(g, s, w, side)
    for unit in range(s.units):
        if is_waiting(g, s, unit, side) and may_place(g, s, w, unit, to_box):
            mask[UNIT + unit] = 1


@rule
def apply_arrival_unit(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    g.chosen_units[0], g.chosen_count = action - UNIT, 1
    ask(g, ARRIVAL_PLACE, int(g.actor))


@rule
def legal_arrival_place(g: Game, s: Tables, mask: Array[int]) -> None:
    """Its hex, or the China box (DK-06)."""
    offer_places(g, s, int(g.chosen_units[0]), mask)


@rule
def apply_arrival_place(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    unit = int(g.chosen_units[0])
    g.elig[unit] = g.chosen_count = 0
    put_down(g, s, unit, action - PLACE, int(g.steps[unit]))


# --- what is new -----------------------------------------------------------------------------
@rule
def settle_in(g: Game, s: Tables, kinds: int, bombers: bool) -> None:
    """Units of these kinds are new no more; `bombers`: B-29s too.

    `kinds`: bits of the kinds of units. After the reinforcements aircraft and carriers neutralise
    zones (R11.0-e), after the replacements HQs lead others (R11.0-d); B-29s that have come back are
    new until the bombing is over (R12.31-d).
    """
    for unit in range(s.units):
        fit = (kinds >> int(s.kind[unit])) & 1 == 1 and (bombers or s.type[unit] != B29)
        if fit and g.unit_flags[unit] & NEW:
            g.unit_flags[unit] &= ~NEW
            touch(g, s, unit)
