"""`glory ladder`: what plain MaskablePPO learns on each rung of the ladder of environments."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import tyro


def ladder(
    rungs: tyro.conf.Positional[tuple[Literal["macro", "teaching", "solo", "glory"], ...]] = (),
    /,
    minutes: float = 15.0,
    games: int = 400,
    points: int = 5,
    seed: int = 0,
    page_only: bool = False,
    write: Path = Path("docs/results/ladder.md"),
) -> None:
    """Train plain MaskablePPO on rungs of the ladder, measure what it learns, write the page.

    Rungs may be measured one by one: what was measured before stays on the page.

    Args:
        rungs: which rungs; default: all.
        minutes: of CPU time for each rung, on one core; evaluations come on top.
        games: of each line of an evaluation, an even number.
        points: evaluations after the one before the training, at even distances.
        seed: of weights, sampling and the dice of the training.
        page_only: train nothing; write the page of what is stored.
        write: the page; figures (.json) and curves (.png) go beside it.
    """
    from glory_env.core.files import check_writable, write_whole
    from glory_env.report.tables import markdown, text, write_page
    from glory_env.training import ladder as training
    from glory_env.training import ladder_page as report

    if page_only and rungs:
        raise ValueError("--page-only: expected without rungs, nothing is trained")
    if write.suffix != ".md":
        raise ValueError(f"--write {write}: expected a file that ends in .md")
    check_writable(write, "--write")
    file, picture = write.with_suffix(".json"), write.with_suffix(".png")
    training.check(minutes, games, points, seed)
    stored = training.read(file)
    names: tuple[str, ...] = rungs or tuple(training.RUNGS)
    for name in () if page_only else names:
        found = training.climb(
            name, minutes, games, points, seed, lambda line: print(line, flush=True)
        )
        stored = {**training.read(file), name: found}
        write_whole(file, training.as_json(stored))
    made = report.tables(stored)
    about = report.ABOUT
    if stored:
        report.draw(stored, picture)
        about += f"\n\n![learning curves]({picture.name})"
    write_page(write, "Plain MaskablePPO on the ladder", about, markdown(made))
    print(f"\n{text(made[:1])}\n\nwritten to {write}")
