"""How long random games are, where their decisions fall: `python benchmarks/lengths.py`."""

from __future__ import annotations

import statistics
from collections import Counter
from typing import Any

import numpy as np
import tyro

from glory_agents.glory.careful import careful_all
from glory_env.games.glory.envs import GloryVector
from glory_env.games.glory.state import PHASES


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


def report(measured: dict[str, Any], kind: str) -> None:
    """Length of games and where the decisions fall."""
    decisions, turns = measured["decisions"], measured["turns"]
    print(
        f"\n{kind} play, {measured['games']} games: decisions median "
        f"{statistics.median(decisions):.0f}, max {max(decisions)}; turns median "
        f"{statistics.median(turns):.0f}; completed {measured['completed']:.1%}"
    )
    print("  " + ", ".join(f"{name} {share:.0%}" for name, share in measured["phases"].items()))


def main(games: int = 2000) -> None:
    """Print both, of uniformly random play and of careful random play.

    Args:
        games: at least.
    """
    for careful in (False, True):
        report(lengths(careful, games), "careful" if careful else "random")


if __name__ == "__main__":
    tyro.cli(main)
