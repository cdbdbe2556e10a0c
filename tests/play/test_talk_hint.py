"""Hints in the talks: the partner at hand is asked, and games with it are played out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from glory_env.games.glory.actions import ACCEPT
from glory_env.games.glory.play.asked_partner import ASKED, AskedPartner
from glory_env.games.glory.play.best_offer import best_offers
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.games.glory.play.talk_hint import GAMES, TalkHint
from glory_env.games.glory.words import facts
from glory_env.play.people import People
from glory_env.play.saves import Saves
from tests.play.pages import at, new_table, pages
from tests.play.player import in_english, play_to_person

DOC = Path(__file__).resolve().parents[2] / "docs" / "play_protocol.md"


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


class TakesPart:
    """A partner that accepts what gives it so much of its need, and makes no offer of its own."""

    def __init__(self, part: float) -> None:
        self.part = part

    def reset(self, seat: str, seed: int) -> None:
        """It remembers nothing."""

    def act(self, observation, mask, env_view) -> int:
        game = env_view.clone(0)
        if game.decision == "answer":
            own = int(game.record.offer[1 - game.record.actor, game.record.actor])
            if own >= self.part * facts.need(game, game.actor):
                return ACCEPT
        return int(mask.nonzero()[0][-1])


def beside(partner: object) -> GlorySession:
    """At an offer of the navy beside that partner."""
    session = at_an_offer()
    session.agents["army"] = partner
    return session


def test_the_first_offer_is_the_best_that_the_partner_accepts():
    hint = TalkHint.of(beside(TakesPart(1.2)))
    first = hint.more()["candidates"][0]
    assert first["choice"]["army"] == 1.2 * hint.needs["army"]
    assert first["accepted"] == ASKED
    assert first["choice"]["navy"] < hint.needs["navy"]


def test_nobody_is_asked_for_more_than_the_person_can_use():
    hint = TalkHint.of(beside(TakesPart(0.0)))
    shares = [one["choice"]["navy"] for one in hint.more()["candidates"]]
    assert shares[0] == hint.needs["navy"]
    assert max(shares) == shares[0]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_who_accepts_nothing_gets_one_sentence_and_one_offer(language):
    first = TalkHint.of(beside(TakesPart(9.0))).more()
    assert [one["accepted"] for one in first["candidates"]] == [0]
    said = [words for words in first["about"] if words.key == "hint.none_taken"]
    assert len(said) == 1
    assert str(first["candidates"][0]["choice"]["army"]) in said[0].to(language)


def test_the_same_position_gets_the_same_hint():
    for partner in ("random", "withdraw_in_time"):
        one, two = (in_english(TalkHint.of(at_an_offer(partner)).more()) for _ in range(2))
        assert one == two


def test_an_answer_is_a_counter_offer_where_that_brings_more():
    session = new_session("teaching", "navy", "withdraw_in_time", seed=12)
    play_to_person(session)
    while session.game.decision != "answer":
        session.choose({"army": 0, "navy": 0})
        play_to_person(session)
    session.agents["army"] = TakesPart(0.0)
    first = TalkHint.of(session).more()["candidates"][0]
    assert first["choice"] == {"counter": True}
    assert str(facts.need(session.game, "navy")) in str(first["reason"])
    session.agents["army"] = TakesPart(9.0)
    assert TalkHint.of(session).more()["candidates"][0]["choice"] == {"accept": True}


def test_offers_are_legal_on_any_grid():
    for grid in (5, 35):
        session = new_session("teaching", "navy", "random", seed=12, options={"grid": grid})
        play_to_person(session)
        while session.game.decision != "offer":
            session.choose({"counter": True})
            play_to_person(session)
        found = best_offers(AskedPartner.of(session))
        assert all(session.game.is_legal(one) for one in [*found.taken, found.nearest])


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
        assert str(ASKED) in words


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


# --- the sliders' offer ----------------------------------------------------------------------
def test_a_split_is_judged_as_the_partner_answers_it(tmp_path):
    session = beside(TakesPart(1.0))
    needs = facts.need(session.game, "army")
    people = People(tmp_path / "people")
    with pages(Table(session, Saves(tmp_path), people=people)) as (page,):
        seq, before = page.state["seq"], session.game.snapshot()

        def judged(army: int) -> dict:
            return page.ask("judged", type="judge", seq=seq, army=army, navy=50)

        assert people.seats["navy"].hints == 0
        yes, no = judged(needs), judged(needs - 5)
        assert (yes["accepted"], yes["asked"]) == (ASKED, ASKED)
        assert (yes["army"], yes["navy"], yes["seq"]) == (needs, 50, seq)
        assert (no["accepted"], str(ASKED) in no["words"]) == (0, True)
        assert people.seats["navy"].hints == 1  # one question, one hint
        assert session.game.snapshot() == before
        for army, navy, code in ((7, 0, "illegal"), (9000, 0, "illegal")):
            wrong = page.ask("error", type="judge", seq=seq, army=army, navy=navy)
            assert wrong["code"] == code
        page.ask("state", type="offer", seq=seq, army=needs, navy=50)
        assert page.my_turn()["decision"] != "offer"
        late = {"type": "judge", "seq": page.state["seq"], "army": 0, "navy": 0}
        assert page.ask("error", **late)["code"] == "not_now"


@pytest.mark.parametrize(
    ("seat", "options"), [("both", {}), ("navy", {"negotiation": "sealed"}), ("solo", {})]
)
def test_nothing_is_judged_between_two_people_and_under_seal(tmp_path, seat, options):
    partner = "random" if seat == "navy" else None
    table = new_table(tmp_path, seat, partner, options=options)
    with pages(table) as (page,):
        assert page.state["decision"] == "offer"
        before = at(table)
        answer = page.ask("error", type="judge", seq=page.state["seq"], army=5, navy=5)
        assert (answer["code"], at(table)) == ("not_now", before)


def test_an_example_in_the_document_has_the_keys_of_the_message(tmp_path):
    text = DOC.read_text(encoding="utf-8").split("### judged")[1]
    example = json.loads(text.split("```json\n")[1].split("```")[0])
    session = at_an_offer()
    with pages(Table(session, Saves(tmp_path))) as (page,):
        message = {"type": "judge", "seq": page.state["seq"], "army": 5, "navy": 5}
        assert set(page.ask("judged", **message)) == set(example)
