"""What keeps beginners in the game: the forecast, the question before a costly choice, the odds."""

from __future__ import annotations

import pytest

from glory_env.game.position import position
from tests.play.player import at

pytestmark = pytest.mark.timeout(600)


def test_the_forecast_warns_and_ending_the_moves_without_escorts_is_asked_about(open_tab):
    game = position("movement", total=250, units={"dd_1": "homeland", "army_01": "homeland active"})
    tab = open_tab(session=at(game))
    assert "Below 100 in turn" in tab.text(".forecast.alarm")
    assert "no escorts" in tab.text(".forecast.alarm")
    assert "escort ship more saves" in tab.text("[data-helps]")
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
    session = at(position("combat", total=400, units=units, markers={"N": "solomons"}))
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
    tab.fill("[data-key=slide-pool]", "10")
    tab.change(lambda: tab.click("[data-key=pay-part]"))
    assert {"pool": 10} in [line["choice"] for line in tab.session.record.lines]
