"""The tables of how strong the networks are, from what has been measured."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from glory_agents.learned.names import FLAT
from glory_agents.learned.shipped import PRETRAINED
from glory_env.bench.study import Study
from glory_env.games.glory.bench.config import COOPERATIVE
from glory_env.games.glory.bench.pairing import Pairing
from glory_env.games.glory.bench.participants import families
from glory_env.games.glory.curves import CURVES
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.settings import Strength
from glory_env.games.glory.studies.statements import SOLO
from glory_env.games.glory.studies.strength import (
    COOPERATORS,
    alone,
    figures_of,
    judge,
    plan,
    scripted_pairs,
    with_itself,
)
from glory_env.report import curves
from glory_env.report.tables import MISSING, Page, Table, interval

ABOUT = "Networks of `agents/glory_agents/pretrained/`; means with 95 % bootstrap intervals."
# What cooperative networks were meant to reach: percent completed, GP of each service in completed
# games, percent of solo games that are won.
COMPLETED, GLORY, VICTORIES = 87.0, 70.0, 50.0
NOT_MEASURED = "not measured"
COLUMNS = {
    "completion": ("completed", "share"),
    "gp_army": ("GP army", "gp"),
    "gp_navy": ("GP navy", "gp"),
    "win_army": ("army wins", "share"),
    "win_navy": ("navy wins", "share"),
}
HEADS = [head for head, _ in COLUMNS.values()]

Results = Mapping[str, Any]  # as `strength.read` gives it
Groups = Mapping[str, list[str]]  # family -> its networks, by seed
Figures = Mapping[str, Any]  # [mean, low, high]


def tables(results: Results, groups: Groups) -> list[Table]:
    """All of them; without cooperative networks not those of their aims."""
    all_tables = [trained(results, groups)]
    names = {family: groups[family] for family in COOPERATORS if groups.get(family)}
    if names:
        all_tables += cooperative(results, names)
        all_tables.append(solo(results, [name for family in names.values() for name in family]))
    return all_tables


def trained(results: Results, groups: Groups) -> Table:
    """One row for each finished seed, with itself."""
    rows = []
    for family, names in groups.items():
        for name in names:
            about = json.loads((PRETRAINED / name / "policy.json").read_text(encoding="utf-8"))
            size = (PRETRAINED / name / "policy.safetensors").stat().st_size / 1e6
            rows.append(
                [
                    f"`{name}`",
                    _command(about),
                    f"{about['seconds'] / 60:.1f}",
                    f"{about['steps'] / 1e6:.2f}",
                    f"{size:.2f}",
                    *_cells(figures_of(results, with_itself(family, name))),
                ]
            )
    head = ["network", "command", "minutes", "million transitions", "MB", *HEADS]
    return Table("", "Every seed, with itself", "", head, rows)


def _command(about: Mapping[str, Any]) -> str:
    """That trained a network; those that set a script's parameters cannot be trained any more."""
    config = about["config"]
    if config["interface"] != FLAT:
        return "settings in `policy.json`"
    return f"`glory train --config configs/train/{config['name']}.yaml --seed {about['seed']}`"


def cooperative(results: Results, groups: Groups) -> list[Table]:
    """With itself beside the best scripted pair and the aim; nothing before scripts played."""
    scripts = {
        pair: figures
        for pair in scripted_pairs()
        if (figures := figures_of(results, Pairing(*pair, COOPERATIVE)))
    }
    if not scripts:
        return []
    best = max(scripts, key=lambda pair: scripts[pair]["completion"][0])
    words = " with ".join(dict.fromkeys(best))
    rows = [[f"{words}, the best scripts", *_cells(scripts[best]), ""]]
    for family, names in groups.items():
        for name in names:
            figures = figures_of(results, with_itself(family, name))
            met = None
            if figures:
                met = 100 * figures["completion"][0] >= COMPLETED and all(
                    figures[f"gp_{seat}"][0] >= GLORY for seat in SERVICES
                )
            rows.append([name, *_cells(figures), _met(met)])
    title = (
        f"Cooperative: at least {COMPLETED:g} % completed and both services' GP at least {GLORY:g}"
    )
    return [Table("", title, "", ["with itself", *HEADS, "aim"], rows)]


def solo(results: Results, names: Sequence[str]) -> Table:
    """Solo victories beside the planner's."""
    planner = figures_of(results, alone(SOLO))
    rows = [[f"{SOLO}, a second a turn", _cell(planner, "solo_victory", "share"), ""]]
    for name in names:
        figures = figures_of(results, alone(name))
        met = None if figures is None else 100 * figures["solo_victory"][0] >= VICTORIES
        rows.append([name, _cell(figures, "solo_victory", "share"), _met(met)])
    title = f"Solo conditions: at least {VICTORIES:g} % victories"
    return Table("", title, "", ["both services", "victories", "aim"], rows)


def _cells(figures: Figures | None) -> list[str]:
    return [_cell(figures, name, form) for name, (_, form) in COLUMNS.items()]


def _cell(figures: Figures | None, name: str, form: str) -> str:
    if figures is None:
        return NOT_MEASURED
    return interval(figures[name], form) if name in figures else MISSING


def _met(good: bool | None) -> str:
    return NOT_MEASURED if good is None else "met" if good else "missed"


def page(results: Results) -> Page:
    """All tables and the learning curves, on a page."""
    groups = families()
    draw = partial(curves.draw, groups, CURVES)
    return Page("Strength of the networks", ABOUT, "", tables(results, groups), level=2, draw=draw)


STUDY = Study(Strength, plan, judge, page)
