"""How fast the game is played: `glory speed` prints a table.

Medians of several runs in one process, so that rows can be compared as ratios. A decision is one
that somebody had to take: forced ones are played inside and do not count.
"""

from __future__ import annotations

from glory_env.cli import aleutians


def speed(
    *,
    seconds: float = 1.0,
    repeats: int = 5,
    training: bool = False,
    clients: bool = False,
    cold: bool = False,
    game: str = "glory",
) -> None:
    """Measure decisions a second, as a table.

    Args:
        seconds: of each run.
        repeats: runs of which the median counts.
        training: measure the trainer of the networks for micro-steps instead, beside MaskablePPO.
        clients: measure the entry points of other libraries instead, once, in CPU seconds.
        cold: measure the first step where nothing has been compiled yet instead, once.
        game: glory, or aleutians, which has no --training and no --clients.
    """
    if game != aleutians.GLORY:
        aleutians.check_game(game, {"--training": training, "--clients": clients}, aleutians.GLORY)
    if cold:
        from glory_env.cli.timing import cold_seconds

        words = "import + first step, nothing compiled"
        print(f"{words:52} {cold_seconds(f'{game}_v0'):8.0f} s")
    elif game == aleutians.ALEUTIANS:
        from glory_env.games.aleutians import speed as speed_aleutians

        speed_aleutians.measure(seconds, repeats)
    elif clients:
        from glory_env.cli import clients_speed

        print(f"{'random legal play':52} steps/CPU s")
        for name, found in clients_speed.measure(seconds):
            print(
                f"{name:52} {'not installed' if found is None else f'{found:11,.0f}'}", flush=True
            )
    elif training:
        from glory_env.training import speed as trainer

        trainer.measure(repeats, lambda line: print(line, flush=True))
    else:
        from glory_env.games.glory import speed as speed_glory

        speed_glory.measure(seconds, repeats)
