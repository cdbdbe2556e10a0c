"""Glory as a game of OpenSpiel: the game of the environments, and OpenSpiel's own checks."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator

import numpy as np
import pytest

from glory_env import glory_v0
from glory_env.core.errors import IllegalAction
from glory_env.core.record import copy_games
from glory_env.core.trace import T_DIE
from glory_env.games.glory.actions import ACCEPT
from glory_env.games.glory.definition import GLORY
from glory_env.games.glory.state import JANKEN, OFFER_CIVIL

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

from glory_env import open_spiel_game  # noqa: E402

SEALED = "negotiation=sealed,deadlock=janken"


def load(options: str = "reward=cooperative", scenario: str = "teaching"):
    return pyspiel.load_game(f"{open_spiel_game.NAME}(scenario={scenario},{options})")


def roll(state, faces: Iterator[int]) -> None:
    while state.is_chance_node():
        state.apply_action(next(faces) - 1)


def rolled(env) -> Iterator[int]:
    trace = env._trace[0]
    entries = trace["entry"][: trace["entries"]]
    return iter(entries[entries[:, 0] == T_DIE, 1].tolist())


def play_to(state, done, seed: int = 1) -> None:
    """Random legal play until done(state)."""
    rng = np.random.default_rng(seed)
    while not done(state):
        state.apply_action(int(rng.choice(state.legal_actions())))


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("teaching", {"reward": "cooperative"}),
        ("teaching", {"reward": "zero_sum", "negotiation": "sealed", "deadlock": "janken"}),
        ("teaching", {"reward": "joint", "talk": "cheap", "deadlock": "dice"}),
        ("glory", {"reward": "selfish", "handicap": "balanced"}),
    ],
)
def test_with_the_dice_of_a_seed_it_is_the_game_of_the_environment(scenario, options):
    env = glory_v0.raw_env(scenario=scenario, **options)
    game = load(",".join(f"{key}={value}" for key, value in options.items()), scenario)
    rng = np.random.default_rng(3)
    for seed in range(3):
        env.reset(seed=seed)
        state = game.new_initial_state()
        faces = rolled(env)
        roll(state, faces)
        while not state.is_terminal():
            seat = env.agent_selection
            player = state.current_player()
            assert env.possible_agents[player] == seat
            assert state.legal_actions() == np.flatnonzero(env.mask).tolist()
            for other, name in enumerate(env.possible_agents):
                assert np.array_equal(state.observation_tensor(other), env.full_observation(name))
            action = int(rng.choice(state.legal_actions()))
            assert env.describe(action) in state.action_to_string(player, action)
            env.step(action)
            state.apply_action(action)
            faces = rolled(env)
            roll(state, faces)
        assert next(faces, None) is None
        assert env.terminations["army"]
        assert state.returns() == [env.rewards[name] for name in env.possible_agents]


@pytest.mark.parametrize(
    "options", ["talk=cheap,break_off=0.3", SEALED, "auto_forced=False,production=joint_vote"]
)
def test_openspiels_own_check_passes(options):
    pyspiel.random_sim_test(load(options), num_sims=1, serialize=options == SEALED, verbose=False)


def test_dice_are_chance_nodes_with_the_chances_of_the_die():
    state = load("break_off=0.3").new_initial_state()
    found = set()
    rng = np.random.default_rng(2)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            words = state.action_to_string(pyspiel.PlayerId.CHANCE, outcomes[0])
            if "break_off" in words:
                assert state.chance_outcomes() == [(0, 0.3), (99, 0.7)]
            else:
                assert list(outcomes) == list(range(6))
                assert set(chances) == {1 / 6}
            found.add(words.split()[0])
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert {"opener", "break_off", "convoy", "production_opener"} <= found


def test_the_die_that_breaks_off_the_talks_does():
    game = load("break_off=0.3")
    answers = []
    for outcome in (0, 99):
        state = game.new_initial_state()
        play_to(
            state,
            lambda s: s.is_chance_node() and "break_off" in s.action_to_string(-1, 0),
        )
        state.apply_action(outcome)
        answers.append(ACCEPT in state.legal_actions())
    assert answers == [False, True]


def test_copies_go_on_alone():
    state = load().new_initial_state()
    play_to(state, lambda s: s.move_number() == 30)
    before = str(state), state.history()
    play_to(state.clone(), lambda s: s.is_terminal())
    play_to(copy.deepcopy(state), lambda s: s.is_terminal())
    assert (str(state), state.history()) == before


def test_a_state_is_saved_and_goes_on_the_same():
    game = load(SEALED)
    for moves in range(1, 60, 7):
        state = game.new_initial_state()
        play_to(state, lambda s, moves=moves: s.move_number() == moves or s.is_terminal())
        text = state.serialize()
        assert len(text) < 100_000
        for other in (game.deserialize_state(text), pickle.loads(pickle.dumps(state))):
            own = state.clone()
            for each in (own, other):
                play_to(each, lambda s: s.is_terminal(), seed=5)
            assert other.history() == own.history()
            assert other.returns() == own.returns()
            for player in range(2):
                assert other.information_state_string(player) == own.information_state_string(
                    player
                )


def test_a_sealed_offer_is_hidden_from_the_other_player():
    game = load(SEALED)
    state = game.new_initial_state()
    play_to(state, lambda s: not s.is_chance_node())
    first = state.current_player()
    seen = {0: set(), 1: set()}
    shown = set()
    for action in state.legal_actions()[:6]:
        after = state.child(action)
        while after.current_player() == first:
            after.apply_action(after.legal_actions()[0])
        for player in range(2):
            seen[player].add(after.information_state_string(player))
        shown.add(after.observation_string(1 - first))
    assert len(seen[first]) == 6
    assert len(seen[1 - first]) == len(shown) == 1


def test_what_a_player_chose_stays_in_its_information_state():
    state = load().new_initial_state()
    play_to(state, lambda s: not s.is_chance_node())
    player = state.current_player()
    one, two = (state.child(action) for action in state.legal_actions()[:2])
    assert one.information_state_string(player) != two.information_state_string(player)
    again = state.child(state.legal_actions()[0])
    assert one.information_state_string(player) == again.information_state_string(player)


def test_bad_input_is_one_clear_error():
    with pytest.raises(ValueError, match=r"unknown reward 'greedy': .*cooperative"):
        load("reward=greedy")
    with pytest.raises(ValueError, match=r"option 'deadlock'.*coin.*lot"):
        load("deadlock=coin")
    with pytest.raises(ValueError, match=r"scenario = .nowhere., expected one of .*teaching"):
        load(scenario="nowhere")
    state = load().new_initial_state()
    with pytest.raises(IllegalAction, match=r"chance: expected one of \[0, 1, 2, 3, 4, 5\], got 6"):
        state.apply_action(6)
    play_to(state, lambda s: not s.is_chance_node())
    with pytest.raises(IllegalAction, match=r"action 261 \(done\) is not legal"):
        state.apply_action(261)
    with pytest.raises(ValueError, match="an observer has no parameters"):
        load().make_py_observer(None, {"size": 3})


def known_to(state, player: int) -> bytes:
    """The record of a state without what the player whose turn it is does not know."""
    games = copy_games(state.position.games)
    GLORY.kernels.hide(games, 0, state.position.table.scenario.tables, player)
    return games.tobytes()


def seen_by(state, player: int) -> tuple:
    """All that OpenSpiel tells a player of a state."""
    own = state.legal_actions() if state.current_player() == player else None
    return (
        state.current_player(),
        state.information_state_string(player),
        state.observation_string(player),
        state.observation_tensor(player),
        own,
    )


@pytest.mark.parametrize(
    "options",
    [SEALED, f"{SEALED},talk=cheap", "negotiation=sealed,auto_forced=False", "talk=cheap"],
)
def test_resampled_states_agree_with_all_that_the_player_knows(options):
    state = load(options).new_initial_state()
    rng = np.random.default_rng(4)
    drawn = 0
    while not state.is_terminal():
        for player in range(2):
            other = state.resample_from_infostate(player, rng.random)
            assert seen_by(other, player) == seen_by(state, player)
            assert other.move_number() == len(other.history())
            if player == state.current_player():
                assert known_to(other, player) == known_to(state, player)
            drawn += other.history() != state.history()
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert drawn > 3 or "sealed" not in options


def test_a_sealed_offer_and_a_hand_are_drawn_anew():
    game = load(SEALED)
    state = game.new_initial_state()
    rng = np.random.default_rng(1)
    for lacks in ("offer", "hand"):
        decision = {"offer": OFFER_CIVIL, "hand": JANKEN}[lacks]
        while not (state.current_player() == 1 and state.position.games["decision"][0] == decision):
            if state.is_terminal():
                state = game.new_initial_state()
            state.apply_action(int(rng.choice(state.legal_actions())))
        for one in (state, pickle.loads(pickle.dumps(state))):
            worlds = [one.resample_from_infostate(1, rng.random) for _ in range(60)]
            found = {world.position.games[lacks].tobytes() for world in worlds}
            assert len(found) == 3 if lacks == "hand" else len(found) > 30
            assert len({world.information_state_string(1) for world in worlds}) == 1
            play_to(worlds[0], lambda s: s.is_terminal())
        own = state.resample_from_infostate(0, rng.random)  # who wrote it knows it
        assert own.position.games[lacks].tobytes() == state.position.games[lacks].tobytes()


def test_how_long_the_other_writes_is_hidden():
    """A forced amount is not asked for, and lines are written one by one."""
    state = load(f"{SEALED},talk=cheap").new_initial_state()
    seen = {state.information_state_string(1)}
    rng = np.random.default_rng(0)
    lengths = set()
    for _ in range(30):
        writing = state.clone()
        play_to(writing, lambda s: s.current_player() == 1, seed=int(rng.integers(1000)))
        lengths.add(writing.move_number())
        seen.add(writing.information_state_string(1))
    assert len(lengths) > 1
    assert len(seen) == 2


@pytest.mark.parametrize("use_observation_string", [False, True])
@pytest.mark.parametrize("samples", [-1, 3])
def test_the_search_of_openspiel_for_hidden_information_runs(use_observation_string, samples):
    game = load(f"{SEALED},reward=zero_sum")
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), uct_c=2.0,
        max_simulations=20, max_world_samples=samples, random_state=np.random.RandomState(2),
        use_observation_string=use_observation_string,
    )  # fmt: skip
    state = game.new_initial_state()
    rng = np.random.default_rng(3)
    asked = 0
    while asked < 3:
        legal = state.legal_actions()
        if state.current_player() == 1 and state.position.seals and len(legal) > 1:
            policy = dict(bot.get_policy(state))
            assert sorted(policy) == legal
            assert sum(policy.values()) == pytest.approx(1)
            asked += 1
        state.apply_action(int(rng.choice(state.legal_actions())))
        if state.is_terminal():
            state = game.new_initial_state()
