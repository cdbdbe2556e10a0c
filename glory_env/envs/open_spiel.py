"""A game of the family as a game of OpenSpiel: positions, states, observers.

| fact | value |
|---|---|
| players | the seats in their order; sequential, the same player may act many times in a row |
| actions | those of the PettingZoo environment, the same numbers |
| dice | explicit chance nodes, one for each die: outcome k is face k + 1 |
| returns | those of the PettingZoo environment, at the end |
| observation tensor | float32 (OBSERVATION_SIZE,) of the player |
| observation string | a digest of the tensor, to serve as a key |
| information state string | a digest of all that the player has seen and chosen, a key, too |

Dice are chance nodes and not draws inside the game ("sampled stochastic"), because a search must
not know the dice that will fall: no future die is in a state, and algorithms that need the chances
have them. The engine plays an action with the faces known so far; where it asks for one more, that
die is the next chance node. So a game here has no seed: who plays it rolls the dice.

There is no information state tensor: no array of a fixed size holds a whole game. `clone`,
`serialize` and pickle work. `resample_from_infostate` gives a state that a player cannot tell from
this one, so OpenSpiel's ISMCTS runs (`open_spiel.python.algorithms.ismcts`; the bot written in C++
does not call games in Python).

A game brings a subclass of Table, of State and of Game (`games/*/open_spiel.py`).
"""

from __future__ import annotations

import hashlib
from typing import Any, ClassVar, Self

import numpy as np

from glory_env.core.decision import is_asked_always
from glory_env.core.errors import IllegalAction
from glory_env.core.installed import advice
from glory_env.core.record import copy_games
from glory_env.core.stepping import PLAY_ON
from glory_env.core.trace import T_DIE, T_ROLL, blank_trace
from glory_env.game.definition import GameDefinition

try:
    import pyspiel
except ImportError as error:
    raise ImportError(f"OpenSpiel is not installed: {advice('openspiel')}") from error

__all__ = ["Game", "Observer", "Position", "State", "Table", "game_type", "pyspiel"]
SIDES = 6  # of a die
TRIES = 1000  # of worlds that agree with what a player knows


def game_type(
    name: str, long_name: str, parameters: dict[str, Any], utility: Any, players: int
) -> pyspiel.GameType:
    """What OpenSpiel lists of a game. parameters: their names with the values in force."""
    return pyspiel.GameType(
        short_name=name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class Table:
    """What all positions of one game share: the scenario, how it is paid, how it begins.

    parameters: all of the game's by name; those of a subclass have passed `options_of`.
    """

    definition: ClassVar[GameDefinition]

    def __init__(self, parameters: dict[str, Any]) -> None:
        self.parameters = parameters
        given = dict(parameters)
        self.scenario = self.definition.scenario(given.pop("scenario"))
        self.params = self.definition.reward(given.pop("reward"), None, None)
        self.auto_forced: bool = given.pop("auto_forced")
        games = np.zeros(1, self.definition.record)
        self.options_of(given).write(games)
        self.definition.objective(games, self.params, False)
        self.start = self.begin(games)

    def __reduce__(self) -> Any:
        """Pickled as its parameters: the scenario is large."""
        return type(self), (self.parameters,)

    def options_of(self, parameters: dict[str, Any]) -> Any:
        """The options of the game; OptionError for a wrong value."""
        return self.definition.options(tuple(self.parameters), **parameters)

    def begin(self, games: np.ndarray) -> Position:
        """The first position of the record (1,), whose options are written."""
        self.definition.kernels.begin(games, 0, self.scenario.tables)
        return Position(self, games, PLAY_ON)

    def chances(self, position: Position) -> list[tuple[int, float]]:
        """The outcomes of the die to be rolled, with their probabilities."""
        return [(k, 1 / SIDES) for k in range(SIDES)]

    def seals(self, position: Position) -> bool:
        """Whether the other player will not see at once what is chosen here."""
        return False


class Position:
    """Where a game stands: at a decision, at a die, or over. It never changes; copies share it.

    games: the record (1,) before `action` is played with the dice `faces`. before: the decision
    that led here, with what was chosen. `purpose` is that of the die to be rolled, None at a
    decision; `legal` are the actions there.
    """

    def __init__(
        self,
        table: Table,
        games: np.ndarray,
        action: int,
        faces: tuple[int, ...] = (),
        before: tuple[Position, int] | None = None,
    ) -> None:
        game = table.definition
        self.table, self.before = table, before
        self.purpose: int | None = None
        self.legal: list[int] = []
        self._seen: dict[int, bytes] = {}
        self.since: Any = None  # what a state keeps of the way here
        trace, mask = blank_trace(), np.zeros(game.n_actions, np.int8)
        trace["pause"] = 1  # the dice of one phase at a time
        while True:
            after = copy_games(games)
            trace["scripted"], trace["next_face"] = len(faces), 0
            trace["faces"][0, : len(faces)] = faces
            count = game.kernels.step(after, 0, table.scenario.tables, trace, mask, action, False)
            if trace["short"][0]:
                self.games, self.action, self.faces = games, action, faces
                self.purpose = purpose_of(trace, len(faces))
                return
            games, faces, self.games = after, (), after
            if count == 0 and games["outcome"][0] == 0:
                action = PLAY_ON
            elif (
                count == 1
                and table.auto_forced
                and not is_asked_always(game.decisions[games["decision"][0]])
            ):
                action = int(mask.argmax())
            else:
                self.legal = np.flatnonzero(mask).tolist()
                return

    def __deepcopy__(self, memo: Any) -> Self:
        return self

    def __getstate__(self) -> dict[str, Any]:
        """For pickling: of the way here, only what the players have seen."""
        if self.purpose is not None:
            return self.__dict__
        for player in range(len(self.table.definition.seats)):
            self.seen(player)
        return {**self.__dict__, "before": None, "since": None}

    @property
    def player(self) -> int:
        """The seat to decide, or OpenSpiel's number for chance or the end."""
        if self.purpose is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(self.games["actor"][0]) if self.legal else int(pyspiel.PlayerId.TERMINAL)

    @property
    def seals(self) -> bool:
        """Whether the other player will not see at once what is chosen here."""
        return self.purpose is None and self.table.seals(self)

    def is_like(self, other: Position, player: int) -> bool:
        """Whether a player cannot tell the two apart."""
        return (
            self.player == other.player
            and self.seen(player) == other.seen(player)
            and np.array_equal(self.sight(player), other.sight(player))
            and (self.player != player or self.legal == other.legal)
        )

    def after(self, action: int) -> Position:
        """The position after an action, or after an outcome of the die; IllegalAction."""
        game = self.table.definition
        if self.purpose is not None:
            outcomes = [k for k, _ in self.table.chances(self)]
            if action not in outcomes:
                raise IllegalAction(f"chance: expected one of {outcomes}, got {action}")
            faces = (*self.faces, action + 1)
            return Position(self.table, self.games, self.action, faces, self.before)
        if action not in self.legal:
            mask = np.zeros(game.n_actions, np.int8)
            mask[self.legal] = 1
            record = self.games[0]
            raise IllegalAction(game.explain_illegal(self.table.scenario, record, mask, action))
        return Position(self.table, self.games, action, (), (self, action))

    def words(self, action: int) -> str:
        """An action or an outcome of the die, with its number: no two have the same words."""
        game = self.table.definition
        if self.purpose is not None:
            return f"{game.purposes[self.purpose]} die {action + 1}"
        return f"{game.describe(self.table.scenario, action, self.games[0])} ({action})"

    def returns(self) -> list[float]:
        """What each seat is paid; zeros before the end."""
        game = self.table.definition
        paid = np.zeros(len(game.seats))
        game.kernels.pay(self.games, 0, self.table.scenario.tables, self.table.params, paid)
        return paid.tolist()

    def observe(self, player: int, out: np.ndarray) -> None:
        """Write what a player sees into out, float32 (OBSERVATION_SIZE,)."""
        kernels = self.table.definition.kernels
        kernels.observe(self.games, 0, self.table.scenario.tables, player, out)

    def sight(self, player: int) -> np.ndarray:
        """What a player sees, float32 (OBSERVATION_SIZE,)."""
        seen = np.empty(self.table.definition.observation_space().shape, np.float32)
        self.observe(player, seen)
        return seen

    def seen(self, player: int) -> bytes:
        """A digest of all that the player has seen and chosen until now.

        While the other writes what it seals there is nothing to see, not even how long it takes.
        """
        way: list[tuple[Position, int | None]] = [(self, None)]
        while player not in way[-1][0]._seen and (before := way[-1][0].before) is not None:
            way.append(before)
        known = b""
        for position, chosen in reversed(way):
            if player not in position._seen:
                seen = known
                if not position.seals or position.player == player:
                    seen = hashlib.sha256(known + position.sight(player).tobytes()).digest()
                position._seen[player] = seen
            known = position._seen[player]
            known += b"" if chosen is None or position.player != player else b"%d" % chosen
        return known

    def in_another_world(self, games: np.ndarray, player: int) -> Position:
        """The decision of the record (1,), which the player cannot tell from this one.

        The player has seen and chosen the same; what the others have is this position's, with what
        they see now.
        """
        other = Position(self.table, games, PLAY_ON)
        for seat in range(len(self.table.definition.seats)):
            known = self.seen(seat)
            if seat != player:
                known = hashlib.sha256(known + other.sight(seat).tobytes()).digest()
            other._seen[seat] = known
        return other


def purpose_of(trace: np.ndarray, die: int) -> int:
    """What the die number `die` of a step was rolled for."""
    purpose, rolled = 0, 0
    for code, value, *_ in trace["entry"][0, : trace["entries"][0]].tolist():
        if code == T_ROLL:
            purpose = value
        elif code == T_DIE:
            if rolled == die:
                break
            rolled += 1
    return purpose


class State(pyspiel.State):
    """One game as OpenSpiel sees it; all it knows is a Position."""

    position: Position

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.position = game.table.start

    def current_player(self) -> int:
        return self.position.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal if player == self.position.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of the die, from 0, with their probabilities."""
        return self.position.table.chances(self.position)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.words(action)

    def is_terminal(self) -> bool:
        return self.position.player == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        return self.position.returns()

    def __str__(self) -> str:
        """The board as text."""
        table = self.position.table
        return str(table.definition.draw(table.scenario, self.position.games[0], "ansi"))


class Game(pyspiel.Game):
    """params: some of the parameters; a wrong value is a ValueError that names the valid ones.

    bounds: the lowest and the highest return. outcomes: of the chance node that has most.
    """

    state_class: ClassVar[type[State]]

    def __init__(
        self,
        kind: pyspiel.GameType,
        table: Table,
        params: dict[str, Any] | None,
        bounds: tuple[float, float],
        length: int,
        outcomes: int = SIDES,
        utility_sum: float | None = None,
    ) -> None:
        self.table = table
        info = pyspiel.GameInfo(
            num_distinct_actions=table.definition.n_actions,
            max_chance_outcomes=outcomes,
            num_players=len(table.definition.seats),
            min_utility=bounds[0],
            max_utility=bounds[1],
            utility_sum=utility_sum,
            max_game_length=length,
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self) -> State:
        return self.state_class(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """The observer of a player; ValueError for parameters: there are none."""
        if params:
            name = self.get_type().short_name
            raise ValueError(f"{name}: an observer has no parameters, got {params}")
        shape = self.table.definition.observation_space().shape
        return Observer(None if iig_obs_type is not None and iig_obs_type.perfect_recall else shape)


class Observer:
    """What a player sees: `tensor`, float32 (OBSERVATION_SIZE,); None with perfect recall."""

    def __init__(self, shape: tuple[int, ...] | None) -> None:
        self.tensor: np.ndarray | None = None
        self.dict: dict[str, np.ndarray] = {}
        if shape is not None:
            self.tensor = np.zeros(shape, np.float32)
            self.dict["observation"] = self.tensor

    def set_from(self, state: State, player: int) -> None:
        if self.tensor is not None:
            state.position.observe(player, self.tensor)

    def string_from(self, state: State, player: int) -> str:
        """Called by OpenSpiel's `Observation`: equal strings where the player sees the same."""
        if self.tensor is None:
            return state.position.seen(player).hex()
        self.set_from(state, player)
        return hashlib.sha256(self.tensor.tobytes()).hexdigest()
