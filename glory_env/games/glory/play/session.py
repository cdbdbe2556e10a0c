"""One game between people and agents: who decides, what has happened, undo, saving and resuming.

Knows nothing of terminals or pages; those ask it and show what it says.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from glory_env.core.errors import OptionError
from glory_env.envs.agent import Agent, AgentError, GameView, make_agent
from glory_env.games import DEFAULT
from glory_env.games.glory.game import Game, IllegalChoice
from glory_env.games.glory.generated import kernels
from glory_env.games.glory.play.explain import Explanation, estimate, explain
from glory_env.games.glory.play.menu import Group, groups, offer_problem
from glory_env.games.glory.play.past_positions import Moments
from glory_env.games.glory.play.saved import read_game
from glory_env.games.glory.play.sealed import Noticed, count_sealed, sealed_by
from glory_env.games.glory.play.undo import Before, Undo, UndoError, last_exchange
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.sections import OBSERVATION_SIZE
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.words import names
from glory_env.play.reading import PERSON, compare, compare_end, is_secret, seated
from glory_env.record import (
    GameRecord,
    Problem,
    RecordError,
    agent_seed,
    begin_record,
    write,
)
from glory_env.record.lines import is_choice
from glory_env.text.lazy import Say, Text

STAND_INS = ("withdraw_in_time", "random")  # play on for an agent that fails
Line = dict[str, Any]


def observation(game: Game, seat: str) -> np.ndarray:
    """What a seat sees of a game, float32 (OBSERVATION_SIZE,)."""
    seen = np.zeros(OBSERVATION_SIZE, np.float32)
    kernels.observe(game.games, 0, game.scenario.tables, SERVICES.index(seat), seen)
    return seen


class GameSession:
    """A game with its players, its record and the way back.

    players: by seat an agent's name or PERSON. seed: of the dice (None: a new one). force: load
    networks in spite of a mismatch. make: in place of `make_agent`. Agents are given the
    objective "selfish". Decisions with a single legal choice are played by themselves. Raises
    ScenarioError, OptionError, AgentError.

    sequence: grows with every change. noticed: which changes each seat knows of.
    explanations: of agents' choices, by their line. given: see `resume`.
    views: by seat what its agent looks at the game through.
    notice: key, facts and words of what a person should know (a partner that failed), or None.
    """

    def __init__(
        self,
        scenario: str | Path | Scenario,
        players: Mapping[str, str],
        *,
        seed: int | None = None,
        force: bool = False,
        make: Callable[[str, bool], Agent] = make_agent,
        **options: Any,
    ) -> None:
        self.players = dict(players)
        self.agents: dict[str, Agent] = {
            seat: make(who, force) for seat, who in players.items() if who != PERSON
        }
        self.game = Game(scenario, seed=seed, **options)
        if self.game.options.solo and self.agents:
            raise OptionError("option 'solo': one person plays both seats, without an agent")
        for seat, agent in self.agents.items():
            if hasattr(agent, "check"):
                agent.check(self.game.scenario)
            agent.reset(seat, agent_seed(self.game.seed, seat))
        self.is_replay = False
        self.given: frozenset[str] = frozenset()
        self._stand_ins: dict[str, str] = {}
        self.views = {seat: GameView(self.game, seat) for seat in SERVICES}
        self.record: GameRecord = begin_record(self.game, self.players)
        self.sequence, self.noticed = 0, Noticed()
        self.explanations: dict[int, Explanation] = {}
        self.notice: dict[str, Any] | None = None
        self._explained: Explanation | None = None  # of a choice that is still incomplete
        self._before: list[Before] = []
        self.moments = Moments(self.game, len(self.record.lines))
        self.game.on_phase_end = self._end_phase
        self._grouped: tuple[bytes, list[Group]] | None = None

    # --- whose turn it is ----------------------------------------------------------------
    @property
    def is_over(self) -> bool:
        return self.game.outcome != "playing"

    @property
    def seats(self) -> list[str]:
        """The seats of people; none where a recorded game is only looked at."""
        return [s for s in SERVICES if self.players[s] == PERSON and not self.is_replay]

    @property
    def is_secret(self) -> bool:
        """Whether two people still play: the seed, from which all dice follow, is nobody's."""
        return is_secret(self.record)

    @property
    def waits_for_person(self) -> bool:
        """Whether a person has to decide now, with more than one choice."""
        return self.game.actor in self.seats and int(self.game.mask.sum()) > 1

    def playing(self, seat: str) -> str:
        """Who plays a seat now: PERSON or an agent's name, that of a stand-in where one plays."""
        return self._stand_ins.get(seat, self.players[seat])

    def play_on(self) -> None:
        """One micro-step of an agent, or the only legal one."""
        self._act(self._decide(wants_reason=True))

    def _decide(self, wants_reason: bool) -> int:
        """The only legal action, or the agent's; a stand-in takes over from one that fails."""
        game, seat = self.game, self.game.actor
        legal = game.legal_actions()
        if len(legal) == 1:
            return legal[0]
        seen = self.observe(seat)
        while True:
            agent = self.agents[seat]
            try:
                action = int(agent.act(seen.copy(), game.mask.copy(), self.views[seat]))
                if action not in legal:
                    raise ValueError(f"action {action} is not legal")
                if wants_reason:
                    reason = explain(self.playing(seat), agent, game, action, seen)
                    self._explained = reason.after_first(self._explained)
                return action
            except Exception as error:  # whatever an agent may do wrong
                self._replace(seat, error)

    def _replace(self, seat: str, error: Exception) -> None:
        """A stand-in for an agent that failed, with a notice; re-raises where there is none."""
        failed, reason = self.playing(seat), f"{type(error).__name__}: {error}"
        for name in STAND_INS:
            try:
                stand_in = make_agent(name)
            except AgentError:
                continue
            if name in (failed, self.players[seat]):
                continue
            stand_in.reset(seat, agent_seed(self.game.seed, seat))
            self.agents[seat], self._stand_ins[seat] = stand_in, name
            about = {"seat": seat, "agent": failed, "stand_in": name, "error": reason}
            words = Say("notice.partner_failed", **{**about, "seat": names.service(seat)})
            self.notice = {"key": "partner_failed", "facts": about, "words": words}
            return
        raise error

    def observe(self, seat: str) -> np.ndarray:
        """What a seat sees, float32 (OBSERVATION_SIZE,)."""
        return observation(self.game, seat)

    def estimate(self, seat: str) -> float | None:
        """A seat's policy estimate by the network that plays here, if one does."""
        agents = [self.agents.get(seat), *self.agents.values()]
        values = (estimate(agent, self.observe(seat)) for agent in agents)
        return next((value for value in values if value is not None), None)

    def act(self, action: int) -> None:
        """A micro-step in a person's seat that a script decides; undo does not go back to it."""
        self._act(action)

    def _act(self, action: int) -> None:
        actor, sealed = self.game.actor, sealed_by(self.game)
        self.game.act(action)
        line = self._take_lines(sealed)
        if line is not None and (reason := self._explained) is not None:
            self._explained = None
            self.explanations[line] = reason
            if not self.is_over:
                try:
                    reason.after = estimate(self.agents[actor], self.observe(actor))
                except Exception as error:  # whatever an agent may do wrong
                    self._replace(actor, error)

    def choose(self, choice: dict[str, Any], within: Text | None = None) -> None:
        """A person's complete choice; IllegalChoice changes nothing.

        within: what several choices in one go are called: undo takes back all that are given the
        same object, since the last die.
        """
        goes_on = within is not None and self.undo_state().possible
        goes_on = goes_on and self._before[-1].batch is within
        if not goes_on:
            self._remember(within)
        moments, sealed = len(self.moments), sealed_by(self.game)
        try:
            self.game.choose(choice)
        except IllegalChoice:
            self.moments.cut(moments)
            if not goes_on:
                self._before.pop()
            raise
        self.notice = None
        self._take_lines(sealed)

    def _remember(self, batch: Text | None = None) -> None:
        """A person is about to choose: undo comes back to here."""
        if not self.undo_state().possible:
            self._before.clear()  # nothing before a die can be reached any more
        self._before.append(
            Before(
                len(self.record.lines),
                self.game.snapshot(),
                len(self.moments),
                {seat: self._copied(seat) for seat in self.agents},
                batch,
            )
        )

    def _copied(self, seat: str) -> Agent:
        """An agent as it is now, with its memory; the view of the game is not a part of it."""
        view = self.views[seat]
        return copy.deepcopy(self.agents[seat], {id(view): view})

    def _take_lines(self, sealed: str | None) -> int | None:
        """Put what the last call of the game wrote into the record; the choice's line.

        sealed: `sealed_by` before the call.
        """
        line = len(self.record.lines)
        self.record.add(self.game)
        self._changed(sealed)
        if len(self.record.lines) == line:
            return None
        self.moments.add(self.game, len(self.record.lines))
        return line

    # --- looking back, and back again ----------------------------------------------------
    def _end_phase(self, game: Game, turn: int, phase: str) -> None:
        # The choice that ends a phase is written later, but before the lines it has caused.
        self.moments.add(game, len(self.record.lines) + 1 + len(game.lines))

    def undo_state(self) -> Undo:
        """Whether, and why not, the exchange since the person's last choice can be taken back."""
        return last_exchange(
            self.game, self.record.lines, self._before[-1] if self._before else None
        )

    def undo(self) -> None:
        """Take back everything since the person's last choice; UndoError where that cannot be."""
        state = self.undo_state()
        if not state.possible:
            raise UndoError(state.words)
        back, sealed = self._before.pop(), sealed_by(self.game)
        self.game.restore(back.game)
        del self.record.lines[back.lines :]
        self.moments.cut(back.moments)
        self.record.footer = None
        self._explained = None
        self.explanations = {k: v for k, v in self.explanations.items() if k < back.lines}
        for seat in self.agents.keys() - self._stand_ins.keys():
            self.agents[seat] = back.agents[seat]
        self._changed(sealed)

    # --- what can be chosen --------------------------------------------------------------
    @property
    def is_offer(self) -> bool:
        """Whether amounts for army and navy are asked for instead of an entry of the menu."""
        return self.game.decision == "offer"

    def groups(self) -> list[Group]:
        """The legal choices in words and groups, worked out once a position.

        Empty for offers (too many): choose {"army": a, "navy": n}.
        """
        here = self.game.snapshot()
        if self._grouped is None or self._grouped[0] != here:
            self._grouped = here, groups(self.game)
        return self._grouped[1]

    @property
    def has_begun(self) -> bool:
        """Whether a person has chosen something; where none plays, whether anybody has."""
        seats = self.seats or SERVICES
        return any(line["actor"] in seats for line in self.record.lines)

    def offer_problem(self, army: int, navy: int) -> Text | None:
        """Why a split cannot be offered; None if it can."""
        return offer_problem(self.game, army, navy)

    # --- what has happened ---------------------------------------------------------------
    def last_explanations(self) -> dict[str, Explanation]:
        """By seat an agent's reason for its last choice; nothing of one under seal."""
        lines = self.record.lines
        return {lines[k]["actor"]: one for k, one in self.explanations.items() if k < self.shown}

    @property
    def shown(self) -> int:
        """How many lines of the record may be shown: what is still under seal may not."""
        return len(self.record.lines) - count_sealed(self.game, self.record.lines)

    def _changed(self, sealed: str | None) -> None:
        """Count a change. sealed: `sealed_by` before it."""
        self.sequence += 1
        self.noticed.change(sealed if sealed == sealed_by(self.game) else None)

    # --- saving and resuming -------------------------------------------------------------
    def save(self, path: Path) -> None:
        """Write the game record so far, whole or not at all; OSError if it cannot be."""
        write(path, [self.record])

    @classmethod
    def resume(
        cls,
        path: Path,
        scenario: str | Path | None = None,
        *,
        given: Collection[str] = (),
        force: bool = False,
        is_replay: bool = False,
    ) -> GameSession:
        """Play a saved game up to where it stood, every player deciding as before.

        scenario: its file, where it is not one of the package. given: agents that the person has
        named; of others that the file names only the project's are made. Agents decide anew along
        the way, so that what they remember is restored; the saved choice counts. is_replay: the
        game is only to be looked at, without agents. RecordError says where a file is not what
        rules, choices and the seed's dice make of it.
        """
        saved, board, options = read_game(path, scenario)
        header = saved.header
        players = dict.fromkeys(SERVICES, PERSON) if is_replay else header["agents"]
        session = seated(
            path, players.values(), DEFAULT, given,
            lambda: cls(board, players, seed=header["seed"], force=force, **options),
        )  # fmt: skip
        session.is_replay, session.given = is_replay, frozenset(given)
        session.players = dict(header["agents"])
        session.record.header["agents"] = dict(header["agents"])
        session._replay(path, saved)
        return session

    def _replay(self, path: Path, saved: GameRecord) -> None:
        for index, line in enumerate(saved.lines):
            actions = line["actions"] if is_choice(line) else []
            if actions and self.waits_for_person:
                self._remember()
            for action in actions:
                asked = {"turn": self.game.turn, "actor": self.game.actor}
                asked["decision"] = self.game.decision
                compare(path, saved, index, asked, {key: line[key] for key in asked})
                if self.game.actor in self.agents:
                    self._decide(wants_reason=False)
                if action not in self.game.legal_actions():
                    problem = Problem(
                        saved.line_number(index), "actions", "legal ones", f"{action}"
                    )
                    raise RecordError(path, problem)
                self._act(action)
            if index < len(self.record.lines):
                compare(path, saved, index, self.record.lines[index], line)
        compare_end(path, saved, self.record)
