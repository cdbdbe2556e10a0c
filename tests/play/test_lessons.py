"""The lessons: each step is seen from what was done, undo takes it back, a saved one goes on."""

from __future__ import annotations

from typing import Any

import pytest

from glory_env.games.glory.play.batches import batches, play
from glory_env.games.glory.play.lessons import LESSONS, SEAT, begin, lesson_view
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.table import Table
from glory_env.play.saves import LESSON, Saves
from glory_env.text.lazy import as_json
from tests.play.pages import pages
from tests.play.player import play_to_person


def seen(session: GlorySession, name: str) -> dict[str, Any]:
    found = lesson_view(f"{LESSON}{name}", session)
    assert found is not None
    for language in ("en", "ja"):
        assert as_json(found, language)
    return found


def choose(session: GlorySession, wanted: Any) -> bool:
    """The first legal choice for which `wanted` is true, if there is one."""
    choice = next((one for one in session.game.choices() if wanted(one)), None)
    if choice is None:
        return False
    session.choose(choice)
    play_to_person(session)
    return True


def go_on(session: GlorySession, until: Any, talks: Any = None) -> None:
    """Decide as a person in a hurry until something is true."""
    while not until() and not session.is_over:
        if session.is_offer:
            session.choose(talks or {"army": 150, "navy": 150})
        elif session.game.decision == "answer":
            session.choose({"accept": True})
        else:
            session.choose(session.game.choices()[-1])
        play_to_person(session)


def test_the_pool_is_learnt_by_doing():
    session = begin("pool")
    assert (seen(session, "pool")["states"], seen(session, "pool")["at"]) == (["open"] * 5, 0)
    assert choose(session, lambda one: "unit" in one)
    assert seen(session, "pool")["states"][0] == "done"
    # The page still asks which unit becomes Active: that phase has to end first.
    assert as_json(seen(session, "pool")["words"], "en").startswith('"First end this phase')
    go_on(session, lambda: session.game.decision == "move")
    assert as_json(seen(session, "pool")["words"], "en").startswith('"Move a destroyer')
    assert choose(session, lambda one: one.get("to") == "convoy")
    assert seen(session, "pool")["at"] == 2
    session.undo()
    assert seen(session, "pool")["at"] == 1
    assert choose(session, lambda one: one.get("to") == "convoy")
    go_on(session, lambda: session.game.decision == "produce")
    assert seen(session, "pool")["at"] == 3
    other = next(one for one in session.game.choices() if one.get("start", "") != "transport")
    session.choose(other)
    play_to_person(session)
    assert seen(session, "pool")["states"][3] == "open"  # it was no transport
    assert choose(session, lambda one: one.get("start") == "transport")
    assert seen(session, "pool")["states"][3] == "done"
    go_on(session, lambda: session.game.turn > 1)
    end = seen(session, "pool")
    assert (end["states"], end["at"], end["target"]) == (["done"] * 5, None, None)


def test_talks_and_a_promise():
    session = begin("talks")
    assert choose(session, lambda one: one.get("say") == "no_grab")
    assert seen(session, "talks")["states"][0] == "done"
    go_on(session, lambda: session.game.phase != "tonnage", {"army": 200, "navy": 120})
    assert seen(session, "talks")["states"][1] == "done"
    go_on(session, lambda: seen(session, "talks")["at"] is None)
    assert seen(session, "talks")["states"][3] == "done"


def test_battle_and_payment():
    session = begin("battle")
    held = {session.game.marker(one) for one in session.game.scenario.markers}
    assert choose(session, lambda one: one.get("to") in held)
    assert seen(session, "battle")["at"] == 1
    go_on(session, lambda: session.game.turn > 1)
    states = seen(session, "battle")["states"]
    assert states[:2] == ["done", "done"]
    assert states[3] == "done"


@pytest.mark.parametrize("name", LESSONS)
def test_who_does_something_else_gets_a_message_and_comes_to_the_end(name):
    session = begin(name)
    said = set()
    while seen(session, name)["at"] is not None:
        before = len(session.record.lines)
        go_on(session, lambda: len(session.record.lines) > before)  # noqa: B023
        said.add(str(seen(session, name)["said"]))
    assert "other" in seen(session, name)["states"]
    assert len(said) > 1


def test_a_lesson_is_left_and_gone_on_with(tmp_path):
    table = Table(begin("battle"), Saves(tmp_path))
    with pages(table) as [page]:
        assert page.ask("lesson", type="lesson", name="pool")["at"] == 0
        page.until("state")
        page.my_turn()
        page.choose("c0")
        assert page.last["lesson"]["at"] == 1
        page.ask("state", type="new", seat=SEAT, partner="random", scenario="teaching", seed=1)
        assert table.saves.unfinished("game-1") is None
        page.my_turn()
        assert page.ask("lesson", type="load", name="lesson-pool")["at"] == 1
        assert page.ask("error", type="lesson", name="all")["code"] == "malformed"


def test_batches_count_as_what_they_do():
    session = begin("pool")
    play(session, next(one for one in batches(session) if one.key == "all"))
    play_to_person(session)
    assert seen(session, "pool")["states"][0] == "done"
