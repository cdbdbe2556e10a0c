"""What a page of the benchmark shows, read back from its HTML."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from glory_env.games.glory.report.page import page
from glory_env.games.glory.report.plots import draw_all
from glory_env.games.glory.report.suite import tables

PARTNERS = {  # whose motive is known, by role
    "cooperative": "conceder", "competitive": "grim", "spiteful": "stonewaller",
    "in_kind": "tit_for_tat",
}  # fmt: skip
AGENTS = ("withdraw_in_time", "civil_first", "stonewaller")  # of the document in conftest.py


class Found(HTMLParser):
    """Of a page: the text of its tables' cells by title, of its facts, its elements and ids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.text: list[str] = []
        self.elements: set[str] = set()
        self.ids: list[str] = []
        self.links: set[str] = set()
        self.hidden = self._in_cell = False
        self._rows: list[list[str]] = []
        self._title = ""
        self.feed(text)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attributes = dict(given)
        self.elements.add(tag)
        self.hidden = tag == "style" or (self.hidden and tag != "body")
        if attributes.get("id"):
            self.ids.append(str(attributes["id"]))
        for name in ("href", "xlink:href"):
            if name in attributes:
                self.links.add(str(attributes[name]))
        if tag == "table":
            self._rows = []
            self._title = str(attributes.get("data-title") or attributes.get("id"))
        elif tag == "tr":
            self._rows.append([])
        elif tag in ("td", "th"):
            self._rows[-1].append("")
            self._in_cell = True

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.text.append(data)
        if self._in_cell:
            self._rows[-1][-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self._add_table()
        if tag == "style":
            self.hidden = False
        if tag in ("td", "th"):
            self._rows[-1][-1] = " ".join(self._rows[-1][-1].split())
            self._in_cell = False

    def _add_table(self) -> None:
        """A table that is too wide goes on in another one of its title, with the same rows."""
        if self._title not in self.tables:
            self.tables[self._title] = self._rows
            return
        for row, more in zip(self.tables[self._title], self._rows, strict=True):
            assert more[0] == row[0]
            row += more[1:]

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())


def found_on(document: dict[str, Any]) -> Found:
    """What the document's page shows."""
    return Found(page(document, tables(document), draw_all(document)))
