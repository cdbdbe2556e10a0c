"""`glory networks`: keep the networks that come with the project."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import tyro

from glory_env import games

RESULTS = Path("docs/results")  # what has been measured of them


def networks(
    task: tyro.conf.Positional[Literal["adopt", "names", "cards"]],
    runs: tyro.conf.Positional[
        Annotated[tuple[Path, ...], tyro.conf.arg(metavar="RUN ...", help_behavior_hint="")]
    ] = (),
    /,
    name: Annotated[str, tyro.conf.arg(help_behavior_hint="(default: that of the run)")] = "",
) -> None:
    """Take over trained networks, say what their names mean, write their model cards.

    Args:
        task: adopt: copy finished runs to the networks that come with the project. names: let each
            name without a seed mean one of its seeds. cards: write the model card of every
            network. Of every game.
        runs: of adopt: folders of runs.
        name: of what is adopted, without the seed.
    """
    from glory_env.training.adopt import adopt, point

    if (task == "adopt") != bool(runs):
        raise ValueError("runs: expected with adopt, folders of finished runs, and only there")
    if task == "adopt":
        for run in runs:
            print(f"{run} -> {adopt(run, name=name)}")
        return
    for game in map(games.game, games.GAMES):
        if task == "names":
            for family, network in game.network_names().items():
                point(family, network)
                print(f"{family} -> {network}")
        else:
            for file in game.write_cards(RESULTS):
                print(file)
