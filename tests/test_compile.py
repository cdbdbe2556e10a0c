"""The folder of compiled code, and what is said while rules are compiled."""

from __future__ import annotations

import pwd
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from glory_env.core import compile as compiling


def test_a_user_without_a_home_folder(monkeypatch, capsys):
    """An unknown user id, as containers have: `Path.home` raises RuntimeError there."""

    def unknown(uid: int) -> None:
        raise KeyError(uid)

    for name in ("HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    folder = compiling._make_cache_folder()
    (line,) = capsys.readouterr().err.splitlines()
    assert str(folder) in line
    assert "XDG_CACHE_HOME" in line
    folder.rmdir()


@pytest.mark.parametrize("value", ["", "relative/cache"])
def test_an_empty_or_relative_cache_folder_is_as_good_as_none(monkeypatch, tmp_path, value):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", value)
    monkeypatch.setattr(sys, "platform", "linux")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert compiling._make_cache_folder().parent == tmp_path / "home" / ".cache" / "glory-env"
    assert list(Path().iterdir()) == []


def test_the_cache_folder_that_is_asked_for(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert compiling._make_cache_folder().parent == tmp_path / "glory-env"


def compile_event(name: str, module: str = "glory_env.rules.convoy") -> SimpleNamespace:
    function = SimpleNamespace(__name__=name, __module__=module)
    return SimpleNamespace(data={"dispatcher": SimpleNamespace(py_func=function)})


@pytest.mark.parametrize("terminal", [True, False])
def test_what_is_compiled_is_shown(monkeypatch, capsys, terminal):
    announcer = compiling._Announcer()
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
        assert text.startswith("glory_env: compiling the rules, once on this machine")
    announcer.on_end(outer)
    assert capsys.readouterr().err == ("\r\033[K" if terminal else "")
