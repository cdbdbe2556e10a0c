"""Reading a saved game of the Aleutians Campaign: the form of its lines, checked.

The reader of Glory's records (`glory_env.record.files`) checks Glory's own phases, dice and footer.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from glory_env.aleutians.state import SIDES
from glory_env.play.saves import ENDING, LISTED, Saves
from glory_env.record import GameRecord, Problem, RecordError

HEADER = {"scenario_id": str, "options": dict, "seed": int, "agents": dict}
CHOICE = {"turn": int, "phase": str, "actor": str, "decision": str, "actions": list, "dice": list}


def read_game(path: Path) -> GameRecord:
    """The one game of a file; RecordError names line and field, OSError where there is none."""
    lines = path.read_bytes().splitlines()
    parsed = [_parse(path, number, raw) for number, raw in enumerate(lines, 1)]
    if not parsed:
        raise RecordError(path, Problem(1, "line", "a header", "an empty file"))
    header = parsed[0]
    _check(path, 1, header, HEADER)
    if sorted(header["agents"]) != sorted(SIDES):
        problem = Problem(1, "agents", ", ".join(SIDES), ", ".join(map(str, header["agents"])))
        raise RecordError(path, problem)
    record = GameRecord(header, path=str(path))
    if len(parsed) > 1 and "digest" in parsed[-1]:
        record.footer = parsed.pop()
    for number, line in enumerate(parsed[1:], 2):
        _check(path, number, line, CHOICE)
        record.lines.append(line)
    return record


def listed(saves: Saves) -> list[dict[str, Any]]:
    """The games of a folder, newest first: name, players, turn; other files are left out."""
    files = sorted(saves.folder.glob(f"*{ENDING}"), key=lambda file: -file.stat().st_mtime)
    found = []
    for file in files[:LISTED]:
        try:
            record = read_game(file)
        except (RecordError, OSError):
            continue
        turn = record.lines[-1]["turn"] if record.lines else 1
        about = {"name": file.stem, "agents": record.header["agents"], "turn": turn}
        found.append({**about, "over": record.footer is not None})
    return found


def _parse(path: Path, number: int, raw: bytes) -> dict[str, Any]:
    try:
        line = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise RecordError(path, Problem(number, "line", "JSON", str(error))) from None
    if not isinstance(line, dict):
        raise RecordError(path, Problem(number, "line", "an object", type(line).__name__))
    return line


def _check(path: Path, number: int, line: dict[str, Any], form: dict[str, type]) -> None:
    for key, kind in form.items():
        if type(line.get(key)) is not kind:
            got = type(line[key]).__name__ if key in line else "nothing"
            raise RecordError(path, Problem(number, key, kind.__name__, got))
