"""What a game brings to the shared machines, each part imported when it is asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from glory_agents.base import Entry
    from glory_agents.learned.stored import Stored
    from glory_env.envs.vector import GameVector
    from glory_env.fuzz.games import GameFuzzer
    from glory_env.game.definition import GameDefinition
    from glory_env.record.forms import Form
    from glory_env.scenario.files import Scenarios
    from glory_env.training.learnable import Learnable


class Bundle(ABC):
    """One game of the family. A method imports what it returns: asking for one part loads no other.

    name: as commands, settings and policies write it. environment: as records write it, the name of
    its definition. title: of the game. seats: of its players. flags: of commands, those that not
    every game has. ends: keys of a record's footer that a list of saved games shows.
    """

    name: str
    environment: str
    title: str
    seats: tuple[str, ...]
    flags: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()

    @abstractmethod
    def vector(self) -> type[GameVector]:
        """Many games in one array; it names the class of one game, and that its definition."""

    def definition(self) -> GameDefinition:
        """The definition of the game."""
        return self.vector().game_class.definition

    def scenarios(self) -> Scenarios[Any, Any] | None:
        """Its scenarios, which `glory scenario` lists, shows and checks; None: it has none."""
        return None

    def draw_scenario(self, scenario: str, out: Path, width: int | None) -> None:
        """Draw the starting position of a scenario (name or path) into a file, .png or .svg.

        width: in pixels; None: the usual one. ValueError where it draws none, or for bad input.
        """
        raise ValueError(f"--game {self.name}: has no pictures")

    @abstractmethod
    def agents(self) -> dict[str, Entry]:
        """Its registered agents by name, trained networks apart."""

    def is_held_out(self, name: str) -> bool:
        """Whether an agent is kept for measuring generalisation: no trainer may play with it."""
        return False

    def page_agents(self) -> frozenset[str]:
        """Names of agents that a page may ask for, besides those of `agents` and the networks."""
        return frozenset()

    @abstractmethod
    def record_form(self) -> Form:
        """The lines of its game records."""

    @abstractmethod
    def fuzzer(self) -> type[GameFuzzer]:
        """Random legal games, with its invariants and options."""

    def learnable(self) -> Learnable | None:
        """What training needs to know of it; None: it learns with perceptrons, by its rewards."""
        return None

    def settings(self, command: str) -> type[Any] | None:
        """The model of its settings of `glory train` or `imitate`: what
        `glory_env.training.settings` has for every game, and what this one adds. None: nothing.
        """
        return None

    def networks(self) -> Stored | None:
        """What the files of its networks depend on; None: it has perceptrons."""
        return None

    def play(self) -> ModuleType | None:
        """What it adds to `glory play` (`glory_env.cli.games`); None: lists of choices, where no
        seat is hidden anything.
        """
        return None

    def evaluate(self) -> ModuleType | None:
        """What it adds to `glory evaluate` (`glory_env.cli.games`); None: rewards alone."""
        return None

    def speed(self, seconds: float, repeats: int) -> None:
        """Print its table of `glory speed`; seconds: of each run, of which there are `repeats`.

        ValueError where it has none.
        """
        raise ValueError(f"--game {self.name}: has no table of speed")

    def studies(self) -> dict[str, tuple[type, str]]:
        """Its studies: name -> settings, and the module that holds the study as STUDY."""
        return {}

    @abstractmethod
    def compile_all(self) -> None:
        """Run every compiled function of its rules, agents and pages once."""
