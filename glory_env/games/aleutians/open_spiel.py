"""The Aleutians Campaign as a game of OpenSpiel, `python_aleutians`: import, then load it.

    import pyspiel
    from glory_env import open_spiel_aleutians
    game = pyspiel.load_game("python_aleutians(setup=what_if)")

`glory_env.envs.open_spiel` says what a state holds, `open_spiel_dealt` what is dealt: here the
numbers that like counters get when they go out of sight (`engine.alike`). Players: 0 japan, 1
allies; zero-sum. `resample_from_infostate` draws the ships, cargoes, orders and set-ups that the
player has not seen.
"""

from __future__ import annotations

from typing import Any

from glory_env.envs.open_spiel import Game, game_type, pyspiel
from glory_env.envs.open_spiel_dealt import DEALT, DealtTable, RedrawnState
from glory_env.games.aleutians.definition import ALEUTIANS
from glory_env.games.aleutians.engine.rewards import OUTCOMES
from glory_env.games.aleutians.limits import MAX_DECISIONS
from glory_env.games.aleutians.options import Options

NAME = "python_aleutians"
LISTS = ("optional_rules", "rulings")  # their names are joined by JOINT
JOINT = "+"
PARAMETERS = {
    "scenario": ALEUTIANS.default_scenario,
    "reward": "outcome",
    "auto_forced": True,
    "setup": Options().setup,
    "bid": Options().bid,
    **dict.fromkeys(LISTS, ""),
}
GAME_TYPE = game_type(
    NAME, "The Aleutians Campaign", PARAMETERS, pyspiel.GameType.Utility.ZERO_SUM,
    len(ALEUTIANS.seats),
)  # fmt: skip


class AleutiansTable(DealtTable):
    """What all positions of a game of the campaign share."""

    definition = ALEUTIANS

    def options_of(self, parameters: dict[str, Any]) -> Options:
        """The options, with the names of LISTS taken apart; OptionError for a wrong value."""
        named = {key: [one for one in parameters[key].split(JOINT) if one] for key in LISTS}
        options: Options = super().options_of({**parameters, **named})
        return options


class AleutiansState(RedrawnState):
    """One game of the campaign as OpenSpiel sees it."""


class AleutiansGame(Game):
    """params: those of PARAMETERS; a wrong value is a ValueError that names the valid ones."""

    state_class = AleutiansState

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        table = AleutiansTable({**PARAMETERS, **(params or {})})
        super().__init__(
            GAME_TYPE, table, params, (min(OUTCOMES), max(OUTCOMES)), MAX_DECISIONS, DEALT, 0.0
        )


pyspiel.register_game(GAME_TYPE, AleutiansGame)
