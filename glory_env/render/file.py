"""A drawing as a picture file."""

from __future__ import annotations

from pathlib import Path

from glory_env.core.files import whole_file
from glory_env.render import raster, svg
from glory_env.render.drawing import CANVAS, WIDTH, Point, Primitive


def write_drawing(
    drawn: list[Primitive], title: str, out: Path, width: int = WIDTH, canvas: Point = CANVAS
) -> None:
    """Write a drawing as PNG or SVG, by the suffix of `out`; never half a file.

    title: the picture in a sentence, for SVG. canvas: width and height of the drawing in its own
    units. ValueError for another suffix or a width outside 320..3840; OSError where it cannot be
    written.
    """
    if out.suffix.lower() not in (".png", ".svg"):
        raise ValueError(f"{out}: suffix {out.suffix!r}, expected .png or .svg")
    with whole_file(out) as file:
        if out.suffix.lower() == ".svg":
            file.write(svg.document(drawn, title, width, canvas).encode())
        else:
            raster.image(drawn, width, canvas).save(file, "PNG", optimize=True)
