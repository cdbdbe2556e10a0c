"""How fast games of other libraries are played, beside Glory: `python benchmarks/peers.py`.

PettingZoo connect_four_v3 and chess_v6, OpenSpiel backgammon and connect_four, where they are
installed, are measured as `glory speed` measures Glory: random play with mask and observation.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import tyro

from glory_env import glory_v0
from glory_env.cli.timing import aec, rate, repeated, spiel_game
from glory_env.games.glory.speed import GAMES, batched


def openspiel(name: str) -> Callable[[float], int]:
    """Random legal play of an OpenSpiel game with legal mask and observation tensor."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = np.random.default_rng(1)
    return repeated(lambda: spiel_game(game, rng))


def peers() -> dict[str, Callable[[], Callable[[float], int]]]:
    """Those of the peers that are installed."""
    installed: dict[str, Callable[[], Callable[[float], int]]] = {}
    try:
        from pettingzoo.classic import chess_v6, connect_four_v3

        installed["connect_four_v3 raw_env"] = lambda: aec(connect_four_v3.raw_env)
        installed["connect_four_v3 env"] = lambda: aec(connect_four_v3.env)
        installed["chess_v6 env"] = lambda: aec(chess_v6.env)
    except ImportError:
        pass
    try:
        import pyspiel  # noqa: F401

        installed["pyspiel backgammon"] = lambda: openspiel("backgammon")
        installed["pyspiel connect_four"] = lambda: openspiel("connect_four")
    except ImportError:
        pass
    return installed


def main(seconds: float = 1.0, repeats: int = 5) -> None:
    """Print the table: decisions a second, then ratios.

    Args:
        seconds: of each run.
        repeats: runs of which the median counts.
    """
    rows: dict[str, Callable[[], Callable[[float], int]]] = {
        "batched": partial(batched, GAMES[0], careful=False),
        "raw_env": lambda: aec(glory_v0.raw_env),
        "env (wrapped)": lambda: aec(glory_v0.env),
    }
    rates = {}
    print(f"{'random legal play, observation and mask included':52} decisions/s")
    for name, make in (rows | peers()).items():
        rates[name] = rate(make(), seconds, repeats)
        print(f"{name:52} {rates[name]:11,.0f}", flush=True)
    for ours, peer in (
        ("batched", "pyspiel backgammon"),
        ("raw_env", "connect_four_v3 raw_env"),
        ("env (wrapped)", "connect_four_v3 env"),
    ):
        if peer in rates:
            print(f"{ours + ' : ' + peer:52} {rates[ours] / rates[peer]:10.1f}x")


if __name__ == "__main__":
    tyro.cli(main)
