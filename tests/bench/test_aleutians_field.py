"""Cross-play of the Aleutians Campaign: who gets what from whom, verdicts, best replies."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from glory_agents.registry import make_agent
from glory_env.bench.crossplay import cross_play, pairs_of, verdict
from glory_env.bench.statistics import bootstrap
from glory_env.games import game
from glory_env.games.aleutians.curves import CURVES
from glory_env.games.aleutians.envs import Vector
from glory_env.report import crossplay as report
from glory_env.report import curves
from glory_env.report.tables import text

pytestmark = pytest.mark.slow
GAME = game("aleutians")


@pytest.mark.parametrize(
    ("rewards", "said"),
    [
        (np.tile([0.35, 1.0], 50), "ahead"),
        (np.tile([-0.5, -1.0], 50), "behind"),
        (np.tile([-1.0, 1.0], 50), "level"),
        (np.where(np.arange(100) < 3, -1.0, 0.35), "open"),  # three games are too few to say
    ],
)
def test_a_verdict_needs_an_interval(rewards: np.ndarray, said: str) -> None:
    found = bootstrap({"reward": rewards}, np.arange(len(rewards)))["reward"]
    assert verdict(found.rounded(5)) == said


def test_the_cross_play_is_zero_sum_and_names_the_better_side() -> None:
    names = ("historical", "careful")
    agents = {name: make_agent(name, game="aleutians") for name in names}
    found = cross_play(agents, ["historical"], 4, Vector)
    against = found["against"]["historical"]["careful"]
    assert against["japan"]["reward"] == found["cells"]["historical"]["careful"]["reward"]
    loss = found["cells"]["careful"]["historical"]["reward"][0]
    assert against["allies"]["reward"][0] == -loss
    own = found["cells"]["careful"]["careful"]["reward"][0]
    gain = against["japan"]["reward"][0] - own
    assert against["japan"]["gain"][0] == pytest.approx(gain, abs=1e-4)
    assert found["replies"]["historical"]["japan"]["reply"] in names
    printed = text(report.tables(found, GAME))
    assert "historical" in printed
    assert "best replies" in printed
    assert report.verdict(found, GAME, "historical") in printed
    assert pairs_of(["a", "b", "c"], ["a"], False) == [
        ("a", "a"), ("a", "b"), ("a", "c"), ("b", "a"), ("b", "b"), ("c", "a"), ("c", "c"),
    ]  # fmt: skip


def test_several_measured_agents_are_also_reported_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the learning curves of those that have some are drawn."""
    names = ("random", "careful", "historical")
    agents = {name: make_agent(name, game="aleutians") for name in names}
    found = cross_play(agents, ["careful", "historical"], 4, Vector)
    made = report.tables(found, GAME)[0]
    assert (made.part, [row[0] for row in made.rows]) == ("together", ["random"])
    rewards = [found["against"][name]["random"]["japan"]["reward"][0] for name in found["measured"]]
    low, high = sorted(rewards)
    assert made.rows[0][1] == f"{sum(rewards) / 2:+.3f} ({low:+.3f} to {high:+.3f})"
    both = [
        rewards[k] + found["against"][name]["random"]["allies"]["reward"][0]
        for k, name in enumerate(found["measured"])
    ]
    assert made.rows[0][-1].startswith(f"{sum(both) / 4:+.3f} ({min(both) / 2:+.3f} to")
    verdicts = [found["against"][name]["random"]["japan"]["verdict"] for name in found["measured"]]
    assert made.rows[0][2] == f"{verdicts.count('ahead')} of 2"
    assert report.page(found, GAME).draw is None
    for name, seat in (("careful", "allies"), ("historical", "japan")):
        curve = tmp_path / name / seat / "curves.csv"
        curve.parent.mkdir(parents=True)
        curve.write_text("\n".join(",".join(row) for row in (CURVES, "1" * len(CURVES))) + "\n")
    for module in (report, curves):
        monkeypatch.setattr(module, "PRETRAINED", tmp_path)
    report.page(found, GAME).write(tmp_path / "page.md")
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
    assert "![learning curves](page.png)" in (tmp_path / "page.md").read_text()
    alone = report.tables(cross_play(agents, ["historical"], 2, Vector), GAME)
    assert all(table.part != "together" for table in alone)
