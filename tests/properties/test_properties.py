"""What holds in any game: masks, snapshots, clones, seeds, the bound on its length."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from glory_env.core.dice import key_from_seed
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import (
    ACCEPT,
    AMOUNT,
    COUNTER_OFFER,
    END,
    KIND,
    N_ACTIONS,
    NO,
    REFUSE,
    WALK,
    YES,
)
from glory_env.games.glory.fuzz.fuzzer import Fuzzer
from glory_env.games.glory.generated import kernels
from glory_env.games.glory.limits import MAX_DECISIONS, MAX_PER_PHASE
from glory_env.games.glory.scenario import load
from glory_env.glory_v0 import raw_env
from tests.properties.playing import NUMBERS, SCENARIOS, Table, bounded, position


# --- masks ---------------------------------------------------------------------------------
@pytest.mark.parametrize("scenario", SCENARIOS)
@bounded(60)
@given(number=NUMBERS, part=some.floats(0, 1))
def test_the_mask_is_what_the_engine_accepts(scenario: str, number: int, part: float) -> None:
    table, _ = position(scenario, number, part)
    before, mask = table.games.tobytes(), table.mask.copy()
    for action in (*range(N_ACTIONS), N_ACTIONS, 10**6):
        result = table.step(action)
        legal = action < N_ACTIONS and mask[action] == 1
        assert (result != kernels.ILLEGAL) == legal, action
        assert legal or table.games.tobytes() == before, action
        table.games[:] = np.frombuffer(before, st.GAME)


# --- snapshots, clones, seeds --------------------------------------------------------------
def random_play(env: raw_env, seed: int, steps: int) -> Iterator[int]:
    rng = random.Random(seed)
    for _ in range(steps):
        if env.terminations[env.agent_selection]:
            return
        mask = env.observe(env.agent_selection)["action_mask"]
        action = rng.choice(np.flatnonzero(mask).tolist())
        env.step(action)
        yield action


def new_env(number: int, scenario: str = "teaching") -> raw_env:
    options = {**Fuzzer(scenario).random_header(4, number, 0.5)["options"], "solo": False}
    env = raw_env(scenario, shaping=0.5, **options)
    env.reset(seed=number)
    return env


def footprint(env: raw_env) -> tuple:
    """The bytes, then all that can be seen; whose turn it is means nothing after the end."""
    turn = env.agent_selection
    mask = env.observe(turn)["action_mask"].tobytes()
    on_turn = None if env.terminations[turn] else turn
    infos = {
        seat: {key: np.asarray(value).tolist() for key, value in info.items()}
        for seat, info in env.infos.items()
    }
    return env.to_bytes(), env.state().tobytes(), mask, on_turn, dict(env.terminations), infos


@bounded(40)
@given(number=NUMBERS, part=some.floats(0, 1))
def test_a_restored_position_goes_on_the_same_way(number: int, part: float) -> None:
    table, rest = position("teaching", number, part)
    snapshot = table.games.tobytes()
    for action in rest:
        table.step(action)
    end = table.games.tobytes()
    table.games[:] = np.frombuffer(snapshot, st.GAME)
    table.step(kernels.LOOK)
    assert table.games.tobytes() == snapshot
    for action in rest:
        table.step(action)
    assert table.games.tobytes() == end


@bounded(40)
@given(number=NUMBERS, steps=some.integers(0, 120))
def test_restore_brings_back_all_that_an_environment_shows(number: int, steps: int) -> None:
    env = new_env(number)
    list(random_play(env, number, steps))
    before = footprint(env)
    actions = list(random_play(env, number + 1, 60))
    after = footprint(env)
    env.restore(before[0])
    assert footprint(env) == before
    for action in actions:
        env.step(action)
    assert footprint(env) == after


@bounded(40)
@given(number=NUMBERS, steps=some.integers(0, 120))
def test_a_clone_goes_the_same_way_and_leaves_the_original_alone(number: int, steps: int) -> None:
    env = new_env(number)
    list(random_play(env, number, steps))
    before, rewards = footprint(env), dict(env._cumulative_rewards)
    twin = env.clone()
    assert footprint(twin) == before
    actions = list(random_play(twin, number + 1, 60))
    assert footprint(env) == before
    assert env._cumulative_rewards == rewards
    after = footprint(twin)
    for action in actions:
        env.step(action)
    assert footprint(env) == after == footprint(twin)


def test_a_reseeded_clone_sees_the_same_and_meets_other_dice() -> None:
    differ = 0
    for number in range(12):
        env = new_env(number)
        list(random_play(env, number, 4 * number))
        same, other = env.clone(), env.clone(reseed=99)
        assert footprint(other)[1:] == footprint(env)[1:]
        assert other.games["key"][0] == key_from_seed(99) != env.games["key"][0]
        list(random_play(env, 1, 100))
        list(random_play(same, 1, 100))
        list(random_play(other, 1, 100))
        assert footprint(same) == footprint(env)
        differ += footprint(other)[1] != footprint(env)[1]
    assert differ >= 10


def test_a_clone_for_a_seat_has_no_sealed_offer_of_the_other() -> None:
    env = raw_env(negotiation="sealed")
    env.reset(seed=1)
    first = env.agent_selection
    while env.agent_selection == first:
        env.step(int(np.flatnonzero(env.mask)[0]))
    other = env.possible_agents.index(first)
    assert (env.games["offer"][0, other] != st.NONE).all()
    world = env.clone(5, env.agent_selection)
    assert (world.games["offer"][0, other] == st.NONE).all()
    assert world.games["key"][0] == key_from_seed(5)


def test_the_same_seed_is_the_same_game_and_another_is_not() -> None:
    for number in range(5):
        first, second = new_env(number), new_env(number)
        assert list(random_play(first, 3, 300)) == list(random_play(second, 3, 300))
        assert footprint(first) == footprint(second)
    one, other = new_env(1), new_env(1)
    other.reset(seed=2)
    list(random_play(one, 3, 300))
    list(random_play(other, 3, 300))
    assert footprint(one)[1] != footprint(other)[1]


def test_reset_without_a_seed_goes_on_to_other_games_in_a_fixed_order() -> None:
    env, twin = new_env(1), new_env(1)
    keys = []
    for _ in range(4):
        keys.append(int(env.games["key"][0]))
        assert keys[-1] == twin.games["key"][0]
        env.reset()
        twin.reset()
    assert len(set(keys)) == 4


# --- how long a game can be made -----------------------------------------------------------
SHORTENS = {END, ACCEPT, WALK}
PROLONGS = {  # decision -> the action that keeps it going longest, if it is legal
    st.ANSWER: COUNTER_OFFER,
    st.OFFER_CIVIL: AMOUNT + 20,
    st.ESCORT_REQUEST: YES,
    st.ESCORT_GRANT: REFUSE,
    st.EMBARK: NO,
    st.SUPPORT_REQUEST: YES,
    st.VOTE: YES,
}


def prolong(table: Table, rng: random.Random) -> int:
    """Never stop while anything else is legal, pay in the smallest steps, tie every janken."""
    legal = table.legal().tolist()
    decision = int(table.games["decision"][0])
    if decision == st.JANKEN:
        return legal[0]
    if decision == st.PAY:  # the smallest sum from the total at first, then damage
        amounts = [a for a in legal if AMOUNT <= a < KIND]
        return amounts[0] if amounts else rng.choice(legal)
    if PROLONGS.get(decision) in legal:
        return PROLONGS[decision]
    return rng.choice([a for a in legal if a not in SHORTENS] or legal)


@pytest.mark.parametrize("scenario", SCENARIOS)
@bounded(25)
@given(number=NUMBERS, scattered=some.booleans(), solo=some.booleans())
def test_nobody_can_make_a_game_longer_than_the_bound(
    scenario: str, number: int, scattered: bool, solo: bool
) -> None:
    options = {
        "max_offers": st.MAX_OFFERS_LIMIT,
        "deadlock": "janken",
        "production": random.Random(number).choice(st.PRODUCTION_RULES),
        "optional": ["20-2"],
        "solo": solo,
    }
    table = Table(load(scenario), {"options": options, "seed": number, "scattered": scattered})
    rng = random.Random(number)
    lengths: Counter[tuple[int, str]] = Counter()
    while table.games["outcome"][0] == st.PLAYING:
        g = table.games[0]
        lengths[int(g.turn), st.PHASES[g.phase]] += 1
        table.step(prolong(table, rng))
    for (_, phase), length in lengths.items():
        assert length <= MAX_PER_PHASE[phase], phase
    assert lengths.total() <= MAX_DECISIONS
