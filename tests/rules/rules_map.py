"""The rules map of each game: every statement, the code that plays it, the tests that check it.

`python -m tests.rules.rules_map` writes rules_map.md below docs/ for each game. Code is found by
the ids in docstrings and comments, tests by their `@covers`, and the tests of examples and boundary
cases by their names, as `test_vx_07_...` and `test_bv_31_...`.
"""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import tests.aleutians.not_modelled as aleutians
import tests.empire.not_modelled as empire
import tests.rules.not_modelled as glory

ROOT = Path(__file__).resolve().parents[2]
# "R9-0a..f", "R11-2g, h, i" and "R12-5d, R12-5k" are several ids each; "RDX-07" is a die.
_ID = re.compile(r"\b(R(?:\d+|[A-Z]+-\d+)(?:-\d+)*-?)([a-z])(?:\.\.([a-z])|((?:, [a-z]\b(?!\w))*))")
# "R6.21-c, -d, -zb", "R8.42-a to -d" and "R6.24-b to R6.24-f" are several ids each.
_DOTTED = re.compile(
    r"\b(R\d+\.\w+)-([a-z]+)(?: to (?:\1)?-([a-z])\b|((?:, -[a-z]+\b)*))|\b(RSQ-\d+)\b"
)
_DIE = re.compile(r"\bRDX-\d\d\b")
_VECTOR = re.compile(r"(?<![a-z])(vx|bv)_(\d\d)")


@dataclass(frozen=True, eq=False)  # one object for each book
class Book:
    """A rulebook: its statements, and where its code, its tests and its page are."""

    name: str
    folder: str  # of docs/ with rule_ids.csv and rules_map.md
    code: str  # the places in the page are written from this folder on
    tests: str
    binding: tuple[str, ...]  # tags of statements that need code and a test
    tags: tuple[str, ...]  # lines of the page about the tags
    not_modelled: Mapping[str, str]  # id: reason
    not_tested: Mapping[str, str]
    other_code: tuple[str, ...] = ()  # folders and files of other games inside them
    shared: tuple[str, ...] = ()  # files of all games that play a statement of this one
    vectors: tuple[str, ...] = ()  # listed on the page
    not_vectors: Mapping[str, str] = field(default_factory=dict)
    dotted: bool = False  # whether the numbers of its sections have dots

    @property
    def page(self) -> Path:
        return ROOT / "docs" / self.folder / "rules_map.md"

    def ids(self) -> dict[str, str]:
        """Every statement's id and tag, in order."""
        path = ROOT / "docs" / self.folder / "rule_ids.csv"
        with path.open(encoding="utf-8") as file:
            return {row["id"]: row["tag"] for row in csv.DictReader(file)}

    def files(self, folder: str, pattern: str) -> list[Path]:
        """Python files of this game below a folder of the project."""
        others = [ROOT / other for other in self.other_code]
        found = sorted((ROOT / folder).rglob(pattern))
        return [file for file in found if not any(file.is_relative_to(o) for o in others)]

    def sources(self) -> list[Path]:
        return [*self.files(self.code, "*.py"), *(ROOT / one for one in self.shared)]

    def ids_in(self, text: str) -> set[str]:
        """The ids a docstring or comment names."""
        return dotted_ids_in(text) if self.dotted else ids_in(text)


GLORY = Book(
    name="Glory of the Japanese Empire",
    folder="",
    code="glory_env/games/glory",
    tests="tests",
    other_code=("tests/aleutians", "tests/empire"),
    shared=("glory_env/core/dice.py", "glory_env/scenario/values.py"),
    binding=("RULE", "SOLO", "OPT", "DER"),
    tags=(
        "project's own numbering: section of the rulebook plus a letter. Tags: RULE printed",
        "and binding, SOLO, OPT optional, DER follows from printed rules; DEF, NOTE, FLAV",
        "carry no rule of their own.",
    ),
    not_modelled=glory.NOT_MODELLED,
    not_tested=glory.NOT_TESTED,
)
ALEUTIANS = Book(
    name="The Aleutians Campaign",
    folder="aleutians",
    code="glory_env/games/aleutians",
    tests="tests/aleutians",
    binding=("RULE", "OPT", "DER", "DIE"),
    tags=(
        "project's own numbering: section of the rulebook plus a letter. Tags: RULE printed",
        "and binding, OPT optional, DER follows from printed rules, DIE a roll and its",
        "modifiers; COMP and NOTE carry no rule of their own.",
    ),
    not_modelled=aleutians.NOT_MODELLED,
    not_tested=aleutians.NOT_TESTED,
    vectors=(
        *(f"VX-{n:02}" for n in range(1, 29)),
        *(f"BV-{n:02}" for n in range(1, 79)),
    ),
    not_vectors=aleutians.NOT_VECTORS,
)
EMPIRE = Book(
    name="Empire of the Sun",
    folder="empire",
    code="glory_env/games/empire",
    tests="tests/empire",
    binding=("RULE", "DER"),
    tags=(
        "project's own numbering: section of the rulebook plus a letter. Tags: RULE printed",
        "and binding, DER follows from printed rules; OPT, COMP and NOTE are no rule of this",
        "environment.",
    ),
    not_modelled=empire.NOT_MODELLED,
    not_tested={},
    vectors=(
        *(f"VX-{n:02}" for n in range(1, 38) if n != 29),
        *("VX-5.31", "VX-12.32", "VX-13.76", "VX-16.41", "VX-16.47", "VX-16.48"),
        *("VX-17.27", "VX-17.38", "VX-19.1", "VX-19.2", "VX-19.3", "VX-19.4", "VX-19.6"),
        *(f"BV-{n:02}" for n in (*range(1, 92), *range(501, 518), *range(520, 528))),
        *(f"BV-{n}" for n in (*range(530, 543), *range(550, 575), *range(580, 606))),
        *(f"BV-{n}" for n in range(610, 621)),
    ),
    not_vectors=empire.NOT_VECTORS,
    dotted=True,
)
BOOKS = (GLORY, ALEUTIANS, EMPIRE)


def ids_in(text: str) -> set[str]:
    """The ids a docstring or comment names."""
    found = set(_DIE.findall(text))
    for stem, first, last, more in _ID.findall(text):
        letters = {first, *re.findall(r"[a-z]", more)}
        if last:
            letters |= {chr(k) for k in range(ord(first), ord(last) + 1)}
        found |= {stem + letter for letter in letters}
    return found


def dotted_ids_in(text: str) -> set[str]:
    """The same where sections have dots."""
    found = set()
    for stem, first, last, more, state in _DOTTED.findall(text):
        if state:
            found.add(state)
            continue
        letters = {first, *re.findall(r"[a-z]+", more)}
        if last:
            letters |= {chr(k) for k in range(ord(first), ord(last) + 1)}
        found |= {f"{stem}-{letter}" for letter in letters}
    return found


@cache
def code_places(book: Book) -> dict[str, list[str]]:
    """id -> functions of the game whose text names it."""
    places: dict[str, list[str]] = {}
    for file in book.sources():
        text = file.read_text(encoding="utf-8")
        lines = text.splitlines()
        root = ROOT / book.code
        root = root if file.is_relative_to(root) else ROOT / "glory_env"
        module = ".".join(file.relative_to(root).with_suffix("").parts)
        tree = ast.parse(text)
        spans = [
            (node.name, node.lineno, node.end_lineno or node.lineno)
            for node in tree.body
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
        ]
        for name, first, last in spans:
            for rule_id in book.ids_in("\n".join(lines[first - 1 : last])):
                places.setdefault(rule_id, []).append(f"{module}.{name}")
        for rule_id in book.ids_in(ast.get_docstring(tree) or ""):
            places.setdefault(rule_id, []).append(module)
    return places


@cache
def test_functions(book: Book) -> list[tuple[str, ast.FunctionDef]]:
    """The tests of the game, by file."""
    return [
        (file.stem, node)
        for file in book.files(book.tests, "test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def test_places(book: Book) -> dict[str, list[str]]:
    """id -> tests that cover it."""
    places: dict[str, list[str]] = {}
    for stem, node in test_functions(book):
        for call in node.decorator_list:
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "covers":
                for argument in call.args:
                    places.setdefault(argument.value, []).append(f"{stem}.{node.name}")
    return places


def vector_places(book: Book) -> dict[str, list[str]]:
    """Example or boundary case -> tests that cover it or are named by it."""
    covered = test_places(book)
    places = {name: [*covered[name]] for name in book.vectors if name in covered}
    for stem, node in test_functions(book):
        for kind, number in _VECTOR.findall(node.name):
            places.setdefault(f"{kind.upper()}-{number}", []).append(f"{stem}.{node.name}")
    return places


def page(book: Book) -> str:
    """The text of its rules map."""
    code, tests, tags = code_places(book), test_places(book), book.ids()
    binding = [k for k, tag in tags.items() if tag in book.binding]
    played = [k for k in binding if k not in book.not_modelled]
    counted = (
        f"{len(binding)} statements bind: {len(played)} are played, "
        f"{len(binding) - len(played)} are not modelled, each with its reason."
    )
    rows = []
    for rule_id, tag in tags.items():
        if tag not in book.binding:
            rows.append(f"| {rule_id} | {tag} | no rule | {_first(tests.get(rule_id, []))} |")
        elif rule_id in book.not_modelled:
            rows.append(f"| {rule_id} | {tag} | not modelled: {book.not_modelled[rule_id]} | |")
        else:
            tested = _first(tests.get(rule_id, [])) or book.not_tested.get(rule_id, "")
            rows.append(f"| {rule_id} | {tag} | {_first(code.get(rule_id, []))} | {tested} |")
    return "\n".join(
        [
            "# Rules map" if book is GLORY else f"# Rules map of {book.name}",
            "",
            "Generated by `python -m tests.rules.rules_map`; do not edit. The ids are the",
            *book.tags,
            "",
            counted,
            "",
            "| id | tag | code | test |",
            "|---|---|---|---|",
            *rows,
            "",
            *(_vectors(book) if book.vectors else ()),
        ]
    )


def _vectors(book: Book) -> list[str]:
    """The part of the page about examples and boundary cases."""
    places = vector_places(book)
    tested = sum(name in places for name in book.vectors)
    return [
        "## Examples and boundary cases",
        "",
        "VX: a case the rulebook tells. BV: a case of ours at the border of a rule.",
        f"{tested} of {len(book.vectors)} are tests.",
        "",
        "| id | test |",
        "|---|---|",
        *(
            f"| {name} | {_first(places.get(name, []), 4) or book.not_vectors.get(name, '')} |"
            for name in book.vectors
        ),
        "",
    ]


def _first(places: list[str], most: int = 2) -> str:
    unique = list(dict.fromkeys(places))
    more = f" (+{len(unique) - most})" if len(unique) > most else ""
    return ", ".join(f"`{place}`" for place in unique[:most]) + more


if __name__ == "__main__":
    for one in BOOKS:
        one.page.write_text(page(one), encoding="utf-8")
