"""One game of the Aleutians Campaign between people and agents: log by seat, undo, saving.

Knows nothing of terminals or pages; those ask it and show what it says.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from glory_agents.registry import make_agent
from glory_env.aleutians_v0 import Game
from glory_env.core.errors import OptionError
from glory_env.envs.agent import GameView
from glory_env.games.aleutians import GAME
from glory_env.games.aleutians.play import story
from glory_env.games.aleutians.play.choices import decision_view
from glory_env.games.aleutians.play.position import View, position_view
from glory_env.games.aleutians.play.saved import read_game
from glory_env.games.aleutians.scenario.load import Scenario
from glory_env.games.aleutians.state import SIDES
from glory_env.play.reading import PERSON, compare, compare_end, seated
from glory_env.record import GameRecord, Problem, RecordError, agent_seed, begin_record, write
from glory_env.record.lines import is_choice
from glory_env.text.lazy import Say, Text

SEATS = {"japan": ("japan",), "allies": ("allies",), "both": SIDES}


class UndoError(ValueError):
    """Nothing can be taken back; the words say why."""

    def __init__(self, words: Text) -> None:
        super().__init__(str(words))
        self.words = words


class Before(NamedTuple):
    """What undo goes back to: the game as a person's choice found it. action: what was chosen."""

    seat: str
    action: int
    game: Game
    lines: int
    logs: dict[str, list[View]]


class Session:
    """A game with its players, its record and what each seat knows of its course.

    players: by seat an agent's name or PERSON. seed: of the dice (None: a
    new one). Decisions with a single legal choice are played by themselves. Raises ScenarioError,
    OptionError, AgentError.

    sequence: grows with everything that happens; for saving, no seat is told of it.
    logs: by seat the entries of `story.entry`. asked: grows with every choice of a person and with
    every undo, and with nothing else, so it tells nothing of hidden choices of an agent.
    """

    def __init__(
        self,
        players: Mapping[str, str],
        *,
        scenario: str | Path | Scenario | None = None,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        if sorted(players) != sorted(SIDES):
            raise OptionError(f"players {sorted(players)}: expected {', '.join(SIDES)}")
        self.players = dict(players)
        self.game = Game(scenario, seed=seed, **options)
        self.agents = {
            seat: make_agent(who, game=GAME.name) for seat, who in players.items() if who != PERSON
        }
        for seat, agent in self.agents.items():
            agent.reset(seat, agent_seed(self.game.seed, seat, SIDES))
        self.views = {seat: GameView(self.game, seat) for seat in SIDES}
        self.record: GameRecord = begin_record(self.game, self.players)
        self.logs: dict[str, list[View]] = {seat: [] for seat in SIDES}
        self.asked = self.sequence = 0
        self.is_replay = False
        self._moments: list[Game] = []  # of a replay: before all lines, and after each
        self._seen = {seat: self.position(seat) for seat in SIDES}
        self._before: list[Before] = []

    # --- whose turn it is ----------------------------------------------------------------
    @property
    def is_over(self) -> bool:
        return self.game.outcome != "playing"

    @property
    def seats(self) -> list[str]:
        """The seats of people."""
        return [seat for seat in SIDES if self.players[seat] == PERSON]

    @property
    def has_begun(self) -> bool:
        """Whether a person has chosen something."""
        return any(line["actor"] in self.seats for line in self.record.lines)

    @property
    def decided(self) -> tuple[Before, ...]:
        """The decisions of people with more than one choice, as their games stood."""
        return tuple(self._before)

    @property
    def waits_for(self) -> str | None:
        """The seat of a person who has to decide now, with more than one choice."""
        actor = self.game.actor
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
        legal = game.legal_actions()
        if len(legal) == 1:
            return legal[0]
        self.views[seat] = GameView(game, seat)
        action = int(self.agents[seat].act(self._observe(seat), game.mask.copy(), self.views[seat]))
        if action not in legal:
            raise ValueError(f"{self.players[seat]}: action {action} is not legal")
        return action

    def _observe(self, seat: str) -> np.ndarray:
        """What a seat sees, float32 (OBSERVATION_SIZE,)."""
        game = self.game
        seen = np.zeros(game.definition.observation_space().shape, np.float32)
        game.definition.kernels.observe(
            game.games, 0, game.scenario.tables, SIDES.index(seat), seen
        )
        return seen

    def choose(self, action: int) -> None:
        """A person's micro-step; IllegalChoice changes nothing."""
        seat = self.game.actor
        logs = {one: list(log) for one, log in self.logs.items()}
        before = Before(seat, action, self.game.clone(), len(self.record.lines), logs)
        self._act(action)
        self._before.append(before)
        self.asked += 1

    def _act(self, action: int) -> None:
        self.game.act(action)
        self.record.add(self.game)
        self.sequence += 1
        if self.is_replay:
            new = len(self.record.lines) + 1 - len(self._moments)
            self._moments += [self.game.clone()] * new
        for line in self.game.lines:
            if line["actor"] in SIDES:
                self._tell(line)

    def _tell(self, line: dict[str, Any]) -> None:
        """Put a choice into the log of each seat, as far as that has noticed it."""
        for seat in SIDES:
            before, after = self._seen[seat], self.position(seat)
            game = self.game
            made = story.entry(game.scenario, game.record, line, seat, before, after)
            self._seen[seat] = after
            log = self.logs[seat]
            if made is not None and log and (both := story.merged(log[-1], made)):
                log[-1] = both
            elif made is not None:
                log.append(made)

    def moment(self, line: int) -> Game:
        """The game of a replay after a line of its record; -1: before the first."""
        return self._moments[line + 1]

    # --- what a seat sees ----------------------------------------------------------------
    def position(self, seat: str) -> View:
        """The position as a seat may see it (`position_view`)."""
        return position_view(self.game.scenario, self.game.record, SIDES.index(seat))

    def decision(self, seat: str) -> View | None:
        """What a seat has to decide (`decision_view`)."""
        game = self.game
        return decision_view(game.scenario, game.record, game.mask, SIDES.index(seat))

    # --- back again ----------------------------------------------------------------------
    def undo_problem(self, seat: str) -> Text | None:
        """Why a seat cannot take back its last choice; None where it can."""
        if not self._before:
            return Say("campaign.undo.nothing")
        before = self._before[-1]
        lines = self.record.lines[before.lines :]
        if before.seat != seat or any(line["actor"] not in (seat, "system") for line in lines):
            return Say("campaign.undo.other")
        if self.game.actor not in (seat, "system"):
            return Say("campaign.undo.other")
        if self.game.games["rolled"].tolist() != before.game.games["rolled"].tolist():
            return Say("campaign.undo.dice")
        if self._in_sight(self.game, seat) - self._in_sight(before.game, seat):
            return Say("campaign.undo.seen")
        return None

    @staticmethod
    def _in_sight(game: Game, seat: str) -> set[str]:
        """What a seat sees of the other side: its units, and its fleets that are found."""
        view = position_view(game.scenario, game.record, SIDES.index(seat))
        side = dict(zip(game.scenario.units, game.scenario.tables[0].side, strict=False))
        units = {unit for unit in view["units"] if SIDES[side[unit]] != seat}
        found = (one for one in view["fleets"] if one["side"] != seat and one["found"])
        return units | {one["id"] for one in found}

    def undo(self, seat: str) -> None:
        """Take back a seat's last choice; UndoError where that cannot be."""
        problem = self.undo_problem(seat)
        if problem is not None:
            raise UndoError(problem)
        back = self._before.pop()
        self.game = back.game
        del self.record.lines[back.lines :]
        self.record.footer = None
        self.logs = back.logs
        self._seen = {one: self.position(one) for one in SIDES}
        self.asked += 1
        self.sequence += 1

    # --- saving and resuming -------------------------------------------------------------
    def save(self, path: Path) -> None:
        """Write the record of all complete choices, whole or not at all; OSError."""
        write(path, [self.record])

    @classmethod
    def resume(
        cls,
        path: Path,
        scenario: str | Path | None = None,
        given: Collection[str] = (),
        *,
        is_replay: bool = False,
    ) -> Session:
        """Play a saved game up to where it stood; agents decide anew along the way.

        scenario: its file, where it is not the package's. given: agents that the person has named;
        of others that the file names only the project's are made. is_replay: the game is only to
        be looked at, without agents. RecordError says where a file is not what rules, choices and
        the seed's dice make of it.
        """
        saved, board = read_game(path, scenario)
        header = saved.header
        values = {"scenario": board, "seed": header["seed"], **header["options"]}
        agents = dict.fromkeys(SIDES, PERSON) if is_replay else header["agents"]
        session = seated(path, agents.values(), GAME.name, given, lambda: cls(agents, **values))
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

    def _replay_step(self, path: Path, number: int, line: dict[str, Any], action: int) -> None:
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
