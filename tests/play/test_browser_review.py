"""After a game: the list of costly decisions, the moment on the map, trying again."""

from __future__ import annotations

import pytest

from glory_env.games.glory.play.start import new_session
from tests.play.ended import played
from tests.play.naive import NaivePlayer, play

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def test_the_review_lists_costly_decisions_and_leads_to_their_moments(open_tab):
    session = played(activate="end")
    tab = open_tab(session=session)
    tab.click("[data-key=result-review]")
    tab.see(".review progress")
    tab.press("2", "1")  # the page is free meanwhile
    tab.see(".review[data-review-done]")
    assert 0 < tab.count("[data-review]") <= 5
    first = tab.page.locator("[data-review]").first
    line = int(first.get_attribute("data-review"))
    choice = session.record.lines[line]
    assert choice["actor"] == "navy"
    assert f"Turn {choice['turn']}" in first.inner_text()
    assert "Better: " in first.inner_text()
    tab.click(f"[data-key=review-{line}]")
    tab.see(f"[data-review='{line}'].here")
    assert tab.page.input_value("[data-key=scrub]") == str(line - 1)
    assert tab.text("[data-total]") == str(session.moments.before(line).total)
    tab.press("l")
    tab.see("[data-review]:has-text('よりよい選択')")
    tab.see(f"[data-review='{line}'].here")


def test_a_decision_is_tried_again_from_its_moment(open_tab):
    session = played(activate="end")
    tab = open_tab(session=session)
    tab.click("[data-key=result-review]")
    tab.see(".review[data-review-done] [data-review]")
    line = int(tab.page.get_attribute("[data-review]", "data-review"))
    name = tab.served.table.name
    tab.change(lambda: tab.click(f"[data-key=again-{line}]"))
    assert tab.session is not session
    assert tab.served.table.name != name
    assert tab.session.record.lines == session.record.lines[:line]
    assert tab.session.players == session.players
    assert tab.decision == session.record.lines[line]["decision"]
    tab.miss(".review")
    tab.choose_any()
    assert len(tab.session.record.lines) > line


def test_any_moment_looked_back_at_can_be_played_from(open_tab):
    session = played()
    tab = open_tab(session=session)
    tab.press("Escape", "2")
    tab.click("[data-look]:has-text('offers')")
    line = int(tab.page.input_value("[data-key=scrub]"))
    tab.change(lambda: tab.click("[data-key=again-here]"))
    assert tab.session.record.lines[: line + 1] == session.record.lines[: line + 1]
    assert not tab.session.is_over


def test_a_review_is_stopped_and_gone_on_with(open_tab):
    tab = open_tab(session=played(activate="end"))
    tab.press("Escape")
    tab.click("[data-key=review]")
    tab.click("[data-key=review-stop]")
    tab.see("[data-key=review]")
    done = int(tab.page.get_attribute(".review", "data-review-done"))
    assert done < int(tab.page.get_attribute(".review progress", "max"))
    tab.click("[data-key=review]")
    tab.see(".review[data-review-done] [data-review]")


def test_a_habit_that_cost_the_game_comes_first_after_a_loss_and_is_tried_by_one_press(open_tab):
    session = new_session("glory", "navy", "withdraw_in_time", seed=5)
    play(NaivePlayer(), session)
    assert session.game.outcome == "game_over"
    tab = open_tab(session=session)
    assert tab.text("[data-key=result-review]") == "What cost the game?"
    tab.click("[data-key=result-review]")
    tab.see("[data-habit=convoys]")
    assert "Convoy box full every turn: to turn" in tab.text("[data-habit]")
    tab.change(lambda: tab.click("[data-habit] button"))
    assert (tab.session.game.turn, tab.session.is_over) == (1, False)
    assert tab.session.game.seed == session.game.seed
