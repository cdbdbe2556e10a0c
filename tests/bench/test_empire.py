"""Figures of games of Empire of the Sun: levels, points, the targets, the commands."""

from __future__ import annotations

import json

import numpy as np
import pytest

from glory_agents.registry import make_agent
from glory_env import empire_v0
from glory_env.bench import play_pairs
from glory_env.bench.targets import OUTSIDE, WITHIN, measure, verdict
from glory_env.cli.main import main
from glory_env.games.empire.bench.calibration import TARGETS, columns_of
from glory_env.games.empire.bench.chances import chances
from glory_env.games.empire.engine.rewards import LEVELS

CALIBRATE = ["study", "calibrate", "--game", "empire", "--agent", "random"]


@pytest.fixture(scope="module")
def results():
    random = make_agent("random", game="empire")
    return play_pairs(random, random, 2, 5, reward="outcome", vector_class=empire_v0.Vector)


def test_levels_points_and_rewards_agree(results):
    columns = columns_of(results)
    levels = np.array([columns[f"level_{name}"] for name in LEVELS])
    assert (levels.sum(axis=0) == 1).all()
    assert np.array_equal(columns["japan_wins"], columns["vp"] >= 6)
    assert np.array_equal(columns["japan_wins"], columns["reward_japan"] > 0)
    assert np.array_equal(columns["usual"], np.abs(columns["vp"] - 5) <= 9)


def test_every_figure_of_a_target_is_measured(results):
    names = set(columns_of(results))
    for targets in TARGETS.values():
        assert {target.figure for target in targets} <= names


def test_dice_and_tables_agree_with_their_closed_forms():
    rows = chances(1000, 7)
    assert len(rows) == 12
    for target, estimate in rows:
        assert verdict(target, estimate) == WITHIN, (target.name, estimate)


def test_a_loaded_die_lies_outside():
    """As if a B-29 at full strength always succeeded."""
    target = next(target for target, _ in chances(1000, 7) if target.figure == "bombing_2")
    [(_, estimate)] = measure([target], {"bombing_2": np.ones(1000)}, np.arange(1000))
    assert verdict(target, estimate) == OUTSIDE


def test_evaluate_writes_level_and_points(capsys, tmp_path):
    path = tmp_path / "games.json"
    assert main(["evaluate", "--game", "empire", "--games", "2", "--json", str(path)]) == 0
    assert "VP at the end" in capsys.readouterr().out
    found = json.loads(path.read_text(encoding="utf-8"))
    assert all(game["level"] in LEVELS for game in found["games"])


def test_calibrate_prints_the_targets_of_a_scenario(capsys):
    assert main([*CALIBRATE, "--games", "2", "--quick"]) == 0
    out = capsys.readouterr().out
    assert "Japan wins" in out
    assert "a B-29 succeeds, full strength" in out
    assert main([*CALIBRATE, "--scenario", "short_campaign"]) == 2
    assert "unknown scenario 'short_campaign'" in capsys.readouterr().err
