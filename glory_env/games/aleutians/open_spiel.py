"""The Aleutians Campaign as a game of OpenSpiel, `python_aleutians`: import, then load it.

    import pyspiel
    from glory_env import open_spiel_aleutians
    game = pyspiel.load_game("python_aleutians(setup=what_if)")

`glory_env.envs.open_spiel` says what a state holds. Players: 0 japan, 1 allies; zero-sum. The first
chance nodes deal the key by which like counters get new numbers when they go out of sight
(`engine.alike`); no player sees it, and no die of the game depends on it.
`resample_from_infostate` draws the ships, cargoes, orders and set-ups that the player has not seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from glory_env.core.errors import IllegalAction
from glory_env.envs.open_spiel import TRIES, Game, Position, State, Table, game_type, pyspiel
from glory_env.games.aleutians.definition import ALEUTIANS
from glory_env.games.aleutians.engine.rewards import OUTCOMES
from glory_env.games.aleutians.limits import MAX_DECISIONS
from glory_env.games.aleutians.options import Options

NAME = "python_aleutians"
DEALS, DEALT = 4, 256  # chance nodes of the key, and the outcomes of each
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


class AleutiansTable(Table):
    """What all positions of a game of the campaign share."""

    definition = ALEUTIANS

    def options_of(self, parameters: dict[str, Any]) -> Options:
        """The options, with the names of LISTS taken apart; OptionError for a wrong value."""
        named = {key: [one for one in parameters[key].split(JOINT) if one] for key in LISTS}
        options: Options = super().options_of({**parameters, **named})
        return options

    def begin(self, games: np.ndarray) -> Position:
        return Deal(self, games)

    def first(self, games: np.ndarray, key: int) -> Position:
        """The first decision, or die, with like counters dealt by the key."""
        games["key"] = key
        return super().begin(games)

    def chances(self, position: Position) -> list[tuple[int, float]]:
        if isinstance(position, Deal):
            return [(k, 1 / DEALT) for k in range(DEALT)]
        return super().chances(position)


class Deal(Position):
    """Before the game: the outcomes of the chance nodes that make the key, `faces` so far."""

    def __init__(self, table: Table, games: np.ndarray, faces: tuple[int, ...] = ()) -> None:
        self.table, self.games, self.faces = table, games, faces
        self.purpose, self.legal, self.before, self.since = -1, [], None, None
        self._seen = dict.fromkeys(range(len(ALEUTIANS.seats)), b"")

    def after(self, action: int) -> Position:
        if not 0 <= action < DEALT:
            raise IllegalAction(f"chance: expected 0 to {DEALT - 1}, got {action}")
        faces = (*self.faces, action)
        if len(faces) < DEALS:
            return Deal(self.table, self.games, faces)
        assert isinstance(self.table, AleutiansTable)
        return self.table.first(self.games.copy(), int.from_bytes(bytes(faces), "big"))

    def words(self, action: int) -> str:
        return f"deal {action}"

    def observe(self, player: int, out: np.ndarray) -> None:
        out[:] = 0.0

    def returns(self) -> list[float]:
        return [0.0] * len(ALEUTIANS.seats)


class AleutiansState(State):
    """One game of the campaign as OpenSpiel sees it."""

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that the player cannot tell from this one; sampler: numbers in [0, 1).

        Its position is another one; `history` stays that of this state. Where no player decides it
        is this state again.
        """
        state: State = self.clone()
        here = self.position
        if not here.legal:
            return state
        kernels, tables = ALEUTIANS.kernels, here.table.scenario.tables
        for _ in range(TRIES):
            games = here.games.copy()
            games["key"] = int(sampler() * 2**53)
            kernels.hide(games, 0, tables, player)
            state.position = here.in_another_world(games, player)
            if state.position.is_like(here, player):
                return state
        raise RuntimeError(f"player {player}: no such state was found in {TRIES} tries")


class AleutiansGame(Game):
    """params: those of PARAMETERS; a wrong value is a ValueError that names the valid ones."""

    state_class = AleutiansState

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        table = AleutiansTable({**PARAMETERS, **(params or {})})
        super().__init__(
            GAME_TYPE, table, params, (min(OUTCOMES), max(OUTCOMES)), MAX_DECISIONS, DEALT, 0.0
        )


pyspiel.register_game(GAME_TYPE, AleutiansGame)
