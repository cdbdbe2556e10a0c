"""The Aleutians Campaign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from glory_env.game.bundle import Bundle

if TYPE_CHECKING:
    from glory_agents.base import Entry
    from glory_agents.learned.stored import Stored
    from glory_env.bench.results import Results
    from glory_env.envs.vector import GameVector
    from glory_env.fuzz.games import GameFuzzer
    from glory_env.record.forms import Form
    from glory_env.scenario.files import Scenarios
    from glory_env.training.learnable import Learnable

COMPILED = "the rules of the Aleutians Campaign"  # how `core.announce` names what is compiled here


class Aleutians(Bundle):
    """What the Aleutians Campaign brings to the shared machines."""

    name, environment, title = "aleutians", "aleutians_v0", "The Aleutians Campaign"
    seats = ("japan", "allies")
    names = MappingProxyType({"japan": "Japan", "allies": "the Allies"})
    partner = "historical"

    def vector(self) -> type[GameVector]:
        from glory_env.games.aleutians.envs import Vector

        return Vector

    def scenarios(self) -> Scenarios[Any, Any]:
        from glory_env.games.aleutians.scenario.load import SCENARIOS

        return SCENARIOS

    def agents(self) -> dict[str, Entry]:
        from glory_agents.aleutians.entries import ENTRIES

        return ENTRIES

    def record_form(self) -> Form:
        from glory_env.games.aleutians.record_form import record_form

        return record_form()

    def fuzzer(self) -> type[GameFuzzer]:
        from glory_env.games.aleutians.fuzz.fuzzer import Fuzzer

        return Fuzzer

    def learnable(self) -> Learnable:
        from glory_env.games.aleutians.learn import LEARNABLE

        return LEARNABLE

    def settings(self, command: str) -> type[Any]:
        from glory_env.games.aleutians.run_settings import AleutiansImitation, AleutiansTraining

        return AleutiansTraining if command == "train" else AleutiansImitation

    def networks(self) -> Stored:
        from glory_agents.aleutians.learned import STORED

        return STORED

    def write_cards(self, results: Path) -> list[Path]:
        from glory_env.core import json_file
        from glory_env.games.aleutians.studies.cards import write_cards

        return write_cards(json_file.read(results / "aleutians-training.json"))

    def play(self) -> ModuleType:
        from glory_env.games.aleutians.play import command

        return command

    def results(self) -> type[Results]:
        from glory_env.games.aleutians.bench.results import AleutiansResults

        return AleutiansResults

    def field(self) -> tuple[str, ...]:
        return "random", "careful", "historical", "aggressive", "defensive", "rush", "guard"

    def commands(self) -> Mapping[str, Callable[..., Any]]:
        from glory_env.games.aleutians.commands import respond

        return {"respond": respond}

    def speed(self, seconds: float, repeats: int) -> None:
        from glory_env.games.aleutians.speed import measure

        measure(seconds, repeats)

    def studies(self) -> dict[str, tuple[type, str]]:
        from glory_env.games.aleutians.studies import STUDIES

        return STUDIES

    def compile_all(self) -> None:
        from glory_env.games.aleutians.warmup import compile_all

        compile_all()


GAME = Aleutians()
