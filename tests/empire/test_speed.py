"""`glory speed --game empire`: the rows."""

from __future__ import annotations

import re

import pytest

from glory_env.cli.main import main
from glory_env.games.empire import speed as speed_empire


@pytest.mark.slow
def test_every_row_has_a_positive_figure(monkeypatch, capsys):
    monkeypatch.setattr(speed_empire, "GAMES", 2)
    assert main(["speed", "--game", "empire", "--seconds", "0.02", "--repeats", "1"]) == 0
    rows = capsys.readouterr().out.splitlines()[1:]
    assert len(rows) == 11
    for row in rows:
        figure = re.search(r"  +([\d,.]+)( us| CPU s)?$", row)
        assert figure, row
        assert float(figure[1].replace(",", "")) > 0, row
