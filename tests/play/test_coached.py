"""The coached game: a goal for each of three turns, judged by the record, and what it was worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from glory_env.envs.agent import GameView, make_agent
from glory_env.games.glory.play import coached
from glory_env.games.glory.play.results import results
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.play.saves import Saves
from tests.play.pages import at, pages
from tests.play.player import in_english

SCRIPT = "withdraw_in_time"
Wanted = Callable[[dict[str, Any]], bool]


def coached_game(seat: str, seed: int = 1) -> GlorySession:
    """As a coached game, beside a script, which needs no network."""
    return new_session("glory", seat, SCRIPT, seed=seed, options=coached.OPTIONS)


def seen(session: GlorySession) -> dict[str, Any]:
    found = coached.view("coached-1", session)
    assert found is not None
    return in_english(found)


def play_turn(session: GlorySession, *wanted: Wanted) -> None:
    """To the next turn: a script decides for the person what nothing wanted fits."""
    [seat] = session.seats
    script, view = make_agent(SCRIPT), GameView(session.game, seat)
    script.reset(seat, 1)
    turn = session.game.turn
    while session.game.turn == turn and not session.is_over:
        if not session.waits_for:
            session.play_on()
            continue
        choices = [] if session.is_offer else session.game.choices()
        choice = next((one for want in wanted for one in choices if want(one)), None)
        if choice is not None:
            session.choose(choice)
        else:
            session.act(int(script.act(session.observe(seat), session.game.mask.copy(), view)))


def escorts(one: dict[str, Any]) -> bool:
    return one.get("to") == "convoy" and str(one.get("unit")).startswith("dd_")


def builds(one: dict[str, Any]) -> bool:
    return "transport" in str(one.get("start") or one.get("advance"))


def hurries(one: dict[str, Any]) -> bool:
    return one == {"end": True}


def goes_home(one: dict[str, Any]) -> bool:
    return one.get("to") == "homeland"


def test_the_navy_fills_the_box_builds_and_fights_nowhere_alone():
    session = coached_game("navy")
    begun = seen(session)
    assert (begun["at"], begun["states"], begun["said"]) == (0, ["open"] * 3, None)
    assert begun["words"].startswith(
        "Goal of turn 1: ships in the convoy box when the convoys sail: 4."
    )
    assert begun["question"].endswith("?")
    play_turn(session, escorts, builds)
    after = seen(session)
    assert (after["at"], after["states"][0]) == (1, "done")
    assert after["said"].startswith("Turn 1. Goal met: 4 escorts save about ")
    play_turn(session, builds)
    after = seen(session)
    assert (after["at"], after["states"][1]) == (2, "done")
    assert after["said"] == (
        "Turn 2. Goal met: 2 on their way. They bring 100 to the pool when they leave the track."
    )
    play_turn(session, goes_home, hurries)
    after = seen(session)
    assert (after["at"], after["states"]) == (None, ["done"] * 3)
    assert "From here the game is yours" in after["words"]
    assert after["said"].startswith("Turn 3. Goal met: ")
    play_turn(session)
    assert seen(session)["words"] is None


def test_what_was_missed_is_said_with_its_price():
    session = coached_game("navy")
    play_turn(session, hurries)
    said = seen(session)["said"]
    assert said.startswith("Turn 1. Goal missed: 0 of 4 ships escorted.")
    assert "a full box would save" in said


def test_the_army_agrees_on_a_split():
    session = coached_game("army")
    assert seen(session)["words"] == "Goal of turn 1: agree with the Navy on a split."
    play_turn(session, lambda one: one == {"accept": True})
    after = seen(session)
    shares = session.game.record.log_shares[1]
    assert after["states"][0] == "done"
    assert f"you have {shares[0]} of the " in after["said"]
    walked = coached_game("army")
    play_turn(walked, lambda one: one == {"walk": True}, lambda one: one == {"counter": True})
    assert seen(walked)["said"].startswith("Turn 1. Goal missed: dice and the rule gave you ")


def test_a_lone_battle_is_seen_in_the_third_turn():
    session = coached_game("navy", seed=3)
    for _ in range(2):
        play_turn(session, escorts)
    play_turn(session, lambda one: one.get("to") == "solomons")
    after = seen(session)
    assert after["states"][2] == "other"
    assert after["said"].startswith("Turn 3. Goal missed: battles fought alone ")


@pytest.mark.parametrize("seat", ["navy", "army"])
def test_it_is_kept_like_any_game_and_goes_on_after_a_restart(tmp_path, monkeypatch, seat: str):
    monkeypatch.setattr(coached, "PARTNER", SCRIPT)
    saves = Saves(tmp_path)
    with pages(Table(new_session("teaching", "navy", "random", seed=3), saves)) as [page]:
        first = page.ask("lesson", type="lesson", name="coached", seat=seat)
        assert (first["name"], first["at"]) == ("coached", 0)
        page.until("state")
        page.my_turn()
        page.choose()
        assert page.last["game"]["name"] == "coached-1"
        assert page.last["game"]["handicap"]["name"] == "gentle"
    with pages(Table(new_session("teaching", "navy", "random", seed=3), saves)) as [page]:
        assert page.last["hello"]["unfinished"] == "coached-1"
        assert page.ask("lesson", type="load", name="coached-1")["at"] == 0
        page.until("state")
        page.my_turn()
        page.ask("lesson", type="lesson", name="coached", seat=seat)
        assert page.last["game"]["name"] == "coached-2"
        assert page.ask("error", type="lesson", name="coached", seat="both")["code"] == "malformed"


def test_without_its_partner_it_is_refused_in_a_line(tmp_path, monkeypatch):
    monkeypatch.setattr(coached, "PARTNER", "nobody")
    table = Table(new_session("teaching", "navy", "random", seed=3), Saves(tmp_path))
    with pages(table) as [page]:
        before = at(table)
        refused = page.ask("error", type="lesson", name="coached")
        assert refused["code"] == "refused"
        assert "nobody" in refused["detail"]
        assert at(table) == before


def test_a_finished_one_counts_among_the_own_games(tmp_path):
    session = new_session("teaching", "navy", SCRIPT, seed=1)
    while not session.is_over:
        play_turn(session)
    session.save(tmp_path / "coached-1.jsonl")
    [row] = results(Saves(tmp_path))
    assert (row["seat"], row["played"]) == ("navy", 1)
    assert coached.view("game-1", session) is None
