"""The macro level: orders, whole turns, the VecEnv, and the network that plays by them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from glory_agents.base import AgentError
from glory_agents.glory.macro.parameters import (
    HEADS,
    N_LOGITS,
    NEVER,
    SEEN,
    SIZES,
    rows_of,
    seen,
    usual_choices,
)
from glory_agents.glory.macro.player import Macro, MacroPlayer
from glory_agents.glory.macro.turns import MACRO_DRAWS, observe_all
from glory_agents.glory.scripted.named import row_of
from glory_agents.glory.scripted.rows import SCRIPT
from glory_agents.glory.scripted.script import play_out_all, script_all
from glory_agents.learned.network import Network
from glory_agents.registry import make_agent
from glory_env.bench import play_pairs
from glory_env.core.dice import hash_key
from glory_env.core.trace import blank_trace
from glory_env.envs.agent import GamesView, GameView
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.engine.observation import OBSERVATION_SIZE, indices_of, views
from glory_env.glory_v0 import raw_env
from glory_env.training.macro_vecenv import MacroVecEnv
from glory_env.training.partners import make_partner
from glory_env.vector import GloryVector


def parameters(**values: Any) -> np.ndarray:
    """Choices (1, heads): the usual ones but for those given."""
    choices = usual_choices()
    for k, head in enumerate(HEADS):
        if head.name in values:
            choices[k] = head.values.index(values[head.name])
    return choices[None]


def new_player(seed: int = 0, scale: float = 3.0) -> MacroPlayer:
    """Orders that differ from situation to situation."""
    torch.manual_seed(seed)
    kind = Macro()
    network = Network(**kind.shape([16], "relu"), columns=indices_of(kind.columns()))
    with torch.no_grad():
        network.policy[-1].weight.mul_(100 * scale)
    return kind.player(network)


def new_env(n: int = 8, **settings: Any) -> MacroVecEnv:
    partner = make_partner("macro", "withdraw_in_time")
    return MacroVecEnv(n, "teaching", **{"partners": [partner], "seed": 3, **settings})


# --- orders --------------------------------------------------------------------------------
def test_orders_set_the_parameters_they_are_named_for() -> None:
    row = rows_of(parameters(negotiator="stonewaller", claim=0.7, care=10.0, commander="hold"))[0]
    assert (row.claim, row.care) == (0.7, 10.0)
    assert row_of("hold_the_line")["commander"][0] == row.commander
    assert row_of("stonewaller")["negotiator"][0] == row.negotiator
    assert rows_of(parameters(retire=1))[0].retreat_turn == 1
    assert rows_of(parameters(retire=0))[0].retreat_turn == NEVER


def test_usual_orders_are_near_the_usual_script() -> None:
    usual, script = rows_of(usual_choices()[None])[0], row_of("withdraw_in_time")[0]
    for head in HEADS:
        if head.name == "retire":
            continue
        distance = [abs(_number(head, value) - script[head.name]) for value in head.values]
        assert abs(usual[head.name] - script[head.name]) == pytest.approx(min(distance))


def _number(head: Any, value: Any) -> float:
    return float(rows_of(parameters(**{head.name: value}))[0][head.name])


def test_the_macro_policy_looks_at_nothing_that_tells_the_decision() -> None:
    looked = views(seen().astype(np.float32))
    assert {name for name, part in looked.items() if part.any()} == set(SEEN)
    assert not looked["decision"].any()
    assert looked["tonnage"].tolist() == [1, 0, 1, 1]


# --- whole turns ---------------------------------------------------------------------------
def test_turns_are_those_of_the_scripts_with_these_parameters() -> None:
    """A learner that orders what its partner's script does plays that script with itself."""
    env = new_env(6, partners=[make_partner("macro", "hold_the_line")])
    env.reset()
    games = env.games.games.copy()
    rows = np.concatenate([row_of("hold_the_line")] * 2)
    name = [head.name for head in HEADS]
    # The nearest orders are not the script itself: give the partner the orders' own row.
    chosen = np.repeat(parameters(commander="hold"), 6, axis=0)
    env._partner_of[:] = _Fixed(rows_of(chosen[:1]))
    rows[:] = rows_of(chosen[:1])
    env.step(chosen)
    for i in range(6):
        one = games[i : i + 1]
        keys = np.array([hash_key(one["key"][0], MACRO_DRAWS, one["turn"][0])])
        turn = int(one["turn"][0]) + 1
        trace, mask = blank_trace(), np.zeros(N_ACTIONS, np.int8)
        play_out_all(one, env.games.scenario.tables, trace, mask, rows, keys, turn)
        here = env.games.games[i] if one["outcome"][0] == st.PLAYING else env.games.finals[i]
        assert one[0].tobytes() == here.tobytes()
    assert "retire" in name


class _Fixed:
    def __init__(self, row: np.ndarray) -> None:
        self._row = row

    def script_rows(self, observations: np.ndarray, draws: np.ndarray) -> np.ndarray:
        return np.repeat(self._row, len(observations))


def test_a_step_is_a_turn_and_an_episode_a_game() -> None:
    env = new_env(16, shaping=1.0, survival=0.25)
    looked = env.reset()
    assert looked.shape == (16, OBSERVATION_SIZE)
    assert env.action_masks().shape == (16, N_LOGITS)
    rng = np.random.default_rng(0)
    rewards = np.zeros(16)
    for _ in range(60):
        turns = env.games.games["turn"].copy()
        choices = rng.integers(SIZES, size=(16, len(SIZES)))
        looked, reward, done, infos = env.step(choices)
        rewards += reward
        assert (env.games.games["turn"] == np.where(done, 1, turns + 1)).all()
        seats = views(looked)["seat"].argmax(axis=1)
        assert (seats == env._learners).all()
        for slot in np.flatnonzero(done):
            assert infos[slot]["episode"]["r"] == pytest.approx(rewards[slot], abs=1e-5)
            rewards[slot] = 0.0
    episodes = env.drain()
    assert len(episodes.seats) > 30
    assert (episodes.decisions <= env.games.scenario.tables["last_turn"][0]).all()
    lost = episodes.finals["outcome"] == st.GAME_OVER
    assert (episodes.outcomes[lost] == -1.0).all()
    rest = episodes.returns - episodes.outcomes
    survived = np.where(lost, episodes.decisions - 1, episodes.decisions)
    assert (np.abs(rest - 0.25 * survived) < 0.5).all()  # what is left is the potential at first


def test_the_same_seed_gives_the_same_episodes() -> None:
    def rewards(seed: int) -> np.ndarray:
        env = new_env()
        env.seed(seed)
        env.reset()
        rng = np.random.default_rng(1)
        return np.array([env.step(rng.integers(SIZES, size=(8, len(SIZES))))[1] for _ in range(20)])

    np.testing.assert_array_equal(rewards(7), rewards(7))
    assert (rewards(7) != rewards(8)).any()


# --- playing -------------------------------------------------------------------------------
@pytest.mark.parametrize("solo", [False, True])
def test_one_by_one_and_in_batches_it_plays_alike(solo: bool) -> None:
    player = new_player()
    batch = play_pairs(player, player, 3, seed=11, scenario="teaching", solo=solo)

    class Single:
        """The same without batches."""

        def reset(self, seat: str, seed: int) -> None:
            from glory_env.envs.agent import Draws

            self._draws = Draws(seat, seed)

        def act(self, observation: np.ndarray, mask: np.ndarray, env_view: Any) -> int:
            view = GamesView(env_view.scenario, env_view.records(), np.zeros(1, np.int64))
            draws = np.array([self._draws.next()])
            return int(player.act_batch(observation[None], mask[None], draws, view)[0])

    single = play_pairs(Single(), Single(), 3, seed=11, scenario="teaching", solo=solo)  # type: ignore[arg-type]
    np.testing.assert_array_equal(batch.gp, single.gp)
    np.testing.assert_array_equal(batch.total, single.total)


def test_in_solo_the_tonnage_is_divided_by_the_orders_for_both_services() -> None:
    vector = GloryVector(4, "teaching", seed=3, solo=True)
    assert (vector.games["decision"] == st.OFFER_CIVIL).all()
    tables = vector.scenario.tables
    player = new_player(scale=0.1)
    rows = np.zeros((4, 2), SCRIPT)
    for seat in range(2):
        looked = np.zeros((4, OBSERVATION_SIZE), np.float32)
        observe_all(vector.games, tables, np.full(4, seat, np.int8), looked)
        rows[:, seat] = rows_of(player.choices(looked))
    assert rows[0, 0] != rows[0, 1]
    view = GamesView(vector.scenario, vector.games, np.arange(4))
    draws = np.full(4, 0.5)
    found = player.act_batch(vector.observations, vector.masks, draws, view)
    wanted = np.zeros(4, np.int64)
    script_all(vector.games, tables, rows, vector.masks, draws, wanted)
    assert found.tolist() == wanted.tolist()


def test_orders_follow_the_draws_and_the_likeliest_need_none() -> None:
    player = new_player(scale=0.1)
    vector = GloryVector(32, "glory", seed=1)
    rng = np.random.default_rng(0)
    drawn = player.choices(vector.observations, rng.random((32, len(SIZES))))
    assert drawn.shape == (32, len(SIZES))
    assert (drawn < np.array(SIZES)).all()
    assert (drawn.max(axis=0) > 0).all()
    likeliest = player.choices(vector.observations)
    assert (likeliest == player.choices(vector.observations)).all()


def test_explain_names_the_orders() -> None:
    env = raw_env("teaching")
    env.reset(seed=1)
    seen_now = env.observe(env.agent_selection)
    player = new_player()
    action = int(np.flatnonzero(seen_now["action_mask"])[0])
    view = GameView(env, env.agent_selection)
    words = player.explain(seen_now["observation"], seen_now["action_mask"], action, view)
    assert words.startswith(view.describe(action))
    assert all(head.name in words for head in HEADS)
    about, weighed = player.weigh(seen_now["observation"], seen_now["action_mask"], view)
    assert "parameters drawn from the network" in about
    assert all(seen_now["action_mask"][k] for k, _ in weighed)
    assert sum(share for _, share in weighed) == pytest.approx(1)


def test_random_play_and_planners_cannot_be_partners() -> None:
    for name in ("random", "mcts"):
        with pytest.raises(AgentError, match="only scripts and macro networks can be partners"):
            make_partner("macro", name)
    with pytest.raises(AgentError, match="too slow to train with"):
        make_partner("flat", "mcts")
    assert make_agent("random") is not None
