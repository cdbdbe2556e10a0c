"""The planner of whole turns: what it tries, what it expects later, and how it plays."""

from __future__ import annotations

import numpy as np
import pytest

from glory_agents.base import AgentError
from glory_agents.glory.scripted.named import row_of
from glory_agents.glory.scripted.rows import SCRIPT
from glory_agents.glory.scripted.script import script_one
from glory_agents.glory.search.orders import CHOICES, orders_by
from glory_agents.glory.search.turn_rollouts import TurnRoller
from glory_agents.registry import make_agent
from glory_env.bench import play_pairs
from glory_env.envs.agent import GamesView, GameView
from glory_env.games.glory import state as st
from glory_env.games.glory.envs import GloryVector
from glory_env.games.glory.game import Game

NETWORK = "cooperative-macro-0"
FEW = "turn_planner:simulations=40"


def ask(agent, game: Game) -> int:
    return agent.act(None, game.mask, GameView(game, game.actor))


def later(game: Game, *names: str) -> TurnRoller:
    army, navy = (orders_by("base", name) for name in names)
    return TurnRoller(game.scenario.tables, (army, navy))


def test_orders_are_the_networks_likeliest_or_drawn():
    game = Game("glory", seed=3)
    tables = game.scenario.tables
    orders = orders_by("base", NETWORK)
    rows = orders.rows(np.repeat(game.games, 2), tables, st.NAVY)
    assert rows.dtype == SCRIPT
    assert rows[0] == rows[1]
    draws = np.random.default_rng(1).random((200, CHOICES))
    drawn = orders.rows(np.repeat(game.games, 200), tables, st.NAVY, draws)
    assert len(np.unique(drawn)) > 1
    assert (drawn == rows[0]).any()


def test_a_script_with_its_orders_plays_as_the_network():
    games = GloryVector(1, seed=3, autoreset=False)
    orders, agent = orders_by("base", NETWORK), make_agent(NETWORK)
    for _ in range(40):
        tables = games.scenario.tables
        pair = np.concatenate([orders.rows(games.games, tables, k) for k in range(2)])
        action = int(script_one(games.games, 0, tables, pair, games.masks[0], 0.5))
        view = GamesView(games.scenario, games.games, np.zeros(1, np.int64))
        draw = np.array([0.5])
        assert agent.act_batch(games.observations, games.masks, draw, view).tolist() == [action]
        games.step(np.array([action]))


def test_a_script_orders_the_same_in_every_turn():
    game = Game("glory", seed=3)
    rows = orders_by("partner", "needs_splitter").rows(game.games, game.scenario.tables, st.ARMY)
    assert rows == row_of("needs_splitter")


def test_plans_of_a_comparison_meet_the_same_dice():
    game = Game("teaching", seed=3, solo=True)
    roller = later(game, NETWORK, NETWORK)
    plan = np.concatenate([row_of("withdraw_in_time"), row_of("withdraw_in_time")])
    keys = np.arange(10, dtype=np.int64) * 7919
    before = game.games.copy()
    finals = roller.roll(game.games, np.stack([plan, plan]), keys).reshape(2, 10)
    assert (finals["outcome"] != st.PLAYING).all()
    assert finals[0].tobytes() == finals[1].tobytes()
    assert len(np.unique(finals[0]["total"])) > 2  # and the keys do differ
    assert roller.rollouts == 20
    assert game.games.tobytes() == before.tobytes()


def test_later_turns_are_the_networks():
    """The same orders now, other ones later: the same first turn, another end."""
    game = Game("glory", seed=3, solo=True)
    plan = np.concatenate([row_of("withdraw_in_time"), row_of("withdraw_in_time")])[None]
    keys = np.arange(8, dtype=np.int64) * 7919
    ends = [
        later(game, name, name).roll(game.games, plan, keys) for name in (NETWORK, "dial-macro-0")
    ]
    assert (ends[0]["gp"] != ends[1]["gp"]).any()


def test_a_victory_needs_more_than_the_points_of_solo_play():
    game = Game("glory", seed=3, solo=True)
    finals = np.repeat(game.games, 4)
    finals["outcome"] = [st.COMPLETED, st.COMPLETED, st.GAME_OVER, st.COMPLETED]
    finals["gp"] = [[66, 66], [65, 90], [90, 90], [90, 65]]
    roller = later(game, "withdraw_in_time", "withdraw_in_time")
    assert roller.victories(finals).tolist() == [True, False, False, False]


@pytest.mark.parametrize("partner", ["", ",partner=stonewaller", ",partner=selfish-macro-0"])
def test_candidates_differ_and_the_networks_orders_come_first(partner):
    agent, game = make_agent(FEW + partner), Game("glory", seed=2)
    agent.reset("army", 1)
    root = agent._root(game.games.copy(), agent.roller_for(game.scenario))
    root.rows = agent._likeliest(root)[None]
    found = agent._candidates(root, 20)
    assert len({candidate.plan.tobytes() for candidate in found}) == len(found) > 10
    assert found[0].source == f"likeliest of {NETWORK}"
    others = {candidate.plan[1 - root.seat].tobytes() for candidate in found}
    assert (len(others) == 1) == bool(partner)  # with a partner only its own seat is planned


def test_one_plan_a_turn_is_followed(monkeypatch):
    """Every action is what the script does with the turn's orders."""
    agent, game = make_agent(FEW), Game("teaching", seed=1, solo=True, auto_forced=True)
    agent.reset("army", 1)
    planned = []
    choose = agent._choose

    def counted(root, *rest):
        planned.append(int(root.record.turn))
        choose(root, *rest)

    monkeypatch.setattr(agent, "_choose", counted)
    while game.turn <= 2:
        action = ask(agent, game)
        draws = np.linspace(0.0, 1.0, 65)[:-1]
        follows = {
            int(script_one(game.games, 0, game.scenario.tables, agent._plan, game.mask, x))
            for x in draws
        }
        assert action in follows
        game.act(action)
    assert planned == [1, 2]


def test_the_reason_names_the_candidates():
    agent, game = make_agent(FEW), Game("glory", seed=2)
    agent.reset("army", 1)
    ask(agent, game)
    words = agent.explain()
    assert "as the orders of this turn say" in words
    assert "best of " in words
    assert f"likeliest of {NETWORK}" in words
    assert "rollouts" in words


def test_without_time_it_plays_as_its_network():
    agent, game = make_agent("turn_planner:seconds=0.001"), Game("glory", seed=6)
    agent.reset("army", 1)
    agent.budget.pace = 10.0  # seconds a rollout
    ask(agent, game)
    own = orders_by("base", NETWORK).rows(game.games, game.scenario.tables, st.ARMY)
    assert agent._plan[st.ARMY] == own[0]
    assert "not tried" in agent.explain()


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{"negotiation": "sealed", "deadlock": "janken"}, {"negotiation": "fixed"}]
)
def test_other_ways_to_play(options):
    games = play_pairs(
        make_agent(FEW), make_agent("turn_planner:simulations=20,partner=random_pass"), 1, 3,
        "teaching", **options,
    )  # fmt: skip
    assert games.outcome[0] != st.PLAYING


@pytest.mark.slow
def test_a_script_may_be_the_base():
    games = play_pairs(*[make_agent(f"{FEW},base=civil_first") for _ in range(2)], 1, 3, "teaching")
    assert games.outcome[0] != st.PLAYING


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("seconds=0", "'seconds'"),
        ("simulations=many", "'simulations'"),
        ("objective=cooperativ", "did you mean 'cooperative'"),
        ("base=cooperative-macro-9", "'base'.*unknown script or network 'cooperative-macro-9'"),
        ("base=mcts", "'base': unknown script or network 'mcts'"),
        ("partner=nobody", "'partner'.*unknown script or network 'nobody'"),
        ("horizon=2", "unknown parameter 'horizon'"),
    ],
)
def test_bad_parameters_are_named(given, words):
    with pytest.raises(AgentError, match=words) as found:
        make_agent(f"turn_planner:{given}")
    assert "\n" not in str(found.value)
