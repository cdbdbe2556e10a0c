"""The map in characters: boxes where the layout puts them, joined by lines."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size

from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.render import position
from glory_env.games.glory.render.layout import MAP, arrange
from glory_env.games.glory.words import names
from glory_env.render.drawing import Area

COLUMNS, ROWS = 108, 34
BOX_ROWS = 3


class MapText:
    """One position, drawn: `text()`."""

    def __init__(self, game: Game, language: str = "en") -> None:
        self._game = game
        self._language = language
        self._cells = [[" "] * COLUMNS for _ in range(ROWS)]

    def text(self) -> str:
        """COLUMNS x ROWS characters, of which one may be two cells wide; in English ASCII."""
        self._draw_lines()
        for box, area in enumerate(arrange(self._game.scenario).boxes):
            self._draw_box(box, area)
        return "\n".join("".join(row).rstrip() for row in self._cells)

    def _place(self, x: float, y: float) -> tuple[int, int]:
        column = round((x - MAP.x) / MAP.width * (COLUMNS - 1))
        return column, round((y - MAP.y) / MAP.height * (ROWS - 1))

    def _put(self, column: int, row: int, words: str) -> None:
        for cell in words:
            wide = cell_len(cell)
            if column >= 0 and column + wide <= COLUMNS and 0 <= row < ROWS:
                # A wide character takes the place of two cells.
                self._cells[row][column : column + wide] = [cell, *[""] * (wide - 1)]
            column += wide

    def _draw_lines(self) -> None:
        scenario, areas = self._game.scenario, arrange(self._game.scenario).boxes
        tables = scenario.tables[0]
        for lines, cell in ((tables.sea_lines, "."), (tables.land_lines, ":")):
            for a in range(len(areas)):
                for b in range(a + 1, len(areas)):
                    if int(lines[a]) >> b & 1:
                        self._draw_line(areas[a], areas[b], cell)

    def _draw_line(self, start: Area, end: Area, cell: str) -> None:
        (x0, y0), (x1, y1) = self._place(*start.centre), self._place(*end.centre)
        steps = max(abs(x1 - x0) // 2, abs(y1 - y0), 1)
        for k in range(steps + 1):
            x, y = x0 + (x1 - x0) * k / steps, y0 + (y1 - y0) * k / steps
            self._put(round(x), round(y), cell)

    def _draw_box(self, box: int, area: Area) -> None:
        scenario, record = self._game.scenario, self._game.record
        width = round(area.width / MAP.width * COLUMNS) + 2
        column, row = self._place(*area.centre)
        column, row = max(0, column - width // 2), max(0, row - BOX_ROWS // 2)
        markers = position.markers_in(scenario, record, box)
        allied = " ".join(f"!{scenario.markers[m]}" for m in markers)
        value = position.box_value(scenario, record, box)
        lines = (
            names.name(scenario, scenario.boxes[box]).to(self._language),
            f"[{value}]" if value else "",
            self._units(box),
        )
        for k, words in enumerate(lines):
            self._put(column, row + k, f"|{set_cell_size(words, width - 2)}|")
        self._put(column + width - 1 - len(allied), row + 1, allied)

    def _units(self, box: int) -> str:
        """How many units of each service, a letter each up to four."""
        counts = dict.fromkeys("AaNn", 0)
        for stack in position.stacks_at(self._game.scenario, self._game.record, box):
            if stack.kind < st.FORT:
                letter = "AN"[stack.service]
                counts[letter if stack.active else letter.lower()] += len(stack.counters)
        parts = [
            letter * count if count <= 3 else f"{count}{letter}"
            for letter, count in counts.items()
            if count
        ]
        return " ".join(parts)
