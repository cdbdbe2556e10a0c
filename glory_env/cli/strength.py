"""`glory strength`: the networks that come with the project, measured and written down."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import tyro

PLAYERS = Path("docs/results")  # what `glory partners` has measured: players-FAMILY.json
FIELD = PLAYERS / "aleutians-training.json"  # what `glory bench --game aleutians` has measured
ABOUT = "Networks of `agents/glory_agents/pretrained/`; means with 95 % bootstrap intervals."


def strength(
    task: tyro.conf.Positional[Literal["adopt", "measure", "write", "cards"]],
    runs: tyro.conf.Positional[tuple[Path, ...]] = (),
    /,
    name: str = "",
    games: int = 1000,
    only: str = "",
    no_search: bool = False,
    folder: Path = Path("runs/bench"),
    jobs: int = 1,
    cluster: str = "",
    write: Path = Path("docs/results/training.md"),
) -> None:
    """Take over trained networks, measure macro policies, write their tables; write model cards.

    Args:
        task: adopt: copy finished runs, of either game, to the networks that come with the project.
            measure: play what has not been played yet; may be stopped at any time. write: write the
            tables, draw the curves and let each name without a seed mean the seed in the middle.
            cards: write the model card of every network, of either game. measure and write are of
            Glory's networks alone.
        runs: folders of runs to adopt.
        name: of what is adopted, without the seed; default: that of the run.
        games: of a pairing to measure.
        only: of the pairings to measure, those with this in their names.
        no_search: leave the planner out.
        folder: of the games played.
        jobs: processes that measure.
        cluster: measures on this Ray cluster in place of processes: HOST:PORT, or auto.
        write: the page; the curves go beside it.
    """
    from glory_agents.learned import entries
    from glory_env.bench import strength as bench
    from glory_env.bench.store import ResultsStore
    from glory_env.core.files import check_writable
    from glory_env.report import aleutians_cards, curves
    from glory_env.report import strength as report
    from glory_env.report.cards import write_cards
    from glory_env.report.tables import markdown, write_page
    from glory_env.training.adopt import adopt, point

    if (task == "adopt") != bool(runs):
        raise ValueError("runs: expected with adopt, folders of finished runs, and only there")
    results = entries.PRETRAINED / "results.json"
    if task == "adopt":
        for run in runs:
            print(f"{run} -> {adopt(run, name=name)}")
    elif task == "cards":
        players = bench.players(PLAYERS)
        measured = {k: v for one in players.values() for k, v in one["agents"].items()}
        field = json.loads(FIELD.read_text(encoding="utf-8"))
        for file in [*write_cards(measured), *aleutians_cards.write_cards(field)]:
            print(file)
    elif task == "measure":
        if games < 1 or jobs < 1:
            raise ValueError(f"--games, --jobs: expected at least 1, got {games} and {jobs}")
        wanted = [
            pair
            for pair in bench.plan()
            if only in bench.key_of(pair) and not (no_search and pair.is_slow)
        ]
        store = ResultsStore(bench.config(games, folder, jobs, cluster))
        bench.measure_all(results, wanted, store, lambda line: print(line, flush=True))
    else:
        picture = write.with_suffix(".png")
        check_writable(write, "--write")
        stored, groups = bench.read(results), bench.measured_families()
        for name, folders in groups.items():
            point(name, bench.middle(stored, name, folders))
        for name, meant in bench.meanings(bench.players(PLAYERS)).items():
            point(name, meant)
        tables = markdown(report.tables(stored, groups), level=2)
        write_page(
            write, "Training: results", f"{ABOUT}\n\n![learning curves]({picture.name})", tables
        )
        curves.draw(picture)
        print(f"written to {write} and {picture}")
