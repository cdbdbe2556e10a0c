"""Lessons and the question about kept games in Chromium."""

from __future__ import annotations

import pytest

from glory_env.games.glory.play.kept_games import Kept
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.play.saves import Saves
from tests.play.browser import served

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


def test_a_beginner_finds_the_lessons_does_one_step_leaves_and_comes_back(open_tab):
    tab = open_tab(settings={"welcomed": False})
    tab.click("[data-key=welcome-guide]")
    tab.change(lambda: tab.click("[data-key=lesson-pool]"))
    tab.see("#coach [data-step='0']")
    assert tab.count(".guided") == 1
    tab.change(lambda: tab.click("#view [data-choice]"))
    tab.see("#coach [data-step='1']")
    tab.change(lambda: tab.press("u"))
    tab.see("#coach [data-step='0']")
    tab.click("[data-key=coach-end]")
    tab.miss("#coach")
    tab.press("g", "l")
    assert "レッスン" in tab.text("#dialog h2") or tab.count("[data-lesson=pool]")
    tab.click("[data-key=lesson-on-pool]")
    tab.see("#coach [data-step='0']")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_every_card_stands_in_the_panel_and_covers_no_box(open_tab, size, language):
    tab = open_tab(size=size, settings={"language": language, "confirm": False})
    for key in ("lesson-pool", "lesson-talks", "lesson-battle", "lesson-end", "coached-army"):
        tab.press("g")
        tab.change(lambda: tab.click(f"[data-key={key}]"))  # noqa: B023
        tab.see("#coach [data-step='0']")
        card, panel, board = (
            tab.page.locator(one).bounding_box() for one in ("#coach", "#panel", "#board")
        )
        assert card["y"] >= panel["y"]
        assert card["y"] + card["height"] < panel["y"] + panel["height"] * 0.6
        if size[0] > 600:
            assert card["x"] >= board["x"] + board["width"]
        assert tab.page.locator("#view [data-key=question]").is_visible()


def test_a_first_game_with_a_coach_begins_on_the_first_screen(open_tab):
    tab = open_tab(settings={"welcomed": False})
    tab.change(lambda: tab.click("[data-key=welcome-coached-army]"))
    tab.see("#coach .coach-question")
    assert tab.session.seats == ["army"]
    tab.press("[")
    tab.miss("#coach")
    tab.press("Escape")
    tab.see("#coach .coach-question")


def test_a_finished_game_is_kept_only_after_a_yes_and_rated(open_tab, tmp_path):
    session = new_session("teaching", "navy", "random", seed=21)
    table = Table(session, Saves(tmp_path / "saves"), kept=Kept(tmp_path / "data"))
    with served(table) as at:
        tab = open_tab(at=at, settings={"confirm": False})
        while not tab.is_over:
            tab.choose_any(99)
        tab.see("#dialog[open] .result")
        assert str(tmp_path / "data") in tab.text("[data-key=consent]")
        assert not (tmp_path / "data").exists()
        tab.click("[data-key=consent-yes]")
        tab.click("[data-key=rate-4]")
        tab.see("[data-key=rate-4][aria-pressed=true]")
        [record] = (tmp_path / "data").glob("*.jsonl")
        assert '"rating": 4' in record.with_suffix(".json").read_text()
        tab.press("Escape")
        tab.click("[data-key=menu]")
        tab.page.uncheck("[data-key=consent-setting]")
        tab.page.wait_for_function(
            "() => !document.querySelector('[data-key=consent-setting]').checked"
        )
        tab.page.context.close()
    assert Kept(tmp_path / "data").consent is False
