"""Write the starting position of a scenario as a picture.

python -m glory_env.render --scenario glory --out docs/map.png
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from glory_env.core.files import whole_file
from glory_env.render import raster, svg
from glory_env.render.drawing import WIDTH


def write_picture(scenario: Any, record: Any, out: Path, width: int = WIDTH) -> None:
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


def main(arguments: list[str] | None = None) -> int:
    """The command; 0 on success, 2 with one line on stderr for bad input."""
    parser = argparse.ArgumentParser(prog="python -m glory_env.render", description=__doc__)
    parser.add_argument("--scenario", default="glory", help="name or path of a .yaml file")
    parser.add_argument("--out", type=Path, required=True, help="file to write: .png or .svg")
    parser.add_argument("--width", type=int, default=WIDTH, help="pixels (default: %(default)s)")
    options = parser.parse_args(arguments)
    from glory_env.game.game import Game  # late: compiles the rules the first time
    from glory_env.scenarios import ScenarioError

    try:
        game = Game(options.scenario, seed=0)
        write_picture(game.scenario, game.record, options.out, options.width)
    except (ScenarioError, ValueError, OSError) as error:
        print(f"python -m glory_env.render: {error}", file=sys.stderr)
        return 2
    print(options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
