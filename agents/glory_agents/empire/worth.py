"""What a hex is worth to a side that takes it, in victory points."""

from __future__ import annotations

import numpy as np

from glory_agents.empire.records import Script
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import controls, hex_of, in_bitmap, own_word
from glory_env.games.empire.rules.victory import (
    FOUR_GUINEA_PORTS_AL,
    GUINEA_REGION,
    MANDATES_AL,
    MANDATES_JP,
    MARSHALLS_AL,
    NEW_GUINEA_AL,
    NORTH_INDIA_EACH,
    RESOURCES_AL_EACH,
)
from glory_env.games.empire.rules.will import counts_as_progress, progress
from glory_env.games.empire.state import (
    AL,
    COLUMNS,
    JP,
    MANDATES,
    MARSHALLS,
    NEW_GUINEA,
    NONE,
)

# The plans: side, printed hex, tenths of a point, hex that has to be taken before or 0, first and
# last turn. The order of a plan is that of its weights.
PLANS = np.array([
    # Japan in 1943: Northern India and the road to China; the Solomons for the Mandates
    (JP, 2205, 12, 0, 5, 7), (JP, 2105, 14, 0, 5, 7), (JP, 2104, 12, 2105, 5, 7),
    (JP, 2005, 10, 2105, 5, 7), (JP, 2006, 6, 2105, 5, 7), (JP, 1905, 10, 2005, 5, 7),
    (JP, 4423, 3, 0, 5, 7),
    # The Allies: the Marshalls; along New Guinea; Rabaul; what counts for the progress of the war
    (AL, 4415, 14, 0, 5, 7), (AL, 4715, 14, 0, 5, 7), (AL, 5018, 5, 0, 5, 7),
    (AL, 4222, 5, 0, 5, 7), (AL, 4322, 5, 0, 5, 7), (AL, 3822, 8, 0, 5, 7),
    (AL, 3720, 8, 0, 5, 7), (AL, 4021, 25, 0, 5, 7),
    (AL, 3520, 6, 3720, 5, 7), (AL, 3319, 6, 3520, 5, 7), (AL, 3219, 8, 3319, 5, 7),
], np.int64)  # fmt: skip
BASE, SMALL = 0.12, 0.02  # of a named hex, of another one


@rule
def share(g: Game, s: Tables, nation: int, side: int, hex_: int) -> float:
    """The part of a nation's missing keys that a hex is; 0 if it is none of them."""
    if not in_bitmap(s, s.nation_keys[nation], hex_):
        return 0.0
    missing = 0
    for c in range(COLUMNS):
        word = int(s.nation_keys[nation, c] & ~own_word(g, s, side, c))
        while word:
            word &= word - 1
            missing += 1
    return 1.0 / max(1, missing)


@rule
def item_share(g: Game, s: Tables, side: int, hex_: int, test: int) -> float:
    """The part of an item of victory points that a hex decides for a side."""
    if test == NORTH_INDIA_EACH:
        return 1.0 if in_bitmap(s, s.india_north, hex_) else 0.0
    if test == RESOURCES_AL_EACH:
        return 1.0 if s.resource[hex_] else 0.0
    if test == FOUR_GUINEA_PORTS_AL:
        return 0.25 if s.region[hex_] == GUINEA_REGION and s.has_port[hex_] else 0.0
    if test in (MANDATES_JP, MANDATES_AL):
        return share(g, s, MANDATES, side, hex_)
    if test == MARSHALLS_AL:
        return share(g, s, MARSHALLS, side, hex_)
    if test == NEW_GUINEA_AL:
        return share(g, s, NEW_GUINEA, side, hex_)
    return 0.0


@rule
def points_of(g: Game, s: Tables, side: int, hex_: int) -> float:
    """Victory points that a hex brings nearer to a side."""
    total = 0.0
    for k in range(int(s.items)):
        total += abs(int(s.item_points[k])) * item_share(g, s, side, hex_, int(s.item_test[k]))
    return total


@rule
def planned(g: Game, s: Tables, side: int, hex_: int) -> float:
    """What the plan of the side gives a hex now."""
    number = int(s.hex_id[hex_])
    for k in range(PLANS.shape[0]):
        if PLANS[k, 0] != side or PLANS[k, 1] != number:
            continue
        if not PLANS[k, 4] <= g.turn <= PLANS[k, 5]:
            continue
        before = int(PLANS[k, 3])
        if before and not controls(g, s, hex_of(s, before), side):
            return 0.0
        return float(PLANS[k, 2]) / 10.0
    return 0.0


@rule
def worth_of(g: Game, s: Tables, p: Script, side: int, place: int, missing: int) -> float:
    """What a side gains by a place that the enemy controls.

    missing: hexes that the progress of the war still asks for.
    """
    hex_ = int(s.place_hex[place])
    if controls(g, s, hex_, side):
        return 0.0
    value = BASE if s.named[hex_] else SMALL
    if side == AL:
        counts = missing > 0 and s.named[hex_] and g.ctrl_start[place] == JP
        value += p.progress if counts else 0.0
    elif counts_as_progress(g, s, place):
        value += p.denial
    if p.points > 0.0:
        value += p.points * 0.5 * points_of(g, s, side, hex_)
    if p.goals > 0.0:
        value += p.goals * planned(g, s, side, hex_)
    return value


@rule
def fill_worth(g: Game, s: Tables, p: Script, side: int, worth: Array[float]) -> None:
    """`worth_of` of all places into float64 (MAX_PLACES,)."""
    missing = int(g.progress_goal) - progress(g, s) if side == AL else 0
    for place in range(s.places):
        worth[place] = 0.0
        if s.place_hex[place] != NONE:
            worth[place] = worth_of(g, s, p, side, place, missing)
