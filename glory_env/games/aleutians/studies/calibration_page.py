"""The tables of games of the Aleutians Campaign: an evaluation, and the calibration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from glory_env import __version__
from glory_env.bench.statistics import Estimate
from glory_env.bench.study import Study
from glory_env.games.aleutians.bench.calibration import OUTSIDE, WITHIN, judge, plan
from glory_env.games.aleutians.bench.play import Played
from glory_env.games.aleutians.state import LEVELS
from glory_env.games.aleutians.studies.settings import Calibrate
from glory_env.report.tables import MISSING, Page, Table, interval, origin, seconds

DIGITS = 5
READING = "means with 95 % bootstrap intervals clustered by seed"
# Figure of `Played.summary` -> how it is written, in words.
FIGURES = {
    **{f"level_{name}": ("share", name.replace("_", " ")) for name in LEVELS},
    "vp": ("number", "VP at the end"),
    "turns": ("number", "turns"),
    "reward_japan": ("signed", "reward of Japan"),
    "japan_wins": ("share", "Japan above an Allied victory"),
}


def evaluation(summary: Mapping[str, Estimate], title: str) -> Table:
    """Levels of victory, VP and turns of one pair of agents."""
    rows = [
        [words, interval(summary[name].rounded(DIGITS), form)]
        for name, (form, words) in FIGURES.items()
    ]
    return Table("summary", title, "", ["", ""], rows)


def document(
    played: Played, names: tuple[str, str], board: Any, wall_time: float
) -> dict[str, Any]:
    """An evaluation as plain values for JSON."""
    return {
        "package": __version__,
        "scenario": board.name,
        "scenario_id": board.id,
        "agents": list(names),
        "seeds": {"first": int(played.seeds[0]), "games": len(played.seeds)},
        "wall_time_s": round(wall_time, 3),
        "summary": {name: value.plain() for name, value in played.summary().items()},
        "games": [
            {
                "seed": int(seed),
                "level": LEVELS[int(g["level"])],
                "vp": float(played.columns["vp"][k]),
                "turn": int(g["turn"]),
            }
            for k, (seed, g) in enumerate(zip(played.seeds, played.finals, strict=True))
        ],
    }


def calibration(found: Mapping[str, Any]) -> list[Table]:
    """Target, band, figure and whether it lies within."""
    rows = []
    for entry in found["targets"]:
        measured = interval(entry["measured"], entry["form"])
        said = entry["verdict"] if measured != MISSING else entry["why"] or entry["verdict"]
        rows.append([entry["id"], entry["name"], entry["band"], measured, said])
    verdicts = [entry["verdict"] for entry in found["targets"]]
    judged = verdicts.count(WITHIN) + verdicts.count(OUTSIDE)
    note = f"Within: {verdicts.count(WITHIN)} of {judged}"
    return [
        Table("targets", "targets", note + ".", ["", "statement", "band", "measured", ""], rows)
    ]


def circumstances(found: Mapping[str, Any]) -> str:
    """What was played, in one line."""
    japan, allies = found["agents"]
    return (
        f"{origin(found)}, {japan} (Japan) against {allies} (Allies), "
        f"{found['seeds']['games']} games from seed {found['seeds']['first']}, "
        f"{found['line']} of them on the historical line"
    )


def page(found: dict[str, Any]) -> Page:
    """The calibration, on a page."""
    return page_of("Calibration of the Aleutians Campaign", found, circumstances(found),
                   calibration(found))  # fmt: skip


def page_of(title: str, found: dict[str, Any], about: str, tables: Sequence[Table]) -> Page:
    """A page of results. about: what was played, in one line."""
    return Page(title, f"{about}; {READING}.", f"{about}, {seconds(found)}", tables)


STUDY = Study(Calibrate, plan, judge, page)
