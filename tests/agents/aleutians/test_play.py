"""Whole games of the agents: legal, the same by seed, and the script wins."""

from __future__ import annotations

import numpy as np
import pytest

from glory_agents.learned.shipped import PRETRAINED
from glory_env import aleutians_v0
from glory_env.bench import play_pairs
from glory_env.envs.agent import GameView
from glory_env.games.aleutians.state import SIDES
from glory_env.training.adopt import LARGEST

from .positions import agent

GAMES = 20


def played(japan, allies, games, seed, **more):
    players = agent(japan), agent(allies)
    return play_pairs(*players, games, seed, vector_class=aleutians_v0.Vector, **more)


def rewards(japan, allies, games=GAMES, seed=900):
    """Rewards of Japan, (games,)."""
    return played(japan, allies, games, seed).rewards[:, 0]


@pytest.mark.slow
@pytest.mark.parametrize("weak", ["random", "careful"])
def test_the_script_beats_weak_agents_from_both_sides(weak):
    """Of 120 games, each side in 60, it wins at least 77: by chance one time in 800."""
    as_japan, as_allies = rewards("historical", weak, 60), rewards(weak, "historical", 60)
    assert as_japan.mean() > 0 > as_allies.mean()
    assert (as_japan > 0).sum() + (as_allies < 0).sum() >= 77


def test_same_seed_same_games_whatever_the_batch():
    players = ("aggressive", "defensive")
    whole, parts = played(*players, 6, 40), played(*players, 6, 40, batch=4)
    assert whole.finals.tobytes() == parts.finals.tobytes()
    columns = parts.columns()
    for name, column in whole.columns().items():
        assert (column == columns[name]).all(), name
    assert whole.finals.tobytes() != played(*players, 6, 41).finals.tobytes()


def test_one_game_through_act_is_the_game_of_the_batch():
    """`act` and `act_batch` play the same, since both draw by seat and decision."""
    vector = aleutians_v0.Vector(1, seed=77, autoreset=False)
    players = [agent("careful"), agent("historical")]
    for seat, player in zip(SIDES, players, strict=True):
        player.reset(seat, 77)
    while (seat := int(vector.seats[0])) < 2:
        view = GameView(vector.one(0), SIDES[seat])
        action = players[seat].act(vector.observations[0], vector.masks[0], view)
        vector.step(np.array([action]))
    batch = played("careful", "historical", 1, 77)
    assert vector.games.tobytes() == batch.finals.tobytes()
    assert "answers" in players[1].explain()


@pytest.mark.slow
def test_the_planner_plays_legally_and_the_same_by_seed():
    def start(steps):
        vector = aleutians_v0.Vector(1, seed=8, autoreset=False)
        planner, other = agent("rollouts:games=2,candidates=2,horizon=1"), agent("historical")
        planner.reset("japan", 8)
        other.reset("allies", 8)
        made = []
        for _ in range(steps):
            seat = int(vector.seats[0])
            player = (planner, other)[seat]
            view = GameView(vector.one(0), SIDES[seat])
            made.append(player.act(vector.observations[0], vector.masks[0], view))
            vector.step(np.array([made[-1]]))
        assert planner.explain()
        return made

    assert start(60) == start(60)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["aleutians-0", "aleutians-1", "aleutians-2"])
def test_the_networks_that_come_with_the_project_win_from_both_sides(name):
    """Against careful random play, on average; docs/results has the figures. Files stay small."""
    sizes = [file.stat().st_size for file in (PRETRAINED / name).glob("*/policy.safetensors")]
    assert len(sizes) == len(SIDES)
    assert max(sizes) <= LARGEST
    assert rewards(name, "careful", 16).mean() > 0
    assert rewards("careful", name, 16).mean() < 0
