"""A partner with a character in the browser: chosen in the dialog, heard, remembered, asked why."""

from __future__ import annotations

import pytest

from glory_env.games.glory.engine.handicaps import HANDICAPS
from glory_env.games.glory.play.speech import said

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

NAMES = {"en": "Kuroda", "ja": "黒田"}


def spoken(tab, language: str) -> list[str]:
    """What the partner has said so far, sentence by sentence."""
    session = tab.session
    return [one.to(language) for k in range(len(session.record.lines)) for one in said(session, k)]


@pytest.mark.parametrize("language", NAMES)
def test_a_character_is_chosen_and_speaks(open_tab, language):
    tab = open_tab(seed=12, settings={"language": language, "confirm": False})
    tab.press("n")
    tab.see("#dialog[data-name=new] [data-character=sakaki] [data-portrait=sakaki]")
    assert tab.count(".character [data-portrait]") == 4
    assert tab.page.locator("[data-key=character-sakaki]").is_checked()
    tab.page.locator("input[value=army]").check(force=True)
    tab.page.locator("[data-key=character-kuroda]").check(force=True)
    assert NAMES[language] in tab.text("[data-character=kuroda]")
    assert tab.page.locator("[data-key=handicap-normal]").is_checked()
    tab.page.locator("[data-key=handicap-gentle]").check(force=True)
    tab.page.select_option("[data-key=select-scenario]", "teaching")
    tab.fill("[data-key=seed]", "3")
    tab.click("[data-key=begin]")
    tab.see(".gp-row.army .me")
    tab.my_turn()
    assert tab.session.players == {"army": "person", "navy": "kuroda:level=5"}
    assert tab.session.game.options.as_dict()["handicap"] == HANDICAPS["gentle"]
    tab.see("[data-handicap=gentle]")
    while not spoken(tab, language):
        tab.choose_any()

    first = spoken(tab, language)[0]
    tab.see("#view [data-speech]")
    assert any(first in words for words in tab.page.locator("[data-speech]").all_inner_texts())
    if tab.decision in ("answer", "offer"):
        assert NAMES[language] in tab.text("#view .bubble.theirs .speaker")
        tab.see("#view .bubble.theirs [data-portrait=kuroda]")
    tab.click("#tab-partner")
    tab.see("[data-character-card=kuroda]")
    assert NAMES[language] in tab.text("[data-character-card]")
    tab.press("l")  # the other language, at once
    other = {"en": "ja", "ja": "en"}[language]
    tab.see(f"[data-character-card]:has-text('{NAMES[other]}')")


def test_why_gives_reasons_first_and_numbers_behind_a_fold(open_tab):
    tab = open_tab(partner="sakaki", seat="army", seed=12, settings={"confirm": False})
    while not any(line["actor"] == "navy" for line in tab.session.record.lines):
        tab.choose_any()
    tab.until("activate")
    tab.click("#tab-partner")
    tab.see("[data-why] .reasons li")
    assert tab.count(".why details.numbers") > 0
    assert tab.count(".why > details.numbers[open]") == 0
    tab.click(".why details.numbers summary")
    tab.see(".why details.numbers[open]")


def test_what_it_remembers_and_the_ledger_of_promises(open_tab):
    tab = open_tab(partner="kuroda", seat="navy", seed=5, options={"talk": "cheap"},
                   settings={"confirm": False})  # fmt: skip
    while tab.turn < 3 and not tab.is_over:
        if tab.decision == "speak":
            tab.click("[data-says]")
            tab.page.evaluate(
                """() => {
                    const slide = document.querySelector("#slide-navy");
                    slide.value = slide.max;
                    slide.dispatchEvent(new Event("input"));
                }"""
            )
        tab.choose_any()
    tab.click("#tab-partner")
    tab.see(".memories .bad:has-text('more than half')")
    made = int((tab.session.game.record.promise_state > 0).sum())
    assert tab.count("[data-ledger] li") == made > 0


def test_other_agents_have_no_character(open_tab):
    tab = open_tab(seed=12)
    tab.choose_any()
    tab.click("#tab-partner")
    tab.see("[data-why]")
    assert tab.count("[data-character-card], [data-portrait], [data-speech], .reasons") == 0
