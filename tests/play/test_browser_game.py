"""Whole games in the browser: the end screen, looking back, saved games, reloading."""

from __future__ import annotations

import random
import re

import pytest

from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.play.saves import Saves
from tests.play.browser import served

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def play_to_the_end(tab) -> None:
    rng = random.Random(4)
    while not tab.is_over:
        tab.choose_any(rng.choice((0, 1, 2, 99)))


def test_a_short_game_to_the_end_screen_and_back_through_it(open_tab):
    tab = open_tab(seed=21, settings={"confirm": False})
    play_to_the_end(tab)
    game = tab.session.game
    assert game.outcome in ("completed", "game_over")
    tab.see("#dialog[open] .result")
    assert tab.page.get_attribute(".result", "data-outcome") == game.outcome
    assert tab.page.get_attribute(".result", "data-winner") == game.winner
    figures = tab.page.locator(".figure-card b").all_inner_texts()
    assert figures == [str(game.gp["army"]), str(game.gp["navy"]), str(game.total)]
    assert tab.count(".result .chart") == 2
    numbers = [int(n) for n in re.findall(r"\d+", tab.page.inner_text(".pool-story"))]
    start = int(game.scenario.tables[0].start_total)
    assert sorted(numbers[-2:]) == sorted((game.total, start))

    tab.click("[data-key=look-back]")
    tab.see("body[data-waiting=past]")
    tab.press("2")
    tab.see(".log-row")
    looks = tab.page.locator("[data-look]")
    first = looks.nth(looks.count() - 1)
    line = first.get_attribute("data-look")
    first.click()
    tab.see(f".log-row.here [data-look='{line}']")
    assert tab.text("[data-total]") == str(game.scenario.tables[0].start_total)
    tab.press("]")
    tab.miss(f".log-row.here [data-look='{line}']")
    tab.press("4")
    tab.see(".chart .curve.navy")
    tab.press("Escape")
    tab.see("body[data-waiting=nobody]")
    assert tab.text("[data-total]") == str(game.total)


def test_a_replay_is_scrubbed(open_tab):
    tab = open_tab(seed=21, settings={"confirm": False})
    for _ in range(5):
        tab.choose_any(1)
    name = tab.served.table.name
    lines = len(tab.session.record.lines)
    tab.press("s")
    tab.fill("[data-key=save-name]", "kept")
    tab.press("Enter")
    tab.miss("#dialog[open]")
    tab.press("o")
    tab.see("[data-saved=kept]")
    assert tab.count(f"[data-saved={name}]") <= 1
    tab.click("[data-saved=kept] button:last-of-type")
    tab.see("#past:not([hidden]) [data-key=scrub]")
    assert int(tab.page.get_attribute("[data-key=scrub]", "max")) == lines - 1
    tab.fill("[data-key=scrub]", "-1")
    tab.see("#past:has-text('set-up')")
    tab.click("[data-key=on]")
    tab.see("#past:has-text('begins')")
    assert tab.count("#view .latest article") == 1  # the panel tells of that moment, not of the end


def test_a_dialog_opened_while_another_closes_hears_of_the_news(open_tab):
    """The news of the closing comes late, and the answer to the saving comes later still."""
    tab = open_tab(seed=21)
    tab.press("s")
    tab.fill("[data-key=save-name]", "kept")
    tab.page.evaluate(
        """() => {
            document.querySelector("#dialog form").requestSubmit();
            document.dispatchEvent(new KeyboardEvent("keydown", { key: "o" }));
        }"""
    )
    tab.see("[data-saved=kept]")


def test_a_reload_goes_on_where_the_game_stood(open_tab):
    tab = open_tab(seed=12)
    for _ in range(4):
        tab.choose_any()
    seq, decision = tab.seq, tab.decision
    tab.page.reload()
    tab.my_turn()
    assert (tab.seq, tab.decision) == (seq, decision)
    tab.choose_any()
    assert tab.seq != seq


def test_a_lost_connection_is_said_and_found_again(open_tab, tmp_path):
    def table():
        session = new_session("teaching", "navy", "withdraw_in_time", seed=12)
        return Table(session, Saves(tmp_path / "lost"))

    with served(table()) as at:
        tab = open_tab(at=at)
        seq = tab.seq
    tab.see("#toast:has-text('lost')")
    tab.click("[data-key=send-offer]")  # goes nowhere, and does no harm
    with served(table(), port=int(at.address.rsplit(":", 1)[1].strip("/"))):
        tab.see("body[data-link=open]")
        tab.my_turn()
        assert (tab.decision, tab.seq) == ("offer", seq)
        tab.miss("#toast")
        tab.choose_any()
        assert tab.decision == "answer"
        tab.page.close()
    refused = [problem for problem in tab.problems if "WebSocket" in problem]
    assert refused == tab.problems  # Chromium itself reports every attempt
    tab.problems.clear()


def test_two_tabs_stay_in_step(open_tab):
    tab = open_tab(seed=12)
    beside = open_tab(at=tab.served)
    assert beside.seq == tab.seq
    tab.choose_any()
    beside.see(f"body[data-seq='{tab.seq}']")


def test_a_new_game_from_the_dialog_with_its_seed(open_tab):
    tab = open_tab(seed=12)
    tab.press("n")
    tab.see("#dialog[data-name=new]")
    tab.page.locator("input[value=army]").check(force=True)
    tab.page.locator("[data-key=character-other]").check(force=True)
    tab.page.select_option("[data-key=select-partner]", "random_pass")
    tab.page.select_option("[data-key=select-scenario]", "teaching")
    tab.fill("[data-key=seed]", "77")
    tab.click("[data-key=begin]")
    tab.see(".gp-row.army .me")
    tab.my_turn()
    session = tab.session
    assert session.game.seed == 77
    assert session.players == {"army": "person", "navy": "random_pass"}
    tab.click("[data-key=menu]")
    tab.see(".facts:has-text('77')")


def test_the_partner_explains_its_choices(open_tab):
    tab = open_tab(seed=12)
    tab.choose_any()
    tab.until("activate")
    tab.click("#tab-partner")
    tab.see("[data-why]")
    explained = [entry for entry in tab.page.locator(".why .entry-words").all_inner_texts()]
    assert any("offer" in words for words in explained)
    tab.see(".why details[open]")
    assert "withdraw_in_time" in tab.text(".why")


def test_the_first_visit_is_welcomed_once(open_tab):
    tab = open_tab(seed=12, settings={"welcomed": False})
    tab.see("#dialog[open][data-name=welcome]")
    tab.click("[data-key=welcome-language]")
    tab.see("#dialog[data-name=welcome]:has-text('ようこそ')")
    tab.click("[data-key=welcome-play]")
    tab.miss("#dialog[open]")
    tab.page.reload()
    tab.my_turn()
    tab.see("html[lang=ja]")
    assert tab.count("#dialog[open]") == 0


def test_watching_two_agents(open_tab):
    tab = open_tab(seat="watch", partner=None, partners=["random_pass", "random_pass"], seed=5)
    tab.click("[data-key=watch-pause]")
    tab.see("[data-key=watch-pause][aria-pressed=true]")
    seq = tab.seq
    tab.click("[data-key=watch-step]")
    tab.page.wait_for_function("seq => document.body.dataset.seq !== seq", arg=seq)
    tab.click("[data-key=watch-fast]")
    tab.see("#dialog[open] .result")
    assert tab.session.game.outcome in ("completed", "game_over")


def before_turn_13(seed: int) -> GlorySession | None:
    """A game of two people that stands before the choice of turn 13, or None."""
    session = new_session("teaching", "both", None, seed=seed)
    rng = random.Random(seed)
    while not session.is_over and session.game.decision != "turn_13":
        total = session.game.total // 20 * 5
        split = {"army": total, "navy": total}
        session.choose(split if session.is_offer else rng.choice(session.game.choices()))
    return None if session.is_over else session


def test_turn_13_is_explained_chosen_and_named_at_the_end(open_tab):
    session = before_turn_13(26)
    assert session is not None
    tab = open_tab(session=session)
    assert tab.decision == "turn_13"
    gap = abs(session.game.gp["army"] - session.game.gp["navy"])
    assert str(gap) in tab.text(".ask")
    tab.change(lambda: tab.click("#view [data-choice]"))
    assert session.game.turn == 5
    tab.see("#dialog[open] .result:has-text('Turn 13 was declared')")
    assert session.game.gp == {
        who: int(tab.text(f".figure-card.{who} b")) for who in ("army", "navy")
    }
