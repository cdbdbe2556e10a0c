"""Files of compiled rules: damage is noticed and mended, many processes compile once."""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import filelock
import numba
import pytest
from numba.core import caching, codegen, event, types
from numba.core.errors import TypingError

from glory_env.core import compile as compiling
from glory_env.core import compile_cache

RULES = """
from glory_env.core.compile import rule

@rule
def inner(a):
    return a + 1

@rule
def outer(a):
    return inner(a) * 2

@rule
def wrong(a):
    return a.nothing
"""
# Prints the names of the functions that this process compiles, and the result.
MAIN = """
import sys, time
from pathlib import Path
from numba.core import event
from glory_env.core import compile_cache

class Names(event.Listener):
    def on_start(self, event):
        print("compiles", name := event.data["dispatcher"].py_func.__name__, flush=True)
        {at_start}
    def on_end(self, event):
        pass

event.register("numba:compile", Names())
import toy_rules
{before}
print("result", toy_rules.outer(3), flush=True)
"""
COMPILES_ALL = ["compiles outer", "compiles inner", "result 8"]


@pytest.fixture(scope="module")
def warm(tmp_path_factory) -> Path:
    """A folder with the rules, and what is compiled of them in `cache`."""
    folder = tmp_path_factory.mktemp("rules")
    (folder / "toy_rules.py").write_text(RULES)
    return folder


class Toy:
    """The rules as a process that has just begun finds them."""

    def __init__(self, source: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.source, self.cache, self.monkeypatch = source, cache, monkeypatch

    def load(self) -> ModuleType:
        self.monkeypatch.setattr(compiling, "CACHE_FOLDER", self.cache)
        self.monkeypatch.setattr(compile_cache, "_said", set())
        spec = importlib.util.spec_from_file_location("toy_rules", self.source)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def play(self) -> list[str]:
        """Call `outer`; the names of the functions that were compiled."""
        rules = self.load()
        with event.install_recorder("numba:compile") as recorder:
            assert rules.outer(3) == 8
        started = [one for _, one in recorder.buffer if one.is_start]
        return [one.data["dispatcher"].py_func.__name__ for one in started]

    def file(self, suffix: str, name: str = "outer") -> Path:
        (found,) = self.cache.rglob(f"toy_rules.{name}-*{suffix}")
        return found


@pytest.fixture
def toy(warm, tmp_path, monkeypatch) -> Toy:
    """Compiled before."""
    filled = warm / "cache"
    if not filled.exists():
        Toy(warm / "toy_rules.py", filled, monkeypatch).play()
    shutil.copytree(filled, tmp_path / "cache")
    return Toy(warm / "toy_rules.py", tmp_path / "cache", monkeypatch)


def with_digest(content: bytes) -> bytes:
    return content + hashlib.sha256(content).digest()


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "file").write_text("")


def make_loop(path: Path) -> None:
    """Not even root can read it."""
    path.unlink()
    path.symlink_to(path.name)


def fill(path: Path, content: bytes) -> None:
    version = pickle.dumps(numba.__version__) if path.suffix == ".nbi" else b""
    path.write_bytes(with_digest(version + content))


DAMAGE: dict[str, Callable[[Path], Any]] = {
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-100]),
    "emptied": lambda path: path.write_bytes(b""),
    "garbage": lambda path: path.write_bytes(bytes(range(256)) * 40),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "one bit changed": flip,
    "a folder": make_folder,
    "cannot be read": make_loop,
    "open to others": lambda path: path.chmod(0o666),
    "no pickle": lambda path: fill(path, b"no pickle"),
    "a wrong pickle": lambda path: fill(path, pickle.dumps(["other"])),
    "a pickle of nothing": lambda path: fill(path, pickle.dumps(None)),
}


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_dropped_and_compiled_again(toy, capsys, damage, suffix):
    DAMAGE[damage](toy.file(suffix))
    assert toy.play() == ["outer"]
    lines = [line for line in capsys.readouterr().err.splitlines() if "damaged" in line]
    if (damage, suffix) == ("a pickle of nothing", ".nbc"):
        assert lines == []  # what Numba itself reads as "not there"
    else:
        (line,) = lines
        assert f"what is damaged in {toy.cache}" in line
        assert "is dropped and compiled again" in line
    assert toy.play() == []
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
def test_a_file_that_is_gone_is_compiled_again(toy, capsys, suffix):
    toy.file(suffix).unlink()
    assert toy.play() == ["outer"]
    assert "damaged" not in capsys.readouterr().err
    assert toy.play() == []


def test_a_file_in_place_of_the_folder_of_a_source(toy, capsys):
    folder = toy.file(".nbi").parent
    shutil.rmtree(folder)
    folder.write_text("")
    assert toy.play() == ["outer", "inner"]
    assert capsys.readouterr().err.count("damaged file") == 1
    assert toy.play() == []


def test_many_damaged_files_are_one_line(toy, capsys):
    for file in toy.cache.rglob("*.nb?"):
        file.write_bytes(b"")
    assert toy.play() == ["outer", "inner"]
    assert capsys.readouterr().err.count("damaged file") == 1


def test_damaged_files_are_found_without_using_them(toy):
    """And only those: what is in use and what is a lock stays."""
    before = {file for file in toy.cache.rglob("*.nb?") if "inner" in file.name}
    assert compile_cache.drop_damaged(toy.cache) == 0
    flip(toy.file(".nbi"))
    make_folder(toy.file(".nbc"))
    assert compile_cache.drop_damaged(toy.cache) == 2
    assert set(toy.cache.rglob("*.nb?")) == before


def test_files_are_for_their_user_alone(toy):
    assert {file.stat().st_mode & 0o777 for file in toy.cache.rglob("*.nb?")} == {0o600}


def test_where_nothing_can_be_kept(toy, capsys, monkeypatch):
    def full(*_: object) -> Iterator[None]:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(caching.IndexDataCacheFile, "_open_for_write", full)
    shutil.rmtree(toy.cache)
    assert toy.play() == ["outer", "inner"]
    (line,) = [line for line in capsys.readouterr().err.splitlines() if "kept" in line]
    assert f"cannot be kept in {toy.cache}" in line
    assert "No space left" in line


def test_without_locks_it_is_compiled_all_the_same(toy, capsys, monkeypatch):
    def refuse(*_: object, **__: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(filelock.FileLock, "acquire", refuse)
    shutil.rmtree(toy.cache)
    assert toy.play() == ["outer", "inner"]
    assert toy.play() == []


@pytest.mark.parametrize("terminal", [True, False])
def test_a_lock_that_is_never_freed(toy, capsys, monkeypatch, terminal):
    monkeypatch.setattr(compile_cache, "WAIT", 0.1)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    toy.file(".nbc").unlink()
    with filelock.FileLock(toy.file(".lock")):
        assert toy.play() == ["outer"]
    text = capsys.readouterr().err
    assert "it is compiled here too" in text
    assert ("glory_env: another process compiles toy_rules.outer" in text) == terminal


def test_threads_compile_once(toy):
    shutil.rmtree(toy.cache)
    rules = toy.load()
    with event.install_recorder("numba:compile") as recorder, ThreadPoolExecutor(4) as threads:
        assert list(threads.map(rules.outer, [3] * 8)) == [8] * 8
    assert len([one for _, one in recorder.buffer if one.is_start]) == 2
    filelock.FileLock(toy.file(".lock")).acquire(timeout=0)


def test_the_lock_is_free_after_an_error(toy):
    with pytest.raises(TypingError):
        toy.load().wrong(3)
    filelock.FileLock(toy.file(".lock", "wrong")).acquire(timeout=0)


def test_a_function_that_calls_itself_does_not_wait_for_itself(toy, capsys, monkeypatch):
    monkeypatch.setattr(compile_cache, "WAIT", 0.1)
    inner = toy.load().inner

    class Within(event.Listener):
        def on_start(self, started: event.Event) -> None:
            if started.data["args"] == (types.complex128,):
                inner.compile((types.float64,))

        def on_end(self, ended: event.Event) -> None:
            pass

    with event.install_listener("numba:compile", Within()):
        inner.compile((types.complex128,))
    assert len(inner.signatures) == 2
    assert "compiled here too" not in capsys.readouterr().err
    filelock.FileLock(toy.file(".lock", "inner")).acquire(timeout=0)


# --- several processes --------------------------------------------------------------------
@pytest.fixture
def start(warm, tmp_path) -> Iterator[Callable[..., subprocess.Popen]]:
    """Start a process that has compiled nothing yet and calls `outer`."""
    paths = os.pathsep.join([str(warm), *sys.path])
    env = {**os.environ, "PYTHONPATH": paths, "XDG_CACHE_HOME": str(tmp_path)}
    started = []

    def begin(before: str = "", at_start: str = "pass") -> subprocess.Popen:
        code = MAIN.format(before=before, at_start=at_start)
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        started.append(subprocess.Popen([sys.executable, "-c", code], env=env, **pipes))
        return started[-1]

    yield begin
    for process in started:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_cold_processes_compile_once(start, tmp_path):
    """None has compiled anything before all of them have begun."""
    ready = f"len(list(Path({str(tmp_path)!r}).glob('*.ready')))"
    count = 4
    processes = [
        start(
            before=f"Path({str(tmp_path)!r}, '{i}.ready').touch()",
            at_start=f"\n        while {ready} < {count}: time.sleep(0.02)",
        )
        for i in range(count)
    ]
    done = [process.communicate(timeout=300) for process in processes]
    lines = [out.splitlines() for out, _ in done]
    assert sorted(lines, key=len) == [["result 8"]] * (count - 1) + [COMPILES_ALL], done
    assert "".join(err for _, err in done).count("compiling toy_rules, once") == 1


@pytest.mark.slow
def test_a_killed_process_frees_its_locks(start):
    holder = start(at_start="time.sleep(600 * (name == 'inner'))")
    assert [holder.stdout.readline().strip() for _ in range(2)] == COMPILES_ALL[:2]
    tell = """
real = compile_cache.RuleCache._wait
compile_cache.RuleCache._wait = lambda *a: print("waits", flush=True) or real(*a)
"""
    waiting = start(before=tell)
    assert waiting.stdout.readline() == "waits\n"
    holder.kill()
    holder.wait()
    out, err = waiting.communicate(timeout=300)
    assert out.splitlines() == COMPILES_ALL, err


APART = "compile_cache.LARGE = 0"  # every function stands apart


def test_large_functions_are_called_and_not_taken_in(start, tmp_path):
    """They are loaded before what calls them; one that is compiled again has its callers follow."""

    def run() -> tuple[list[str], str]:
        process = start(before=APART)
        out, err = process.communicate(timeout=300)
        return out.splitlines(), err

    assert run()[0] == COMPILES_ALL
    for path in tmp_path.rglob("toy_rules.outer-*.nbc"):
        assert b"inner" in path.read_bytes()  # the name that it is linked to
    assert run() == (["result 8"], "")
    for path in tmp_path.rglob("toy_rules.inner-*.nb?"):
        path.unlink()
    lines, err = run()
    assert sorted(lines) == sorted(COMPILES_ALL)
    assert "toy_rules.inner has been compiled again" in err
    assert run() == (["result 8"], "")


# --- another Numba ------------------------------------------------------------------------
REMOVED = [
    (caching, "IndexDataCacheFile"),
    (caching, "CompileResultCacheImpl"),
    (caching, "FunctionCache"),
    (caching.IndexDataCacheFile, "_load_index"),
    (caching.IndexDataCacheFile, "_load_data"),
    (caching.IndexDataCacheFile, "_data_path"),
    (caching.IndexDataCacheFile, "_open_for_write"),
    (codegen.CPUCodeLibrary, "_get_module_for_linking"),
]


@pytest.mark.parametrize(("owner", "name"), REMOVED)
def test_what_numba_no_longer_has_is_noticed_at_the_import(monkeypatch, owner, name):
    monkeypatch.delattr(owner, name)
    spec = importlib.util.spec_from_file_location("again", compile_cache.__file__)
    with pytest.raises(AttributeError, match=name):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


@pytest.mark.slow
def test_a_numba_without_these_classes_keeps_in_its_own_way(warm, tmp_path):
    remove = "from numba.core import caching; del caching.CompileResultCacheImpl"
    main = MAIN.replace("from glory_env.core import compile_cache", remove)
    code = main.format(at_start="pass", before="")
    paths = os.pathsep.join([str(warm), *sys.path])
    env = {**os.environ, "PYTHONPATH": paths, "XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", code]
    for lines in (COMPILES_ALL, COMPILES_ALL[2:]):
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
        assert done.stdout.splitlines() == lines, done.stderr
        said = [line for line in done.stderr.splitlines() if "in another way" in line]
        assert len(said) == 1
        assert f"Numba {numba.__version__}" in said[0]
    assert list(tmp_path.rglob("toy_rules.outer*.nbc"))


@pytest.mark.parametrize("error", [AttributeError("_cache"), TypeError("two arguments")])
def test_a_numba_with_other_classes_keeps_in_its_own_way(toy, capsys, monkeypatch, error):
    def refuse(_: object) -> None:
        raise error

    monkeypatch.setattr(compiling, "compile_cache", SimpleNamespace(keep=refuse))
    shutil.rmtree(toy.cache)
    assert toy.play() == ["outer", "inner"]
    assert capsys.readouterr().err.count(str(error)) == 1
    assert toy.play() == []
    assert compiling.drop_damaged() == 0


def test_a_dispatcher_with_nothing_to_replace(tmp_path, capsys, monkeypatch):
    """Neither the cache nor the template of calls."""
    kept = []
    dispatcher = SimpleNamespace(enable_caching=lambda: kept.append(numba.config.CACHE_DIR))
    monkeypatch.setattr(numba, "njit", lambda **_: lambda function: dispatcher)
    monkeypatch.setattr(compiling, "compile_cache", compile_cache)
    assert compiling._compile(flip, tmp_path) is dispatcher
    assert kept == [str(tmp_path)]
    assert "in another way" in capsys.readouterr().err


def test_a_function_in_no_file_is_compiled_and_not_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(compiling, "CACHE_FOLDER", tmp_path)
    names: dict[str, Any] = {"__name__": "prompt"}
    exec(compile("def plus(a): return a + 1", "<prompt>", "exec"), names)
    assert compiling.rule(names["plus"])(2) == 3
    assert list(tmp_path.iterdir()) == []
