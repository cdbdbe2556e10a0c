"""The folder of compiled code, and what is said while rules are compiled."""

from __future__ import annotations

import importlib
import os
import pwd
import stat
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from glory_env.core import announce, cache_folder
from glory_env.core.cache_folder import clear, make_cache_folder

PRINT = "0123456789abcdef"  # a fingerprint


@pytest.fixture
def cache(monkeypatch, tmp_path) -> Path:
    """The folder that holds the folders of compiled rules."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "glory-env"


def test_a_user_without_a_home_folder(monkeypatch, capsys):
    """An unknown user id, as containers have: `Path.home` raises RuntimeError there."""

    def unknown(uid: int) -> None:
        raise KeyError(uid)

    for name in ("HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    removals = []
    monkeypatch.setattr(cache_folder.atexit, "register", lambda *a, **_: removals.append(a))
    folder = make_cache_folder(PRINT)
    (line,) = capsys.readouterr().err.splitlines()
    assert str(folder) in line
    assert "XDG_CACHE_HOME" in line
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    ((remove, above),) = removals
    remove(above)
    assert not folder.exists()


@pytest.mark.parametrize("value", ["", "relative/cache"])
def test_an_empty_or_relative_cache_folder_is_as_good_as_none(monkeypatch, tmp_path, value):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", value)
    monkeypatch.setattr(sys, "platform", "linux")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert make_cache_folder(PRINT).parent == tmp_path / "home" / ".cache" / "glory-env"
    assert list(Path().iterdir()) == []


def test_the_cache_folder_that_is_asked_for(cache):
    assert make_cache_folder(PRINT) == cache / PRINT


def test_the_folder_is_for_its_user_alone(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "deep" / "cache"))
    before = os.umask(0)
    try:
        folder = make_cache_folder(PRINT)
    finally:
        os.umask(before)
    made = [folder, folder.parent, folder.parent.parent, folder.parent.parent.parent]
    assert [stat.S_IMODE(one.stat().st_mode) for one in made] == [0o700] * 4


@pytest.mark.parametrize("mode", [0o770, 0o777, 0o702])
def test_a_folder_that_others_can_write_is_not_used(cache, capsys, mode):
    (cache / PRINT).mkdir(parents=True)
    (cache / PRINT).chmod(mode)
    folder = make_cache_folder(PRINT)
    assert not folder.is_relative_to(cache)
    (line,) = capsys.readouterr().err.splitlines()
    assert f"{cache / PRINT} can be changed by other users" in line
    assert str(folder) in line


@pytest.mark.parametrize("place", [".", PRINT])
def test_a_folder_of_another_user_is_not_used(monkeypatch, cache, capsys, place):
    (cache / PRINT).mkdir(parents=True, mode=0o700)
    real = Path.stat

    def stat_of(path: Path, **how: bool) -> os.stat_result:
        values = list(real(path, **how))
        if path == cache / place:
            values[4] = os.geteuid() + 1
        return os.stat_result(values)

    monkeypatch.setattr(Path, "stat", stat_of)
    folder = make_cache_folder(PRINT)
    assert not folder.is_relative_to(cache)
    (line,) = capsys.readouterr().err.splitlines()
    assert f"{cache / place} belongs to another user" in line


def test_what_an_earlier_version_left_to_the_group_is_closed(cache, capsys):
    cache.mkdir()
    cache.chmod(0o775)
    assert make_cache_folder(PRINT) == cache / PRINT
    assert stat.S_IMODE(cache.stat().st_mode) == 0o755
    assert capsys.readouterr().err == ""


def test_a_folder_that_root_has_filled_for_all_is_read(monkeypatch, cache, capsys):
    """Its time of use cannot be set, nor anything written."""
    make_cache_folder(PRINT).chmod(0o755)

    def refuse(path: Path) -> None:
        raise PermissionError(path)

    monkeypatch.setattr(os, "utime", refuse)
    assert make_cache_folder(PRINT) == cache / PRINT
    assert capsys.readouterr().err == ""


def test_a_file_in_place_of_the_folder(cache):
    cache.mkdir()
    (cache / PRINT).write_text("")
    assert make_cache_folder(PRINT).is_dir()


def test_unused_rules_are_deleted_and_nothing_else(cache):
    """On Windows the folder of saved games lies beside them."""
    old = time.time() - (cache_folder.UNUSED_DAYS + 1) * 86400
    for name in (PRINT.replace("0", "f"), "games", PRINT):
        (cache / name).mkdir(parents=True)
        os.utime(cache / name, (old, old))
    make_cache_folder(PRINT)
    assert {one.name for one in cache.iterdir()} == {"games", PRINT}


def test_all_versions_are_deleted_on_request_and_nothing_else(cache):
    for name in (PRINT, PRINT.replace("0", "f"), "games"):
        (cache / name / "rules").mkdir(parents=True)
        (cache / name / "rules" / "step.nbc").write_bytes(bytes(3_000_000))
    assert clear() == f"folders of compiled rules deleted from {cache}: 2, 6 MB"
    assert [one.name for one in cache.iterdir()] == ["games"]
    assert clear() == f"there are no compiled rules in {cache}"


def test_a_folder_that_is_empty_afterwards_goes_too(cache):
    (cache / PRINT).mkdir(parents=True)
    clear()
    assert not cache.exists()


def compile_event(name: str, module: str = "glory_env.games.glory.rules.convoy") -> SimpleNamespace:
    function = SimpleNamespace(__name__=name, __module__=module)
    return SimpleNamespace(data={"dispatcher": SimpleNamespace(py_func=function)})


def compile_all(announcer: announce._Announcer, *modules: str) -> None:
    """The first calls the second, and so on."""
    events = [compile_event("f", module) for module in modules]
    for event in events:
        announcer.on_start(event)
    for event in events:
        announcer.on_end(event)


@pytest.fixture
def announcer(monkeypatch) -> announce._Announcer:
    importlib.import_module("glory_env.games.glory.rules")  # it says what it is called
    monkeypatch.setattr(announce, "_watched", {"glory_env.games.glory.rules.convoy"})
    return announce._Announcer()


@pytest.mark.parametrize("terminal", [True, False])
def test_what_is_compiled_is_shown(monkeypatch, capsys, announcer, terminal):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    outer, inner, foreign = (
        compile_event("step"), compile_event("roll"), compile_event("solve", "numpy.linalg"),
    )  # fmt: skip
    announcer.on_start(foreign)
    announcer.on_end(foreign)
    assert capsys.readouterr().err == ""
    for event in (outer, inner):
        announcer.on_start(event)
    announcer.on_end(inner)
    text = capsys.readouterr().err
    if terminal:
        assert text.count("\r") == 2
        assert text.endswith(": 2, roll")
    else:
        assert text.count("\n") == 1
        assert text.startswith("glory_env: compiling the rules of Glory, once on this machine")
    announcer.on_end(outer)
    assert capsys.readouterr().err == ("\r\033[K" if terminal else "")


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("glory_env.games.glory.rules.convoy", "the rules of Glory"),
        ("glory_env.games.glory.generated.kernels", "the rules of Glory"),
        ("glory_env.games.aleutians.generated.kernels", "the rules of the Aleutians Campaign"),
        ("glory_agents.glory.scripted.commander", "the agents of Glory"),
        ("glory_agents.aleutians.plans", "the agents of the Aleutians Campaign"),
        ("glory_env.core.dice", ""),
        ("another_game.rules", "another_game.rules"),
    ],
)
def test_it_is_said_which_rules_are_compiled(module, name):
    for package in (
        "glory_env.games.aleutians",
        "glory_env.games.glory.rules",
        "glory_env.games.glory.engine",
    ):
        importlib.import_module(package)
    for package in ("glory_agents.glory.scripted", "glory_agents.aleutians"):
        importlib.import_module(package)
    assert announce.name_of(module) == name


def test_each_kind_of_rules_is_named_once(monkeypatch, capsys, announcer):
    """What a function calls belongs to it; small helpers are not worth a line."""
    agent, rules, helper = (
        "glory_agents.custom_agents",
        "glory_env.games.glory.rules.convoy",
        "glory_env.core.dice",
    )
    monkeypatch.setattr(announce, "_watched", {agent, rules, helper})
    compile_all(announcer, helper)
    assert capsys.readouterr().err == ""
    compile_all(announcer, agent, rules, helper)
    compile_all(announcer, agent)
    compile_all(announcer, rules)
    named = [line.partition(", once")[0] for line in capsys.readouterr().err.splitlines()]
    assert named == [
        "glory_env: compiling the agents of Glory", "glory_env: compiling the rules of Glory",
    ]  # fmt: skip
