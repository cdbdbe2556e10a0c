"""Par: how much shipping is left at the end of a turn to a player that knows the rules.

The figures are measured (tests/play/par.py) beside the page's partner, for the full scenario at
each handicap for people.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml

from glory_env.games.glory.engine.handicaps import handicap_of, name_of
from glory_env.games.glory.game import Game
from glory_env.games.glory.scenario import load

FILE = Path(__file__).with_name("par.yaml")
SCENARIO = "glory"


@cache
def _measured() -> dict[str, list[int]]:
    given: dict[str, list[int]] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return given


def par(game: Game) -> list[int] | None:
    """Totals at the end of turns 1 to 12; None for games of which nothing was measured."""
    if game.options.solo or game.scenario.id != load(SCENARIO).id:
        return None
    name = name_of(handicap_of(game.options.handicap))
    return _measured().get(name) if name else None
