"""Is a name of a module an agent's? Looked at before the module runs and before it is called.

A class has the methods METHODS; a function is defined in that module and says that it returns an
agent: `-> Agent`, or a class with those methods. Each check gives what is wrong, "" for nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from inspect import isfunction
from pathlib import Path
from types import ModuleType
from typing import Any

METHODS = ("reset", "act", "explain")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def without_methods(agent: Any, name: str) -> str:
    """Of an agent or its class, called `name` in the message."""
    missing = [method for method in METHODS if not callable(getattr(agent, method, None))]
    return _lacks(name, missing)


def refusal_of_maker(module: ModuleType, name: str) -> str:
    """Of what an imported module has under a name; it is not called."""
    maker = getattr(module, name, None)
    if isinstance(maker, type):
        return without_methods(maker, name)
    if not isfunction(maker):
        return _no_class(module.__name__.rpartition(".")[2], name)
    if maker.__module__ != module.__name__:
        return f"{name} is a function of {maker.__module__}, expected one of the module itself"
    return "" if _returns_agent(maker.__annotations__, maker.__globals__) else _no_promise(name)


def refusal_of_source(file: Path, name: str) -> str:
    """Of a module's file, as far as it shows without being run."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return f"{file}: cannot be read as Python: {' '.join(str(error).split())}"
    definitions = [node for node in _top_level(tree) if name in _names(node)]
    if not definitions:
        return _no_class(file.stem, name)
    last = definitions[-1]
    if isinstance(last, _FUNCTIONS) and last.name == name and last.returns is None:
        return _no_promise(name)
    if isinstance(last, ast.ClassDef) and not (last.bases or last.keywords or last.decorator_list):
        own = {own for node in _top_level(last) for own in _names(node)}
        return _lacks(name, [method for method in METHODS if method not in own])
    return ""


class _Any(frozenset[str]):
    """Names that cannot be known: all."""

    def __contains__(self, name: object) -> bool:
        return True


def _names(node: ast.AST) -> frozenset[str]:
    """What a statement, or a part of one, gives a name to."""
    if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        return _Any() if node.name == "__getattr__" else frozenset({node.name})
    if isinstance(node, ast.Import | ast.ImportFrom):
        names = {alias.asname or alias.name.partition(".")[0] for alias in node.names}
        return _Any() if "*" in names else frozenset(names)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return frozenset({node.id})
    return frozenset()


def _top_level(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes inside of a module or class in order, but none inside of its functions, classes."""
    for node in ast.iter_child_nodes(tree):
        yield node
        if not isinstance(node, (*_FUNCTIONS, ast.ClassDef, ast.Lambda)):
            yield from _top_level(node)


def _returns_agent(said: Mapping[str, Any], scope: Mapping[str, Any]) -> bool:
    """Whether annotations promise an agent; as text they are looked up, never evaluated."""
    promise = said.get("return")
    if isinstance(promise, str):
        first, *rest = promise.split(".")
        promise, last = scope.get(first), (rest or [first])[-1]
        for part in rest:
            promise = getattr(promise, part, None)
        if promise is None:  # only type checkers import it
            return last == "Agent"
    return isinstance(promise, type) and not without_methods(promise, "")


def _lacks(name: str, missing: list[str]) -> str:
    expected = f"expected the methods {', '.join(METHODS)}"
    return f"{expected}, {name} has no {', '.join(missing)}" if missing else ""


def _no_class(module: str, name: str) -> str:
    return f"{module} has no class {name!r}, and no function that returns an agent"


def _no_promise(name: str) -> str:
    return f"{name} is a function that does not say it returns an agent: expected `-> Agent`"
