"""Glory as a game of OpenSpiel, `python_glory`: import this module, then `pyspiel.load_game`.

    import pyspiel
    from glory_env import open_spiel_game
    game = pyspiel.load_game("python_glory(scenario=teaching,reward=cooperative)")

| fact | value |
|---|---|
| players | 0 army, 1 navy; sequential, the same player may act many times in a row |
| actions | those of `glory_v0`, the same numbers (docs/actions.md) |
| dice | explicit chance nodes, one for each die: outcome k is face k + 1 |
| returns | those of `glory_v0`, at the end; general sum |
| observation tensor | float32 (OBSERVATION_SIZE,) of the player (docs/observation.md) |
| observation string | a digest of the tensor, to serve as a key |
| information state string | a digest of all that the player has seen and chosen, a key, too |

Dice are chance nodes and not draws inside the game ("sampled stochastic"), because a search must
not know the dice that will fall: no future die is in a state, and algorithms that need the chances
have them. The engine plays an action with the faces known so far; where it asks for one more, that
die is the next chance node. So a game here has no seed: who plays it rolls the dice.

There is no information state tensor: no array of a fixed size holds a whole game. Hidden are only
sealed offers and the hands of janken; with other options a state hides nothing. `clone`,
`serialize` and pickle work.

`resample_from_infostate` gives a state that a player cannot tell from this one: what the other has
sealed is written anew, each micro-step uniformly among the legal ones. So OpenSpiel's ISMCTS runs
(`open_spiel.python.algorithms.ismcts`; the bot written in C++ does not call games in Python).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Self

import numpy as np

from glory_env.core.errors import IllegalAction
from glory_env.core.installed import advice
from glory_env.core.record import copy_games  # fmt: skip
from glory_env.core.stepping import PLAY_ON
from glory_env.core.trace import T_DIE, T_ROLL, blank_trace
from glory_env.games.glory.definition import GLORY
from glory_env.games.glory.engine.options import Options
from glory_env.games.glory.engine.rewards import parse_reward
from glory_env.games.glory.limits import MAX_DECISIONS
from glory_env.games.glory.rules.negotiation import is_sealed_now
from glory_env.games.glory.state import ARMY, JANKEN, NAVY, PURPOSES, ROLL_BREAK_OFF

try:
    import pyspiel
except ImportError as error:
    raise ImportError(f"OpenSpiel is not installed: {advice('openspiel')}") from error

NAME = "python_glory"
SIDES, PER_CENT = 6, 100  # faces of a die, and of the one that breaks off the talks
TRIES = 1000  # of worlds that agree with what a player knows
SHAPE = GLORY.observation_space().shape
CHOSEN = (
    "negotiation", "deadlock", "production", "talk", "max_offers", "break_off", "grid", "handicap",
)  # fmt: skip
PARAMETERS = {
    "scenario": GLORY.default_scenario,
    "reward": "selfish",
    "auto_forced": True,
    **{name: getattr(Options(), name) for name in CHOSEN},
}

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Glory of the Japanese Empire",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=len(GLORY.seats),
    min_num_players=len(GLORY.seats),
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


class Table:
    """What all positions of one game share: the scenario, how it is paid, how it begins."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        self.parameters = parameters
        options = dict(parameters)
        self.scenario = GLORY.scenario(options.pop("scenario"))
        self.params = GLORY.reward(options.pop("reward"), None, None)
        self.auto_forced: bool = options.pop("auto_forced")
        games = np.zeros(1, GLORY.record)
        GLORY.options(tuple(PARAMETERS), **options).write(games)
        GLORY.objective(games, self.params, False)
        GLORY.kernels.begin(games, 0, self.scenario.tables)
        self.start = Position(self, games, PLAY_ON)

    def __reduce__(self) -> Any:
        """Pickled as its parameters: the scenario is large."""
        return Table, (self.parameters,)


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
        self.table, self.before = table, before
        self.purpose: int | None = None
        self.legal: list[int] = []
        self._seen: dict[int, bytes] = {}
        self.since: tuple[GloryState, list[tuple[int, int]]] | None = None  # of its states
        trace, mask = blank_trace(), np.zeros(GLORY.n_actions, np.int8)
        trace["pause"] = 1  # the dice of one phase at a time
        while True:
            after = copy_games(games)
            trace["scripted"], trace["next_face"] = len(faces), 0
            trace["faces"][0, : len(faces)] = faces
            count = GLORY.kernels.step(after, 0, table.scenario.tables, trace, mask, action, False)
            if trace["short"][0]:
                self.games, self.action, self.faces = games, action, faces
                self.purpose = purpose_of(trace, len(faces))
                return
            games, faces, self.games = after, (), after
            if count == 0 and games["outcome"][0] == 0:
                action = PLAY_ON
            elif count == 1 and table.auto_forced:
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
        for player in range(len(GLORY.seats)):
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
        """Whether the other player will not see at once what is chosen here: an offer, a hand."""
        g = self.games[0]
        return self.purpose is None and bool(is_sealed_now(g) or g["decision"] == JANKEN)

    def goes_on_from(self, before: Position) -> bool:
        """Whether nothing that was sealed has been opened since the position before: the army
        writes first, and the navy's choice opens both.
        """
        is_new = before.player == NAVY and self.player == ARMY
        return before.seals and self.seals and not is_new

    def is_like(self, other: Position, player: int) -> bool:
        """Whether a player cannot tell the two apart."""
        sights = np.empty((2, *SHAPE), np.float32)
        for position, sight in zip((self, other), sights, strict=True):
            position.observe(player, sight)
        return (
            self.player == other.player
            and self.seen(player) == other.seen(player)
            and np.array_equal(*sights)
        )

    @property
    def chances(self) -> list[tuple[int, float]]:
        """The outcomes of the die to be rolled, with their probabilities.

        Of the hundred faces of the die that breaks off the talks only two are given, with the
        chances of all: the first breaks them off, the last does not.
        """
        if self.purpose != ROLL_BREAK_OFF:
            return [(k, 1 / SIDES) for k in range(SIDES)]
        chance = int(self.games["opt_break_off"][0]) / PER_CENT
        return [(k, p) for k, p in ((0, chance), (PER_CENT - 1, 1 - chance)) if p > 0]

    def after(self, action: int) -> Position:
        """The position after an action, or after an outcome of the die; IllegalAction."""
        if self.purpose is not None:
            outcomes = [k for k, _ in self.chances]
            if action not in outcomes:
                raise IllegalAction(f"chance: expected one of {outcomes}, got {action}")
            faces = (*self.faces, action + 1)
            return Position(self.table, self.games, self.action, faces, self.before)
        if action not in self.legal:
            mask = np.zeros(GLORY.n_actions, np.int8)
            mask[self.legal] = 1
            record = self.games[0]
            raise IllegalAction(GLORY.explain_illegal(self.table.scenario, record, mask, action))
        return Position(self.table, self.games, action, (), (self, action))

    def words(self, action: int) -> str:
        """An action or an outcome of the die, with its number: no two have the same words."""
        if self.purpose is not None:
            return f"{PURPOSES[self.purpose]} die {action + 1}"
        return f"{GLORY.describe(self.table.scenario, action, self.games[0])} ({action})"

    def returns(self) -> list[float]:
        """What army and navy are paid; zeros before the end."""
        paid = np.zeros(len(GLORY.seats))
        GLORY.kernels.pay(self.games, 0, self.table.scenario.tables, self.table.params, paid)
        return paid.tolist()

    def observe(self, player: int, out: np.ndarray) -> None:
        """Write what a player sees into out, float32 (OBSERVATION_SIZE,)."""
        GLORY.kernels.observe(self.games, 0, self.table.scenario.tables, player, out)

    def seen(self, player: int) -> bytes:
        """A digest of all that the player has seen and chosen until now.

        While the other writes what it seals there is nothing to see, not even how long it takes.
        """
        way: list[tuple[Position, int | None]] = [(self, None)]
        while player not in way[-1][0]._seen and (before := way[-1][0].before) is not None:
            way.append(before)
        observation = np.empty(SHAPE, np.float32)
        known = b""
        for position, chosen in reversed(way):
            if player not in position._seen:
                seen = known
                if not position.seals or position.player == player:
                    position.observe(player, observation)
                    seen = hashlib.sha256(known + observation.tobytes()).digest()
                position._seen[player] = seen
            known = position._seen[player]
            known += b"" if chosen is None or position.player != player else b"%d" % chosen
        return known


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


class GloryGame(pyspiel.Game):
    """params: those of PARAMETERS; a wrong value is a ValueError that names the valid ones."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        self.table = Table(given)
        low, high = zip(*(spec.bounds for spec in parse_reward(given["reward"])), strict=True)
        info = pyspiel.GameInfo(
            num_distinct_actions=GLORY.n_actions,
            max_chance_outcomes=PER_CENT if given["break_off"] else SIDES,
            num_players=len(GLORY.seats),
            min_utility=min(low),
            max_utility=max(high),
            max_game_length=MAX_DECISIONS,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> GloryState:
        return GloryState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> GloryObserver:
        """The observer of a player; ValueError for parameters: there are none."""
        return GloryObserver(iig_obs_type is not None and iig_obs_type.perfect_recall, params)


class GloryState(pyspiel.State):
    """One game as OpenSpiel sees it; all it knows is a Position."""

    def __init__(self, game: GloryGame) -> None:
        super().__init__(game)
        self.position = game.table.start

    def current_player(self) -> int:
        return self.position.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal if player == self.position.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of the die, from 0, with their probabilities."""
        return self.position.chances

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.words(action)

    def is_terminal(self) -> bool:
        return self.position.player == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        return self.position.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> GloryState:
        """A state that the player cannot tell from this one; sampler: numbers in [0, 1)."""
        if not self.position.seals:
            state: GloryState = self.clone()
            return state
        start, moves = self._while_sealed()
        for _ in range(TRIES):
            state = start.clone()
            own = [action for who, action in reversed(moves) if who == player]
            while not state.position.is_like(self.position, player):
                here = state.position
                if not here.seals or (here.player == player and not own):
                    break  # what the other wrote took another way
                k = int(sampler() * len(here.legal))
                state.apply_action(own.pop() if here.player == player else here.legal[k])
            else:
                return state
        raise RuntimeError(f"player {player}: no such state was found in {TRIES} tries")

    def _while_sealed(self) -> tuple[GloryState, list[tuple[int, int]]]:
        """The state before the first choice that is sealed now, and who chose what since."""
        if self.position.since is not None:
            return self.position.since
        state = self.get_game().new_initial_state()
        start, moves = state.clone(), []
        for action in self.history():
            before = state.position
            state.apply_action(action)
            if state.position.goes_on_from(before):
                moves.append((before.player, action))
            else:
                start, moves = state.clone(), []
        self.position.since = start, moves
        return start, moves

    def __str__(self) -> str:
        """The board as text."""
        return str(GLORY.draw(self.position.table.scenario, self.position.games[0], "ansi"))


class GloryObserver:
    """What a player sees: `tensor`, float32 (OBSERVATION_SIZE,); None with perfect recall."""

    def __init__(self, perfect_recall: bool, params: Any) -> None:
        if params:
            raise ValueError(f"{NAME}: an observer has no parameters, got {params}")
        self.tensor: np.ndarray | None = None
        self.dict: dict[str, np.ndarray] = {}
        if not perfect_recall:
            self.tensor = np.zeros(SHAPE, np.float32)
            self.dict["observation"] = self.tensor

    def set_from(self, state: GloryState, player: int) -> None:
        if self.tensor is not None:
            state.position.observe(player, self.tensor)

    def string_from(self, state: GloryState, player: int) -> str:
        """Called by OpenSpiel's `Observation`: equal strings where the player sees the same."""
        if self.tensor is None:
            return state.position.seen(player).hex()
        self.set_from(state, player)
        return hashlib.sha256(self.tensor.tobytes()).hexdigest()


pyspiel.register_game(GAME_TYPE, GloryGame)
