"""Empire of the Sun: the war in the Pacific, 1941-45, on hexes and with cards.

state: the record of a game and the numbers in it. tables: what the data files say, as a record.
scenario: those files and their loader. rules: the rules, over both records. engine: the sequence of
play, what a seat sees, what it is paid. bench: figures of its games.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from glory_env.game.bundle import Bundle

if TYPE_CHECKING:
    from pathlib import Path

    from glory_agents.base import Entry
    from glory_env.bench.results import Results
    from glory_env.envs.vector import GameVector
    from glory_env.fuzz.games import GameFuzzer
    from glory_env.record.forms import Form
    from glory_env.scenario.files import Scenarios

COMPILED = "the rules of Empire of the Sun"  # how `core.announce` names what is compiled here


class Empire(Bundle):
    """What Empire of the Sun brings to the shared machines."""

    name, environment, title = "empire", "empire_v0", "Empire of the Sun"
    seats = ("japan", "allies")
    names = MappingProxyType({"japan": "Japan", "allies": "the Allies"})
    partner = "plan"

    def vector(self) -> type[GameVector]:
        from glory_env.games.empire.envs import Vector

        return Vector

    def scenarios(self) -> Scenarios[Any, Any]:
        from glory_env.games.empire.scenario.load import SCENARIOS

        return SCENARIOS

    def draw_scenario(self, scenario: str, out: Path, width: int | None) -> None:
        from glory_env.games.empire.envs import Game
        from glory_env.games.empire.render.picture import WIDTH, write_picture

        game = Game(scenario, seed=0)
        write_picture(game.scenario, game.record, out, width or WIDTH)

    def agents(self) -> dict[str, Entry]:
        from glory_agents.empire.entries import ENTRIES

        return ENTRIES

    def record_form(self) -> Form:
        from glory_env.games.empire.record_form import record_form

        return record_form()

    def fuzzer(self) -> type[GameFuzzer]:
        from glory_env.games.empire.fuzz.fuzzer import Fuzzer

        return Fuzzer

    def results(self) -> type[Results]:
        from glory_env.games.empire.bench.results import EmpireResults

        return EmpireResults

    def studies(self) -> dict[str, tuple[type, str]]:
        from glory_env.games.empire.studies import STUDIES

        return STUDIES

    def speed(self, seconds: float, repeats: int) -> None:
        from glory_env.games.empire.speed import measure

        measure(seconds, repeats)

    def compile_all(self) -> None:
        from glory_env.games.empire.warmup import compile_all

        compile_all()


GAME = Empire()
