"""Writes par: the total at the end of each turn in games of a player that knows the rules.

`python -m tests.play.par` plays the script of `tests.play.beginners` beside the page's partner in
both seats, at every handicap for people, and writes the medians to the file that the page reads.
"""

from __future__ import annotations

import argparse

import numpy as np
import yaml

from glory_env.bench.pairs import play_pairs
from glory_env.envs.agent import make_agent
from glory_env.games.glory.engine.handicaps import FOR_PEOPLE
from glory_env.games.glory.play.par import FILE
from glory_env.games.glory.play.start import PARTNER
from glory_env.games.glory.state import COMPLETED, STEP
from tests.play.beginners import SEED, WHO_KNOWS

HEAD = "# Median total at the end of each turn, in units of 10,000 tons: python -m tests.play.par\n"


def par_of(handicap: str, games: int) -> list[int]:
    """Medians over the completed games of both seats, by turn from 1 to 12."""
    finals = []
    for pair in ((WHO_KNOWS, PARTNER), (PARTNER, WHO_KNOWS)):
        players = map(make_agent, pair)
        finals.append(play_pairs(*players, games, SEED, handicap=handicap).finals)
    ended = np.concatenate(finals)
    ended = ended[(ended["outcome"] == COMPLETED) & (ended["turn"] == 12)]
    # What is shared in a turn is the total at the end of the one before.
    totals = np.concatenate(
        [ended["log_shares"][:, 2:13].sum(axis=-1), ended["total"][:, None]], axis=1
    )
    return [int(value) // STEP * STEP for value in np.median(totals, axis=0)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes par of each handicap for people.")
    parser.add_argument("--games", type=int, default=200, help="of each seat and handicap")
    given = parser.parse_args()
    par = {handicap: par_of(handicap, given.games) for handicap in FOR_PEOPLE}
    FILE.write_text(HEAD + yaml.safe_dump(par, default_flow_style=None), encoding="utf-8")
    print(FILE.read_text(encoding="utf-8"), end="")


if __name__ == "__main__":
    main()
