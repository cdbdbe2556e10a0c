"""Positions at random, the same for everybody; as a script: the answers of the rules, as JSON.

With NUMBA_DISABLE_JIT=1 `python -m tests.empire.random_positions 50` is what they say uncompiled.
"""

from __future__ import annotations

import json
import sys

import numpy as np

from glory_env.games.empire.rules.paths import activation_paths
from glory_env.games.empire.rules.supply import PATHS
from glory_env.games.empire.state import COLUMNS, NONE

from . import world
from .positions import Laid, board, lay, numbers, scratch

SETUPS = ("y1942", "y1943", "y1944")


def at_random(number: int) -> Laid:
    """One to two HQs, aircraft, carriers and ground units a side, near each other."""
    rng = np.random.default_rng(number)
    island = sorted(board().land)
    centre = island[rng.integers(len(island))]
    near = sorted(board().within(centre, int(rng.integers(6, 16))))
    dry = [h for h in near if board().dry(h)] or [centre]
    japan = set(world.control(SETUPS[number % 3]))
    japan ^= {h for h in dry if rng.random() < 0.15}
    japan -= board().within(2407, 1)  # always Allied (13.75)
    texts: dict[str, list[str]] = {"JP": [], "AL": []}
    for side, items in texts.items():
        ports = [h for h in near if board().has(h, "port") and (h in japan) == (side == "JP")]
        if not ports:
            ports = [3407 if side == "JP" else 3727]
            japan |= {3407}
            japan -= {3727}
        ports = [ports[k] for k in rng.permutation(len(ports))[: rng.integers(1, 3)]]
        far = rng.choice([3, 5, 7, 10, 12, 13, 20], len(ports))
        items += [f"hq {h} {n}" for h, n in zip(ports, far, strict=True)]
        for kind, most, where in (
            ("air", 5, dry),
            ("cv", 3, near),
            ("ground", 7, dry),
            ("ship", 2, dry),
        ):
            for _ in range(rng.integers(most)):
                word = "lrb" if kind == "air" and side == "AL" and rng.random() < 0.25 else kind
                mark = rng.choice(["", " active", " silent"], p=[0.9, 0.07, 0.03])
                items.append(f"{word} {where[rng.integers(len(where))]}{mark}")
    closed = [h for h in (2104, 2105, 2205) if rng.random() < 0.3]
    return lay(
        japan,
        texts["JP"],
        texts["AL"],
        closed,
        garrisons=bool(rng.integers(2)),
        kunming=bool(rng.integers(2)),
        kwai=int(rng.integers(2)),
        hump=int(rng.integers(2)),
    )


def activation(laid: Laid, name: str) -> set[int]:
    """Hexes on an activation path of an HQ, by the rules."""
    w, unit = scratch(), laid.at[name]
    activation_paths(laid.g, laid.s, w, unit, int(laid.s.command_range[unit]), NONE, PATHS)
    return numbers(w[PATHS])


def answers(count: int) -> list[list[object]]:
    """Supplied units, zones and activation paths of the first so many positions."""
    found: list[list[object]] = []
    for number in range(count):
        laid = at_random(number)
        supplied = sorted(laid.supplied())
        zones = [int(x) for x in laid.g.zone_reach.ravel()[: 2 * COLUMNS]]
        hqs = [u.name for u in laid.plain.units if u.kind == "hq"]
        found.append([supplied, zones, [sorted(activation(laid, name)) for name in hqs]])
    return found


if __name__ == "__main__":
    json.dump(answers(int(sys.argv[1])), sys.stdout)
