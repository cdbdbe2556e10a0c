"""The second and third game in OpenSpiel: those of the environments, and OpenSpiel's own checks."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from glory_env import aleutians_v0, empire_v0
from glory_env.core.errors import IllegalAction
from glory_env.core.record import copy_games
from tests.conformance.test_open_spiel import play_to, roll, rolled

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

from glory_env import open_spiel_aleutians, open_spiel_empire  # noqa: E402

SECOND, THIRD = open_spiel_aleutians.NAME, open_spiel_empire.NAME
MODULES = {SECOND: aleutians_v0, THIRD: empire_v0}
each_game = pytest.mark.parametrize("name", MODULES)


def load(name: str, options: str = ""):
    return pyspiel.load_game(f"{name}({options})")


def is_decision(state) -> bool:
    return not state.is_chance_node()


@pytest.mark.parametrize(
    ("name", "options", "decisions"),
    [
        (SECOND, {}, 120),
        (SECOND, {"setup": "free", "optional_rules": ["open_waters"]}, 60),
        pytest.param(SECOND, {"setup": "what_if"}, 10_000, marks=pytest.mark.slow),
        (THIRD, {"scenario": "year_1942", "bid": 2}, 10_000),
    ],
)
def test_with_the_dice_of_a_seed_it_is_the_game_of_the_environment(name, options, decisions):
    env = MODULES[name].raw_env(**options)
    words = (f"{key}={one[0] if isinstance(one, list) else one}" for key, one in options.items())
    game = load(name, ",".join(words))
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
@each_game
def test_openspiels_own_check_passes(name):
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=False, verbose=False)


@each_game
def test_the_first_chance_nodes_deal_what_nobody_sees(name):
    state = load(name).new_initial_state()
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


@pytest.mark.parametrize(("name", "options"), [(SECOND, ""), (SECOND, "setup=free"), (THIRD, "")])
def test_resampled_states_agree_with_all_that_the_player_knows(name, options):
    state = load(name, options).new_initial_state()
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
                fields = set(state.position.games.dtype.names) - {"key"}
                here, there = state.position.games, other.position.games
                drawn += any((here[one] != there[one]).any() for one in fields)
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert drawn > 5


@pytest.mark.parametrize(("name", "options"), [(SECOND, "setup=free"), (THIRD, "")])
def test_a_state_is_saved_and_goes_on_the_same(name, options):
    game = load(name, options)
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
    for name, options, words in (
        (SECOND, "setup=history", r"option 'setup':.*history.*historical"),
        (SECOND, "rulings=x", "unknown ruling 'x'"),
        (SECOND, "reward=selfish", 'reward: expected "outcome"'),
        (THIRD, "rulings=x", "rulings: expected switch:value"),
        (THIRD, "rulings=x:yes", "unknown ruling 'x'"),
        (THIRD, "rulings=liberation:never+hump_at_ledo:yes", "unknown value for ruling"),
        (THIRD, "scenario=year_1945", "year_1945"),
    ):
        with pytest.raises(ValueError, match=words):
            load(name, options)


@pytest.mark.slow
@each_game
def test_the_search_of_openspiel_for_hidden_information_runs(name):
    bot = ismcts.ISMCTSBot(
        load(name), mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), uct_c=2.0,
        max_simulations=2, max_world_samples=-1, random_state=np.random.RandomState(2),
    )  # fmt: skip
    state = load(name).new_initial_state()
    play_to(state, lambda s: is_decision(s) and len(s.legal_actions()) > 1)
    policy = dict(bot.get_policy(state))
    assert sorted(policy) == state.legal_actions()
    assert sum(policy.values()) == pytest.approx(1)
