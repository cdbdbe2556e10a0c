"""How fast the third game is played: `glory speed --game empire`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from glory_env.cli.timing import (
    aec,
    played,
    print_copies,
    print_head,
    print_rates,
    print_start,
    rate,
    repeated,
)
from glory_env.core.compile import rule
from glory_env.games.empire import envs
from glory_env.games.empire.envs import Vector
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.state import ALL_DIRTY

GAMES = 64
SCENARIOS = ("year_1942", "year_1943", "year_1944")


def batched(scenario: str, compact: bool) -> Callable[[float], int]:
    """Random play of GAMES games side by side; compact: the compact observation is made, too."""
    return played(Vector(GAMES, scenario, seed=1, observation_index=compact))


@rule
def make_supply(g: Game, s: Tables, times: int) -> None:
    """Zones and supply of both sides from nothing, so many times."""
    for _ in range(times):
        g.dirty = ALL_DIRTY
        refresh(g, s)


def supply_at_start(scenario: str) -> Callable[[float], int]:
    """The same in the first position of a scenario."""
    game = envs.Game(scenario, seed=1)

    def some() -> int:
        make_supply(game.record, game.scenario.tables[0], 200)
        return 200

    return repeated(some)


def measure(seconds: float, repeats: int) -> None:
    """Print the table."""
    rows: dict[str, Callable[[], Callable[[float], int]]] = {
        f"batched, N = {GAMES}, {name}": partial(batched, name, False) for name in SCENARIOS
    }
    rows[f"batched, N = {GAMES}, year_1943, compact form too"] = lambda: batched("year_1943", True)
    rows["raw_env"] = lambda: aec(envs.raw_env)
    rows["env (wrapped)"] = lambda: aec(envs.env)
    print_head()
    print_rates(rows, seconds, repeats)
    for name in SCENARIOS:
        supply = 1e6 / rate(supply_at_start(name), seconds, repeats)
        print(f"{f'zones and supply from nothing, {name}':52} {supply:9.1f} us")
    print_copies(envs.raw_env, seconds, repeats)
    print_start("empire_v0", repeats)
