"""Tables of text, the same for the terminal, the page and the docs, and how a figure is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from glory_env.core.files import write_whole

MISSING = "-"
WIDTH = 100  # columns of a matrix in the terminal
# Form -> factor, digits, sign, unit; points and margin are differences. A share lies within 0 and
# 1, a percentage of something that it can exceed need not.
FORMS = {
    "share": (100, 1, "", " %"),
    "percentage": (100, 1, "", " %"),
    "points": (100, 1, "+", ""),
    "number": (1, 2, "", ""),
    "gp": (1, 1, "", ""),
    "margin": (1, 1, "+", ""),
    "signed": (1, 3, "+", ""),
    "lead": (1, 2, "+", ""),
}
Value = Sequence[float | None] | None  # [mean, low, high]; low, high None or nan: no interval


class Table(NamedTuple):
    """All text; the first column names the row. part: of the document it is made of.

    A row of the first cell alone is a heading.
    """

    part: str
    title: str
    note: str
    head: Sequence[str]
    rows: list[list[str]]


class Page(NamedTuple):
    """A page of results, in the docs and in the terminal.

    about: what stands above the tables in the docs, heading: in the terminal. level: of the
    tables' titles. width: columns of the terminal. shown: how many tables it gets; None for all.
    draw: writes the picture that goes beside the page (.png). picture: what a screen reader says of
    it. below: what stands between picture and tables in the docs.
    """

    title: str
    about: str
    heading: str
    tables: Sequence[Table]
    level: int = 3
    width: int | None = None
    shown: int | None = None
    draw: Callable[[Path], object] | None = None
    picture: str = "learning curves"
    below: str = ""

    def write(self, path: Path) -> None:
        """For the docs; OSError where that fails."""
        parts = [self.about]
        if self.draw is not None:
            picture = path.with_suffix(".png")
            self.draw(picture)
            parts.append(f"![{self.picture}]({picture.name})")
        about = "\n\n".join(filter(None, (*parts, self.below)))
        write_page(path, self.title, about, markdown(self.tables, self.level))

    def text(self) -> str:
        """For the terminal."""
        shown = text(self.tables[: self.shown], self.width)
        return "\n\n".join(filter(None, (self.heading, shown)))


def origin(document: Mapping[str, Any]) -> str:
    """The versions that figures are of, and the scenario."""
    code = f" (code {document['code']})" if "code" in document else ""
    return (
        f"glory_env {document['package']}{code}, scenario {document['scenario']} "
        f"({document['scenario_id'][:12]})"
    )


def seconds(document: Mapping[str, Any]) -> str:
    """How long it took to play and measure."""
    return f"{document['wall_time_s']:.0f} s"


def interval(value: Value, form: str) -> str:
    """mean [low, high], as the form says; the mean alone without them.

    The ends of a share's interval are cut at 0 and 1: intervals over few training seeds are
    extrapolated (`bench.families`) and can pass them.
    """
    if value is None:
        return MISSING
    scale, digits, sign, unit = FORMS[form]
    numbers = [x for x in value if x is not None and x == x]
    if form == "share":
        numbers = [min(max(x, 0.0), 1.0) for x in numbers]
    # + 0.0: zero has no sign
    mean, *ends = (f"{scale * x + 0.0:{sign}.{digits}f}" for x in numbers)
    return f"{mean}{unit}" + (f" [{', '.join(ends)}]" if ends else "")


def mean(value: Value, form: str, digits: int) -> str:
    """The mean alone, for a cell of a matrix."""
    if value is None or value[0] is None:
        return MISSING
    scale, _, sign, _ = FORMS[form]
    return f"{scale * value[0] + 0.0:{sign}.{digits}f}"


def matrix(
    part: str,
    titles: Sequence[str],
    note: str,
    names: Sequence[str],
    cells: Sequence[Sequence[Sequence[str]]],
) -> list[Table]:
    """A table for each title: rows play the first seat, columns the second, by their numbers.

    cells: of each title, row and column.
    """
    numbers = [str(n) for n in range(1, len(names) + 1)]
    labels = [f"{n} {name}" for n, name in zip(numbers, names, strict=True)]
    return [
        Table(part, title, note, ["", *numbers],
              [[label, *row] for label, row in zip(labels, rows, strict=True)])
        for title, rows in zip(titles, cells, strict=True)
    ]  # fmt: skip


def text(tables: Sequence[Table], width: int | None = None) -> str:
    """For the terminal: columns aligned; a table wider than `width` goes on below."""
    parts = []
    for table in tables:
        parts.append("\n".join(filter(None, (_title(table), *_aligned(table, width)))))
    return "\n\n".join(parts)


def _title(table: Table) -> str:
    return ": ".join(filter(None, (table.title, table.note)))


def _aligned(table: Table, width: int | None) -> list[str]:
    full = [row for row in (table.head, *table.rows) if len(row) == len(table.head)]
    widths = [max(len(row[k]) for row in full) for k in range(len(table.head))]
    step = len(widths)
    if width is not None:
        step = max(1, (width - widths[0]) // (2 + max(widths[1:], default=0)))
    lines = []
    for start in range(1, max(len(widths), 2), step):
        at = [0, *range(start, min(start + step, len(widths)))]
        for row in (table.head, *table.rows):
            cells = [row[k].ljust(widths[k]) for k in at] if len(row) > 1 else row
            lines.append("  ".join(cells).rstrip())
    return lines


def markdown(tables: Sequence[Table], level: int = 3) -> str:
    """For the docs."""
    parts = []
    for table in tables:
        head = _line(table.head)
        rows = [
            _line(row if len(row) > 1 else [f"**{row[0]}**", *[""] * (len(table.head) - 1)])
            for row in table.rows
        ]
        title = f"{'#' * level} {table.title[:1].upper()}{table.title[1:]}" if table.title else ""
        body = "\n".join([head, "|" + "---|" * len(table.head), *rows])
        parts.append("\n\n".join(filter(None, (title, table.note, body))))
    return "\n\n".join(parts)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(text.replace("|", "\\|") for text in cells) + " |"


def write_page(path: Path, title: str, about: str, body: str) -> None:
    """Write a page of generated results; OSError where that fails."""
    write_whole(path, f"# {title}\n\n{about}\n\n{body}\n")
