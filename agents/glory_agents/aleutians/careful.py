"""Random play of the Aleutians Campaign without its plainly bad choices.

It takes its income and its arrivals, keeps its strategy, lands where there are victory points,
sends no scouts into battle and loses what is worth least. All else is drawn.
"""

from __future__ import annotations

import numpy as np

from glory_agents.aleutians.air import choose_air_loss
from glory_agents.aleutians.fleets import (
    choose_amount,
    choose_build,
    choose_land_units,
    choose_loss,
)
from glory_agents.aleutians.veil import veil
from glory_agents.picking import pick
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import mix
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import (
    DONE,
    FIELD,
    N_ACTIONS,
    NO,
    OWN_FLEET,
    SPOT_ACTION,
    UNIT,
    YES,
)
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.air_targets import target_side
from glory_env.games.aleutians.rules.task_forces import cargo_in


@rule
def best_points(s: Tables, mask: Array[int], x: int) -> int:
    """A legal place with VP, drawn among them; -1 if none is."""
    good = np.zeros(N_ACTIONS, np.int8)
    for p in range(s.sites):
        if s.vp[p] > 0:
            good[SPOT_ACTION + p] = mask[SPOT_ACTION + p]
    return pick(good, SPOT_ACTION, FIELD, x) if good.any() else -1


@rule
def careful_action(g: Game, s: Tables, mask: Array[int], x: int) -> int:
    """A legal action of the pending decision; g: veiled, x: a 32-bit draw."""
    d = g.decision
    a = -1
    if d in (st.INCOME, st.LOAD_AMOUNT):
        a = choose_amount(mask)
    elif d in (st.CHANGE_STRATEGY, st.SOVIET_ENTRY):
        a = NO
    elif d in (st.ASK_SECOND_PHASE, st.CONDITIONAL_FORCE):
        a = YES
    elif d in (st.ARRIVAL, st.REPLACE):
        a = pick(mask, UNIT, UNIT + st.MAX_UNITS, x)
    elif d == st.AIR_GROUP:
        a = wing(g, s, mask, x)
    elif d == st.AIR_LOSS:
        a = choose_air_loss(g, s, mask)
    elif d in (st.GROUND_LOSS, st.CARGO_LOSS):
        a = choose_loss(g, s, mask)
    elif d in (st.LAND_SPOT, st.DISEMBARK_SPOT):
        a = best_points(s, mask, x)
    elif d == st.LAND_FLEET:
        a = pick(mask, OWN_FLEET, OWN_FLEET + st.FLEETS, x)
    elif d == st.LAND_UNITS:
        a = choose_land_units(g, s, mask)
    elif d == st.SAIL:
        a = loaded_fleet(g, s, mask, x)
    elif d == st.BUILD:
        a = choose_build(g, s, mask)
    if a < 0 or not mask[a]:
        a = pick(mask, 0, N_ACTIONS, x)
    return a


@rule
def wing(g: Game, s: Tables, mask: Array[int], x: int) -> int:
    """Aircraft that fight, as long as there are any; fighters alone over an own target."""
    own = target_side(g, s, int(g.chosen_kind), int(g.chosen_target)) == g.actor
    good = np.zeros(N_ACTIONS, np.int8)
    for u in range(s.units):
        fits = s.strength[u] > 0 and (not own or s.type[u] == st.FIGHTER)
        good[UNIT + u] = mask[UNIT + u] if fits else 0
    if good.any():
        return pick(good, UNIT, UNIT + st.MAX_UNITS, x)
    return DONE if mask[DONE] else -1


@rule
def loaded_fleet(g: Game, s: Tables, mask: Array[int], x: int) -> int:
    """A fleet with troops; others sail every other time only."""
    for f in range(st.FLEETS):
        slot = int(g.actor) * st.FLEETS + f
        if mask[OWN_FLEET + f] and cargo_in(g, s, slot) > 0:
            return OWN_FLEET + f
    return DONE if mix(x, 5) >> 31 else -1


@rule
def careful_all(
    games: Array[Game], tables: Array[Tables], rows: np.ndarray, masks: np.ndarray,
    draws: Array[float], actions: Array[int],
) -> None:  # fmt: skip
    """As `script_all`; rows has no part in it."""
    for i in range(games.shape[0]):
        veil(games[i], tables[0], int(games[i].actor))
        x = int(draws[i] * 4294967296.0)
        actions[i] = careful_action(games[i], tables[0], masks[i], x)
