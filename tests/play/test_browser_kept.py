"""What stays: an offer to go on, what is typed in a dialog, reasons long past; and what goes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.play.saves import Saves
from tests.play.browser import served
from tests.play.late import late_game

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def new_table(folder: Path, name: str | None = None) -> Table:
    return Table(new_session("teaching", "navy", "withdraw_in_time", seed=12), Saves(folder), name)


# --- an unfinished game --------------------------------------------------------------------
def test_an_unfinished_game_is_offered_and_gone_on_with(open_tab, tmp_path):
    with served(new_table(tmp_path)) as at:
        tab = open_tab(at=at)
        for _ in range(3):
            tab.choose_any()
        lines = len(tab.session.record.lines)
        name = at.table.name
        tab.page.close()
    assert Saves(tmp_path).unfinished(None) == name
    with served(new_table(tmp_path)) as at:
        tab = open_tab(at=at)
        assert at.table.name != name
        tab.see(f"#toast:has-text('{name}')")
        tab.change(lambda: tab.click("[data-key=toast-act]"))
        assert (at.table.name, len(tab.session.record.lines)) == (name, lines)
        tab.miss("#toast")
        tab.page.close()


@pytest.mark.parametrize("closes", [True, False])
def test_the_offer_of_an_unfinished_game_goes(open_tab, tmp_path, closes):
    """When it is closed, or another game is played."""
    with served(new_table(tmp_path)) as at:
        tab = open_tab(at=at)
        tab.choose_any()
        tab.page.close()
    with served(new_table(tmp_path)) as at:
        tab = open_tab(at=at)
        tab.see("#toast [data-key=toast-act]")
        if closes:
            tab.click("[data-key=toast-close]")
            tab.miss("#toast")
        tab.choose_any()
        tab.miss("#toast [data-key=toast-act]")
        tab.page.close()


# --- dialogs -------------------------------------------------------------------------------
def test_what_is_entered_in_a_dialog_stays_while_the_game_goes_on(open_tab):
    tab = open_tab(seed=12)
    beside = open_tab(at=tab.served)
    tab.press("n")
    tab.page.locator("input[value=army]").check(force=True)
    tab.click("#dialog summary")
    tab.see("#dialog details[open]")
    tab.page.locator("[data-key=seed]").focus()
    tab.page.keyboard.type("47")
    beside.choose_any()
    tab.see(f"body[data-seq='{beside.seq}']")
    height = tab.page.evaluate("() => document.querySelector('#map').clientHeight")
    tab.page.set_viewport_size({"width": 1280, "height": 420})  # as a soft keyboard does
    tab.page.wait_for_function(
        "height => document.querySelector('#map').clientHeight < height", arg=height
    )
    tab._drawn()
    tab.page.keyboard.type("11")
    assert tab.page.input_value("[data-key=seed]") == "4711"
    assert tab.count("#dialog details[open]") == 1
    assert tab.page.locator("input[value=army]").is_checked()
    tab.press("Escape")
    tab.press("s")
    tab.page.keyboard.type("my-")
    beside.choose_any()
    tab.see(f"body[data-seq='{beside.seq}']")
    tab.page.keyboard.type("game")
    assert tab.page.input_value("[data-key=save-name]") == "my-game"
    tab.page.keyboard.press("Enter")
    tab.miss("#dialog[open]")
    tab.press("o")
    tab.see("[data-saved=my-game]")


def test_a_dialog_that_is_drawn_anew_keeps_what_was_entered(open_tab):
    tab = open_tab(seed=12)
    tab.press("n")
    tab.click("#dialog summary")
    tab.page.select_option("[data-key=select-scenario]", "teaching")
    tab.page.locator("#dialog .checks input").first.check()
    tab.fill("[data-key=seed]", "4711")
    tab.page.locator("[data-key=seed]").focus()
    tab.page.evaluate("async () => (await import('/js/store.js')).set({ language: 'ja' })")
    tab.see("#dialog h2:has-text('新しいゲーム')")
    assert tab.page.input_value("[data-key=seed]") == "4711"
    assert tab.page.input_value("[data-key=select-scenario]") == "teaching"
    assert tab.page.locator("#dialog .checks input").first.is_checked()
    tab.see("#dialog details[open]")
    tab.see("[data-key=seed]:focus")


# --- the connection ------------------------------------------------------------------------
def test_a_hint_that_is_lost_with_the_connection_can_be_asked_for_again(open_tab):
    """And the connection counts as lost until the position has come again."""
    tab = open_tab(seed=12)
    links: list[Any] = []
    held: list[str] = []  # the position, as the second connection brings it

    def pass_on(link: Any) -> None:
        links.append(link)
        server = link.connect_to_server()
        is_first = link is links[0]

        def from_server(text: str) -> None:
            if not is_first and not held and '"type":"state"' in text:
                held.append(text)
            else:
                link.send(text)

        link.on_message(lambda text: None if is_first and '"hint"' in text else server.send(text))
        server.on_message(from_server)

    tab.page.route_web_socket("**/ws*", pass_on)
    tab.page.reload()
    tab.my_turn()
    tab.press("h")
    tab.see("[data-key=hint]:disabled")
    links[0].close()
    tab.see("[data-key=hint]:not(:disabled)")
    while not held:
        tab.page.wait_for_timeout(20)
    assert tab.page.get_attribute("body", "data-link") == "lost"
    links[1].send(held[0])
    tab.see("body[data-link=open]")
    tab.my_turn()
    tab.press("h")
    tab.see("[data-hint] .hint-row")


def test_a_refused_token_is_said_and_not_tried_again(open_tab):
    tab = open_tab(seed=12)
    tried = []

    def refuse(link: Any) -> None:
        tried.append(link)
        link.close(code=4403, reason="token")

    tab.page.route_web_socket("**/ws*", refuse)
    tab.page.reload()
    tab.see("#view:has-text('?token=')")
    tab.page.wait_for_timeout(1500)
    assert len(tried) == 1


# --- reasons -------------------------------------------------------------------------------
def test_the_reason_of_an_early_choice_is_shown_and_in_sight(open_tab):
    session = late_game(4)
    assert sum(not line.get("forced") for line in session.record.lines) > 60
    tab = open_tab(session=session)
    tab.press("2")
    tab.see(".log-row")
    tab.page.locator("#view button.link").last.click()
    tab.see(".why.here")
    line = tab.page.get_attribute(".why.here", "data-why")
    assert int(line) < 10
    tab.page.wait_for_function(
        """() => {
            const [a, b] = ['.why.here', '#view'].map(
              (one) => document.querySelector(one).getBoundingClientRect());
            return a.top >= b.top - 1 && a.top < b.bottom;
        }"""
    )
    tab.click("[data-key=why-newest]")
    tab.miss(f"[data-why='{line}']")


def test_a_saved_game_says_that_it_keeps_no_reasons(open_tab, tmp_path):
    session = new_session("teaching", "navy", "withdraw_in_time", seed=12)
    tab = open_tab(session=session)
    tab.press("3")
    tab.see("#view:has-text('No partner has chosen')")
    tab.press("1")
    tab.choose_any()
    session.save(tmp_path / "kept.jsonl")
    again = open_tab(session=GlorySession.resume(tmp_path / "kept.jsonl", None))
    again.press("3")
    again.see("#view:has-text('does not keep')")


# --- replays, words ------------------------------------------------------------------------
def test_a_replay_begins_with_the_set_up_and_knows_no_present(open_tab):
    tab = open_tab(seed=21)
    for _ in range(4):
        tab.choose_any()
    total = tab.session.game.scenario.tables[0].start_total
    tab.press("o")
    tab.click(f"[data-key='replay-{tab.served.table.name}']")
    tab.see("#past:has-text('set-up')")
    assert tab.text("[data-total]") == str(total)
    tab.press("h")
    tab.see("#toast:has-text('recorded game')")
    tab.press("Escape", "Escape")
    tab.see("#past:has-text('set-up')")


def test_what_was_taken_back_is_said_for_a_while(open_tab):
    tab = open_tab(seed=12)
    tab.change(lambda: tab.click("[data-key=send-offer]"))
    assert tab.text(".bubble.mine .speaker") == "Navy (you)"
    tab.change(lambda: tab.press("u"))
    tab.see("#toast:has-text('Taken back')")
    tab.miss("#toast")


def test_the_past_and_the_log_change_their_language_too(open_tab):
    tab = open_tab(session=late_game(1, decision="convoy_method"))
    tab.press("2")
    tab.click("[data-look]")
    tab.see("#past:not([hidden])")
    at = tab.page.get_attribute("[data-key=scrub]", "value")
    tab.press("l")
    tab.see("body[data-language=ja]")
    tab.see(".log-row:has-text('から始める')")
    tab.see("#past:has-text('ターン')")
    assert tab.page.get_attribute("[data-key=scrub]", "value") == at
    tab.press("l")
    tab.see("body[data-language=en]")
    tab.see(".log-row:has-text('begins')")


def test_both_convoy_methods_are_compared(open_tab):
    tab = open_tab(session=late_game(1, decision="convoy_method"))
    charts = tab.session.game.scenario.data["convoy_crt"]
    for method, name in (("A", "small_convoys"), ("B", "large_convoys")):
        row = tab.page.locator(f"[data-method-row={method}]").first
        cells = row.locator("td").all_inner_texts()
        assert cells == [str(cell) for cell in charts[name][4][1:7]]  # four ships, an air unit
    assert "destroyer squadron 2 and 3" in tab.text("[data-methods]")
