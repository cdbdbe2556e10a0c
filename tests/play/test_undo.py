"""Taking back, looking back, explanations, and that a session is the engine's game."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_env.games.glory.game import Game
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.position import position
from glory_env.play.reading import PERSON
from glory_env.play.session import UndoError
from glory_env.record import replay, verify
from glory_env.record.files import read
from tests.play.player import any_choice, play_to_person

BOTH = {"army": PERSON, "navy": PERSON}


def new_session(partner: str = "withdraw_in_time", seed: int = 4, **options: Any) -> GlorySession:
    return GlorySession("teaching", {"army": partner, "navy": PERSON}, seed=seed, **options)


def play_whole(session: GlorySession, undo: float = 0.0) -> int:
    """Random choices to the end; after some of them the exchange is taken back first."""
    rng, taken_back = random.Random(7), 0
    play_to_person(session)
    while not session.is_over:
        choice = any_choice(session, rng)
        session.choose(choice)
        play_to_person(session)
        if rng.random() < undo and session.undo_state().possible:
            after = session.game.snapshot(), list(session.record.lines)
            session.undo()
            taken_back += 1
            assert session.waits_for
            session.choose(choice)
            play_to_person(session)
            assert (session.game.snapshot(), session.record.lines) == after
    return taken_back


# --- undo ----------------------------------------------------------------------------------
@pytest.mark.parametrize("partner", ["withdraw_in_time", "random"])
def test_taking_back_and_choosing_again_is_the_same_game(partner, tmp_path):
    """Also for a partner that draws: what it remembers goes back with the game."""
    straight, winding = new_session(partner), new_session(partner)
    assert play_whole(straight) == 0
    assert play_whole(winding, undo=0.5) > 3
    assert winding.record.lines == straight.record.lines
    assert winding.record.footer == straight.record.footer
    winding.save(tmp_path / "game.jsonl")
    assert verify(tmp_path / "game.jsonl") == []


def test_the_whole_exchange_is_taken_back():
    session = new_session(seed=1)
    play_to_person(session)
    before = session.game.snapshot(), list(session.record.lines)
    seen = session.sequence
    session.choose({"army": 0, "navy": 300})
    play_to_person(session)  # the partner makes an offer of its own
    assert [line["actor"] for line in session.record.lines[-3:]] == ["navy", "army", "army"]
    assert session.game.decision == "answer"
    undo = session.undo_state()
    assert (undo.possible, undo.key, undo.line) == (True, "takes_back", 1)
    offer = "Navy: offers Army 0, Navy 300"
    assert str(undo.words) == f"Takes back your last decision: {offer}"
    assert str(undo.done) == f"Taken back: {offer}"
    session.undo()
    assert (session.game.snapshot(), session.record.lines) == before
    assert session.sequence > seen  # an old answer never fits again
    with pytest.raises(UndoError, match="nothing to take back"):
        session.undo()


def test_a_die_is_never_taken_back():
    game = position(
        "combat", scenario="teaching", turn=1, units={"dd_1": "solomons"},
        markers={"N": "solomons"},
    )  # fmt: skip
    session = GlorySession(game.scenario, BOTH, seed=0)
    session.game = game
    session.choose({"box": "solomons"})
    before = session.game.snapshot()
    state = session.undo_state()
    assert (state.possible, state.key) == (False, "dice")
    assert "(Battle: " in str(state.words)
    with pytest.raises(UndoError, match="Dice are never taken back"):
        session.undo()
    assert session.game.snapshot() == before
    session.choose(session.game.choices()[0])  # what comes after the die can be
    session.undo()
    assert session.game.snapshot() == before
    assert not session.undo_state().possible


def test_what_was_under_seal_is_not_taken_back():
    session = GlorySession("teaching", BOTH, seed=0, negotiation="sealed")
    session.choose({"army": 100, "navy": 50})
    session.choose({"army": 50, "navy": 100})
    assert session.undo_state().key == "sealed"
    with pytest.raises(UndoError):
        session.undo()


def test_after_an_illegal_choice_undo_goes_back_to_the_last_legal_one():
    session = GlorySession("teaching", BOTH, seed=0)
    first = session.game.snapshot()
    session.choose({"army": 100, "navy": 50})
    with pytest.raises(ValueError, match="not legal"):
        session.choose({"army": 7, "navy": 0})
    session.undo()
    assert session.game.snapshot() == first


def test_undo_works_after_resuming(tmp_path):
    session = new_session()
    play_to_person(session)
    before = session.game.snapshot()
    session.choose(any_choice(session, random.Random(1)))
    session.save(tmp_path / "game.jsonl")
    resumed = GlorySession.resume(tmp_path / "game.jsonl")
    resumed.undo()
    assert resumed.game.snapshot() == before


# --- looking back --------------------------------------------------------------------------
def test_moments_are_those_of_the_engine(tmp_path):
    """Before each of its lines the game is the one that replaying the record gives."""
    session = new_session(seed=2)
    play_whole(session)
    file = tmp_path / "game.jsonl"
    session.save(file)
    record = read(file)[0]
    starts = [k for k, line in enumerate(record.lines) if line["actor"] != "system"]
    for k in starts[::7]:
        there = replay(record, until=k)
        assert session.moments.before(k).snapshot() == there.snapshot()
    assert session.moments.after(len(record.lines) - 1).snapshot() == session.game.snapshot()
    assert session.moments.after(-1).turn == 1


def test_a_system_line_is_seen_where_it_stands():
    """What a phase end caused is not yet in the picture of the line before."""
    session = new_session(seed=2)
    play_whole(session)
    lines = session.record.lines
    ends = [k for k, line in enumerate(lines) if line["decision"] == "turn_end"]
    for k in ends[:-1]:
        assert session.moments.after(k).turn == lines[k]["turn"] + 1
        assert session.moments.before(k).turn == lines[k]["turn"]
        assert lines[k + 1]["decision"] == "invasion"
        gained = [e["now"] for e in lines[k]["events"] if e.get("gp") == "navy"]
        if gained:
            assert session.moments.after(k).gp["navy"] == gained[-1]
            assert session.moments.before(k).gp["navy"] < gained[-1]


def test_the_session_is_the_engines_game():
    """The same choices in a bare engine give the same positions and the same lines."""
    session = new_session(seed=9)
    play_whole(session)
    bare = Game("teaching", seed=9)
    lines = list(bare.lines)
    for line in session.record.lines:
        for action in line["actions"]:
            bare.act(action)
            lines += bare.lines
    assert lines == session.record.lines
    assert bare.snapshot() == session.game.snapshot()


# --- explanations --------------------------------------------------------------------------
def test_every_choice_of_an_agent_is_explained():
    session = new_session(seed=3)
    play_whole(session)
    real = [
        k
        for k, line in enumerate(session.record.lines)
        if line["actor"] == "army" and not line.get("forced")
    ]
    assert list(session.explanations) == real
    for said in session.explanations.values():
        assert said.agent == "withdraw_in_time"
        assert said.text
        assert sum(one["chosen"] for one in said.alternatives) == 1
        assert 0 < sum(one["probability"] for one in said.alternatives) <= 1.0001
        assert (said.before, said.after) == (None, None)  # a script has no value


@pytest.mark.parametrize(
    ("network", "about"), [("selfish-macro", "parameters"), ("cooperative", "own probabilities")]
)
def test_a_network_says_what_it_thought_before_and_after(network, about):
    pytest.importorskip("torch")
    session = GlorySession("glory", {"army": network, "navy": PERSON}, seed=5)
    play_to_person(session)
    session.choose({"accept": True} if session.game.decision == "answer" else OFFER)
    play_to_person(session)
    assert session.explanations
    for said in session.explanations.values():
        assert -1.5 < said.before < 1.5
        assert said.after is not None
        assert about in said.about
    assert session.estimate("navy") is not None


OFFER = {"army": 150, "navy": 150}


def test_a_network_of_another_scenario_is_refused_at_once():
    pytest.importorskip("torch")
    with pytest.raises(ValueError, match="trained in another scenario"):
        GlorySession("teaching", {"army": "cooperative", "navy": PERSON})


# --- partners that fail --------------------------------------------------------------------
@pytest.mark.parametrize("answer", [RuntimeError("out of order"), -1])
def test_a_stand_in_plays_on_for_an_agent_that_fails(answer, tmp_path: Path):
    session = new_session(seed=6)

    class Broken:
        def act(self, *_: object) -> int:
            if isinstance(answer, Exception):
                raise answer
            return answer

        def explain(self) -> str:
            return ""

    session.agents["army"] = Broken()
    play_to_person(session)
    assert session.notice["key"] == "partner_failed"
    assert session.notice["facts"]["stand_in"] == "random"
    assert session.playing("army") == "random"
    play_whole(session)
    session.save(tmp_path / "game.jsonl")
    assert verify(tmp_path / "game.jsonl") == []


def test_an_agent_that_cannot_say_its_value_is_replaced_too():
    session = new_session(seed=6)

    class Tongue:
        """Its value before a choice is there, that after it is not."""

        def __init__(self) -> None:
            self.asked = 0

        def act(self, observation: object, mask: np.ndarray, view: object) -> int:
            return int(mask.nonzero()[0][0])

        def explain(self) -> str:
            return "the first"

        def value(self, observation: object) -> float:
            self.asked += 1
            if self.asked == 2:
                raise RuntimeError("tongue-tied")
            return 0.5

    session.agents["army"] = Tongue()
    while not session.explanations:
        session.choose({"army": 0, "navy": 50}) if session.waits_for else session.play_on()
    [reason] = session.explanations.values()
    assert (reason.before, reason.after) == (0.5, None)
    assert "tongue-tied" in str(session.notice["words"])
    play_whole(session)
