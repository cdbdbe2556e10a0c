"""The balance of the Aleutians Campaign: players of the same strength on both sides, and the bid.

A bid is the number of VP that Japan begins with (option `bid`). All that the players know of it are
the VP that they see.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from glory_agents.registry import make_agent
from glory_env.bench.crossplay import about_games, estimates
from glory_env.bench.pairs import play_pairs
from glory_env.bench.results import Results
from glory_env.bench.seeds import REPORTING
from glory_env.bench.study import SECONDS, Start
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.envs import Vector
from glory_env.games.aleutians.scenario import load
from glory_env.games.aleutians.studies.settings import Balance

GAMES, QUICK_GAMES = 300, 20
BIDS = tuple(range(-3, 4))


def pairs_of(asked: Balance) -> list[tuple[str, str]]:
    """Japan and Allies of each row: every agent with itself, then the pairs that were named."""
    alone = [(name, name) for name in asked.agents]
    named = [tuple(pair.split("/")) for pair in asked.pairs]
    wrong = [pair for pair, parts in zip(asked.pairs, named, strict=True) if len(parts) != 2]
    if wrong:
        raise ValueError(f"--pairs {wrong[0]}: expected JAPAN/ALLIES, as rush:linger=1/guard")
    return alone + [(pair[0], pair[1]) for pair in named]


def fair_bid(shares: dict[int, float]) -> float | None:
    """The bid at which Japan wins half, between two whole ones by a straight line; None: no such.

    shares: of games that Japan wins, by bid; the first crossing counts.
    """
    for low in sorted(shares)[:-1]:
        below, above = shares[low], shares[low + 1]
        if below <= 0.5 < above:
            return low + (0.5 - below) / (above - below)
    return None


class Row(NamedTuple):
    """japan, allies: names. results: of each of BIDS, the games of the same seeds."""

    japan: str
    allies: str
    results: list[Results]


def plan(asked: Balance, progress: Start | None = None) -> list[Row]:
    """The games of every row with every bid."""
    usual = QUICK_GAMES if asked.quick else GAMES
    games = usual if asked.games is None else asked.games
    rows, board = pairs_of(asked), load(asked.scenario)
    finished = progress(games * len(rows) * len(BIDS)) if progress else None
    played = []
    for japan, allies in rows:
        results = []
        for bid in BIDS:
            first, second = (make_agent(name, game="aleutians") for name in (japan, allies))
            results.append(
                play_pairs(
                    first, second, games, REPORTING, board, vector_class=Vector,
                    progress=finished, bid=bid,
                )
            )  # fmt: skip
        played.append(Row(japan, allies, results))
    return played


def judge(asked: Balance, played: list[Row]) -> dict[str, Any]:
    """How often Japan wins in each row, by bid; how the games without one end."""
    rows = []
    for row in played:
        measured = dict(zip(BIDS, (one.measured() for one in row.results), strict=True))
        usual, even = row.results[BIDS.index(0)], measured[0]
        columns = {f"bid_{bid}": one["japan_wins"].astype(float) for bid, one in measured.items()}
        shares = {bid: float(columns[f"bid_{bid}"].mean()) for bid in BIDS}
        columns |= {
            "vp": even["vp"],
            "turns": even["turns"],
            "early": (usual.finals["cause"] != st.BY_LAST_TURN).astype(float),
        }
        figures = estimates(columns, usual.seeds)
        rows.append({"japan": row.japan, "allies": row.allies, "fair": fair_bid(shares), **figures})
    seeds = played[0].results[0].seeds
    about = about_games(load(asked.scenario), int(seeds[0]), len(seeds))
    return {**about, "bids": list(BIDS), "rows": rows, SECONDS: 0.0}
