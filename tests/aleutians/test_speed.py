"""`glory speed --game aleutians`: the rows."""

from __future__ import annotations

import re

import pytest

from glory_env.cli.main import main
from glory_env.games.aleutians import speed as speed_aleutians


@pytest.mark.slow
def test_every_row_has_a_positive_figure(monkeypatch, capsys):
    monkeypatch.setattr(speed_aleutians, "BATCHES", (2, 4))
    monkeypatch.setattr(speed_aleutians, "SCRIPT_GAMES", 2)
    assert main(["speed", "--game", "aleutians", "--seconds", "0.02", "--repeats", "1"]) == 0
    rows = capsys.readouterr().out.splitlines()[1:]
    assert len(rows) == 9
    for row in rows:
        figure = re.search(r"  +([\d,.]+)(x| us| games/min| CPU s)?$", row)
        assert figure, row
        assert float(figure[1].replace(",", "")) > 0, row


def test_the_same_games_in_batches_of_any_size():
    """So the rows compare the same decisions."""
    whole = speed_aleutians.Vector(4, seed=range(4))
    half = speed_aleutians.Vector(2, seed=range(2, 4))
    assert (whole.games["key"][2:] == half.games["key"]).all()


def test_no_such_game(capsys):
    assert main(["speed", "--game", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
