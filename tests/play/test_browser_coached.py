"""A first game as a new user plays it: from the welcome, with a coach, by mouse, to its end."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]
BATCHES = "#view .groups .batches button:not([aria-expanded])"
TURNS = 3  # that the coach is there for


def click_on(tab) -> None:
    """One decision: all in one go where that is offered, else the first choice; moves are ended."""
    if tab.decision in ("activate", "produce", "escort_grant") and tab.count(BATCHES):
        tab.change(lambda: tab.page.locator(BATCHES).first.click())
    else:
        tab.choose_any(99 if tab.decision == "move" else 0)


@pytest.mark.parametrize(("seat", "language"), [("army", "en"), ("navy", "ja")])
def test_a_coached_game_is_clicked_from_the_welcome_to_its_end(open_tab, seat, language):
    tab = open_tab(settings={"welcomed": False, "language": language, "confirm": False})
    tab.change(lambda: tab.click(f"[data-key=welcome-coached-{seat}]"))
    assert tab.session.seats == [seat]
    asked = set()
    while not tab.is_over:
        if tab.count("#coach .coach-question"):
            asked.add(tab.turn)
        if tab.count("#dialog[open]"):
            tab.press("Escape")
        click_on(tab)
    assert asked >= set(range(1, TURNS + 1))
    tab.see("#dialog[open][data-name=result] h2")
    assert tab.text("#dialog h2")
    assert tab.session.game.turn > TURNS
