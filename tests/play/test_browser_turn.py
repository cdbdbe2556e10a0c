"""A first turn in the browser: by mouse, and by keyboard alone; refusals, undo, hint."""

from __future__ import annotations

import pytest

from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.words import facts

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def at(tab, counter: str) -> str:
    return tab.session.game.box(counter)


# --- by mouse ------------------------------------------------------------------------------
def test_the_first_turn_by_mouse(open_tab):
    tab = open_tab(seed=12)
    assert tab.decision == "offer"
    navy = int(tab.text("[data-share=navy]")) + 5
    tab.click("[data-key=step5-navy]")  # one step more for the navy, taken from civil
    assert tab.text("[data-share=navy]") == str(navy)
    tab.fill("#slide-army", "100")
    assert tab.text("[data-share=civil]") == str(tab.session.game.total - 100 - navy)
    tab.change(lambda: tab.click("[data-key=send-offer]"))
    assert tab.session.record.lines[1]["choice"] == {"army": 100, "navy": navy}

    assert tab.decision == "answer"
    tab.see(".bubble.army .split-bar")
    tab.change(lambda: tab.click("[data-does=accept]"))  # accept
    assert tab.decision == "activate"

    tab.click("[data-box=homeland]")
    assert not tab.session.game.record.active[tab.session.game.counter("cvl")]
    tab.change(lambda: tab.click("#card [data-key=card-cvl]"))
    assert tab.session.game.record.active[tab.session.game.counter("cvl")]
    tab.change(lambda: tab.click(".choice.end"))

    assert tab.decision == "move"
    tab.click("[data-box=homeland]")  # several can move from there: the card asks which
    tab.click("#card [data-key=card-dd_2]")
    tab.see("[data-box=convoy].hot")
    tab.change(lambda: tab.click("[data-box=convoy]"))
    assert at(tab, "dd_2") == "convoy"
    tab.click("[data-box=solomons]")
    tab.click("#card [data-key=card-naf_1]")
    tab.see("[data-box=mandalay].hot")
    tab.change(lambda: tab.click("[data-box=mandalay]"))
    tab.change(lambda: tab.click(".choice.end"))

    tab.until("battle")  # two of them, so there is a choice
    gp = tab.session.game.gp["navy"]
    tab.click("[data-box=solomons].hot")
    tab.see("#dialog[open][data-name=confirm]")
    tab.change(lambda: tab.click("[data-key=confirm-yes]"))
    tab.see("[data-roll=combat] .die")
    assert tab.count("[data-roll=combat] td.at") == tab.count("[data-roll=combat]")
    assert int(tab.text("[data-gp=navy]")) == tab.session.game.gp["navy"] >= gp

    while tab.turn == 1:
        tab.choose_any(1)
    assert tab.turn == tab.session.game.turn == 2
    assert int(tab.text("[data-total]")) == tab.session.game.total


def test_an_offer_looks_as_it_deserves(open_tab):
    """To accept stands out where the own need is covered nearly as well as the other's."""
    looks = {}
    for seed in (12, 13):
        tab = open_tab(seed=seed, partner="demands_60" if seed == 12 else "needs_splitter")
        tab.until("answer")
        game = tab.session.game
        split = facts.offer(game, 0)
        needs = {who: facts.need(game, who) for who in SERVICES}
        covers = {who: min(1.0, split[who] / needs[who]) for who in SERVICES}
        looks[covers["navy"] >= 0.8 * covers["army"]] = tab.count("[data-does=accept].primary")
    assert looks == {False: 0, True: 1}


# --- by keyboard alone ---------------------------------------------------------------------
def confirmed(tab, *keys: str) -> None:
    tab.change(lambda: tab.press(*keys))


def by_keyboard(tab) -> None:
    """One decision by the panel's keys."""
    tab.press("c")
    if tab.decision == "offer":
        tab.see(".offer input:focus")
        tab.press("ArrowRight")
        confirmed(tab, "Enter")
        return
    tab.see("#view button:focus, #view input:focus")
    if tab.count("[data-key=pay-pool]"):
        tab.see("#view :focus")
        while not tab.count("[data-key=pay-pool]:focus"):
            tab.press("ArrowDown")
        confirmed(tab, "Enter")
    elif tab.decision in ("activate", "produce", "support", "move"):
        while not tab.count(".choice.end:focus"):
            tab.press("ArrowDown")
        confirmed(tab, "Enter")
    else:
        confirmed(tab, "Enter")


def test_the_first_turn_by_keyboard_alone(open_tab):
    tab = open_tab(seed=12)
    tab.press("Tab")
    assert tab.count(":focus") == 1
    confirmed_offer = tab.seq
    by_keyboard(tab)
    assert tab.seq != confirmed_offer
    while tab.decision in ("offer", "answer", "concede"):
        by_keyboard(tab)

    assert tab.decision == "activate"  # on the map: arrows from box to box, Enter opens
    tab.press("m")
    tab.see("#map [data-box]:focus")
    while not tab.count("[data-box=homeland]:focus"):
        before = tab.page.evaluate("document.activeElement.dataset.box")
        tab.press("ArrowRight" if before in ("mandalay", "rangoon") else "ArrowUp")
        if tab.page.evaluate("document.activeElement.dataset.box") == before:
            tab.press("ArrowLeft")
    tab.press("Enter")
    tab.see("#card button:focus")
    while not tab.count("#card .choice:focus"):
        tab.press("ArrowDown")
    confirmed(tab, "Enter")
    assert tab.session.record.lines[-1]["decision"] == "activate"

    tab.until("move")
    tab.press("c")
    tab.see("#view [data-group]:focus")
    tab.press("Enter")  # takes the piece in hand
    tab.see(".goals .choice")
    tab.press("Escape")  # and puts it back
    tab.miss(".goals .choice")
    tab.press("Enter")
    tab.see(".goals .choice")
    tab.press("ArrowDown")
    confirmed(tab, "Enter")
    moved = [line for line in tab.session.record.lines if line["decision"] == "move"]
    assert len(moved) == 1

    while tab.turn == 1:
        by_keyboard(tab)
    assert tab.session.game.turn == 2


# --- what cannot be done is explained --------------------------------------------------------
def test_clicks_that_mean_nothing_are_explained(open_tab):
    tab = open_tab(seed=12)
    tab.click("[data-box=marshalls]")  # an offer is not made on the map
    tab.see("#card .card-note:has-text('panel')")
    tab.press("Escape")
    tab.until("activate")
    tab.click("[data-box=homeland]")
    tab.click("#card [data-key=card-army_01]")
    tab.see("#card .card-note:has-text('Army')")
    tab.click("#card [data-key=card-dd_2]")
    tab.see("#card .card-note:has-text('always Active')")
    tab.press("Escape")
    tab.click("[data-box=hokkaido]")
    tab.see("#card .card-note:has-text('Hokkaido')")
    tab.press("Escape")
    tab.click("[data-marker=I]")  # the base's disc
    tab.see("#toast:has-text('base')")


def test_undo_takes_back_an_exchange_but_never_a_die(open_tab):
    tab = open_tab(seed=12)
    lines = len(tab.session.record.lines)
    tab.change(lambda: tab.click("[data-key=send-offer]"))
    assert len(tab.session.record.lines) > lines
    tab.change(lambda: tab.press("u"))
    assert (tab.decision, len(tab.session.record.lines)) == ("offer", lines)
    tab.see("#toast:has-text('Taken back: Navy: offers')")
    tab.until("produce")  # the convoy die has been rolled
    seq = tab.seq
    tab.press("u")
    tab.see("#toast:has-text('die')")
    assert tab.seq == seq


def test_a_hint_can_be_followed(open_tab):
    tab = open_tab(seed=12)
    tab.until("activate")
    tab.press("h")
    tab.see("[data-hint] .hint-row")
    assert 1 <= tab.count("[data-hint] .hint-row") <= 3
    assert "200" in tab.text("[data-hint]")
    assert "%" in tab.text("[data-hint] .hint-row")
    tab.change(lambda: tab.click("[data-hint] .hint-row"))
    assert tab.session.record.lines[-1]["decision"] in ("activate", "move")
