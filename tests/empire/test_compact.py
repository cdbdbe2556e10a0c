"""The compact observation: the same information in 1,512 small integers."""

from __future__ import annotations

import numpy as np

from glory_env import empire_v0
from glory_env.games.empire.engine import compact
from glory_env.games.empire.engine.compact import (
    COMPACT_CARDS,
    COMPACT_CHOICE,
    COMPACT_PLACES,
    COMPACT_SCALARS,
    COMPACT_SIZE,
    SCALE,
    SECTIONS,
)
from glory_env.games.empire.state import CARD_HAND, CARD_REMOVED, JP, MAP, MAX_CARDS, ROWS


def after(decisions: int, seed: int = 6):
    env = empire_v0.raw_env(observation_index=True)
    env.reset(seed=seed)
    rng, seen = np.random.default_rng(seed), []
    for _ in range(decisions):
        env.step(int(rng.choice(np.flatnonzero(env.mask))))
        seen.append(env.observe(env.agent_selection))
    return env, seen


def test_sections_fill_it():
    start = 0
    for section in SECTIONS:
        assert section.start == start
        start += int(np.prod(section.shape))
    assert start == COMPACT_SIZE == 1512


def test_it_is_in_its_space_and_differs_where_the_float_form_does():
    env, seen = after(60)
    space = env.observation_space("japan")["observation_index"]
    assert space.shape == (COMPACT_SIZE,)
    assert space.dtype == np.int16
    assert all(space.contains(one["observation_index"]) for one in seen)
    plain, packed = (
        {one[name].tobytes() for one in seen} for name in ("observation", "observation_index")
    )
    assert len(plain) == len(packed) > 40


def test_its_numbers_are_those_of_the_record():
    env, seen = after(45)
    g, s, packed = env.games[0], env.scenario.tables[0], seen[-1]["observation_index"]
    seat = env.possible_agents.index(env.agent_selection)
    for unit in range(int(s.units)):
        place, state = packed[4 * unit : 4 * unit + 2]
        hex_ = int(g["hex"][unit])
        if g["place"][unit] == MAP:
            assert place == int(s.column[hex_]) * ROWS + int(s.row[hex_])
            assert bool(state & compact.SUPPLIED_BIT) == bool(g["supply"][unit])
        else:
            assert place == (-1 if g["place"][unit] < 2 else -int(g["place"][unit]))
        assert state & 3 == g["steps"][unit]
    tokyo = int(s.hex_place[s.tokyo])
    assert packed[COMPACT_PLACES + tokyo] & compact.JAPANS
    own = packed[COMPACT_CARDS : COMPACT_CARDS + MAX_CARDS]
    assert np.array_equal(own == 1, g["card_at"][seat] == CARD_HAND)
    enemys = packed[COMPACT_CARDS + MAX_CARDS : COMPACT_SCALARS]
    removed = g["card_at"][1 - seat] == CARD_REMOVED
    assert np.array_equal(enemys == compact.USED_CARD, removed)
    assert packed[COMPACT_SCALARS] == SCALE * seat
    assert packed[COMPACT_CHOICE] == 2 * int(g["decision"]) + int(g["actor"])


def test_many_games_have_it_too():
    games = empire_v0.Vector(3, seed=4, observation_index=True)
    for count in range(30):
        games.step(games.sample(2, count))
    out = np.zeros_like(games.indices)
    compact.pack_all(games.observations, out)
    assert games.indices.shape == (3, COMPACT_SIZE)
    assert np.array_equal(games.indices, out)
    assert (out[:, COMPACT_SCALARS] == SCALE * games.seats.astype(int)).all()
    assert (games.seats != JP).any()
