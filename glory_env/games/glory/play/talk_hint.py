"""A hint in the talks: what the other needs, what it would accept, and how games with it go on.

The partner at hand is asked, on copies of the game with other dice and with draws of its own that
are not those of the game. Its answer comes at once: the offers that it would accept, the best for
the person first. Games are then played to the end, one of each choice at a time, and the hint is
better with each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from glory_env.envs.agent import GameView, make_agent
from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.asked_partner import ASKED, AskedPartner, Choice, Split
from glory_env.games.glory.play.best_offer import Found, best_offers
from glory_env.games.glory.play.hint import hint, hint_seed
from glory_env.games.glory.play.session import STAND_INS, GlorySession
from glory_env.games.glory.words import facts, names
from glory_env.games.glory.words.choice_words import full
from glory_env.play.session import observation
from glory_env.record import agent_seed
from glory_env.text.lazy import Joined, Say, Text

GAMES = 6  # played to the end of each choice
MARGIN = 0.1  # of the own need that a counter-offer has to bring: it costs one of the turn's offers


class TalkHint:
    """Advice on an offer or an answer, better with each call of `more`.

    partner: see `AskedPartner`.
    """

    def __init__(self, partner: AskedPartner) -> None:
        self.partner = partner
        self.game, self.seat, self.other = partner.game, partner.seat, partner.other
        self.needs = {seat: facts.need(self.game, seat) for seat in st.SERVICES}
        self.choices: list[Choice] = []
        self._found: Found | None = None  # offers that the partner would accept, and the nearest
        self._ended: list[list[Game]] = []

    @classmethod
    def of(cls, session: GlorySession) -> TalkHint | None:
        """For a person's offer or answer to an agent; None for other decisions and partners."""
        partner = AskedPartner.of(session)
        return cls(partner) if partner else None

    def more(self) -> dict[str, Any]:
        """The next hint: first by the partner's answers alone, then with one game more of each."""
        if not self.choices:
            self._ask()
        else:
            played = self._played
            for choice, ended in zip(self.choices, self._ended, strict=True):
                ended.append(self._play_out(choice, played))
        return self.view()

    def _ask(self) -> None:
        """Find the offers that the partner would accept, and with them what can be chosen."""
        if self.game.decision == "offer":
            self._found = best_offers(self.partner)
            self.choices = [*self._found.taken] or [self._found.nearest]
        else:
            after = self.partner.after_own({"counter": True})
            self._found = best_offers(after) if after else None
            self.choices = self.game.choices()
        self._ended = [[] for _ in self.choices]

    @property
    def _played(self) -> int:
        return len(self._ended[0])

    def view(self) -> dict[str, Any]:
        """In the form of a `hint` message."""
        n = self._played
        order = sorted(range(len(self.choices)), key=self._merit, reverse=True)
        who, you = names.service(self.other), names.service(self.seat)
        needs = {"need": self.needs[self.other], "own": self.needs[self.seat]}
        about = [Say("hint.needs", who=who, you=you, **needs)]
        if self._found and not self._found.taken:
            nearest = self._split_words(self._found.nearest)
            about.append(Say("hint.none_taken", who=who, split=nearest))
        about.append(Say("hint.partner", agent=self.partner.name, n=n))
        return {
            "rollouts": n,
            "about": about,
            "more": n < GAMES,
            "candidates": [self._candidate(k) for k in order],
        }

    def _merit(self, k: int) -> tuple[float, ...]:
        """Completes more, else lasts longer, else is further ahead, else has more for itself."""
        split = self._in_force(k)
        share = min(split[self.seat], self.needs[self.seat]) if split else -1
        if "counter" in self.choices[k]:
            share -= int(MARGIN * self.needs[self.seat])
        if not self._played:
            return (share,)
        ended = self._ended[k]
        lead = sum(game.gp[self.seat] - game.gp[self.other] for game in ended)
        completed = sum(game.outcome == "completed" for game in ended)
        return (completed, sum(game.turn for game in ended), lead, share)

    def _in_force(self, k: int) -> Split | None:
        """The split that a choice brings; None where the talks are to fail."""
        choice = self.choices[k]
        if "accept" in choice:
            return facts.offer(self.game, st.SERVICES.index(self.other))
        if "counter" in choice:
            return self._best()
        return choice if self.seat in choice else None

    def _best(self) -> Split | None:
        """The best offer that the partner would accept."""
        return self._found.taken[0] if self._found and self._found.taken else None

    def _candidate(self, k: int) -> dict[str, Any]:
        choice, ended = self.choices[k], self._ended[k]
        n = max(1, len(ended))
        mean = {seat: round(sum(game.gp[seat] for game in ended) / n, 1) for seat in st.SERVICES}
        completed = sum(game.outcome == "completed" for game in ended)
        return {
            "words": full(self.game, choice),
            "choice": choice,
            "reason": self._reason(k),
            "accepted": self._accepted(choice),
            "asked": ASKED,
            "completion": round(completed / n, 3) if ended else None,
            "gp": mean if ended else None,
        }

    def _accepted(self, choice: Choice) -> int | None:
        return self.partner.accepted(choice) if self.seat in choice else None

    def _reason(self, k: int) -> Text:
        """Why: whether it covers needs, how often it was accepted, how far its games went."""
        choice, ended = self.choices[k], self._ended[k]
        split = self._in_force(k)
        parts: list[Text] = []
        if "counter" in choice and split:
            words = self._split_words(split)
            parts.append(Say("hint.would_take", who=names.service(self.other), split=words))
        elif split:
            for seat in (self.other, self.seat):
                key = "covers" if split[seat] >= self.needs[seat] else "short"
                values = {"share": split[seat], "need": self.needs[seat]}
                parts.append(Say(f"hint.{key}", who=names.service(seat), **values))
        if (accepted := self._accepted(choice)) is not None:
            parts.append(Say("hint.accepted", k=accepted, n=ASKED))
        if ended:
            turn = sum(game.turn for game in ended) / len(ended)
            parts.append(Say("hint.lasts", turn=f"{turn:.1f}"))
        return Joined(parts, "list.semicolon")

    def _split_words(self, split: Split) -> Text:
        return names.split(**split, civil=self.game.total - sum(split.values()))

    def _play_out(self, choice: Choice, number: int) -> Game:
        """A game with the partner to its end, a script in the person's seat.

        The offer of a counter-offer is the best one found.
        """
        seed = self.partner.seed + number
        game, best = self.partner.after(choice, seed), self._best()
        if "counter" in choice and best and game.is_legal(best):
            game.choose(best)
        script = make_agent(STAND_INS[0])
        script.reset(self.seat, agent_seed(seed, self.seat))
        agents = {self.seat: script, self.other: self.partner.asked(seed)}
        views = {seat: GameView(game, seat) for seat in agents}
        while game.outcome == "playing":
            seat = game.actor
            action = agents[seat].act(observation(game, seat), game.mask.copy(), views[seat])
            game.act(int(action))
        return game


def adviser(session: GlorySession) -> Callable[[], dict[str, Any]]:
    """What works out the messages of a hint, one a call; it needs the session no more."""
    talk = TalkHint.of(session)
    if talk is not None:
        return talk.more
    twin, seed = session.game.clone(), hint_seed(session)
    return lambda: {**hint(GameView(twin, twin.actor), twin.mask, seed), "more": False}
