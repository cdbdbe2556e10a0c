"""The documents that tie the rules to the code: rules_map.md, rulings.md, and the ids in both."""

from __future__ import annotations

import re

import pytest

from glory_env.rules.rulings import RULINGS
from tests.rules import rules_map
from tests.rules.not_modelled import NOT_MODELLED, NOT_TESTED

ROOT = rules_map.ROOT
IDS, CODE, TESTS = rules_map.ids(), rules_map.code_places(), rules_map.test_places()
BINDING = {rule_id for rule_id, tag in IDS.items() if tag in rules_map.BINDING}
QUESTIONS = [f"A-{n:02}" for n in range(1, 64)] + [f"N-{n:02}" for n in range(5, 26)]
VECTORS = [f"VX-{n:02}" for n in range(1, 31)] + [f"BV-{n:02}" for n in range(1, 19)]
TABLE_TALK = {"VX-01", "VX-02"}


def rulings_page() -> str:
    return (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")


def rows(text: str) -> list[list[str]]:
    """The cells of every table row of a page."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_the_statements_are_counted():
    assert len(BINDING) == 281


def test_every_statement_has_code():
    assert BINDING - set(CODE) - set(NOT_MODELLED) == set()


def test_every_statement_has_a_test():
    assert BINDING - set(TESTS) - set(NOT_MODELLED) - set(NOT_TESTED) == set()


def test_exceptions_have_a_reason_and_are_exceptions():
    assert set(NOT_MODELLED) | set(NOT_TESTED) <= BINDING
    assert all((NOT_MODELLED | NOT_TESTED).values())
    assert set(NOT_MODELLED) & set(CODE) == set()
    assert set(NOT_TESTED) & set(TESTS) == set()


def test_code_names_known_ids_only():
    assert set(CODE) - set(IDS) == set()
    unknown = set()
    for file in rules_map.sources():
        unknown |= set(re.findall(r"\b(?:A|N|VX|BV)-\d\d\b", file.read_text(encoding="utf-8")))
    assert unknown - {*QUESTIONS, *VECTORS} == set()


def test_tests_cover_known_ids_only():
    assert set(TESTS) - {*IDS, *QUESTIONS, *VECTORS} == set()


def test_every_vector_is_a_test():
    assert {*VECTORS} - TABLE_TALK - set(TESTS) == set()


def test_rules_map_is_up_to_date():
    assert rules_map.PAGE.read_text(encoding="utf-8") == rules_map.page(), (
        "run python -m tests.rules.rules_map"
    )


def test_every_question_has_one_row_and_a_test():
    answered = [row[0] for row in rows(rulings_page()) if row[0] in QUESTIONS]
    assert sorted(answered) == sorted(QUESTIONS)
    silent = {row[0] for row in rows(rulings_page()) if row[-1] == "nothing to test"}
    assert set(QUESTIONS) - set(TESTS) == silent


def test_rulings_lists_the_switches():
    found = {row[0].strip("`"): row for row in rows(rulings_page()) if len(row) == 4}
    for name, ruling in RULINGS.items():
        values = ", ".join(f'`"{v}"`' if isinstance(v, str) else f"`{v}`" for v in ruling.values)
        assert found[name][1:3] == [values, ruling.rule_id]
        assert f"`{name}`" in found[ruling.rule_id][3]


@pytest.mark.parametrize("name", sorted(TABLE_TALK))
def test_rulings_names_what_is_table_talk(name):
    assert f"{name}:" in rulings_page()
