"""What partners say is true: each sentence is checked by the record of the game, line by line."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from glory_agents.characters.traits import CHARACTERS
from glory_env.game.position import position
from glory_env.play.characters import Profile
from glory_env.play.forecast import forecast
from glory_env.play.session import PERSON, GameSession
from glory_env.play.speech import Scene, answers, offers, said
from glory_env.text import LANGUAGES, sentences
from glory_env.text.lazy import Joined, Say
from glory_env.wording import facts
from tests.play.player import Player, any_choice, play_to_person

Line = dict[str, Any]


class Case(NamedTuple):
    """A line of a game, and what of it a sentence may be about."""

    session: GameSession
    k: int

    @property
    def game(self):
        return self.session.moments.before(self.k)

    @property
    def line(self) -> Line:
        return self.session.record.lines[self.k]

    @property
    def seat(self) -> str:
        return self.line["actor"]

    @property
    def other(self) -> str:
        return facts.other(self.seat)

    @property
    def choice(self) -> dict[str, Any]:
        return self.line["choice"]

    @property
    def civil(self) -> int:
        return self.game.total - self.choice["army"] - self.choice["navy"]

    def need(self, seat: str) -> int:
        return sum(one["price"] for one in facts.prices(self.game, seat))

    def lines(self, turn: int, decision: str, actor: str) -> list[tuple[int, Line]]:
        """Lines before this one of that turn, decision and actor, with their numbers."""
        found = enumerate(self.session.record.lines[: self.k])
        return [
            (k, line)
            for k, line in found
            if (line["turn"], line["decision"], line["actor"]) == (turn, decision, actor)
        ]

    def offers(self, actor: str) -> list[Line]:
        return [line["choice"] for _, line in self.lines(self.game.turn, "offer", actor)]

    def theirs(self) -> dict[str, int]:
        """The other's last offer with its civil share."""
        offer = self.offers(self.other)[-1]
        return {**offer, "civil": self.game.total - offer["army"] - offer["navy"]}


Values = dict[str, Any]
Check = Callable[[Case, Values], bool]


def shares(c: Case, v: Values) -> bool:
    """The numbers of an opening are those of offer and needs."""
    return (v["mine"], v["yours"], v["own"], v["theirs"], v["total"]) == (
        c.choice[c.seat], c.choice[c.other], c.need(c.seat), c.need(c.other), c.game.total
    )  # fmt: skip


def falls(c: Case, v: Values) -> bool:
    found = forecast(c.game)
    return found.falls == v["turn"] and found.floor == v["floor"] and v["civil"] == c.civil


def low(c: Case, v: Values) -> bool:
    yours, theirs = c.choice[c.other], c.need(c.other)
    return (v["yours"], v["theirs"]) == (yours, theirs) and 4 * yours < theirs


def claimed(c: Case, v: Values) -> bool:
    k, first = c.lines(v["turn"], "offer", c.other)[0]
    total = c.session.moments.before(k).total
    return (v["claim"], v["total"]) == (first["choice"][c.other], total) and 2 * v["claim"] > total


def paid(c: Case, turn: int) -> int:
    """What the other has paid from the total for its losses in that turn."""
    return sum(line["choice"].get("pool", 0) for _, line in c.lines(turn, "pay", c.other))


def requests(c: Case, turn: int) -> tuple[int, int]:
    """Escorts that the army asked for in that turn, and those that were granted."""
    asked = [one for _, one in c.lines(turn, "escort_request", "army") if one["choice"]["request"]]
    granted = [one for _, one in c.lines(turn, "escort_grant", "navy") if "unit" in one["choice"]]
    return len(asked), len(granted)


def judged(c: Case, v: Values, state: str) -> bool:
    events = [e for line in c.session.record.lines[: c.k] for e in line["events"]]
    return any(e.get("of") == c.other and e.get("state") == state for e in events)


def standing(c: Case, v: Values, sign: int) -> bool:
    gap = c.game.gp[c.seat] - c.game.gp[c.other]
    return v["gap"] == abs(gap) and (gap > 0) - (gap < 0) == sign and v["turn"] == c.game.turn


def wronged_in(c: Case, turn: int) -> bool:
    """A first claim beyond half, losses burnt, two escorts refused or a word broken, by lines."""
    offers = c.lines(turn, "offer", c.other)
    claims = (
        bool(offers)
        and 2 * offers[0][1]["choice"][c.other] > c.session.moments.before(offers[0][0]).total
    )
    asked, granted = requests(c, turn)
    refused = c.seat == "army" and asked >= 2 and not granted
    return claims or refused or paid(c, turn) >= 21 or judged(c, {}, "broken")


def legal_escorts(c: Case) -> set[str]:
    game = c.game
    return {game.box(one["unit"]) for one in game.choices() if "unit" in one}


def boxes(v: Values) -> list[str]:
    return [str(one) for one in v["boxes"].parts]


def names_of(c: Case, ids) -> set[str]:
    from glory_env.wording import names

    return {str(names.place(c.game.scenario, box)) for box in ids}


def of_value(c: Case) -> list[str]:
    """Boxes worth glory points to the seat."""
    s, k = c.game.scenario.tables[0], ("army", "navy").index(c.seat)
    return [box for b, box in enumerate(c.game.scenario.boxes) if s.box_gp[b, k]]


TRUE: dict[str, Check] = {
    "opening.covers": lambda c, v: shares(c, v) and v["mine"] == v["own"]
    and v["yours"] >= v["theirs"],
    "opening.short": lambda c, v: shares(c, v) and v["own"] + v["theirs"] > v["room"]
    and v["room"] == c.game.total - c.civil and v["civil"] == c.civil,
    "opening.plain": lambda c, v: shares(c, v) and v["mine"] <= v["own"],
    "opening.above": lambda c, v: shares(c, v) and v["mine"] > v["own"],
    "civil": falls,
    "counter.more": lambda c, v: v["offered"] == c.theirs()[c.seat] < v["own"] == c.need(c.seat)
    and v["mine"] == c.choice[c.seat] > v["offered"],
    "counter.civil": lambda c, v: v["left"] == c.theirs()["civil"] < v["civil"] == c.civil,
    "counter.plain": lambda c, v: (v["mine"], v["yours"], v["civil"])
    == (c.choice[c.seat], c.choice[c.other], c.civil),
    "counter.yields": lambda c, v: v["before"] == c.offers(c.seat)[-1][c.seat] > v["mine"]
    == c.choice[c.seat],
    "counter.raises": lambda c, v: v["before"] == c.offers(c.seat)[-1][c.seat] < v["mine"]
    == c.choice[c.seat],
    "counter.stays": lambda c, v: c.offers(c.seat)[-1][c.seat] == v["mine"] == c.choice[c.seat],
    "aims": lambda c, v: v["mine"] == c.choice[c.seat] > 0 and v["gp"] > 0
    and set(boxes(v)) <= names_of(c, of_value(c)),
    "stake": lambda c, v: set(boxes(v)) <= names_of(c, facts.contested(c.game) & {*of_value(c)}),
    "low.wrong": lambda c, v: low(c, v) and wronged_in(c, v["wrong"])
    and v["wrong"] >= c.game.turn - CHARACTERS[c.session.players[c.seat].split(":")[0]].memory,
    "low.same": lambda c, v: low(c, v) and v["offered"] == c.theirs()[c.seat]
    and 4 * v["offered"] < v["own"] == c.need(c.seat),
    "low.bound": lambda c, v: low(c, v) and v["total"] == c.game.total,
    "low.idle": lambda c, v: c.need(c.other) == 0 == c.choice[c.other],
    "threat.claim": lambda c, v: v["claim"] == c.offers(c.other)[0][c.other]
    and 2 * v["claim"] > v["total"] == c.game.total,
    "threat.last": lambda c, v: len(c.offers(c.seat)) + len(c.offers(c.other)) + 1
    == c.session.game.options.max_offers,
    "threat.word": lambda c, v: c.choice["say"].startswith("threat"),
    "promise.word": lambda c, v: "say" in c.choice and not c.choice["say"].startswith("threat"),
    "promise.again": lambda c, v: True,  # always behind `answer`, which is checked
    "request": lambda c, v: "ask" in c.choice,
    "answer": lambda c, v: v["until"] >= c.game.turn
    and wronged_in(c, v["until"] - CHARACTERS[c.session.players[c.seat].split(":")[0]].memory),
    "accept.asked": lambda c, v: c.theirs()[c.seat] == v["share"] >= c.offers(c.seat)[-1][c.seat],
    "accept.covers": lambda c, v: c.theirs()[c.seat] == v["share"] >= v["own"] == c.need(c.seat),
    "accept.part": lambda c, v: c.theirs()[c.seat] == v["share"] < v["own"] == c.need(c.seat),
    "walk.low": lambda c, v: c.theirs()[c.seat] == v["share"] < v["own"] == c.need(c.seat),
    "walk.plain": lambda c, v: (c.theirs()[c.seat], c.theirs()["civil"])
    == (v["share"], v["civil"]),
    "thanks.more": lambda c, v: v["more"]
    == c.offers(c.other)[-1][c.seat] - c.offers(c.other)[-2][c.seat] > 0,
    "escort.granted": lambda c, v: "unit" in c.choice,
    "escort.refused": lambda c, v: bool(
        legal_escorts(c) - facts.contested(c.game) - {"convoy"}
    ),
    "escort.busy": lambda c, v: legal_escorts(c) <= facts.contested(c.game) | {"convoy"},
    "last.ahead": lambda c, v: standing(c, v, 1),
    "last.behind": lambda c, v: standing(c, v, -1),
    "last.even": lambda c, v: standing(c, v, 0),
}  # fmt: skip
RECALLED: dict[str, Check] = {
    "claimed": claimed,
    "burnt": lambda c, v: v["burnt"] == paid(c, v["turn"]) > 0.7 * v["lost"],
    "spared": lambda c, v: v["lost"] >= 30 and not paid(c, v["turn"]),
    "refused": lambda c, v: requests(c, v["turn"]) == (v["n"], 0),
    "granted": lambda c, v: requests(c, v["turn"]) == (v["n"], v["n"]),
    "kept": lambda c, v: judged(c, v, "kept"),
    "broken": lambda c, v: judged(c, v, "broken"),
}
# What need not come up in the games below, and is said in positions of its own.
SELDOM = {
    "low.bound", "low.idle", "walk.plain", "opening.covers", "opening.plain", "counter.plain",
    "last.even",
}  # fmt: skip


def kind(sentence: Say) -> str:
    """The key without the number of the sentence."""
    return sentence.key.removeprefix("speech.").rpartition(".")[0]


def person(session: GameSession, rng: random.Random) -> dict[str, Any]:
    """Takes half, all, little or what it was offered; else anything, and often what is asked."""
    game = session.game
    if session.is_offer:
        seat, other = game.actor, facts.other(game.actor)
        mine = rng.choice((0.1, 0.2, 0.3) if game.seed % 2 else (0.3, 0.55, 0.9))
        rest = rng.choice((0.02, 0.3, 0.9)) * (1 - mine)
        return {seat: int(game.total * mine) // 5 * 5, other: int(game.total * rest) // 5 * 5}
    if game.decision == "answer" and rng.random() < 0.6:
        counter = {"counter": True}
        return counter if game.is_legal(counter) else {"accept": True}
    if game.decision == "pay":  # with units in even turns, from the total in odd ones
        sign = 1 if game.turn % 2 else -1
        return max(game.choices(), key=lambda choice: sign * choice.get("pool", 0))
    if game.decision == "escort_grant" and rng.random() < 0.5:
        return {"refuse": True}
    return any_choice(session, rng)


def games() -> Iterator[GameSession]:
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
            session = GameSession(scenario, players, seed=seed, talk=talk)
            rng = random.Random(f"{name}{seat}{talk}{seed}")
            play_to_person(session)
            while not session.is_over:
                session.choose(person(session, rng))
                play_to_person(session)
            assert session.playing(seat) == players[seat]  # no stand-in
            yield session


@pytest.fixture(scope="module")
def played() -> list[GameSession]:
    pytest.importorskip("torch")
    return list(games())


def spoken(session: GameSession) -> Iterator[tuple[Case, Say]]:
    for k in range(len(session.record.lines)):
        for sentence in said(session, k):
            yield Case(session, k), sentence


def test_every_kind_of_sentence_has_its_check():
    keys = [key.removeprefix("speech.") for key in sentences("en") if key.startswith("speech.")]
    assert {key.rpartition(".")[0] for key in keys} == set(TRUE)
    told = {key.rpartition(".")[2] for key in sentences("en") if key.startswith("recall.")}
    assert told == set(RECALLED)


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
    assert {"opening.short", "low.bound"} <= kinds(both._replace(choice={"army": 30, "navy": 0}))
    alone = scene({"army": 30, "navy": 0}, "offer", units={"army_01": "homeland"})
    assert "low.idle" in kinds(alone)
    g = both.game.record
    g.offer[1] = (40, 20, both.game.total - 60)
    assert kinds(both._replace(choice={"walk": True}), answers) == {"walk.plain"}
    g.offer[1] = (10, 20, both.game.total - 30)
    assert kinds(both._replace(choice={"walk": True}), answers) == {"walk.low"}
    assert "counter.plain" in kinds(both._replace(choice={"army": 10, "navy": 20}))
    low = both._replace(choice={"army": 25, "navy": 0})
    assert {"counter.more", "low.bound"} <= kinds(low)
    g.offer[1] = (5, 20, both.game.total - 25)
    assert {"counter.more", "low.same"} <= kinds(low)


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
    assert count > 10


def test_a_resumed_and_a_replayed_game_say_the_same(played, tmp_path: Path):
    session = played[1]
    session.save(tmp_path / "game.jsonl")
    first = [(case.k, str(one)) for case, one in spoken(session)]
    assert len(first) > 10
    for is_replay in (False, True):
        again = GameSession.resume(tmp_path / "game.jsonl", is_replay=is_replay)
        assert [(case.k, str(one)) for case, one in spoken(again)] == first


def test_seed_and_turn_choose_the_words(played):
    both: dict[str, set[str]] = {}
    for session in played:
        for case, one in spoken(session):
            if one.key.startswith("speech."):
                both.setdefault(kind(one), set()).add(one.key)
            assert said(session, case.k) is said(session, case.k)
    assert len([kinds for kinds in both.values() if len(kinds) == 2]) > 15


def test_what_is_taken_back_is_said_anew():
    players = {"army": PERSON, "navy": "mori"}
    session = GameSession("teaching", players, seed=1)
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
    session = GameSession("teaching", {"army": PERSON, "navy": "honest"}, seed=1, talk="cheap")
    play_to_person(session)
    session.choose(any_choice(session, random.Random(1)))
    play_to_person(session)
    assert all(said(session, k) == [] for k in range(len(session.record.lines)))


@pytest.mark.parametrize(("language", "name"), [("en", 'Kuroda: "'), ("ja", "黒田:「")])
def test_the_terminal_shows_what_is_said_and_why(tmp_path: Path, language: str, name: str):
    players = {"army": PERSON, "navy": "kuroda:level=5"}
    session = GameSession("teaching", players, seed=1)
    player = Player(session, language=language)
    player.play(tmp_path / "game.jsonl")
    assert name in player.text
    k = max(session.explanations)
    why = player._look.why("navy", session.explanations[k], [Say("motive.escort_free")])
    assert why.startswith(f"  - {Say('motive.escort_free').to(language)}")
