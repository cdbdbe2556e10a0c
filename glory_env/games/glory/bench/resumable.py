"""A long evaluation in pieces: finished games are kept in a file, and the next run goes on."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from glory_env.core import json_file
from glory_env.core.errors import one_line, shown
from glory_env.core.files import whole_file
from glory_env.games.glory.bench.results import GloryResults
from glory_env.games.glory.state import GAME, SERVICES


def play_kept(
    path: Path,
    about: Mapping[str, Any],
    play: Callable[[int, int], GloryResults],
    games: int,
    seed: int,
    piece: int,
    tables: Any,
) -> tuple[GloryResults, float]:
    """All `games` games from `seed` on, and the seconds they took, those of earlier runs included.

    path: of the file, written whole after every `piece` games. about: plain values that decide
    how the games run. play: plays so many games from a seed on. tables: the scenario's TABLES
    record. ValueError where the file holds games of other settings, more games, or is no such file.
    """
    about = json.loads(json.dumps({**about, "seed": seed}))
    kept, seconds = _read(path, about, seed, tables)
    if len(kept) > games:
        raise ValueError(f"{path}: holds {len(kept)} games, expected at most {games}")
    while len(kept) < games:
        start = time.perf_counter()
        new = play(min(piece, games - len(kept)), seed + len(kept))
        seconds += time.perf_counter() - start
        kept = _joined(kept, new)
        arrays: dict[str, Any] = {
            "about": np.array(json.dumps(about)),
            "seconds": np.array(seconds),
            "finals": kept.finals.view(np.uint8),
            "rewards": kept.rewards,
        }
        with whole_file(path) as file:
            np.savez_compressed(file, **arrays)
    return kept, seconds


def _joined(one: GloryResults, other: GloryResults) -> GloryResults:
    return GloryResults(
        seeds=np.concatenate([one.seeds, other.seeds]),
        finals=np.concatenate([one.finals.view(np.uint8), other.finals.view(np.uint8)]).view(GAME),
        rewards=np.concatenate([one.rewards, other.rewards]),
        tables=one.tables,
        seats=SERVICES,
    )


def _read(
    path: Path, about: Mapping[str, Any], seed: int, tables: Any
) -> tuple[GloryResults, float]:
    """What the file holds, no games where there is none, and the seconds they took."""
    finals, rewards, seconds = np.zeros(0, GAME), np.zeros((0, 2)), 0.0
    if path.exists():
        try:
            with np.load(path, allow_pickle=False) as file:
                before = json_file.parse(str(file["about"]).encode())
                finals, rewards = file["finals"].view(GAME), file["rewards"]
                seconds = float(file["seconds"])
            if not isinstance(before, dict) or rewards.shape != (*finals.shape, 2):
                raise ValueError("they are of another shape")
        except Exception as error:  # a damaged archive fails in a dozen ways
            words = one_line(str(error), 300)
            raise ValueError(f"{path}: expected games that were kept: {words}") from None
        for key in sorted(before.keys() | about.keys()):
            if before.get(key) != about.get(key):
                raise ValueError(
                    f"{path}: holds games of other settings: {key} is {shown(before.get(key))} "
                    f"there, {shown(about.get(key))} here"
                )
    seeds = np.arange(seed, seed + len(finals), dtype=np.int64)
    return GloryResults(seeds, finals, rewards, tables, SERVICES), seconds
