"""Hints in the talks: the partner at hand is asked, and games with it are played out."""

from __future__ import annotations

import pytest

from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.games.glory.play.talk_hint import ASKED, GAMES, TalkHint
from glory_env.play.saves import Saves
from tests.play.pages import pages
from tests.play.player import in_english, play_to_person


def at_an_offer(partner: str = "takes_first_offer", seed: int = 12) -> GlorySession:
    """A game of the teaching scenario in which the navy makes an offer."""
    session = new_session("teaching", "navy", partner, seed=seed)
    play_to_person(session)
    while session.game.decision != "offer":
        session.choose(next(one for one in session.game.choices() if "counter" in one))
        play_to_person(session)
    return session


def test_who_accepts_everything_is_said_to_accept_everything():
    hint = TalkHint.of(at_an_offer("takes_first_offer"))
    first = in_english(hint.more())
    assert (first["rollouts"], first["more"]) == (0, True)
    assert [one["accepted"] for one in first["candidates"]] == [ASKED] * len(first["candidates"])
    assert all(one["completion"] is None for one in first["candidates"])
    assert str(hint.needs["army"]) in first["about"][0]


def test_it_changes_nothing_of_the_game_and_the_partner():
    session, beside = at_an_offer("withdraw_in_time"), at_an_offer("withdraw_in_time")
    hint = TalkHint.of(session)
    hint.more()
    hint.more()
    assert session.game.snapshot() == beside.game.snapshot()
    for one in (session, beside):
        one.choose({"army": 100, "navy": 150})
        play_to_person(one)
    assert session.game.snapshot() == beside.game.snapshot()
    assert session.record.lines == beside.record.lines


def test_offers_are_by_needs_or_what_was_offered_and_all_are_legal():
    session = at_an_offer()
    hint = TalkHint.of(session)
    assert len(hint.choices) > 1
    assert all(session.game.is_legal(choice) for choice in hint.choices)
    assert len({tuple(choice.items()) for choice in hint.choices}) == len(hint.choices)
    assert {"army": hint.needs["army"], "navy": hint.needs["navy"]} in hint.choices


@pytest.mark.slow
def test_the_last_hint_ranks_by_the_games_that_were_played():
    hint = TalkHint.of(at_an_offer("withdraw_in_time"))
    seen = [hint.more() for _ in range(GAMES + 1)]
    assert [one["rollouts"] for one in seen] == list(range(GAMES + 1))
    assert [one["more"] for one in seen] == [True] * GAMES + [False]
    shares = [one["completion"] for one in seen[-1]["candidates"]]
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_choice_has_its_reason(language):
    hint = TalkHint.of(at_an_offer())
    for one in hint.more()["candidates"]:
        words = one["reason"].to(language)
        assert str(one["choice"]["army"]) in words
        assert str(hint.needs["army"]) in words


def test_other_decisions_and_two_people_keep_the_hint_of_rollouts():
    assert TalkHint.of(new_session("teaching", "both", seed=1)) is None
    session = at_an_offer()
    session.choose({"army": 0, "navy": 100})
    play_to_person(session)
    assert session.game.decision not in ("offer", "answer")
    assert TalkHint.of(session) is None


def test_a_page_gets_it_better_and_better_until_the_game_goes_on(tmp_path):
    session = at_an_offer()
    with pages(Table(session, Saves(tmp_path))) as (page,):
        seq = page.state["seq"]
        first = page.ask("hint", type="hint", seq=seq)
        assert (first["seq"], first["rollouts"], first["more"]) == (seq, 0, True)
        second = page.until("hint")
        assert second["rollouts"] == 1
        assert {one["completion"] for one in second["candidates"]} <= {0.0, 1.0}
        assert page.ask("state", type="offer", seq=seq, army=0, navy=0)["type"] == "state"


def test_a_partner_that_remembers_its_view_of_the_game_can_be_asked():
    session = at_an_offer("withdraw_in_time")
    session.agents["army"].seen_through = session.views["army"]
    assert TalkHint.of(session).more()["candidates"]
