"""The picture of a position as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from glory_env.games.glory.generated.records import Game
from glory_env.games.glory.render import board as scene
from glory_env.render.drawing import WIDTH
from glory_env.render.svg import document

if TYPE_CHECKING:
    from glory_env.games.glory.scenario import Scenario


def board(scenario: Scenario, record: Game, width: int = WIDTH) -> str:
    """The position as an SVG document, with English labels.

    `record` is one element of a GAME array. Counters and boxes carry tooltips.
    """
    return document(scene.board(scenario, record), scene.caption(scenario, record), width)
