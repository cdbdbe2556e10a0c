"""The same observation as 1,512 small integers: for embedding tables, and to be stored.

It is made of the float form, so it tells nothing more, and in one pass. What is one of several
things is a code, what is a flag is a bit, and every other number is that of the float form times
SCALE.
"""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.empire.actions import N_NUMBERS, N_VERBS
from glory_env.games.empire.engine.observation import (
    CARDS_AT,
    CHOICE_AT,
    DECISION_AT,
    KINDS,
    OFFENSIVE_AT,
    PLACE_COLUMNS,
    PLACES_AT,
    SCALARS_AT,
    UNIT_COLUMNS,
    UNITS_AT,
    Section,
)
from glory_env.games.empire.state import (
    COLUMNS,
    MAX_BATTLES,
    MAX_CARDS,
    MAX_HEXES,
    MAX_PLACES,
    MAX_STACK,
    MAX_TURNS,
    MAX_UNITS,
    NATIONS,
    PHASES,
    ROWS,
)

SCALE = 1 << 14
# Of a unit: where it is, its state as bits, its task, turns until it returns.
UNIT_NUMBERS = 4
ABSENT_CODE, FIRST_BOX = -1, -2  # off the map; the China box and what follows it in the float form
SUPPLIED_BIT, ACTIVE_BIT, MOVED_BIT, ONE_MARKED, ELIGIBLE_BIT, CHOSEN_BIT = 4, 8, 16, 32, 128, 256
# Of a place: bits, and from BATTLE on the number of its battle, after these of its landing.
JAPANS, LIVE_JP, LIVE_AL, CHOSEN_PLACE, ONE_BATTLE = 1, 2, 4, 8, 16
# Of a card of the own deck: 0 out of the scenario, then the pile, in the order of the float form;
# of the enemy's: hidden, removed, open, known as set aside, known in the hand.
HIDDEN_CARD, USED_CARD, OPEN_CARD, KNOWN_FUTURE, KNOWN_HAND = range(5)
CARD_NUMBERS, SCALARS, OFFENSIVE, CHOICE = 2 * MAX_CARDS, 96, 32, 8

SECTIONS = (
    Section("units", 0, (MAX_UNITS, UNIT_NUMBERS)),
    Section("places", 832, (MAX_PLACES,)),
    Section("cards", 1200, (2, MAX_CARDS)),
    Section("scalars", 1376, (SCALARS,)),
    Section("offensive", 1472, (OFFENSIVE,)),
    Section("choice", 1504, (CHOICE,)),
)
COMPACT_PLACES, COMPACT_CARDS, COMPACT_SCALARS, COMPACT_OFFENSIVE, COMPACT_CHOICE = (
    section.start for section in SECTIONS[1:]
)
COMPACT_SIZE = COMPACT_CHOICE + CHOICE

# Runs of entries of the float form, first and how many: a number for each entry of *_RUNS; of
# *_FLAGS one for each run, its entries as bits. `surrendered` and `holder` of a nation are one.
SCALAR_RUNS, NATIONS_FROM = ((0, 3), (11, 61), (110, 10)), 86
SCALAR_FLAGS = ((3, len(PHASES)), (72, 7), (79, 3), (82, 4))
OFFENSIVE_RUNS, CRITICAL_AT = ((2, 7), (10, 1), (13, 9), (23, 6), (33, 7)), 29
OFFENSIVE_FLAGS = ((0, 2), (9, 1), (11, 2), (22, 1), (31, 2))  # all in one number
CHOICE_SCALES = (MAX_CARDS, MAX_STACK, N_VERBS, N_NUMBERS, MAX_HEXES, MAX_HEXES, MAX_HEXES)


def space() -> spaces.Box:
    """The compact observation of a seat: int16, shape (COMPACT_SIZE,)."""
    low = np.full(COMPACT_SIZE, -SCALE, np.int16)
    high = np.full(COMPACT_SIZE, SCALE, np.int16)
    low[COMPACT_PLACES:COMPACT_SCALARS] = low[COMPACT_CHOICE:] = 0
    return spaces.Box(low, high, dtype=np.int16)


@rule
def pack_all(observations: np.ndarray, out: np.ndarray) -> None:
    """Observations, float32 (N, OBSERVATION_SIZE), as int16 (N, COMPACT_SIZE)."""
    for i in range(out.shape[0]):
        seen, packed = observations[i], out[i]
        packed[:] = 0
        for u in range(MAX_UNITS):
            pack_unit(seen, packed, u)
        for p in range(MAX_PLACES):
            pack_place(seen, packed, p)
        for card in range(MAX_CARDS):
            pack_card(seen, packed, card)
        pack_scalars(seen, packed)
        pack_offensive(seen, packed)
        pack_choice(seen, packed)


@rule
def times(seen: Array[float], k: int, scale: int) -> int:
    """An entry of the float form, times a number, as the next integer."""
    return int(np.floor(seen[k] * scale + 0.5))


@rule
def bits(seen: Array[float], first: int, count: int) -> int:
    """Entries that are 0 or 1 as bits."""
    found = 0
    for k in range(count):
        found |= times(seen, first + k, 1) << k
    return found


@rule
def pack_unit(seen: Array[float], packed: Array[int], u: int) -> None:
    """Place, state, task (negative: the landing it covers) and turns until it returns."""
    k, at = UNITS_AT + u * UNIT_COLUMNS, UNIT_NUMBERS * u
    if seen[k] > 0:
        packed[at] = (times(seen, k + 1, COLUMNS) - 1) * ROWS + times(seen, k + 2, ROWS) - 1
    else:
        packed[at] = ABSENT_CODE
        for box in range(5):
            if seen[k + 3 + box] > 0:
                packed[at] = FIRST_BOX - box
    marked = times(seen, k + 14, 2)
    state = times(seen, k + 9, 2) + SUPPLIED_BIT * bits(seen, k + 10, 3)
    state += ELIGIBLE_BIT if marked < 0 else ONE_MARKED * marked
    packed[at + 1] = state + CHOSEN_BIT * times(seen, k + 15, 1)
    packed[at + 2] = times(seen, k + 13, MAX_BATTLES)
    packed[at + 3] = times(seen, k + 8, MAX_TURNS)


@rule
def pack_place(seen: Array[float], packed: Array[int], p: int) -> None:
    """Flags as bits, and the number of its battle; those of landings come after all battles."""
    k = PLACES_AT + p * PLACE_COLUMNS
    battle = times(seen, k + 3, MAX_BATTLES)
    number = battle if battle >= 0 else MAX_BATTLES - battle
    chosen = CHOSEN_PLACE * times(seen, k + 4, 1)
    packed[COMPACT_PLACES + p] = bits(seen, k, 3) + chosen + ONE_BATTLE * number


@rule
def pack_card(seen: Array[float], packed: Array[int], card: int) -> None:
    """The pile of an own card; what is known of the enemy's card of this number."""
    for pile in range(5):
        if seen[CARDS_AT + pile * MAX_CARDS + card] > 0:
            packed[COMPACT_CARDS + card] = pile + 1
    enemys = times(seen, CARDS_AT + 5 * MAX_CARDS + card, 2)
    code = HIDDEN_CARD
    if enemys > 0:
        code = USED_CARD if enemys == 2 else OPEN_CARD
    elif enemys < 0:
        code = KNOWN_HAND if enemys == -2 else KNOWN_FUTURE
    packed[COMPACT_CARDS + MAX_CARDS + card] = code


@rule
def pack_scalars(seen: Array[float], packed: Array[int]) -> None:
    """The numbers one after the other, then flags, then the nations."""
    at = COMPACT_SCALARS
    for first, count in SCALAR_RUNS:
        for k in range(count):
            packed[at] = times(seen, SCALARS_AT + first + k, SCALE)
            at += 1
    for first, count in SCALAR_FLAGS:
        packed[at] = bits(seen, SCALARS_AT + first, count)
        at += 1
    k = SCALARS_AT + NATIONS_FROM
    for nation in range(len(NATIONS)):
        packed[at] = times(seen, k + nation, 1) + 2 * times(seen, k + len(NATIONS) + nation, 2)
        at += 1


@rule
def pack_offensive(seen: Array[float], packed: Array[int]) -> None:
    """Flags and criticals in one number, then the other numbers one after the other."""
    flags, shift, at = 0, 0, COMPACT_OFFENSIVE + 1
    for first, count in OFFENSIVE_FLAGS:
        flags |= bits(seen, OFFENSIVE_AT + first, count) << shift
        shift += count
    for side in range(2):
        flags |= times(seen, OFFENSIVE_AT + CRITICAL_AT + side, 2) << shift
        shift += 2
    packed[COMPACT_OFFENSIVE] = flags
    for first, count in OFFENSIVE_RUNS:
        for k in range(count):
            packed[at] = times(seen, OFFENSIVE_AT + first + k, SCALE)
            at += 1


@rule
def pack_choice(seen: Array[float], packed: Array[int]) -> None:
    """Twice the question, and 1 where the Allies are asked; then what has been chosen."""
    for kind in range(KINDS):
        if seen[DECISION_AT + kind] > 0:
            packed[COMPACT_CHOICE] = 2 * kind + times(seen, CHOICE_AT, 1)
    for k, scale in enumerate(CHOICE_SCALES):
        packed[COMPACT_CHOICE + 1 + k] = times(seen, CHOICE_AT + 1 + k, scale)
