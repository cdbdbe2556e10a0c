"""What keeps beginners in the game: the forecast, the question before a costly choice, the odds."""

from __future__ import annotations

import pytest

from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.games.glory.position import position
from glory_env.play.saves import Saves
from tests.play.browser import served
from tests.play.naive import first_split, page_state
from tests.play.player import at

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def test_the_forecast_warns_and_ending_the_moves_without_escorts_is_asked_about(open_tab):
    game = position("movement", total=250, units={"dd_1": "homeland", "army_01": "homeland active"})
    tab = open_tab(session=at(game))
    assert "Below 100 in turn" in tab.text(".forecast.alarm")
    assert "one escort ship more saves" in tab.text(".forecast.alarm")
    assert "no escorts" in tab.page.get_attribute(".forecast.alarm", "title")
    tab.click(".choice.end")
    tab.see("#dialog[open][data-name=sure]")
    seq = tab.seq
    tab.click("[data-key=sure-no]")
    tab.miss("#dialog[open]")
    assert tab.seq == seq
    tab.click(".choice.end")
    tab.see("#dialog[open][data-name=sure]")
    tab.change(lambda: tab.click("[data-key=sure-yes]"))
    assert tab.session.record.lines[-1]["choice"] == {"end": True}

    tab.until("convoy_method")
    tab.click("#view .groups [data-choice]")
    tab.see("#dialog[open][data-name=confirm] [data-odds]")
    chances = tab.page.locator("[data-odds] tr:last-child td").all_inner_texts()
    assert chances == ["17%"] * 6


def test_the_question_can_be_switched_off_for_the_game(open_tab):
    game = position("movement", total=250, units={"dd_1": "homeland", "army_01": "homeland active"})
    tab = open_tab(session=at(game))
    tab.click(".choice.end")
    tab.see("#dialog[open][data-name=sure]")
    tab.page.check("[data-key=sure-never]")
    tab.click("[data-key=sure-no]")
    tab.miss("#dialog[open]")
    seq = tab.seq
    tab.click(".choice.end")
    tab.page.wait_for_function("seq => document.body.dataset.seq !== seq", arg=seq)
    assert not tab.count("#dialog[open]")


def test_both_ways_of_payment_stand_side_by_side_and_none_is_preselected(open_tab):
    units = {"shokaku": "solomons active", "myoko": "solomons active"}
    session = at(position("combat", total=400, units=units, markers={"N": "solomons"}, seed=2))
    while session.game.decision != "pay":
        session.choose(session.game.choices()[0])
    loss = int(session.game.record.loss)
    tab = open_tab(session=session)
    assert not tab.count("#view .payment .primary")
    own, pool = (tab.page.locator(f"[data-way={way}]").bounding_box() for way in ("units", "pool"))
    assert own["y"] == pool["y"]
    assert own["x"] + own["width"] <= pool["x"]
    assert "400 -> 400" in tab.text("[data-way=units] .meaning")
    assert f"400 -> {400 - loss}" in tab.text("[data-way=pool] .meaning")
    assert "turn" in tab.text("[data-way=pool] .meaning")
    assert tab.page.get_attribute("[data-key=pay-pool]", "data-amount") == str(loss)
    least = tab.page.get_attribute("[data-key=slide-pool]", "min")
    tab.fill("[data-key=slide-pool]", least)
    tab.change(lambda: tab.click("[data-key=pay-part]"))
    assert {"pool": int(least)} in [line["choice"] for line in tab.session.record.lines]


# --- small things that misled new users -------------------------------------------------------
def test_after_a_lesson_a_new_game_is_not_the_teaching_scenario(open_tab):
    tab = open_tab(scenario="glory", seed=3)
    tab.press("g")
    tab.click("[data-key=lesson-pool]")
    tab.see("#coach:not([hidden])")
    tab.click("[data-key=coach-end]")
    tab.press("n")
    assert tab.page.input_value("[data-key=select-scenario]") == "glory"


def test_the_usual_partners_that_are_watched_are_not_random(open_tab):
    tab = open_tab(seed=12)
    tab.press("n")
    tab.page.locator("input[value=watch]").check(force=True)
    tab.click("[data-key=begin]")
    tab.see("body:not([data-waiting=person])")
    assert not {"random", "person"} & {*tab.session.players.values()}


def test_the_title_says_that_it_is_your_turn(open_tab):
    tab = open_tab(seed=12)
    assert tab.page.title() == "● Your turn · Glory · Turn 1"


def test_a_share_with_no_room_in_its_bar_is_said_below_it(open_tab):
    tab = open_tab(seed=12)
    assert not tab.count(".offer-bar .split-words")
    tab.fill("#slide-army", "0")
    assert "Army 0" in tab.text(".offer-bar .split-words")


def test_an_unfinished_game_is_offered_again_after_a_second_restart(open_tab, tmp_path):
    def table() -> Table:
        return Table(new_session("teaching", "navy", "withdraw_in_time", seed=12), Saves(tmp_path))

    with served(table()) as at_first:
        tab = open_tab(at=at_first)
        tab.choose_any()
        name, port = at_first.table.name, int(at_first.address.rsplit(":", 1)[1].strip("/"))
    with served(table(), port=port):
        tab.see(f"#toast:has-text('{name}') [data-key=toast-act]")
        tab.click("[data-key=toast-act]")
        tab.miss("#toast [data-key=toast-act]")
    with served(table(), port=port):
        tab.see(f"#toast:has-text('{name}') [data-key=toast-act]")
        tab.page.close()
    tab.problems.clear()  # what the browser says of the lost connections


# --- the sliders' offer -----------------------------------------------------------------------
def test_the_split_on_the_sliders_is_judged_while_it_is_moved(open_tab):
    tab = open_tab(session=new_session("glory", "army", "takes_first_offer", seed=5))
    tab.until("offer")
    assert tab.text(".verdict") == ""
    tab.page.focus("[data-key=slide-army]")
    for _ in range(3):
        tab.press("ArrowRight")
    tab.see(".verdict[data-accepted=yes]:not(.stale)")
    assert tab.text(".verdict") == "The Navy would accept this (6 of 6 times)."
    assert tab.page.evaluate("document.activeElement.dataset.key") == "slide-army"
    tab.change(lambda: tab.click("[data-key=send-offer]"))


def test_the_sliders_begin_with_a_split_by_needs(open_tab):
    tab = open_tab(session=new_session("glory", "army", "takes_first_offer", seed=5))
    state = page_state(tab.session)
    assert state["bargain"]["previous"] is None
    shown = {seat: int(tab.text(f"[data-share={seat}]")) for seat in ("army", "navy")}
    assert shown == first_split(state) == state["bargain"]["fair"]


def test_nothing_is_judged_where_two_people_play(open_tab):
    tab = open_tab(seat="both", partner=None)
    tab.click("[data-key='step5-army']")
    assert not tab.count(".verdict")


# --- production -------------------------------------------------------------------------------
def test_a_plan_of_production_is_one_press_and_the_loss_is_said_before_the_end(open_tab):
    units = {"transport_1": "pool", "transport_2": "track 2", "taiho": "track 3", "de_1": "pool"}
    game = position("production", civil=190, units=units, production="navy_first")
    tab = open_tab(session=at(game))
    assert "transport" in tab.text("#view .groups > .section:not(.batches) .choice-label").lower()
    assert tab.text("#view .choice.end .choice-more").startswith("190 will be lost")
    assert tab.text("#view .batches .choice-label").startswith("Safe plan")
    tab.change(lambda: tab.click("#view .batches [data-choice]"))
    built = [line["choice"] for line in tab.session.record.lines if line["decision"] == "produce"]
    assert {"advance": "transport_2"} in built
    assert len(built) > 1
