"""Empire of the Sun as a game of OpenSpiel, `python_empire`: import, then load it.

    import pyspiel
    from glory_env import open_spiel_empire
    game = pyspiel.load_game("python_empire(scenario=year_1942,bid=2)")

`glory_env.envs.open_spiel` says what a state holds, `open_spiel_dealt` what is dealt: here the
orders of both decks. Players: 0 japan, 1 allies; zero-sum. Dice have ten faces. Rulings are written
`switch:value`, joined by `+`.
"""

from __future__ import annotations

from typing import Any

from glory_env.core.errors import OptionError, shown
from glory_env.envs.open_spiel import Game, Position, game_type, pyspiel
from glory_env.envs.open_spiel_dealt import DEALT, Deal, DealtTable, RedrawnState
from glory_env.games.empire.definition import EMPIRE
from glory_env.games.empire.engine.rewards import OUTCOMES
from glory_env.games.empire.limits import MAX_DECISIONS
from glory_env.games.empire.options import FLAGS, Options

NAME = "python_empire"
FACES = 10
JOINT, SIGN = "+", ":"
PARAMETERS = {
    "scenario": EMPIRE.default_scenario,
    "reward": "outcome",
    "auto_forced": True,
    **{name: getattr(Options(), name) for name in FLAGS},
    "rulings": "",
    "bid": Options().bid,
}
GAME_TYPE = game_type(
    NAME, "Empire of the Sun", PARAMETERS, pyspiel.GameType.Utility.ZERO_SUM, len(EMPIRE.seats)
)


class EmpireTable(DealtTable):
    """What all positions of a game of the war share."""

    definition = EMPIRE

    def options_of(self, parameters: dict[str, Any]) -> Options:
        """The options, with the rulings taken apart; OptionError for a wrong value."""
        rulings = {}
        for one in filter(None, parameters["rulings"].split(JOINT)):
            name, sign, value = one.partition(SIGN)
            if not sign:
                raise OptionError(f"rulings: expected switch:value+switch:value, got {shown(one)}")
            rulings[name] = value
        options: Options = super().options_of({**parameters, "rulings": rulings})
        return options

    def chances(self, position: Position) -> list[tuple[int, float]]:
        if isinstance(position, Deal):
            return super().chances(position)
        return [(k, 1 / FACES) for k in range(FACES)]


class EmpireState(RedrawnState):
    """One game of the war as OpenSpiel sees it."""


class EmpireGame(Game):
    """params: those of PARAMETERS; a wrong value is a ValueError that names the valid ones."""

    state_class = EmpireState

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        table = EmpireTable({**PARAMETERS, **(params or {})})
        super().__init__(
            GAME_TYPE, table, params, (min(OUTCOMES), max(OUTCOMES)), MAX_DECISIONS, DEALT, 0.0
        )


pyspiel.register_game(GAME_TYPE, EmpireGame)
