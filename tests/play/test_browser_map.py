"""The map with much on it: what stands in the boxes can be read and stays in them."""

from __future__ import annotations

import pytest

from tests.play.late import late_game

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
SIZES = ((1280, 720), (1024, 768))
LARGE = (1920, 1080)
PHONE = (390, 844)
SMALLEST = 8.5  # pixels, of any words on the map

# The size of words as they come out on the screen.
LETTERS = """() => [...document.querySelectorAll('#map text')].map((e) => {
  const to = e.getScreenCTM();
  return [parseFloat(getComputedStyle(e).fontSize) * Math.hypot(to.b, to.d), e.textContent];
})"""
# Counters beyond the body of their box.
BEYOND = """() => [...document.querySelectorAll('#map .box')].flatMap((box) => {
  const body = box.querySelector('.body').getBoundingClientRect();
  return [...box.querySelectorAll('.chip .face, .allied .disc')].filter((e) => {
    const { left, top, right, bottom } = e.getBoundingClientRect();
    return left < body.left - 1 || top < body.top - 1 || right > body.right + 1
      || bottom > body.bottom + 1;
  }).map((e) => `${box.dataset.box}: ${e.parentNode.textContent}`);
})"""
COVERED = """() => [...document.querySelectorAll('#map .box')].flatMap((box) => {
  const faces = [...box.querySelectorAll('.chip .face, .allied .disc')];
  const badges = [...box.querySelectorAll('.count-disc')];
  const cover = (a, b) => {
    const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    return p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1
      && q.top < p.bottom - 1;
  };
  return [...faces, ...badges].flatMap((a, k) => faces.slice(0, k)
    .filter((b) => b.parentNode !== a.parentNode && cover(a, b)).map(() => box.dataset.box));
})"""
SQUEEZED = """() => [...document.querySelectorAll('#map .box-name[textLength]')].map((e) => {
  const room = e.textLength.baseVal.value;
  e.removeAttribute('textLength');
  return [room / e.getComputedTextLength(), e.textContent];
})"""
HEADING = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector('.production h3'));
  return words.getBoundingClientRect().right;
}"""

GAMES = {
    "start": lambda: late_game(1),
    "late": lambda: late_game(10, seed=3),
    "crowded front": lambda: late_game(10, seed=1, agent="selfish-macro-1"),
    "crowded home": lambda: late_game(11, seed=5, agent="helpful"),
}


@pytest.mark.parametrize("size", [*SIZES, LARGE])
@pytest.mark.parametrize("when", GAMES)
def test_all_words_on_the_map_can_be_read(open_tab, size, when):
    if when.startswith("crowded"):
        pytest.importorskip("torch")
    tab = open_tab(size=size, session=GAMES[when]())
    for language in ("en", "ja"):
        tab.see(f"html[lang={language}]")
        letters = tab.page.evaluate(LETTERS)
        assert len(letters) > 60
        assert [words for words in letters if words[0] < SMALLEST] == []
        assert tab.page.evaluate(BEYOND) == []
        assert tab.page.evaluate(COVERED) == []
        assert [name for name in tab.page.evaluate(SQUEEZED) if name[0] < 0.8] == []
        tab.press("l")


def test_counters_that_share_a_chip_are_all_named(open_tab):
    """What the map shows together the card of the box shows one by one."""
    pytest.importorskip("torch")
    session = late_game(11, seed=5, agent="helpful")
    tab = open_tab(size=(1024, 768), session=session)
    here = [c for c in session.game.scenario.counters if session.game.box(c) == "homeland"]
    chips = tab.count("[data-box=homeland] .chip")
    assert 0 < chips < len(here) / 2
    named = tab.page.locator("[data-box=homeland] .chip title").all_text_contents()
    assert sum(len(words.split("\n")) for words in named) > chips
    tab.click("[data-box=homeland] .box-name")
    tab.see("#card .card-list")
    assert tab.count("#card .card-list > *") > chips


@pytest.mark.parametrize("size", SIZES)
def test_the_convoy_method_and_the_shares_are_shown(open_tab, size):
    tab = open_tab(size=size, seed=12)
    tab.until("activate")
    assert tab.page.locator("[data-method=A]").is_visible()
    assert tab.page.locator(".shares .bar").is_visible()
    method = tab.page.locator("[data-method]").bounding_box()
    words = tab.page.evaluate(HEADING)
    assert words < method["x"]
    if size[0] < 1180:
        space = tab.page.locator(".space").last.bounding_box()
        assert method["y"] + method["height"] <= space["y"] + 1


# --- land, size and place of the boxes, zoom -----------------------------------------------
FRAMES = """() => Object.fromEntries([...document.querySelectorAll('#map .box')].map((box) => {
  const { x, y, width, height } = box.querySelector('.frame').getBoundingClientRect();
  return [box.dataset.box, [x, y, width, height].map(Math.round)];
}))"""
PLACES = """() => [...document.querySelectorAll('#map .box .frame')]
  .map((frame) => ['x', 'y', 'width', 'height'].map((name) => frame.getAttribute(name)))"""
CHIP = "document.querySelector('#map .chip .face').getBoundingClientRect().height"


@pytest.mark.parametrize("scenario", ["glory", "teaching"])
def test_land_lies_behind_the_boxes(open_tab, scenario):
    """Home islands and Mandalay have land under their boxes, the convoys do not."""
    tab = open_tab(scenario=scenario, seed=12)
    coast = tab.page.locator("#map .coast")
    assert coast.get_attribute("aria-hidden") == "true"
    order = "[...document.querySelectorAll('#map *')].findIndex((e) => e.matches('{}'))"
    assert tab.page.evaluate(order.format(".coast")) < tab.page.evaluate(order.format(".line"))
    land_under = """(id) => {
      const { x, y, width, height } =
        document.querySelector(`[data-box=${id}] .frame`).getBBox();
      const at = (k) => new DOMPoint(x + (width * (k % 7)) / 6, y + (height * (k - (k % 7))) / 42);
      const ground = document.querySelector('#map .ground');
      return [...Array(49).keys()].filter((k) => ground.isPointInFill(at(k))).length / 49;
    }"""
    assert tab.page.evaluate(land_under, "homeland") > 0.3
    assert tab.page.evaluate(land_under, "mandalay") > 0.9
    assert tab.page.evaluate(land_under, "convoy") < 0.1


def test_all_on_the_map_grows_on_a_large_screen(open_tab):
    heights = {}
    for size in (SIZES[0], LARGE):
        tab = open_tab(size=size, scenario="glory", seed=12)
        heights[size] = tab.page.evaluate(CHIP)
    assert heights[LARGE] > 1.25 * heights[SIZES[0]]


def test_boxes_stay_where_they_are_from_turn_to_turn(open_tab):
    """Also while looking back, and after a reload late in the game."""
    tab = open_tab(scenario="glory", session=late_game(6))
    before = tab.page.evaluate(PLACES)
    tab.press("2")
    tab.page.locator("[data-look]").last.click()
    tab.see("body[data-waiting=past]")
    assert tab.page.evaluate(PLACES) == before
    assert tab.count("#map .box.differs") > 2
    on_screen = tab.page.evaluate(FRAMES)
    then = tab.page.text_content("#map .box[data-box=homeland]")
    tab.click("[data-key=compare]")
    tab.see("[data-key=compare][aria-pressed=true]")
    assert tab.page.evaluate(FRAMES) == on_screen
    assert tab.page.text_content("#map .box[data-box=homeland]") != then
    tab.press("Escape", "1")
    tab.my_turn()
    tab.choose_any()
    assert tab.page.evaluate(FRAMES) == on_screen
    assert tab.page.evaluate(PLACES) == before


def zoom(tab) -> float:
    tab._drawn()
    return float(tab.page.get_attribute("#map", "data-zoom"))


def test_the_map_is_zoomed_and_moved_by_wheel_keys_buttons_and_drag(open_tab):
    tab = open_tab(scenario="glory", seed=12)
    whole = tab.page.evaluate(FRAMES)
    x, y, w, h = whole["solomons"]
    tab.page.mouse.move(x + w / 2, y + h / 2)
    tab.page.mouse.wheel(0, -120)
    tab.page.wait_for_function("() => document.querySelector('#map').dataset.zoom > 1")
    near = tab.page.evaluate(FRAMES)["solomons"]
    assert near[2] > w
    assert abs(near[0] + near[2] / 2 - (x + w / 2)) <= 2  # what is under the pointer stays there
    tab.press("0")
    assert zoom(tab) == 1
    assert tab.page.evaluate(FRAMES) == whole
    tab.press("+", "+")
    assert zoom(tab) == pytest.approx(2.25)
    tab.press("-")
    tab.click("[data-key=zoom-in]")
    assert zoom(tab) == pytest.approx(2.25)
    before = tab.page.evaluate(FRAMES)["philippines"]
    tab.page.mouse.move(400, 400)
    tab.page.mouse.down()
    tab.page.mouse.move(430, 420, steps=3)
    tab.page.mouse.move(460, 440, steps=3)
    tab.page.mouse.up()
    after = tab.page.evaluate(FRAMES)["philippines"]
    assert abs(after[0] - before[0] - 60) <= 8
    assert abs(after[1] - before[1] - 40) <= 8
    assert not tab.page.locator("#card").is_visible()  # a drag is no press
    tab.press("m", "Shift+ArrowLeft")
    assert tab.page.evaluate(FRAMES)["philippines"][0] > after[0]
    tab.page.mouse.dblclick(300, 300)
    assert zoom(tab) == 1
    for name in ("zoom-in", "zoom-out", "zoom-reset"):
        area = tab.page.locator(f"[data-key={name}]").bounding_box()
        assert min(area["width"], area["height"]) >= 40


def test_arrows_bring_the_box_into_sight(open_tab):
    tab = open_tab(scenario="glory", seed=12)
    tab.press("m", "+", "+", "+")
    tab.press("ArrowUp", "ArrowRight", "ArrowRight")
    inside = """() => {
      const [box, map] = [document.activeElement.querySelector('.frame'),
        document.querySelector('#map')].map((e) => e.getBoundingClientRect());
      return box.left >= map.left - 1 && box.top >= map.top - 1 && box.right <= map.right + 1
        && box.bottom <= map.bottom + 1;
    }"""
    assert tab.page.evaluate(inside)


@pytest.mark.parametrize("when", ["start", "late"])
def test_a_phone_shows_the_whole_map_and_more_from_near(open_tab, when):
    tab = open_tab(size=PHONE, session=GAMES[when](), browser={"has_touch": True})
    assert tab.page.evaluate(BEYOND) == []
    assert tab.page.evaluate(COVERED) == []
    for _, _, w, h in tab.page.evaluate(FRAMES).values():
        assert min(w, h) >= 40
    tab.press("+", "+")
    assert [words for words in tab.page.evaluate(LETTERS) if words[0] < SMALLEST] == []
