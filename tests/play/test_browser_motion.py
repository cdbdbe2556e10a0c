"""Motion: what has happened is shown in steps, can be skipped, and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.position import position
from tests.play.ended import played
from tests.play.player import at

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
QUICK = {"confirm": False, "motion": "fast"}

# Counts what appears on the layers, and keeps whether the page was ever in motion.
RECORD = """() => {
  window.seen = { flyers: 0, dice: 0, pool: [], ways: [], moved: false };
  new MutationObserver((list) => list.flatMap((m) => [...m.addedNodes]).forEach((node) => {
    if (node.classList?.contains('flyer')) {
      seen.flyers += 1;
      if (node.querySelector('.die')) seen.dice += 1;
      requestAnimationFrame(() => node.getAnimations().forEach((animation) =>
        seen.ways.push(animation.effect.getKeyframes().map((frame) => frame.transform))));
    }
    if (node.classList?.contains('pool-change')) seen.pool.push(node.textContent);
  })).observe(document.body, { childList: true, subtree: true });
  new MutationObserver(() => {
    seen.moved ||= document.body.dataset.moving === 'true';
  }).observe(document.body, { attributeFilter: ['data-moving'] });
}"""
# As slow as it takes to be caught in motion.
SLOW = """() => { const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    return animate.call(this, frames, { ...timing, duration: 600000 }); }; }"""
SHOWN = """() => ['strip', 'map', 'tracks', 'view']
  .map((id) => document.getElementById(id).innerHTML)"""


def seen(tab) -> dict[str, Any]:
    return tab.page.evaluate("seen")


def still(tab) -> None:
    tab.see("body[data-moving=false]")


def move_a_piece(tab) -> str:
    """Moves the first piece that can be moved to the first box; says which box."""
    tab.click("#view [data-group]")
    tab.see(".goals .choice")
    goal = next(group for group in tab.session.groups() if group.entries).entries[0].choice["to"]
    tab.change(lambda: tab.click(".goals .choice"))
    return str(goal)


def test_a_piece_glides_and_all_is_as_without_motion(open_tab):
    tab = open_tab(seed=12, settings=QUICK)
    tab.until("activate")
    tab.choose_any()
    tab.until("move")
    still(tab)
    tab.page.evaluate(RECORD)
    move_a_piece(tab)
    tab.page.wait_for_function("() => seen.flyers > 0")
    still(tab)
    found = seen(tab)
    assert found["moved"]
    first, *_, last = found["ways"][0]
    assert "translate" in first
    assert first != last
    assert tab.count("#motion *") == 0
    with_motion = tab.page.evaluate(SHOWN)
    tab.page.evaluate(
        "() => { localStorage.glory = JSON.stringify("
        "{ ...JSON.parse(localStorage.glory), motion: 'off' }); }"
    )
    tab.page.reload()
    tab.my_turn()
    without = tab.page.evaluate(SHOWN)
    assert [_plain(words) for words in with_motion] == [_plain(words) for words in without]


def _plain(words: str) -> str:
    """Without the box that arrow keys begin at."""
    return words.replace('tabindex="0"', 'tabindex="-1"')


def test_dice_fall_in_the_box_and_losses_leave_the_pool(open_tab):
    tab = open_tab(seed=12, settings=QUICK)
    tab.until("activate")
    still(tab)
    tab.page.evaluate(RECORD)
    total = tab.session.game.total
    turn = tab.session.game.turn
    while tab.session.game.total == total and tab.session.game.turn == turn:
        tab.choose_any(99)
    still(tab)
    assert tab.session.game.total != total
    found = seen(tab)
    assert found["dice"] > 0
    assert found["pool"]
    changes = [int(words.replace("\N{MINUS SIGN}", "-")) for words in found["pool"]]
    assert sum(changes) == tab.session.game.total - total
    tab.see(f"[data-total='{tab.session.game.total}']")
    tab.page.wait_for_function("() => document.querySelector('#leaving').children.length === 0")


@pytest.mark.parametrize("how", ["button", "key", "choice"])
def test_motion_ends_at_once(open_tab, how):
    """By the button, by Escape, and by a decision: the newest position is on the page."""
    tab = open_tab(seed=12, settings=QUICK)
    tab.until("activate")
    tab.choose_any()
    tab.until("move")
    still(tab)
    tab.page.evaluate(SLOW)
    goal = move_a_piece(tab)
    tab.page.wait_for_function("() => document.querySelector('#motion .flyer')")
    assert tab.page.get_attribute("body", "data-moving") == "true"
    assert tab.decision  # the question is there, and can be answered
    if how == "button":
        area = tab.page.locator("[data-key=skip]").bounding_box()
        assert min(area["width"], area["height"]) >= 40
        tab.click("[data-key=skip]")
    elif how == "key":
        tab.press("Escape")
    else:
        tab.page.evaluate("document.querySelector('#view .groups [data-choice]').click()")
        tab.page.wait_for_function("() => !document.querySelector('#motion .flyer')")
        return
    still(tab)
    assert tab.count("#motion *") == 0
    assert tab.count(f"[data-box={goal}] .chip") > 0


@pytest.mark.parametrize("why", ["system", "setting"])
def test_nothing_moves_where_motion_is_off(open_tab, why):
    browser = {"reduced_motion": "reduce"} if why == "system" else {}
    settings = {**QUICK, "motion": "off" if why == "setting" else "normal"}
    tab = open_tab(seed=12, settings=settings, browser=browser)
    tab.page.evaluate(RECORD)
    total = tab.session.game.total
    while tab.session.game.total == total:
        tab.choose_any(99)
    assert seen(tab) == {"flyers": 0, "dice": 0, "pool": [], "ways": [], "moved": False}
    if why == "system":
        tab.click("[data-key=menu]")
        assert tab.page.locator("[data-key=select-motion]").is_disabled()


def test_pace_and_sound_are_chosen_in_the_menu_and_kept(open_tab):
    tab = open_tab(seed=12)
    made = "() => { window.made = 0; const Own = AudioContext;"
    made += " window.AudioContext = class extends Own { constructor() { super(); made += 1; } }; }"
    tab.page.evaluate(made)
    tab.click("[data-key=menu]")
    assert not tab.page.locator("[data-key=check-sound]").is_checked()
    tab.page.select_option("[data-key=select-motion]", "fast")
    tab.page.locator("[data-key=check-sound]").check()
    tab.press("Escape")
    kept = tab.page.evaluate("JSON.parse(localStorage.glory)")
    assert (kept["motion"], kept["sound"]) == ("fast", True)
    assert tab.page.evaluate("made") == 0
    tab.until("activate")
    tab.choose_any()
    tab.until("move")
    move_a_piece(tab)
    tab.page.wait_for_function("() => made === 1")
    still(tab)


def before_a_battle() -> GlorySession:
    """The Navy, after one battle, chooses between two; in the first a loss is to be paid."""
    boxes = {"shokaku": "solomons", "myoko": "east_new_guinea", "dd_1": "aleutians"}
    units = {ship: f"{box} active" for ship, box in boxes.items()}
    markers = {"N": "solomons", "B": "east_new_guinea", "D": "aleutians"}
    session = at(position("combat", total=400, units=units, markers=markers, seed=2))
    session.choose(session.game.choices()[0])
    while session.game.decision == "pay":
        session.choose(session.game.choices()[0])
    return session


PAY = "#view [data-key=pay-pool]"
# Whether the question was there while a die was still on its way.
EARLY = f"""() => new MutationObserver(() => {{
  if (!document.querySelector('{PAY}')) return;
  window.early ??= [...document.querySelectorAll('#motion .flyer:has(.die)')]
    .some((die) => die.getAnimations().some(({{ playState }}) => playState === 'running'));
}}).observe(document.body, {{ childList: true, subtree: true }})"""


@pytest.mark.parametrize("how", ["settled", "skipped", "off"])
def test_the_question_comes_after_the_dice(open_tab, how):
    motion = "off" if how == "off" else "fast"
    tab = open_tab(session=before_a_battle(), settings={**QUICK, "motion": motion})
    tab.page.evaluate(EARLY)
    if how == "skipped":
        tab.page.evaluate(SLOW)
    tab.click("#view .groups [data-choice]")
    if how != "off":
        tab.see("body[data-waiting=dice]")
        assert not tab.count(PAY)
    if how == "skipped":
        tab.see("#view:has-text('The dice are falling')")
        tab.press("Escape")
    tab.see(PAY)
    assert tab.page.evaluate("window.early") is False
    assert tab.page.get_attribute("body", "data-waiting") == "person"


@pytest.mark.parametrize("how", ["shown", "skipped", "off"])
def test_a_step_through_the_past_is_shown_as_in_play(open_tab, how):
    browser = {"reduced_motion": "reduce"} if how == "off" else {}
    tab = open_tab(session=played(), settings=QUICK, browser=browser)
    tab.press("Escape", "2")
    line = next(k for k, one in enumerate(tab.session.record.lines) if _moves(one))
    tab.page.locator(f"[data-look='{line}']").click()
    here = f"[data-look='{line}'][aria-current]"
    tab.see(here)
    after = tab.page.evaluate(SHOWN)[1]
    tab.page.evaluate(RECORD)
    for key in ("[", "]"):
        if how == "skipped":
            tab.page.evaluate(SLOW)
        tab.press(key)
        (tab.miss if key == "[" else tab.see)(here)
        if how != "off":
            tab.page.wait_for_function("() => seen.flyers > 0")
        if how == "skipped":
            tab.see("body[data-moving=true]")
            tab.press("Escape")
        still(tab)
        tab.page.wait_for_function("() => !document.querySelector('#motion .flyer')")
        flyers = seen(tab)["flyers"]
        assert (flyers > 0) == (how != "off")
        tab.page.evaluate("seen.flyers = 0")
    assert _plain(tab.page.evaluate(SHOWN)[1]) == _plain(after)


def _moves(line: dict[str, Any]) -> bool:
    return line.get("actor") == "navy" and "to" in line.get("choice", {}) and not line.get("forced")
