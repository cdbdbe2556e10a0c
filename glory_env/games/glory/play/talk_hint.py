"""A hint in the talks: what the other needs, what it would accept, and how games with it go on.

The partner at hand is asked, on copies of the game with other dice and with draws of its own that
are not those of the game. Its answer comes at once; games are then played to the end, one of each
choice at a time, and the hint is better with each.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from glory_agents.glory.characters.bargain import by_needs
from glory_env.envs.agent import Agent, GameView, make_agent
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import ACCEPT
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.hint import hint, hint_seed
from glory_env.games.glory.play.session import STAND_INS, GlorySession
from glory_env.games.glory.words import facts, names
from glory_env.games.glory.words.choice_words import full
from glory_env.play.session import observation
from glory_env.record import agent_seed
from glory_env.text.lazy import Joined, Say, Text

Choice = dict[str, Any]
ASKED = 6  # times the partner is asked about an offer
GAMES = 6  # played to the end of each choice
MOST = 4  # choices
LESS = (0.75, 0.5)  # of what the other needs: perhaps it is content with that


class TalkHint:
    """Advice on an offer or an answer, better with each call of `more`.

    Made while the session stands still; `more` may then run in another thread. partner: the
    agent in the other seat, as it is now. view: what it has looked at the game through; it may
    remember that, and a copy of it shares it.
    """

    def __init__(self, game: Game, partner: Agent, view: GameView, name: str, seed: int) -> None:
        self._view = view
        self.game, self.seat, self.name = game.clone(), game.actor, name
        self.other = facts.other(self.seat)
        self._partner, self._seed = self._copy(partner), seed
        self.needs = {seat: _need(game, seat) for seat in st.SERVICES}
        if game.decision == "offer":
            self.choices = offers(self.game, self._counter_offer())[:MOST]
        else:
            self.choices = self.game.choices()[:MOST]
        self._accepted: list[int | None] = []
        self._ended: list[list[Game]] = [[] for _ in self.choices]

    @classmethod
    def of(cls, session: GlorySession) -> TalkHint | None:
        """For a person's offer or answer to an agent; None for other decisions and partners."""
        other = facts.other(session.game.actor)
        agent = session.agents.get(other)
        is_talk = session.game.decision in ("offer", "answer")
        if agent is None or not is_talk or session.game.options.negotiation != "alternating":
            return None
        seed = hint_seed(session)
        return cls(session.game, agent, session.views[other], session.playing(other), seed)

    def more(self) -> dict[str, Any]:
        """The next hint: first by the partner's answers alone, then with one game more of each."""
        if not self._accepted:
            self._accepted = [self._count_accepted(choice) for choice in self.choices]
        else:
            played = self._played
            for choice, ended in zip(self.choices, self._ended, strict=True):
                ended.append(self._play_out(choice, played))
        return self.view()

    @property
    def _played(self) -> int:
        return len(self._ended[0])

    def view(self) -> dict[str, Any]:
        """In the form of a `hint` message."""
        n = self._played
        order = sorted(range(len(self.choices)), key=self._merit, reverse=True)
        about = [
            Say("hint.needs", who=names.service(self.other), need=self.needs[self.other],
                you=names.service(self.seat), own=self.needs[self.seat]),
            Say("hint.partner", agent=self.name, n=n),
        ]  # fmt: skip
        return {
            "rollouts": n,
            "about": about,
            "more": n < GAMES,
            "candidates": [self._candidate(k) for k in order],
        }

    def _merit(self, k: int) -> tuple[float, ...]:
        """Who completes more, else lasts longer, else is further ahead; else who is accepted."""
        accepted = self._accepted[k] or 0
        share = self._share(k)
        if not self._played:
            return (accepted, share)
        ended = self._ended[k]
        lead = sum(game.gp[self.seat] - game.gp[self.other] for game in ended)
        completed = sum(game.outcome == "completed" for game in ended)
        return (completed, sum(game.turn for game in ended), lead, accepted)

    def _share(self, k: int) -> int:
        return int(self.choices[k].get(self.seat, 0))

    def _candidate(self, k: int) -> dict[str, Any]:
        choice, ended = self.choices[k], self._ended[k]
        n = max(1, len(ended))
        mean = {seat: round(sum(game.gp[seat] for game in ended) / n, 1) for seat in st.SERVICES}
        completed = sum(game.outcome == "completed" for game in ended)
        return {
            "words": full(self.game, choice),
            "choice": choice,
            "reason": self._reason(k),
            "accepted": self._accepted[k],
            "asked": ASKED,
            "completion": round(completed / n, 3) if ended else None,
            "gp": mean if ended else None,
        }

    def _reason(self, k: int) -> Text:
        """Why: whether it covers needs, how often it was accepted, how far its games went."""
        choice, ended = self.choices[k], self._ended[k]
        split = choice if self.seat in choice else self._split_of(choice)
        parts: list[Text] = []
        if split:
            for seat in (self.other, self.seat):
                key = "covers" if split[seat] >= self.needs[seat] else "short"
                values = {"share": split[seat], "need": self.needs[seat]}
                parts.append(Say(f"hint.{key}", who=names.service(seat), **values))
        if self._accepted[k] is not None:
            parts.append(Say("hint.accepted", k=self._accepted[k], n=ASKED))
        if ended:
            turn = sum(game.turn for game in ended) / len(ended)
            parts.append(Say("hint.lasts", turn=f"{turn:.1f}"))
        return Joined(parts, "list.semicolon")

    def _split_of(self, choice: Choice) -> dict[str, int] | None:
        """What accepting the other's offer would put in force; None of other answers."""
        return facts.offer(self.game, st.SERVICES.index(self.other)) if "accept" in choice else None

    # --- with the partner ------------------------------------------------------------------
    def _after(self, choice: Choice, seed: int) -> Game:
        game: Game = GameView(self.game, self.seat).clone(seed)
        game.choose(choice)
        return game

    def _copy(self, partner: Agent) -> Agent:
        return copy.deepcopy(partner, {id(self._view): self._view})

    def _asked(self, seed: int) -> Agent:
        """The partner with draws of another game."""
        partner = self._copy(self._partner)
        partner.reset(self.other, agent_seed(seed, self.other))
        return partner

    def _counter_offer(self) -> dict[str, int] | None:
        """What the partner would offer itself, after an offer by needs; None where it does not."""
        game = self._after({seat: _by_needs(self.game)[seat] for seat in st.SERVICES}, self._seed)
        partner, view = self._asked(self._seed), GameView(game, self.other)
        while game.phase == "tonnage" and game.actor == self.other:
            game.act(int(partner.act(observation(game, self.other), game.mask.copy(), view)))
        is_open = game.phase == "tonnage"
        return facts.offer(game, st.SERVICES.index(self.other)) if is_open else None

    def _count_accepted(self, choice: Choice) -> int | None:
        """How often the partner accepts an offer; None of what it is not asked about."""
        count = 0
        for k in range(ASKED):
            game = self._after(choice, self._seed + k)
            if (game.decision, game.actor) != ("answer", self.other):
                return None
            seen = observation(game, self.other)
            partner = self._asked(self._seed + k)
            action = partner.act(seen, game.mask.copy(), GameView(game, self.other))
            count += int(action) == ACCEPT
        return count

    def _play_out(self, choice: Choice, number: int) -> Game:
        """A game with the partner to its end, a script in the person's seat."""
        seed = self._seed + number
        game = self._after(choice, seed)
        script = make_agent(STAND_INS[0])
        script.reset(self.seat, agent_seed(seed, self.seat))
        agents = {self.seat: script, self.other: self._asked(seed)}
        views = {seat: GameView(game, seat) for seat in agents}
        while game.outcome == "playing":
            seat = game.actor
            action = agents[seat].act(observation(game, seat), game.mask.copy(), views[seat])
            game.act(int(action))
        return game


def _need(game: Game, seat: str) -> int:
    """What activating all idle units of a service costs."""
    return sum(one["price"] for one in facts.prices(game, seat))


def offers(game: Game, counter: dict[str, int] | None) -> list[Choice]:
    """Splits worth a thought: by needs, what the other offers, one need in full, less."""
    room = game.total - game.total % game.options.grid
    seat, other = game.actor, facts.other(game.actor)

    def first(one: str, two: str, part: float = 1.0) -> dict[str, int]:
        """The need of one in full, then that part of the other's as far as there is room."""
        grid = game.options.grid
        whole = min(_need(game, one) // grid * grid, room)
        rest = min(int(part * _need(game, two)) // grid * grid, room - whole)
        return {one: whole, two: rest}

    splits = [
        _by_needs(game),
        counter or facts.offer(game, st.SERVICES.index(other)),
        first(seat, other),
        first(other, seat),
        *(first(seat, other, part) for part in LESS),
    ]
    unlike: list[Choice] = []
    for split in splits:
        choice = split and {who: split[who] for who in st.SERVICES}
        if choice and choice not in unlike and game.is_legal(choice):
            unlike.append(choice)
    return unlike


def _by_needs(game: Game) -> dict[str, int]:
    """The split that the rule "fixed by needs" would put in force."""
    return dict(zip(st.SERVICES, by_needs(game.record, game.scenario.tables[0]), strict=True))


def adviser(session: GlorySession) -> Callable[[], dict[str, Any]]:
    """What works out the messages of a hint, one a call; it needs the session no more."""
    talk = TalkHint.of(session)
    if talk is not None:
        return talk.more
    twin, seed = session.game.clone(), hint_seed(session)
    return lambda: {**hint(GameView(twin, twin.actor), twin.mask, seed), "more": False}
