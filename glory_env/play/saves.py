"""The folder of saved games: validated names, no path from outside."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

from glory_env.engine.state import SERVICES
from glory_env.play.messages import NAME
from glory_env.play.session import GameSession

FOLDER = Path("runs/play")
ENDING = ".jsonl"
LISTED = 50  # of them, the newest


class SaveError(ValueError):
    """A name that cannot be used; the message says why."""


class Saves:
    """Games saved in one folder, each in a file <name>.jsonl."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        """The file of a name; SaveError for a name that could lead elsewhere."""
        if not re.fullmatch(NAME, name) or name.endswith("\n"):
            raise SaveError(f"name {name!r}: expected 1 to 64 letters, digits, - or _")
        return self.folder / f"{name}{ENDING}"

    def existing(self, name: str) -> Path:
        """The file of a game that is there; SaveError where it is not."""
        path = self.path(name)
        if not path.is_file():
            raise SaveError(f"name {name!r}: there is no such saved game")
        return path

    def new_name(self) -> str:
        """game-1, or the next number that is free."""
        taken = {path.stem for path in self.folder.glob(f"game-*{ENDING}")}
        number = 1 + max((int(t[5:]) for t in taken if t[5:].isdecimal()), default=0)
        return f"game-{number}"

    def save_as(self, session: GameSession, name: str, own: str) -> None:
        """Save under a name that is free or the session's own."""
        path = self.path(name)
        if name != own and path.exists():
            raise SaveError(f"name {name!r}: another game is saved there")
        session.save(path)

    def listed(self) -> list[dict[str, Any]]:
        """The saved games, newest first; a file that is no record is left out."""
        files = [file for file in self.folder.glob(f"*{ENDING}") if re.fullmatch(NAME, file.stem)]
        newest = sorted(files, key=lambda file: -file.stat().st_mtime)[:LISTED]
        return [one for one in map(_summary, newest) if one is not None]

    def unfinished(self, own: str) -> str | None:
        """The newest game not played to its end, but the one on the table."""
        found = (one["name"] for one in self.listed() if not one["over"] and one["name"] != own)
        return next(found, None)


def scenario_of(file: Path) -> str | None:
    """The scenario a saved game names; None where the file is no record."""
    found = _summary(file)
    return found["scenario"] if found else None


def _summary(file: Path) -> dict[str, Any] | None:
    """Header and last line only: whether the game is what it says is checked when it is loaded."""
    try:
        lines = file.read_bytes().splitlines()
        header, last = json.loads(lines[0]), json.loads(lines[-1])
        return {
            "name": file.stem,
            "scenario": str(header["scenario"]),
            "seed": int(header["seed"]),
            "agents": {seat: str(header["agents"][seat]) for seat in SERVICES},
            "turn": int(last.get("turn", 1)),
            "over": "digest" in last,
            "changed": time.strftime("%Y-%m-%d %H:%M", time.localtime(file.stat().st_mtime)),
        }
    except (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError):
        return None
