"""The map with much on it: what stands in the boxes can be read and stays in them."""

from __future__ import annotations

import pytest

from tests.play.late import late_game

pytestmark = pytest.mark.timeout(600)
SIZES = ((1280, 720), (1024, 768))
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
    "crowded front": lambda: late_game(10, seed=1, agent="selfish"),
    "crowded home": lambda: late_game(11, seed=5, agent="helpful"),
}


@pytest.mark.parametrize("size", SIZES)
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
    tab.click("[data-box=homeland]")
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
