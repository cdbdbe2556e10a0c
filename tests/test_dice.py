"""The dice: fair, independent of order, the same compiled and uncompiled, and scripted."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from glory_env.core import dice
from glory_env.core.trace import T_DIE, TRACE_ENTRIES, blank_trace
from glory_env.games.glory.state import (
    GAME,
    PURPOSES,
    ROLL_BREAK_OFF,
    ROLL_COMBAT,
    ROLL_CONVOY,
    ROLL_DEADLOCK_DICE,
)
from tests.observed import uncompiled

# Upper 0.1 % points of chi-square by degrees of freedom: the keys are fixed, so a pass stays one.
CRITICAL = {5: 20.52, 35: 66.62, 99: 148.23}

KEYS = [7896617691693857887, 3717377837946358015, 2918264622725855778, 2488204056750324975]
EPISODES = [4617962885370735131, 3934284991126866527, 3324650460431193231]


class Roller:
    """Dice of one game at any turn and phase."""

    def __init__(self, key: int = 1, turn: int = 1, phase: int = 4) -> None:
        self.games, self.trace = np.zeros(1, GAME), blank_trace()
        self.at(key, turn, phase)

    def at(self, key: int, turn: int, phase: int) -> Roller:
        g = self.games[0]
        g.key, g.turn, g.phase = key, turn, phase
        return self

    def roll(self, purpose: int, actor: int, place: int, index: int, sides: int = 6) -> int:
        self.trace["entries"] = 0
        args = (self.games[0], self.trace[0], purpose, actor, place, index)
        return int(dice.die(*args) if sides == 6 else dice.die_of(*args, sides))


def chi_square(counts: np.ndarray) -> float:
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2).sum() / expected)


def count(faces: list[int], sides: int = 6) -> np.ndarray:
    assert min(faces) >= 1
    assert max(faces) <= sides
    return np.bincount(faces, minlength=sides + 1)[1:]


def keys(n: int) -> list[int]:
    return [dice.key_from_seed(seed) for seed in range(n)]


# --- fairness ------------------------------------------------------------------------------
def test_faces_are_uniform_over_the_dice_of_one_roll() -> None:
    faces = []
    for key in keys(60):
        roller = Roller(key)
        faces += [roller.roll(ROLL_COMBAT, 1, 8, i) for i in range(100)]
    assert chi_square(count(faces)) < CRITICAL[5]


def test_faces_are_uniform_over_seeds() -> None:
    roller = Roller()
    for purpose in range(len(PURPOSES)):
        faces = [roller.at(key, 3, 2).roll(purpose, 0, 5, 0) for key in keys(1200)]
        assert chi_square(count(faces)) < CRITICAL[5], PURPOSES[purpose]


def test_faces_are_uniform_over_turns_places_and_actors() -> None:
    faces = []
    roller = Roller()
    for key, turn, phase in product(keys(3), range(1, 17), range(10)):
        roller.at(key, turn, phase)
        faces += [roller.roll(ROLL_COMBAT, a, p, 0) for a, p in product(range(3), range(-1, 8))]
    assert chi_square(count(faces)) < CRITICAL[5]


def test_a_die_of_a_hundred_faces_is_uniform() -> None:
    roller = Roller()
    faces = [roller.at(key, 1, 1).roll(ROLL_BREAK_OFF, 2, -1, 1, 100) for key in keys(6000)]
    assert chi_square(count(faces, 100)) < CRITICAL[99]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((ROLL_COMBAT, 0, 3, 0), (ROLL_COMBAT, 0, 3, 1)),
        ((ROLL_COMBAT, 0, 3, 0), (ROLL_COMBAT, 1, 3, 0)),
        ((ROLL_COMBAT, 0, 3, 0), (ROLL_COMBAT, 0, 4, 0)),
        ((ROLL_COMBAT, 0, 3, 0), (ROLL_CONVOY, 0, 3, 0)),
        ((ROLL_DEADLOCK_DICE, 0, -1, 7), (ROLL_DEADLOCK_DICE, 1, -1, 7)),
    ],
)
def test_two_dice_of_one_game_do_not_depend_on_each_other(one: tuple, other: tuple) -> None:
    pairs = np.zeros((6, 6))
    roller = Roller()
    for key in keys(4000):
        roller.at(key, 2, 4)
        pairs[roller.roll(*one) - 1, roller.roll(*other) - 1] += 1
    assert chi_square(pairs) < CRITICAL[35]


@pytest.mark.parametrize(("turn", "phase"), [(3, 4), (2, 5)])
def test_the_same_die_of_another_turn_or_phase_is_another_die(turn: int, phase: int) -> None:
    pairs = np.zeros((6, 6))
    roller = Roller()
    for key in keys(4000):
        first = roller.at(key, 2, 4).roll(ROLL_COMBAT, 0, 3, 0)
        pairs[first - 1, roller.at(key, turn, phase).roll(ROLL_COMBAT, 0, 3, 0) - 1] += 1
    assert chi_square(pairs) < CRITICAL[35]


# --- a pure function -----------------------------------------------------------------------
def test_a_die_does_not_depend_on_what_was_rolled_before() -> None:
    asked = list(product(range(3), range(2), (-1, 0, 5, 18, 79), range(4)))
    roller = Roller(keys(1)[0])
    forward = {ask: roller.roll(*ask) for ask in asked}
    backward = {ask: roller.roll(*ask) for ask in reversed(asked)}
    assert forward == backward


def test_compiled_and_uncompiled_dice_agree() -> None:
    plain_mix, plain_hash = uncompiled(dice.mix), uncompiled(dice.hash_key)
    plain_key, plain_die = uncompiled(dice.new_key), uncompiled(dice.die_of)
    rng = np.random.default_rng(1)
    roller, trace = Roller(), blank_trace()
    extremes = [0, 1, 2**31 - 1, 2**31, 2**32 - 1, 2**62, 2**63 - 1]
    for key in [*extremes, *rng.integers(0, 2**63, 200).tolist()]:
        a, b = (int(v) for v in rng.integers(-200, 2000, 2))
        state = key & 0xFFFFFFFF
        assert dice.mix(state, a) == plain_mix(state, a)
        assert dice.hash_key(key, a, b) == plain_hash(key, a, b)
        assert 0 <= dice.hash_key(key, a, b) < 2**32
        assert dice.new_key(key, b) == plain_key(key, b)
        ask = (int(a % 12), int(b % 3), int(a % 80), int(b % 50))
        sides = int(rng.choice([2, 6, 100]))
        roller.at(key, 1 + a % 16, b % 10)
        trace["entries"] = 0
        assert roller.roll(*ask, sides) == plain_die(roller.games[0], trace[0], *ask, sides)


def test_keys_of_seeds_stay_what_they_are() -> None:
    """A stored seed must mean the same game for ever."""
    assert [dice.key_from_seed(seed) for seed in (0, 1, 2**32, 2**70)] == KEYS
    assert [dice.new_key(KEYS[0], episode) for episode in (1, 2, 1000)] == EPISODES


def test_keys_are_63_bits_and_differ() -> None:
    made = keys(2000) + [dice.new_key(keys(1)[0], episode) for episode in range(2000)]
    assert len(set(made)) == len(made)
    assert all(0 <= key < 2**63 for key in made)
    assert max(made) > 2**62  # the high bits are used as well


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(ValueError, match="non-negative"):
        dice.key_from_seed(-1)


# --- the trace ------------------------------------------------------------------------------
def test_scripted_dice_come_in_order_and_a_missing_one_is_marked() -> None:
    roller = Roller()
    trace = roller.trace
    trace["scripted"], trace["next_face"], trace["short"] = 3, 0, 0
    trace["faces"][0, :3] = (6, 2, 5)
    assert [roller.roll(ROLL_COMBAT, 0, 3, 0) for _ in range(3)] == [6, 2, 5]
    assert trace["short"][0] == 0
    assert roller.roll(ROLL_COMBAT, 0, 3, 0) == 1
    assert trace["short"][0] == 1
    assert trace["next_face"][0] == 3


def test_scripted_dice_leave_the_real_ones_as_they_were() -> None:
    roller, other = Roller(5), Roller(5)
    roller.trace["scripted"] = 0
    roller.roll(ROLL_COMBAT, 0, 3, 0)
    roller.trace["scripted"] = -1
    assert roller.roll(ROLL_COMBAT, 0, 3, 1) == other.roll(ROLL_COMBAT, 0, 3, 1)


def test_every_die_is_reported_and_a_full_trace_drops_the_rest() -> None:
    roller = Roller()
    trace = roller.trace
    g, t = roller.games[0], trace[0]
    faces = [int(dice.die(g, t, ROLL_COMBAT, 0, 3, i)) for i in range(10)]
    assert trace["entry"][0, :10].tolist() == [[T_DIE, face, 0, 0] for face in faces]
    trace["entries"] = TRACE_ENTRIES
    dice.die(g, t, ROLL_COMBAT, 0, 3, 10)
    assert trace["entries"][0] == TRACE_ENTRIES
