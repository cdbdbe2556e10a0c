"""One game between people and agents: who decides, what has happened, undo, saving and resuming.

Knows nothing of terminals or pages; those ask it and show what it says.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from glory_env.core.errors import OptionError
from glory_env.envs.agent import Agent, AgentError, make_agent
from glory_env.games.glory import GAME
from glory_env.games.glory.game import Game, IllegalChoice
from glory_env.games.glory.play.explain import Explanation, estimate, explain
from glory_env.games.glory.play.menu import Group, groups, offer_problem
from glory_env.games.glory.play.sealed import Noticed, count_sealed, sealed_by
from glory_env.games.glory.play.undo import Before, Undo, last_exchange
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.words import names
from glory_env.play.reading import PERSON, is_secret
from glory_env.play.session import GameSession, UndoError
from glory_env.record import Problem, agent_seed
from glory_env.record.lines import Line
from glory_env.text.lazy import Say, Text

STAND_INS = ("withdraw_in_time", "random")  # play on for an agent that fails


class GlorySession(GameSession):
    """As `GameSession`, with agents' reasons, stand-ins, what is under seal, and the way back.

    force: load networks in spite of a mismatch. make: in place of `make_agent`. Agents are given
    the objective "selfish".

    noticed: which changes each seat knows of. explanations: of agents' choices, by their line.
    notice: key, facts and words of what a person should know (a partner that failed), or None.
    """

    bundle = GAME
    game: Game

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
        super().__init__(
            players, scenario=scenario, seed=seed, make=lambda who: make(who, force), **options
        )
        if self.game.options.solo and self.agents:
            raise OptionError("option 'solo': one person plays both seats, without an agent")
        self._stand_ins: dict[str, str] = {}
        self.noticed = Noticed()
        self.explanations: dict[int, Explanation] = {}
        self.notice: dict[str, Any] | None = None
        self._explained: Explanation | None = None  # of a choice that is still incomplete
        self._before: list[Before] = []
        self.game.on_phase_end = self._end_phase
        self._grouped: tuple[bytes, list[Group]] | None = None

    # --- whose turn it is ----------------------------------------------------------------
    @property
    def seats(self) -> list[str]:
        """The seats of people; none where a recorded game is only looked at."""
        return [s for s in SERVICES if self.players[s] == PERSON and not self.is_replay]

    def _is_asked(self) -> bool:
        """Also before the dice of the only battle that is left: they are a person's to roll."""
        return self.game.decision == "battle" or super()._is_asked()

    @property
    def is_secret(self) -> bool:
        """Whether two people still play: the seed, from which all dice follow, is nobody's."""
        return is_secret(self.record)

    def playing(self, seat: str) -> str:
        """Who plays a seat now: PERSON or an agent's name, that of a stand-in where one plays."""
        return self._stand_ins.get(seat, self.players[seat])

    def play_on(self) -> None:
        """One micro-step of an agent, or the only legal one."""
        self._act(self._decide(wants_reason=True))

    def _decide(self, wants_reason: bool = False) -> int:
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

    def estimate(self, seat: str) -> float | None:
        """A seat's policy estimate by the network that plays here, if one does."""
        agents = [self.agents.get(seat), *self.agents.values()]
        values = (estimate(agent, self.observe(seat)) for agent in agents)
        return next((value for value in values if value is not None), None)

    def act(self, action: int) -> None:
        """A micro-step in a person's seat that a script decides; undo does not go back to it."""
        self._act(action)

    def _act(self, action: int) -> None:
        actor, sealed, line = self.game.actor, sealed_by(self.game), len(self.record.lines)
        super()._act(action)
        self._notice(sealed)
        if len(self.record.lines) > line and (reason := self._explained) is not None:
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
        self._take_lines()
        self._notice(sealed)

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
        self.sequence += 1
        self._notice(sealed)

    # --- what can be chosen --------------------------------------------------------------
    @property
    def is_offer(self) -> bool:
        """Whether amounts for army and navy are asked for instead of an entry of the menu."""
        return self.game.decision == "offer"

    @property
    def makes_offer(self) -> bool:
        """Whether an offer can be made now: amounts are asked for, or lines beside them before."""
        return self.game.decision in ("speak", "offer")

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

    def _notice(self, sealed: str | None) -> None:
        """Count a change for those who notice it. sealed: `sealed_by` before it."""
        self.noticed.change(sealed if sealed == sealed_by(self.game) else None)

    # --- resuming ------------------------------------------------------------------------
    @classmethod
    def _header_problem(cls, header: Line, options: dict[str, Any]) -> Problem | None:
        return Problem(1, "states", "false", "true") if header["states"] else None

    def _asked(self) -> dict[str, Any]:
        return {**super()._asked(), "decision": self.game.decision}

    def _repeat(self, action: int) -> None:
        self._act(action)
