"""docs/actions.md and its picture are up to date."""

from __future__ import annotations

from pathlib import Path

from glory_env.games.glory.actions_page import document
from glory_env.games.glory.render import numbers
from glory_env.games.glory.scenario import load

DOCS = Path(__file__).resolve().parent.parent / "docs"


def test_the_page_is_up_to_date():
    page = (DOCS / "actions.md").read_text(encoding="utf-8")
    assert page == document(), "run python -m glory_env.games.glory.actions_page docs/actions.md"


def test_the_picture_of_the_numbers_is_up_to_date():
    picture = (DOCS / "numbers.svg").read_text(encoding="utf-8")
    assert picture == numbers.document(load("glory")), (
        "run python -m glory_env.games.glory.render.numbers docs/numbers.svg"
    )
