"""A study asks one question of games: settings, a plan of what is played, a judge, a page.

`glory study NAME` runs each of them; a game names its own (`Bundle.studies`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from glory_env import __version__
from glory_env.bench.pairs import Progress
from glory_env.bench.seeds import REPORTING
from glory_env.bench.statistics import Formula

if TYPE_CHECKING:
    from glory_env.report.tables import Page

Asked = TypeVar("Asked")
Document = dict[str, Any]  # plain values for JSON
# Called with how many pairings there are; gives what is called with each number just finished.
Start = Callable[[int], Progress]
SECONDS, COMMAND = "wall_time_s", "command"  # in a document: how long it took, what was typed
MOST_JOBS = 1024
SEEDS = 2**62


@dataclass(frozen=True)
class Study(Generic[Asked]):
    """One study.

    settings: a dataclass, whose fields are its flags. plan: refuses what cannot be asked, plays
    what is missing and gives what the judge needs; its second argument is called with how many
    games or pairings there are, and gives what is called with each number of them just finished.
    judge: figures of what was played; where they have the key SECONDS, `measure` fills it in. page:
    the tables of these figures, and what stands above them. unit: of the progress shown. keeps:
    games outlive a run that is stopped.
    """

    settings: type[Asked]
    plan: Callable[[Asked, Start | None], Any]
    judge: Callable[[Asked, Any], Document]
    page: Callable[[Document], Page]
    unit: str = "pairing"
    keeps: bool = True

    def measure(self, asked: Asked, progress: Start | None = None) -> Document:
        """Play what is missing; all figures. ValueError (AgentError for an agent) names what is
        wrong before anything is played.
        """
        check_numbers(asked)
        started = time.perf_counter()
        document = self.judge(asked, self.plan(asked, progress))
        if SECONDS in document:
            document[SECONDS] = round(time.perf_counter() - started, 1)
        return document


def check_numbers(asked: Any) -> None:
    """ValueError for counts and seeds of settings that are out of range; it names the flag."""
    for name in (field.name for field in fields(asked)):
        value, flag = getattr(asked, name), f"--{name.replace('_', '-')}"
        most = MOST_JOBS if name == "jobs" else REPORTING
        if name.endswith("games") or name in ("positions", "jobs"):
            if value is not None and not 1 <= value <= most:
                raise ValueError(f"{flag}: expected 1 to {most}, got {value}")
        elif name == "seed" and not 0 <= value < SEEDS:
            raise ValueError(f"{flag}: expected 0 to 2**62, got {value}")


def head(format_: int, board: Any, code: str = "", **more: Any) -> Document:
    """How a document begins: format, versions, scenario, then `more`. code: a hash of the code."""
    return {
        "format": format_,
        "package": __version__,
        **({"code": code} if code else {}),
        "scenario": board.name,
        "scenario_id": board.id,
        **more,
    }


def ratio(above: str, below: str) -> Formula:
    """One column's mean over another's."""
    return lambda means: means[above] / means[below]


def less(one: str | Formula, other: str | Formula) -> Formula:
    """The difference of two columns' means or two formulas."""

    def value(figure: str | Formula, means: Any) -> Any:
        return means[figure] if isinstance(figure, str) else figure(means)

    return lambda means: value(one, means) - value(other, means)
