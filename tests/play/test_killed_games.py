"""SIGKILL while games are played and saved, of all games: what is found is whole and goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from glory_env.cli.games import named
from glory_env.games.aleutians.play.session import Session
from glory_env.games.glory.play.session import GlorySession
from glory_env.play.saves import Saves
from glory_env.play.session import GameSession
from glory_env.record import verify
from tests.killed import LIMIT, glory, kill_when

pytestmark = pytest.mark.slow


class EmpireSession(GameSession):
    """One of a game that adds nothing to it."""

    bundle = named("empire")


RESUME: dict[str, Callable[[Path], Any]] = {
    "glory": GlorySession.resume,
    "aleutians": Session.resume,
    "empire": EmpireSession.resume,
}
# A person who takes the first choice, with the game saved after every one.
PERSON = {
    "glory": """
from glory_env.games.glory.play.start import new_session
session = new_session("teaching", "both", seed=5)
""",
    "aleutians": """
from glory_env.games.aleutians.play.start import new_session
session = new_session("both", seed=5)
""",
    "empire": """
from tests.play.test_killed_games import EmpireSession
session = EmpireSession({"japan": "person", "allies": "person"}, seed=5)
""",
}
PLAYS = """
import sys
from pathlib import Path
from glory_env.play.game_file import Filed
from glory_env.play.saves import Saves
filed = Filed(session, Saves(Path(sys.argv[1])), None)
while not session.is_over:
    while not session.is_over and session.game.mask.sum() == 1:
        session.play_on()
    legal = session.game.legal_actions()
    if type(session).__name__ == "GlorySession":
        session._act(legal[0])
    else:
        session.choose(legal[0])
    filed.keep()
    filed.keep()
"""
TERMINAL = {
    "glory": ["--scenario", "teaching", "--partner", "random"],
    "aleutians": [],
    "empire": [],
}
each_game = pytest.mark.parametrize("game", RESUME)


def check(path: Path, game: str) -> Any:
    """The saved game is whole and is played on; returns the session."""
    assert verify(path, unfinished=True) == []
    session = RESUME[game](path)
    assert not session.is_over
    before = len(session.record.lines)
    for _ in range(60):
        if len(session.record.lines) == before:
            session._act(session.game.legal_actions()[0])
    assert len(session.record.lines) > before
    session.save(path)
    assert len(RESUME[game](path).record.lines) == len(session.record.lines)
    return session


@each_game
@pytest.mark.parametrize("delay", [0.0, 0.05, 0.2])
def test_a_game_that_is_saved_all_the_time(tmp_path: Path, game: str, delay: float) -> None:
    code = PERSON[game] + PLAYS
    file = tmp_path / "game-1.jsonl"
    command = [sys.executable, "-c", code, str(tmp_path)]
    kill_when(command, lambda: file.exists() and file.stat().st_size > 3000, delay)
    assert [path.name for path in tmp_path.glob("*.jsonl")] == ["game-1.jsonl"]
    check(file, game)
    assert [one["name"] for one in Saves(tmp_path).listed(game)] == ["game-1"]


@each_game
def test_the_terminal_is_killed(tmp_path: Path, game: str) -> None:
    """The game goes on with what its file holds; a half beside it is no saved game."""
    file = tmp_path / "mine.jsonl"
    words = glory("play", "--game", game, "--terminal", "--save", str(file), "--seed", "5")
    words += TERMINAL[game]
    run = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, text=True
    )
    assert run.stdin is not None
    try:
        run.stdin.write("1\n" * 3 + "s copy\n")
        run.stdin.flush()
        limit = time.monotonic() + LIMIT
        while (
            not (tmp_path / "copy.jsonl").exists() or not (tmp_path / "copy.jsonl").stat().st_size
        ):
            assert run.poll() is None
            assert time.monotonic() < limit
            time.sleep(0.02)
    finally:
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
    assert {path.name for path in tmp_path.glob("*.jsonl")} <= {"mine.jsonl", "copy.jsonl"}
    for path in tmp_path.glob("*.jsonl"):
        check(path, game)
