"""docs/benchmark.md explains every key of the settings, every metric and every task."""

from __future__ import annotations

from pathlib import Path

import pytest

from glory_env.game.settings import read_settings
from glory_env.games.glory.bench.config import BenchConfig
from glory_env.games.glory.bench.metrics import METRICS
from glory_env.games.glory.bench.tasks import PLAYED

ROOT = Path(__file__).parents[2]
SUITES = [ROOT / "configs" / "evaluate" / f"{name}.yaml" for name in ("tonnage_bench", "full")]
MANUAL = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")


def test_every_key_is_explained_as_the_settings_say() -> None:
    for key, field in BenchConfig.model_fields.items():
        assert any(
            line.startswith(f"| `{key}` |") and line.endswith(f"| {field.description} |")
            for line in MANUAL.splitlines()
        ), key


def test_every_metric_is_explained_in_its_own_words() -> None:
    for name, metric in METRICS.items():
        about = metric.about.removesuffix(", army").removesuffix(", navy")
        assert any(
            f"`{name}`" in line.partition(" | ")[0] and line.endswith(f"| {about} |")
            for line in MANUAL.splitlines()
        ), name


@pytest.mark.parametrize("task", PLAYED)
def test_every_task_has_its_row(task: str) -> None:
    words = task.replace("_", " ") if task != "zero_sum" else "zero-sum"
    assert f"\n| {words} |" in MANUAL


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "results").glob("*.md")), ids=lambda page: page.name
)
def test_every_page_of_results_says_what_makes_it(page: Path) -> None:
    """A row of the protocol: the page, the command, the time."""
    protocol = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    (row,) = [line for line in protocol.splitlines() if f"](results/{page.name}) |" in line]
    _, command, time = row.strip("| ").split(" | ")
    assert command.startswith("`glory ")
    assert time


@pytest.mark.parametrize("path", SUITES)
def test_the_configurations_of_the_repository_are_valid(path: Path) -> None:
    assert read_settings(BenchConfig, path).agents
