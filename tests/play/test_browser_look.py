"""How the page looks and reads: both languages, dark mode, sizes, labels; pictures for the docs.

`GLORY_SCREENSHOTS=docs python -m pytest tests/play/test_browser_look.py` writes docs/play-*.png.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from glory_env.play.server import PAGE
from glory_env.text import sentences

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
SIZES = ((1280, 720), (1024, 768), (1920, 1080), (390, 844))

UNNAMED = """() => [...document.querySelectorAll('button, [role=button], input, select, a[href]')]
  .filter((e) => e.checkVisibility?.() && !(e.textContent.trim() || e.getAttribute('aria-label')
    || e.labels?.length || e.title)).map((e) => e.outerHTML)"""
# Words cut off by what holds them: text wider than its element, where nothing scrolls.
CUT = """() => [...document.querySelectorAll('button, h1, h2, h3, p, li, td, th, .pill, .meaning')]
  .filter((e) => e.checkVisibility?.() && e.scrollWidth > e.clientWidth + 1
    && getComputedStyle(e).display !== 'inline').map((e) => `${e.className}: ${e.textContent}`)"""
OUTSIDE = """() => [...document.querySelectorAll('#top button, #tabs button, .box, #tracks > *')]
  .map((e) => [e.getBoundingClientRect(), e]).filter(([r]) => r.width && (r.left < 0 || r.top < 0
    || r.right > innerWidth + 1 || r.bottom > innerHeight + 1)).map(([, e]) => e.outerHTML)"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_everything_fits_and_has_a_name(open_tab, size, language):
    tab = open_tab(size=size, settings={"language": language}, seed=12)
    seen = set()
    while len(seen) < 6:
        if tab.decision not in seen:
            seen.add(tab.decision)
            for tab_name in ("decide", "log", "partner", "charts"):
                tab.click(f"#tab-{tab_name}")
                tab.see(f"#tab-{tab_name}[aria-selected=true]")
                assert tab.page.evaluate(UNNAMED) == []
                assert tab.page.evaluate(CUT) == []
            assert tab.page.evaluate(OUTSIDE) == []
            assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            tab.click("#tab-decide")
        tab.choose_any(0 if tab.decision == "activate" else 99)


@pytest.mark.parametrize("scenario", ["glory", "teaching"])
@pytest.mark.parametrize("size", SIZES)
def test_boxes_of_the_map_stay_apart(open_tab, size, scenario):
    tab = open_tab(size=size, scenario=scenario, seed=12)
    boxes = tab.page.locator("#map .box .frame").evaluate_all(
        "frames => frames.map((f) => ['x', 'y', 'width', 'height'].map((k) => f[k].baseVal.value))"
    )
    assert len(boxes) == len(tab.session.game.scenario.boxes)
    for k, (x, y, w, h) in enumerate(boxes):
        for x2, y2, w2, h2 in boxes[:k]:
            assert x + w < x2 or x2 + w2 < x or y + h < y2 or y2 + h2 < y


def test_language_and_dark_mode_are_switched_and_kept(open_tab):
    tab = open_tab(seed=12)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = tab.page.evaluate(ground)
    english = tab.text("#question")
    tab.click("[data-key=language]")
    tab.see("html[lang=ja]")
    tab.see("body[data-language=ja]")
    assert re.search("[぀-ヿ一-鿿]", tab.text("#question"))
    assert "海軍" in tab.text("#strip")
    assert "本土" in tab.page.text_content("[data-box=homeland]")
    tab.press("d")
    tab.see("[data-theme=dark]")
    dark = tab.page.evaluate(ground)
    assert sum(map(int, re.findall(r"\d+", dark)[:3])) < 150 < 450
    assert sum(map(int, re.findall(r"\d+", light)[:3])) > 600
    tab.page.reload()
    tab.my_turn()
    tab.see("html[lang=ja][data-theme=dark]")
    tab.press("l")
    tab.see("html[lang=en]")
    tab.see("body[data-language=en]")
    assert tab.text("#question") == english


# Words on their ground, as pairs of the colours' names in css/base.css.
PAIRS = [("ink", "card"), ("soft", "card"), ("soft", "raised"), ("alert", "alert-wash")]
PAIRS += [("card", "ink"), ("ink", "legal-wash"), ("alert", "card"), ("soft", "paper")]
PAIRS += [(f"{who}-deep", f"{who}-wash") for who in ("army", "navy", "civil")]
PAIRS += [("soft", "ground"), ("soft", "sea"), ("soft", "shore")]  # names of bases on the map
PAIRS += [("army-ink", "army"), ("navy-ink", "navy"), ("navy-ink", "civil")]


def _luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_stand_out_from_their_ground(theme):
    """Contrast of at least 4.5 to 1 (WCAG AA) in both themes."""
    parts = (PAGE / "css/base.css").read_text(encoding="utf-8").split('[data-theme="dark"]')
    text = parts[0] if theme == "light" else parts[1].split("}")[0]
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", text))
    for front, back in PAIRS:
        low, high = sorted((_luminance(colours[front]), _luminance(colours[back])))
        assert (high + 0.05) / (low + 0.05) >= 4.5, f"{front} on {back}"


def test_the_rule_ids_of_the_help_exist():
    known = set(re.findall(r"^\| (R\S+) ", _rules_map(), flags=re.M))
    sections = {rule.rstrip("abcdefghijklmnopqrstuvwxyz") for rule in known}
    cited = [words for key, words in sentences("en").items() if key.endswith(".rules")]
    assert len(cited) > 30
    for word in ", ".join(cited).split(", "):
        if word.startswith("R"):
            first = word.split("\N{EN DASH}")[0]
            assert first in known or first in sections, word


def _rules_map() -> str:
    return (Path(__file__).parents[2] / "docs/rules_map.md").read_text(encoding="utf-8")


def test_nothing_is_ever_parsed_as_html():
    for file in sorted(PAGE.rglob("*.js")):
        text = file.read_text(encoding="utf-8")
        found = re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text)
        assert found == [], file.name


def test_the_page_has_no_address_but_its_own():
    for file in sorted(PAGE.rglob("*")):
        if file.suffix in (".js", ".css", ".html", ".svg"):
            text = file.read_text(encoding="utf-8")
            assert set(re.findall(r"https?://[^\s\"'`]+", text)) <= {
                "http://www.w3.org/2000/svg",
                "${location.host}",
            }, file.name
            assert len(text.splitlines()) < 400, file.name


# --- pictures ------------------------------------------------------------------------------
def picture(tab, pictures: Path, name: str) -> None:
    """A screenshot of the tab as it stands, without anything moving."""
    file = pictures / f"play-{name}.png"
    tab.page.screenshot(path=file, animations="disabled")
    assert file.stat().st_size > 20_000


def test_the_picture_of_promises_for_the_docs(open_tab, pictures):
    tab = open_tab(scenario="glory", partner="sakaki", seed=5, options={"talk": "cheap"})
    while tab.decision != "speak":
        tab.change(lambda: tab.click("[data-does=counter]"))
    for k in range(2):
        tab.page.locator("[data-says]").nth(k).click()
        tab._drawn()
    tab.see(".verdict[data-accepted]:not([data-accepted=''])")
    tab.page.eval_on_selector("[data-key=send-offer]", "one => one.scrollIntoView(false)")
    picture(tab, pictures, "promises")


def test_pictures_for_the_docs(open_tab, pictures):
    tab = open_tab(scenario="glory", partner="cooperative", seed=7)
    picture(tab, pictures, "offer")
    tab.until("answer")
    picture(tab, pictures, "answer")
    tab.click("[data-does=accept]")
    tab.see("body[data-decision=activate][data-waiting=person]")
    tab.choose_any()
    tab.click("[data-box=homeland] .box-name")
    tab.see("#card button")
    picture(tab, pictures, "card")
    tab.press("Escape")
    tab.until("move")
    tab.click("#view [data-group]")
    tab.see(".goals .choice")
    picture(tab, pictures, "move")
    tab.until("pay")
    picture(tab, pictures, "battle")
    tab.click("#tab-partner")
    tab.see("[data-why]")
    picture(tab, pictures, "why")
    tab.click("#tab-decide")
    tab.until("produce")
    tab.press("d", "l")
    tab.see("html[lang=ja][data-theme=dark]")
    tab.see("body[data-language=ja]")
    picture(tab, pictures, "dark-ja")


def test_pictures_of_a_tablet_the_guide_and_the_end(open_tab, pictures):
    tab = open_tab(size=(1024, 768), seed=21, settings={"confirm": False})
    tab.until("activate")
    picture(tab, pictures, "tablet")
    while not tab.is_over:
        tab.choose_any(99)
    tab.see("#dialog[open] .result")
    picture(tab, pictures, "end")
    tab.press("Escape")
    tab.press("g")
    tab.change(lambda: tab.click("[data-key=lesson-pool]"))
    tab.see("[data-step='0']")
    picture(tab, pictures, "guide")
