"""`glory fuzz`: random legal games with the invariants checked at every step."""

from __future__ import annotations

from pathlib import Path

from glory_env.cli import games as parts
from glory_env.cli.arguments import OptionalInt, OptionalPath, Text

GAMES, GAMES_UNCOMPILED = 1000, 60


def fuzz(
    games: OptionalInt = None,
    seed: int = 0,
    scenario: Text = "",
    careful: float = 0.5,
    out: Path = Path("runs/fuzz"),
    replay: OptionalPath = None,
    coverage: bool = False,
    first: int = 0,
    game: str = "glory",
) -> int:
    """Play random legal games over random options and check the invariants at every step.

    A broken invariant or an exception ends the run: the game is written to a file that --replay
    plays again, and the exit code is 1.

    Args:
        games: how many, at least 1 (default: 1000, with --coverage 60).
        seed: of the run; the same seed plays the same games.
        scenario: its name, or the path of a .yaml file (default: that of the game).
        careful: share of the games, 0 to 1, with random play that is careful with the shared
            shipping and so reaches late turns; the others choose uniformly.
        out: folder for the file of a failed game.
        replay: play the game of such a file again, and nothing else.
        coverage: play without the compiler and the invariants (a minute or more) and print the
            lines of the rules and the engine that no game has reached.
        first: number of the first game. Runs with one seed whose games follow one another add up
            to one long run.
        game: glory, aleutians or empire.
    """
    bundle = parts.named(game)
    if games is None:
        games = GAMES_UNCOMPILED if coverage else GAMES
    if games < 1:
        raise ValueError(f"--games {games}: expected at least 1")
    if seed < 0:
        raise ValueError(f"--seed {seed}: expected at least 0")
    if first < 0:
        raise ValueError(f"--first {first}: expected at least 0")
    if not 0 <= careful <= 1:
        raise ValueError(f"--careful {careful}: expected a share from 0 to 1")
    if replay is not None and coverage:
        raise ValueError("--replay and --coverage: expected only one of them")
    from glory_env.fuzz.games import play_games, replay_failure

    kind = bundle.fuzzer()
    if replay is not None:
        return replay_failure(replay, kind)
    if coverage:
        from glory_env.fuzz.reached import measure

        return measure(
            bundle, games, seed, scenario or bundle.definition().default_scenario, careful, out
        )
    return play_games(kind(scenario or None), games, seed, careful, out, first)
