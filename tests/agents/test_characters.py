"""Partners with a character as agents: names, levels, what they never offer without a reason."""

from __future__ import annotations

import numpy as np
import pytest

from glory_agents.glory.characters.bargain import PART, least, need, raised, remembered_wrong
from glory_agents.glory.characters.player import CHARACTERS, Character, Planning, split
from glory_agents.glory.characters.traits import RANDOM_SHARE
from glory_env.bench.pairs import play_pairs
from glory_env.envs.agent import AgentError, GameView, make_agent
from glory_env.games.glory.actions import AMOUNT
from glory_env.games.glory.game import Game
from glory_env.games.glory.state import NONE, OFFER_ARMY, OFFER_CIVIL, STEP
from glory_env.play.session import observation


def play(game: Game, agents: dict[str, object], look=None) -> None:
    """A game to its end; look: called with the game and the action before each is played."""
    views = {seat: GameView(game, seat) for seat in agents}
    for k, (seat, agent) in enumerate(agents.items()):
        agent.reset(seat, k)
    while game.outcome == "playing":
        seat = game.actor
        action = int(agents[seat].act(observation(game, seat), game.mask.copy(), views[seat]))
        if look is not None:
            look(game, action)
        game.act(action)


def test_names_mean_a_character_and_a_level():
    assert split("kuroda") == ("kuroda", CHARACTERS["kuroda"].level)
    assert split("mori:level=2") == ("mori", 2)
    assert split("selfish") is None
    assert isinstance(make_agent("sakaki:level=6"), Planning)
    assert isinstance(make_agent("sakaki"), Character)
    for wrong in ("0", "7", "1.5", "x"):
        with pytest.raises(AgentError, match=r"'level': expected a whole number from 1 to 6, got"):
            make_agent(f"sakaki:level={wrong}")
    with pytest.raises(AgentError, match="unknown parameter"):
        make_agent("sakaki:temper=2")


@pytest.mark.parametrize("name", CHARACTERS)
def test_an_offer_below_a_quarter_of_the_need_has_a_reason(name):
    """Against one that takes and one that asks for all, with and without its network."""
    seen = {"offers": 0, "low": 0}

    def look(game: Game, action: int) -> None:
        g, s = game.record, game.scenario.tables[0]
        if g.decision != OFFER_ARMY or game.actor != "army":
            return
        seen["offers"] += 1
        army = (action - AMOUNT) * STEP
        navy = game.total // STEP * STEP - int(g.chosen_civil) - army
        if PART * navy >= need(g, s, 1):
            return
        seen["low"] += 1
        wrong = remembered_wrong(g, 0, CHARACTERS[name].memory)
        offered = int(g.offer[1, 0])
        assert wrong or (offered != NONE and PART * offered < need(g, s, 0))

    for partner in ("takes_first_offer", "demands_60"):
        for scenario in ("teaching", "glory"):
            game = Game(scenario, seed=3)
            play(game, {"army": Character(name, 5), "navy": make_agent(partner)}, look)
    assert seen["offers"] > 20
    if CHARACTERS[name].memory:  # who answers a wrong does so against one that demands 60 %
        assert seen["low"]


def test_offers_are_raised_on_both_halves_and_for_both_seats():
    for seat in ("army", "navy"):
        game = Game("glory", seed=1)
        g, s = game.record, game.scenario.tables[0]
        while game.actor != seat or g.decision != OFFER_CIVIL:
            game = Game("glory", seed=game.seed + 1)
            g, s = game.record, game.scenario.tables[0]
        k = ("army", "navy").index(seat)
        floor, room = least(g, s, 1 - k), game.total
        assert 0 <= PART * floor - need(g, s, 1 - k) < PART * game.options.grid
        civil = raised(g, s, game.mask, AMOUNT + room // STEP)
        assert (civil - AMOUNT) * STEP == room - floor
        game.act(AMOUNT + 100 // STEP)
        all_mine = AMOUNT + (room - 100) // STEP if seat == "army" else AMOUNT
        army = (raised(g, s, game.mask, all_mine) - AMOUNT) * STEP
        assert (room - 100 - army if seat == "army" else army) == floor
        fair = AMOUNT + (room - 100) // 2 // STEP
        assert raised(g, s, game.mask, fair) == fair


@pytest.mark.slow
def test_the_share_of_random_decisions_is_that_of_the_level():
    assert [*RANDOM_SHARE] == [1, 2, 3, 4, 5, 6]
    for level in (1, 3, 5):
        agent, drawn = Character("hayashi", level), []

        def look(game: Game, action: int, agent=agent, drawn=drawn) -> None:
            if game.actor == "army" and game.phase == "activation":
                drawn.append(agent.at_random)
            if game.actor == "army" and game.phase == "tonnage":
                assert not agent.at_random

        for seed in range(4):
            play(Game("teaching", seed=seed), {"army": agent, "navy": make_agent("honest")}, look)
        assert np.mean(drawn) == pytest.approx(RANDOM_SHARE[level], abs=0.15)


@pytest.mark.slow
def test_one_game_at_a_time_or_many_it_plays_the_same():
    pytest.importorskip("torch")
    pair = make_agent("sakaki:level=3"), make_agent("mori")
    many = play_pairs(*pair, 6, seed=5).finals
    few = play_pairs(*pair, 6, seed=5, batch=2).finals
    assert np.array_equal(many["gp"], few["gp"])
    assert np.array_equal(many["log_claim"], few["log_claim"])


def test_the_planner_plays_the_board_and_the_character_talks():
    pytest.importorskip("torch")
    agent = Planning("sakaki")
    agent._board.budget.seconds = 0.05
    said: dict[str, set[str]] = {}

    def look(game: Game, action: int) -> None:
        if game.actor == "army" and int(game.mask.sum()) > 1:
            said.setdefault(game.phase, set()).add("orders of this turn" in agent.explain())

    play(Game("teaching", seed=2), {"army": agent, "navy": make_agent("honest")}, look)
    assert said["tonnage"] == {False}
    assert said["activation"] == {True}
