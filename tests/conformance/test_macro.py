"""The macro level: the checks of PettingZoo, gymnasium and SB3, and what they do not look at."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from glory_agents.glory.macro.parameters import HEADS, SIZES, rows_of, usual_choices
from glory_agents.glory.macro.turns import MACRO_DRAWS
from glory_agents.glory.scripted.named import row_of
from glory_agents.glory.scripted.script import play_out_all
from glory_agents.registry import make_agent
from glory_env import glory_v0, macro_v0
from glory_env.core.dice import hash_key
from glory_env.core.errors import OptionError
from glory_env.core.trace import blank_trace
from glory_env.envs.agent import AgentError
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.macro_v0 import IllegalAction, MacroEnv
from glory_env.macro_v0 import info_words as words

OPTIONS: list[dict[str, Any]] = [
    {},
    {"scenario": "teaching", "reward": "zero_sum", "shaping": 0.5, "survival": 0.25},
    {"scenario": "teaching", "negotiation": "sealed", "deadlock": "janken"},
]
USUAL = usual_choices()


def play(env: Any, seed: int | None, draws: int = 0) -> list[Any]:
    """A game of random parameters in a parallel environment: all that it hands out."""
    rng = np.random.default_rng(draws)
    handed: list[Any] = [env.reset(seed=seed)]
    while env.agents:
        handed.append(env.step({agent: rng.integers(SIZES) for agent in env.agents}))
    return handed


# --- the checks of others ------------------------------------------------------------------
@pytest.mark.parametrize("options", OPTIONS)
def test_parallel_api(options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(macro_v0.parallel_env(**options), num_cycles=60)
        parallel_seed_test(lambda: macro_v0.parallel_env(**options), num_cycles=40)


@pytest.mark.filterwarnings("ignore:We recommend agents", "ignore:Action space for each agent")
@pytest.mark.parametrize("kind", [macro_v0.raw_env, macro_v0.env])
def test_aec_api(kind: Any) -> None:
    api_test(kind(scenario="teaching"), num_cycles=60)
    seed_test(lambda: kind(scenario="teaching"), num_cycles=40)


@pytest.mark.parametrize("seat", ["army", "navy"])
def test_gymnasium_and_sb3(seat: str) -> None:
    from stable_baselines3.common.env_checker import check_env as sb3_check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for mode in (None, "ansi", "rgb_array"):
            env = gymnasium.make(
                "GloryMacro-v0", seat=seat, partner="grim", scenario="teaching", render_mode=mode
            )
            check_env(env.unwrapped)
            sb3_check_env(env)


def test_ppo_learns_from_it() -> None:
    from stable_baselines3 import PPO

    env = gymnasium.make("GloryMacro-v0", scenario="teaching", shaping=1.0, survival=0.25)
    model = PPO("MlpPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=0, device="cpu")
    before = [one.detach().clone() for one in model.policy.parameters()]
    model.learn(256)
    assert model.num_timesteps == 256
    after = model.policy.parameters()
    assert any((old != new).any() for old, new in zip(before, after, strict=True))


# --- games ---------------------------------------------------------------------------------
def test_a_step_is_a_turn_and_the_last_infos_are_those_of_glory_v0() -> None:
    lengths = set()
    for seed in range(8):
        env = macro_v0.parallel_env()
        handed = play(env, seed, seed)
        for turn, (observations, rewards, ended, cut, infos) in enumerate(handed[1:], 1):
            last = turn == len(handed) - 1
            assert ended == dict.fromkeys(env.possible_agents, last)
            assert cut == dict.fromkeys(env.possible_agents, False)
            assert last or list(rewards.values()) == [0.0, 0.0]
            assert last or not any(np.any(v) for info in infos.values() for v in info.values())
            for seat, seen in observations.items():
                assert env.observation_space(seat).contains(seen)
        g, tables = env.games[0], env.scenario.tables
        for k, seat in enumerate(st.SERVICES):
            ending = glory_v0.raw_env.definition.final_info(g, tables[0], k)
            assert words(infos[seat]) == words(ending)
        assert g.turn - (g.turn > tables["last_turn"][0]) == len(handed) - 1
        assert env.step({}) == ({}, {}, {}, {}, {})
        lengths.add(len(handed) - 1)
    assert max(lengths) <= 12
    assert len(lengths) > 1


def test_what_is_seen_is_the_ordinary_observation_of_a_new_turn() -> None:
    env, same = macro_v0.parallel_env(scenario="teaching"), glory_v0.raw_env("teaching")
    observations, _ = env.reset(seed=5)
    same.reset(seed=5)
    for _ in range(2):
        assert (same.games["phase"], same.games["decision"] > 0) == (st.TONNAGE, True)
        for seat, seen in observations.items():
            np.testing.assert_array_equal(seen, same.observe(seat)["observation"])
        np.testing.assert_array_equal(
            env.state(), np.concatenate([observations[seat] for seat in env.agents])
        )
        observations, *_ = env.step(dict.fromkeys(env.agents, USUAL))
        same.games[:] = env.games


def test_a_turn_is_played_by_the_scripts_with_the_chosen_parameters() -> None:
    env = macro_v0.parallel_env(scenario="teaching")
    env.reset(seed=3)
    rng = np.random.default_rng(1)
    while env.agents:
        before = env.games.copy()
        choices = rng.integers(SIZES, size=(2, len(SIZES)))
        env.step(dict(zip(st.SERVICES, choices, strict=True)))
        turn = int(before["turn"][0])
        keys = np.array([hash_key(int(before["key"][0]), MACRO_DRAWS, turn)])
        scratch = blank_trace(), np.zeros(N_ACTIONS, np.int8)
        play_out_all(before, env.scenario.tables, *scratch, rows_of(choices), keys, turn + 1)
        assert before.tobytes() == env.games.tobytes()


def test_the_same_seed_and_actions_give_the_same_game() -> None:
    one, two = (macro_v0.parallel_env(scenario="teaching", shaping=1.0) for _ in range(2))
    for seed in (4, None, None):  # without a seed it goes on, to another game
        first, second = play(one, seed), play(two, seed)
        assert repr(first) == repr(second)
        assert one.games.tobytes() == two.games.tobytes()
        keys = {int(env.games["key"][0]) for env in (one, two)}
        assert len(keys) == 1
    assert repr(play(one, 4)) == repr(play(two, 4))
    third = int(one.games["key"][0])
    one.reset()
    assert int(one.games["key"][0]) != third


# --- one seat ------------------------------------------------------------------------------
class Told:
    """A partner that plays given choices and keeps what it was shown."""

    def __init__(self, choices: np.ndarray) -> None:
        self._rows = rows_of(choices)
        self.seen: list[np.ndarray] = []
        self.draws: list[np.ndarray] = []

    def script_rows(self, observations: np.ndarray, draws: np.ndarray) -> np.ndarray:
        self.seen.append(observations[0])
        self.draws.append(draws)
        return self._rows


@pytest.mark.parametrize("seat", ["army", "navy"])
def test_one_seat_is_one_side_of_the_same_game(seat: str) -> None:
    rng = np.random.default_rng(0)
    choices = rng.integers(SIZES, size=(1, len(SIZES)))
    partner = Told(choices)
    env, both = (
        MacroEnv(seat, partner, scenario="teaching"),
        macro_v0.parallel_env(scenario="teaching"),
    )
    seen, info = env.reset(seed=6)
    all_seen, infos = both.reset(seed=6)
    other = "navy" if seat == "army" else "army"
    while both.agents:
        assert words(info) == words(infos[seat])
        np.testing.assert_array_equal(seen, all_seen[seat])
        action, shown = rng.integers(SIZES), all_seen[other]
        seen, reward, done, cut, info = env.step(action)
        all_seen, rewards, ended, _, infos = both.step({seat: action, other: choices[0]})
        np.testing.assert_array_equal(partner.seen[-1], shown)
        assert (reward, done, cut) == (rewards[seat], ended[seat], False)
    assert words(info) == words(infos[seat])
    assert info["outcome"] > 0
    assert env.env.games.tobytes() == both.games.tobytes()


def test_the_partners_draws_follow_the_seed() -> None:
    drawn = []
    for seed in (3, 3, 4):
        partner = Told(USUAL[None])
        env = MacroEnv("army", partner, scenario="teaching")
        env.reset(seed=seed)
        env.step(USUAL)
        drawn.append(partner.draws[0])
    assert drawn[0].shape == (1, len(HEADS))
    np.testing.assert_array_equal(drawn[0], drawn[1])
    assert (drawn[0] != drawn[2]).any()


def test_a_script_is_a_partner_by_name_and_as_an_agent() -> None:
    name = "grim:escort=0.1"
    for partner in (name, make_agent(name)):
        env = MacroEnv("navy", partner, scenario="teaching")
        rows = env.partner.script_rows(np.zeros((2, 1)), np.zeros((2, 1)))
        assert rows.tobytes() == np.repeat(row_of("grim", {"escort": 0.1}), 2).tobytes()


def test_a_macro_network_is_a_partner_by_name_in_its_scenario() -> None:
    env = gymnasium.make("GloryMacro-v0", seat="navy", partner="cooperative-macro")
    seen, _ = env.reset(seed=1)
    own = env.unwrapped.partner.script_rows(seen[None], np.zeros((1, len(HEADS))))
    usual = rows_of(USUAL[None])
    assert own.dtype == usual.dtype
    done = False
    while not done:
        _, _, done, _, info = env.step(USUAL)
    assert words(info)["result"] in ("win", "draw", "loss", "game_over")
    with pytest.raises(AgentError, match="trained in another scenario"):
        MacroEnv("navy", "cooperative-macro", scenario="teaching")


def test_scripts_as_partners_need_no_torch() -> None:
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "import gymnasium, glory_env\n"
        "env = gymnasium.make('GloryMacro-v0', scenario='teaching')\n"
        "env.reset(seed=1); env.step(env.action_space.sample()); print('played')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "played", done.stderr


# --- bad input -----------------------------------------------------------------------------
@pytest.mark.parametrize("partner", ["random", "mcts", 5, None])
def test_only_scripts_and_macro_networks_can_be_partners(partner: Any) -> None:
    with pytest.raises(AgentError, match="only scripts and macro networks can be partners"):
        MacroEnv("army", partner)


def test_an_unknown_partner_or_seat_is_named() -> None:
    with pytest.raises(AgentError, match="did you mean 'grim'"):
        MacroEnv("army", "grimm")
    with pytest.raises(OptionError, match="did you mean 'army'"):
        MacroEnv("amry")
    with pytest.raises(AgentError, match="expected an agent or its name, got 5"):
        glory_v0.single_agent("army", 5)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="unknown option 'auto_forced'"):
        macro_v0.parallel_env(auto_forced=True)


def but(head: str, value: Any) -> list[Any]:
    """The usual choices but for one."""
    names = [one.name for one in HEADS]
    return [value if name == head else int(k) for name, k in zip(names, USUAL, strict=True)]


BAD = [
    (USUAL[:-1], "expected 12 whole numbers, one for each of negotiator, claim"),
    (USUAL[None], "expected 12 whole numbers"),
    (USUAL.astype(float), "expected 12 whole numbers"),
    (USUAL > 0, "expected 12 whole numbers"),
    ([[1], [1, 2]], "expected 12 whole numbers"),
    (3, "expected 12 whole numbers"),
    (None, "expected 12 whole numbers"),
    (but("claim", 10**30), "expected 12 whole numbers"),
    (but("claim", 5), "claim is 5, expected 0 to 4"),
    (but("taste", -1), "taste is -1, expected 0 to 2, the number of one of its values 0.0, 0.3"),
    (np.array(but("care", 2**63), np.uint64), "care is 9223372036854775808, expected 0 to 5"),
]


@pytest.mark.parametrize(("bad", "words"), BAD, ids=[words[:20] for _, words in BAD])
def test_a_wrong_action_is_named_and_nothing_is_played(bad: Any, words: str) -> None:
    both, one = macro_v0.parallel_env(scenario="teaching"), MacroEnv("army", scenario="teaching")
    both.reset(seed=1)
    one.reset(seed=1)
    before = both.games.tobytes()
    for act in (lambda: both.step({"army": bad, "navy": USUAL}), lambda: one.step(bad)):
        with pytest.raises(IllegalAction, match=f"army: .*{words}"):
            act()
    assert both.games.tobytes() == one.env.games.tobytes() == before


def test_actions_of_both_agents_are_wanted_while_the_game_lasts() -> None:
    env = macro_v0.parallel_env(scenario="teaching")
    with pytest.raises(ResetNeeded):
        env.step({})
    with pytest.raises(ResetNeeded):
        env.observe("army")
    env.reset(seed=1)
    before = env.games.tobytes()
    for bad in ({}, {"army": USUAL}, {"army": USUAL, "nav": USUAL}, [USUAL, USUAL]):
        with pytest.raises(IllegalAction, match="expected actions of army and navy, got"):
            env.step(bad)  # type: ignore[arg-type]
    assert env.games.tobytes() == before
    while env.agents:
        env.step(dict.fromkeys(env.agents, USUAL))
    with pytest.raises(IllegalAction, match="the game is over"):
        env.step({"army": USUAL, "navy": USUAL})
    one = MacroEnv("army", scenario="teaching")
    with pytest.raises(ResetNeeded):
        one.step(USUAL)
    one.reset(seed=1)
    while not one.step(USUAL)[2]:
        pass
    with pytest.raises(IllegalAction, match="the game is over"):
        one.step(USUAL)
