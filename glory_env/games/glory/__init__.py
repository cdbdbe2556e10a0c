"""Glory of the Japanese Empire, August 1942 - August 1945."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
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

COMPILED = "the rules of Glory"  # how `core.announce` names what is compiled here


class Glory(Bundle):
    """What Glory brings to the shared machines."""

    name, environment, title = "glory", "glory_v0", "Glory of the Japanese Empire"
    seats = ("army", "navy")
    ends = ("completed", "winner", "gp")
    partner = "sakaki"
    flags = (
        "solo", "apart", "clock", "force", "data", "people", "questions", "handicap", "reward",
        "keep", "deterministic", "states",
    )  # fmt: skip

    def vector(self) -> type[GameVector]:
        from glory_env.games.glory.envs import GloryVector

        return GloryVector

    def scenarios(self) -> Scenarios[Any, Any]:
        from glory_env.games.glory.scenario.load import SCENARIOS

        return SCENARIOS

    def draw_scenario(self, scenario: str, out: Path, width: int | None) -> None:
        from glory_env.games.glory.game import Game
        from glory_env.games.glory.render.picture import write_picture
        from glory_env.render.drawing import WIDTH

        game = Game(scenario, seed=0)
        write_picture(game.scenario, game.record, out, width or WIDTH)

    def agents(self) -> dict[str, Entry]:
        from glory_agents.glory.entries import entries

        return entries()

    def is_held_out(self, name: str) -> bool:
        from glory_agents.glory.scripted.entries import is_held_out

        return is_held_out(name)

    def page_agents(self) -> frozenset[str]:
        from glory_env.games.glory.play.characters import character_names

        return character_names()

    def record_form(self) -> Form:
        from glory_env.games.glory.record_form import record_form

        return record_form()

    def fuzzer(self) -> type[GameFuzzer]:
        from glory_env.games.glory.fuzz.fuzzer import Fuzzer

        return Fuzzer

    def learnable(self) -> Learnable:
        from glory_env.games.glory.learn import LEARNABLE

        return LEARNABLE

    def settings(self, command: str) -> type[Any]:
        from glory_env.games.glory.run_settings import ImitationConfig, TrainConfig

        return TrainConfig if command == "train" else ImitationConfig

    def networks(self) -> Stored:
        from glory_agents.glory.stored import STORED

        return STORED

    def network_names(self) -> Mapping[str, str]:
        from glory_env.games.glory.studies.strength import network_names

        return network_names()

    def write_cards(self, results: Path) -> list[Path]:
        from glory_env.games.glory.report.cards import write_cards
        from glory_env.games.glory.studies.strength import players

        families = players(results).values()
        return write_cards({k: v for one in families for k, v in one["agents"].items()})

    def network_parameters(self, interface: Any) -> Mapping[str, str]:
        from glory_agents.glory.macro.parameters import FIXED
        from glory_agents.learned.names import FLAT

        return {} if interface == FLAT else FIXED

    def play(self) -> ModuleType:
        from glory_env.games.glory.play import command

        return command

    def evaluate(self) -> ModuleType:
        from glory_env.games.glory import evaluate

        return evaluate

    def results(self) -> type[Results]:
        from glory_env.games.glory.bench.results import GloryResults

        return GloryResults

    def commands(self) -> Mapping[str, Callable[..., Any]]:
        from glory_env.games.glory.bench import command
        from glory_env.games.glory.bench.respond_command import respond

        return {
            "bench": command.bench,
            "bench submit-check": command.submit_check,
            "bench verify": command.verify,
            "bench compare": command.compare,
            "respond": respond,
        }

    def speed(self, seconds: float, repeats: int) -> None:
        from glory_env.games.glory.speed import measure

        measure(seconds, repeats)

    def studies(self) -> dict[str, tuple[type, str]]:
        from glory_env.games.glory.studies import STUDIES

        return STUDIES

    def compile_all(self) -> None:
        from glory_env.games.glory.warmup import compile_rules, compile_scripts

        compile_rules()
        compile_scripts(again=True)


GAME = Glory()
