"""The planners: legal everywhere, the same for a seed, blind to the real dice, better than scripts.

Budgets are counted in simulations, so nothing depends on the machine.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from glory_agents.base import AgentError
from glory_agents.glory.scripted.named import row_of
from glory_agents.glory.search.entries import ENTRIES
from glory_agents.glory.search.mcts import Node, Tree, rollouts_per_second
from glory_agents.glory.search.planner import payoff_params
from glory_agents.glory.search.rollouts import NO_LINE, TO_THE_END, Roller
from glory_agents.glory.search.weights import share_of_turn
from glory_agents.registry import make_agent
from glory_agents.search.budget import Budget
from glory_env.bench import bootstrap, play_pairs
from glory_env.envs.agent import GameView
from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.scenario import load

PLANNERS = tuple(ENTRIES)
SCRIPT = "withdraw_in_time"
FEW = "simulations=20"


def planner(name: str, given: str = FEW):
    return make_agent(f"{name}:{given}")


def ask(agent, game: Game) -> int:
    return agent.act(None, game.mask, GameView(game, game.actor))


# --- whole games -----------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("name", PLANNERS)
def test_three_games_in_each_seat_and_one_solo(name):
    """An illegal action raises; the partner is random, so that odd positions come up."""
    for games in (
        play_pairs(planner(name), make_agent("random"), 3, 10, "teaching"),
        play_pairs(make_agent("random"), planner(name), 3, 10, "teaching"),
        play_pairs(planner(name), planner(name), 1, 10, "teaching", solo=True),
    ):
        assert (games.outcome != st.PLAYING).all()


@pytest.mark.parametrize(
    "options",
    [
        {"negotiation": "sealed", "deadlock": "janken"},
        {"negotiation": "fixed", "production": "joint_vote"},
        {"deadlock": "dice", "max_offers": 1, "production": "navy_first"},
    ],
)
def test_other_ways_to_play(options):
    games = play_pairs(planner("mcts"), planner("joint_planner"), 1, 3, "teaching", **options)
    assert games.outcome[0] != st.PLAYING


@pytest.mark.slow
def test_a_game_of_glory():
    games = play_pairs(planner("flat_mc"), make_agent(SCRIPT), 1, 4)
    assert games.outcome[0] != st.PLAYING


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANNERS)
def test_same_seed_same_play(name):
    one, two, other = (
        play_pairs(planner(name), planner(name), 1, seed, "teaching") for seed in (5, 5, 6)
    )
    assert one.finals.tobytes() == two.finals.tobytes()
    assert one.finals.tobytes() != other.finals.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANNERS)
def test_the_real_dice_are_not_seen(name):
    """The same position with other dice to come: the same actions, all along a turn."""
    game = Game("teaching", seed=1, auto_forced=True)
    agents = [planner(name), planner(name)]
    for agent in agents:
        agent.reset("army", 7)
    asked = 0
    while game.turn == 1:
        twin = game.clone()
        twin.games["key"] += 12345
        action = ask(agents[0], game)
        assert ask(agents[1], twin) == action
        asked += len(game.legal_actions()) > 1
        game.act(action)
    assert asked > 5


# --- parts -----------------------------------------------------------------------------------
def test_offers_are_a_handful_around_the_scripts():
    game = Game("glory", seed=2)
    agent = planner("flat_mc", "simulations=400")
    assert game.decision == "offer"
    action = ask(agent, game)
    assert game.mask[action]
    assert "rollouts" in agent.explain()
    assert 2 < int(agent.explain().rsplit("(of ", 1)[1][:-1]) <= 24


def test_candidates_of_one_comparison_meet_the_same_dice():
    scenario = load("teaching")
    roller = Roller(scenario.tables)
    games = Game("teaching", seed=3).games
    params = payoff_params(games[0], "cooperative")
    rows = np.concatenate([row_of(SCRIPT), row_of(SCRIPT)])[None]
    keys = np.arange(40, dtype=np.int64) * 7919
    line = np.repeat(NO_LINE, 2, axis=0)
    values = roller.roll(games, line, rows, keys, TO_THE_END, params)
    assert values.shape == (2, 40, 2)
    assert (values[0] == values[1]).all()
    assert len(np.unique(values[0, :, 0])) > 5  # and the keys do differ
    assert values[..., 0] == pytest.approx(values[..., 1])  # a common good


def test_in_the_tree_each_seat_wants_its_own_part():
    """A is good for the army, B for the navy; asked with equal payoffs both take the same."""
    a, b = (1, -1), (2, -1)

    def picked(seat: int, payoffs: dict) -> tuple[int, int]:
        root = SimpleNamespace(lines=[a, b])
        tree = Tree(root, 1)
        tree._low, tree._high = np.zeros(2), np.ones(2)
        tree.top.visits = 200
        for line, total in payoffs.items():
            child = tree.top.children[line] = Node()
            child.visits, child.total = 100, 100 * np.array(total)
        return tree.choose(tree.top, [a, b], seat)

    own = {a: (0.9, 0.1), b: (0.2, 0.8)}
    assert (picked(st.ARMY, own), picked(st.NAVY, own)) == (a, b)
    common = {a: (0.5, 0.5), b: (0.6, 0.6)}
    assert (picked(st.ARMY, common), picked(st.NAVY, common)) == (b, b)


def test_payoffs_follow_the_objective():
    game = Game("teaching", seed=1, reward={"army": "selfish", "navy": "zero_sum"})
    told = payoff_params(game.record, None)
    assert told[0, 1] == pytest.approx(game.record.objective[int(game.record.actor), 1])
    both = payoff_params(game.record, "cooperative")
    assert both[0].tolist() == both[1].tolist()
    assert both[0, 0] == pytest.approx(both[0, 1])


def test_a_turn_has_one_budget():
    budget = Budget(1.0, None)
    share = budget.take(3, share_of_turn(st.TONNAGE, st.OFFER_CIVIL))
    assert 0 < share.affords() <= 1.0 / budget.pace
    budget._left = 0.0
    assert budget.take(3, share_of_turn(st.COMBAT, st.PAY)).affords() == 0
    assert budget.take(4, share_of_turn(st.TONNAGE, st.OFFER_CIVIL)).affords() > 0  # a new turn


def test_without_time_it_plays_as_its_script():
    game = Game("glory", seed=6)
    agent, script = planner("mcts", "seconds=0.001"), make_agent(SCRIPT)
    for one in (agent, script):
        one.reset("army", 1)
    agent.budget.pace = 10.0  # seconds a rollout
    assert ask(agent, game) == ask(script, game)


def test_rollouts_are_counted():
    assert rollouts_per_second(2, 0.2) > 0


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("seconds=x", "'seconds'"),
        ("simulations=0", "'simulations'"),
        ("simulations=2.5", "'simulations'"),
        ("objective=selfsh", "did you mean 'selfish'"),
        ("script=nobody", "unknown script 'nobody'"),
        ("horizon=-1", "'horizon'"),
    ],
)
def test_bad_parameters_are_named(given, words):
    with pytest.raises(AgentError, match=words):
        planner("mcts", given)


# --- strength --------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("name", ["flat_mc", "joint_planner"])
def test_search_beats_its_rollout_policy(name):
    """Common welfare on paired seeds, both seats: the whole interval of the gain is above 0."""
    games = 20
    agents = [planner(name, "simulations=40,objective=cooperative") for _ in range(2)]
    found = play_pairs(*agents, games, 100, "teaching", reward="cooperative")
    plain = play_pairs(
        make_agent(SCRIPT), make_agent(SCRIPT), games, 100, "teaching", reward="cooperative"
    )
    gain = (found.rewards - plain.rewards).sum(axis=1)
    assert bootstrap({"gain": gain}, found.seeds)["gain"].low > 0
