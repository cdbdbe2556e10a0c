"""How many games the characters complete, with themselves and beside scripts.

`python -m tests.play.strength --json FILE` prints a table and keeps it game by game; with
`--against FILE` it prints the difference to an older one, game by game with the same dice.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from glory_agents.glory.characters.traits import CHARACTERS
from glory_env.bench.pairs import play_pairs
from glory_env.envs.agent import make_agent
from glory_env.games.glory.state import COMPLETED, TALKS

SEED = 5_000_000  # of the first game
SCRIPTS = ("withdraw_in_time", "tit_for_tat")
LEVEL = 5

Table = dict[str, list[int]]  # by pairing: 1 for each completed game, else 0


def pairings(name: str) -> Iterator[tuple[str, str]]:
    """Army and navy of each."""
    own = f"{name}:level={LEVEL}"
    yield own, own
    for script in SCRIPTS:
        yield own, script
        yield script, own


def measure(name: str, games: int, talk: str) -> Table:
    """The pairings of a character; both seats beside scripts share the games."""
    table: Table = {}
    for army, navy in pairings(name):
        count = games if army == navy else games // (2 * len(SCRIPTS))
        pair = make_agent(army), make_agent(navy)
        ended = play_pairs(*pair, count, SEED, talk=talk).finals
        key = "itself" if army == navy else "scripts"
        table.setdefault(f"{name} with {key}", []).extend(
            int(one) for one in ended["outcome"] == COMPLETED
        )
    return table


def row(key: str, done: list[int], before: list[int] | None) -> str:
    """A line of the table."""
    line = f"| {key} | {len(done)} | {np.mean(done):.1%} |"
    if before is None:
        return line
    more = np.subtract(done, before)
    half = 1.96 * more.std() / len(more) ** 0.5
    return f"{line} {more.mean():+.1%} [{more.mean() - half:+.1%}, {more.mean() + half:+.1%}] |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Games that the characters complete.")
    parser.add_argument("--games", type=int, default=300, help="with itself, and beside scripts")
    parser.add_argument("--partner", nargs="*", default=list(CHARACTERS), choices=CHARACTERS)
    parser.add_argument("--talk", default=TALKS[0], choices=TALKS, help="promises")
    parser.add_argument("--json", type=Path, help="file to write all games to")
    parser.add_argument("--against", type=Path, help="such a file, of the same games")
    given = parser.parse_args()
    before: Table = {}
    if given.against is not None:
        before = json.loads(given.against.read_text(encoding="utf-8"))
    table: Table = {}
    print("| pairing | games | completed |" + (" difference |" if before else ""))
    print("|---|---|---|" + ("---|" if before else ""))
    for name in given.partner:
        for key, done in measure(name, given.games, given.talk).items():
            table[key] = done
            print(row(key, done, before.get(key)), flush=True)
    if given.json is not None:
        given.json.write_text(json.dumps(table) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
