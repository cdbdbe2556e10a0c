"""Scripted play of Empire of the Sun, whole: which part answers which decision.

A script is a row of SCRIPT. Its play is a pure function of what the acting seat sees, the row and
a 32-bit draw. A question it has no opinion about is answered by a draw, whatever it is.
"""

from __future__ import annotations

import numpy as np

from glory_agents.empire import affairs, fights, orders
from glory_agents.empire.records import Script
from glory_agents.empire.veil import veil
from glory_agents.picking import pick
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.empire import codes as cd
from glory_env.games.empire.actions import DONE, N_ACTIONS, NO, PLACE, UNIT, YES
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.state import MAX_PLACES, MAX_UNITS


@rule
def on_the_move(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """The own offensive up to its battles; -1 for other decisions."""
    d = g.decision
    if d == cd.HEADQUARTERS:
        return orders.choose_hq(g, s, p, mask)
    if d == cd.ACTIVATE:
        return orders.choose_active(g, s, p, mask)
    if d == cd.MOVE_UNIT:
        return orders.choose_mover(g, s, p, mask)
    if d == cd.MOVE_STACK:
        return orders.choose_company(g, s, p, mask)
    if d == cd.MOVE_KIND:
        return orders.choose_kind(g, s, p, mask)
    if d == cd.MOVE_PLACE:
        return orders.choose_end(g, s, p, mask)
    if d == cd.MOVE_TARGET:
        return orders.choose_target(g, s, p, mask)
    if d == cd.MOVE_OFFSET:
        return orders.choose_station(g, s, int(g.chosen_target), int(g.actor), mask)
    if d == cd.WALK_STEP:
        return orders.choose_step(g, s, p, mask)
    if d == cd.TASK_UNIT:
        return orders.choose_tasked(g, s, p, mask)
    if d == cd.TASK_PLACE:
        return orders.choose_task(g, s, p, mask)
    return -1


@rule
def in_battle(g: Game, s: Tables, mask: Array[int]) -> int:
    """Battles and what comes after them; -1 for other decisions."""
    d = g.decision
    if d == cd.NEXT_BATTLE:
        return fights.choose_next_battle(g, s, mask)
    if d == cd.HIT:
        return fights.choose_hit(g, s, mask)
    if d == cd.SURVIVOR:
        return fights.choose_loss(g, s, mask, True)
    if d in (cd.WEAK_CRITICAL, cd.SHIFT_TO):
        return fights.choose_loss(g, s, mask, False)
    if d == cd.SHIFT_FROM:
        return NO if mask[NO] else -1
    if d == cd.RETREAT:
        return fights.choose_refuge(g, s, mask)
    if d == cd.MOVE_AFTER_UNIT:
        return orders.choose_back(g, s, mask)
    if d in (cd.MOVE_AFTER_PLACE, cd.EMERGENCY, cd.INDIA_PLACE):
        return orders.home_or_near(g, s, int(g.chosen_units[0]), mask)
    if d == cd.OVER_STACK:
        return affairs.weakest(g, s, mask)
    return -1


@rule
def in_reaction(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """The answer to the enemy's offensive; -1 for other decisions."""
    d = g.decision
    if d in (cd.WEATHER, cd.INTELLIGENCE_CARD, cd.LATE_CARD, cd.ATTACK_CARD):
        return fights.choose_card(g, s, mask)
    if d == cd.INTELLIGENCE_ROLL:
        return YES
    if d == cd.SPECIAL_REACTION:
        return pick(mask, PLACE, PLACE + MAX_PLACES, 0)
    if d == cd.REACTION_HQ:
        return fights.choose_reaction_hq(g, s, p, mask)
    if d == cd.REACT_UNIT:
        return fights.choose_reacting(g, s, p, mask)
    if d == cd.REACT_STACK:
        return DONE
    if d == cd.REACT_KIND:
        return fights.choose_reaction_kind(mask)
    if d in (cd.REACT_PLACE, cd.REACT_TARGET, cd.REACT_STEP):
        return fights.choose_reaction_place(g, s, mask)
    if d == cd.REACT_OFFSET:
        return fights.choose_reaction_station(g, s, mask)
    return -1


@rule
def between(g: Game, s: Tables, p: Script, mask: Array[int], x: int) -> int:
    """Cards and the strategic phase; -1 for other decisions."""
    d = g.decision
    if d == cd.CARD_CHOICE:
        return affairs.choose_card(g, s, p, mask, x)
    if d == cd.CARD_USE:
        return affairs.choose_use(g, s, p, mask, x)
    if d in (cd.ARRIVAL_UNIT, cd.REPLACE_UNIT):
        return affairs.choose_replaced(g, s, mask)
    if d in (cd.ARRIVAL_PLACE, cd.REPLACE_PLACE, cd.RETURN_PORT):
        return affairs.choose_front(g, s, p, mask)
    if d == cd.REPLACE_STEPS:
        return affairs.choose_steps(mask)
    if d == cd.DIVISIONS:
        return affairs.highest_number(mask)
    if d == cd.FREE_SHIP:
        return DONE
    if d in (cd.BOMBER, cd.RETURN_HQ, cd.INDIA_UNIT):
        return pick(mask, UNIT, UNIT + MAX_UNITS, x)
    return -1


@rule
def script_action(g: Game, s: Tables, p: Script, mask: Array[int], x: int) -> int:
    """A legal action of the pending decision; g: veiled (`veil`), x: a 32-bit draw.

    What the script has no opinion about is drawn.
    """
    a = on_the_move(g, s, p, mask)
    if a < 0:
        a = in_battle(g, s, mask)
    if a < 0:
        a = in_reaction(g, s, p, mask)
    if a < 0:
        a = between(g, s, p, mask, x)
    if a < 0 or not mask[a]:
        a = pick(mask, 0, N_ACTIONS, x)
    return a


@rule
def script_all(
    games: Array[Game], tables: Array[Tables], rows: np.ndarray, masks: np.ndarray,
    draws: Array[float], actions: Array[int],
) -> None:  # fmt: skip
    """The actions of many games' acting seats: draws float64 (M,), actions int64 (M,) is filled.

    rows: SCRIPT (1,), the same for all. The records are veiled in place.
    """
    for i in range(games.shape[0]):
        veil(games[i], tables[0], int(games[i].actor))
        x = int(draws[i] * 4294967296.0)
        actions[i] = script_action(games[i], tables[0], rows[0], masks[i], x)
