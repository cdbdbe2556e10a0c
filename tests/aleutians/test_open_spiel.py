"""The second game in OpenSpiel: the game of the environments, and OpenSpiel's own checks."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from glory_env import aleutians_v0
from glory_env.core.errors import IllegalAction
from glory_env.core.record import copy_games
from glory_env.games.aleutians.definition import ALEUTIANS
from tests.conformance.test_open_spiel import play_to, roll, rolled

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

from glory_env import open_spiel_aleutians  # noqa: E402


def load(options: str = ""):
    return pyspiel.load_game(f"{open_spiel_aleutians.NAME}({options})")


def is_decision(state) -> bool:
    return not state.is_chance_node()


@pytest.mark.parametrize(
    ("options", "decisions"),
    [
        ({}, 120),
        ({"setup": "free", "optional_rules": ["open_waters"]}, 60),
        pytest.param({"setup": "what_if"}, 10_000, marks=pytest.mark.slow),
    ],
)
def test_with_the_dice_of_a_seed_it_is_the_game_of_the_environment(options, decisions):
    env = aleutians_v0.raw_env(**options)
    words = (f"{key}={one if isinstance(one, str) else one[0]}" for key, one in options.items())
    game = load(",".join(words))
    rng = np.random.default_rng(3)
    env.reset(seed=2)
    state = game.new_initial_state()
    blank = copy_games(state.position.games)
    state.position = game.table.first(blank, int(env.games["key"][0]))
    faces = rolled(env)
    roll(state, faces)
    while not state.is_terminal() and decisions:
        decisions -= 1
        player = state.current_player()
        assert env.possible_agents[player] == env.agent_selection
        assert state.legal_actions() == np.flatnonzero(env.mask).tolist()
        for other, name in enumerate(env.possible_agents):
            assert np.array_equal(state.position.sight(other), env.full_observation(name))
        action = int(rng.choice(state.legal_actions()))
        env.step(action)
        state.apply_action(action)
        faces = rolled(env)
        roll(state, faces)
        assert next(faces, None) is None
    assert state.is_terminal() == (decisions > 0)
    assert state.returns() == [env.rewards[name] for name in env.possible_agents]


@pytest.mark.slow
def test_openspiels_own_check_passes():
    pyspiel.random_sim_test(load(), num_sims=1, serialize=False, verbose=False)


def test_the_first_chance_nodes_deal_like_counters():
    state = load().new_initial_state()
    keys = []
    for outcome in (3, 0, 255, 7):
        assert state.chance_outcomes() == [(k, 1 / 256) for k in range(256)]
        keys.append(state.information_state_string(0))
        assert not any(state.observation_tensor(1))
        with pytest.raises(IllegalAction, match="chance: expected 0 to 255, got 256"):
            state.position.after(256)
        state.apply_action(outcome)
    assert len(set(keys)) == 1
    assert int(state.position.games["key"][0]) == 0x0300FF07
    assert state.returns() == [0.0, 0.0]


def known_to(state, player: int) -> bytes:
    games = copy_games(state.position.games)
    games["key"] = 1
    ALEUTIANS.kernels.hide(games, 0, state.position.table.scenario.tables, player)
    return games.tobytes()


@pytest.mark.parametrize("options", ["", "setup=free"])
def test_resampled_states_agree_with_all_that_the_player_knows(options):
    state = load(options).new_initial_state()
    rng = np.random.default_rng(4)
    drawn = 0
    for step in range(160):
        if step % 8 == 0:
            for player in range(2):
                other = state.resample_from_infostate(player, rng.random)
                assert other.current_player() == state.current_player()
                for key in ("information_state_string", "observation_string"):
                    assert getattr(other, key)(player) == getattr(state, key)(player)
                if player == state.current_player():
                    assert other.legal_actions() == state.legal_actions()
                fields = set(ALEUTIANS.record.names) - {"key"}
                here, there = state.position.games, other.position.games
                drawn += any((here[one] != there[one]).any() for one in fields)
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert drawn > 5


def test_a_state_is_saved_and_goes_on_the_same():
    game = load("setup=free")
    state = game.new_initial_state()
    play_to(state, lambda s: s.move_number() == 40)
    text = state.serialize()
    for other in (game.deserialize_state(text), pickle.loads(pickle.dumps(state))):
        own = state.clone()
        for each in (own, other):
            play_to(each, lambda s: s.move_number() == 80, seed=5)
        assert other.history() == own.history()
        for player in range(2):
            assert other.information_state_string(player) == own.information_state_string(player)


def test_bad_input_is_one_clear_error():
    with pytest.raises(ValueError, match=r"option 'setup':.*history.*historical"):
        load("setup=history")
    with pytest.raises(ValueError, match="unknown ruling 'x'"):
        load("rulings=x")
    with pytest.raises(ValueError, match='reward: expected "outcome"'):
        load("reward=selfish")


@pytest.mark.slow
def test_the_search_of_openspiel_for_hidden_information_runs():
    bot = ismcts.ISMCTSBot(
        load(), mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), uct_c=2.0,
        max_simulations=2, max_world_samples=-1, random_state=np.random.RandomState(2),
    )  # fmt: skip
    state = load().new_initial_state()
    play_to(state, lambda s: is_decision(s) and len(s.legal_actions()) > 1)
    policy = dict(bot.get_policy(state))
    assert sorted(policy) == state.legal_actions()
    assert sum(policy.values()) == pytest.approx(1)
