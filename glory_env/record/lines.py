"""The lines of a game record: header, choices, states, footer (docs/record.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from glory_env import __version__
from glory_env.game.play import GamePlay
from glory_env.games import game as game_named

FORMATS = (1, 2)  # that are read; each game says which options a header of them names
FORMAT = max(FORMATS)  # of the records written now
Line = dict[str, Any]


@dataclass
class GameRecord:
    """One recorded game.

    header and footer: see `make_header`, `make_footer`; footer is None while the game is
    unfinished. lines: choices, system lines and states in order. path, start: the file it was
    read from and the number of its header's line there.
    """

    header: Line
    lines: list[Line] = field(default_factory=list)
    footer: Line | None = None
    path: str = "record"
    start: int = 1

    def add(self, game: GamePlay) -> None:
        """Take over what the last call of `game` wrote; close the record once it is over."""
        self.lines += game.lines
        if game.outcome != "playing":
            self.footer = make_footer(game, self.header, self.lines)

    def line_number(self, index: int) -> int:
        """Number in the file of `lines[index]`; of the footer for index = len(lines)."""
        return self.start + 1 + index


def begin_record(game: GamePlay, agents: Mapping[str, str]) -> GameRecord:
    """The record of a game that has just been made; agents: the players' names by seat."""
    record = GameRecord(make_header(game, agents))
    record.add(game)
    return record


def make_header(game: GamePlay, agents: Mapping[str, str]) -> Line:
    """What is needed to play the game again."""
    name = game.definition.name
    return {
        "format": FORMAT,
        **({} if name == game_named().environment else {"game": name}),
        "package": __version__,
        "scenario": game.scenario.name,
        "scenario_id": game.scenario.id,
        "options": game.options.as_dict(),
        "auto_forced": game.auto_forced,
        "states": game.on_phase_end is not None and game.on_phase_end is game.definition.add_state,
        "seed": game.seed,
        "agents": {seat: agents[seat] for seat in game.definition.seats},
    }


def make_footer(game: GamePlay, header: Line, lines: Iterable[Line]) -> Line:
    """How the game ended, and the digest of its lines."""
    lines = list(lines)
    footer = game.summary(sum(is_choice(line) for line in lines))
    return {**footer, "digest": digest_of([header, *lines])}


def is_choice(line: Line) -> bool:
    """Whether a line is a service's choice: not a state, not the system's."""
    return bool(line.get("actor", "system") != "system")


def text_of(line: Line) -> str:
    """A line as it is written, without the newline: JSON, ASCII, no spaces between items."""
    return json.dumps(line, separators=(",", ":"))


def digest_of(lines: Iterable[Line]) -> str:
    """sha256 (hex) of lines as they are written, newlines included."""
    digest = hashlib.sha256()
    for line in lines:
        digest.update(text_of(line).encode() + b"\n")
    return digest.hexdigest()
