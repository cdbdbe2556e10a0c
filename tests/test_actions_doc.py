"""docs/actions.md is up to date, and says of every decision what the rules' code offers there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from glory_env.core import actions, state
from glory_env.core.state import DECISIONS
from glory_env.game.actions_page import USES, document

ROOT = Path(__file__).resolve().parent.parent
SOURCES = [
    *sorted((ROOT / "glory_env" / "rules").glob("*.py")),
    ROOT / "glory_env/rules/negotiation.py",
]
# The constants of actions.py: starts of blocks, and verbs.
NAMES = {
    name: k for name, k in vars(actions).items() if type(k) is int and not hasattr(state, name)
}


def offered() -> dict[str, set[int]]:
    """Decision -> the blocks (starts) and verbs its `legal_...` function names in the code."""
    found = {}
    for file in SOURCES:
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("legal_"):
                names = found.setdefault(node.name.removeprefix("legal_"), set())
                for part in ast.walk(node):
                    if isinstance(part, ast.Name) and part.id in NAMES:
                        names.add(NAMES[part.id])
                    elif isinstance(part, ast.Name) and part.id == "offer_counter":
                        names.add(actions.COUNTER)
    return found


def test_the_page_is_up_to_date():
    page = (ROOT / "docs" / "actions.md").read_text(encoding="utf-8")
    assert page == document(), "run python -m glory_env.game.actions_page docs/actions.md"


def test_every_decision_is_described():
    assert tuple(USES) == DECISIONS[1:]
    assert set(offered()) == set(USES)


@pytest.mark.parametrize("decision", USES)
def test_blocks_and_verbs_are_those_of_the_code(decision):
    written = set()
    for entry in USES[decision].actions:
        written |= set(entry) if isinstance(entry, tuple) else {entry}
    assert written == offered()[decision]
