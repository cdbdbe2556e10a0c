"""Damaged checkpoints and policies of both games: one line that names the file, nothing is lost."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from glory_agents.learned import policy_file
from glory_agents.learned.policy_file import is_whole, load_policy, save_policy
from glory_agents.registry import make_agent
from glory_env.cli.main import main
from glory_env.core.files import whole_file
from glory_env.envs.agent import AgentError
from glory_env.game.settings import ConfigError
from tests.damage import changed, cut, flipped
from tests.training.aleutians import settings
from tests.training.making import new_trainer
from tests.training.test_runs import small

GAMES: dict[str, Callable[..., Any]] = {"glory": small, "aleutians": settings}
both_games = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(scope="module", params=GAMES)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The settings of a run that has begun, and what is in its folder."""
    config = GAMES[request.param](tmp_path_factory.mktemp("runs"))
    new_trainer(config)
    return config, {
        path: path.read_bytes() for path in config.folder.rglob("*") if path.is_file()
    }  # fmt: skip


@pytest.fixture
def whole(run: Any) -> Any:
    """The same, mended before and after a test."""
    config, files = run
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return config


def refused(config: Any) -> str:
    """What a run that is to go on says; "" where it goes on."""
    try:
        new_trainer(config, resume=True)
    except ConfigError as error:
        words = str(error)
    else:
        return ""
    assert "\n" not in words
    assert words.startswith(str(config.folder))
    return words


@pytest.mark.slow
def test_a_checkpoint_s_json_that_breaks_off_is_refused(whole: Any) -> None:
    state = whole.folder / "checkpoint.json"
    for content in cut(state.read_bytes().rstrip(), seed=1, times=30):
        state.write_bytes(content)
        assert "checkpoint.json: damaged" in refused(whole)
        assert state.read_bytes() == content


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("steps", "3"), ("steps", 1.5), ("steps", -1), ("steps", None), ("updates", [1]),
        ("seconds", "x"), ("seconds", float("nan")), ("cpu_seconds", None), ("completion", {}),
        ("best", "x"), ("kept", True), ("config", []), ("config", None), ("file", ["x"]),
        ("sha256", 3), ("action_table", [1]), ("scenario_id", None), ("observation_version", {}),
        ("observation_size", "x"),
    ],
)  # fmt: skip
def test_a_wrong_value_in_a_checkpoint_s_json_is_named(whole: Any, key: str, value: Any) -> None:
    state = whole.folder / "checkpoint.json"
    about = json.loads(state.read_text())
    state.write_text(json.dumps({**about, key: value}))
    assert (key if value == value else "NaN, which is no number") in refused(whole)


@pytest.mark.slow
def test_other_values_in_a_checkpoint_s_json_raise_nothing_else(whole: Any) -> None:
    state = whole.folder / "checkpoint.json"
    about = json.loads(state.read_text())
    about = {key: value for key, value in about.items() if key not in ("versions", "git")}
    count = 0
    for (other,) in changed([about], seed=2, times=60):
        state.write_text(json.dumps(other))
        count += bool(refused(whole))
    assert count > 40


@pytest.mark.slow
def test_a_checkpoint_that_is_cut_or_changed_is_refused(whole: Any) -> None:
    (file,) = whole.folder.glob("checkpoint-*.*s")
    content = file.read_bytes()
    for damaged in (*cut(content, 3, 6), *flipped(content, 4, 6)):
        file.write_bytes(damaged)
        assert f"{file.name}: the checkpoint cannot be read" in refused(whole)


def test_the_other_game_s_checkpoint_is_refused(whole: Any, tmp_path: Path) -> None:
    other = next(make for make in GAMES.values() if type(make(tmp_path)) is not type(whole))(
        tmp_path
    )
    shutil.copytree(whole.folder, other.folder)
    assert "the run began with" in refused(other)


# --- policies --------------------------------------------------------------------------------
def part_of(folder: Path) -> Path:
    """A folder that holds one network of a policy."""
    return folder / "japan" if (folder / "japan").is_dir() else folder


def load_error(config: Any, folder: Path) -> str:
    """What loading says; "" where the network is taken."""
    try:
        make_agent(str(folder), game=config.game)
    except AgentError as error:
        words = str(error)
    else:
        return ""
    assert "\n" not in words
    return words


def test_a_policy_that_is_cut_or_changed_is_refused(whole: Any) -> None:
    folder = whole.folder / "untrained"
    assert not load_error(whole, folder)
    for name in ("policy.safetensors", "policy.json"):
        file = part_of(folder) / name
        content = file.read_bytes()
        for damaged in cut(content.rstrip(), 5, 12):
            file.write_bytes(damaged)
            assert str(part_of(folder)) in load_error(whole, folder)
        if name == "policy.safetensors":
            for damaged in flipped(content, 6, 12):
                file.write_bytes(damaged)
                assert "tensors_sha256" in load_error(whole, folder)
        file.write_bytes(content)


@pytest.mark.slow
def test_other_values_in_a_policy_s_json_raise_nothing_else(whole: Any) -> None:
    folder = whole.folder / "untrained"
    file = part_of(folder) / "policy.json"
    about = json.loads(file.read_text())
    count = 0
    for key in about:
        for value in (None, True, -1, 1e400, "x", [], [None], {}, {"a": 1}):
            file.write_text(json.dumps({**about, key: value}))
            count += bool(load_error(whole, folder))
    for (other,) in changed([about], seed=7, times=60):
        file.write_text(json.dumps(other))
        count += bool(load_error(whole, folder))
    assert count > 60


def test_the_commands_name_a_damaged_policy_in_one_line(
    whole: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = whole.folder / "untrained"
    file = part_of(folder) / "policy.safetensors"
    file.write_bytes(file.read_bytes()[:-1])
    words = ["evaluate", "--army", str(folder), "--games", "2"]
    if whole.game == "aleutians":
        words = ["bench", "--game", "aleutians", "--agents", str(folder), "--games", "2"]
    assert main(words) == 2
    printed = capsys.readouterr().err
    assert str(part_of(folder)) in printed
    assert printed.count("\n") == 1


def test_the_other_game_s_policy_is_refused(whole: Any) -> None:
    other = next(game for game in GAMES if game != whole.game)
    with pytest.raises(AgentError, match=f"this network plays {whole.game}, not {other}"):
        make_agent(str(whole.folder / "untrained"), game=other)


class Killed(BaseException):
    """In place of SIGKILL."""


def test_a_half_of_a_policy_is_none(whole: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed before any of its files is there: what is left is refused, and known for a half."""
    folder = whole.folder / "untrained"
    parts = [part for part in (folder, folder / "japan", folder / "allies") if
             (part / "policy.json").exists()]  # fmt: skip
    network, about = load_policy(folder)
    about = {key: value for key, value in about.items() if key not in ("tensors_sha256", "network")}
    written: list[Path] = []
    last = 0

    @contextmanager
    def one_less(path: Path, mode: int = 0o644) -> Iterator[Any]:
        if len(written) == last:
            raise Killed
        written.append(path)
        with whole_file(path, mode) as file:
            yield file

    for last in range(2 * len(parts)):
        written.clear()
        with monkeypatch.context() as patch:
            patch.setattr(policy_file, "whole_file", one_less)
            patch.setattr("glory_env.core.files.whole_file", one_less)
            with pytest.raises(Killed):
                save_policy(folder, network, about)
        assert len(written) == last
        assert not is_whole(folder)
        assert load_error(whole, folder)
    save_policy(folder, network, about)
    assert is_whole(folder)
    assert not load_error(whole, folder)
