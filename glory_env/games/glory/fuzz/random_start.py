"""Where a random game of Glory starts: options drawn over all their values, and any position."""

from __future__ import annotations

import random
from typing import Any

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import hash_key
from glory_env.games.glory.engine.handicaps import LIMITS
from glory_env.games.glory.fuzz.invariants import may_be
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import is_always_active, is_unit
from glory_env.games.glory.rules.handicap import floor_of
from glory_env.games.glory.rules.rulings import OPTIONAL_RULES, RULINGS
from glory_env.games.glory.state import (
    ARMY,
    DEADLOCKS,
    FIXED,
    MAX_OFFERS_LIMIT,
    NAVY,
    NO_TALK,
    POOL,
    PRODUCTION_RULES,
    PROTOCOLS,
    REMOVED,
    STEP,
    TALKS,
    TRANSPORT,
)


def random_options(rng: random.Random) -> dict[str, Any]:
    """Options of a game, each drawn over all its values; talk where there is a negotiation."""
    army = rng.randrange(101)
    options = {
        "negotiation": rng.choice(PROTOCOLS),
        "deadlock": rng.choice(DEADLOCKS),
        "production": rng.choice(PRODUCTION_RULES),
        "max_offers": rng.choice((1, 2, 3, 6, 10, MAX_OFFERS_LIMIT)),
        "break_off": rng.choice((0.0, 0.0, 0.1, 0.5, 1.0)),
        "grid": rng.choice((5, 10, 25, 50, 100)),
        "fixed_split": rng.choice(("needs", (army / 100, rng.randrange(101 - army) / 100))),
        "civil_floor": rng.randrange(101) / 100,
        "rulings": {name: rng.choice(list(r.values)) for name, r in RULINGS.items()},
        "optional": [name for name in OPTIONAL_RULES if rng.random() < 0.5],
        "solo": rng.random() < 0.15,
    }
    talks = options["negotiation"] != PROTOCOLS[FIXED] and not options["solo"]
    options["talk"] = rng.choice(TALKS) if talks else TALKS[NO_TALK]
    handicap = {k: rng.randrange(low, high + 1, n) for k, (low, high, n, _) in LIMITS.items()}
    kept = [key for key in handicap if rng.random() < 0.2]
    return {**options, "handicap": {key: handicap[key] for key in kept}}


@rule
def scatter(games: Array[Game], i: int, tables: Array[Tables], seed: int) -> None:
    """Turn game i, which has just begun, into a random position at the start of a turn.

    Any turn, total, glory points and markers; counters on the map and forts lie anywhere they
    may, in some games in few boxes, some of them damaged or out of the game. Nothing is promised.
    """
    g = games[i]
    s = tables[0]
    g.turn = 1 + hash_key(seed, 0, 1) % int(s.last_turn)
    low = floor_of(g, s)
    g.total = low + hash_key(seed, 1, 1) % (int(s.cap) - low + 1) // STEP * STEP
    g.gp[ARMY] = hash_key(seed, 2, 1) % 90
    g.gp[NAVY] = hash_key(seed, 3, 1) % 90
    g.convoy_method = hash_key(seed, 4, 1) % 2
    for m in range(s.markers):
        g.marker_step[m] = hash_key(seed, 10 + m, 1) % (int(s.route_length[m]) + 1)
    few = hash_key(seed, 5, 1) % 3 > 0
    for u in range(s.counters):
        x = hash_key(seed, 100 + u, 1)
        spare = g.place[u] == POOL and s.kind[u] != TRANSPORT and x % 3 > 0
        if u == s.hybrid_to or not (g.place[u] >= 0 or spare):
            continue
        box = hash_key(seed, 200 + (x % 4 if few else u), 1) % int(s.boxes)
        if box == s.convoy or not may_be(s, u, box):
            box = int(s.home)
        g.place[u] = box
        g.active[u] = 1 if is_always_active(s, u) else 0
        g.damage[u] = 1 if is_unit(s, u) and (x >> 4) % 4 == 0 else 0
        if (x >> 8) % 10 == 0 and may_be(s, u, REMOVED) and u != s.hybrid_from:
            g.place[u] = REMOVED
            g.damage[u] = 0
