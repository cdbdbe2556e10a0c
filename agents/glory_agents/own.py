"""Agents that are not part of the project: `module:Class`, or a folder with an `agent.yaml`.

They need no registration and may be named wherever an agent is asked for. Parameters follow as for
all agents: `my_package.agents:Patient:claim=0.3` or `folder:claim=0.3`; the class gets them as
keyword arguments, as text.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Callable
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from glory_agents.base import Agent, AgentError, split_name
from glory_env.game.settings import ConfigError, read_settings

CARD = "agent.yaml"
METHODS = ("reset", "act", "explain")
_ENTRY = r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z_]\w*"


class Card(BaseModel):
    """What `agent.yaml` says. Only `entry` is needed to play; docs/agents.md explains the rest."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    entry: str = Field(pattern=f"^{_ENTRY}$", description="module:Class, a module of the folder")
    name: str = Field("", description="of the agent, in tables")
    about: str = Field("", description="one line about it")
    authors: str = Field("", description="who made it")
    licence: str = Field("", description="of its code and weights")
    trained_with: tuple[str, ...] = Field((), description="agents and data it has learnt from")
    budget: str = Field("", description="what making it took, in hours of which machine")


class Own(NamedTuple):
    """An agent's place. folder: with an `agent.yaml`, None for a module that Python finds."""

    name: str  # as it was given, without parameters
    folder: Path | None
    module: str
    maker: str  # a class, or a function that returns an agent
    given: dict[str, str]  # parameters

    def make(self) -> Agent:
        """AgentError, in one line, for whatever keeps it from playing."""
        maker = self._maker()
        try:
            agent: Any = maker(**self.given)
        except AgentError as error:
            raise AgentError(f"agent {self.name!r}: {error}") from None
        except Exception as error:  # foreign code: anything may happen
            raise AgentError(f"agent {self.name!r}: cannot be made: {one_line(error)}") from error
        missing = [name for name in METHODS if not callable(getattr(agent, name, None))]
        if missing:
            raise AgentError(
                f"agent {self.name!r}: expected the methods {', '.join(METHODS)}, "
                f"{self.maker} has no {', '.join(missing)}"
            )
        made: Agent = agent
        return made

    def fingerprint(self) -> bytes:
        """sha256 over the names and contents of its files, its class and its parameters.

        Of a folder these are all files; of a module all files of the package it belongs to. Hidden
        files and compiled ones do not count, nor does the place where the files are.
        """
        root = self.folder or self._found()
        digest = sha256(repr((self.module, self.maker, sorted(self.given.items()))).encode())
        for file in [root] if root.is_file() else sorted(root.rglob("*")):
            if _counts(file, root):
                digest.update(f"\0{file.relative_to(root).as_posix()}\0".encode())
                digest.update(sha256(file.read_bytes()).digest())
        return digest.digest()

    def _maker(self) -> Callable[..., Any]:
        if self.folder is None:
            self._found()
        package = _package(self.folder) if self.folder else ""
        try:
            module = importlib.import_module(f"{package}.{self.module}".strip("."))
        except Exception as error:
            hint = ""
            if self.folder and isinstance(error, ModuleNotFoundError):
                hint = "; files of a folder import one another as `from . import other`"
            raise AgentError(
                f"agent {self.name!r}: {self.module} cannot be imported: {one_line(error)}{hint}"
            ) from error
        maker = getattr(module, self.maker, None)
        if not callable(maker):
            raise AgentError(f"agent {self.name!r}: {self.module} has no class {self.maker!r}")
        found: Callable[..., Any] = maker
        return found

    def _found(self) -> Path:
        """The folder of the module's package, or the file of a module without one."""
        here = os.getcwd()
        if here not in sys.path:  # a command does not look where it is called
            sys.path.append(here)
        top = self.module.partition(".")[0]
        try:
            spec = find_spec(top)
        except (ImportError, ValueError):
            spec = None
        if spec is None:
            raise AgentError(f"agent {self.name!r}: no module {top!r}, here or where Python looks")
        if spec.submodule_search_locations:
            return Path(next(iter(spec.submodule_search_locations)))
        return Path(spec.origin or "")


def find(text: str) -> Own | None:
    """The agent from elsewhere that a name with parameters means; None for any other name.

    AgentError for an `agent.yaml` that is not right and for malformed parameters.
    """
    match = re.match(f"^({_ENTRY})(?::|$)(.*)", text)
    if match:
        name, (_, given) = match[1], split_name(f"x:{match[2]}")
        module, _, maker = name.partition(":")
        return Own(name, None, module, maker, given)
    place = text.partition(":")[0]
    if not place or not (Path(place) / CARD).is_file():
        return None
    module, _, maker = read_card(place).entry.partition(":")
    return Own(place, Path(place).resolve(), module, maker, split_name(text)[1])


def read_card(folder: str | Path) -> Card:
    """AgentError that names the file and the key that is wrong."""
    try:
        return read_settings(Card, Path(folder) / CARD)
    except ConfigError as error:
        raise AgentError(str(error)) from None


def _package(folder: Path) -> str:
    """A package of its own for each folder: two may have modules of the same name."""
    name = f"glory_own_{sha256(str(folder).encode()).hexdigest()[:12]}"
    if name not in sys.modules:
        module = ModuleType(name)
        module.__path__ = [str(folder)]
        sys.modules[name] = module
    return name


def _counts(path: Path, root: Path) -> bool:
    parts = path.relative_to(root).parts
    hidden = any(part.startswith(".") or part == "__pycache__" for part in parts)
    return path.is_file() and not hidden


def one_line(error: Exception) -> str:
    """What other people's code has raised, in one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"
