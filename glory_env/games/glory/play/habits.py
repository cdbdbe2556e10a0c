"""After a game: the same game from its start with one habit of the person changed.

A person is played on as in the record: in each turn the recorded choices of that turn, as far as
they are legal; in later turns those of the last recorded one. The partner at hand plays itself.
Games of a habit and without a change have the same dice, which are never those of the game.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, NamedTuple

from glory_env.envs.agent import Agent, GameView
from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.best_offer import split_by_needs
from glory_env.games.glory.play.forecast import is_escorting
from glory_env.games.glory.play.menu import is_transport
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.words import facts
from glory_env.play.session import observation
from glory_env.record import agent_seed
from glory_env.record.lines import is_choice
from glory_env.text.lazy import Say, Text

Choice = dict[str, Any]
GAMES = 4  # of each habit
LISTED = 3
LEAST = 0.5  # turns more in the mean that are worth a word
TWO = 2  # transports a turn
ENOUGH = 0.9  # of the own share by needs: such an offer is fair


class Habit(NamedTuple):
    """What is done in place of the recorded choice, which is None where there is none; None: that.

    done: how many choices of the turn it has made already.
    """

    name: str
    choose: Callable[[Game, Choice | None, int], Choice | None]


def _fill_convoys(game: Game, planned: Choice | None, done: int) -> Choice | None:
    if game.decision != "move":
        return None
    return next((one for one in game.choices() if is_escorting(game, one)), None)


def _no_lone_battles(game: Game, planned: Choice | None, done: int) -> Choice | None:
    """A move into a box with a marker where the other service has nobody is not made."""
    if game.decision != "move" or not planned or planned.get("to") not in facts.contested(game):
        return None
    other = facts.other(game.actor)
    g, s = game.record, game.scenario.tables[0]
    box = game.scenario.boxes.index(planned["to"])
    there = [u for u in range(int(s.counters)) if g.place[u] == box]
    if any(st.SERVICES[int(s.service[u])] == other for u in there):
        return None
    return {"end": True}


def _two_transports(game: Game, planned: Choice | None, done: int) -> Choice | None:
    if game.decision != "produce" or done >= TWO:
        return None
    return next((one for one in game.choices() if is_transport(game, one)), None)


def _fair_offers(game: Game, planned: Choice | None, done: int) -> Choice | None:
    """Accept what gives nearly the own share by needs; offer by needs."""
    fair = split_by_needs(game) if game.decision in ("offer", "answer") else {}
    if game.decision == "offer":
        return fair
    if game.decision != "answer":
        return None
    offered = facts.offer(game, st.SERVICES.index(facts.other(game.actor)))
    wanted = min(fair[game.actor], facts.need(game, game.actor))
    assert offered is not None, "an answer has an offer"
    return {"accept" if offered[game.actor] >= ENOUGH * wanted else "counter": True}


HABITS = (
    Habit("convoys", _fill_convoys),
    Habit("lone_battles", _no_lone_battles),
    Habit("transports", _two_transports),
    Habit("fair_offers", _fair_offers),
)


class Changed(NamedTuple):
    """A habit and how long the games last without and with the change: mean turns, and how many
    of GAMES are completed."""

    habit: str
    turns: tuple[float, float]
    completed: tuple[int, int]


class Habits:
    """The habits of a finished game, one more tried with each call of `more`."""

    def __init__(self, session: GlorySession, seat: str, partner: Agent) -> None:
        self._seed, self.seat, self.other = session.game.seed + 1, seat, facts.other(seat)
        view = session.views[self.other]
        assert callable(partner.act)  # waits for one that still loads
        self._partner = copy.deepcopy(partner, {id(view): view})
        self._start: Game = session.moments.after(-1)
        self._lines = [
            (int(line["turn"]), str(line["decision"]), dict(line["choice"]))
            for line in session.record.lines
            if is_choice(line) and line["actor"] == seat
        ]
        self._last = max((turn for turn, _, _ in self._lines), default=0)
        self._open: list[Habit | None] = [None, *HABITS] if self._lines else []
        self.of = len(self._open)
        self._unchanged: list[Game] = []
        self.found: list[Changed] = []

    @classmethod
    def of_session(cls, session: GlorySession) -> Habits | None:
        """Of a game of one person with an agent; None of others."""
        if len(session.seats) != 1 or session.game.options.solo:
            return None
        partner = session.agents.get(facts.other(session.seats[0]))
        return cls(session, session.seats[0], partner) if partner else None

    def more(self) -> bool:
        """Play the games of the next habit, first those without a change; False: none is left."""
        if not self._open:
            return False
        habit = self._open.pop(0)
        ended = [self._play(habit, self._seed + k) for k in range(GAMES)]
        if habit is None:
            self._unchanged = ended
            return True
        both = self._unchanged, ended
        self.found.append(
            Changed(
                habit.name,
                (_mean_turn(both[0]), _mean_turn(both[1])),
                (_completed(both[0]), _completed(both[1])),
            )
        )
        return True

    def _play(self, habit: Habit | None, seed: int) -> Game:
        game: Game = GameView(self._start, self.seat).clone(seed)
        partner, view = self._partner, GameView(game, self.other)
        partner.reset(self.other, agent_seed(seed, self.other))
        person = _Person(self._lines, self._last, habit)
        while game.outcome == "playing":
            if game.actor == self.other:
                seen = observation(game, self.other)
                game.act(int(partner.act(seen, game.mask.copy(), view)))
            else:
                game.choose(person.choose(game))
        return game

    def costliest(self) -> list[Changed]:
        """Those whose change makes the games last longer, the costliest first."""
        better = [one for one in self.found if one.turns[1] - one.turns[0] >= LEAST]
        order = sorted(better, key=lambda one: (one.completed[1], one.turns[1]), reverse=True)
        return order[:LISTED]

    def view(self) -> list[dict[str, Any]]:
        """As `habits` of a `review` message."""
        return [
            {
                "habit": one.habit,
                "turns": list(one.turns),
                "completed": list(one.completed),
                "games": GAMES,
                "words": words(one),
            }
            for one in self.costliest()
        ]


class _Person:
    """Chooses as in the record, with a habit changed."""

    def __init__(
        self, lines: list[tuple[int, str, Choice]], last: int, habit: Habit | None
    ) -> None:
        self._lines, self._last, self._habit = lines, last, habit
        self._turn, self._done = 0, 0
        self._plan: list[tuple[str, Choice]] = []

    def choose(self, game: Game) -> Choice:
        if game.turn != self._turn:
            self._turn, self._done = game.turn, 0
            turn = min(game.turn, self._last)
            self._plan = [(decision, choice) for t, decision, choice in self._lines if t == turn]
        planned = self._planned(game)
        changed = self._habit.choose(game, planned, self._done) if self._habit else None
        if changed is not None and game.is_legal(changed):
            self._done += 1
            return changed
        if planned is not None:
            self._plan.remove((game.decision, planned))
            return planned
        return _otherwise(game)

    def _planned(self, game: Game) -> Choice | None:
        """The next recorded choice of this decision that is legal."""
        asked = (choice for decision, choice in self._plan if decision == game.decision)
        return next((one for one in asked if game.is_legal(one)), None)


def _otherwise(game: Game) -> Choice:
    """Where nothing recorded fits: by needs, accept, end, else the first choice."""
    if game.decision == "offer":
        return dict(split_by_needs(game))
    for choice in ({"accept": True}, {"end": True}):
        if game.is_legal(choice):
            return choice
    return game.choices()[0]


def _mean_turn(games: list[Game]) -> float:
    return round(sum(game.turn for game in games) / len(games), 1)


def _completed(games: list[Game]) -> int:
    return sum(game.outcome == "completed" for game in games)


def words(changed: Changed) -> Text:
    """The habit, and how far the games go with it and without."""
    before, after = changed.turns
    values = {"before": f"{before:.0f}", "after": f"{after:.0f}", "n": GAMES}
    return Say(
        "habit.line",
        habit=Say(f"habit.{changed.habit}"),
        turn=Say("habit.to_turn", **values),
        completed=Say("habit.completed", k=changed.completed[1], n=GAMES),
    )
