"""A position as a picture file."""

from __future__ import annotations

from pathlib import Path

from glory_env.core.files import whole_file
from glory_env.games.glory.generated.records import Game
from glory_env.games.glory.render import raster, svg
from glory_env.games.glory.scenario import Scenario
from glory_env.render.drawing import WIDTH


def write_picture(scenario: Scenario, record: Game, out: Path, width: int = WIDTH) -> None:
    """Write a position as PNG or SVG, by the suffix of `out`; never half a file.

    ValueError for another suffix or a width outside 320..3840; OSError where it cannot be
    written.
    """
    if out.suffix.lower() not in (".png", ".svg"):
        raise ValueError(f"{out}: suffix {out.suffix!r}, expected .png or .svg")
    with whole_file(out) as file:
        if out.suffix.lower() == ".svg":
            file.write(svg.board(scenario, record, width).encode())
        else:
            raster.image(scenario, record, width).save(file, "PNG", optimize=True)
