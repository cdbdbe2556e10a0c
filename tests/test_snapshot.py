"""Snapshots: what `restore` refuses, and that a refusal changes nothing."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from glory_env.game.snapshot import Snapshots
from glory_env.games.glory import state as st
from glory_env.games.glory.definition import GLORY
from glory_env.games.glory.envs import raw_env
from glory_env.games.glory.game import Game
from glory_env.games.glory.position import position
from glory_env.games.glory.scenario import load

SNAPSHOTS = Snapshots(GLORY, load("teaching"), np.zeros(1, st.GAME))
SIZE = SNAPSHOTS.size
HEADER = SIZE - st.GAME.itemsize


def env_after(steps: int, scenario: str = "teaching", **options: Any) -> raw_env:
    """An environment after so many random micro-steps; fewer where the game is over."""
    env = raw_env(scenario, **options)
    env.reset(seed=steps)
    rng = random.Random(steps)
    for _ in range(steps):
        if not any(env.terminations.values()):
            env.step(rng.choice(np.flatnonzero(env.mask).tolist()))
    return env


def game_after(steps: int, scenario: str = "teaching", **options: Any) -> Game:
    """The same game as a `Game`."""
    env = env_after(steps, scenario, **options)
    return Game.of(env.scenario, env.options, env.games)


def refused(one: Any, data: bytes) -> str:
    """The words of the refusal, after which the game is the same."""
    before = one.games.tobytes(), one.mask.tobytes()
    with pytest.raises(ValueError, match=r"^snapshot: ") as caught:
        one.restore(data)
    assert (one.games.tobytes(), one.mask.tobytes()) == before
    return str(caught.value)


@pytest.fixture(params=["env", "game"])
def one(request):
    """What is restored: by both ways in."""
    return env_after(30) if request.param == "env" else game_after(30)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"scenario": "glory"}, f"of another scenario than teaching ({load('teaching').id})"),
        ({"deadlock": "dice"}, "opt_deadlock is 1, expected 0 to 0"),
        ({"grid": 25}, "opt_grid is 25, expected 5 to 5"),
        ({"optional": ("20-2",)}, "switch is 1, expected 0 to 0"),
        ({"rulings": {"absorbers": "box"}}, "switch is 1, expected 0 to 0"),
        ({"handicap": {"floor": 20}}, "opt_handicap is 20, expected 0 to 0"),
        ({"reveal_objective": True}, "reveal_objective is 1, expected 0 to 0"),
        ({"reward": "cooperative"}, "objective is"),
    ],
)
def test_a_snapshot_of_another_game(one, other, words):
    assert words in refused(one, env_after(12, **other).to_bytes())


def test_a_snapshot_before_the_first_reset(one):
    assert "turn is 0, expected 1 to" in refused(one, raw_env("teaching").to_bytes())


def test_bytes_that_are_no_snapshot(one):
    data = env_after(20).to_bytes()
    assert f"expected {SIZE} bytes, got 0" in refused(one, b"")
    assert "expected" in refused(one, data[:-1])
    assert "bytes" in refused(one, data[HEADER:])  # the bare record, as it was before
    noise = random.Random(1).randbytes(SIZE)
    assert "that this package has written" in refused(one, noise)
    assert "damaged" in refused(one, data[:HEADER] + noise[HEADER:])


def test_any_changed_byte_is_noticed(one):
    data = env_after(20).to_bytes()
    for at in range(0, len(data), 41):
        refused(one, data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :])


def test_another_version(one):
    data = env_after(20).to_bytes()
    assert "of another version" in refused(one, data[:6] + b"\2\0" + data[8:])
    assert "of another version" in refused(one, data[:8] + bytes(8) + data[16:])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", 99), ("turn", 0), ("phase", 10), ("step", 3), ("decision", 31), ("decision", -1),
        ("actor", 3), ("outcome", 3), ("cause", -1), ("total", 735), ("offer", 735),
        ("marker_step", 8), ("place", 24), ("place", -6), ("space", 127), ("active", 2),
        ("damage", 3), ("supports", -1), ("opener", 2), ("hand", 3), ("winner", 2),
        ("chosen_civil", 735), ("chosen_counter", 80), ("chosen_box", 24), ("chosen_kind", 9),
        ("battle_box", -2), ("battle_service", 2), ("loss", 735),
        ("convoy_hits", 9), ("passes", -1), ("started", 512), ("printed_dice", -1),
    ],
)  # fmt: skip
def test_a_value_out_of_range(one, field, value):
    games = env_after(20).games
    games[field] = value
    assert f"snapshot: {field} is {value}, expected" in refused(one, SNAPSHOTS.write(games))


@pytest.mark.parametrize("field", ["decision", "actor", "outcome"])
def test_a_decision_that_nobody_is_asked(one, field):
    games = env_after(20).games
    games[field] = {"decision": st.NO_DECISION, "actor": st.SYSTEM, "outcome": st.GAME_OVER}[field]
    assert "do not fit" in refused(one, SNAPSHOTS.write(games))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"scenario": "glory", "production": "joint_vote", "deadlock": "janken"},
        {"negotiation": "sealed", "deadlock": "pro_rata", "optional": ("20-1", "20-2")},
        {"negotiation": "fixed", "fixed_split": (0.4, 0.4), "rulings": {"absorbers": "box"}},
        {"max_offers": 20, "break_off": 0.1, "deadlock": "status_quo", "reward": "cooperative"},
    ],
)
def test_every_position_of_a_game_comes_back(options):
    env = raw_env(**{"scenario": "teaching", **options}, auto_forced=False)
    twin = raw_env(**{"scenario": "teaching", **options}, auto_forced=False)
    for seed in range(3):
        env.reset(seed=seed)
        rng = random.Random(seed)
        while not any(env.terminations.values()):
            env.step(rng.choice(np.flatnonzero(env.mask).tolist()))
            data = env.to_bytes()
            twin.restore(data)
            assert (twin.to_bytes(), twin.terminations) == (data, env.terminations)
            assert twin.mask.tobytes() == env.mask.tobytes()


def test_an_environment_does_not_stand_between_two_phases():
    game = position("turn_end", scenario="teaching", turn=2, then_stop=True)
    assert (game.decision, game.outcome) == ("none", "playing")
    data = game.snapshot()
    game.restore(data)
    assert game.snapshot() == data
    assert "no decision is pending" in refused(env_after(3), data)
