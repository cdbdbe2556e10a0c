"""One game between people and agents, for every front end: whose turn it is, saving, resuming.

Knows nothing of terminals or pages; those ask it and show what it says. A game that tells each seat
a story of its own, or takes choices back, has a subclass.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from glory_agents.registry import make_agent
from glory_env.core.errors import OptionError
from glory_env.envs.agent import GameView
from glory_env.game.bundle import Bundle
from glory_env.game.play import GamePlay
from glory_env.play.past_positions import Moments
from glory_env.play.reading import PERSON, compare, compare_end, read_with, seated
from glory_env.record import GameRecord, Problem, RecordError, agent_seed, begin_record, write
from glory_env.record.lines import Line, is_choice
from glory_env.text.lazy import Text


class UndoError(ValueError):
    """Nothing can be taken back; the words say why."""

    def __init__(self, words: Text) -> None:
        super().__init__(str(words))
        self.words = words


# Of observations, by the name of a game: to build a space anew costs more than to fill it.
_SHAPES: dict[str, tuple[int, ...]] = {}


def observation(game: GamePlay, seat: str) -> np.ndarray:
    """What a seat sees of a game, float32, as the definition's `observation_space` says."""
    about = game.definition
    if about.name not in _SHAPES:
        _SHAPES[about.name] = about.observation_space().shape
    seen = np.zeros(_SHAPES[about.name], np.float32)
    about.kernels.observe(game.games, 0, game.scenario.tables, about.seats.index(seat), seen)
    return seen


class GameSession:
    """A game with its players and its record.

    `bundle`, of the subclass, says which game. players: by seat an agent's name or PERSON. seed: of
    the dice (None: a new one). make: an agent by its name, in place of `make_agent`. Decisions with
    a single legal choice are played by themselves, but for those that a game asks of people.
    Raises ScenarioError, OptionError, AgentError.

    sequence: grows with everything that happens; for saving, no seat is told of it. given: see
    `resume`. views: by seat what its agent looks at the game through. moments: the positions of the
    game so far.
    """

    bundle: ClassVar[Bundle]
    game: Any  # a GamePlay of the bundle's class

    def __init__(
        self,
        players: Mapping[str, str],
        *,
        scenario: Any = None,
        seed: int | None = None,
        make: Callable[[str], Any] | None = None,
        **options: Any,
    ) -> None:
        seats = self.bundle.seats
        if sorted(players) != sorted(seats):
            raise OptionError(f"players {sorted(players)}: expected {', '.join(seats)}")
        self.players = dict(players)
        self.game = self.bundle.vector().game_class(scenario, seed=seed, **options)
        make = make or partial(make_agent, game=self.bundle.name)
        self.agents = {seat: make(who) for seat, who in players.items() if who != PERSON}
        for seat, agent in self.agents.items():
            if hasattr(agent, "check"):
                agent.check(self.game.scenario)
            agent.reset(seat, agent_seed(self.game.seed, seat, seats))
        self.views = {seat: GameView(self.game, seat) for seat in seats}
        self.record: GameRecord = begin_record(self.game, self.players)
        self.moments = Moments(self.game, len(self.record.lines))
        self.sequence = 0
        self.is_replay = False
        self.given: frozenset[str] = frozenset()

    # --- whose turn it is ----------------------------------------------------------------
    @property
    def is_over(self) -> bool:
        return bool(self.game.outcome != "playing")

    @property
    def seats(self) -> list[str]:
        """The seats of people."""
        return [seat for seat in self.bundle.seats if self.players[seat] == PERSON]

    @property
    def has_begun(self) -> bool:
        """Whether a person has chosen something."""
        return any(line["actor"] in self.seats for line in self.record.lines)

    @property
    def waits_for(self) -> str | None:
        """The seat of a person who has to decide now."""
        actor: str = self.game.actor
        return actor if actor in self.seats and self._is_asked() else None

    def _is_asked(self) -> bool:
        """Whether a person is asked here: where there is more than one choice."""
        return int(self.game.mask.sum()) > 1

    def play_on(self) -> None:
        """One micro-step of an agent, or the only legal one."""
        self._act(self._decide())

    def play_to_person(self) -> None:
        """On to a person's next decision, or the end."""
        while not self.is_over and self.waits_for is None:
            self.play_on()

    def _decide(self) -> int:
        """The only legal action, or the agent's; ValueError where that is not legal."""
        game, seat = self.game, self.game.actor
        legal: list[int] = game.legal_actions()
        if len(legal) == 1:
            return legal[0]
        self.views[seat] = GameView(game, seat)
        action = int(self.agents[seat].act(self.observe(seat), game.mask.copy(), self.views[seat]))
        if action not in legal:
            raise ValueError(f"{self.players[seat]}: action {action} is not legal")
        return action

    def observe(self, seat: str) -> np.ndarray:
        """What a seat sees (`observation`)."""
        return observation(self.game, seat)

    def choose(self, choice: Any) -> None:
        """A person's micro-step, by its action number; IllegalChoice changes nothing."""
        self._act(choice)

    def _act(self, action: int) -> None:
        self.game.act(action)
        self._take_lines()

    def _take_lines(self) -> None:
        """Put what the last call of the game wrote into the record."""
        count = len(self.record.lines)
        self.record.add(self.game)
        self.sequence += 1
        if len(self.record.lines) != count:
            self.moments.add(self.game, len(self.record.lines))
        for line in self.game.lines:
            if line["actor"] in self.bundle.seats:
                self._tell(line)

    def _tell(self, line: Line) -> None:
        """A choice is complete; a game may tell its seats."""

    # --- saving and resuming -------------------------------------------------------------
    def save(self, path: Path) -> None:
        """Write the record of all complete choices, whole or not at all; OSError."""
        write(path, [self.record])

    @classmethod
    def read(
        cls, path: Path, scenario: str | Path | None = None
    ) -> tuple[GameRecord, Any, dict[str, Any]]:
        """The one game of a file, its scenario and its options.

        scenario: its file, where it is not one of the package. RecordError names line and field,
        OSError where there is no file; ScenarioError.
        """
        game, scenarios = cls.bundle.definition(), cls.bundle.scenarios()
        known = (game.default_scenario,) if scenarios is None else scenarios.names()
        saved, board, options = read_with(path, game, scenario, known)
        if (problem := cls._header_problem(saved.header, options)) is not None:
            raise RecordError(path, problem)
        return saved, board, options

    @classmethod
    def _header_problem(cls, header: Line, options: dict[str, Any]) -> Problem | None:
        """Why a game with this header is not one that is played on. options: of the game."""
        if header["auto_forced"]:
            return Problem(1, "auto_forced", "false, as in games that people play", "true")
        if options != header["options"]:
            return Problem(1, "options", str(options), str(header["options"]))
        return None

    @classmethod
    def resume(
        cls,
        path: Path,
        scenario: str | Path | None = None,
        given: Collection[str] = (),
        *,
        is_replay: bool = False,
        **more: Any,
    ) -> Self:
        """Play a saved game up to where it stood; agents decide anew along the way.

        So they remember what they should; the saved choice counts. scenario: its file, where it is
        not the package's. given: agents that the person has named; of others that the file names
        only the project's are made. is_replay: the game is only to be looked at, without agents.
        more: of the game's own session. RecordError says where a file is not what rules, choices
        and the seed's dice make of it.
        """
        saved, board, options = cls.read(path, scenario)
        header = saved.header
        values = {"scenario": board, "seed": header["seed"], **more, **options}
        players = dict.fromkeys(cls.bundle.seats, PERSON) if is_replay else header["agents"]
        session = seated(
            path, players.values(), cls.bundle.name, given, lambda: cls(players=players, **values)
        )
        session.is_replay, session.given = is_replay, frozenset(given)
        session.players = dict(header["agents"])
        session.record.header["agents"] = dict(header["agents"])
        session._replay(path, saved)
        return session

    def _replay(self, path: Path, saved: GameRecord) -> None:
        for index, line in enumerate(saved.lines):
            actions = line["actions"] if is_choice(line) else []
            if actions and self.waits_for is not None:
                self._remember()
            for action in actions:
                self._replay_step(path, saved, index, action)
            if index < len(self.record.lines):
                compare(path, saved, index, self.record.lines[index], line)
        compare_end(path, saved, self.record)

    def _remember(self) -> None:
        """A person's choice in a saved game begins; a game may take it back later."""

    def _replay_step(self, path: Path, saved: GameRecord, index: int, action: int) -> None:
        """One micro-step of a saved line."""
        game, line = self.game, saved.lines[index]
        asked = self._asked()
        compare(path, saved, index, asked, {key: line[key] for key in asked})
        if game.actor in self.agents:
            self._decide()
        if action not in game.legal_actions():
            number = saved.line_number(index)
            raise RecordError(path, Problem(number, "actions", "legal ones", f"{action}"))
        if self.waits_for is not None:
            self._repeat(action)
        else:
            self._act(action)

    def _asked(self) -> dict[str, Any]:
        """What a line of the record says of each of its micro-steps: of the one to come."""
        return {"turn": self.game.turn, "actor": self.game.actor}

    def _repeat(self, action: int) -> None:
        """A person's micro-step in a saved game."""
        self.choose(action)
