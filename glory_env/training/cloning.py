"""Decisions of recorded games, to learn from players that are too slow to teach."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from glory_env import games
from glory_env.game.bundle import Bundle
from glory_env.game.settings import ConfigError
from glory_env.record.files import RecordError, read
from glory_env.record.lines import GameRecord, is_choice
from glory_env.training.settings import BOTH


class Decisions(NamedTuple):
    """M decisions."""

    observations: np.ndarray  # float16 (M, size of an observation)
    masks: np.ndarray  # bool (M, actions)
    actions: np.ndarray  # int64 (M,)


def recorded_decisions(
    path: Path, scenario: str, seat: str = BOTH, game: str = games.DEFAULT
) -> Decisions:
    """Of all games in a file of records, or in all files *.jsonl of a folder; those with a choice.

    seat: whose, "person": those of the seats that people played. game: of the records. The games
    are played again with the dice of their seeds. ConfigError where there is nothing to learn from,
    or where a game was recorded by another version, in another scenario or with other dice.
    """
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    bundle = games.game(game)
    parts: list[Decisions] = []
    try:
        for file in files:
            records = read(file, game=bundle.environment)
            parts += [_of_game(bundle, record, scenario, seat) for record in records]
    except (OSError, RecordError) as error:
        raise ConfigError(f"records: {error}") from None
    if not parts:
        raise ConfigError(f"records: {path} holds no finished game (files *.jsonl)")
    decisions = Decisions(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    if not len(decisions.actions):
        raise ConfigError(f"seat: {path} holds no decision of {seat}")
    return decisions


def _of_game(bundle: Bundle, record: GameRecord, scenario: str, seat: str) -> Decisions:
    header = record.header
    seats = [who for who in bundle.seats if seat in (BOTH, who, header["agents"][who])]
    game = bundle.vector()(
        1, scenario, seed=header["seed"], auto_forced=False, autoreset=False, **header["options"]
    )
    where = f"records: {record.path}, line {record.start}"
    if game.scenario.id != header["scenario_id"]:
        raise ConfigError(f"{where}: the game is of another scenario than {scenario}")
    seen, allowed, chosen = [], [], []
    for line in record.lines:
        for action in line["actions"] if is_choice(line) else ():
            if game.masks[0, action] == 0:
                raise ConfigError(f"{where}: the recorded choices are not those of its seed")
            if game.masks[0].sum() > 1 and line["actor"] in seats:
                seen.append(game.full_observations[0].astype(np.float16))
                allowed.append(game.masks[0] > 0)
                chosen.append(action)
            game.step(np.array([action]))
    width = game.full_observations.shape[1]
    return Decisions(
        np.array(seen, np.float16).reshape(-1, width),
        np.array(allowed, np.bool_).reshape(-1, game.definition.n_actions),
        np.array(chosen, np.int64),
    )
