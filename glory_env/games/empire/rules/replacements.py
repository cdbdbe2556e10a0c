"""Replacements: steps that restore reduced units and bring eliminated ones back (11.0, 4.12).

The frame keeps the side; the steps of the turn are in `ground_repl`, `air_repl`, `naval_repl`,
`cw_repl` and `chinese_repl`. Events give steps of their own (`event_steps.py`).
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import DONE, FULL, NUMBER, PLACE, REDUCED, UNIT
from glory_env.games.empire.codes import (
    DIVISIONS,
    REPLACE_PLACE,
    REPLACE_STEPS,
    REPLACE_UNIT,
    REPLACEMENTS,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.arrivals import never_comes, settle_in
from glory_env.games.empire.rules.bitmaps import holds
from glory_env.games.empire.rules.board import ANY_KIND, controls
from glory_env.games.empire.rules.china import china_is_cut
from glory_env.games.empire.rules.china_box import china_supplied
from glory_env.games.empire.rules.event_steps import (
    event_in_work,
    is_helped,
    keep_rest,
    may_return,
    number_of_effect,
    stands_right,
    strike_places,
)
from glory_env.games.empire.rules.frames import ask, go_to, next_step, pop, push, top
from glory_env.games.empire.rules.placing import (
    may_place,
    offer_places,
    put_down,
    survey,
)
from glory_env.games.empire.rules.supply import LIVE, scratch
from glory_env.games.empire.state import (
    AIR,
    AL,
    CHINA_BOX,
    COMMONWEALTH,
    ELIMINATED,
    GROUND,
    JP,
    MAP,
    NAT_CHINESE,
    NAT_DUTCH,
    NAT_US,
    NAVAL,
    NO_DECISION,
)

FULL_STRENGTH = 2
FROM_CHINA, HELPING, OVER = range(3)  # steps of the frame


# --- the steps of a turn -----------------------------------------------------------------------
@rule
def hand_out(g: Game, s: Tables) -> None:
    """The steps of the turn by the chart (R11.21-a, R11.31-a, R11.32-a, R11.33-a to -c, R11.34-a).

    Chinese steps come on odd turns, from the third on (R11.34-e).

    The Allies have them for this turn only (R11.0-g); Japan keeps naval and air steps (R11.21-c,
    R11.22-a). Commonwealth ships need one of five ports, a further US step needs Oahu (E-504).
    """
    turn = int(g.turn)
    g.naval_repl[JP] += s.repl_naval[JP, turn]
    g.ground_repl[JP] = 0
    g.ground_repl[AL] = s.repl_ground[AL, turn]
    if g.india_repl == turn:
        g.ground_repl[AL] = max(int(g.ground_repl[AL]) - int(g.india_lost), 0)
    g.air_repl[AL] = s.repl_air[AL, turn]
    oahu = s.repl_oahu[turn] if controls(g, s, int(s.oahu), AL) else 0
    g.naval_repl[AL] = s.repl_naval[AL, turn] + oahu
    g.cw_repl = s.repl_cw[turn] if any_port(g, s) else 0
    g.chinese_repl = 0 if g.china_surrendered else s.repl_chinese[turn]


@rule
def any_port(g: Game, s: Tables) -> bool:
    """The Allies control a port that gives steps to Commonwealth ships (R11.33-c)."""
    for place in range(s.places - 1):
        hex_ = int(s.place_hex[place])
        listed = (s.cw_ports[s.column[hex_]] >> s.row[hex_]) & 1 == 1
        if listed and controls(g, s, hex_, AL):
            return True
    return False


@rule
def forfeit(g: Game, side: int) -> None:
    """What was not used is lost; Japan keeps naval and air steps (R11.0-g, R11.21-c, R11.22-a).

    R11.31-a, R11.32-a, R11.33-a, R11.34-d.
    """
    g.ground_repl[side] = 0
    if side == AL:
        g.air_repl[AL] = 0
        g.naval_repl[AL] = 0
        g.cw_repl = 0
        g.chinese_repl = 0


@rule
def takes_steps(g: Game, s: Tables, unit: int) -> bool:
    """No HQs, no pre-war and no Dutch units (R11.1-a, R11.35-a, R1.3-dc, E-584).

    After Australia's surrender its eliminated units are out (R13.83-c).
    """
    if s.kind[unit] not in (NAVAL, AIR, GROUND) or s.dotted[unit] or s.nat[unit] == NAT_DUTCH:
        return False
    return g.place[unit] != ELIMINATED or not never_comes(g, s, unit)


@rule
def steps_for(g: Game, s: Tables, unit: int) -> int:
    """Steps left that a unit may use (R11.21-b, R11.31-a, R11.32-a, R11.33-b, R11.34-b, -d)."""
    side, event = int(s.unit_side[unit]), event_in_work(g)
    if event:
        return event_steps(g, s, unit, event)
    if not takes_steps(g, s, unit):
        return 0
    if s.nat[unit] == NAT_CHINESE:
        return int(g.chinese_repl)
    if s.kind[unit] == AIR:
        return int(g.air_repl[side])
    if s.kind[unit] == NAVAL:
        return int(g.cw_repl if s.nat[unit] in COMMONWEALTH else g.naval_repl[side])
    barred = side == AL and g.india_repl == g.turn and s.nat[unit] != NAT_US  # E-579
    return 0 if barred else int(g.ground_repl[side])


@rule
def event_steps(g: Game, s: Tables, unit: int, event: int) -> int:
    """Steps of an event that are left for a unit (R5.33-c).

    One card helps the pre-war aircraft it names, but they do not come back.
    """
    named = s.china_air[unit] != 0 and g.place[unit] != ELIMINATED
    if not is_helped(s, event, unit) or not (named or takes_steps(g, s, unit)):
        return 0
    return int(g.frame_2[top(g)])


@rule
def pay(g: Game, s: Tables, unit: int, steps: int) -> None:
    """Steps are used for a unit (R11.0-b)."""
    side = int(s.unit_side[unit])
    if event_in_work(g):
        g.frame_2[top(g)] -= steps
    elif s.nat[unit] == NAT_CHINESE:
        g.chinese_repl -= steps
    elif s.kind[unit] == AIR:
        g.air_repl[side] -= steps
    elif s.kind[unit] == GROUND:
        g.ground_repl[side] -= steps
    elif s.nat[unit] in COMMONWEALTH:
        g.cw_repl -= steps
    else:
        g.naval_repl[side] -= steps


# --- who can be helped -------------------------------------------------------------------------
@rule
def may_restore(g: Game, s: Tables, w: np.ndarray, unit: int) -> bool:
    """A reduced unit, supplied and in no live enemy zone (R11.0-c, R4.12-b)."""
    if g.steps[unit] != 1 or s.full_steps[unit] != FULL_STRENGTH:
        return False
    if g.place[unit] == CHINA_BOX:
        return china_supplied(g, s)
    return g.place[unit] == MAP and g.supply[unit] != 0 and not holds(s, w, LIVE, int(g.hex[unit]))


@rule
def may_help(g: Game, s: Tables, w: np.ndarray, unit: int, side: int, box: int) -> bool:
    """A unit that a step restores, or brings back to a place (R11.0-a, R11.0-d)."""
    if s.unit_side[unit] != side or steps_for(g, s, unit) <= 0:
        return False
    event = event_in_work(g)
    if g.place[unit] == ELIMINATED:
        if event:
            return may_return(g, s, w, unit, box, event)
        return may_place(g, s, w, unit, box)
    return may_restore(g, s, w, unit) and (event == 0 or stands_right(g, s, event, unit))


@rule
def any_help(g: Game, s: Tables, side: int) -> bool:
    """Whether a step of the side can be used."""
    w = scratch()
    box = survey(g, s, w, side)
    for unit in range(s.units):
        if may_help(g, s, w, unit, side, box):
            return True
    return False


# --- divisions from China ----------------------------------------------------------------------
@rule
def most_divisions(g: Game, s: Tables) -> int:
    """Divisions Japan may take from China: two, if there are units for the steps (R11.23-a, -b).

    Each step is to be used at once.
    """
    most = min(int(s.repl_ground[JP, int(g.turn)]), int(g.divisions))
    if most == 0 or china_is_cut(g, s):
        return 0
    w = scratch()
    box = survey(g, s, w, JP)
    g.ground_repl[JP] = most
    useful = 0
    for unit in range(s.units):
        if s.kind[unit] == GROUND and may_help(g, s, w, unit, JP, box):
            useful += int(s.full_steps[unit]) if g.place[unit] == ELIMINATED else 1
    g.ground_repl[JP] = 0
    return min(most, useful)


@rule
def legal_divisions(g: Game, s: Tables, mask: Array[int]) -> None:
    """None, one or two (DK-07, R11.23-c)."""
    for number in range(most_divisions(g, s) + 1):
        mask[NUMBER + number] = 1


@rule
def apply_divisions(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    g.divisions -= action - NUMBER
    g.ground_repl[JP] = action - NUMBER
    next_step(g)


# --- the segment -------------------------------------------------------------------------------
@rule
def begin_replacements(g: Game, side: int) -> None:
    """A side uses its steps, the Allies before Japan (R11.0-f, R4.12-a)."""
    push(g, REPLACEMENTS, side, 0, 0)


@rule
def begin_event_steps(g: Game, s: Tables, side: int, card: int, slot: int) -> None:
    """Steps of an event are used, as in the segment (R5.33-b, R5.33-c, R11.23-d)."""
    helped, steps = int(s.fx_side[side, card, slot]), int(s.fx_n[side, card, slot])
    push(g, REPLACEMENTS, helped, number_of_effect(side, card, slot), steps)
    go_to(g, HELPING)


@rule
def continue_replacements(g: Game, s: Tables) -> None:
    """Japan may take divisions first; then unit by unit while a step can be used."""
    side, step = int(g.frame_side[top(g)]), int(g.frame_step[top(g)])
    if step == FROM_CHINA:
        if side == JP and most_divisions(g, s) > 0:
            ask(g, DIVISIONS, JP)
        else:
            next_step(g)
    elif step == HELPING and any_help(g, s, side):
        ask(g, REPLACE_UNIT, side)
    elif event_in_work(g):
        keep_rest(g, s, event_in_work(g))
        settle_in(g, s, ANY_KIND, True)
        pop(g)
    else:
        forfeit(g, side)
        pop(g)


@rule
def legal_replace_unit(g: Game, s: Tables, mask: Array[int]) -> None:
    """A unit to be helped, or the end (DK-08); Japan's ground steps are not left over (R11.23-a).

    Units eliminated in battle come back too, without delay and draft (R11.0-h).
    """
    w = scratch()
    side, owed = int(g.actor), False
    box = survey(g, s, w, side)
    for unit in range(s.units):
        if may_help(g, s, w, unit, side, box):
            mask[UNIT + unit] = 1
            owed = owed or (side == JP and s.kind[unit] == GROUND and event_in_work(g) == 0)
    mask[DONE] = 0 if owed else 1


@rule
def apply_replace_unit(g: Game, s: Tables, t: Trace, action: int) -> None:
    """A reduced unit is full at once; one that comes back may take two steps (R11.0-b)."""
    g.decision = NO_DECISION
    if action == DONE:
        go_to(g, OVER)
        return
    unit = action - UNIT
    g.chosen_units[0] = unit
    g.chosen_count = int(g.place[unit] == ELIMINATED)
    if g.place[unit] != ELIMINATED:
        g.steps[unit] = FULL_STRENGTH
        pay(g, s, unit, 1)
    elif s.full_steps[unit] == FULL_STRENGTH and steps_for(g, s, unit) > 1:
        ask(g, REPLACE_STEPS, int(g.actor))
    else:
        g.chosen_number = 1
        ask(g, REPLACE_PLACE, int(g.actor))


@rule
def legal_replace_steps(g: Game, s: Tables, mask: Array[int]) -> None:
    """Back with one step or with two (DK-09)."""
    mask[REDUCED] = mask[FULL] = 1


@rule
def apply_replace_steps(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    g.chosen_number = FULL_STRENGTH if action == FULL else 1
    ask(g, REPLACE_PLACE, int(g.actor))


@rule
def legal_replace_place(g: Game, s: Tables, mask: Array[int]) -> None:
    """Where a reinforcement could be placed (R11.0-d, DK-10); the Chinese in Kunming."""
    offer_places(g, s, int(g.chosen_units[0]), mask)
    if event_in_work(g):
        strike_places(s, event_in_work(g), mask)


@rule
def apply_replace_place(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    unit, steps = int(g.chosen_units[0]), int(g.chosen_number)
    g.chosen_count = 0
    put_down(g, s, unit, action - PLACE, steps)
    pay(g, s, unit, steps)
