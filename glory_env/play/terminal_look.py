"""What the terminal shows: tables in colour where it has colours, else plain lines of ASCII."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from glory_env.game.game import Game
from glory_env.play.explain import Explanation
from glory_env.play.map_text import MapText
from glory_env.play.menu import Entry
from glory_env.render import text

KIND_STYLES = {"sea": "bright_blue", "land": "yellow", "convoy": "green"}
COLUMN_STYLES = {"Allied": "bold red", "Army": "orange3", "Navy": "sky_blue2"}


class Look:
    """Turns what is shown into lines. colour: with ANSI colours and drawn tables."""

    def __init__(self, colour: bool = False, width: int = text.WIDTH + 2) -> None:
        self.colour = colour
        self.width = width

    def board(self, game: Game) -> str:
        """The position as a table of boxes with what lies beside the map."""
        scenario, record = game.scenario, game.record
        if not self.colour:
            return text.board(scenario, record)
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
        for title, width in text.COLUMNS:
            table.add_column(title, style=COLUMN_STYLES.get(title), min_width=min(width, 24))
        for b in range(len(scenario.boxes)):
            name, kind, *rest = text.box_cells(scenario, record, b)
            shade = KIND_STYLES[kind]
            table.add_row(Text(name, style=f"bold {shade}"), Text(kind, style=shade), *rest)
        beside = [*text.off_map(scenario, record), *text.invasion(scenario, record)]
        head = Panel(Text("\n".join(text.header(scenario, record))), title=self._bar(game))
        return self._drawn(Group(head, table, Text("\n".join(beside), style="dim")))

    def _bar(self, game: Game) -> Text:
        """The total between floor and cap."""
        tables = game.scenario.tables[0]
        floor, cap = int(tables.floor[int(game.options.solo)]), int(tables.cap)
        filled = round(30 * max(0, game.total) / cap)
        style = "red" if game.total < floor + 100 else "green"
        return Text.assemble(("#" * filled, style), ("-" * (30 - filled), "dim"))

    def map(self, game: Game) -> str:
        """The map: boxes where they lie, with lines, markers and how much stands there."""
        drawn = MapText(game)
        return self._drawn(drawn.text()) if self.colour else drawn.text().plain

    def entries(self, entries: Sequence[Entry]) -> str:
        """A menu with its numbers."""
        if not self.colour:
            lines = [
                textwrap.fill(
                    entry.words, self.width, initial_indent=f"{number:4d}  ",
                    subsequent_indent=" " * 6,
                )
                for number, entry in enumerate(entries, 1)
            ]  # fmt: skip
            return "\n".join(lines)
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(justify="right", style="bold cyan", width=4)
        table.add_column(overflow="fold")
        for number, entry in enumerate(entries, 1):
            table.add_row(str(number), Text(entry.words))
        return self._drawn(table)

    def hint(self, found: dict[str, Any], estimate: float | None) -> str:
        """The best choices, numbered, with what became of them; the network's value apart."""
        rows = [
            (
                f"{number}  {one['words']}",
                f"{one['completion']:.0%}",
                *(f"{v:.1f}" for v in one["gp"].values()),
            )
            for number, one in enumerate(found["candidates"], 1)
        ]
        lines = [found["about"]]
        if self.colour:
            table = Table("choice", "completed", "army GP", "navy GP", box=box.SIMPLE_HEAD)
            for row in rows:
                table.add_row(*(Text(cell) for cell in row))
            lines.append(self._drawn(table))
        else:
            lines += [f"   {w}: completed {c}, army {a} GP, navy {n} GP" for w, c, a, n in rows]
        if estimate is not None:
            lines.append(f"Apart from that, policy estimate (from -1 to 1): {estimate:+.2f}")
        return "\n".join(lines)

    def why(self, seat: str, said: Explanation) -> str:
        """An agent's explanation of its last choice."""
        lines = [f"{seat} ({said.agent}): {said.text}"]
        for one in said.alternatives:
            mark = "->" if one["chosen"] else "  "
            lines.append(f"  {mark} {one['probability']:4.0%}  {one['words']}")
        if said.alternatives:
            lines.append(f"     ({said.about})")
        if said.before is not None:
            after = "" if said.after is None else f", {said.after:+.2f} after"
            lines.append(f"     policy estimate {said.before:+.2f} before{after}")
        return "\n".join(lines)

    def _drawn(self, thing: RenderableType) -> str:
        out = io.StringIO()
        console = Console(file=out, force_terminal=True, width=self.width, highlight=False)
        console.print(thing)
        return out.getvalue().rstrip("\n")
