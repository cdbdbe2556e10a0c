"""Partners with a character as agents: names, levels, what they never offer without a reason."""

from __future__ import annotations

import numpy as np
import pytest

from glory_agents.glory.characters import words
from glory_agents.glory.characters.bargain import (
    LEAST_CIVIL,
    Split,
    claimed_too_much,
    need,
    remembered_wrong,
    spendable,
)
from glory_agents.glory.characters.player import CHARACTERS, Character, Planning, split
from glory_agents.glory.characters.style import offered
from glory_agents.glory.characters.traits import RANDOM_SHARE
from glory_agents.glory.scripted.named import row_of
from glory_env.bench.pairs import play_pairs
from glory_env.envs.agent import AgentError, GameView, make_agent
from glory_env.games.glory.actions import AMOUNT, KIND
from glory_env.games.glory.game import Game
from glory_env.games.glory.rules.production import legal_produce, step_cost
from glory_env.games.glory.state import (
    ARMY,
    BROKEN,
    CIVIL,
    NAVY,
    NONE,
    OFFER_ARMY,
    PRODUCE,
    ROWS,
    SAY_CIVIL,
    SAY_NO_TURN_13,
    SAY_OWN_LOSSES,
    STEP,
    TALLY,
    THREAT_POOL,
    TRACK,
)
from glory_env.play.session import observation
from tests.play.bargainers import PERSONS, Bargainer, Person


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
def test_how_a_character_bargains(name):
    """No offer twice, none of nothing, every one nearer, and civil that can be spent."""
    offers: dict[tuple[str, int], list[Split]] = {}

    def look(game: Game, action: int) -> None:
        g, s = game.record, game.scenario.tables[0]
        if g.decision != OFFER_ARMY or game.actor != "army":
            return
        army, rest = (action - AMOUNT) * STEP, game.total // STEP * STEP - int(g.chosen_civil)
        mine, theirs = Split(army, rest - army), offered(g, 1)
        said = offers.setdefault((partner, game.turn), [])
        assert mine not in said
        assert 2 * army <= game.total
        assert mine.navy or not need(g, s, 1)
        if said and theirs:  # no way back: each amount moves to the other's offer, or stays
            for was, now, end in zip(said[-1], mine, theirs, strict=True):
                assert min(was, end) <= now <= max(was, end) or now == was
        if not said and need(g, s, 0) + need(g, s, 1) > rest:
            assert game.total - rest <= max(spendable(g, s), LEAST_CIVIL * game.total) + 2 * STEP
        said.append(mine)

    for partner in ("demands_60", "withdraw_in_time"):
        game = Game("teaching", seed=3)
        play(game, {"army": Character(name, 5), "navy": make_agent(partner)}, look)
    assert sum(map(len, offers.values())) > 5


def test_what_civil_tonnage_can_buy_is_what_the_rules_offer():
    game = Game("glory", seed=2)
    agents = {seat: make_agent("withdraw_in_time") for seat in ("army", "navy")}
    seen: list[int] = []

    def look(game: Game, action: int) -> None:
        g, s = game.record, game.scenario.tables[0]
        if g.decision != PRODUCE or game.turn in seen:
            return
        seen.append(game.turn)
        rich = game.clone()
        rich.record.left[CIVIL] = 2000
        mask = np.zeros_like(game.mask)
        legal_produce(rich.record, s, mask)
        starts = sum(int(s.cost[row]) for row in range(len(ROWS)) if mask[KIND + row])
        on_track = [u for u in range(s.counters) if g.place[u] == TRACK]
        before = g.copy()
        assert spendable(g, s) == starts + sum(int(step_cost(g, s, u)) for u in on_track)
        assert g == before

    play(game, agents, look)
    assert len(seen) > 5


def test_a_claim_is_no_wrong_and_a_burnt_loss_is():
    game = Game("glory", seed=1)
    g = game.record
    g.turn = 4
    g.log_claim[3, 1], g.log_shares[3] = 400, (100, 300, 200)
    assert remembered_wrong(g, 0, 3) == 0
    g.log_first_other[3, 1] = 100
    assert claimed_too_much(g, 1, 3)
    g.log_first_other[3, 1] = 200  # by needs, where the navy has far more to activate
    assert not claimed_too_much(g, 1, 3)
    g.log_loss[2, 1], g.log_burnt[2, 1] = 40, 40
    assert remembered_wrong(g, 0, 3) == 2
    assert remembered_wrong(g, 0, 1) == 0
    g.log_asked[3] = 2
    assert remembered_wrong(g, 0, 1) == 3


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


# --- words beside the offers ---------------------------------------------------------------
def talks(name: str, seat: int, seed: int, person: Person = PERSONS[0]) -> np.ndarray:
    """Games of a character in a seat beside a person, at their ends: (N,)."""
    players = [Bargainer(person, "cheap"), Bargainer(person, "cheap")]
    players[seat] = make_agent(f"{name}:level=5")
    return play_pairs(*players, 3, seed, talk="cheap").finals


@pytest.mark.slow
@pytest.mark.parametrize("name", CHARACTERS)
def test_characters_promise_and_ask_and_keep_their_word(name):
    pytest.importorskip("torch")
    for seat in range(2):
        tally = talks(name, seat, 40)["tally"].astype(int).sum(0)[seat, :THREAT_POOL]
        made = dict(zip(TALLY, tally.sum(0), strict=True))
        assert made["offered"] > 0
        assert made["asked"] + made["offered"] > 5
        assert made["kept"] > 0
        if CHARACTERS[name].calm["voice"] != "deceiving":
            assert made["broken"] <= 0.15 * (made["kept"] + made["broken"])


def test_words_weigh_at_most_a_tenth_and_less_after_a_broken_one():
    game = Game("glory", seed=1, talk="cheap")
    g, s, row = game.record, game.scenario.tables[0], row_of("withdraw_in_time")[0]
    assert words.worth(g, s, row, ARMY) == 0.0
    g.offer[NAVY] = 200, 200, 230
    g.line_count[NAVY] = 2
    g.line_kind[NAVY] = SAY_OWN_LOSSES, SAY_CIVIL
    g.line_argument[NAVY] = NONE, 200
    trusted = words.worth(g, s, row, ARMY)
    assert 0.05 < trusted <= words.MOST
    g.turn = 3
    g.promise_state[2, NAVY, 0], g.promise_kind[2, NAVY, 0] = BROKEN, SAY_OWN_LOSSES
    assert words.worth(g, s, row, ARMY) == pytest.approx(trusted / 2)
    g.line_ask[NAVY] = 1  # what the army would not do by itself
    g.line_kind[NAVY] = SAY_NO_TURN_13, SAY_NO_TURN_13
    assert words.worth(g, s, row, ARMY) == -2 * words.UNWILLING


def test_who_promises_takes_more_and_who_asks_takes_less():
    game = Game("glory", seed=1, talk="cheap")
    g, trades = game.record, words.Trades(0.1, 0.05)
    assert words.exchanged(g, NAVY, trades) == 0.0
    g.line_count[NAVY] = 1
    g.line_kind[NAVY, 0] = SAY_CIVIL
    assert words.exchanged(g, NAVY, trades) == 0.1
    g.line_ask[NAVY, 0] = 1
    assert words.exchanged(g, NAVY, trades) == -0.05
    g.line_ask[NAVY, 0], g.line_kind[NAVY, 0] = 0, THREAT_POOL
    assert words.exchanged(g, NAVY, trades) == 0.0
