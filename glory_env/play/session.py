"""One game between people and agents: who decides, what can be chosen, saving and resuming.

Knows nothing of terminals or pages; those ask it and show what it says.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from glory_env.engine import core
from glory_env.engine.game import Game
from glory_env.engine.state import SERVICES
from glory_env.observation import OBSERVATION_SIZE
from glory_env.options import OptionError, make_options
from glory_env.partners import Agent, GameView, make_agent
from glory_env.play import words
from glory_env.record import (
    GameRecord,
    Problem,
    RecordError,
    agent_seed,
    begin_record,
    read,
    write,
)
from glory_env.record.lines import is_choice
from glory_env.record.replay import difference
from glory_env.scenarios import Scenario, load

PERSON = "person"
Line = dict[str, Any]


class Entry(NamedTuple):
    """One item of a menu: words, and a complete choice or the menu behind it."""

    words: str
    choice: dict[str, Any] | None = None
    inner: tuple[Entry, ...] = ()


class Session:
    """A game with its players and its record.

    players: by seat an agent's name or PERSON. seed: of the dice (None: a new one). Agents are
    told the objective "selfish". Decisions with a single legal choice are played by themselves.
    Raises ScenarioError, OptionError, AgentError.
    """

    def __init__(
        self,
        scenario: str | Path | Scenario,
        players: Mapping[str, str],
        *,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        self.players = dict(players)
        self.agents: dict[str, Agent] = {
            seat: make_agent(who) for seat, who in players.items() if who != PERSON
        }
        self.game = Game(scenario, seed=seed, **options)
        if self.game.options.solo and self.agents:
            raise OptionError("option 'solo': one person plays both seats, without an agent")
        for seat, agent in self.agents.items():
            agent.reset(seat, agent_seed(self.game.seed, seat))
        self.record: GameRecord = begin_record(self.game, self.players)
        self._observation = np.zeros(OBSERVATION_SIZE, np.float32)
        self._told = 0

    # --- whose turn it is ----------------------------------------------------------------
    @property
    def is_over(self) -> bool:
        return self.game.outcome != "playing"

    @property
    def waits_for_person(self) -> bool:
        """Whether a person has to decide now, with more than one choice."""
        is_person = self.players.get(self.game.actor) == PERSON
        return not self.is_over and is_person and int(self.game.mask.sum()) > 1

    def play_on(self) -> None:
        """One micro-step of an agent, or the only legal one."""
        self._act(self._decide())

    def _decide(self) -> int:
        """The only legal action, or the agent's."""
        game, seat = self.game, self.game.actor
        legal = game.legal_actions()
        if len(legal) == 1:
            return legal[0]
        number = SERVICES.index(seat)
        core.observe(game.games, 0, game.scenario.tables, number, self._observation)
        view = GameView(game, seat)
        return int(self.agents[seat].act(self._observation.copy(), game.mask.copy(), view))

    def _act(self, action: int) -> None:
        self.game.act(action)
        self.record.add(self.game)

    def choose(self, choice: dict[str, Any]) -> None:
        """A person's complete choice; IllegalChoice changes nothing."""
        self.game.choose(choice)
        self.record.add(self.game)

    # --- what can be chosen --------------------------------------------------------------
    @property
    def is_offer(self) -> bool:
        """Whether amounts for army and navy are asked for instead of an entry of the menu."""
        return self.game.decision == "offer"

    def menu(self) -> list[Entry]:
        """The legal choices in words; moves are grouped by piece, payments from the total.

        Empty for offers (too many): choose {"army": a, "navy": n}.
        """
        if self.is_offer:
            return []
        choices = self.game.choices()
        if self.game.decision == "move":
            return self._moves(choices)
        entries = [Entry(words.choice_words(self.game, choice), choice) for choice in choices]
        pools = [choice["pool"] for choice in choices if "pool" in choice]
        if len(pools) > 1:
            amounts = [entry for entry in entries if "pool" in (entry.choice or {})]
            title = f"{min(pools)} to {max(pools)} from the total of {self.game.total}"
            rest = [entry for entry in entries if entry not in amounts]
            entries = [*rest, Entry(title, inner=tuple(amounts))]
        return entries

    def _moves(self, choices: list[dict[str, Any]]) -> list[Entry]:
        pieces: dict[str, list[Entry]] = {}
        rest = []
        for choice in choices:
            entry = Entry(words.choice_words(self.game, choice), choice)
            if "end" in choice:
                rest.append(entry)
            else:
                pieces.setdefault(choice.get("unit") or choice["piece"], []).append(entry)
        groups = []
        for counter, ways in pieces.items():
            title = f"{words.piece(self.game, counter)}, {words.where(self.game, counter)}"
            many = Entry(f"{title}: {len(ways)} ways", inner=tuple(ways))
            groups.append(ways[0] if len(ways) == 1 else many)
        return [*groups, *rest]

    def offer_problem(self, army: int, navy: int) -> str:
        """Why a split cannot be offered; empty if it can."""
        total, grid = self.game.total, self.game.options.grid
        if army < 0 or navy < 0:
            return "amounts are 0 or more"
        if army % grid or navy % grid:
            return f"amounts are multiples of {grid}"
        room = total - total % grid
        if army + navy > room:
            return f"army and navy together are {army + navy}, more than {room}"
        return ""

    # --- what has happened ---------------------------------------------------------------
    def news(self) -> list[Line]:
        """The record's lines not handed out yet; an offer or hand still sealed is held back."""
        end = len(self.record.lines) - self._is_last_sealed()
        told, self._told = self._told, max(end, self._told)
        return self.record.lines[told:end]

    def why(self) -> str:
        """What the agents say about their last decisions."""
        sealed = "army" if self._is_last_sealed() else ""
        said = [
            f"{seat}: {'has decided under seal' if seat == sealed else agent.explain()}"
            for seat, agent in self.agents.items()
        ]
        return "\n".join(said) or "no agent plays here"

    def told(self) -> list[Line]:
        """All lines handed out so far."""
        return self.record.lines[: self._told]

    def _is_last_sealed(self) -> bool:
        game = self.game
        last = self.record.lines[-1] if self.record.lines else None
        if last is None or game.actor != "navy" or last["actor"] != "army":
            return False
        sealed = game.decision == "janken" or game.options.negotiation == "sealed"
        return sealed and last["decision"] == game.decision in ("offer", "janken")

    # --- saving and resuming -------------------------------------------------------------
    def save(self, path: Path) -> None:
        """Write the game record so far, whole or not at all; OSError if it cannot be."""
        write(path, [self.record])

    @classmethod
    def resume(cls, path: Path, scenario: str | Path | None = None) -> Session:
        """Play a saved game up to where it stood, every player deciding as before.

        scenario: its file, where it is not one of the package. Agents decide anew along the
        way, so that what they remember is restored; the saved choice counts. RecordError says
        where a file is not what rules, choices and the seed's dice make of it.
        """
        games = read(path, unfinished=True)
        if len(games) != 1:
            problem = Problem(games[1].start, "line", "one game in the file", f"{len(games)}")
            raise RecordError(path, problem)
        saved = games[0]
        header = saved.header
        board = load(scenario or header["scenario"])
        if board.id != header["scenario_id"]:
            got = f"{header['scenario_id']} (the rules of {header['scenario']} have changed)"
            raise RecordError(path, Problem(1, "scenario_id", board.id, got))
        if header["states"]:
            raise RecordError(path, Problem(1, "states", "false in a game to play on", "true"))
        try:
            options = make_options(**header["options"]).as_dict()
        except (ValueError, TypeError) as error:
            raise RecordError(path, Problem(1, "options", "valid options", str(error))) from None
        session = cls(board, header["agents"], seed=header["seed"], **options)
        session._replay(path, saved)
        session._told = len(session.record.lines)
        return session

    def _replay(self, path: Path, saved: GameRecord) -> None:
        for index, line in enumerate(saved.lines):
            actions = line["actions"] if is_choice(line) else []
            for action in actions:
                asked = {"turn": self.game.turn, "actor": self.game.actor}
                asked["decision"] = self.game.decision
                _compare(path, saved, index, asked, {key: line[key] for key in asked})
                if self.game.actor in self.agents:
                    self._decide()
                if action not in self.game.legal_actions():
                    problem = Problem(
                        saved.line_number(index), "actions", "legal ones", f"{action}"
                    )
                    raise RecordError(path, problem)
                self._act(action)
            if index < len(self.record.lines):
                _compare(path, saved, index, self.record.lines[index], line)
        if len(self.record.lines) != len(saved.lines):
            index = min(len(self.record.lines), len(saved.lines))
            counts = (f"{len(self.record.lines)} lines", f"{len(saved.lines)}")
            raise RecordError(path, Problem(saved.line_number(index), "line", *counts))


def _compare(path: Path, saved: GameRecord, index: int, expected: Line, got: Line) -> None:
    found = difference(expected, got)
    if found:
        raise RecordError(path, Problem(saved.line_number(index), *found))
