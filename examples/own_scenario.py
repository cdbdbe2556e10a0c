"""A scenario of your own: the small one with another start, as a file, and how it plays.

python examples/own_scenario.py [GAMES]

Printed are completion and the mean pool at the end, of a script with itself, in both scenarios.
"""

import sys
import tempfile
from pathlib import Path

from glory_agents import make_agent
from glory_env.bench import play_pairs
from glory_env.games.glory.scenario import load

START, POORER = "tonnage: {start: 350,", "tonnage: {start: 200,"


def main(games: int = 400) -> dict[str, float]:
    """Completion in so many games of each scenario."""
    text = Path(load("teaching").path).read_text(encoding="utf-8")
    if START not in text:
        raise ValueError(f"teaching: expected the line {START!r}")
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "poorer.yaml"
        file.write_text(text.replace(START, POORER), encoding="utf-8")
        # A path works wherever the name of a scenario does.
        for name, scenario in (("teaching", "teaching"), ("poorer", str(file))):
            players = [make_agent("withdraw_in_time") for _ in range(2)]
            results = play_pairs(*players, games, seed=1000, scenario=scenario)
            found[name] = float(results.columns()["completed"].mean())
            pool = float(results.finals["total"].mean())
            print(f"{name}: completed {found[name]:.1%}, pool at the end {pool:.0f} in the mean")
    return found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
