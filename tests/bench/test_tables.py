"""How figures are written."""

from __future__ import annotations

from typing import Any

import pytest

from glory_env.games.glory.report.suite import circumstances
from glory_env.report.tables import MISSING, interval


@pytest.mark.parametrize(
    ("value", "form", "written"),
    [
        ([0.806, 0.575, 1.008], "share", "80.6 % [57.5, 100.0]"),
        ([0.02, -0.013, 0.05], "share", "2.0 % [0.0, 5.0]"),
        ([1.12, 0.9, 1.3], "percentage", "112.0 % [90.0, 130.0]"),
        ([0.5, None, None], "share", "50.0 %"),
        ([-0.01, -0.1, 0.2], "signed", "-0.010 [-0.100, +0.200]"),
        (None, "share", MISSING),
    ],
)
def test_a_figure_with_its_interval(value, form, written):
    assert interval(value, form) == written


@pytest.mark.slow
def test_the_head_says_how_many_games_each_pairing_has(document: dict[str, Any]) -> None:
    seeds = document["seeds"]
    seeds |= {"games": 200, "of_families": 200}
    assert f"200 games a pairing from seed {seeds['first']}" in circumstances(document)
    seeds["of_families"] = 60
    assert "200 games a pairing, 60 with a member of a family, from" in circumstances(document)
