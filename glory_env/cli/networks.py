"""`glory networks`: keep the networks that come with the project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

import tyro

PLAYERS = Path("docs/results")  # what `glory study partners` has measured: players-FAMILY.json
FIELD = PLAYERS / "aleutians-training.json"  # what `glory bench --game aleutians` has measured


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
        task: adopt: copy finished runs, of either game, to the networks that come with the project.
            names: let each name without a seed mean the seed in the middle, of Glory's networks.
            cards: write the model card of every network, of either game.
        runs: of adopt: folders of runs.
        name: of what is adopted, without the seed.
    """
    from glory_agents.learned import entries
    from glory_env.games.aleutians.studies import cards as aleutians_cards
    from glory_env.games.glory.studies import strength
    from glory_env.games.glory.report.cards import write_cards
    from glory_env.training.adopt import adopt, point

    if (task == "adopt") != bool(runs):
        raise ValueError("runs: expected with adopt, folders of finished runs, and only there")
    if task == "adopt":
        for run in runs:
            print(f"{run} -> {adopt(run, name=name)}")
    elif task == "names":
        stored = strength.read(entries.PRETRAINED / strength.RESULTS)
        players = strength.players(PLAYERS)
        meant = {
            family: strength.middle(stored, family, folders)
            for family, folders in strength.measured_families().items()
        }
        for family, network in {**meant, **strength.meanings(players)}.items():
            point(family, network)
            print(f"{family} -> {network}")
    else:
        families = strength.players(PLAYERS).values()
        measured = {k: v for one in families for k, v in one["agents"].items()}
        field = json.loads(FIELD.read_text(encoding="utf-8"))
        for file in [*write_cards(measured), *aleutians_cards.write_cards(field)]:
            print(file)
