"""The page on a phone held sideways: the map and the panel side by side, played by touch."""

from __future__ import annotations

import pytest

from tests.play.test_browser_look import CUT, OUTSIDE
from tests.play.test_browser_phone import SMALL as SMALL_WITH_BOXES

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
TOUCH = {"has_touch": True, "is_mobile": True}
SIDEWAYS = {"size": (844, 390), "browser": TOUCH}
LEAST = {"size": (667, 375), "browser": TOUCH}  # of the phones that are common
BOX = 30  # pixels, of a box of the map, which can be made larger
SMALL = SMALL_WITH_BOXES.replace(", .frame", "")

# Parts that lie over each other, though each of them is to be seen at the same time.
OVERLAP = """() => {
  const areas = ['top', 'strip', 'board', 'panel']
    .map((id) => [id, document.getElementById(id).getBoundingClientRect()]);
  return areas.flatMap(([a, p], k) => areas.slice(k + 1)
    .filter(([, q]) => p.left < q.right - 0.5 && q.left < p.right - 0.5
      && p.top < q.bottom - 0.5 && q.top < p.bottom - 0.5)
    .map(([b]) => `${a} and ${b}`));
}"""


def area(tab, selector: str) -> dict[str, float]:
    return tab.page.locator(selector).first.bounding_box()


@pytest.mark.parametrize("screen", [SIDEWAYS, LEAST], ids=["usual", "least"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_map_and_panel_stand_side_by_side(open_tab, screen, language):
    tab = open_tab(seed=12, scenario="glory", settings={"language": language}, **screen)
    wide, high = screen["size"]
    assert tab.page.evaluate(OVERLAP) == []
    assert tab.page.evaluate(OUTSIDE) == []
    assert tab.page.evaluate(CUT) == []
    assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = [one.bounding_box() for one in tab.page.locator("#map .frame").all()]
    assert min(min(one["width"], one["height"]) for one in boxes) >= BOX
    board, panel = area(tab, "#board"), area(tab, "#panel")
    assert board["width"] >= wide * 0.5
    assert board["height"] >= high * 0.55
    assert panel["height"] >= high * 0.95
    assert board["y"] + board["height"] <= high
    assert tab.page.locator("[data-key=send-offer]").count() == 1
    assert not tab.page.locator("#sheet").is_visible()


def test_tracks_a_card_and_dialogs_are_within_the_screen(open_tab):
    tab = open_tab(seed=12, **SIDEWAYS)
    tab.page.locator("#tab-tracks").tap()
    tab.see("#view .production")
    tab.page.locator("#tab-decide").tap()
    tab.page.locator("[data-box=homeland] .box-name").tap()
    tab.see("#card .counter-row")
    card, board = area(tab, "#card"), area(tab, "#board")
    assert card["y"] >= board["y"]
    assert card["y"] + card["height"] <= board["y"] + board["height"]
    tab.press("Escape")
    for key in ("n", "?"):
        tab.press(key)
        tab.see("#dialog[open]")
        dialog = area(tab, "#dialog")
        assert dialog["y"] >= 0
        assert dialog["y"] + dialog["height"] <= 390
        tab.page.locator("[data-key=dialog-close]").tap()
        tab.miss("#dialog[open]")


def test_a_turn_is_played_by_touch(open_tab):
    """An offer, its answer, two pieces put into play, and one moved from box to box on the map."""
    tab = open_tab(seed=12, settings={"confirm": False}, **SIDEWAYS)
    activated = 0
    while tab.decision != "move":
        assert tab.page.evaluate(SMALL) == [], tab.decision
        if tab.decision == "offer":
            tab.change(lambda: tab.page.locator("[data-key=send-offer]").tap())
        else:
            at = 0 if activated < 2 and tab.decision == "activate" else -1
            activated += tab.decision == "activate"
            tab.change(tab.page.locator("#view .groups [data-choice]").nth(at).tap)
    assert tab.page.evaluate(SMALL) == []
    tab.page.locator("#view [data-group]").first.tap()
    tab.see("#map .box.hot")
    before = tab.seq
    tab.page.locator("#map .box.hot").first.tap()
    if tab.count("#card .choice"):
        tab.page.locator("#card .choice").first.tap()
    tab.page.wait_for_function("seq => document.body.dataset.seq !== seq", arg=before)
