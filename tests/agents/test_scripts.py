"""Scripted agents in whole games: legal everywhere, alike in every environment, blind to dice."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from glory_agents.glory.scripted.named import row_of
from glory_agents.glory.scripted.rows import both
from glory_agents.glory.scripted.script import play_out_all, script_all
from glory_agents.registry import make_agent
from glory_env.bench import play_pairs
from glory_env.core.trace import blank_trace
from glory_env.envs.agent import GamesView, GameView
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import COUNTER, KIND, N_ACTIONS, YES
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.position import position
from glory_env.games.glory.scenario import load
from glory_env.vector import GloryVector
from tests.agents.playing import AGENTS, BY_LOT, SCRIPTS, Ring, action_of, play_ring

GLORY = load("glory")
WAYS = {
    "as usual": {},
    "sealed": {"negotiation": "sealed"},
    "fixed": {"negotiation": "fixed"},
    "dice": {"deadlock": "dice", "production": "navy_first"},
    "janken": {"deadlock": "janken", "production": "joint_vote"},
    "zero": {"deadlock": "zero", "production": "army_first"},
    "status quo": {"deadlock": "status_quo", "optional": ("20-1",)},
    "pro rata": {"deadlock": "pro_rata", "optional": ("20-2",)},
    "short talks": {"grid": 25, "max_offers": 1, "break_off": 0.3},
    "in the box": {"rulings": {"absorbers": "box"}},
    "solo": {"solo": True},
    "cheap talk": {"talk": "cheap"},
    "binding talk": {"talk": "binding"},
    "sealed talk": {"talk": "binding", "negotiation": "sealed", "deadlock": "janken"},
    "nothing forced": {"auto_forced": False},
}
ON_GLORY = ("as usual", "sealed", "janken", "solo", "cheap talk", "binding talk")
# Decisions for which scripts have no view of their own, so that any answer will do.
LEFT_TO_CHANCE = {
    st.JANKEN, st.BATTLE, st.ESCORT_GRANT, st.MOVE_EMBARK, st.MOVE_LAND, st.PRODUCE_COUNTER,
}  # fmt: skip
RARE = {st.HYBRID_MODIFIER, st.PRODUCE_COUNTER}  # met in the positions below instead


@cache
def ring(scenario: str, way: str) -> Ring:
    return play_ring(scenario, 1, **WAYS[way])


def assert_ended(finals: np.ndarray, games: int) -> None:
    assert len(finals) == games
    assert np.isin(finals["outcome"], (st.COMPLETED, st.GAME_OVER)).all()


# --- legal, everywhere ---------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "each"), [("glory", 20), ("teaching", 180)])
def test_200_games_in_each_seat_are_legal_and_end(scenario, each):
    """GloryVector raises at an illegal action."""
    found = play_ring(scenario, each, ask_again=False)
    assert_ended(found.finals, each * len(AGENTS))
    assert (found.met.sum(axis=2) >= each).all()


@pytest.mark.parametrize(
    ("scenario", "way"),
    [*(("teaching", way) for way in WAYS), *(("glory", way) for way in ON_GLORY)],
)
def test_every_agent_plays_in_every_way(scenario, way):
    found = ring(scenario, way)
    assert_ended(found.finals, len(AGENTS))
    assert (found.met.sum(axis=2) > 0).all()  # everybody was asked, in both seats


@pytest.mark.parametrize("scenario", ["teaching", "glory"])
def test_only_what_is_left_to_chance_depends_on_the_draw(scenario):
    """A part that names no legal action would be helped out by a random one."""
    scripts = [k for k, name in enumerate(AGENTS) if name not in BY_LOT]
    ways = WAYS if scenario == "teaching" else ON_GLORY
    by_lot = sum(ring(scenario, way).by_lot[scripts].sum(axis=0) for way in ways)
    found = {st.DECISIONS[d] for d in np.flatnonzero(by_lot)}
    assert found <= {st.DECISIONS[d] for d in LEFT_TO_CHANCE}


@pytest.mark.parametrize("decision", st.DECISIONS[1:])
def test_every_decision_is_met_by_scripts(decision):
    d = st.DECISIONS.index(decision)
    if d in RARE:
        game = rare_position(d)
        assert int(game.record.decision) == d
        for name in SCRIPTS:
            assert game.mask[action_of(name, game)]
        return
    scripts = [k for k, name in enumerate(AGENTS) if name in SCRIPTS]
    met = sum(ring("teaching", way).met[scripts, :, d] for way in WAYS)
    met = met + sum(ring("glory", way).met[scripts, :, d] for way in ON_GLORY)
    least = 4 if d >= st.SPEAK else 5  # by several of them; four voices speak
    assert (met.sum(axis=1) > 0).sum() >= least


def rare_position(decision: int) -> Game:
    if decision == st.HYBRID_MODIFIER:
        game = position(
            "combat", markers={"N": "marianas"}, units={"ise_bcv": "marianas active"}, dice=()
        )
        game.choose({"box": "marianas"}, dice=[4])
        return game
    pool = {"unryu": "pool", "shinano": "pool"}
    game = position("production", units=pool, civil=200, dice=[6])
    game.act(KIND + st.ROW_CV)
    return game


def test_rare_decisions_are_answered_with_sense():
    assert action_of("withdraw_in_time", rare_position(st.HYBRID_MODIFIER)) == YES
    action = action_of("arming", rare_position(st.PRODUCE_COUNTER))
    assert GLORY.counters[action - COUNTER] in ("unryu", "shinano")


# --- one game, a batch, a rollout ----------------------------------------------------------
class OneByOne:
    """An agent without its `act_batch`; asks for an explanation as well."""

    def __init__(self, name: str) -> None:
        self.agent = make_agent(name)
        self.reset = self.agent.reset

    def act(self, observation, mask, env_view) -> int:
        action = self.agent.act(observation, mask, env_view)
        assert self.agent.explain()
        return action


def assert_same(one: np.ndarray, other: np.ndarray) -> None:
    fields = [name for name in one.dtype.names if name != "spare"]
    different = [name for name in fields if not np.array_equal(one[name], other[name])]
    assert different == []


@pytest.mark.parametrize("name", [*SCRIPTS, "random"])
def test_one_by_one_and_in_a_batch_are_the_same_games(name):
    options = {"deadlock": "janken", "production": "joint_vote"}
    batch = play_pairs(make_agent(name), make_agent("dogged"), 2, 60, "teaching", **options)
    single = play_pairs(OneByOne(name), OneByOne("dogged"), 2, 60, "teaching", **options)
    assert_same(batch.finals, single.finals)


@pytest.mark.parametrize(
    ("army", "navy"),
    [("withdraw_in_time", "random_pass"), ("grim", "dogged"), ("in_kind", "stonewaller")],
)
@pytest.mark.parametrize("options", [{}, {"solo": True}, {"negotiation": "sealed"}], ids=str)
def test_whole_games_one_by_one_and_in_a_batch(army, navy, options):
    batch = play_pairs(make_agent(army), make_agent(navy), 2, 60, **options)
    single = play_pairs(OneByOne(army), OneByOne(navy), 2, 60, **options)
    assert_same(batch.finals, single.finals)


def test_the_size_of_the_batch_does_not_matter():
    def games(batch: int) -> np.ndarray:
        agents = make_agent("withdraw_in_time"), make_agent("random_pass")
        return play_pairs(*agents, 12, 8, batch=batch).finals

    whole = games(12)
    assert_same(whole, games(5))
    assert_same(whole, games(1))


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_seed_is_a_game(name):
    def games(seed: int) -> np.ndarray:
        return play_pairs(make_agent(name), make_agent(name), 6, seed, "teaching").finals

    first = games(20)
    assert_same(first, games(20))
    assert not np.array_equal(first["log_gp"], games(26)["log_gp"])


def rollouts(army: str, navy: str, games: int, seed: int, turn: int = 99) -> np.ndarray:
    """GAME (games,) as `play_out_all` leaves them, scripts' keys = dice keys."""
    vector = GloryVector(games, GLORY, seed=seed, autoreset=False)
    rows = np.concatenate([row_of(army), row_of(navy)])
    trace, mask = blank_trace(), np.zeros(N_ACTIONS, np.int8)
    keys = vector.games["key"].copy()
    count = play_out_all(vector.games, GLORY.tables, trace, mask, rows, keys, turn)
    assert count > games
    return vector.games


@pytest.mark.slow
@pytest.mark.parametrize(
    ("army", "navy"),
    [("withdraw_in_time", "random_pass"), ("grim", "dogged")],
)
def test_rollouts_play_what_the_agents_play(army, navy):
    played = play_pairs(make_agent(army), make_agent(navy), 3, 40)
    assert_same(played.finals, rollouts(army, navy, 3, 40))


def test_a_rollout_stops_where_a_turn_begins():
    games = rollouts("random_pass", "withdraw_in_time", 40, 40, turn=7)
    still = games["outcome"] == st.PLAYING
    assert 0 < still.sum() < 40
    assert (games["turn"][still] == 7).all()
    assert (games["phase"][still] == st.TONNAGE).all()  # the invasion has nobody to ask
    assert (games["turn"][~still] <= 7).all()


# --- what an agent does not see ------------------------------------------------------------
def decisions_of(game: Game, name: str, most: int = 400):
    """The game at each of its decisions with a choice, played by one script."""
    for _ in range(most):
        if game.outcome != "playing":
            return
        if len(game.legal_actions()) > 1:
            yield game
        game.act(action_of(name, game, seed=3))


@pytest.mark.parametrize("name", ["withdraw_in_time", "random_pass", "deceiver", "temperament"])
def test_an_agent_does_not_see_the_dice(name):
    met = set()
    for game in decisions_of(Game("teaching", seed=4, deadlock="janken"), name):
        before = int(game.games["key"][0])
        actions = set()
        for key in (before, 0, 1, 2**62 + 5):
            game.games["key"] = key
            actions.add(action_of(name, game, seed=9))
        game.games["key"] = before
        assert len(actions) == 1
        met.add(game.decision)
    assert len(met) > 8


def test_a_batch_is_shown_neither_dice_nor_the_other_sealed_offer():
    vector = GloryVector(6, "teaching", seed=1, autoreset=False, negotiation="sealed")
    for _ in range(2):  # the army's offer: civil, army
        vector.step(vector.sample(3, 0))
    kept = vector.games.copy()
    assert (vector.seats == st.NAVY).all()
    assert (kept["offer"][:, st.ARMY] >= 0).all()
    at = np.array([4, 0, 5])
    shown = GamesView(vector.scenario, vector.games, at).records()
    assert (shown["key"] == 0).all()
    assert (shown["offer"][:, st.ARMY] == st.NONE).all()
    assert (shown["log_claim"][:, 1, st.ARMY] == st.NONE).all()
    assert np.array_equal(shown["total"], kept["total"][at])
    assert vector.games.tobytes() == kept.tobytes()  # a copy was shown


def navy_about_to_offer(share: int) -> Game:
    """Sealed talks, the army has asked for that much."""
    game = position("tonnage", turn=4, total=500, negotiation="sealed", units=FLEET, dice=())
    game.choose({"army": share, "navy": 0}, dice=())
    return game


FLEET = {"yamato": "homeland", "takao": "homeland", "army_01": "henan", "army_02": "homeland"}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_sealed_offer_stays_unseen(name):
    answers = []
    for share in (0, 200, 500):
        game = navy_about_to_offer(share)
        view = GameView(game, "navy")
        assert view.records()["offer"][0, st.ARMY].tolist() == [st.NONE] * 3
        offer = []
        while game.actor == "navy" and game.decision == "offer":
            offer.append(action_of(name, game))
            game.act(offer[-1])
        answers.append(offer)
    assert answers[0] == answers[1] == answers[2]
    assert len(answers[0]) == 2


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_sealed_hand_stays_unseen(name):
    hands = set()
    for hand in range(3):
        game = position("tonnage", units=FLEET, deadlock="janken", max_offers=1, dice=[1])
        game.choose({"army": 300, "navy": 0}, dice=())
        game.choose({"walk": True}, dice=())
        game.choose({"army": 0, "navy": 300}, dice=())
        game.choose({"hand": ("rock", "paper", "scissors")[hand]}, dice=())
        assert (game.actor, game.decision) == ("navy", "janken")
        hands.add(action_of(name, game, seed=6))
    assert len(hands) == 1


def test_a_sealed_offer_is_not_given_away_by_its_explanation():
    session = GlorySession(
        "glory", {"army": "boulware", "navy": "person"}, seed=3, negotiation="sealed"
    )
    while not session.waits_for:
        session.play_on()
    assert session.game.decision == "offer"
    amounts = session.record.lines[-1]["choice"].values()
    said = session.explanations[len(session.record.lines) - 1]
    assert any(str(amount) in str(said) for amount in amounts)
    assert session.last_explanations() == {}


@pytest.mark.parametrize("name", [name for name in SCRIPTS if name not in BY_LOT])
def test_a_rollout_makes_no_use_of_what_is_hidden(name):
    """Rollouts play on whole records: there, too, a script must not look at the other's offer."""
    games = np.concatenate([navy_about_to_offer(share).games for share in (0, 200, 500)])
    masks = np.stack([navy_about_to_offer(200).mask] * 3)
    actions = np.empty(3, np.int64)
    script_all(games, GLORY.tables, both(make_agent(name).row), masks, np.full(3, 0.5), actions)
    assert len(set(actions.tolist())) == 1
