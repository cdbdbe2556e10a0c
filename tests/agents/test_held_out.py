"""Held-out temperaments: what is drawn, what it is called, and that no trainer meets it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_agents.base import AgentError
from glory_agents.glory.scripted.named import NAMED, PUBLIC, draw_held_out, draw_sliders, row_of
from glory_agents.glory.scripted.rows import SLIDERS, TURNS
from glory_agents.registry import is_held_out, make_agent, registry
from glory_env.envs import agent as partners
from glory_env.game.settings import ConfigError, make_settings
from glory_env.games.glory.run_settings import TrainConfig
from glory_env.training.commands import parse_command

CONFIG = Path(__file__).parents[2] / "configs" / "train" / "cooperative.yaml"


def drawn(count: int) -> np.ndarray:
    """Sliders (count, 8) of the first held-out temperaments."""
    return np.array([list(draw_held_out(seed).values()) for seed in range(count)])


# --- what is drawn -------------------------------------------------------------------------
def test_at_least_two_sliders_lie_above_the_public_range():
    values = drawn(2000)
    beyond = values > PUBLIC
    assert values.min() >= 0.0
    assert values.max() <= 1.0
    assert beyond.sum(axis=1).min() == 2
    assert beyond.sum(axis=1).max() >= 6
    # Every slider reaches both ranges, and spreads over each.
    for k in range(len(SLIDERS)):
        low, high = values[~beyond[:, k], k], values[beyond[:, k], k]
        assert low.min() < 0.02
        assert 0.68 < low.max() <= PUBLIC
        assert PUBLIC < high.min() < 0.72
        assert high.max() > 0.98


def test_the_number_of_high_sliders_is_that_of_even_draws():
    """Binomial(8, 0.3) of at least two: probabilities worked out by hand."""
    counts = np.bincount((drawn(2000) > PUBLIC).sum(axis=1), minlength=9)[2:5] / 2000
    expected = np.array([0.29647548, 0.25412184, 0.13613670]) / 0.74470173
    error = np.sqrt(expected * (1 - expected) / 2000)
    assert (np.abs(counts - expected) < 4 * error).all()


def test_the_same_seed_is_the_same_temperament():
    assert draw_held_out(3) == draw_held_out(np.int64(3)) == draw_held_out(3)
    assert set(draw_held_out(3)) == set(SLIDERS)
    assert len({tuple(row) for row in drawn(500)}) == 500


@pytest.mark.parametrize("seed", [-1, 1.5, "1", None, True])
def test_a_seed_that_is_none_is_refused(seed: Any):
    with pytest.raises(ValueError, match=f"seed: expected a whole number .*, got {seed!r}"):
        draw_held_out(seed)


@pytest.mark.slow
def test_no_row_is_one_of_the_public_family():
    """A row keeps every slider but withdrawal as it is, so two above 0.7 always show in it."""
    shown = [name for name in SLIDERS if name != "withdrawal"]
    for seed in range(200):
        held = make_agent(f"held_out:seed={seed}").row[0]
        public = make_agent(f"temperament:seed={seed}").row[0]
        assert max(held[name] for name in shown) > PUBLIC
        assert max(public[name] for name in shown) <= PUBLIC


def test_by_name():
    row = make_agent("held_out:seed=7").row
    for slider, value in draw_held_out(7).items():
        if slider == "withdrawal":
            assert row["retreat_turn"][0] == 1 + round(TURNS * value)
        else:
            assert row[slider][0] == value
    assert make_agent("held_out").row.tobytes() == make_agent("held_out:seed=0").row.tobytes()
    assert row["negotiator"] == row_of("withdraw_in_time")["negotiator"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("held_out:seed=-1", "whole number of at least 0, got -1"),
        ("held_out:seed=x", "whole number of at least 0, got x"),
        ("held_out:seed=1.5", "got 1.5"),
        ("held_out:high=1", "unknown parameter 'high'"),
    ],
)
def test_a_wrong_name_is_reported(name: str, words: str):
    with pytest.raises(AgentError, match=words):
        make_agent(name)


# --- what a trainer refuses ----------------------------------------------------------------
REFUSED = (
    "held_out",
    "held_out:seed=12",
    "temperament:high=1",
    "temperament:low=0.7,high=0.701",
    "temperament:claim=0.9,burn=0.8",
    "temperament:seed=3,escort=0.71",
    "withdraw_in_time:claim=0.9,burn=0.8",
    "grasping:concession=0.9",
    "tit_for_tat:claim=1",
    "dogged:withdrawal=0.75",
    "dogged:retreat_turn=10",
)
ALLOWED = (
    *NAMED,
    "temperament",
    "temperament:seed=12",
    "temperament:low=0.7,high=0.7",
    "temperament:claim=0.7,burn=0.7",
    "withdraw_in_time:claim=0.7,burn=0.7,retreat_turn=9",
    "withdraw_in_time:civil=0.9,care=5,thrift=2",
    "grasping:concession=0.7",
)


@pytest.mark.parametrize("name", REFUSED)
def test_a_pool_refuses_what_is_held_out(name: str):
    make_agent(name)  # the name itself is right
    assert is_held_out(name)
    assert partners.is_held_out(name)
    with pytest.raises(ConfigError) as caught:
        make_settings(TrainConfig, {"scripts": ["grim", name]}, "mine.yaml")
    words = str(caught.value)
    assert words.startswith(f"mine.yaml: scripts: {name!r} is kept for measuring generalisation")
    assert words.count("\n") == 0


@pytest.mark.parametrize("name", ALLOWED)
def test_a_pool_takes_what_is_public(name: str):
    assert not is_held_out(name)
    assert TrainConfig(scripts=("grim", name)).scripts == ("grim", name)


def test_every_public_temperament_of_the_family_is_allowed():
    for seed in range(50):
        sliders = ",".join(f"{name}={value}" for name, value in draw_sliders(seed).items())
        assert not is_held_out(f"temperament:{sliders}")
        sliders = ",".join(f"{name}={value}" for name, value in draw_held_out(seed).items())
        assert is_held_out(f"temperament:{sliders}")


def test_other_agents_and_wrong_names_are_not_held_out():
    for name in registry():
        assert is_held_out(name) == (name == "held_out")
    for name in ("mcts:seconds=0.9", "runs/quick-0/policy", "gimr", "grim:claim", "grim:claim=7"):
        assert not is_held_out(name)


def test_a_flag_is_refused_as_a_file_is(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as caught:
        parse_command(["--scripts", "grim", "held_out:seed=3"], CONFIG, TrainConfig, "")
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert "scripts" in said
    assert "held_out:seed=3" in said
