"""Event chits (16.5): once a turn NP draws one before a battle; what each does (REV).

A battle is an operation of aircraft, a surface battle or a ground combat. `begin_battle` opens it,
`asks_event` asks once. A chit that does not fit has no effect; it is put back (A-82).
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import begin_roll, die_of
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import NO, UNIT, YES
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.air_attack import same_ground
from glory_env.games.aleutians.rules.air_targets import in_group
from glory_env.games.aleutians.rules.board import ask, lose
from glory_env.games.aleutians.rules.ground_combat import (
    attacker_at,
    continue_losses,
    fight,
    takes_part,
)
from glory_env.games.aleutians.state import (
    AIR,
    AIRCRAFT,
    AT_FLEET,
    AT_GROUND,
    BOMBER,
    BOMBER_LOST,
    BOMBER_RETURNS,
    EVENT,
    EVENT_CHITS,
    EVENT_UNIT,
    EVENTS,
    FRIENDLY_FIRE,
    GROUP_RETURNS,
    LANDING,
    MAX_GROUPS,
    NO_DECISION,
    NO_EVENT,
    NO_GROUP,
    RESOLVED,
    ROLL_EVENT,
    SUPPORT,
    SURFACE,
    TARGET,
)

NOT_ASKED, CHOOSING, OVER = range(3)  # event_step
PENDING = 3  # ground_step: the combat waits for the draw


# --- the draw ------------------------------------------------------------------------------
@rule
def begin_battle(g: Game) -> None:
    """No chit is in force in the battle that begins."""
    g.event = NO_EVENT
    g.event_step = NOT_ASKED


@rule
def may_draw(g: Game) -> bool:
    """Once a turn, by the side that is NP then (R16-5a, A-82)."""
    return g.opt_rules[EVENT_CHITS] == 1 and g.event_turn != g.turn


@rule
def asks_event(g: Game) -> bool:
    """Before the first roll of a battle; True while a side has been asked."""
    if not may_draw(g) or g.event_step != NOT_ASKED:
        return False
    g.event_step = OVER
    ask(g, EVENT, 1 - int(g.side))
    return True


@rule
def legal_event(g: Game, s: Tables, mask: Array[int]) -> None:
    """YES: a chit is drawn for this battle; NO."""
    mask[YES] = 1
    mask[NO] = 1


@rule
def apply_event(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The chit is shown; where it takes a unit, who chooses is asked.

    One that does not fit the battle is used up without effect (REV-1g).
    """
    g.decision = NO_DECISION
    if action != YES:
        return
    g.event_turn = g.turn
    g.event = draw_chit(g, s, t)
    for u in range(s.units):
        if may_name(g, s, u):
            g.event_step = CHOOSING
            ask(g, EVENT_UNIT, chooser(g, s))
            return


@rule
def draw_chit(g: Game, s: Tables, t: Trace) -> int:
    """A chit at random out of those in the cup, by EVENTS (RDX-25)."""
    total = 0
    for k in range(len(EVENTS)):
        total += int(s.chits[k])
    if total == 0:
        return NO_EVENT
    begin_roll(t, ROLL_EVENT)
    left = die_of(g, t, ROLL_EVENT, 0, 0, int(g.rolled[ROLL_EVENT]), total)
    g.rolled[ROLL_EVENT] += 1
    for k in range(len(EVENTS)):
        left -= int(s.chits[k])
        if left <= 0:
            return k
    return NO_EVENT


# --- units that a chit takes ---------------------------------------------------------------
@rule
def event_attacker(g: Game, s: Tables) -> int:
    """The attacker of the battle in work, an operation of aircraft or a ground combat."""
    if g.phase == AIR:
        return int(g.group_side[g.operation])
    return attacker_at(g, s, int(g.landing_spot), g.phase == LANDING)


@rule
def chooser(g: Game, s: Tables) -> int:
    """The defender sends a group's aircraft home, else the attacker chooses (REV-1a, b, d, f)."""
    attacker = event_attacker(g, s)
    return 1 - attacker if g.event == GROUP_RETURNS else attacker


@rule
def may_name(g: Game, s: Tables, u: int) -> bool:
    """Whether the chit in force can take this unit."""
    if g.phase == SURFACE:
        return False
    if g.phase == AIR:
        return may_name_in_air(g, s, u)
    p = int(g.landing_spot)
    side = event_attacker(g, s)
    if s.side[u] != side:
        return False
    if g.event == GROUP_RETURNS:
        return supports_at(g, s, u, p)
    fresh = g.event == FRIENDLY_FIRE and not g.disrupted[u]
    return fresh and takes_part(g, s, u, p, g.phase == LANDING)


@rule
def may_name_in_air(g: Game, s: Tables, u: int) -> bool:
    """An attacking aircraft: any over a facility or fleet, a B against ships, any B (REV)."""
    k = int(g.operation)
    if not in_group(g, s, u, k):
        return False
    kind = int(g.group_kind[k])
    if g.event == GROUP_RETURNS:
        return kind != AT_GROUND
    if s.type[u] != BOMBER:
        return False
    return g.event == BOMBER_LOST or (g.event == BOMBER_RETURNS and kind == AT_FLEET)


@rule
def supports_at(g: Game, s: Tables, u: int, p: int) -> bool:
    """Whether an aircraft waits for ground support at this place."""
    if s.kind[u] != AIRCRAFT or g.place[u] != TARGET or g.group_state[g.at[u]] != SUPPORT:
        return False
    return same_ground(g, s, int(g.group_target[g.at[u]]), p)


@rule
def legal_event_unit(g: Game, s: Tables, mask: Array[int]) -> None:
    for u in range(s.units):
        if may_name(g, s, u):
            mask[UNIT + u] = 1


@rule
def apply_event_unit(g: Game, s: Tables, t: Trace, action: int) -> None:
    """It returns, is disrupted or is eliminated."""
    g.decision = NO_DECISION
    g.event_step = OVER
    u = action - UNIT
    if g.event == FRIENDLY_FIRE:
        g.disrupted[u] = 1
    elif g.event == BOMBER_LOST:
        lose(g, s, u)
    else:
        send_home(g, u)


@rule
def send_home(g: Game, u: int) -> None:
    """An aircraft has no part in the battle any more; it lands in S8 with the others.

    It gets a group of its own that is resolved; without a free one it stays where it is.
    """
    old = int(g.at[u])
    for k in range(MAX_GROUPS):
        if g.group_state[k] == NO_GROUP:
            g.group_state[k] = RESOLVED
            g.group_side[k] = g.group_side[old]
            g.group_kind[k] = g.group_kind[old]
            g.group_target[k] = g.group_target[old]
            g.group_area[k] = g.group_area[old]
            g.at[u] = k
            return


# --- ground combat -------------------------------------------------------------------------
@rule
def begin_combat(g: Game, s: Tables, t: Trace, p: int, landing: bool) -> None:
    """A ground combat is fought at once, or waits for the draw of a chit."""
    begin_battle(g)
    if may_draw(g):
        g.landing_spot = p
        g.ground_step = PENDING
    else:
        fight(g, s, t, p, landing)


@rule
def continue_combat(g: Game, s: Tables, t: Trace) -> bool:
    """Go on with the combat in work; False when it is over."""
    if g.ground_step == PENDING:
        if asks_event(g):
            return True
        fight(g, s, t, int(g.landing_spot), g.phase == LANDING)
    return continue_losses(g, s)
