"""What is no action number, no switch and no whole number: refused in every environment."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from glory_env import aleutians_v0
from glory_env.core.errors import IllegalAction, OptionError
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.engine.options import make_options
from glory_env.games.glory.envs import GloryVector, SingleAgentEnv, raw_env
from glory_env.games.glory.game import Game, IllegalChoice
from glory_env.games.glory.solo import SoloEnv
from glory_env.record import play_record

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")


class Tensor(NamedTuple):
    """A tensor of a value, made when it is asked for."""

    value: Any

    def made(self) -> Any:
        import torch

        return torch.tensor(self.value)


ENVS = {
    "aec": raw_env, "solo": SoloEnv, "single": SingleAgentEnv, "aleutians": aleutians_v0.raw_env,
}  # fmt: skip
MOST_ACTIONS = max(N_ACTIONS, aleutians_v0.Game.definition.n_actions)
NO_NUMBERS = [
    105.7, 105.0, "105", 10**30, -(10**30), 2**31, -1, MOST_ACTIONS, None, np.float32(1), [1],
    True, np.True_, Tensor(True), np.array(105.0), np.array([1, 2]), Tensor([1, 2]),
    Tensor(1.0), np.array([]), np.timedelta64(1, "ns"), np.array([None]),
]  # fmt: skip
INTEGERS = {
    "int": int, "int64": np.int64, "uint16": np.uint16, "uint64": np.uint64, "array": np.array,
    "array of one": lambda n: np.array([n]), "row of one": lambda n: np.array([[n]]),
    "tensor": lambda n: Tensor(n).made(), "tensor of one": lambda n: Tensor([n]).made(),
}  # fmt: skip


def begun(kind: str) -> tuple[Any, np.ndarray, np.ndarray]:
    """An environment after its reset, its record and its mask."""
    env = ENVS[kind](**({} if kind == "aleutians" else {"scenario": "teaching"}))
    env.reset(seed=1)
    inner = env.env if kind == "single" else env
    return env, inner.games, inner.mask


@pytest.mark.parametrize("kind", ENVS)
@pytest.mark.parametrize("action", NO_NUMBERS, ids=repr)
def test_what_is_no_action_number_changes_nothing(kind, action):
    env, games, mask = begun(kind)
    before = games.tobytes(), mask.tobytes()
    with pytest.raises(
        IllegalAction, match=r"(?s)not an action number.*is not legal; \d+ actions "
    ):
        env.step(action.made() if isinstance(action, Tensor) else action)
    assert (games.tobytes(), mask.tobytes()) == before


@pytest.mark.parametrize("kind", ENVS)
@pytest.mark.parametrize("number", INTEGERS)
def test_integers_of_every_kind_are_played_alike(kind, number):
    env, games, mask = begun(kind)
    before, action = games.tobytes(), int(mask.argmax())
    env.step(INTEGERS[number](action))
    twin, twin_games, _ = begun(kind)
    twin.step(action)
    assert games.tobytes() == twin_games.tobytes() != before


@pytest.mark.parametrize("number", INTEGERS)
def test_integers_of_every_kind_are_written_alike_in_a_record(number):
    game, twin = (Game("teaching", seed=1) for _ in range(2))
    while not game.lines:
        action = game.legal_actions()[0]
        game.act(INTEGERS[number](action))
        twin.act(action)
    assert json.dumps(game.lines) == json.dumps(twin.lines)


def test_an_agent_that_answers_with_no_whole_number_writes_no_record():
    game = Game("teaching", seed=1)
    agents = {seat: lambda seen, mask, view: float(mask.argmax()) for seat in ("army", "navy")}
    with pytest.raises(IllegalChoice, match="not an action number"):
        play_record(game, agents, {"army": "a", "navy": "b"})


@pytest.mark.parametrize(
    "actions",
    [
        np.array([105.7, 105.0]),
        [105, 10**30],
        np.array([2**64 - 1, 2**64 - 1], np.uint64),
        np.array([True, True]),
        ["105", "105"],
        [105],
        [105, 105, 105],
        105,
        [[105, 105]],
        [],
    ],
)
def test_what_is_no_row_of_integers_changes_nothing(actions):
    games = GloryVector(2, "teaching", seed=1)
    before = games.games.tobytes()
    with pytest.raises(IllegalAction, match=r"^actions: expected integers of shape \(2,\), got"):
        games.step(actions)
    assert games.games.tobytes() == before


@pytest.mark.parametrize("wrong", [N_ACTIONS, -2, 2**31, 10**18])
def test_an_illegal_action_of_the_batch_names_its_game(wrong):
    games = GloryVector(2, "teaching", seed=1)
    legal = games.masks.argmax(1)
    with pytest.raises(IllegalAction, match=r"^game 1: .*not an action number"):
        games.step([int(legal[0]), wrong])
    games.step(legal.astype(np.int32))
    games.step(games.masks.argmax(1).astype(np.uint64))


def test_an_illegal_action_says_which_are_legal():
    env, _, mask = begun("aec")
    with pytest.raises(IllegalAction) as caught:
        env.step(0)
    first, count = int(mask.argmax()), int(mask.sum())
    assert count > 5
    words = f"; {count} actions are: {first} ({env.describe(first)}), "
    assert words in str(caught.value)
    assert str(caught.value).endswith(f" and {count - 3} more")
    game = Game("teaching", seed=1)
    with pytest.raises(IllegalChoice, match=rf"; {count} actions are: {first} \(offer "):
        game.act(0)


def test_an_illegal_answer_names_all_that_are_legal():
    env, games, mask = begun("aec")
    while games["decision"][0] != 3:  # answer
        env.step(int(mask.argmax()))
    with pytest.raises(IllegalAction) as caught:
        env.step(0)
    names = [f"{k} ({env.describe(int(k))})" for k in np.flatnonzero(mask)]
    assert str(caught.value).endswith(f"; {len(names)} actions are: {', '.join(names)}")


@pytest.mark.parametrize("use", ["observe", "last", "state", "step"])
def test_before_the_first_reset(use):
    env = raw_env("teaching")
    call = {
        "observe": lambda: env.observe("army"),
        "last": env.last,
        "state": env.state,
        "step": lambda: env.step(0),
    }
    with pytest.raises(ResetNeeded, match="reset"):
        call[use]()
    with pytest.raises(ResetNeeded):
        SingleAgentEnv("navy", scenario="teaching").step(0)
    began = raw_env("teaching")
    began.reset(seed=3)
    env.restore(began.to_bytes())
    assert env.observe("army").keys() == {"observation", "action_mask"}


@pytest.mark.parametrize("value", ["no", 0, 1, None, "true"])
@pytest.mark.parametrize(
    ("made", "switches"),
    [
        (raw_env, ("auto_forced", "reveal_objective")),
        (SoloEnv, ("auto_forced",)),
        (Game, ("auto_forced",)),
        (
            lambda **values: GloryVector(1, **values),
            ("auto_forced", "autoreset", "reveal_objective"),
        ),
    ],
)
def test_switches_are_true_or_false(made, switches, value):
    for name in switches:
        with pytest.raises(OptionError, match=f"option '{name}': expected true or false, got"):
            made(scenario="teaching", **{name: value})
        made(scenario="teaching", **{name: np.bool_(True)})


def test_numbers_of_numpy_are_options():
    options = make_options(
        max_offers=np.int64(7), grid=np.int8(10), break_off=np.float64(0.05), solo=np.bool_(False),
        fixed_split=[np.float64(0.4), np.float64(0.3)],
    )  # fmt: skip
    plain = make_options(max_offers=7, grid=10, break_off=0.05, fixed_split=(0.4, 0.3))
    assert options == plain
    assert all(type(v) in (str, int, float, dict, list, bool) for v in options.as_dict().values())
    assert [type(share) for share in options.fixed_split] == [float, float]
    for wrong in (np.int64(0), np.int64(21), np.float64(6.5), np.bool_(True), np.nan):
        with pytest.raises(OptionError, match="option 'max_offers'"):
            make_options(max_offers=wrong)
