"""The page on a phone in portrait: the panel as a sheet over the map, played by touch."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
PHONE = {"size": (390, 844), "browser": {"has_touch": True, "is_mobile": True}}
TARGET = 40  # pixels, of anything to be touched

SMALL = f"""() => [...document.querySelectorAll('button, select, summary, a.button, input, .frame')]
  .filter((e) => e.checkVisibility() && !e.closest('[hidden]'))
  .map((e) => [(e.closest('label') ?? e).getBoundingClientRect(), e])
  .filter(([r]) => r.width && (r.width < {TARGET} - 0.5 || r.height < {TARGET} - 0.5))
  .map(([r, e]) => `${{r.width}}x${{r.height}} ${{e.outerHTML.slice(0, 90)}}`)"""
# What decides: an offer, two or three choices, the end of a long list.
HIDDEN = """() => [...document.querySelectorAll(
    '[data-key=send-offer], .groups.few .choice, .section.last .choice')]
  .filter((e) => !e.closest('.payment'))
  .map((e) => [e.getBoundingClientRect(), e])
  .filter(([r]) => r.top < document.querySelector('#view').getBoundingClientRect().top
    || r.bottom > innerHeight)
  .map(([r, e]) => `${r.top} to ${r.bottom}: ${e.innerText}`)"""
HIGH = "document.querySelector('#panel').getBoundingClientRect().height"


def sheet(tab, name: str) -> float:
    """Waits until the sheet has come to rest at a height."""
    tab.see(f"body[data-sheet={name}]")
    tab.page.wait_for_function(
        "() => document.querySelector('#panel').getAnimations().length === 0"
    )
    return float(tab.page.evaluate(HIGH))


def test_the_sheet_is_pulled_up_and_down(open_tab):
    tab = open_tab(seed=12, **PHONE)
    half = sheet(tab, "half")
    handle = tab.page.locator("[data-key=sheet]")
    handle.tap()
    full = sheet(tab, "full")
    handle.tap()
    low = sheet(tab, "low")
    assert low < 0.3 * 844 < half < 0.65 * 844 < full <= 844
    at = handle.bounding_box()
    assert at["height"] >= TARGET
    tab.page.mouse.move(at["x"] + 100, at["y"] + 20)
    tab.page.mouse.down()
    tab.page.mouse.move(at["x"] + 100, at["y"] - 150, steps=4)
    tab.page.mouse.move(at["x"] + 100, at["y"] - 260, steps=4)
    tab.page.mouse.up()
    assert sheet(tab, "half") == half
    handle.focus()
    tab.press("ArrowUp")
    sheet(tab, "full")
    tab.press("ArrowDown", "ArrowDown")
    sheet(tab, "low")
    tab.press("c")
    sheet(tab, "half")


def test_the_map_is_not_moved_by_the_sheet(open_tab):
    tab = open_tab(seed=12, **PHONE)
    box = tab.page.locator("[data-box=homeland] .frame")
    before = box.bounding_box()
    tab.page.locator("[data-key=sheet]").tap()
    sheet(tab, "full")
    assert box.bounding_box() == before
    bottom = tab.page.locator("#map").bounding_box()
    assert bottom["y"] + bottom["height"] <= 844 - 150


def test_a_box_that_is_touched_is_seen_above_the_low_sheet(open_tab):
    tab = open_tab(seed=12, **PHONE)
    tab.page.locator("[data-box=homeland]").tap()
    tab.see("#card .counter-row")
    low = sheet(tab, "low")
    card = tab.page.locator("#card").bounding_box()
    assert card["x"] >= 0
    assert card["x"] + card["width"] <= 390
    assert card["y"] + card["height"] <= 844 - low + 1


def test_the_tracks_are_a_tab(open_tab):
    tab = open_tab(seed=12, **PHONE)
    assert not tab.page.locator("#tracks").is_visible()
    tab.page.locator("#tab-tracks").tap()
    tab.see("#view .production")
    assert tab.page.locator("#view [data-method]").is_visible()
    assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_decisions_are_made_by_touch(open_tab):
    """An offer, its answer, a piece put into play, and one that is moved from box to box."""
    tab = open_tab(seed=12, settings={"confirm": False}, **PHONE)
    seen = set()
    activated = 0
    while "move" not in seen:
        seen.add(tab.decision)
        assert tab.page.evaluate(SMALL) == [], tab.decision
        if tab.page.get_attribute("body", "data-sheet") == "half":
            assert tab.page.evaluate(HIDDEN) == [], tab.decision
        if tab.decision == "offer":
            tab.change(lambda: tab.page.locator("[data-key=send-offer]").tap())
        elif tab.decision == "move":
            tab.page.locator("#view [data-group]").first.tap()
            tab.see("#map .box.hot")
            piece = tab.page.get_attribute("#view [data-group]", "data-group")
            goal = tab.page.locator("#map .box.hot").first
            tab.page.locator("[data-key=sheet]").tap()  # full
            tab.page.locator("[data-key=sheet]").tap()  # low: the map is free
            sheet(tab, "low")
            assert piece
            before = tab.seq
            goal.tap()
            if tab.count("#card .choice"):
                tab.change(lambda: tab.page.locator("#card .choice").first.tap())
            tab.page.wait_for_function("seq => document.body.dataset.seq !== seq", arg=before)
            tab.my_turn()
        else:
            at = 0 if activated < 2 and tab.decision == "activate" else -1
            activated += tab.decision == "activate"
            choice = tab.page.locator("#view .groups [data-choice]").nth(at)
            tab.change(choice.tap)
    assert {"answer", "activate"} <= seen


def test_two_fingers_zoom_and_a_double_tap_shows_all(open_tab):
    tab = open_tab(seed=12, **PHONE)
    tab.page.locator("[data-key=sheet]").tap()
    tab.page.locator("[data-key=sheet]").tap()
    sheet(tab, "low")
    touch = tab.page.context.new_cdp_session(tab.page)

    def fingers(kind: str, *places: tuple[int, int]) -> None:
        points = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(places)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", (170, 350), (220, 350))
    for step in range(1, 6):
        fingers("touchMove", (170 - 15 * step, 350), (220 + 15 * step, 350))
    fingers("touchEnd")
    tab.page.wait_for_function("() => document.querySelector('#map').dataset.zoom > 1.8")
    assert not tab.page.locator("#card").is_visible()
    tab.click("[data-key=zoom-reset]")
    tab.see("#map[data-zoom='1.00']")
