"""How fast Glory is played: `glory speed`, beside peers.

Peers (PettingZoo connect_four_v3 and chess_v6, OpenSpiel backgammon and connect_four) are measured
the same way, with mask and observation, where they are installed.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from glory_agents.glory.careful import careful_all
from glory_env import glory_v0
from glory_env.cli import agents_speed, clients_speed
from glory_env.cli.timing import aec, clone_and_restore, first_step_seconds, played, rate, repeated
from glory_env.games.glory.envs import GloryVector
from glory_env.games.glory.state import PHASES

GAMES = (64, 256)


# --- what is measured ----------------------------------------------------------------------
def batched(n: int, careful: bool) -> Callable[[float], int]:
    """Random play of n games side by side; careful: without the plainly bad choices."""
    games = GloryVector(n, seed=1)
    actions = np.empty(n, np.int64)

    def choose(count: int) -> np.ndarray:
        careful_all(games.games, games.scenario.tables, games.masks, 1, count, actions)
        return actions

    return played(games, choose if careful else None)


def openspiel(name: str) -> Callable[[float], int]:
    """Random legal play of an OpenSpiel game with legal mask and observation tensor."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = np.random.default_rng(1)
    return repeated(lambda: clients_speed.spiel_game(game, rng))


def lengths(careful: bool, wanted: int = 2000) -> dict[str, Any]:
    """Decisions and turns of finished games, and the share of decisions by phase."""
    n = 256
    games = GloryVector(n, seed=7)
    actions = np.empty(n, np.int64)
    played = np.zeros(n, np.int64)
    decisions: list[int] = []
    turns: list[int] = []
    completed = 0
    phases: Counter[int] = Counter()
    count = 0
    while len(decisions) < wanted:
        count += 1
        phases.update(games.games["phase"].tolist())
        if careful:
            careful_all(games.games, games.scenario.tables, games.masks, 3, count, actions)
        else:
            actions = games.sample(3, count)
        _, done = games.step(actions)
        played += 1
        # Every game counts from its start, and only the first of a slot: no bias to short ones.
        for i in np.flatnonzero(done):
            if games.episodes[i] <= wanted // n + 1:
                decisions.append(int(played[i]))
                turns.append(int(games.finals["turn"][i]))
                completed += int(games.finals["outcome"][i] == 1)
            played[i] = 0
    total = sum(phases.values())
    return {
        "games": len(decisions),
        "decisions": decisions,
        "turns": turns,
        "completed": completed / len(decisions),
        "phases": {PHASES[k]: v / total for k, v in sorted(phases.items())},
    }


# --- the table -----------------------------------------------------------------------------
def peers() -> dict[str, Callable[[], Callable[[float], int]]]:
    """Those of the peers that are installed."""
    found: dict[str, Callable[[], Callable[[float], int]]] = {}
    try:
        from pettingzoo.classic import chess_v6, connect_four_v3

        found["connect_four_v3 raw_env"] = lambda: aec(connect_four_v3.raw_env)
        found["connect_four_v3 env"] = lambda: aec(connect_four_v3.env)
        found["chess_v6 env"] = lambda: aec(chess_v6.env)
    except ImportError:
        pass
    try:
        import pyspiel  # noqa: F401

        found["pyspiel backgammon"] = lambda: openspiel("backgammon")
        found["pyspiel connect_four"] = lambda: openspiel("connect_four")
    except ImportError:
        pass
    return found


def measure(seconds: float, repeats: int) -> None:
    """Print the table."""
    rows: dict[str, Callable[[], Callable[[float], int]]] = {
        f"batched, N = {n}, {'careful' if careful else 'random'} play": partial(batched, n, careful)
        for n in GAMES
        for careful in (False, True)
    }
    rows["raw_env"] = lambda: aec(glory_v0.raw_env)
    rows["env (wrapped)"] = lambda: aec(glory_v0.env)
    rows |= peers()
    rates = {}
    print(f"{'random legal play, observation and mask included':52} decisions/s")
    for name, make in rows.items():
        rates[name] = rate(make(), seconds, repeats)
        print(f"{name:52} {rates[name]:11,.0f}", flush=True)
    for ours, peer in (
        (f"batched, N = {GAMES[0]}, random play", "pyspiel backgammon"),
        ("raw_env", "connect_four_v3 raw_env"),
        ("env (wrapped)", "connect_four_v3 env"),
    ):
        if peer in rates:
            print(f"{ours + ' : ' + peer:52} {rates[ours] / rates[peer]:10.1f}x")
    copies = rate(clone_and_restore(glory_v0.raw_env), seconds, repeats)
    print(f"{'clone + restore':52} {1e6 / copies:9.1f} us")
    for name, (make, factor, unit) in agents_speed.rows().items():
        count = factor * rate(make(), seconds, repeats)
        print(f"{name:52} {count:11,.0f} {unit}", flush=True)
    starts = statistics.median(first_step_seconds("glory_v0") for _ in range(repeats))
    print(f"{'import + first step, warm cache':52} {starts:8.2f} CPU s")
    for careful in (False, True):
        report(lengths(careful), "careful" if careful else "random")


def report(found: dict[str, Any], kind: str) -> None:
    """Length of games and where the decisions fall."""
    decisions, turns = found["decisions"], found["turns"]
    print(
        f"\n{kind} play, {found['games']} games: decisions median "
        f"{statistics.median(decisions):.0f}, max {max(decisions)}; turns median "
        f"{statistics.median(turns):.0f}; completed {found['completed']:.1%}"
    )
    print("  " + ", ".join(f"{name} {share:.0%}" for name, share in found["phases"].items()))
