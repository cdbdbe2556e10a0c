"""Moments: dice that a person rolls itself, and what is said large after them."""

from __future__ import annotations

import pytest

from glory_env.games.glory.play.log_view import log_view
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.position import position
from glory_env.games.glory.words.moments import moments
from tests.play.player import at, in_english

FLEET = {"shokaku": "solomons active", "myoko": "solomons active"}


def fight(**settings: object) -> GlorySession:
    return at(position("combat", units=FLEET, markers={"N": "solomons"}, **settings))


def said(session: GlorySession) -> list[dict]:
    return [
        one for entry in in_english(log_view(session, 0))["entries"] for one in entry["moments"]
    ]


def test_a_person_is_asked_before_the_dice_of_the_only_battle():
    session = fight()
    assert int(session.game.mask.sum()) == 1
    assert (session.waits_for, session.game.decision) == ("navy", "battle")
    session.choose({"box": "solomons"})
    assert session.waits_for is None or session.game.decision != "battle"


def test_a_battle_is_said_after_its_dice():
    session = fight()
    assert said(session) == []
    session.choose({"box": "solomons"})
    (battle,) = [e["battle"] for e in in_english(log_view(session, 0))["entries"] if e["battle"]]
    (moment,) = said(session)
    assert moment["words"].startswith("Solomons: ")
    assert f"+{battle['gp']} GP" in moment["words"]
    assert moment["tone"] == "bad"  # the navy is alone there: its loss is doubled


@pytest.mark.parametrize(
    ("event", "tone", "words"),
    [
        ({"counter": "shokaku", "to": "removed"}, "bad", "Shokaku class, a carrier, is lost"),
        ({"marker": "N", "to": "bonins"}, "bad", "The Allies reach Bonin Islands, a home island"),
        ({"promise": "escort", "of": "navy", "state": "kept"}, "good", "Navy"),
        ({"promise": "escort", "of": "navy", "state": "broken"}, "bad", "Navy"),
    ],
)
def test_what_is_grave_is_said(event, tone, words):
    scenario = fight().game.scenario
    line = {"turn": 3, "events": [event]}
    (moment,) = moments(scenario, line, 3, None)
    assert moment["tone"] == tone
    assert words in str(moment["words"])


@pytest.mark.parametrize(
    "event",
    [
        {"counter": "myoko", "to": "removed"},
        {"counter": "shokaku", "to": "pool"},
        {"marker": "N", "to": "solomons"},
        {"promise": "escort", "of": "navy", "state": "void"},
    ],
)
def test_what_is_common_is_not_said(event):
    assert moments(fight().game.scenario, {"turn": 3, "events": [event]}, 3, None) == []


def test_the_last_turn_is_said_once():
    scenario = fight().game.scenario
    last = int(scenario.tables[0].last_turn)
    line = {"turn": last, "events": []}
    (moment,) = moments(scenario, line, last - 1, None)
    assert str(last) in str(moment["words"])
    assert moments(scenario, line, last, None) == []


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_page_shows_chances_and_then_the_moment(open_tab):
    tab = open_tab(session=fight(), settings={"motion": "normal"})
    tab.see("[data-odds]")
    tab.change(lambda: tab.click("[data-key=roll]"))  # no further question
    tab.see(".moments")
    assert tab.page.inner_text(".moments").startswith("Solomons: ")
    tab.see("body[data-moving=false]")
    tab.miss(".moments")
