"""`glory render`: the starting position of a scenario as a picture."""

from __future__ import annotations

from pathlib import Path


def render(*, out: Path, scenario: str = "glory", width: int | None = None) -> None:
    """Draw the starting position of a scenario.

    Args:
        out: file to write, .png or .svg.
        scenario: name or path of a .yaml file.
        width: in pixels, 320 to 3840; the usual one where it is not given.
    """
    from glory_env.games.glory.game import Game
    from glory_env.games.glory.render.picture import write_picture
    from glory_env.render.drawing import WIDTH

    game = Game(scenario, seed=0)
    write_picture(game.scenario, game.record, out, width or WIDTH)
    print(out)
