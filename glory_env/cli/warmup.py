"""`glory warmup`: compile ahead of the first game, mend or delete what has been compiled."""

from __future__ import annotations

import time

from glory_env import games
from glory_env.core.errors import unknown

ALL = "all"


def warmup(game: str = games.DEFAULT, clear: bool = False) -> None:
    """Compile the rules and the scripts ahead of the first game.

    Files of compiled rules that are damaged are dropped and compiled again.

    Args:
        game: glory, aleutians, empire, or all.
        clear: delete the compiled rules of all versions instead.
    """
    if clear:
        print(_clear())
        return
    if game not in (*games.GAMES, ALL):
        raise ValueError(f"--game: {unknown('game', game, [*games.GAMES, ALL])}")
    from glory_env.core.compile import CACHE_FOLDER, drop_damaged

    start = time.perf_counter()
    if count := drop_damaged():
        print(f"damaged files of compiled rules deleted from {CACHE_FOLDER}: {count}")
    for name in games.GAMES if game == ALL else (game,):
        games.game(name).compile_all()
    print(f"compiled rules are in {CACHE_FOLDER} ({time.perf_counter() - start:.0f} s)")


def _clear() -> str:
    from glory_env.core import cache_folder

    try:
        return cache_folder.clear()
    except RuntimeError as error:  # no home
        raise ValueError(f"--clear: {error}; XDG_CACHE_HOME may name the folder") from None
