"""A first turn as a new user plays it: from the welcome, by mouse, with plans and groups."""

from __future__ import annotations

from collections import Counter

import pytest

from .at_a_table import new_table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]
MOST = 40  # clicks of a first turn of which one group of orders is given by hand


class Mouse:
    """Clicks, counted by what is clicked on."""

    def __init__(self, tab) -> None:
        self.tab, self.clicks = tab, Counter()

    def click(self, selector: str) -> None:
        self.clicks[selector] += 1
        self.tab.click(selector)

    def decide(self, selector: str) -> None:
        self.tab.change(lambda: self.click(selector))

    def finds(self, selector: str) -> bool:
        return self.tab.count(selector) > 0


@pytest.mark.parametrize(("seat", "seed", "language"), [("japan", 5, "en"), ("allies", 7, "ja")])
def test_a_first_turn_is_clicked_from_the_welcome_to_its_end(
    open_tab, tmp_path, seat, seed, language
):
    settings = {"campaignWelcomed": False, "byHand": False, "language": language}
    tab = open_tab(new_table(tmp_path, seat, seed), (1440, 900), **settings)
    mouse = Mouse(tab)
    tab.see("#dialog[open][data-name=welcome]")
    mouse.click("[data-key=welcome-begin]")
    tab.my_turn()
    mouse.click(".plan-line")
    assert tab.count("#map .area.told") > 0
    mouse.click(".plan-line")
    tab.miss("#map .area.told")
    mouse.click(".plan-line >> nth=1")
    mouse.decide("[data-key=plan-until]")  # the places to begin at are taken as planned
    assert tab.session.decided
    while not mouse.finds("[data-together]"):  # by hand, to where several go in one go
        mouse.decide("[data-choice]")
    asked = tab.session.asked
    mouse.decide("[data-together]")
    assert tab.session.asked - asked > 1
    if mouse.finds("[data-key=change][aria-expanded=true]"):
        mouse.click("[data-key=change]")
    asked, met = tab.session.asked, set()
    while tab.session.game.turn == 1 and not tab.is_over:
        met.add(tab.decision)
        assert tab.text("[data-key=question]")
        mouse.decide("[data-key=accept]" if mouse.finds("[data-key=accept]") else "[data-choice]")
    assert tab.session.game.turn == 2
    assert mouse.clicks["[data-key=accept]"] > 1
    assert tab.session.asked - asked > 2 * mouse.clicks["[data-key=accept]"]
    assert mouse.clicks.total() < MOST
    assert len(met) > 3
    tab.see(".news-item")
