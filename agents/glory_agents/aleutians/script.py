"""Scripted play of the Aleutians Campaign, whole: which part answers which decision.

A script is a row of SCRIPT. Its play is a pure function of what the acting seat sees, the row and
a 32-bit draw, so the agent, the batch and the rollouts of the planner play the same.
"""

from __future__ import annotations

import numpy as np

from glory_agents.aleutians import affairs, air, battle, fleets, scouts
from glory_agents.aleutians.choice import first_legal
from glory_agents.aleutians.goals import answering
from glory_agents.aleutians.guard import guard_action
from glory_agents.aleutians.records import Script
from glory_agents.aleutians.rush import rush_action, rushes
from glory_agents.aleutians.veil import veil
from glory_agents.picking import pick
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import hash_key
from glory_env.core.stepping import LOOK
from glory_env.core.trace import Trace
from glory_env.envs.agent import PLAY
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import N_ACTIONS, NO, PASS, YES
from glory_env.games.aleutians.generated import kernels
from glory_env.games.aleutians.generated.records import Game, Tables


@rule
def at_start(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """Set-up, turn start, supply and the victory phase; -1 for other decisions."""
    d = g.decision
    if d == st.PLACE_FLYING_BOAT:
        return air.place_flying_boat(g, s, p, mask)
    if d == st.PLACE_SUBMARINE:
        return affairs.place_submarine(g, s, mask)
    if d in (st.SOVIET_ENTRY, st.CHANGE_STRATEGY):
        return NO
    if d == st.ASK_SECOND_PHASE:
        return affairs.choose_second_phase(g, s, p)
    if d == st.CONDITIONAL_FORCE:
        return affairs.choose_force(g, s)
    if d in (st.INCOME, st.LOAD_AMOUNT):
        return fleets.choose_amount(mask)
    if d == st.WITHDRAW:
        return affairs.choose_withdraw(g, s, mask)
    if d in (st.REPLACE, st.ARRIVAL):
        return affairs.choose_replace(s, mask)
    if d == st.ARRIVAL_PLACE:
        return affairs.choose_arrival_place(g, s, p, mask)
    if d == st.TRANSPORT_FLIGHT:
        return affairs.choose_flight(g, s, p, mask)
    if d == st.TRANSPORT_FIELD:
        return affairs.choose_flight_field(g, s, mask)
    return -1


@rule
def at_sea(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """Reconnaissance, search and fleets; -1 for other decisions."""
    d = g.decision
    if d in (st.RECON_BOAT, st.RECON_AIRCRAFT):
        return scouts.choose_recon(g, s, p, mask)
    if d == st.RECON_NODE:
        return scouts.choose_recon_node(g, s, p, mask)
    if d == st.SPOT_ATTACK:
        return air.choose_spot_attack(g, s, mask)
    if d == st.SEARCH_SUBMARINE:
        return YES if mask[YES] else NO
    if d == st.FORM:
        return fleets.choose_form(g, s, p, mask)
    if d == st.FORM_FLEET:
        return fleets.choose_form_fleet(g, s, p, mask)
    if d == st.LOAD_SUPPLY:
        return fleets.choose_load(g, s, mask)
    if d == st.SAIL:
        return fleets.choose_sail(g, s, p, mask)
    if d == st.SAIL_STEP:
        return fleets.choose_step(g, s, p, mask)
    if d == st.SUBMARINE_CARGO:
        return PASS if mask[PASS] else first_legal(mask)
    if d == st.RETURN_FLEET:
        return fleets.choose_return(g, s, p, mask)
    return -1


@rule
def in_action(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """Air operations, surface battles, combat ashore; -1 for other decisions."""
    d = g.decision
    if d == st.AIR_TARGET:
        return air.choose_air_target(g, s, p, mask)
    if d == st.AIR_GROUP:
        return air.choose_air_group(g, s, p, mask)
    if d == st.AIM:
        return air.choose_aim(g, s, mask)
    if d == st.COVER:
        return air.choose_cover(g, s, mask)
    if d == st.AIR_LOSS:
        return air.choose_air_loss(g, s, mask)
    if d == st.BOMB:
        return air.choose_bomb(g, s, p)
    if d == st.DECLARE:
        return battle.choose_declare(g, s, p, mask)
    if d == st.DECLARE_ENEMY:
        return battle.choose_enemy(g, s, p, mask)
    if d == st.LINE:
        return battle.choose_line(g, s, mask)
    if d == st.SHIFT:
        return battle.choose_shift(g, s)
    if d == st.FIRE:
        return battle.choose_weapon(g, s, mask)
    if d == st.GUNFIRE:
        return battle.choose_gunfire(g, s, mask)
    if d == st.GROUND_BATTLE_SPOT:
        return battle.choose_battle(g, s, mask)
    if d in (st.GROUND_LOSS, st.CARGO_LOSS):
        return fleets.choose_loss(g, s, mask)
    return -1


@rule
def ashore(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """Troops on their way, airfields, bases; -1 for other decisions."""
    d = g.decision
    if d == st.DISEMBARK:
        return fleets.choose_disembark(g, s, p, mask)
    if d == st.DISEMBARK_SPOT:
        goal = fleets.goal_here(g, s, p, int(g.at[g.chosen_unit]))
        return fleets.choose_spot(g, s, p, goal, mask)
    if d == st.LAND_FLEET:
        return fleets.choose_land_fleet(g, s, p, mask)
    if d == st.LAND_SPOT:
        return fleets.choose_spot(g, s, p, fleets.goal_here(g, s, p, int(g.chosen_fleet)), mask)
    if d == st.LAND_UNITS:
        return fleets.choose_land_units(g, s, mask)
    if d == st.RECOVER:
        return fleets.choose_recover(g, s, p, mask)
    if d == st.GROUND_MOVE_UNIT:
        return fleets.choose_march(g, s, p, mask)
    if d == st.GROUND_MOVE_SPOT:
        return fleets.choose_spot(g, s, p, fleets.march_goal(g, s, p, int(g.chosen_unit)), mask)
    if d == st.ASHORE:
        return fleets.choose_spot(g, s, p, st.NONE, mask)
    if d == st.BUILD:
        return fleets.choose_build(g, s, mask)
    if d == st.RETURN_AIRCRAFT:
        return air.choose_base(g, s, p, int(g.chosen_unit), mask)
    if d == st.REBASE:
        return air.choose_rebase(g, s, p, mask)
    if d == st.REBASE_SPOT:
        return air.choose_base(g, s, p, int(g.chosen_unit), mask)
    return -1


@rule
def script_action(g: Game, s: Tables, p: Script, mask: Array[int], x: int) -> int:
    """A legal action of the pending decision; g: veiled (`veil`), x: a 32-bit draw.

    What the script has no opinion about is drawn.
    """
    a = -1
    if rushes(g, p):
        a = rush_action(g, s, p, mask)
    elif answering(g, p, int(g.actor)):
        a = guard_action(g, s, p, mask)
    if a < 0:
        a = at_start(g, s, p, mask)
    if a < 0:
        a = at_sea(g, s, p, mask)
    if a < 0:
        a = in_action(g, s, p, mask)
    if a < 0:
        a = ashore(g, s, p, mask)
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


@rule
def play_out(
    games: Array[Game], tables: Array[Tables], trace: Array[Trace], mask: Array[int],
    work: Array[Game], rows: np.ndarray, key: int, turn: int,
) -> int:  # fmt: skip
    """Let scripts play games[0] until `turn` begins or the game is over; decisions played.

    rows: SCRIPT (2,), Japan and the Allies; work: GAME (1,), scratch, as mask int8 (N_ACTIONS,)
    is; key: of the scripts' draws. Forced decisions are played.
    """
    g = games[0]
    s = tables[0]
    counts = np.zeros(2, np.int64)
    legal = kernels.play(g, s, trace[0], mask, LOOK, True)
    while legal > 0 and g.turn < turn and g.decision != st.NO_DECISION:
        seat = int(g.actor)
        work[0] = games[0]
        veil(work[0], s, seat)
        x = hash_key(key, PLAY + seat, counts[seat])
        action = script_action(work[0], s, rows[seat], mask, x)
        counts[seat] += 1
        legal = kernels.play(g, s, trace[0], mask, action, True)
    return int(counts[0] + counts[1])
