"""Agents that are not part of the project: `module:Class`, or a folder with an `agent.yaml`.

They need no registration and may be named wherever an agent is asked for. Parameters follow as for
all agents: `my_package.agents:Patient:claim=0.3` or `folder:claim=0.3`; the class gets them as
keyword arguments, as text.

A name may be a mistake, or somebody else's. So the file is read before it is run, and nothing of it
is called but a class with the methods of an agent, or a function that says it returns one.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.machinery import PathFinder
from importlib.util import find_spec
from os.path import isdir, isfile
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from glory_agents.agent_checks import refusal_of_maker, refusal_of_source, without_methods
from glory_agents.base import Agent, AgentError, shown_name, split_name
from glory_env.envs.guard import guard, one_line
from glory_env.game.settings import ConfigError, read_settings

CARD = "agent.yaml"
CARD_BYTES = 1_000_000  # of a card at most
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
        with self._foreign("cannot be made"):
            agent: Any = maker(**self.given)
        self._refuse(without_methods(agent, self.maker))
        return guard(agent, self.name)

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
                with file.open("rb") as content:  # piece by piece: weights may be large
                    digest.update(hashlib.file_digest(content, "sha256").digest())
        return digest.digest()

    def _maker(self) -> Callable[..., Any]:
        """The class or function, found to be an agent's; AgentError."""
        self._refuse(refusal_of_source(self._file(), self.maker))
        package = _package(self.folder) if self.folder else ""
        with self._foreign(f"{self.module} cannot be imported"):
            module = importlib.import_module(f"{package}.{self.module}".strip("."))
        self._refuse(refusal_of_maker(module, self.maker))
        maker: Callable[..., Any] = getattr(module, self.maker)
        return maker

    @contextmanager
    def _foreign(self, what: str) -> Iterator[None]:
        """AgentError for all that foreign code may raise, SystemExit too."""
        try:
            yield
        except KeyboardInterrupt:
            raise
        except AgentError as error:
            raise self._error(error) from None
        except BaseException as error:
            hint = ""
            if self.folder and isinstance(error, ModuleNotFoundError):
                hint = "; files of a folder import one another as `from . import other`"
            raise self._error(f"{what}: {one_line(error)}{hint}") from error

    def _error(self, why: object) -> AgentError:
        return AgentError(f"agent {shown_name(self.name)}: {why}")

    def _refuse(self, why: str) -> None:
        if why:
            raise self._error(why)

    def _file(self) -> Path:
        """Of the module, found without running anything; AgentError."""
        first, *rest = self.module.split(".")
        if self.folder is None:
            self._found()
            spec = find_spec(first)
        else:
            spec = PathFinder.find_spec(first, [str(self.folder)])
        name = first
        for part in rest:
            places = spec.submodule_search_locations if spec else None
            name += f".{part}"
            spec = PathFinder.find_spec(name, places) if places else None
        file = Path(spec.origin) if spec and spec.origin else None
        if file is None or not file.is_file():
            place = f"in {self.folder}" if self.folder else "here or where Python looks"
            raise self._error(f"no module {self.module!r} {place}")
        return file

    def _found(self) -> Path:
        """The folder of the module's package, or the file of a module without one."""
        top = self.module.partition(".")[0]
        if top in sys.stdlib_module_names:
            raise self._error(f"{top} is a module of Python itself, no agent's")
        here = os.getcwd()
        if here not in sys.path:  # a command does not look where it is called
            sys.path.append(here)
        try:
            spec = find_spec(top)
        except (ImportError, ValueError):
            spec = None
        if spec is None:
            raise self._error(f"no module {top!r}, here or where Python looks")
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
    if not place or not isfile(Path(place) / CARD):  # Path.is_file raises for some names
        return None
    module, _, maker = read_card(place).entry.partition(":")
    return Own(place, Path(place).resolve(), module, maker, split_name(text)[1])


def names_code(text: str) -> bool:
    """Whether a name means an agent from elsewhere, sound or not, or a folder of such agents."""
    if not (named := text.partition(":")[0]):
        return False
    place = Path(named)
    is_folder = isdir(place) and any(place.glob(f"*/{CARD}"))
    return is_folder or isfile(place / CARD) or re.match(f"{_ENTRY}(:|$)", text) is not None


def read_card(folder: str | Path) -> Card:
    """AgentError that names the file and the key that is wrong."""
    file = Path(folder) / CARD
    try:
        if file.stat().st_size > CARD_BYTES:
            raise AgentError(f"{file}: expected at most {CARD_BYTES / 1e6:g} MB")
        return read_settings(Card, file)
    except OSError as error:
        raise AgentError(f"{file}: cannot be read ({error.strerror})") from None
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
