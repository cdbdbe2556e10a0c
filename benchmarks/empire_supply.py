"""How long full supply takes in the third game: `python benchmarks/empire_supply.py`.

Microseconds of the fastest runs, the call itself left out. In the set-ups as they are, and with ten
aircraft and carriers moved at random: median and 95th percentile.
"""

from __future__ import annotations

import timeit

import numpy as np
import tyro

from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.scenario import load
from glory_env.games.empire.start import start_position
from glory_env.games.empire.state import AIR, DIRTY_ZONES, MAP, MAX_UNITS

SETUPS = ("campaign_1941", "year_1942", "year_1943", "year_1944")
CALLS, TRIES = 5, 20


def microseconds(g: Game, s: Tables, dirty: int) -> float:
    """Of one refresh with these marks."""

    def again() -> None:
        g.dirty = dirty
        refresh(g, s)

    return min(timeit.repeat(again, number=CALLS, repeat=TRIES)) / CALLS * 1e6


def main(positions: int = 100) -> None:
    """Print a table. positions: moved at random, of each set-up."""
    rng = np.random.default_rng(1)
    print("set-up          as it is   moved: median   95 %")
    for name in SETUPS:
        scenario = load(name)
        s = scenario.tables.view(np.recarray)[0]
        g = start_position(scenario).view(np.recarray)[0]
        refresh(g, s)
        call = microseconds(g, s, 0)
        plain = microseconds(g, s, DIRTY_ZONES) - call
        flyers = [
            u
            for u in range(MAX_UNITS)
            if g.place[u] == MAP and (s.kind[u] == AIR or s.is_carrier[u])
        ]
        land = s.place_hex[: s.places - 1]
        start, times = g.hex.copy(), []
        for _ in range(positions):
            g.hex[:] = start
            g.hex[rng.permutation(flyers)[:10]] = rng.choice(land, 10)
            times.append(microseconds(g, s, DIRTY_ZONES) - call)
        median, most = np.percentile(times, [50, 95])
        print(f"{name:15} {plain:8.1f} {median:15.1f} {most:6.1f}")


if __name__ == "__main__":
    tyro.cli(main)
