"""Two servers or terminals and one saved game: only one of them goes on with it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from glory_env.cli.main import main
from glory_env.games.aleutians.play.start import new_session as new_campaign
from glory_env.games.aleutians.play.table import CampaignTable
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.play import locks
from glory_env.play.game_file import Filed
from glory_env.play.saves import InUse, Saves
from tests.aleutians.test_play_page import opened
from tests.play.pages import pages

HOLDS = """
import sys, time
from pathlib import Path
from glory_env.play.saves import Saves
saves = Saves(Path(sys.argv[1]))
saves.claim(sys.argv[2])
print("held", flush=True)
time.sleep(600)
"""
GAMES = ["glory", "aleutians"]


@contextmanager
def held_elsewhere(folder: Path, name: str) -> Iterator[subprocess.Popen[str]]:
    """Another process has a game."""
    command = [sys.executable, "-c", HOLDS, str(folder), name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


def new_table(game: str, folder: Path) -> Table | CampaignTable:
    if game == "glory":
        return Table(new_session("teaching", "both", seed=3), Saves(folder))
    return CampaignTable(new_campaign("japan", "random", seed=5), Saves(folder))


def saved(game: str, folder: Path, name: str) -> Path:
    """A game in its file, which this process has no longer."""
    saves = Saves(folder)
    new_table(game, folder).session.save(path := saves.path(name))
    return path


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_another_server_is_not_taken_up(game: str, tmp_path: Path) -> None:
    path = saved(game, tmp_path, "mine")
    before = path.read_bytes()
    table = new_table(game, tmp_path)
    with opened(table) as page, held_elsewhere(tmp_path, "mine") as other:
        session = table.session
        answer = page.ask("error", type="load", name="mine")
        assert answer["code"] == "in_use"
        assert answer["words"] == (
            "Another server or terminal has the game mine; end it there first."
        )
        assert table.session is session
        assert path.read_bytes() == before
        os.kill(other.pid, signal.SIGKILL)  # whoever is gone holds nothing
        other.wait()
        page.ask("state", type="load", name="mine")
        assert table.name == "mine"
    assert not locks.holds(path)


@pytest.mark.parametrize("game", GAMES)
def test_the_command_does_not_resume_it(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(game, tmp_path, "mine")
    with held_elsewhere(tmp_path, "mine"):
        for more in (["--terminal"], ["--no-open", "--port", "0"]):
            command = ["play", "--game", game, "--resume", str(path), *more]
            assert main(command) != 0
            assert f"{path}: another server or terminal has this game" in capsys.readouterr().err


def test_a_new_game_takes_another_name_than_one_that_is_held(tmp_path: Path) -> None:
    """Also where that has no file yet."""
    tmp_path.joinpath("games").mkdir()
    with held_elsewhere(tmp_path / "games", "game-1"):
        saves = Saves(tmp_path / "games")
        session = new_session("teaching", "both", seed=3)
        assert saves.save_new(session, "game-1") == "game-2"
        saves.release("game-2")


def test_a_game_looked_at_is_not_written_over_that_of_another_server(tmp_path: Path) -> None:
    path = saved("glory", tmp_path, "mine")
    before = path.read_bytes()
    with pages(new_table("glory", tmp_path)) as [page], held_elsewhere(tmp_path, "mine"):
        page.ask("state", type="replay", name="mine")
        answer = page.ask("error", type="save", name="mine")
        assert answer["code"] == "in_use"
        assert path.read_bytes() == before


def test_a_game_that_leaves_the_table_is_free_again(tmp_path: Path) -> None:
    saved("glory", tmp_path, "one")
    saved("glory", tmp_path, "two")
    table = new_table("glory", tmp_path)
    with pages(table) as [page]:
        page.ask("state", type="load", name="one")
        assert locks.holds(table.saves.path("one"))
        page.ask("state", type="load", name="two")
        assert not locks.holds(table.saves.path("one"))
        assert locks.holds(table.saves.path("two"))
        (tmp_path / "bad.jsonl").write_text("{}\n")
        assert page.ask("error", type="load", name="bad")["code"] == "refused"
        assert not locks.holds(table.saves.path("bad"))
        page.ask("state", type="load", name="two")
        assert locks.holds(table.saves.path("two"))
    assert not locks.holds(table.saves.path("two"))


def test_where_nothing_can_be_locked_a_game_is_still_played(tmp_path: Path) -> None:
    """A folder that is not there, or that cannot be written: the game cannot be saved either."""
    assert locks.claim(tmp_path / "none" / "game-1.jsonl")
    assert not (tmp_path / "none").exists()
    filed = Filed(new_session("teaching", "both", seed=3), Saves(tmp_path / "none"), None)
    assert filed.name == "game-1"


def test_a_claimed_game_is_refused_with_its_file(tmp_path: Path) -> None:
    path = saved("glory", tmp_path, "mine")
    with held_elsewhere(tmp_path, "mine"), pytest.raises(InUse, match="end it there first"):
        Filed(new_session("teaching", "both", seed=3), Saves(tmp_path), "mine")
    assert json.loads(path.read_text().splitlines()[0])["seed"] == 3
