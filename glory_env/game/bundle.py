"""What a game brings to the shared machines, each part imported when it is asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from glory_env.game.definition import GameDefinition
from glory_env.scenario.files import Scenarios


class Bundle(ABC):
    """One game of the family. A method imports what it returns: asking for one part loads no other.

    What rooms above this one define is `Any` here: they say what it has to be where they ask.

    name: as commands, settings and policies write it. environment: as records write it, the name of
    its definition. title: of the game. seats: of its players. names: of the seats in a sentence,
    where it is another one. flags: of commands, those that not every game has. ends: keys of a
    record's footer that a list of saved games shows. partner: the agent a person plays with where
    none is named.
    """

    name: str
    environment: str
    title: str
    seats: tuple[str, ...]
    names: Mapping[str, str] = MappingProxyType({})
    flags: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    partner: str = "random"

    @abstractmethod
    def vector(self) -> Any:
        """A `GameVector`; it names the class of one game, and that its definition."""

    def definition(self) -> GameDefinition:
        """The definition of the game."""
        definition: GameDefinition = self.vector().game_class.definition
        return definition

    def seat_name(self, seat: str) -> str:
        """A seat in a sentence."""
        return self.names.get(seat, seat)

    def role(self, seat: str) -> str:
        """`as the Allies`, for tables."""
        return f"as {self.seat_name(seat)}"

    def scenarios(self) -> Scenarios[Any, Any] | None:
        """Its scenarios, which `glory scenario` lists, shows and checks; None: it has none."""
        return None

    def draw_scenario(self, scenario: str, out: Path, width: int | None) -> None:
        """Draw the starting position of a scenario (name or path) into a file, .png or .svg.

        width: in pixels; None: the usual one. ValueError where it draws none, or for bad input.
        """
        raise ValueError(f"--game {self.name}: has no pictures")

    @abstractmethod
    def agents(self) -> Any:
        """Its registered agents by name, dict[str, Entry], trained networks apart."""

    def is_held_out(self, name: str) -> bool:
        """Whether an agent is kept for measuring generalisation: no trainer may play with it."""
        return False

    def page_agents(self) -> frozenset[str]:
        """Names of agents that a page may ask for, besides those of `agents` and the networks."""
        return frozenset()

    @abstractmethod
    def record_form(self) -> Any:
        """The lines of its game records, a `Form`."""

    @abstractmethod
    def fuzzer(self) -> Any:
        """A `GameFuzzer`: random legal games, with its invariants and options."""

    def learnable(self) -> Any:
        """A `Learnable`; None: it learns with perceptrons, by its rewards."""
        return None

    def settings(self, command: str) -> type[Any] | None:
        """The model of its settings of `glory train` or `imitate`: what
        `glory_env.training.settings` has for every game, and what this one adds. None: nothing.
        """
        return None

    def networks(self) -> Any:
        """A `Stored`: what the files of its networks depend on; None: it has perceptrons."""
        return None

    def network_names(self) -> Mapping[str, str]:
        """The network that each name without a seed means."""
        return {}

    def write_cards(self, results: Path) -> list[Path]:
        """Write the model cards of its networks; the files."""
        return []

    def network_parameters(self, interface: Any) -> Mapping[str, str]:
        """What an agent by a network that plays in this way may be given, beside what every one
        may: key -> meaning. It is asked for without torch.
        """
        return {}

    def play(self) -> ModuleType | None:
        """What it adds to `glory play` (`glory_env.cli.games`); None: lists of choices, where no
        seat is hidden anything.
        """
        return None

    def results(self) -> Any:
        """A `Results`: finished games with the figures made of them; None: rewards and turns."""
        return None

    def field(self) -> tuple[str, ...]:
        """Agents that `glory bench` plays all others against; all of its agents."""
        return tuple(self.agents())

    def commands(self) -> Mapping[str, Callable[..., Any]]:
        """What it adds to the program: the words of a command -> what runs it, as of `tyro`."""
        return {}

    def evaluate(self) -> ModuleType | None:
        """What it adds to `glory evaluate` (`glory_env.cli.games`); None: its `results`."""
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
