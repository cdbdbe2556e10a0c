"""Partners outside the scripts' family: each keeps to its habit, with every partner."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from glory_agents.glory.strangers import ASKING, DEMAND, HABITS, TURNS_AFTER
from glory_agents.registry import make_agent
from glory_env.bench import play_pairs
from glory_env.envs.agent import GamesView
from glory_env.envs.vector import SKIP
from glory_env.games.glory import actions as a
from glory_env.games.glory import state as st
from glory_env.games.glory.envs import GloryVector

OTHERS = ("withdraw_in_time", "stonewaller", "random")
GAMES = 12


@cache
def decisions(name: str, seat: int, **options: Any) -> tuple[tuple[Any, np.ndarray, int], ...]:
    """Record, legal actions and action of every decision of a seat in some games."""
    found = []
    for number, other in enumerate(OTHERS):
        games = GloryVector(GAMES, seed=100 * number, autoreset=False, **options)
        agents = {seat: make_agent(name), 1 - seat: make_agent(other)}
        rng = np.random.default_rng(number)
        while games.masks.any():
            chosen = np.full(GAMES, SKIP)
            for who, agent in agents.items():
                at = np.flatnonzero((games.seats == who) & games.masks.any(axis=1))
                if len(at):
                    view = GamesView(games.scenario, games.games, at)
                    masks, draws = games.masks[at].copy(), rng.random(len(at))
                    chosen[at] = agent.act_batch(games.observations[at], masks, draws, view)
                    np.testing.assert_array_equal(masks, games.masks[at])  # not the agent's own
                    if who == seat:
                        rows = zip(games.games[at].copy(), masks, chosen[at], strict=True)
                        found += [(row, mask, int(action)) for row, mask, action in rows]
            games.step(chosen)
    return tuple(found)


def asked(name: str, seat: int, *kinds: int) -> list[tuple[Any, np.ndarray, int]]:
    those = [one for one in decisions(name, seat) if one[0]["decision"] in kinds]
    assert len(those) > 10, "too few to say anything"
    return those


each_seat = pytest.mark.parametrize("seat", [st.ARMY, st.NAVY], ids=st.SERVICES)


@pytest.mark.slow
@each_seat
def test_takes_first_offer(seat: int) -> None:
    assert {action for _, _, action in asked("takes_first_offer", seat, st.ANSWER)} == {a.ACCEPT}


@pytest.mark.slow
@each_seat
def test_pool_burner_pays_from_the_pool_and_sends_no_escort(seat: int) -> None:
    for row, mask, action in asked("pool_burner", seat, st.PAY):
        amounts = a.AMOUNT + np.flatnonzero(mask[a.AMOUNT : a.KIND])
        if len(amounts):
            assert action == amounts.max()
            assert (action - a.AMOUNT) * st.STEP == row["loss"]
    convoy = int(GloryVector(1).scenario.tables[0].convoy)
    for _, mask, action in asked("pool_burner", seat, st.MOVE_TO):
        if mask[a.BOX : a.AMOUNT].sum() > 1:
            assert action != a.BOX + convoy
    kinds = GloryVector(1).scenario.tables[0].kind
    for _, _, action in asked("pool_burner", seat, st.MOVE_PIECE):
        assert action == a.END or kinds[action - a.COUNTER] != st.DE


def test_pool_burner_grants_no_escort() -> None:
    answers = asked("pool_burner", st.NAVY, st.ESCORT_GRANT)
    assert {action for _, _, action in answers} == {a.REFUSE}


@each_seat
def test_demands_60(seat: int) -> None:
    for row, _, action in asked("demands_60", seat, st.OFFER_ARMY):
        army = (action - a.AMOUNT) * st.STEP
        own = army if seat == st.ARMY else int(row["total"] - row["chosen_civil"]) - army
        assert own >= int(row["total"]) * DEMAND / 100 - 2 * int(row["opt_grid"])
    for row, mask, action in asked("demands_60", seat, st.ANSWER):
        enough = row["offer"][1 - seat, seat] >= int(row["total"]) * DEMAND // 100
        assert (action == a.ACCEPT) == enough
        if not enough:
            assert action == (a.COUNTER_OFFER if mask[a.COUNTER_OFFER] else a.WALK)


@each_seat
def test_saint_and_grim_by_turns(seat: int) -> None:
    turns = set()
    for row, _, action in asked("saint_and_grim", seat, st.ANSWER):
        saint = row["turn"] % 2 == 1
        offered, total = int(row["offer"][1 - seat, seat]), int(row["total"])
        assert (action == a.ACCEPT) == (saint or offered >= total)
        turns.add(saint)
    assert turns == {True, False}
    for row, _, action in asked("saint_and_grim", seat, st.OFFER_ARMY):
        army = (action - a.AMOUNT) * st.STEP
        rest = int(row["total"] - row["chosen_civil"])
        gives_all = army == 0 if seat == st.ARMY else army >= rest - int(row["opt_grid"])
        takes_all = army >= rest - int(row["opt_grid"]) if seat == st.ARMY else army == 0
        assert gives_all if row["turn"] % 2 else takes_all


def test_careful_random_lives_longer_than_random() -> None:
    def turns(name: str) -> np.ndarray:
        agent = make_agent(name)
        return play_pairs(agent, agent, games=60, seed=5).turn

    assert turns("careful_random").mean() > turns("random").mean() + 3


def test_one_turn_planner_prefers_its_own_points() -> None:
    planner = make_agent("one_turn_planner:simulations=16")
    assert planner.settings.horizon == 1
    assert planner.settings.objective.theta == 0.0
    assert make_agent("one_turn_planner:seconds=0.5").settings.simulations is None
    games = play_pairs(
        planner, make_agent("withdraw_in_time"), games=2, seed=5, scenario="teaching"
    )
    assert len(games) == 2


@pytest.mark.parametrize("name", HABITS)
@pytest.mark.parametrize("options", [{}, {"talk": "cheap"}, {"negotiation": "sealed"}], ids=str)
def test_alone_as_in_a_batch(name: str, options: dict[str, Any]) -> None:
    class Alone:
        """Plays through `act`."""

        def __init__(self) -> None:
            self.agent = make_agent(name)
            self.reset, self.act = self.agent.reset, self.agent.act

    other = make_agent("withdraw_in_time")
    batched = play_pairs(make_agent(name), other, games=3, seed=9, **options)
    alone = play_pairs(Alone(), other, games=3, seed=9, **options)  # type: ignore[arg-type]
    np.testing.assert_array_equal(batched.finals["gp"], alone.finals["gp"])
    np.testing.assert_array_equal(batched.finals["total"], alone.finals["total"])


def generous(name: str, turn: int) -> bool:
    return name == "always_saint" or (name == "saint_then_grim" and turn <= TURNS_AFTER)


@each_seat
@pytest.mark.parametrize("name", ASKING)
def test_saint_grim_and_the_one_that_turns(name: str, seat: int) -> None:
    tempers = set()
    for row, _, action in asked(name, seat, st.ANSWER):
        saint = generous(name, int(row["turn"]))
        offered, total = int(row["offer"][1 - seat, seat]), int(row["total"])
        assert (action == a.ACCEPT) == (saint or offered >= total)
        tempers.add(saint)
    for row, _, action in asked(name, seat, st.OFFER_ARMY):
        army = (action - a.AMOUNT) * st.STEP
        rest = int(row["total"] - row["chosen_civil"])
        own = army if seat == st.ARMY else rest - army
        if generous(name, int(row["turn"])):
            assert own <= row["opt_grid"]
        else:
            assert own >= row["total"] - 2 * row["opt_grid"]
    if name == "saint_then_grim":
        assert tempers == {True, False}
    else:
        assert len(tempers) == 1
    if seat == st.NAVY:
        for row, _, action in asked(name, seat, st.ESCORT_GRANT):
            assert (action != a.REFUSE) == generous(name, int(row["turn"]))
