"""Glory as a game of OpenSpiel: the game of the environments, and OpenSpiel's own checks."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator

import numpy as np
import pytest

from glory_env import glory_v0
from glory_env.core.actions import ACCEPT
from glory_env.core.errors import IllegalAction
from glory_env.core.state import T_DIE

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

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
        ("glory", {"reward": "selfish"}),
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
