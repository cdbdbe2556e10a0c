"""One game between people and agents, for every front end: whose turn it is, saving, resuming.

Knows nothing of terminals or pages; those ask it and show what it says. A game that tells each seat
a story of its own, or takes choices back, has a subclass.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from glory_agents.registry import make_agent
from glory_env.core.errors import OptionError
from glory_env.envs.agent import GameView
from glory_env.game.bundle import Bundle
from glory_env.play.reading import PERSON, compare, compare_end, read_with, seated
from glory_env.record import GameRecord, Problem, RecordError, agent_seed, begin_record, write
from glory_env.record.lines import Line, is_choice


class GameSession:
    """A game with its players and its record.

    `bundle`, of the subclass, says which game. players: by seat an agent's name or PERSON. seed: of
    the dice (None: a new one). Decisions with a single legal choice are played by themselves.
    Raises ScenarioError, OptionError, AgentError.

    sequence: grows with everything that happens; for saving, no seat is told of it.
    """

    bundle: ClassVar[Bundle]
    game: Any  # a GamePlay of the bundle's class

    def __init__(
        self,
        players: Mapping[str, str],
        *,
        scenario: Any = None,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        seats = self.bundle.seats
        if sorted(players) != sorted(seats):
            raise OptionError(f"players {sorted(players)}: expected {', '.join(seats)}")
        self.players = dict(players)
        self.game = self.bundle.vector().game_class(scenario, seed=seed, **options)
        self.agents = {
            seat: make_agent(who, game=self.bundle.name)
            for seat, who in players.items()
            if who != PERSON
        }
        for seat, agent in self.agents.items():
            agent.reset(seat, agent_seed(self.game.seed, seat, seats))
        self.views = {seat: GameView(self.game, seat) for seat in seats}
        self.record: GameRecord = begin_record(self.game, self.players)
        self.sequence = 0
        self.is_replay = False
        self._moments: list[Any] = []  # of a replay: before all lines, and after each

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
        """The seat of a person who has to decide now, with more than one choice."""
        actor: str = self.game.actor
        return actor if actor in self.seats and int(self.game.mask.sum()) > 1 else None

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
        action = int(self.agents[seat].act(self._observe(seat), game.mask.copy(), self.views[seat]))
        if action not in legal:
            raise ValueError(f"{self.players[seat]}: action {action} is not legal")
        return action

    def _observe(self, seat: str) -> np.ndarray:
        """What a seat sees, float32, as the definition's `observation_space` says."""
        game, number = self.game, self.bundle.seats.index(seat)
        seen = np.zeros(game.definition.observation_space().shape, np.float32)
        game.definition.kernels.observe(game.games, 0, game.scenario.tables, number, seen)
        return seen

    def choose(self, action: int) -> None:
        """A person's micro-step; IllegalChoice changes nothing."""
        self._act(action)

    def _act(self, action: int) -> None:
        self.game.act(action)
        self.record.add(self.game)
        self.sequence += 1
        if self.is_replay:
            new = len(self.record.lines) + 1 - len(self._moments)
            self._moments += [self.game.clone()] * new
        for line in self.game.lines:
            if line["actor"] in self.bundle.seats:
                self._tell(line)

    def _tell(self, line: Line) -> None:
        """A choice is complete; a game may tell its seats."""

    def moment(self, line: int) -> Any:
        """The game of a replay after a line of its record; -1: before the first."""
        return self._moments[line + 1]

    # --- saving and resuming -------------------------------------------------------------
    @classmethod
    def scenarios(cls) -> Sequence[str]:
        """Names of the scenarios that come with the package."""
        return (cls.bundle.definition().default_scenario,)

    def save(self, path: Path) -> None:
        """Write the record of all complete choices, whole or not at all; OSError."""
        write(path, [self.record])

    @classmethod
    def read(cls, path: Path, scenario: str | Path | None = None) -> tuple[GameRecord, Any]:
        """The one game of a file and its scenario.

        scenario: its file, where it is not one of the package. RecordError names line and field,
        OSError where there is no file; ScenarioError.
        """
        saved, board, options = read_with(path, cls.bundle.definition(), scenario, cls.scenarios())
        header = saved.header
        if header["auto_forced"]:
            words = "false, as in games that people play"
            raise RecordError(path, Problem(1, "auto_forced", words, "true"))
        if options != header["options"]:
            raise RecordError(path, Problem(1, "options", str(options), str(header["options"])))
        return saved, board

    @classmethod
    def resume(
        cls,
        path: Path,
        scenario: str | Path | None = None,
        given: Collection[str] = (),
        *,
        is_replay: bool = False,
    ) -> Self:
        """Play a saved game up to where it stood; agents decide anew along the way.

        scenario: its file, where it is not the package's. given: agents that the person has named;
        of others that the file names only the project's are made. is_replay: the game is only to
        be looked at, without agents. RecordError says where a file is not what rules, choices and
        the seed's dice make of it.
        """
        saved, board = cls.read(path, scenario)
        header = saved.header
        values = {"scenario": board, "seed": header["seed"], **header["options"]}
        agents = dict.fromkeys(cls.bundle.seats, PERSON) if is_replay else header["agents"]
        session = seated(
            path, agents.values(), cls.bundle.name, given, lambda: cls(agents, **values)
        )
        session.is_replay, session.players = is_replay, dict(header["agents"])
        session.record.header["agents"] = dict(header["agents"])
        session._moments = [session.game.clone()] * (1 + len(session.record.lines))
        session._replay(path, saved)
        return session

    def _replay(self, path: Path, saved: GameRecord) -> None:
        for index, line in enumerate(saved.lines):
            for action in line["actions"] if is_choice(line) else []:
                self._replay_step(path, saved.line_number(index), line, action)
            if index < len(self.record.lines):
                compare(path, saved, index, self.record.lines[index], line)
        compare_end(path, saved, self.record)

    def _replay_step(self, path: Path, number: int, line: Line, action: int) -> None:
        """One micro-step of a saved line."""
        game = self.game
        if self.is_over or line["actor"] != game.actor:
            raise RecordError(path, Problem(number, "actor", game.actor, str(line["actor"])))
        legal = game.legal_actions()
        if action not in legal:
            raise RecordError(path, Problem(number, "actions", "legal ones", str(action)))
        if game.actor in self.agents and len(legal) > 1:
            self._decide()  # so that it remembers what it should; the saved choice counts
        if self.waits_for is not None:
            self.choose(action)
        else:
            self._act(action)
