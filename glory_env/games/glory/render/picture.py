"""A position as a picture: SVG, pixels, or a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from glory_env.games.glory.generated.records import Game
from glory_env.games.glory.render.board import board, caption
from glory_env.render.drawing import WIDTH
from glory_env.render.file import write_drawing
from glory_env.render.raster import image
from glory_env.render.svg import document

if TYPE_CHECKING:
    from glory_env.games.glory.scenario import Scenario


def svg(scenario: Scenario, record: Game, width: int = WIDTH) -> str:
    """The position as an SVG document, with English labels; counters and boxes carry tooltips.

    record: one element of a GAME array. ValueError for a width outside 320..3840.
    """
    return document(board(scenario, record), caption(scenario, record), width)


def pixels(scenario: Scenario, record: Game, width: int = WIDTH) -> np.ndarray:
    """The same drawing as pixels: uint8 of shape (H, W, 3), RGB, W = `width`, 16:9."""
    return np.array(image(board(scenario, record), width), dtype=np.uint8)


def write_picture(scenario: Scenario, record: Game, out: Path, width: int = WIDTH) -> None:
    """Write a position as PNG or SVG, by the suffix of `out`; errors as in `write_drawing`."""
    write_drawing(board(scenario, record), caption(scenario, record), out, width)
