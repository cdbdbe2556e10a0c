"""Promises beside an offer in the browser: at most six chips, two of them, and one click."""

from __future__ import annotations

import pytest

from glory_env.games.glory.play.promises import worth_saying
from glory_env.games.glory.play.start import with_promises
from glory_env.games.glory.words import talk_words

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

PHONE = {"has_touch": True, "is_mobile": True}
SIZES = {"desktop": ((1440, 900), {}), "phone": ((390, 844), PHONE)}


def to_lines(open_tab, language: str, size: str, **game):
    """A tab at an offer with words, beside Sakaki in the war as `glory play` begins it."""
    given = {"scenario": "glory", "seat": "navy", "partner": "sakaki", "seed": 5, **game}
    options = with_promises(game.pop("options", {}), "glory", given["seat"], given["partner"])
    wide, browser = SIZES[size]
    settings = {"language": language, "confirm": False}
    tab = open_tab(**{**given, "options": options}, size=wide, settings=settings, browser=browser)
    while tab.decision != "speak":
        tab.change(lambda: tab.click("[data-does=counter]"))
    return tab


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_two_lines_and_the_offer_go_in_one_click(open_tab, language: str, size: str):
    tab = to_lines(open_tab, language, size)
    session = tab.session
    lines = worth_saying(session.game)
    chips = tab.page.locator("[data-says]")
    assert chips.count() == len(lines) <= 6
    scenario = session.game.scenario
    for k, line in enumerate(lines):
        chip = chips.nth(k)
        assert talk_words.own_words(scenario, line).to(language) in chip.inner_text()
        box = chip.bounding_box()
        assert box["height"] >= 40
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= SIZES[size][0][0]
    for k in (2, 0):
        tab.page.locator("[data-says]").nth(k).click()
        tab._drawn()
    assert tab.count("[data-says][aria-pressed=true]") == 2
    assert tab.count("[data-says]:disabled") == len(lines) - 2
    tab.see(".verdict[data-accepted]:not([data-accepted=''])")  # judged with its lines
    tab.page.locator("[data-says]").nth(2).click()
    tab._drawn()
    assert tab.count("[data-says][aria-pressed=true]") == 1
    start = len(session.record.lines)
    split = {seat: int(tab.text(f"[data-share={seat}]")) for seat in ("army", "navy")}
    tab.change(lambda: tab.click("[data-key=send-offer]"))
    made = [line["choice"] for line in session.record.lines[start : start + 3]]
    assert made == [lines[0], {"end": True}, split]
    tab.press("u")
    tab.see("body[data-decision=speak]")
    tab.my_turn()
    assert len(session.record.lines) == start


def test_other_words_add_a_line_of_the_whole_list(open_tab):
    tab = to_lines(open_tab, "en", "desktop")
    few = tab.count("[data-says]")
    tab.click("[data-key=all-lines]")
    tab.see(".all-lines .section")  # they come when they are asked for
    assert tab.count("[data-says]") > few
    civil = "[data-key=line-say-civil]"
    tab.page.select_option(civil, index=1)
    value = tab.page.input_value(civil)
    tab.click("[data-key=line-say-civil-take]")
    assert tab.count(f"[data-says={value}][aria-pressed=true]") == 1
    tab.click("[data-key=all-lines]")
    assert tab.count("[data-says]") == few + 1
    start = len(tab.session.record.lines)
    tab.change(lambda: tab.click("[data-key=send-offer]"))
    assert tab.session.record.lines[start]["choice"] == {"say": "civil", "amount": 10}


def test_what_a_partner_promises_stands_in_its_offer(open_tab):
    tab = to_lines(open_tab, "en", "desktop")
    assert tab.count(".talk .bubble[data-kind=say], .talk .bubble[data-kind=ask]") == 0
    assert tab.count(".bubble.theirs[data-kind=offer] .beside li") >= 1


def test_sealed_offers_have_promises_and_no_requests(open_tab):
    tab = to_lines(open_tab, "en", "desktop", options={"negotiation": "sealed"})
    assert 0 < tab.count("[data-says]") <= 6
    assert tab.count(".line-chip.wants") == 0
    tab.click("[data-says]")
    start = len(tab.session.record.lines)
    tab.change(lambda: tab.click("[data-key=send-offer]"))
    assert "say" in tab.session.record.lines[start]["choice"]


def test_without_talk_there_are_sliders_alone(open_tab):
    tab = open_tab(partner="sakaki", seed=12, options={"talk": "off"})
    while tab.decision != "offer":
        tab.change(lambda: tab.click("[data-does=counter]"))
    assert tab.count(".lines") == 0
    tab.see("[data-key=send-offer]")
