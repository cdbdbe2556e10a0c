"""What goes into compiled code, file by file: all that it uses, and nothing of another game."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from glory_env.core import sources
from glory_env.games import GAMES
from tests.test_map import AGENTS, ROOT, game_of

PACKAGES = (ROOT / "glory_env", ROOT / "agents" / AGENTS)
IMPORTS = re.compile(r"^from ((?:glory_env|glory_agents)[\w.]*) import (\([^)]*\)|[^\n]*)", re.M)


def with_rules() -> Iterator[tuple[Path, ModuleType]]:
    """Every source file with compiled functions, and its module."""
    for package in PACKAGES:
        for file in sorted(package.rglob("*.py")):
            if sources.HOLDS_RULES.search(file.read_text(encoding="utf-8")):
                name = ".".join(file.relative_to(package.parent).with_suffix("").parts)
                yield file, importlib.import_module(name)


def names_in(code: CodeType) -> set[str]:
    """The global names that a function uses."""
    inner = (one for one in code.co_consts if isinstance(one, CodeType))
    return set(code.co_names).union(*map(names_in, inner))


def test_no_file_of_another_game_goes_into_compiled_code() -> None:
    game = {file: game_of(module.__name__) for file, module in with_rules()}
    assert {"", *GAMES} == set(game.values())
    mixed = [
        f"{file}: {one}"
        for file, own in game.items()
        for one in sources.sources_of(file)
        if game.get(one, "") not in ("", own)
    ]
    assert mixed == []


def test_every_name_that_compiled_code_uses_is_in_its_sources() -> None:
    missing, seen = [], 0
    for file, module in with_rules():
        origin = {}  # where a name that the file uses is from
        for where, names in IMPORTS.findall(file.read_text(encoding="utf-8")):
            for name, alias in re.findall(r"(\w+)(?: as (\w+))?", names):
                origin[alias or name] = sys.modules.get(f"{where}.{name}", sys.modules[where])
        for one in vars(module).values():
            function = getattr(one, "py_func", None)
            if function is None or function.__code__.co_filename != str(file):
                continue
            for name in names_in(function.__code__) & origin.keys():
                seen += 1
                used = Path(str(origin[name].__file__))
                if used not in sources.sources_of(file):
                    missing.append(f"{file.name}: {name} of {used.name}")
    assert seen > 1000 or os.environ.get("NUMBA_DISABLE_JIT")
    assert missing == []


HEAD = "from glory_env.core.compile import rule\n"
HOUSE = {
    "shared.py": f"{HEAD}@rule\ndef half(a):\n    return a // 2\n",
    "limits.py": "LAST = 9\n",
    "words.py": "NAME = 'one'\n",
    "one.py": (
        f"{HEAD}from limits import LAST\nfrom shared import half\nimport words\n"
        "@rule\ndef one(a):\n    return half(a) + LAST\n"
    ),
    "two.py": (f"{HEAD}from shared import half\n@rule\ndef two(a):\n    return half(a) + 1\n"),
}
# Prints the names of the functions that this process compiles.
MAIN = """
from numba.core import event
class Names(event.Listener):
    def on_start(self, event):
        print(event.data["dispatcher"].py_func.__name__)
    def on_end(self, event):
        pass
event.register("numba:compile", Names())
from one import one
from two import two
assert (one(4), two(4)) == (11, 3)
"""
COMMENT = "# said\n"


def checkout(above: Path, name: str) -> Path:
    (folder := above / name / "house").mkdir(parents=True)
    for file, text in HOUSE.items():
        (folder / file).write_text(text)
    return folder


def compiles_in(folder: Path) -> set[str]:
    """The functions that a new process compiles."""
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]),
        "XDG_CACHE_HOME": str(folder.parent.parent / "cache"),
    }
    command = [sys.executable, "-c", MAIN]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.mark.slow
@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")
@pytest.mark.parametrize(
    ("edited", "compiled"),
    [
        ("one.py", {"one"}),
        ("two.py", {"two"}),
        ("limits.py", {"one"}),
        ("words.py", set()),
        ("shared.py", {"one", "two", "half"}),
    ],
)
def test_an_edit_compiles_what_it_goes_into_and_nothing_else(
    tmp_path: Path, edited: str, compiled: set[str]
) -> None:
    folder = checkout(tmp_path, "house")
    assert compiles_in(folder) == {"one", "two", "half"}
    assert compiles_in(folder) == set()
    (folder / edited).write_text(COMMENT + HOUSE[edited])
    assert compiles_in(folder) == compiled


@pytest.mark.slow
@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")
def test_a_second_checkout_finds_what_the_first_has_compiled(tmp_path: Path) -> None:
    assert compiles_in(checkout(tmp_path, "a")) == {"one", "two", "half"}
    assert compiles_in(checkout(tmp_path, "b")) == set()
