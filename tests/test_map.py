"""The map of the code: imports run down, shared code imports no game, tests are collected quickly.

The layers are those of CONTRIBUTING. A game's own modules may import from all of them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from glory_env.games import GAMES
from tests.conftest import pytest_plugins

ROOT = Path(__file__).resolve().parents[1]
AGENTS = "glory_agents"
LAYERS = (
    ("core", "text", "jobs"),
    ("scenario", "render"),
    ("game",),
    ("envs", "record"),
    (AGENTS,),
    ("bench", "fuzz"),
    ("play", "terminal", "training", "report"),
    ("cli",),
)
LEVEL = {room: k for k, rooms in enumerate(LAYERS) for room in rooms}
PUBLIC = {  # the names that users import; each is of one game
    "glory_env.glory_v0": "glory",
    "glory_env.solo_v0": "glory",
    "glory_env.macro_v0": "glory",
    "glory_env.vector": "glory",
    "glory_env.open_spiel_game": "glory",
    "glory_env.aleutians_v0": "aleutians",
    "glory_env.open_spiel_aleutians": "aleutians",
    "glory_env.empire_v0": "empire",
    "glory_env.open_spiel_empire": "empire",
}
FOLDERS = {"glory_env": ROOT, AGENTS: ROOT / "agents", "tests": ROOT}
# from (1) import (2), import (3), pytest.importorskip("(4)"
AT_ONCE = re.compile(
    r"^(?:from ([\w.]+) import (\([^)]*\)|[^\n]*)|import ([\w.]+)|\w.*importorskip\(\"([\w.]+))",
    re.M,
)
# They take a second or more to load: functions of tests import them, directly or not.
SLOW_TO_LOAD = {"torch", "stable_baselines3", "sb3_contrib", "cma", "scipy.stats", "ray"}


def imports() -> Iterator[tuple[str, str]]:
    """Every module of the packages with every module of them that it imports, anywhere in it.

    What only type checkers import does not count.
    """
    for package in (ROOT / "glory_env", ROOT / "agents" / AGENTS):
        for file in sorted(package.rglob("*.py")):
            module = ".".join(file.relative_to(package.parent).with_suffix("").parts)
            for name in sorted(set(_imported(ast.parse(file.read_text(encoding="utf-8"))))):
                if name.startswith(("glory_env", AGENTS)):
                    yield module, name


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
        return
    if isinstance(node, ast.ImportFrom):
        for one in node.names:  # `from glory_env import glory_v0` is of that module
            whole = f"{node.module}.{one.name}"
            yield whole if whole in PUBLIC else node.module or ""
    elif isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    for child in ast.iter_child_nodes(node):
        yield from _imported(child)


def room_of(module: str) -> str:
    """The room of a module: its folder in `glory_env`, or the agents; empty for a game's own."""
    package, _, rest = module.partition(".")
    if game_of(module):
        return ""
    return AGENTS if package == AGENTS else rest.partition(".")[0]


def game_of(module: str) -> str:
    """The game that a module belongs to; empty for shared code."""
    if module in PUBLIC:
        return PUBLIC[module]
    for start in ("glory_env.games.", f"{AGENTS}."):
        if module.startswith(start):
            name = module.removeprefix(start).partition(".")[0]
            return name if name in GAMES else ""
    return ""


def test_every_folder_has_a_place_on_the_map() -> None:
    """But for the games, the page (which is no Python) and what is generated."""
    folders = {one.parent.name for one in (ROOT / "glory_env").glob("*/__init__.py")}
    assert folders - {"games"} == LEVEL.keys() - {AGENTS}
    games = {one.parent.name for one in (ROOT / "glory_env/games").glob("*/__init__.py")}
    assert games == {*GAMES}


def test_imports_run_down() -> None:
    """A game's own modules import from every shared room."""
    found = list(imports())
    assert len(found) > 1000
    upward = [
        f"{module} imports {name}"
        for module, name in found
        if LEVEL.get(room_of(name), -1) > LEVEL.get(room_of(module), len(LAYERS))
    ]
    assert upward == []


def test_shared_code_imports_no_game() -> None:
    """And no game imports another one."""
    found = [
        f"{module} {name}"
        for module, name in imports()
        if game_of(name) and game_of(name) != game_of(module)
    ]
    assert found == []


# --- what is loaded where tests are collected ------------------------------------------------
def loaded_with(module: str, file: Path) -> Iterator[str]:
    """The modules that importing one imports at once: no line that is indented counts."""
    package = module.split(".")[: None if file.name == "__init__.py" else -1]
    for source, names, whole, tested in AT_ONCE.findall(file.read_text(encoding="utf-8")):
        if not source:
            yield whole or tested
            continue
        inner = source.lstrip(".")
        if above := len(source) - len(inner):  # dots: of a folder of its own
            inner = ".".join([*package[: len(package) + 1 - above], *filter(None, [inner])])
        yield from (inner, *(f"{inner}.{name}" for name in re.findall(r"\w+", names)))


def collected() -> Iterator[str]:
    """The modules that pytest imports to find the tests, the fast ones and the slow ones."""
    yield from pytest_plugins
    for file in sorted((ROOT / "tests").rglob("*.py")):
        if file.name.startswith("test_") or file.name == "conftest.py":
            yield ".".join(file.relative_to(ROOT).with_suffix("").parts)


def ways_to_slow(starts: Iterable[str]) -> Iterator[str]:
    """How modules lead to one that is slow to load: "tests.a > glory_env.b > torch"."""
    files = {
        ".".join(file.relative_to(above).with_suffix("").parts).removesuffix(".__init__"): file
        for package, above in FOLDERS.items()
        for file in (above / package).rglob("*.py")
    }
    ways = {one: one for one in starts}
    waiting = [*ways]
    while waiting:
        module = waiting.pop()
        for name in loaded_with(module, files[module]):
            parts = name.split(".")
            for whole in (".".join(parts[: k + 1]) for k in range(len(parts))):
                if whole in SLOW_TO_LOAD:
                    yield f"{ways[module]} > {whole}"
                elif whole in files and whole not in ways:
                    ways[whole] = f"{ways[module]} > {whole}"
                    waiting.append(whole)


def test_collecting_the_tests_loads_nothing_slow() -> None:
    assert list(ways_to_slow(collected())) == []


def test_what_is_slow_to_load_is_found_where_it_is_imported() -> None:
    """Through modules of the project, too."""
    found = set(ways_to_slow(["glory_env.training.pool", "glory_env.training.partners"]))
    assert "glory_env.training.partners > torch" in found
    assert "glory_env.training.partners > glory_agents.learned.by_seat > torch" in found
    assert not list(ways_to_slow(["glory_env.training.pool"]))
