"""Talk for people: what is offered, shown and kept back, in the terminal and on the page."""

from __future__ import annotations

import random

import pytest

from glory_env.cli.arguments import options_from
from glory_env.games.glory.play.at_terminal import items
from glory_env.games.glory.play.choices import chosen, lines_view
from glory_env.games.glory.play.log_view import log_view
from glory_env.games.glory.play.opening import OPTIONS
from glory_env.games.glory.play.promises import worth_saying
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.view import state_view
from glory_env.games.glory.words import log_words
from glory_env.play.reading import PERSON
from glory_env.record import read, verify
from tests.play.player import Player, any_choice, in_english, play_to_person

BOTH = {"army": PERSON, "navy": PERSON}


def talking(seed: int = 2, grid: int = 25, **options) -> GlorySession:
    return GlorySession("teaching", BOTH, seed=seed, talk="cheap", grid=grid, **options)


def test_the_option_is_given_in_words():
    assert options_from(["talk=cheap"])["talk"] == "cheap"
    assert OPTIONS["talk"] == ("off", "cheap", "binding")


def test_lines_are_chosen_by_what_they_say():
    session = talking()
    groups = in_english({"groups": lines_view(session)})["groups"]
    assert [group["key"] for group in groups][-1] == "end"
    assert {group["key"] for group in groups} == {"say", "ask", "end"}
    choices = [one for group in groups for one in group["choices"]]
    assert [chosen(session, one["id"]) for one in choices] == [one["choice"] for one in choices]
    words = {one["full"]: one["choice"] for one in choices}
    assert words["Say: the first offer next turn leaves at least 50 civil"] == {
        "say": "civil", "amount": 50,
    }  # fmt: skip
    asked = next(full for full, choice in words.items() if choice.get("for") == "own_losses")
    assert asked == "Ask for: own units absorb losses before the total pays"
    titles = [group["title"] for group in groups]
    assert "Say: the civil part of the first offer next turn" in titles
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_terminal_lists_six_lines_and_behind_one_entry_all_statements(language):
    session = talking(grid=5)
    *few, others, end = items(session)
    assert [item.choice for item in few] == worth_saying(session.game)
    assert end.choice == {"end": True}
    listed = others.inner
    assert len(listed) < 30
    texts = [item.words.to(language) for item in (*few, *listed)]
    assert len(texts) == len(set(texts))
    behind = [item for item in listed if item.inner]
    assert all(inner.choice for item in behind for inner in item.inner)
    civil = [item for item in behind if item.inner[0].choice.get("say") == "civil"]
    assert len(civil[0].inner) == session.game.total // 5


def test_what_is_said_stands_beside_the_offer_and_in_the_log():
    session = talking()
    seat = session.game.actor
    other = "navy" if seat == "army" else "army"
    session.choose({"say": "no_grab"})
    session.choose({"ask": other, "for": "civil", "amount": 50})
    session.choose({"army": 25, "navy": 25})
    view = in_english(state_view(session))
    said = [
        "no offer above half of the total for itself any more",
        f"asks the {other.capitalize()}: the first offer next turn leaves at least 50 civil",
    ]
    assert [one["kind"] for one in view["bargain"]["talk"]] == ["say", "ask", "offer"]
    assert view["bargain"]["talk"][1]["words"] == said[1]
    assert all(words in view["about"] for words in said)
    session.choose({"accept": True})
    entries = in_english(log_view(session, 0))["entries"]
    [accepted] = [entry for entry in entries if entry["decision"] == "answer"]
    who, whom = seat.capitalize(), other.capitalize()
    assert accepted["details"] == [
        f"{who} promises: no offer above half of the total for itself any more",
        f"{whom} promises: the first offer next turn leaves at least 50 civil",
    ]


def test_a_threat_has_words_of_its_own():
    session = talking()
    session.choose({"say": "threat_walk"})
    session.choose({"end": True})
    session.choose({"army": 25, "navy": 25})
    session.choose({"counter": True})
    line = session.record.lines[-1]
    [words] = [str(text) for text in log_words.events(session.game.scenario, line)]
    assert words.endswith("has spoken a threat: threat: the next offer is answered by walking away")
    assert log_words.events(session.game.scenario, line)[0].to("ja")


def test_what_is_said_under_seal_is_kept_back():
    session = talking(negotiation="sealed")
    assert session.game.actor == "army"
    session.choose({"say": "no_turn_13"})
    session.choose({"end": True})
    assert session.shown == 0
    session.choose({"army": 25, "navy": 25})
    assert (session.game.actor, session.game.decision) == ("navy", "speak")
    assert session.shown == 0
    assert state_view(session)["bargain"]["talk"] == []
    session.choose({"end": True})
    assert session.shown == 0
    session.choose({"army": 25, "navy": 25})
    assert session.shown == len(session.record.lines)
    kinds = [one["kind"] for one in state_view(session)["bargain"]["talk"]]
    assert kinds[:2] == ["say", "offer"]


@pytest.mark.parametrize("negotiation", ["alternating", "sealed"])
def test_whatever_is_shown_has_words(negotiation):
    session = talking(seed=65, grid=5, negotiation=negotiation)
    rng = random.Random(4)
    while not session.is_over:
        play_to_person(session)
        if not session.is_over:
            in_english(state_view(session))
            session.choose(any_choice(session, rng))
    shown = in_english(log_view(session, 0))["entries"]
    assert any(entry["decision"] == "speak" for entry in shown)
    assert any("promise" in event for entry in shown for event in entry["events"])


def test_the_terminal_takes_an_offer_in_place_of_words(tmp_path):
    session = talking()
    player = Player(session, ["0 0 0", "25 25"])
    player.play(tmp_path / "talk.jsonl")
    assert [line["choice"] for line in session.record.lines if line["decision"] != "opener"] == [
        {"end": True}, {"army": 25, "navy": 25},
    ]  # fmt: skip
    assert "Or make the offer at once" in player.text
    assert "'0 0 0' is not one of" in player.text


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_whole_game_in_the_terminal(tmp_path, language):
    player = Player(talking(seed=8, grid=5), language=language)
    file = tmp_path / "talk.jsonl"
    assert player.play(file) == 0
    assert player.session.is_over
    lines = [line for line in read(file)[0].lines if line["decision"] == "speak"]
    assert any("say" in line["choice"] for line in lines)
    assert verify(file) == []
    spoken = {"en": "Army: says: ", "ja": "発言:"}[language]
    assert spoken in player.text
