"""The text of one seat: all legal actions are in it and read back, and nothing that is sealed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from glory_env.games.glory import actions as a
from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.render import position
from glory_env.games.glory.words import answers
from glory_env.games.glory.words.changes import changes
from glory_env.games.glory.words.seat_text import AnswerError, SeatText
from glory_env.text import LANGUAGES, catalogue
from glory_env.text.answers import listed
from tests.rules.common import position as rules_position
from tests.rules.common import variant
from tests.rules.test_11_movement import movement

GAMES = [
    ("teaching", {}),
    ("teaching", {"talk": "binding", "deadlock": "janken", "production": "joint_vote"}),
    ("teaching", {"talk": "cheap", "negotiation": "sealed"}),
    ("teaching", {"solo": True}),
    ("teaching", {"handicap": {"start": -30, "floor": 40, "convoy_losses": 60, "escorts": 2}}),
    ("glory", {"deadlock": "dice"}),
]


def moments(scenario: str, seed: int, most: int = 400, **options: Any) -> Iterator[Game]:
    """The decisions of a game of random play."""
    rng = random.Random(seed)
    game = Game(scenario, seed=seed, **options)
    for _ in range(most):
        if game.outcome != "playing":
            return
        yield game
        game.act(rng.choice(game.legal_actions()))


def assert_all_read_back(game: Game) -> None:
    """Every legal action is in the text of both languages, and read back as itself."""
    reader = SeatText(game, game.actor)
    found = reader.options()
    assert sorted(k for one in found for k in one.actions) == game.legal_actions()
    for language in LANGUAGES:
        lines = [line.to(language) for line in listed(found)]
        text = reader.prompt(language, rules=False)
        assert "\n".join(lines) in text
        for k, (one, line) in enumerate(zip(found, lines, strict=True), 1):
            if not one.amounts:
                (action,) = one.actions
                assert reader.read(str(k)) == action
                assert reader.read(line) == action
                assert reader.read(f"I think so.\n{one.words.to(language)}.") == action
                continue
            for amount, action in zip(one.amounts, one.actions, strict=True):
                assert action == a.AMOUNT + amount // st.STEP
                answer = f"{amount}" if len(found) == 1 else f"{k} {amount}"
                assert reader.read(answer) == action
                assert reader.read(answers.words(game, action).to(language)) == action
            limits = (one.amounts[0], one.amounts[-1], one.amounts.step)
            assert all(str(number) in line for number in limits)


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "options"), GAMES)
def test_every_legal_action_is_in_the_text_and_read_back(
    scenario: str, options: dict[str, Any]
) -> None:
    asked = set()
    for game in moments(scenario, 3, **options):
        asked.add(st.DECISIONS[game.record.decision])
        assert_all_read_back(game)
    assert len(asked) > 8, asked


def test_decisions_that_random_play_does_not_meet_are_read_back(tmp_path: Path) -> None:
    more = "- [rangoon, akyab]\n    - [taiwan_okinawa, jiangxi]"
    two_ports = variant(tmp_path, ("- [rangoon, akyab]", more))
    sailing = movement({"army_03": "henan active"}, army=True, scenario=two_ports)
    landing = movement({"army_01": "solomons active"}, army=True, scenario=two_ports)
    carriers = {"unryu": "pool", "shinano": "pool"}
    building = rules_position("production", units=carriers, civil=200, dice=[6])
    hybrid = rules_position(
        "combat", markers={"N": "marianas"}, units={"ise_bcv": "marianas active"}, dice=()
    )
    hybrid.choose({"box": "marianas"}, dice=[4])
    met = {st.DECISIONS[hybrid.record.decision]}
    for game, *steps in (
        (building, a.KIND + st.ROW_CV),
        (sailing, "army_03", "mandalay"),
        (landing, "army_01", "hunan"),
    ):
        scenario = game.scenario
        for step in steps:
            if isinstance(step, int):
                game.act(step)
            elif step in scenario.boxes:
                game.act(a.BOX + scenario.boxes.index(step))
            else:
                game.act(a.COUNTER + scenario.counters.index(step))
        assert_all_read_back(game)
        met.add(st.DECISIONS[game.record.decision])
    assert_all_read_back(hybrid)
    assert met == {"hybrid_modifier", "produce_counter", "move_embark", "move_land"}
    question = "\n".join(map(str, SeatText(landing, "army").question()))
    assert "Army 1 (4 dice) at Solomons" in question
    assert "go to Hunan" in question


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("", "is empty"),
        (" \n", "is empty"),
        ("all of it", "'all of it' is no legal answer; expected a number from 0 to 630"),
        ("7", "the amount is not legal; N is from 0 to 630 in steps of 5"),
        ("635", "the amount is not legal"),
        ("1 7", "the amount is not legal"),
        ("2 10", "is no legal answer"),
        ("-5", "is no legal answer"),
    ],
)
def test_what_is_wrong_with_an_amount_is_said(answer: str, says: str) -> None:
    reader = SeatText(Game("glory", seed=1), "army")
    with pytest.raises(AnswerError, match=says):
        reader.read(answer)


def test_what_is_wrong_with_a_number_is_said_and_the_last_line_counts() -> None:
    game = next(g for g in moments("glory", 3, auto_forced=True) if g.decision == "activate")
    reader = SeatText(game, game.actor)
    last = len(reader.options())
    for answer in (str(last + 1), "0", "1 5", f"{last + 1}. activate"):
        with pytest.raises(
            AnswerError, match=rf"is no legal answer; expected a number from 1 to {last}"
        ):
            reader.read(answer)
    end = game.legal_actions()[-1]
    assert reader.read(f"1\n2\n**Answer: {last}**") == end
    assert reader.read(f"答え:{last}") == end
    with pytest.raises(AnswerError) as caught:
        reader.read("none")
    assert "合法な答えではありません" in caught.value.words.to("ja")
    with pytest.raises(AnswerError, match="is no legal answer"):  # number and words disagree
        reader.read(f"1. {reader.options()[-1].words}")


def test_a_loss_is_paid_with_two_numbers() -> None:
    for game in moments("glory", 3, auto_forced=True):
        reader = SeatText(game, game.actor)
        found = reader.options()
        if game.decision == "pay" and len(found) > 1:
            break
    k, one = next((k, one) for k, one in enumerate(found, 1) if one.amounts)
    low, high = one.amounts[0], one.amounts[-1]
    with pytest.raises(AnswerError, match=rf"missing; expected {k} N, with N from {low} to {high}"):
        reader.read(str(k))
    assert f"{k}. pay N from the total: N from {low} to {high}" in reader.prompt()
    assert str(int(game.record.loss)) in "\n".join(map(str, reader.question()))


# --- what a seat may know ----------------------------------------------------------------------
def sealed_by_one(civil: int, says: int, talk: str) -> Game:
    """A sealed game in which one seat has written an offer and the other has to.

    says: which of its legal lines the first says beside the offer.
    """
    game = Game("teaching", seed=5, negotiation="sealed", talk=talk)
    first = game.actor
    while game.actor == first:
        legal = game.legal_actions()
        if game.record.decision == st.SPEAK and game.record.line_count.sum():
            game.act(a.END)
        elif game.decision == "speak":
            game.act(legal[min(says, len(legal) - 1)])
        else:
            game.act(
                a.AMOUNT + (civil if game.record.decision == st.OFFER_CIVIL else 60) // st.STEP
            )
    return game


@pytest.mark.parametrize("talk", ["off", "cheap"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sealed_offer_is_in_no_text_of_the_other(talk: str, language: str) -> None:
    games = [sealed_by_one(civil, says, talk) for civil, says in ((40, 1), (55, 2))]
    assert games[0].games["offer"].tolist() != games[1].games["offer"].tolist()
    seat = games[0].actor
    before = Game("teaching", seed=5, negotiation="sealed", talk=talk)
    texts = {SeatText(game, seat, before).prompt(language) for game in games}
    assert len(texts) == 1
    other = "navy" if seat == "army" else "army"
    own = [SeatText(game, other, before).prompt(language) for game in games]
    assert own[0] != own[1]  # who wrote it still knows it


def test_a_sealed_hand_is_in_no_text_of_the_other() -> None:
    for game in moments("teaching", 1, deadlock="janken", max_offers=1):
        if game.decision == "janken" and game.actor == "army":
            break
    texts = set()
    for hand in (a.ROCK, a.PAPER, a.SCISSORS):
        twin = game.clone()
        twin.act(hand)
        texts.add(SeatText(twin, "navy", game).prompt())
    assert len(texts) == 1


# --- the other parts ---------------------------------------------------------------------------
def test_changes_say_what_happened_since() -> None:
    game = Game("glory", seed=3)
    before = game.clone()
    assert changes(before, game) == []
    rng = random.Random(3)
    while game.turn == 1 and game.outcome == "playing":
        game.act(rng.choice(game.legal_actions()))
    words = "\n".join(map(str, changes(before, game)))
    assert "Turn 2 has begun." in words
    assert f"total {game.total - before.total:+d}: now {game.total}" in words
    for name, gp in game.gp.items():
        assert (f"{name.capitalize()} +{gp} GP: now {gp}" in words) == (gp > 0)
    moved = [u for u, c in enumerate(game.scenario.counters) if game.box(c) != before.box(c)]
    assert moved
    for u in moved:
        assert position.name(game.scenario, game.scenario.counters[u]) in words


def test_the_rules_of_every_phase_are_there_and_the_game_stays_as_it_is() -> None:
    phases = set()
    for game in moments("teaching", 2):
        before = game.games.tobytes()
        reader = SeatText(game, game.actor, game)
        text = reader.prompt()
        assert game.games.tobytes() == before
        points = catalogue("en")["help"][game.phase]["points"]
        assert all(one["text"] in text for one in points)
        assert "Nothing has changed." in text
        phases.add(game.phase)
    assert len(phases) >= 5


def test_an_ended_game_has_a_text_and_no_answers() -> None:
    game = Game("teaching", seed=1)
    for _ in moments("teaching", 1):
        pass
    rng = random.Random(1)
    while game.outcome == "playing":
        game.act(rng.choice(game.legal_actions()))
    reader = SeatText(game, "army")
    assert "## Legal answers" not in reader.prompt()
    with pytest.raises(AnswerError, match="nothing to decide now"):
        reader.read("1")
