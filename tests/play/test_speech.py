"""What partners say is true: each sentence is checked by the record of the game, line by line."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from glory_agents.glory.characters.traits import CHARACTERS
from glory_env.games.glory import state as st
from glory_env.games.glory.play.best_offer import split_by_needs
from glory_env.games.glory.play.characters import Profile
from glory_env.games.glory.play.package_speech import package
from glory_env.games.glory.play.promises import worth_saying
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.speech import Scene, answers, offers, said
from glory_env.games.glory.position import position
from glory_env.games.glory.words import facts
from glory_env.play.reading import PERSON
from glory_env.text import LANGUAGES, sentences
from glory_env.text.lazy import Joined, Say
from tests.play.checks import RECALLED, TRUE, Case, kind
from tests.play.player import Player, any_choice, play_to_person

# What need not come up in the games below, and is said in positions of its own.
SELDOM = {
    "low.bound", "low.idle", "walk.plain", "opening.covers", "opening.plain", "counter.plain",
    "last.even", "opening.above", "deal.later",
}  # fmt: skip


def person(session: GlorySession, rng: random.Random) -> dict[str, Any]:
    """Takes half, all, little or what it was offered; else anything, and often what is asked.

    Where there are words it mostly says what is worth saying, and offers by needs now and then.
    """
    game = session.game
    if session.is_offer:
        seat, other = game.actor, facts.other(game.actor)
        if game.options.talk != "off" and rng.random() < 0.5:
            return split_by_needs(game)
        mine = rng.choice((0.1, 0.2, 0.3) if game.seed % 2 else (0.3, 0.55, 0.9))
        rest = rng.choice((0.02, 0.3, 0.9)) * (1 - mine)
        return {seat: int(game.total * mine) // 5 * 5, other: int(game.total * rest) // 5 * 5}
    if game.decision == "speak" and rng.random() < 0.8:
        return rng.choice(worth_saying(game))
    if game.decision == "answer" and rng.random() < 0.6:
        counter = {"counter": True}
        return counter if game.is_legal(counter) else {"accept": True}
    if game.decision == "pay":  # with units in even turns, from the total in odd ones
        sign = 1 if game.turn % 2 else -1
        return max(game.choices(), key=lambda choice: sign * choice.get("pool", 0))
    if game.decision == "escort_grant" and rng.random() < 0.5:
        return {"refuse": True}
    return any_choice(session, rng)


def games() -> Iterator[GlorySession]:
    """Games of all characters in both seats, with and without talk, on both boards."""
    for n, name in enumerate(CHARACTERS):
        for seat, talk, scenario, seed in (
            ("army", "off", "teaching", n),
            ("army", "off", "teaching", n + 9),
            ("navy", "cheap", "teaching", n + 3),
            ("navy", "cheap", "teaching", n + 4),
            ("army", "cheap", "teaching", n + 6),
            ("army", "cheap", "glory", n + 5),
            ("navy", "off", "glory", n + 8),
        ):
            players = {"army": PERSON, "navy": PERSON, seat: f"{name}:level=4"}
            session = GlorySession(scenario, players, seed=seed, talk=talk)
            rng = random.Random(f"{name}{seat}{talk}{seed}")
            play_to_person(session)
            while not session.is_over:
                session.choose(person(session, rng))
                play_to_person(session)
            assert session.playing(seat) == players[seat]  # no stand-in
            yield session


@pytest.fixture(scope="module")
def played() -> list[GlorySession]:
    pytest.importorskip("torch")
    return list(games())


def spoken(session: GlorySession) -> Iterator[tuple[Case, Say]]:
    for k in range(len(session.record.lines)):
        for sentence in said(session, k):
            yield Case(session, k), sentence


def test_every_kind_of_sentence_has_ten_wordings():
    count = Counter(key.rpartition(".")[0] for key in sentences("en") if key.startswith("speech."))
    assert min(count.values()) >= 10
    for language in LANGUAGES:
        spoken = [text for key, text in sentences(language).items() if key.startswith("speech.")]
        assert len({*spoken}) == len(spoken)


def test_every_kind_of_sentence_has_its_check():
    keys = [key.removeprefix("speech.") for key in sentences("en") if key.startswith("speech.")]
    assert {key.rpartition(".")[0] for key in keys} == set(TRUE)
    told = {key.rpartition(".")[2] for key in sentences("en") if key.startswith("recall.")}
    assert told == set(RECALLED)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_every_sentence_is_true_of_its_position(played):
    heard: set[str] = set()
    for session in played:
        for case, sentence in spoken(session):
            name = session.players[case.seat].split(":")[0]
            if sentence.key.startswith("character."):
                assert sentence.key.startswith(f"character.{name}.")
                heard.add(sentence.key)
                continue
            is_recalled = sentence.key.startswith("recall.")
            key = sentence.key.rpartition(".")[2] if is_recalled else kind(sentence)
            check = RECALLED[key] if is_recalled else TRUE[key]
            assert check(case, sentence.values), f"{case.line}: {sentence}"
            heard.add(key)
            for language in LANGUAGES:
                assert "{" not in sentence.to(language)
    assert (set(TRUE) | set(RECALLED)) - heard <= SELDOM
    tones = ("hello", "accept", "refuse")
    assert {f"character.{name}.{one}" for name in CHARACTERS for one in tones} <= heard


def scene(choice: dict[str, Any], decision: str, **changes: Any) -> Scene:
    """The army's choice in a position of the teaching scenario, by Sakaki."""
    game = position("tonnage", scenario="teaching", **changes)
    return Scene(game, "army", Profile("sakaki", 5), choice, decision, seed=1)


def test_what_games_seldom_say():
    units = {"army_01": "homeland", "shokaku": "marshalls"}
    both = scene({"army": 30, "navy": 20}, "offer", units=units)
    needs = both.need("army"), both.need("navy")
    assert needs == (30, 20)

    def kinds(one: Scene, speak=offers) -> set[str]:
        return {kind(words) for words in speak(one) if words.key.startswith("speech.")}

    assert "opening.covers" in kinds(both)
    assert not kinds(both) & {"opening.plain", "low.bound", "low.idle"}
    assert {"opening.plain", "last.even"} <= kinds(both._replace(choice={"army": 20, "navy": 30}))
    assert "opening.above" in kinds(both._replace(choice={"army": 35, "navy": 20}))
    assert {"opening.short", "low.bound"} <= kinds(both._replace(choice={"army": 30, "navy": 0}))
    alone = scene({"army": 30, "navy": 0}, "offer", units={"army_01": "homeland"})
    assert "low.idle" in kinds(alone)
    g = both.game.record
    g.offer[1] = (40, 20, both.game.total - 60)
    assert kinds(both._replace(choice={"walk": True}), answers) == {"walk.plain", "regret"}
    g.offer[1] = (20, 20, both.game.total - 40)
    assert kinds(both._replace(choice={"walk": True}), answers) == {"walk.low", "regret"}
    assert "counter.plain" in kinds(both._replace(choice={"army": 20, "navy": 25}))
    low = both._replace(choice={"army": 25, "navy": 0})
    assert {"counter.more", "low.bound"} <= kinds(low)
    g.offer[1] = (5, 20, both.game.total - 25)
    assert {"counter.lopsided", "low.same"} <= kinds(low)


def test_an_offer_with_promises_names_the_exchange():
    units = {"army_01": "homeland", "shokaku": "marshalls"}
    one = scene({"army": 30, "navy": 20}, "offer", units=units, talk="cheap")
    g, fair = one.game.record, split_by_needs(one.game)

    def spoken(more: int, *lines: tuple[str, bool, int]) -> list[str]:
        g.line_count[0] = len(lines)
        for i, (name, is_ask, argument) in enumerate(lines):
            g.line_kind[0, i] = st.STATEMENTS.index(name)
            g.line_ask[0, i], g.line_argument[0, i] = is_ask, argument
        choice = {**fair, "army": fair["army"] + more}
        words = package(one._replace(choice=choice))
        assert all(text.to(language) for text in words for language in LANGUAGES)
        assert all(
            f"{abs(more)}" in str(text) for text in words if "{n}" in sentences("en")[text.key]
        )
        return [kind(text) for text in words]

    losses, civil = ("own_losses", False, st.NONE), ("civil", True, 50)
    assert spoken(0) == []
    assert spoken(10, ("threat_walk", False, st.NONE)) == []
    assert spoken(10, losses) == ["deal.more"]
    assert spoken(-10, losses) == ["deal.gives"]
    assert spoken(-10, ("own_losses", True, st.NONE)) == ["deal.less"]
    assert spoken(-10, civil) == ["deal.later"]
    assert spoken(0, civil) == ["deal.wants"]
    assert spoken(10, losses, civil) == ["deal.swap"]


def test_what_was_promised_is_thanked_for_and_a_broken_word_regretted():
    one = scene({"army": 30, "navy": 20}, "offer", turn=3, talk="cheap")
    g = one.game.record

    def spoken(seat: int, state: int) -> set[str]:
        g.promise_state[2] = st.NOT_MADE
        g.promise_state[2, seat, 0], g.promise_kind[2, seat, 0] = state, st.SAY_OWN_LOSSES
        return {words.key.rpartition(".")[0] for words in offers(one)} | {
            words.key for words in offers(one)
        }

    assert "recall.thanks.kept" in spoken(st.NAVY, st.KEPT)
    assert "recall.reproach.broken" in spoken(st.NAVY, st.BROKEN)
    assert "speech.sorry" in spoken(st.ARMY, st.BROKEN)
    assert "speech.sorry" not in spoken(st.ARMY, st.KEPT)


@pytest.mark.slow
def test_an_offer_below_a_quarter_of_the_need_is_never_silent(played):
    count = 0
    for session in played:
        for k, line in enumerate(session.record.lines):
            case = Case(session, k)
            if line["decision"] != "offer" or session.players[case.seat] == PERSON:
                continue
            yours, theirs = line["choice"][case.other], case.need(case.other)
            reasons = [one for one in said(session, k) if one.key.startswith("speech.low")]
            assert bool(reasons) == (4 * yours < theirs or (not theirs and not yours)), line
            count += bool(reasons)
    assert count > 0  # they are rare


@pytest.mark.slow
def test_a_resumed_and_a_replayed_game_say_the_same(played, tmp_path: Path):
    session = played[1]
    session.save(tmp_path / "game.jsonl")
    first = [(case.k, str(one)) for case, one in spoken(session)]
    assert len(first) > 10
    for is_replay in (False, True):
        again = GlorySession.resume(tmp_path / "game.jsonl", is_replay=is_replay)
        assert [(case.k, str(one)) for case, one in spoken(again)] == first


@pytest.mark.slow
def test_seed_and_turn_choose_the_words(played):
    both: dict[str, set[str]] = {}
    for session in played:
        for case, one in spoken(session):
            if one.key.startswith("speech."):
                both.setdefault(kind(one), set()).add(one.key)
            assert said(session, case.k) is said(session, case.k)
    assert len([kinds for kinds in both.values() if len(kinds) > 1]) > 15


def test_what_is_taken_back_is_said_anew():
    players = {"army": PERSON, "navy": "mori"}
    session = GlorySession("teaching", players, seed=1)
    play_to_person(session)
    if session.game.decision == "answer":
        session.choose({"counter": True})
    seen = []
    for army in (0, 200):
        session.choose({"army": army, "navy": 20})
        play_to_person(session)
        k = max(k for k, line in enumerate(session.record.lines) if line["actor"] == "navy")
        seen.append(str(Joined(said(session, k))))
        session.undo()
    assert seen[0] != seen[1]


def test_others_say_nothing():
    session = GlorySession("teaching", {"army": PERSON, "navy": "honest"}, seed=1, talk="cheap")
    play_to_person(session)
    session.choose(any_choice(session, random.Random(1)))
    play_to_person(session)
    assert all(said(session, k) == [] for k in range(len(session.record.lines)))


@pytest.mark.parametrize(("language", "name"), [("en", 'Kuroda: "'), ("ja", "黒田:「")])
def test_the_terminal_shows_what_is_said_and_why(tmp_path: Path, language: str, name: str):
    players = {"army": PERSON, "navy": "kuroda:level=5"}
    session = GlorySession("teaching", players, seed=1)
    player = Player(session, language=language)
    player.play(tmp_path / "game.jsonl")
    assert name in player.text
    k = max(session.explanations)
    why = player.at_terminal.reason("navy", session.explanations[k], [Say("motive.escort_free")])
    assert why[0].startswith(f"  - {Say('motive.escort_free').to(language)}")


def test_no_offer_of_a_turn_repeats_the_words_of_the_one_before():
    one = scene({"army": 30, "navy": 20}, "offer")
    said_by_offer = []
    for offers_made in range(6):
        one.game.record.offers = offers_made
        said_by_offer.append(str(one.say("regret")))
    assert len({*said_by_offer}) == 6
