"""Several choices in one go: what is offered is legal, one step of undo, an ordinary record."""

from __future__ import annotations

import random
from typing import Any

import pytest

from glory_env.games.glory.play.batches import Batch, batches, play
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.view import state_view
from glory_env.games.glory.position import position
from glory_env.play.reading import PERSON
from glory_env.play.session import UndoError
from glory_env.record import verify
from glory_env.text.lazy import Say
from tests.play.clicks import play as clicked
from tests.play.player import any_choice, at, in_english, play_to_person

UNITS = {"dd_1": "homeland", "dd_2": "homeland", "naf_1": "homeland"}


def offered(game: Any) -> dict[str, list[Batch]]:
    found: dict[str, list[Batch]] = {}
    for one in batches(at(game)):
        found.setdefault(one.key, []).append(one)
    return found


def test_all_the_share_allows_is_cheapest_first_and_no_more():
    units = {"myoko": "homeland", "shokaku": "homeland", "taiho": "homeland"}
    game = position("activation", scenario="teaching", navy=40, units=units)
    [batch] = offered(game)["all"]
    assert next(choice["unit"] for choice in batch.choices) == "myoko"
    session = at(game)
    play(session, batch)
    assert all(session.game.is_active(choice["unit"]) for choice in batch.choices)
    assert not all(session.game.is_active(unit) for unit in units)


def test_pieces_of_a_box_move_together_look_alikes_too():
    game = position("movement", scenario="teaching", units=UNITS)
    goals = {one.to: one for one in offered(game)["box"]}
    [alike] = [one for one in offered(game)["alike"] if one.to == "solomons"]
    assert {"solomons", "convoy"} <= set(goals)
    assert alike.counters == ["dd_1", "dd_2"]
    session = at(game)
    play(session, goals["solomons"])
    assert {session.game.box(unit) for unit in UNITS} == {"solomons"}


def test_who_has_civil_tonnage_left_after_advancing_all_is_asked_on():
    session = new_session("glory", "navy", "withdraw_in_time", seed=3)
    while session.game.decision != "produce" or not session.waits_for:
        if not session.waits_for:
            session.play_on()
        elif session.game.decision == "offer":
            session.choose({"army": 100, "navy": 100})
        else:
            session.choose(session.groups()[0].entries[0].choice)
    [batch] = [one for one in batches(session) if one.key == "all"]
    assert all("advance" in choice for choice in batch.choices)
    play(session, batch)
    if not session.waits_for:
        session.play_on()  # the partner picks in turn
    assert (session.game.decision, session.waits_for) == ("produce", "navy")
    assert session.game.left["civil"] > 0
    assert not any("advance" in choice for choice in session.game.choices())


# --- production ----------------------------------------------------------------------------
def at_production(civil: int, **options: Any) -> GlorySession:
    ready = dict.fromkeys(("transport_1", "unryu", "de_1", "army_16", "fort_1"), "pool")
    units = {"taiho": "track 3", "transport_2": "track 2", **ready}
    return at(position("production", civil=civil, units=units, **options))


def choices_of(batch: Batch) -> list[str]:
    return [" ".join(map(str, choice.values())) for choice in batch.choices]


def test_the_safe_plan_begins_with_a_transport_and_the_bold_one_with_arms():
    safe, bold = offered(at_production(90, production="navy_first").game)["plan"]
    assert (safe.label.key, bold.label.key) == ("batch.plan_safe", "batch.plan_bold")
    assert choices_of(safe)[0] == "transport_2"
    assert "transport" not in choices_of(bold)[0]
    assert len(safe.more) == len(safe.choices) == safe.label.values["n"]


def test_a_plan_is_played_by_one_button_and_taken_back_by_one_undo():
    session = at_production(110, production="navy_first")  # the other does not pick in between
    before, plan = session.game.snapshot(), offered(session.game)["plan"][0]
    lines = len(session.record.lines)
    play(session, plan)
    assert [line["choice"] for line in session.record.lines[lines:]] == plan.choices
    assert session.game.left["civil"] < 110
    session.undo()
    assert session.game.snapshot() == before


def test_where_both_plans_build_the_same_there_is_one_and_with_nothing_to_spend_none():
    assert len(offered(at_production(110, production="navy_first").game)["plan"]) == 1
    assert "plan" not in offered(at_production(0).game)


def test_transports_come_first_and_what_is_lost_is_said_before_the_end():
    session = at_production(190)
    shown = in_english(state_view(session))["choices"]["groups"]
    assert (shown[0]["key"], shown[-1]["key"]) == ("transports", "end")
    assert all("transport" in one["label"].lower() for one in shown[0]["choices"])
    [end] = shown[-1]["choices"]
    other = "Navy" if session.game.actor == "army" else "Army"
    unless = f"190 will be lost, unless the {other} builds more"
    assert (end["more"], end["facts"]) == ([unless], {"lost": 190, "others": True})
    session.choose({"end": True})
    [end] = in_english(state_view(session))["choices"]["groups"][-1]["choices"]
    assert end["more"] == ["190 will be lost"]


def test_the_convoy_box_takes_no_more_than_it_holds():
    units = {f"dd_{k}": "homeland" for k in (1, 2)} | {"naf_1": "homeland"}
    session = at(position("movement", scenario="teaching", units=units))
    [batch] = [one for one in batches(session) if one.key == "convoy"]
    play(session, batch)
    assert all(session.game.box(choice["unit"]) == "convoy" for choice in batch.choices)
    assert session.notice is None


def test_a_batch_is_one_step_of_undo_and_of_ordinary_choices(tmp_path):
    game = position("movement", scenario="teaching", units=UNITS)
    session = at(game)
    before, lines = session.game.snapshot(), list(session.record.lines)
    batch = next(one for one in batches(session) if one.key == "box" and one.to == "solomons")
    play(session, batch)
    added = session.record.lines[len(lines) :]
    assert [line["choice"] for line in added] == batch.choices
    assert str(session.undo_state().words).endswith("all 3 in Home Islands to Solomons")
    session.undo()
    assert (session.game.snapshot(), session.record.lines) == (before, lines)
    with pytest.raises(UndoError):
        session.undo()


def test_it_stops_at_the_first_choice_that_is_not_legal_and_says_so():
    session = at(position("movement", scenario="teaching", units=UNITS))
    steps = [{"unit": "dd_1", "to": "solomons"}, {"unit": "dd_1", "to": "homeland"}]
    batch = Batch("box", [], Say("batch.move_last", n=3), Say("batch.move_last", n=3), steps)
    play(session, batch)
    assert session.game.box("dd_1") == "solomons"
    assert "Stopped after 1 of 2" in str(session.notice["words"])
    session.undo()
    assert session.game.box("dd_1") == "homeland"
    with pytest.raises(ValueError, match="not legal"):
        play(session, batch._replace(choices=steps[1:]))


def test_games_played_with_batches_are_ordinary_records(tmp_path):
    """Each list that is offered can be played, and files of such games are checked line by line."""
    session = GlorySession("teaching", {"army": "withdraw_in_time", "navy": PERSON}, seed=3)
    rng, taken = random.Random(1), set()
    play_to_person(session)
    while not session.is_over:
        state = in_english(state_view(session))
        listed = [one for group in state["choices"]["batches"] for one in group["choices"]]
        found = batches(session)
        assert len({one["id"] for one in listed}) == len(found)
        if found:
            batch = next((one for one in found if one.key == "last"), None) or rng.choice(found)
            taken.add(batch.key)
            play(session, batch)
        else:
            session.choose(any_choice(session, rng))
        play_to_person(session)
    assert {"all", "last"} <= taken
    session.save(tmp_path / "game.jsonl")
    assert verify(tmp_path / "game.jsonl") == []


@pytest.mark.slow
def test_a_game_of_twelve_turns_takes_at_most_ninety_clicks():
    pytest.importorskip("torch")
    for seed in range(1, 6):
        session = new_session("glory", "navy", "hayashi", seed=seed)
        clicks = clicked(session)
        if session.game.outcome == "completed":
            assert clicks.total <= 90
            assert clicks.decisions > 1.5 * clicks.total
            return
    pytest.fail("no game was played to the end of turn 12")
