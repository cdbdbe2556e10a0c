"""What Glory adds to `glory evaluate`: rewards, games kept as they are played, tokens used."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, cast

from glory_env.cli.arguments import options_from, value_of
from glory_env.cli.games import Evaluated, Evaluation
from glory_env.core.files import check_writable

if TYPE_CHECKING:
    from glory_env.games.glory.bench.results import GloryResults

PIECE, SLOW_PIECE = 1024, 4  # games between two writings of --keep; a planner's take long


def evaluate(names: dict[str, str], asked: Evaluation) -> Evaluated:
    """Play the games. names: agents by seat."""
    # Late, so that --help and its errors do not wait for Numba.
    from glory_env.bench import play_pairs
    from glory_env.envs.agent import RandomAgent, make_pair, plays_batches
    from glory_env.games.glory import evaluation_page as evaluation
    from glory_env.games.glory.bench.policies import fingerprint_of
    from glory_env.games.glory.bench.resumable import play_kept
    from glory_env.games.glory.engine.rewards import parse_reward
    from glory_env.games.glory.scenario import load
    from glory_env.report.progress import progress_bar
    from glory_env.report.usage import usage, usage_lines

    keep, seed, count = asked.keep, asked.seed, asked.games
    if keep:
        check_writable(keep, "--keep")
    options = options_from(asked.option)
    army, navy = names.values()
    if options["solo"] and army != navy:
        raise ValueError("option 'solo': a single controller plays both: name one agent for both")
    rewards = value_of("--reward", asked.reward or "selfish")
    board, specs = load(asked.scenario), parse_reward(rewards)
    agents = make_pair(army, navy, options["solo"], asked.force, asked.deterministic)
    players = dict(zip(names, agents, strict=True))
    fixed = [getattr(agent, "deterministic", False) for agent in agents]  # a macro policy always is
    settings = evaluation.Settings(
        scenario=board,
        options=options,
        reward=specs,
        agents=(army, navy),
        fingerprints=(fingerprint_of(agents[0], army), fingerprint_of(agents[1], navy)),
        sampled=(not fixed[0], not fixed[1]),
        seed=seed,
    )
    play_pairs(RandomAgent(), RandomAgent(), 1)  # so that no compiling is counted
    with progress_bar(count) as progress:

        def play(count: int, first: int) -> GloryResults:
            played = play_pairs(*agents, count, first, board, rewards, progress=progress, **options)
            return cast("GloryResults", played)

        if keep:
            piece = PIECE if all(map(plays_batches, agents)) else SLOW_PIECE
            about = evaluation.about(settings)
            results, seconds = play_kept(keep, about, play, count, seed, piece, board.tables[0])
        else:
            start = time.perf_counter()
            results = play(count, seed)
            seconds = time.perf_counter() - start
    used = usage(players)

    def document() -> dict[str, Any]:
        figures = evaluation.document(results, settings, seconds)
        return figures | ({"usage": used} if used else {})

    def text() -> str:
        table = evaluation.table(results, settings, seconds)
        return "\n".join([table, *usage_lines(used)])

    return Evaluated(document, text)
