"""How fast a game is played: `glory speed` prints a table.

Medians of several runs in one process, so that rows can be compared as ratios. A decision is one
that somebody had to take: forced ones are played inside and do not count. Other tables, beside
other libraries, are in `benchmarks/` of the repository.
"""

from __future__ import annotations

from glory_env.cli.games import named


def speed(
    *, seconds: float = 1.0, repeats: int = 5, cold: bool = False, game: str = "glory"
) -> None:
    """Measure decisions a second, as a table.

    Args:
        seconds: length of each run.
        repeats: how many runs; the table has their median.
        cold: instead, measure once how long the first step takes where nothing is compiled yet.
        game: glory, aleutians or empire.
    """
    bundle = named(game)
    if cold:
        from glory_env.cli.timing import cold_seconds

        words = "import + first step, nothing compiled"
        print(f"{words:52} {cold_seconds(bundle.environment):8.0f} s")
    else:
        bundle.speed(seconds, repeats)
