"""`glory evaluate` of a game that adds nothing to it: the rewards of both seats."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from glory_env.cli.arguments import options_from
from glory_env.game.bundle import Bundle

if TYPE_CHECKING:
    from glory_env.cli.evaluate import Asked, Evaluated

DIGITS = 5


def evaluate(bundle: Bundle, names: dict[str, str], asked: Asked) -> Evaluated:
    """Play the games. names: agents by seat."""
    from glory_agents.registry import make_agent
    from glory_env import __version__
    from glory_env.bench import bootstrap, play_pairs
    from glory_env.cli.evaluate import Evaluated
    from glory_env.report.progress import progress_bar
    from glory_env.report.tables import Table, interval, text

    options = options_from(asked.option, bundle.name)
    board = bundle.definition().scenario(asked.scenario)
    first, second = (make_agent(name, game=bundle.name) for name in names.values())
    start = time.perf_counter()
    with progress_bar(asked.games) as progress:
        results = play_pairs(
            first, second, asked.games, asked.seed, board,
            vector_class=bundle.vector(), progress=progress, **options,
        )  # fmt: skip
    seconds = time.perf_counter() - start
    rewards = {seat: results.rewards[:, k] for k, seat in enumerate(names)}
    figures = bootstrap(rewards, results.seeds)
    title = " against ".join(f"{name} ({seat})" for seat, name in names.items())
    rows = [
        [f"reward of {k}", interval(one.rounded(DIGITS), "signed")] for k, one in figures.items()
    ]
    table = Table(
        "summary", f"{title}, {asked.games} games from seed {asked.seed}", "", ["", ""], rows
    )
    return Evaluated(
        lambda: {
            "package": __version__,
            "scenario": board.name,
            "scenario_id": board.id,
            "agents": names,
            "seeds": {"first": asked.seed, "games": asked.games},
            "wall_time_s": round(seconds, 3),
            "summary": {seat: one.plain() for seat, one in figures.items()},
            "games": [
                {"seed": int(seed), "rewards": paid.tolist()}
                for seed, paid in zip(results.seeds, results.rewards, strict=True)
            ],
        },
        lambda: f"{text([table])}\n\n{seconds:.0f} s; means with 95 % bootstrap intervals",
    )
