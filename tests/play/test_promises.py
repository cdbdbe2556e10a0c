"""Promises beside an offer: the few that are shown, an offer with them, where they are usual."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest

from glory_env.games.glory import state as st
from glory_env.games.glory.play.best_offer import split_by_needs
from glory_env.games.glory.play.choices import choices_view, chosen
from glory_env.games.glory.play.judging import Judging
from glory_env.games.glory.play.promises import MOST, left, offer_with, worth_saying
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session, with_promises
from glory_env.games.glory.play.talk_hint import adviser
from glory_env.games.glory.play.view import state_view
from glory_env.games.glory.words import talk_words
from glory_env.play.reading import PERSON
from glory_env.record import verify
from glory_env.text import LANGUAGES, sentences
from tests.play.pages import new_table, pages
from tests.play.player import any_choice, in_english, play_to_person

BOTH = {"army": PERSON, "navy": PERSON}


def talking(seed: int = 2, **options) -> GlorySession:
    return GlorySession("teaching", BOTH, seed=seed, **{"talk": "cheap", **options})


def speaking(session: GlorySession, rng: random.Random):
    """The positions of a game in which a person may say something."""
    while not session.is_over:
        play_to_person(session)
        if session.is_over:
            return
        if session.game.decision == "speak":
            yield session
            session.choose({"end": True})
        else:
            session.choose(any_choice(session, rng))


@pytest.mark.parametrize("options", [{}, {"negotiation": "sealed"}, {"talk": "binding"}])
def test_at_most_six_lines_legal_and_none_twice(options):
    seen = 0
    for seed in (3, 65):
        for session in speaking(talking(seed, **options), random.Random(seed)):
            game, lines = session.game, worth_saying(session.game)
            assert 0 < len(lines) <= MOST
            assert all(game.is_legal(line) for line in lines)
            words = [talk_words.own_words(game.scenario, line).to("en") for line in lines]
            assert len({*words}) == len(lines)
            asks = [line for line in lines if "ask" in line]
            assert bool(asks) == (game.options.negotiation == "alternating")
            for first in lines:  # any two of them go together
                twin = game.clone()
                twin.choose(first)
                assert all(twin.is_legal(line) for line in lines if line is not first)
            assert worth_saying(game) == lines
            seen += 1
    assert seen > 8


def test_nothing_is_worth_saying_where_nothing_can_be_said():
    session = talking()
    session.choose({"end": True})
    assert worth_saying(session.game) == []
    assert left(session.game) == 0


def test_every_line_is_said_in_the_first_person_by_both():
    for language in LANGUAGES:
        spoken = [key for key in sentences(language) if key.startswith("beside.say.")]
        asked = [key for key in sentences(language) if key.startswith("beside.ask.")]
        assert len(spoken) == len(st.STATEMENTS)
        assert len(asked) == st.THREAT_POOL
    game = talking().game
    first = [line for line in game.choices() if "ask" in line or "say" in line]
    assert all(talk_words.own_words(game.scenario, line).to("ja") for line in first)


def test_the_state_has_sliders_the_few_lines_and_all_words():
    session = talking()
    view = in_english(state_view(session))
    choices = view["choices"]
    assert (view["decision"], choices["kind"]) == ("speak", "offer")
    assert view["question"] == "Offer a split of the total"
    assert view["bargain"]["fair"]
    assert choices["lines"]["most"] == 2
    lines = [chosen(session, one) for one in choices["lines"]["ids"]]
    assert lines == worth_saying(session.game)
    session.choose(lines[0])
    assert in_english(state_view(session))["choices"]["lines"]["most"] == 1
    session.choose({"end": True})
    assert in_english(choices_view(session))["lines"] == {"most": 0, "ids": []}


def test_all_words_come_when_a_page_asks_for_them(tmp_path: Path):
    table = new_table(tmp_path, partner="withdraw_in_time", options={"talk": "cheap"})
    with pages(table) as [page]:
        state = page.my_turn()
        assert page.ask("error", type="lines", seq=state["seq"] + 1)["code"] == "stale"
        while state["decision"] != "speak":
            assert page.ask("lines", type="lines", seq=state["seq"])["groups"] == []
            answers = {one["choice"].get("counter"): one["id"] for one in listed(state)}
            state = page.choose(answers.get(True, "c0"))
        few = [one["id"] for one in listed(state)]
        assert sorted(few) == sorted(state["choices"]["lines"]["ids"])
        answer = page.ask("lines", type="lines", seq=state["seq"])
        every = [one for group in answer["groups"] for one in group["choices"]]
        legal = table.session.game.choices()
        assert [one["choice"] for one in every] == [
            one for group in table.session.groups() for one in (e.choice for e in group.entries)
        ]
        assert len(every) == len(legal) > 100
        shown = {one["id"]: one for one in every}
        assert all(shown[one["id"]] == one for one in listed(state))
        assert len(json.dumps(state)) < 30_000 < len(json.dumps(answer))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_an_offer_with_its_lines_is_one_click_and_one_step_back(tmp_path: Path, count: int):
    table = new_table(tmp_path, partner="withdraw_in_time", options={"talk": "cheap"})
    session = table.session
    with pages(table) as [page]:
        state = page.my_turn()
        while state["decision"] != "speak":
            answers = {one["choice"].get("counter"): one["id"] for one in listed(state)}
            state = page.choose(answers.get(True, "c0"))
        start = len(session.record.lines)
        ids = state["choices"]["lines"]["ids"][:count]
        wanted = [chosen(session, one) for one in ids]
        seq = state["seq"]
        page.ask("state", type="offer", seq=seq, army=100, navy=100, lines=ids)
        made = [line["choice"] for line in session.record.lines[start : start + count + 2]]
        end = [] if count == 2 else [{"end": True}]
        assert made[: count + len(end) + 1] == [*wanted, *end, {"army": 100, "navy": 100}]
        page.my_turn()
        state = page.ask("state", type="undo", seq=page.state["seq"])
        assert len(session.record.lines) == start
        assert state["decision"] == "speak"
        page.ask("state", type="offer", seq=state["seq"], army=100, navy=100, lines=ids)
    session.save(tmp_path / "game.jsonl")
    again = GlorySession.resume(tmp_path / "game.jsonl")
    assert again.record.lines == session.record.lines


def listed(state: dict) -> list[dict]:
    return [one for group in state["choices"]["groups"] for one in group["choices"]]


def test_words_that_do_not_go_together_are_refused(tmp_path: Path):
    table = new_table(tmp_path, partner="withdraw_in_time", options={"talk": "cheap"})
    with pages(table) as [page]:
        state = page.my_turn()
        while state["decision"] != "speak":
            answers = {one["choice"].get("counter"): one["id"] for one in listed(state)}
            state = page.choose(answers.get(True, "c0"))
        seq, [one, *_] = state["seq"], state["choices"]["lines"]["ids"]
        lines = len(table.session.record.lines)
        for ids in ([one, one], ["c9999"], ["no"]):
            answer = page.ask("error", type="offer", seq=seq, army=5, navy=5, lines=ids)
            assert (answer["code"], answer["detail"]) == (
                "illegal", "these words and this offer do not go together",
            )  # fmt: skip
        answer = page.ask("error", type="offer", seq=seq, army=5, navy=5, lines=[one] * 3)
        assert answer["code"] == "malformed"
        judged = page.ask("judged", type="judge", seq=seq, army=5, navy=5, lines=[one])
        assert judged["asked"] == 6
        assert len(table.session.record.lines) == lines


def test_an_offer_alone_ends_the_lines():
    game = talking().game
    split = {"army": 20, "navy": 20}
    line = worth_saying(game)[0]
    assert offer_with(game, (), split) == [{"end": True}, split]
    assert offer_with(game, [line], split) == [line, {"end": True}, split]
    game.choose(line)
    assert offer_with(game, (), split) == [{"end": True}, split]
    game.choose({"end": True})
    assert offer_with(game, (), split) == [split]


@pytest.mark.parametrize(
    ("given", "talk"),
    [
        (({}, "glory", "navy", None), "cheap"),
        (({}, "glory", "army", "kuroda:level=3"), "cheap"),
        (({"negotiation": "sealed"}, "glory", "army", "mori"), "cheap"),
        (({"talk": "off"}, "glory", "navy", None), "off"),
        (({"talk": "binding"}, "glory", "navy", None), "binding"),
        (({}, "teaching", "navy", None), None),
        (({}, "glory", "navy", "helpful"), None),
        (({}, "glory", "both", None), None),
        (({}, "glory", "solo", None), None),
        (({"negotiation": "fixed"}, "glory", "navy", None), None),
    ],
)
def test_promises_are_usual_in_the_war_beside_a_character(given, talk):
    options, *rest = given
    before = dict(options)
    assert with_promises(options, *rest).get("talk") == talk
    assert options == before


@pytest.mark.slow
def test_a_hint_is_of_offers_also_before_the_lines_are_said():
    pytest.importorskip("torch")
    session = new_session("teaching", "navy", "hayashi", seed=3, options={"talk": "cheap"})
    play_to_person(session)
    if session.game.decision == "answer":
        session.choose({"counter": True})
        play_to_person(session)
    assert session.game.decision == "speak"
    hint = in_english(adviser(session)())
    assert hint["candidates"]
    assert all({*one["choice"]} == {"army", "navy"} for one in hint["candidates"])
    assert session.game.decision == "speak"


def test_the_judge_of_a_split_hears_its_lines():
    session = new_session("teaching", "navy", "withdraw_in_time", seed=3, options={"talk": "cheap"})
    play_to_person(session)
    if session.game.decision == "answer":
        session.choose({"counter": True})
    game = session.game
    assert game.decision == "speak"
    split = {"army": 30, "navy": 60}

    async def judged() -> list[dict]:
        judging = Judging()
        partner, _ = await judging.partner(session)
        lines = [[], worth_saying(game)[:1]]
        return [
            await judging.judged(partner, split, offer_with(game, one, split)[:-1]) for one in lines
        ]

    assert [one["asked"] for one in asyncio.run(judged())] == [6, 6]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sakaki", "mori"])
def test_the_record_of_a_whole_game_with_promises_verifies(tmp_path: Path, name: str):
    pytest.importorskip("torch")
    session = new_session("glory", "navy", name, seed=4, options={"talk": "cheap"})
    rng = random.Random(4)
    while not session.is_over:
        play_to_person(session)
        if session.is_over:
            break
        game = session.game
        if game.decision == "speak":
            lines = worth_saying(game)[: rng.randrange(3)]
            for choice in offer_with(game, lines, split_by_needs(game)):
                session.choose(choice)
        else:
            session.choose(any_choice(session, rng))
    session.save(tmp_path / "game.jsonl")
    assert verify(tmp_path / "game.jsonl") == []
    states = {e["state"] for one in session.record.lines for e in one["events"] if "promise" in e}
    assert "open" in states
