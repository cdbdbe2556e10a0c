"""SIGKILL while records and failures are written, of both games: no half under the last name."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from glory_env.cli.main import main
from glory_env.fuzz.games import read_failure
from glory_env.games import game as game_named
from tests.killed import glory, kill_when

pytestmark = pytest.mark.slow

SCENARIO = {"glory": "teaching", "aleutians": "aleutians"}
# The failure of a game of twelve actions, written again and again.
FAILS = """
import sys
from pathlib import Path
from glory_env.games import game as game_named
from glory_env.fuzz.games import write_failure
kind = game_named(sys.argv[1]).fuzzer()
fuzzer = kind(sys.argv[2])
header = {**fuzzer.random_header(1, 0, 0.5), "scattered": False}
game = kind.game_class(
    fuzzer.scenario, seed=header["seed"], auto_forced=header["auto_forced"], **header["options"]
)
for _ in range(12):
    fuzzer.actions.append(game.legal_actions()[0])
    game.act(fuzzer.actions[-1])
fuzzer.failure = "made up"
while True:
    write_failure(Path(sys.argv[3]), header, fuzzer)
"""
both_games = pytest.mark.parametrize("game", SCENARIO)


@both_games
def test_a_killed_run_leaves_the_old_records(tmp_path: Path, game: str) -> None:
    path = tmp_path / "games.jsonl"
    words = ["record", "--game", game, "--scenario", SCENARIO[game], "--out", str(path)]
    assert main([*words, "--games", "1"]) == 0
    before = path.read_bytes()

    def begun() -> bool:  # its own file beside it has something in it
        halves = [one for one in tmp_path.iterdir() if one != path]
        return any(one.stat().st_size for one in halves)

    kill_when(glory(*words, "--games", "100000"), begun)
    assert path.read_bytes() == before
    assert main(["verify", str(path)]) == 0
    assert main([*words, "--games", "2"]) == 0  # what was left is in nobody's way
    assert main(["verify", str(path)]) == 0


@both_games
def test_a_killed_run_leaves_no_half_of_new_records(tmp_path: Path, game: str) -> None:
    path = tmp_path / "games.jsonl"
    words = ["record", "--game", game, "--scenario", SCENARIO[game], "--out", str(path)]
    kill_when(glory(*words, "--games", "100000"), lambda: any(tmp_path.iterdir()), 0.3)
    assert not path.exists()
    assert not [*tmp_path.glob("*.jsonl")]


@both_games
def test_a_failure_is_written_whole(tmp_path: Path, game: str) -> None:
    for delay in (0.0, 0.1):
        started = time.time()
        command = [sys.executable, "-c", FAILS, game, SCENARIO[game], str(tmp_path)]
        kill_when(
            command,
            lambda since=started: any(  # type: ignore[misc]
                one.stat().st_mtime > since for one in tmp_path.glob("failure-*.jsonl")
            ),
            delay,
        )
        (path,) = tmp_path.glob("failure-*.jsonl")
        assert len(read_failure(path, game_named(game).fuzzer().game_class)[1]) == 12
