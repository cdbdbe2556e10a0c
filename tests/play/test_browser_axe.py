"""axe-core, which looks for barriers to people with disabilities, finds none on the page.

It comes with `axe-playwright-python` (axe-core: MPL-2.0); without that the tests are skipped.
"""

from __future__ import annotations

from typing import Any

import pytest

from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.position import position
from tests.play.browser import PATIENCE
from tests.play.ended import played
from tests.play.player import at

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
)
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
STILL = {"reduced_motion": "reduce"}  # a colour on its way to another has any contrast
SCREENS = {
    "desktop": {"size": (1280, 720), "browser": STILL},
    "phone": {"size": (390, 844), "browser": {**STILL, "has_touch": True, "is_mobile": True}},
    "sideways": {"size": (844, 390), "browser": {**STILL, "has_touch": True, "is_mobile": True}},
}
screens = pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)


def look(tab, where: str) -> list[str]:
    """What axe finds in light and dark: rule, place, what would mend it."""
    found = []
    for theme in ("light", "dark"):
        tab.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        for rule in axe.Axe().run(tab.page, options=RULES).response["violations"]:
            found += [f"{where}, {theme}: {rule['id']} {_place(node)}" for node in rule["nodes"]]
    return found


def _place(node: dict[str, Any]) -> str:
    return f"{node['target']} {node['html'][:90]} {node['failureSummary']}"


@screens
def test_the_start_the_menu_and_the_talks(open_tab, screen):
    tab = open_tab(seed=12, settings={"welcomed": False}, **screen)
    tab.see("#dialog[open][data-name=welcome]")
    found = look(tab, "welcome")
    tab.click("[data-key=welcome-play]")
    tab.miss("#dialog[open]")
    found += look(tab, "offer")
    for name in ("log", "partner", "charts"):
        tab.click(f"#tab-{name}")
        found += look(tab, name)
    for key in "nog?k":  # new game, saved games, lessons, help, keys
        tab.press(key)
        tab.see("#dialog[open]")
        found += look(tab, f"dialog of {key}")
        tab.click("[data-key=dialog-close]")
    tab.click("[data-key=menu]")
    found += look(tab, "menu")
    tab.press("Escape")
    tab.click("#tab-decide")
    tab.until("answer")
    found += look(tab, "answer")
    tab.press("g")
    tab.change(lambda: tab.click("[data-key=lesson-pool]"))
    tab.see("#coach [data-step='0']")
    assert found + look(tab, "lesson") == []


@screens
def test_an_offer_with_promises(open_tab, screen):
    tab = open_tab(scenario="glory", partner="sakaki", seed=5, options={"talk": "cheap"}, **screen)
    while tab.decision != "speak":
        tab.change(lambda: tab.click("[data-does=counter]"))
    below = "one => one.scrollIntoView(false)"  # then the button to send lies over no chip
    tab.click("[data-says]")
    tab.page.eval_on_selector(".offer .deadlock", below)
    found = look(tab, "promises")
    tab.click("[data-key=all-lines]")
    tab.see(".all-lines .section")
    tab.page.eval_on_selector(".offer .deadlock", below)
    assert found + look(tab, "other words") == []


@screens
def test_moves_a_card_and_dice(open_tab, screen):
    pieces = ("dd_1", "myoko", "army_01", "army_02")
    units = {piece: "homeland active" for piece in pieces}
    game = position("movement", total=250, units=units, markers={"N": "solomons"})
    tab = open_tab(session=at(game), **screen)
    found = look(tab, "move")
    tab.click("#view [data-group]")
    tab.see(".goals .choice")
    found += look(tab, "piece in hand")
    tab.press("Escape")
    tab.click("[data-box=homeland] .box-name")
    tab.see("#card .counter-row")
    found += look(tab, "card")
    tab.press("Escape")
    tab.click(".choice.end")
    tab.see("#dialog[open][data-name=sure]")
    assert found + look(tab, "sure") == []


@screens
def test_a_loss_to_pay(open_tab, screen):
    units = {"shokaku": "solomons active", "myoko": "solomons active"}
    session = at(position("combat", total=400, units=units, markers={"N": "solomons"}, seed=2))
    while session.game.decision != "pay":
        session.choose(session.game.choices()[0])
    tab = open_tab(session=session, **screen)
    assert look(tab, "pay") == []


@pytest.fixture(scope="module")
def finished() -> GlorySession:
    """A game of the teaching scenario that has been played to its end."""
    return played()


@pytest.fixture
def short_review(monkeypatch) -> None:
    """A review that plays few games and lists what looks costly."""
    few = {"SCREENED": 4, "FOLLOWED": 2, "FOLLOWED_GAMES": 4, "CHECKED": 2, "CHECKED_GAMES": 4}
    for name, value in few.items():
        monkeypatch.setattr(f"glory_env.games.glory.play.review.{name}", value)
    monkeypatch.setattr("glory_env.games.glory.play.review.Gain.is_sure", True)


@pytest.mark.usefixtures("short_review")
@screens
def test_the_end_the_review_and_looking_back(open_tab, finished, screen):
    tab = open_tab(session=finished, **screen)
    tab.see("#dialog[open] .result")
    found = look(tab, "end")
    tab.click("[data-key=result-review]")
    tab.page.wait_for_selector(".review[data-review-done] [data-review]", timeout=5 * PATIENCE)
    found += look(tab, "review")
    for name in ("log", "partner", "charts"):
        tab.click(f"#tab-{name}")
        found += look(tab, name)
    tab.press("[", "[")
    tab.see("#past [data-key=scrub]")
    assert found + look(tab, "past") == []
