"""The documents that tie the rules to the code: rules_map.md, rulings.md, and the ids in both."""

from __future__ import annotations

import re

import pytest

from glory_env.games.glory.rules.rulings import RULINGS
from tests.rules import rules_map
from tests.rules.rules_map import ALEUTIANS, BOOKS, EMPIRE, GLORY, Book

ROOT = rules_map.ROOT
QUESTIONS = [f"A-{n:02}" for n in range(1, 64)] + [f"N-{n:02}" for n in range(5, 26)]
VECTORS = [f"VX-{n:02}" for n in range(1, 31)] + [f"BV-{n:02}" for n in range(1, 19)]
TABLE_TALK = {"VX-01", "VX-02"}
# What code and tests of a game may name besides its statements: readings, rulings, cases.
OTHER_IDS = {
    GLORY.name: {*QUESTIONS, *VECTORS},
    ALEUTIANS.name: {
        *(f"A-{n:02}" for n in range(1, 109)),
        *(f"N-{n:02}" for n in range(1, 95)),
        *ALEUTIANS.vectors,
    },
    EMPIRE.name: {
        *(f"E-{n:03}" for n in (*range(1, 80), *range(501, 600))),
        *EMPIRE.vectors,
        *(f"P-{n}" for n in range(1, 16)),
        *(f"T-SUP-{n}" for n in range(1, 9)),
        *(f"D-{n:02}" for n in range(1, 15)),  # differences from other editions
        *(f"NX-{n:02}" for n in range(1, 11)),  # how choices become micro-steps
        *(f"DK-{n:02}" for n in range(1, 60)),  # kinds of decisions
        *(f"GD-{n:02}" for n in range(1, 14)),  # guards against leaks
        *(f"G-{n:02}" for n in range(1, 7)),  # gaps of the rules
        *("E-521b", "E-526b", "E-560b"),
        *("E-508b", "E-508c", "E-508d"),
        *(f"PX-{n}" for n in range(1, 10)),  # how to compute
    },
}
each_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)


def binding(book: Book) -> set[str]:
    return {rule_id for rule_id, tag in book.ids().items() if tag in book.binding}


def rulings_page() -> str:
    return (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")


def rows(text: str) -> list[list[str]]:
    """The cells of every table row of a page."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


@pytest.mark.parametrize(
    ("book", "count"), [(GLORY, 281), (ALEUTIANS, 371 + 75 + 22 + 32), (EMPIRE, 802 + 69)]
)
def test_the_statements_are_counted(book, count):
    assert len(binding(book)) == count


@each_book
def test_every_statement_has_code(book):
    assert binding(book) - set(rules_map.code_places(book)) - set(book.not_modelled) == set()


@each_book
def test_every_statement_has_a_test(book):
    tests = set(rules_map.test_places(book))
    assert binding(book) - tests - set(book.not_modelled) - set(book.not_tested) == set()


@each_book
def test_exceptions_have_a_reason_and_are_exceptions(book):
    exceptions = {**book.not_modelled, **book.not_tested}
    assert set(exceptions) <= binding(book)
    assert all(exceptions.values())
    assert set(book.not_modelled) & set(rules_map.code_places(book)) == set()
    assert set(book.not_tested) & set(rules_map.test_places(book)) == set()


@each_book
def test_code_names_known_ids_only(book):
    assert set(rules_map.code_places(book)) - set(book.ids()) == set()
    unknown = set()
    for file in book.sources():
        unknown |= set(re.findall(r"\b(?:A|N|VX|BV)-\d\d+\b", file.read_text(encoding="utf-8")))
    assert unknown - OTHER_IDS[book.name] == set()


@each_book
def test_tests_cover_known_ids_only(book):
    assert set(rules_map.test_places(book)) - {*book.ids(), *OTHER_IDS[book.name]} == set()


def test_every_vector_is_a_test():
    assert {*VECTORS} - TABLE_TALK - set(rules_map.test_places(GLORY)) == set()


@pytest.mark.parametrize("book", [ALEUTIANS, EMPIRE], ids=lambda book: book.name)
def test_every_vector_names_a_test_or_has_a_reason(book):
    named = set(rules_map.vector_places(book))
    assert set(book.vectors) - named == set(book.not_vectors)
    assert named <= set(book.vectors)
    assert all(book.not_vectors.values())


@each_book
def test_rules_map_is_up_to_date(book):
    assert book.page.read_text(encoding="utf-8") == rules_map.page(book), (
        "run python -m tests.rules.rules_map"
    )


def test_every_question_has_one_row_and_a_test():
    answered = [row[0] for row in rows(rulings_page()) if row[0] in QUESTIONS]
    assert sorted(answered) == sorted(QUESTIONS)
    silent = {row[0] for row in rows(rulings_page()) if row[-1] == "nothing to test"}
    assert set(QUESTIONS) - set(rules_map.test_places(GLORY)) == silent


def test_rulings_lists_the_switches():
    found = {row[0].strip("`"): row for row in rows(rulings_page()) if len(row) == 4}
    for name, ruling in RULINGS.items():
        values = ", ".join(f'`"{v}"`' if isinstance(v, str) else f"`{v}`" for v in ruling.values)
        assert found[name][1:3] == [values, ruling.rule_id]
        assert f"`{name}`" in found[ruling.rule_id][3]


@pytest.mark.parametrize("name", sorted(TABLE_TALK))
def test_rulings_names_what_is_table_talk(name):
    assert f"{name}:" in rulings_page()
