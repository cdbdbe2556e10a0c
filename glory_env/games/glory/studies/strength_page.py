"""The tables of how strong the networks are, from what has been measured."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

from glory_agents.glory.scripted.named import NAMED
from glory_agents.learned.shipped import PRETRAINED
from glory_env.bench.study import Study
from glory_env.games.glory.report import curves
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.settings import Strength
from glory_env.games.glory.studies.statements import SOLO
from glory_env.games.glory.studies.strength import (
    COOPERATIVE_NETS,
    DIAL,
    OBJECTIVES,
    SELFISH_NETS,
    figures_of,
    judge,
    measured_families,
    middle,
    plan,
    scripted_pairs,
)
from glory_env.report.tables import MISSING, Page, Table, interval

ABOUT = "Networks of `agents/glory_agents/pretrained/`; means with 95 % bootstrap intervals."
AHEAD = 10.0  # points of completion over the best scripted pair
GLORY = 65.0  # mean GP of both services in completed games
NEAR, NEAR_GP = 5.0, 5.0  # that the dial may be behind the specialists
NOT_MEASURED = "not measured"
COLUMNS = {
    "completion": ("completed", "share"),
    "gp_army": ("GP army", "gp"),
    "gp_navy": ("GP navy", "gp"),
    "reward": ("reward", "signed"),
}
HEADS = [head for head, _ in COLUMNS.values()]

Results = Mapping[str, Any]  # as `strength.read` gives it
Groups = Mapping[str, list[str]]  # objective -> its networks, by seed
Figures = Mapping[str, Any]  # [mean, low, high]


def tables(results: Results, groups: Groups) -> list[Table]:
    """All of them; without networks of an objective not its table."""
    all_tables = [trained(results, groups)]
    if groups.get(COOPERATIVE_NETS):
        all_tables += cooperative(results, groups[COOPERATIVE_NETS])
        all_tables.append(solo(results, groups[COOPERATIVE_NETS]))
    if groups.get(SELFISH_NETS):
        all_tables.append(selfish(results, groups[SELFISH_NETS]))
    if groups.get(DIAL):
        all_tables.append(dial(results, groups))
    return all_tables


def trained(results: Results, groups: Groups) -> Table:
    """One row for each finished seed, with itself at its own angle."""
    rows = []
    for name, folders in groups.items():
        for folder in folders:
            about = json.loads((PRETRAINED / folder / "policy.json").read_text(encoding="utf-8"))
            figures = figures_of(results, folder, folder, OBJECTIVES.get(name, 0.0))
            size = (PRETRAINED / folder / "policy.safetensors").stat().st_size / 1e6
            rows.append(
                [
                    f"`{folder}`",
                    f"`train.py --config configs/train/{name}.yaml --seed {about['seed']}`",
                    f"{about['seconds'] / 60:.1f}",
                    f"{about['steps'] / 1e6:.2f}",
                    f"{size:.2f}",
                    *_cells(figures),
                ]
            )
    head = ["network", "command", "minutes", "million turns", "MB", *HEADS]
    return Table("", "Every seed, with itself", "", head, rows)


def cooperative(results: Results, folders: Sequence[str]) -> list[Table]:
    """Self-play and cross-play against the best scripted pair; nothing before scripts played."""
    angle = OBJECTIVES[COOPERATIVE_NETS]
    scripts = {pair: figures_of(results, *pair, angle) for pair in scripted_pairs()}
    measured = {pair: figures for pair, figures in scripts.items() if figures}
    if not measured:
        return []
    best = max(measured, key=lambda pair: measured[pair]["completion"][0])
    goal = 100 * measured[best]["completion"][0] + AHEAD
    rows = [
        [f"{' with '.join(dict.fromkeys(best))}, the best scripts", *_cells(measured[best]), ""]
    ]
    for a, b in [*((name, name) for name in folders), *permutations(folders, 2)]:
        figures = figures_of(results, a, b, angle)
        met = None
        if figures:
            met = 100 * figures["completion"][0] >= goal and all(
                figures[f"gp_{seat}"][0] >= GLORY for seat in SERVICES
            )
        rows.append([f"{a} with {b}", *_cells(figures), _met(met)])
    title = (
        f"Cooperative: at least {goal:.1f} % completed ({AHEAD:g} points above the best "
        f"scripts) and both services' GP at least {GLORY:g}"
    )
    return [Table("", title, "", ["army with navy", *HEADS, ""], rows)]


def solo(results: Results, folders: Sequence[str]) -> Table:
    """Solo victories beside the planner's."""
    angle = OBJECTIVES[COOPERATIVE_NETS]
    planner = figures_of(results, SOLO, SOLO, angle, solo=True)
    rows = [[f"{SOLO}, a second a turn", _cell(planner, "solo_victory", "share"), ""]]
    for name in folders:
        figures = figures_of(results, name, name, angle, solo=True)
        met = None
        if figures and planner:
            met = figures["solo_victory"][0] > planner["solo_victory"][0]
        rows.append([name, _cell(figures, "solo_victory", "share"), _met(met)])
    title = "Solo conditions: more victories than the planner"
    return Table("", title, "", ["both services", "victories", ""], rows)


def selfish(results: Results, folders: Sequence[str]) -> Table:
    """Utility against every script, in both seats."""
    rows = []
    beaten, better, measured = ({name: 0 for name in folders} for _ in range(3))
    for script in NAMED:
        row = [script]
        # Scripts do not look at the angle.
        itself = figures_of(results, script, script, OBJECTIVES[COOPERATIVE_NETS])
        for name in folders:
            for army, navy, sign in ((name, script, 1), (script, name, -1)):
                figures = figures_of(results, army, navy, 0.0)
                if figures is None:
                    row.append(NOT_MEASURED)
                    continue
                measured[name] += 1
                mean, *ends = figures["ahead_army"]
                ends = [None if x is None else sign * x for x in ends[::sign]]
                row.append(interval([sign * mean, *ends], "lead"))
                beaten[name] += sign * mean > 0
                own = f"utility_{SERVICES[sign < 0]}"
                if itself:
                    better[name] += figures[own][0] > itself[own][0]
        rows.append(row)
    head = ["utility ahead of"]
    for name in folders:
        head += [f"{name} as army", "as navy"]
    counts, gains = (
        ", ".join(f"{name} {count[name]} of {measured[name]}" for name in folders)
        for count in (beaten, better)
    )
    note = (
        f"{_met(beaten == measured).capitalize()}. "
        f"Ahead in the mean: {counts}. Utility: win 1, draw 0.5, loss 0, game over -1; both lose "
        "alike where the game is lost. Better off with a script than the script with itself, in "
        f"the same seat: {gains}."
    )
    return Table("", "Selfish: ahead of every script in utility, in both seats", note, head, rows)


def dial(results: Results, groups: Groups) -> Table:
    """The dial with itself at three angles, beside the specialists' middle seeds."""
    rows = []
    for name, angle in OBJECTIVES.items():
        special = middle(results, name, groups[name]) if groups.get(name) else ""
        theirs = figures_of(results, special, special, angle) if special else None
        rows.append([f"{angle:g}", special or NOT_MEASURED, *_cells(theirs), ""])
        for own in groups[DIAL]:
            figures = figures_of(results, own, own, angle)
            met = _is_near(figures, theirs) if figures and theirs else None
            rows.append([f"{angle:g}", own, *_cells(figures), _met(met)])
    title = (
        f"The dial: at most {NEAR:g} points of completion and {NEAR_GP:g} GP behind the specialists"
    )
    return Table("", title, "", ["angle", "network", *HEADS, ""], rows)


def _is_near(figures: Figures, theirs: Figures) -> bool:
    behind: float = 100 * (theirs["completion"][0] - figures["completion"][0])
    gp = [theirs[f"gp_{seat}"][0] - figures[f"gp_{seat}"][0] for seat in SERVICES]
    return behind <= NEAR and max(gp) <= NEAR_GP


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
    all_tables = tables(results, measured_families())
    return Page("Training: results", ABOUT, "", all_tables, level=2, draw=curves.draw)


STUDY = Study(Strength, plan, judge, page)
