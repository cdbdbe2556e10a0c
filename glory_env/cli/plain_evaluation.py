"""`glory evaluate` of a game that adds nothing to it: the figures of its `Results`."""

from __future__ import annotations

import time
from typing import Any

from glory_env.cli.arguments import options_from
from glory_env.cli.games import Evaluated, Evaluation
from glory_env.game.bundle import Bundle


def evaluate(bundle: Bundle, names: dict[str, str], asked: Evaluation) -> Evaluated:
    """Play the games. names: agents by seat."""
    # Late, so that --help and its errors do not wait for Numba.
    from glory_agents.registry import make_agent
    from glory_env import __version__
    from glory_env.bench import play_pairs
    from glory_env.bench.crossplay import DIGITS
    from glory_env.report.crossplay import READING
    from glory_env.report.progress import progress_bar
    from glory_env.report.tables import Table, interval, text
    from glory_env.report.usage import usage, usage_lines

    options = options_from(asked.option, bundle.name)
    board = bundle.definition().scenario(asked.scenario)
    players = {seat: make_agent(name, game=bundle.name) for seat, name in names.items()}
    first, second = players.values()
    start = time.perf_counter()
    with progress_bar(asked.games) as progress:
        results = play_pairs(
            first, second, asked.games, asked.seed, board,
            vector_class=bundle.vector(), progress=progress, **options,
        )  # fmt: skip
    seconds = time.perf_counter() - start
    figures, used = results.summary(), usage(players)

    def document() -> dict[str, Any]:
        written = {
            "package": __version__,
            "scenario": board.name,
            "scenario_id": board.id,
            "agents": list(names.values()),
            "seeds": {"first": asked.seed, "games": asked.games},
            "wall_time_s": round(seconds, 3),
            "summary": {name: one.plain() for name, one in figures.items()},
            "games": [results.game(k) for k in range(len(results))],
        }
        return written | ({"usage": used} if used else {})

    def words() -> str:
        who = " against ".join(f"{name} ({bundle.seat_name(seat)})" for seat, name in names.items())
        rows = [
            [about, interval(figures[name].rounded(DIGITS), form)]
            for name, (form, about) in results.words().items()
        ]
        title = f"{who}, {asked.games} games from seed {asked.seed}"
        table = Table("summary", title, "", ["", ""], rows)
        return "\n".join([f"{text([table])}\n\n{seconds:.0f} s; {READING}", *usage_lines(used)])

    return Evaluated(document, words)
