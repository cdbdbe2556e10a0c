"""The lessons: each step is seen from what was done, undo takes it back, a saved one goes on."""

from __future__ import annotations

from typing import Any

import pytest

from glory_env.games.glory.play.batches import batches, play
from glory_env.games.glory.play.lessons import LESSONS, SEAT, begin, lesson_view
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.table import Table
from glory_env.games.glory.words import facts
from glory_env.play.saves import LESSON, Saves
from glory_env.text.lazy import as_json
from tests.play.pages import pages
from tests.play.player import in_english, play_to_person


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
            fair = session.game.total * 2 // 25 * 5
            session.choose(talks or {"army": fair, "navy": fair})
        elif session.game.decision == "answer":
            session.choose({"accept": True})
        else:
            session.choose(session.game.choices()[-1])
        play_to_person(session)


def said(session: GlorySession, name: str) -> str:
    return in_english(seen(session, name))["said"]


def first_offer(session: GlorySession, turn: int) -> dict[str, int]:
    lines = session.record.lines
    return next(one["choice"] for one in lines if (one["turn"], one["decision"]) == (turn, "offer"))


def test_the_pool_is_learnt_by_doing():
    session = begin("pool")
    assert (seen(session, "pool")["states"], seen(session, "pool")["at"]) == (["open"] * 5, 0)
    assert choose(session, lambda one: "unit" in one)
    assert seen(session, "pool")["states"][0] == "done"
    # The page still asks which unit becomes Active: that phase has to end first.
    assert as_json(seen(session, "pool")["words"], "en").startswith('"First end this phase')
    go_on(session, lambda: session.game.decision == "move")
    assert as_json(seen(session, "pool")["words"], "en").startswith('"Fill the convoy box: 3 ships')
    assert choose(session, lambda one: one.get("to") == "convoy" and one["unit"] == "naf_1")
    assert choose(session, lambda one: one.get("to") == "convoy")
    assert seen(session, "pool")["at"] == 1  # two ships and an aircraft: there is room for a ship
    assert choose(session, lambda one: one.get("to") == "convoy")
    assert seen(session, "pool")["at"] == 2
    session.undo()
    assert seen(session, "pool")["at"] == 1
    assert choose(session, lambda one: one.get("to") == "convoy")
    go_on(session, lambda: session.game.decision == "produce")
    assert said(session, "pool").startswith("The convoys lost ")
    assert seen(session, "pool")["at"] == 3
    assert choose(session, lambda one: one.get("start", "transport") != "transport")
    assert seen(session, "pool")["states"][3] == "open"
    assert "a carrier is not a transport" in said(session, "pool")
    session.undo()
    assert choose(session, lambda one: one.get("start") == "transport")
    assert seen(session, "pool")["states"][3] == "done"
    go_on(session, lambda: session.game.turn > 1)
    end = seen(session, "pool")
    assert (end["states"], end["at"], end["target"]) == (["done"] * 5, None, None)


def test_a_ship_that_sails_with_the_army_has_left_the_convoys():
    session = begin("pool")
    for wanted in ("move", "escort_grant", "produce"):
        go_on(session, lambda: session.game.decision == wanted)  # noqa: B023
        while wanted == "move" and choose(session, lambda one: one.get("to") == "convoy"):
            pass
        if wanted == "escort_grant":
            assert choose(session, lambda one: str(one.get("unit")).startswith("dd_"))
    assert "ships with them: 2." in said(session, "pool")


def test_after_the_pool_the_partner_offers_what_the_ships_need():
    session = begin("pool")
    for decision, box in (("activate", ""), ("move", "convoy"), ("move", "convoy")):
        go_on(session, lambda: session.game.decision == decision)  # noqa: B023
        assert choose(session, lambda one: one.get("to", "") == box)  # noqa: B023
    go_on(session, lambda: session.game.decision == "answer" and session.game.turn == 2)
    assert first_offer(session, 2)["navy"] >= facts.need(session.game, SEAT)


def test_talks_and_a_promise_that_pays():
    session = begin("talks")
    assert choose(session, lambda one: one.get("say") == "no_grab")
    assert seen(session, "talks")["states"][0] == "done"
    go_on(session, lambda: session.game.phase != "tonnage", {"army": 200, "navy": 120})
    assert seen(session, "talks")["states"][1:3] == ["done", "done"]
    go_on(session, lambda: seen(session, "talks")["at"] is None)
    assert seen(session, "talks")["states"][3:] == ["done", "done"]
    share = int(session.game.record.log_shares[2, 1])
    assert share >= 50
    assert said(session, "talks").startswith(f"Your share is {share}: at least half")


@pytest.mark.parametrize("army", [75, 90, 105])
def test_a_fair_offer_is_answered_with_a_fair_share(army: int):
    """The person offers half of the need or more, and accepts nothing else."""
    session = begin("talks")
    choose(session, lambda one: one.get("say") == "no_grab")
    go_on(session, lambda: session.game.phase != "tonnage", {"army": army, "navy": 90})
    go_on(session, lambda: session.game.turn == 2 and session.game.decision == "answer")
    assert seen(session, "talks")["states"][1:3] == ["done", "done"]
    assert first_offer(session, 2)["navy"] >= facts.need(session.game, SEAT) / 2


def test_a_battle_with_many_dice_is_worth_it():
    session = begin("battle")
    while choose(session, lambda one: one.get("to") == "solomons"):
        pass
    assert seen(session, "battle")["at"] == 1
    go_on(session, lambda: session.game.decision == "pay" or session.game.turn > 1)
    assert seen(session, "battle")["states"][:3] == ["done", "done", "open"]
    while session.game.decision == "pay":
        assert choose(session, lambda one: "damage" in one)
    assert said(session, "battle").startswith("0 of ")
    go_on(session, lambda: session.game.turn > 1)
    assert seen(session, "battle")["states"] == ["done"] * 4


def test_a_lone_ship_is_no_force_and_the_total_is_no_purse():
    session = begin("battle")
    go_on(session, lambda: session.game.decision == "pay")
    assert seen(session, "battle")["states"][:2] == ["other", "other"]
    most = max(one["pool"] for one in session.game.choices() if "pool" in one)
    assert choose(session, lambda one: one.get("pool") == most)
    go_on(session, lambda: seen(session, "battle")["states"][2] != "open")
    assert seen(session, "battle")["states"][2] == "other"


def play_the_end(session: GlorySession, *wanted: Any) -> list[str]:
    """States of the lesson after its last turns, played by what is wanted, else in haste."""
    while not session.is_over:
        if session.is_offer or not any(choose(session, one) for one in wanted):
            before = len(session.record.lines)
            go_on(session, lambda: len(session.record.lines) > before)  # noqa: B023
    return seen(session, "end")["states"]


def test_the_end_is_won_by_ships_for_the_convoys_and_a_force_where_points_are():
    session = begin("end")
    assert seen(session, "end")["at"] == 0
    assert "Hokkaido, Bonin Islands" in in_english(seen(session, "end"))["words"]
    careful = (
        lambda one: one.get("to") == "convoy" and one["unit"].startswith("d"),
        lambda one: "damage" in one or "transport" in str(one.get("start") or one.get("advance")),
    )
    a_force = (
        lambda one: one.get("to") == "solomons" and one["unit"] != "naf_1",
        lambda one: "unit" in one and "to" not in one and session.game.decision == "activate",
    )
    assert play_the_end(session, *careful, *a_force) == ["done"] * 4
    assert said(session, "end").startswith("You have won: ")
    session = begin("end")
    keeps_away = lambda one: one.get("to") == "homeland"  # noqa: E731
    assert play_the_end(session, *careful, keeps_away) == ["done", "done", "done", "other"]


def test_the_end_is_lost_without_escorts_and_by_paying_from_the_total():
    session = begin("end")
    states = play_the_end(
        session, lambda one: "pool" in one and one["pool"] == session.game.record.loss
    )
    assert session.game.outcome == "game_over"
    assert states == ["done", "other", "other", "other"]
    assert said(session, "end").endswith(
        "Who completes a war and is at least 5 ahead wins "
        "(ten in the whole war); otherwise nobody does."
    )


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
    lines = enumerate(session.record.lines)
    offers = [n for n, one in lines if (one["actor"], one["decision"]) == ("army", "offer")]
    assert offers
    for n in offers:
        wanted = facts.need(session.moments.before(n), SEAT)
        assert 3 * session.record.lines[n]["choice"]["navy"] >= wanted


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
        refused = page.ask("error", type="lesson", name="pool", seat="army")
        assert refused["detail"] == "seat: expected navy in the lesson pool"


def test_batches_count_as_what_they_do():
    session = begin("pool")
    play(session, next(one for one in batches(session) if one.key == "all"))
    play_to_person(session)
    assert seen(session, "pool")["states"][0] == "done"
