"""The partner at hand, asked on copies of the game what it would do: nothing hidden is in them."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any, Self

from glory_env.envs.agent import Agent, GameView
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import ACCEPT, AMOUNT
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.hint import hint_seed
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.words import facts
from glory_env.play.session import observation
from glory_env.record import agent_seed

Choice = dict[str, Any]
Split = dict[str, int]  # army and navy; civil gets the rest
ASKED = 6  # times it is asked about an offer, each with draws of its own


class AskedPartner:
    """Made while the session stands still; it may then be asked in another thread.

    game: a copy in which a person makes an offer or answers one. partner: the agent in the other
    seat, as it is now; it and the game stay as they are. view: what it has looked at the game
    through; it may remember that, and a copy of it shares it. seed: of the copies' dice and of the
    partner's draws, neither of which are those of the game; so the same position gets the same
    answers. Where lines may be said before the offer, `game` is the copy without any.
    """

    def __init__(self, game: Game, partner: Agent, view: GameView, name: str, seed: int) -> None:
        self._asked = game  # with the lines still to be said
        self.game, self.seat, self.name, self.seed = game, game.actor, name, seed
        if game.decision == "speak":
            self.game = game.clone()
            self.game.choose({"end": True})
        self.other = facts.other(self.seat)
        self._view = view
        assert callable(partner.act)  # waits for one that still loads: the copy would load again
        self._partner = copy.deepcopy(partner, {id(view): view})
        self._answers: dict[tuple[int, int, str], list[bool | None]] = {}

    @classmethod
    def of(cls, session: GlorySession) -> Self | None:
        """For a person's offer or answer to an agent; None for other decisions and partners."""
        other = facts.other(session.game.actor)
        agent = session.agents.get(other)
        is_talk = session.game.decision in ("speak", "offer", "answer")
        if agent is None or not is_talk or session.game.options.negotiation != "alternating":
            return None
        view, name = session.views[other], session.playing(other)
        return cls(session.game.clone(), agent, view, name, hint_seed(session))

    def after_own(self, choice: Choice) -> Self | None:
        """The same after a choice of the person; None where that brings no offer of the person."""
        game = self.after(choice, self.seed)
        if (game.decision, game.actor) != ("offer", self.seat):
            return None
        return type(self)(game, self._partner, self._view, self.name, self.seed)

    def after(self, choice: Choice, seed: int, before: Sequence[Choice] = ()) -> Game:
        """A copy with other dice in which the person has made a choice, others before it."""
        game: Game = GameView(self._asked if before else self.game, self.seat).clone(seed)
        for one in before:
            game.choose(one)
        if self.seat not in choice:
            game.choose(choice)
            return game
        civil = room(game) - choice["army"] - choice["navy"]
        for amount in (civil, choice["army"]):  # `choose` would look at every legal split first
            game.act(AMOUNT + amount // st.STEP)
        return game

    def asked(self, seed: int) -> Agent:
        """The copy of the partner at the beginning of a game, with draws of another one."""
        self._partner.reset(self.other, agent_seed(seed, self.other))
        return self._partner

    # --- what it would do ------------------------------------------------------------------
    def counter_offer(self, split: Split) -> Split | None:
        """What the partner would offer itself after an offer; None where it does not."""
        game = self.after(split, self.seed)
        partner, view = self.asked(self.seed), GameView(game, self.other)
        while game.phase == "tonnage" and game.actor == self.other:
            game.act(int(partner.act(observation(game, self.other), game.mask.copy(), view)))
        offered = facts.offer(game, st.SERVICES.index(self.other))
        return _pair(offered) if game.phase == "tonnage" and offered else None

    def accepted(self, split: Split, before: Sequence[Choice] = ()) -> int | None:
        """How often of ASKED times it accepts an offer; None where it is never asked for one.

        before: the choices that the person makes before the split, its lines.
        """
        answers = self._answered(split, ASKED, before)
        return None if answers.count(None) == len(answers) else answers.count(True)

    def would_take(self, split: Split) -> bool:
        """Whether it accepts an offer most of the time."""
        return 2 * (self.accepted(split) or 0) > ASKED

    def seems_to_take(self, split: Split) -> bool:
        """The same by a single question."""
        return self._answered(split, 1) == [True]

    def tried(self) -> Iterator[tuple[Split, float]]:
        """The offers it has been asked about, and the share of answers that accepted them."""
        for (army, navy, _), answers in self._answers.items():
            yield {"army": army, "navy": navy}, answers.count(True) / len(answers)

    def _answered(self, split: Split, n: int, before: Sequence[Choice] = ()) -> list[bool | None]:
        """The first n of its answers; each question is asked once."""
        lines = [one for one in before if "end" not in one]
        answers = self._answers.setdefault((split["army"], split["navy"], str(lines)), [])
        while len(answers) < n:
            answers.append(self._answer(split, self.seed + len(answers), before if lines else ()))
        return answers[:n]

    def _answer(self, split: Split, seed: int, before: Sequence[Choice]) -> bool | None:
        game, partner = self.after(split, seed, before), self.asked(seed)
        view = GameView(game, self.other)
        while game.phase == "tonnage" and game.actor == self.other:
            action = int(partner.act(observation(game, self.other), game.mask.copy(), view))
            if game.decision == "answer":
                return action == ACCEPT
            game.act(action)  # it says something first
        return None


def room(game: Game) -> int:
    """The largest sum of army and navy share, on the grid of offers."""
    return game.total - game.total % game.options.grid


def _pair(split: Split) -> Split:
    return {seat: split[seat] for seat in st.SERVICES}
