"""Partners that load in the background: the same play, also after undo, and no silent failure."""

from __future__ import annotations

import copy
import random
from importlib.util import find_spec

import pytest

from glory_env.envs.agent import AgentError
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.background_networks import LateAgent
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import PARTNER, new_session
from glory_env.play.reading import PERSON
from tests.play.player import any_choice, play_to_person

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")


def play_some(session: GlorySession, undo: bool) -> list[dict]:
    """Twelve exchanges of random choices; with undo each one that can be is played twice."""
    rng = random.Random(2)
    for _ in range(12):
        play_to_person(session)
        choice = any_choice(session, rng)
        session.choose(choice)
        if undo and session.undo_state().possible:
            play_to_person(session)
            if session.undo_state().possible:
                session.undo()
                session.choose(choice)
    return session.record.lines


def test_a_late_partner_plays_the_same_game():
    at_once = GlorySession("glory", {"army": PARTNER, "navy": PERSON}, seed=4)
    late = new_session("glory", "navy", seed=4)
    assert isinstance(late.agents["army"], LateAgent)
    assert play_some(late, undo=True) == play_some(at_once, undo=False)
    assert late.explanations
    assert late.estimate("navy") == pytest.approx(at_once.estimate("navy"))


def test_a_copy_made_before_loading_begins_anew():
    agent = LateAgent("cooperative", False, Game("glory").scenario)
    agent._start = "navy", 9
    twin = copy.deepcopy(agent)
    assert isinstance(twin, LateAgent)
    assert twin._start == ("navy", 9)
    assert twin._agent is None


def test_a_partner_that_cannot_be_loaded_is_replaced_with_a_notice(monkeypatch):
    def fail(name: str, force: bool) -> None:
        raise AgentError("policy.safetensors: not whole")

    monkeypatch.setattr("glory_env.games.glory.play.background_networks.make_agent", fail)
    session = new_session("glory", "navy", seed=4)
    play_to_person(session)
    if not session.explanations:
        session.choose({"army": 0, "navy": 0})
        play_to_person(session)
    assert session.notice["key"] == "partner_failed"
    assert "not whole" in str(session.notice["words"])
    assert session.playing("army") == "withdraw_in_time"


def test_only_networks_of_this_scenario_come_late():
    for name in ("withdraw_in_time", "random"):
        session = new_session("glory", "navy", name)
        assert not isinstance(session.agents["army"], LateAgent)
    with pytest.raises(AgentError, match="trained in another scenario"):
        new_session("teaching", "navy", "cooperative")
    with pytest.raises(AgentError, match="unknown agent"):
        new_session("glory", "navy", "cooperativ")
