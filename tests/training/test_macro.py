"""The macro level: orders, and the network that plays by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from glory_agents.glory.macro.parameters import (
    HEADS,
    N_LOGITS,
    NEVER,
    SIZES,
    rows_of,
    usual_choices,
)
from glory_agents.glory.macro.turns import observe_all
from glory_agents.glory.scripted.named import row_of
from glory_agents.glory.scripted.rows import SCRIPT
from glory_agents.glory.scripted.script import script_all
from glory_agents.learned import format_2
from glory_agents.learned.names import MACRO
from glory_env.bench import play_pairs
from glory_env.envs.agent import GamesView, GameView
from glory_env.games.glory import state as st
from glory_env.games.glory.engine.observation import OBSERVATION_SIZE, indices_of
from glory_env.glory_v0 import raw_env
from glory_env.vector import GloryVector

if TYPE_CHECKING:
    from glory_agents.glory.macro.player import MacroPlayer


def parameters(**values: Any) -> np.ndarray:
    """Choices (1, heads): the usual ones but for those given."""
    choices = usual_choices()
    for k, head in enumerate(HEADS):
        if head.name in values:
            choices[k] = head.values.index(values[head.name])
    return choices[None]


def new_player(seed: int = 0, scale: float = 3.0) -> MacroPlayer:
    """Orders that differ from situation to situation."""
    import torch

    from glory_agents.glory.macro.player import Macro
    from glory_agents.glory.perceptron import Network

    torch.manual_seed(seed)
    network = Network([16], outputs=N_LOGITS, columns=indices_of(format_2.columns(MACRO)))
    with torch.no_grad():
        network.policy[-1].weight.mul_(100 * scale)
    return Macro().player(network)


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
