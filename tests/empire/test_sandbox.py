"""Random offensives never come to a dead end, and leave the board in order (P-10, NX-03)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.codes import DECISIONS
from tests.covers import covers

from .sandbox import Sandbox


@covers("NX-03", "P-10", "P-11", "R7.2-b", "R7.23-a", "R7.28-a")
def test_offensives_come_to_an_end():
    sandbox = Sandbox()
    for seed in range(24):
        assert sandbox.play(seed) == []


@pytest.mark.slow
@covers("NX-03", "P-10", "R7.24-n", "R8.24-b")
def test_twenty_thousand_offensives_come_to_an_end():
    """In all of them together every question is asked but those that need a rare position."""
    sandbox = Sandbox()
    for seed in range(1000, 7700):
        assert sandbox.play(seed) == []
    rare = {"none", "survivor", "shift_from", "shift_to", "weak_critical"}
    assert {*DECISIONS} - {*sandbox.seen} <= rare, sandbox.seen
