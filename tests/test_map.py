"""The map of the code: imports run down, and shared code imports no game.

The layers are those of CONTRIBUTING. What breaks the second rule today stands in UP_INTO_A_GAME,
which may only become shorter.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
AGENTS = "glory_agents"
LAYERS = (
    ("core", "text", "jobs"),
    ("rules", "scenarios"),
    ("engine", "render"),
    ("game",),
    ("envs", "record", "wording"),
    (AGENTS,),
    ("bench", "fuzz"),
    ("play", "terminal", "training", "report"),
    ("cli", "rllib"),
)
LEVEL = {room: k for k, rooms in enumerate(LAYERS) for room in rooms}
SECOND = "aleutians"  # in the names of all that is the second game's own
UP_INTO_A_GAME = {
    "glory_agents.learned.entries": {"glory_agents.aleutians.learned"},
    "glory_agents.learned.policy_file": {"glory_agents.aleutians.policy"},
    "glory_agents.registry": {"glory_agents.aleutians.entries"},
    "glory_env.cli.play": {"glory_env.cli.play_aleutians"},
    "glory_env.cli.record": {"glory_env.cli.aleutians"},
    "glory_env.cli.warmup": {"glory_env.aleutians.play.start", "glory_env.aleutians_v0"},
    "glory_env.record.forms": {"glory_env.aleutians.options", "glory_env.aleutians_v0"},
    "glory_env.training.commands": {"glory_env.training.config_aleutians"},
    "glory_env.training.learnable": {"glory_env.training.learn_aleutians"},
}


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
        yield node.module or ""
    elif isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    for child in ast.iter_child_nodes(node):
        yield from _imported(child)


def room_of(module: str) -> str:
    """The room of a module: its folder in `glory_env`, or the agents."""
    package, _, rest = module.partition(".")
    return AGENTS if package == AGENTS else rest.partition(".")[0]


def test_every_folder_has_a_place_on_the_map() -> None:
    """But for the second game's, the page (which is no Python) and what is generated."""
    folders = {one.parent.name for one in (ROOT / "glory_env").glob("*/__init__.py")}
    assert folders - {SECOND} == LEVEL.keys() - {AGENTS}


def test_imports_run_down() -> None:
    found = list(imports())
    assert len(found) > 1000
    upward = [
        f"{module} imports {name}"
        for module, name in found
        if LEVEL.get(room_of(name), -1) > LEVEL.get(room_of(module), len(LAYERS))
    ]
    assert upward == []


def test_shared_code_imports_no_game() -> None:
    """One that is mended has to be taken off the list."""
    found: dict[str, set[str]] = {}
    for module, name in imports():
        if SECOND in name and SECOND not in module:
            found.setdefault(module, set()).add(name)
    assert found == UP_INTO_A_GAME
