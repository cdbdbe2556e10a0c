"""The lines of a game record: header, choices, states, footer (docs/record.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from glory_env import __version__
from glory_env.game.play import GamePlay
from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.trace import place_name

# Every format with the options it adds to those of the formats before it: a header names all of
# them, so that no record depends on what is the default today.
FORMATS: dict[int, tuple[str, ...]] = {
    1: (
        "negotiation", "deadlock", "production", "max_offers", "break_off", "grid", "fixed_split",
        "civil_floor", "rulings", "optional", "solo",
    ),
    2: ("talk",),
}  # fmt: skip
FORMAT = max(FORMATS)  # of the records written now
Line = dict[str, Any]


def options_of(record_format: int) -> list[str]:
    """The options that a header of this format names."""
    return [name for k, names in sorted(FORMATS.items()) if k <= record_format for name in names]


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
        **({} if game.definition is Game.definition else {"game": name}),
        "package": __version__,
        "scenario": game.scenario.name,
        "scenario_id": game.scenario.id,
        "options": game.options.as_dict(),
        "auto_forced": game.auto_forced,
        "states": game.on_phase_end is add_state,
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


def add_state(game: Game, turn: int, phase: str) -> None:
    """A game's `on_phase_end`: put the position at the end of every phase among its lines."""
    fields = ("place", "space", "active", "damage")
    columns = (game.games[name][0].tolist() for name in fields)  # quick
    counters: dict[str, Line] = {}
    for name, place, space, active, damage in zip(game.scenario.counters, *columns, strict=False):
        counters[name] = {"at": place_name(game.scenario, place)}
        if place == st.TRACK:
            counters[name]["space"] = space
        elif place >= 0:
            counters[name] |= {"active": bool(active), "damage": damage}
    game.lines.append(
        {
            "turn": turn,
            "phase": phase,
            "state": {
                "total": game.total,
                "allotment": game.allotment,
                "left": game.left,
                "gp": game.gp,
                "method": game.method,
                "markers": {name: game.marker(name) for name in game.scenario.markers},
                "counters": counters,
            },
        }
    )


def text_of(line: Line) -> str:
    """A line as it is written, without the newline: JSON, ASCII, no spaces between items."""
    return json.dumps(line, separators=(",", ":"))


def digest_of(lines: Iterable[Line]) -> str:
    """sha256 (hex) of lines as they are written, newlines included."""
    digest = hashlib.sha256()
    for line in lines:
        digest.update(text_of(line).encode() + b"\n")
    return digest.hexdigest()
