"""Kamikaze: Allied ships lose steps before a battle near Japan (5.32 B; DK-41, E-593).

The battle chosen is in `chosen_target`, the steps that are still to be lost in `chosen_number`; in
one battle one card of a counter-offensive adds steps, which need not be taken.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import DONE, PLACE, UNIT
from glory_env.games.empire.codes import (
    KAMIKAZE_BATTLE,
    KAMIKAZE_STEP,
    KAMIKAZE_UNIT,
    NO_ROLE,
    OPEN_BATTLE,
    STRUCK,
    STRUCK_MORE,
)
from glory_env.games.empire.events import FX_KAMIKAZE_MORE
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.card_effects import (
    card_in_use,
    counter_effect,
    slot_in_use,
)
from glory_env.games.empire.rules.frames import ask
from glory_env.games.empire.rules.losses import strike
from glory_env.games.empire.rules.participants import battle_at, role_of
from glory_env.games.empire.state import ACTIVE, AIR, AL, JP, MAP, NAVAL, NO_DECISION, NONE


# --- where -------------------------------------------------------------------------------------
@rule
def may_dive(g: Game, s: Tables, unit: int, k: int) -> bool:
    """A Japanese air unit, active or not, with the battle in its extended range (E-593).

    A bracketed range counts too.
    """
    if g.place[unit] != MAP or s.unit_side[unit] != JP or s.kind[unit] != AIR:
        return False
    reach = max(int(s.range[unit]), int(s.extended[unit]))
    return bool(s.dist[g.hex[unit], g.battle_hex[k]] <= reach)


@rule
def any_diver(g: Game, s: Tables, k: int) -> bool:
    """Whether an air unit can come to the battle."""
    for unit in range(s.units):
        if may_dive(g, s, unit, k):
            return True
    return False


@rule
def takes_part(g: Game, s: Tables, unit: int, k: int) -> bool:
    """An active Allied ship in the battle, from outside or as an escort too (E-593)."""
    if s.unit_side[unit] != AL or s.kind[unit] != NAVAL or g.place[unit] != MAP:
        return False
    return g.unit_flags[unit] & ACTIVE != 0 and role_of(g, s, unit, k) != NO_ROLE


@rule
def most_steps(g: Game, s: Tables, k: int) -> int:
    """Steps of the strongest ship that takes part; 0: there is none."""
    most = 0
    for unit in range(s.units):
        if takes_part(g, s, unit, k):
            most = max(most, int(g.steps[unit]))
    return most


@rule
def may_strike(g: Game, s: Tables, k: int, far: int) -> bool:
    """A battle near Tokyo without kamikaze so far, with ships to strike and aircraft for it."""
    if g.battle_state[k] != OPEN_BATTLE or g.battle_flags[k] & STRUCK:
        return False
    near = s.dist[int(s.tokyo), int(g.battle_hex[k])] <= far
    return near and any_diver(g, s, k) and most_steps(g, s, k) > 0


@rule
def open_strikes(g: Game, s: Tables, far: int) -> int:
    """Battles that kamikaze may strike."""
    found = 0
    for k in range(int(g.battles)):
        if may_strike(g, s, k, far):
            found += 1
    return found


# --- the card ----------------------------------------------------------------------------------
@rule
def reach_in_use(g: Game, s: Tables) -> int:
    """How far from Tokyo the card in work strikes."""
    return int(s.fx_m[JP, card_in_use(g), slot_in_use(g)])


@rule
def begin_kamikaze(g: Game, s: Tables, far: int) -> None:
    """Ask for the battle; where nothing is left to strike the card has no effect (E-077)."""
    if open_strikes(g, s, far):
        ask(g, KAMIKAZE_BATTLE, JP)


@rule
def legal_kamikaze_battle(g: Game, s: Tables, mask: Array[int]) -> None:
    """A battle hex that may be struck."""
    far = reach_in_use(g, s)
    for k in range(int(g.battles)):
        if may_strike(g, s, k, far):
            mask[PLACE + int(s.hex_place[g.battle_hex[k]])] = 1


@rule
def apply_kamikaze_battle(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Each battle is struck once."""
    g.chosen_target = s.place_hex[action - PLACE]
    g.battle_flags[battle_at(g, int(g.chosen_target))] |= STRUCK
    ask(g, KAMIKAZE_UNIT, JP)


@rule
def legal_kamikaze_unit(g: Game, s: Tables, mask: Array[int]) -> None:
    """The air unit that does it."""
    k = battle_at(g, int(g.chosen_target))
    for unit in range(s.units):
        if may_dive(g, s, unit, k):
            mask[UNIT + unit] = 1


@rule
def apply_kamikaze_unit(g: Game, s: Tables, t: Trace, action: int) -> None:
    """It loses a step when it is used."""
    g.decision = NO_DECISION
    strike(g, s, t, action - UNIT, 1)
    g.chosen_number = s.fx_n[JP, card_in_use(g), slot_in_use(g)]
    ask_step(g, s)


@rule
def steps_more(g: Game, s: Tables) -> int:
    """Steps that the counter-offensive adds in one battle, 0 once they are taken."""
    slot = counter_effect(g, s, FX_KAMIKAZE_MORE)
    if slot == NONE:
        return 0
    for k in range(int(g.battles)):
        if g.battle_flags[k] & STRUCK_MORE:
            return 0
    return int(s.fx_n[JP, int(g.counter_card), slot])


@rule
def ask_step(g: Game, s: Tables) -> None:
    """Ask for the next step while a ship is left."""
    k = battle_at(g, int(g.chosen_target))
    owed = g.chosen_number > 0 or (g.chosen_number == 0 and steps_more(g, s) > 0)
    if owed and most_steps(g, s, k) > 0:
        ask(g, KAMIKAZE_STEP, JP)


@rule
def legal_kamikaze_step(g: Game, s: Tables, mask: Array[int]) -> None:
    """A ship at full strength if there is one, else any; DONE instead of the step added."""
    k = battle_at(g, int(g.chosen_target))
    most = most_steps(g, s, k)
    for unit in range(s.units):
        if takes_part(g, s, unit, k) and g.steps[unit] == most:
            mask[UNIT + unit] = 1
    if g.chosen_number == 0:
        mask[DONE] = 1


@rule
def apply_kamikaze_step(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        return
    if g.chosen_number == 0:
        g.chosen_number = steps_more(g, s)
        g.battle_flags[battle_at(g, int(g.chosen_target))] |= STRUCK_MORE
    strike(g, s, t, action - UNIT, 1)
    g.chosen_number -= 1
    ask_step(g, s)
