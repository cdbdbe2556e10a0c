"""The page of `glory study ladder`: what plain MaskablePPO learns on each rung, and the curves."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from glory_env.bench.statistics import Estimate
from glory_env.bench.study import Study
from glory_env.games.glory.studies.ladder import RUNGS, judge, judged_line, plan
from glory_env.games.glory.studies.settings import Ladder
from glory_env.games.glory.training.compare import is_above
from glory_env.report.curves import save
from glory_env.report.tables import Page, Table, interval

FORMS = {"completion": "share", "victory": "share", "turns": "number", "reward": "signed"}
TITLES = {
    "completion": "completed",
    "victory": "solo victory",
    "turns": "turns",
    "reward": "mean reward",
}
ABOUT = (
    "This page shows what `sb3_contrib.MaskablePPO` with `MlpPolicy` learns on each rung of the "
    "ladder of environments. No code of this project's trainer is used ([Training](../training.md"
    "#plain-maskableppo-on-the-ladder)). `glory study ladder` trains and writes this page.\n\n"
    "- Time is CPU time of one core. Evaluations in between are not counted.\n"
    "- The held-out games have the same dice at every point. Brackets are 95 % bootstrap "
    "intervals. The reward is the mean of both seats, without shaping.\n"
    "- *drawn*: actions are drawn from the policy; this is what PPO optimises. *likeliest*: always "
    "the likeliest action.\n"
    "- *itself*: the same policy plays both seats. *alone*: it plays both services of a solo "
    "game.\n"
    "- *learns*: yes if, at the end, the whole interval of drawn actions with the partner of the "
    "training lies above the interval before the training.\n"
    "- One run with one seed for each rung."
)
NOT_MEASURED = "not measured yet"


def tables(stored: dict[str, Any]) -> list[Table]:
    """The summary and a table for each rung measured; stored: rung -> what `climb` gives."""
    all_tables = [_summary(stored)]
    for name in RUNGS:
        if name in stored:
            all_tables.append(_curve(name, stored[name]))
    return all_tables


def verdict(result: dict[str, Any]) -> bool:
    """Whether the judged figure's interval after the training lies above that before it."""
    before, after = _judged(result, 0), _judged(result, -1)
    return is_above(after, before)


def _judged(result: dict[str, Any], point: int) -> Estimate:
    figures = result["curve"][point]["lines"][judged_line(result["partner"])]
    return Estimate.read(figures[result["figure"]])


def _summary(stored: dict[str, Any]) -> Table:
    rows = []
    for name, rung in RUNGS.items():
        cells = [f"`{name}`: {rung.id}, {rung.chosen}"]
        if name in stored:
            result = stored[name]
            form = FORMS[result["figure"]]
            last = result["curve"][-1]
            cells += [
                _begins(result["start"]),
                _partner(result["partner"]),
                f"{last['minutes']:.1f}",
                f"{last['steps']:,}",
                TITLES[result["figure"]],
                interval(_judged(result, 0), form),
                interval(_judged(result, -1), form),
                "yes" if verdict(result) else "no",
            ]
        else:
            cells += [_begins(rung.start), _partner(rung.partner), "-", "-", TITLES[rung.figure]]
            cells += ["-", "-", NOT_MEASURED]
        rows.append(cells)
    head = ["rung", "begins with", "partner", "CPU minutes", "transitions", "figure", "before",
            "after", "learns"]  # fmt: skip
    return Table("ladder", "does it learn?", "Drawn actions with the partner.", head, rows)


def _begins(start: str) -> str:
    return f"the start `{start}`" if start else "nothing"


def _partner(partner: str) -> str:
    return f"`{partner}`" if partner else "none, both services"


def _curve(name: str, result: dict[str, Any]) -> Table:
    settings = ", ".join(f"{key} {value}" for key, value in result["settings"].items())
    note = (
        f"{result['id']}. {result['slots']} games side by side, shaping {result['shaping']:g}, "
        f"gamma 1, {settings}, seed {result['seed']}; {result['games']} games a line."
    )
    rows = []
    for point in result["curve"]:
        rows.append([f"{point['minutes']:.1f} CPU minutes, {point['steps']:,} transitions"])
        for line, figures in point["lines"].items():
            cells = (interval(value, FORMS[figure]) for figure, value in figures.items())
            rows.append([line, *cells])
    names = next(iter(result["curve"][0]["lines"].values()))
    return Table("curve", name, note, ["actions, partner", *(TITLES[n] for n in names)], rows)


def draw(stored: dict[str, Any], path: Path) -> None:
    """Write a PNG: a panel for each rung measured, a line with its interval for each line."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    shown = [name for name in RUNGS if name in stored]
    figure, axes = plt.subplots(1, len(shown), figsize=(4 * len(shown), 3.4), squeeze=False)
    for axis, name in zip(axes[0], shown, strict=True):
        result = stored[name]
        minutes = [point["minutes"] for point in result["curve"]]
        for line in result["curve"][0]["lines"]:
            values = [
                Estimate.read(point["lines"][line][result["figure"]]) for point in result["curve"]
            ]
            axis.plot(minutes, [value.mean for value in values], marker="o", ms=3, label=line)
            lows, highs = zip(*(_ends(value) for value in values), strict=True)
            axis.fill_between(minutes, lows, highs, alpha=0.15)
        axis.set_title(RUNGS[name].id)
        axis.set_xlabel("CPU minutes")
        axis.set_ylabel(TITLES[result["figure"]])
        axis.grid(alpha=0.3)
        axis.legend(fontsize=7)
    save(figure, path)


def _ends(value: Estimate) -> tuple[float, float]:
    return (value.low, value.high) if value.has_interval else (value.mean, value.mean)


def page(stored: dict[str, Any]) -> Page:
    """All tables and the curves, on a page; the terminal gets the summary."""
    picture = partial(draw, stored) if stored else None
    return Page("Plain MaskablePPO on the ladder", ABOUT, "", tables(stored), shown=1, draw=picture)


STUDY = Study(Ladder, plan, judge, page, keeps=False)
