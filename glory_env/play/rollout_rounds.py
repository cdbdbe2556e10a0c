"""Weighing decisions in rounds: all of them cheaply, then the most promising with new dice.

The same for every game. What the last round measures has had no part in the choice of what is
measured, so luck in the rounds before cannot make a decision look costly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from glory_env.text.lazy import Capital, Joined, Say, Text

LISTED = 5
SURE = 2.576  # standard errors: an interval of 99 %


class Mean(NamedTuple):
    """A mean difference with its 99 % interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: np.ndarray) -> Mean:
        """Of values (M,), one of each pair of games with the same dice."""
        mean = float(values.mean())
        by = SURE * float(values.std(ddof=1)) / math.sqrt(len(values))
        return cls(mean, mean - by, mean + by)

    def rounded(self, digits: int) -> list[float]:
        """The three numbers, as a message has them."""
        return [round(value, digits) for value in self]

    @property
    def is_known(self) -> bool:
        """Whether the interval does not hold 0."""
        return self.low > 0 or self.high < 0


class Gain(Protocol):
    """What another option leads to beyond what was chosen. payoff: reward of the seat."""

    @property
    def payoff(self) -> Mean: ...

    @property
    def is_sure(self) -> bool:
        """Better beyond chance."""


class Option(Protocol):
    """A choice that is weighed. payoff: mean reward of the seat."""

    @property
    def payoff(self) -> float: ...


Options = TypeVar("Options", bound=Option)
Gains = TypeVar("Gains", bound=Gain)


class Weighed(Generic[Options, Gains]):
    """A decision that is weighed.

    options: what was chosen, then the others, the best first. gain: None before the last round.
    """

    def __init__(self) -> None:
        self.options: list[Options] = []
        self.gain: Gains | None = None

    @property
    def loss(self) -> float:
        """By how much the best other option looks better, in reward; 0 where none is known."""
        first, *others = self.options
        return max((one.payoff for one in others), default=first.payoff) - first.payoff

    @property
    def known_gain(self) -> Gains:
        """The gain after the last round; AssertionError before."""
        assert self.gain is not None, "not weighed to the end"
        return self.gain


class Round(NamedTuple):
    """weigh: what is done with each decision; most: how many come into the round."""

    weigh: Callable[[Any], object]
    most: int


Decision = TypeVar("Decision", bound=Weighed[Any, Any])


class Rounds(Generic[Decision]):
    """Decisions, weighed with each call of `more`. rounds: after the first, which weighs all.

    done, of: steps so far and in all.
    """

    def __init__(
        self, decisions: list[Decision], first: Callable[[Any], object], rounds: Sequence[Round]
    ) -> None:
        self.decisions = decisions
        self._weighed, self._weigh = decisions, first
        self._rounds = list(rounds)  # still to come
        self._open = list(decisions)  # of this round, still to be weighed
        self.done = 0
        self.of = len(decisions) + sum(min(one.most, len(decisions)) for one in rounds)

    @property
    def is_done(self) -> bool:
        return self.done >= self.of

    def more(self) -> bool:
        """Weigh the next decision; whether there is more to do."""
        if self._open:
            self._weigh(self._open.pop(0))
            self.done += 1
        while not self._open and self._rounds:
            self._begin_round()
        if not self._open:
            self.done = self.of  # a round may be shorter than it could be
        return not self.is_done

    def _begin_round(self) -> None:
        """The decisions of the round before at which another option looks best by most."""
        self._weigh, most = self._rounds.pop(0)
        beaten = [one for one in self._weighed if one.loss > 0]
        self._weighed = sorted(beaten, key=lambda one: -one.loss)[:most]
        self._open = list(self._weighed)

    @property
    def costly(self) -> list[Decision]:
        """The costliest decisions so far, the costliest first."""
        sure = [one for one in self.decisions if one.gain is not None and one.gain.is_sure]
        return sorted(sure, key=lambda one: -one.known_gain.payoff.mean)[:LISTED]

    def message(
        self,
        is_running: bool,
        games: int,
        notes: Sequence[Text],
        view: Callable[[Decision], dict[str, Any]],
    ) -> dict[str, Any]:
        """A `review` message. games: of each option in the last round. notes: more that is said
        of it. view: a costly decision as data."""
        costly = [view(one) for one in self.costly]
        about: list[Text] = [Say("review.about", n=len(self.decisions), games=games), *notes]
        if self.is_done and not costly:
            about.insert(0, Say("review.none"))
        steps = {"done": self.done, "of": self.of, "running": is_running}
        return {"type": "review", **steps, "about": about, "costly": costly}


def gain_words(chosen: Text, better: Text, parts: Sequence[Text]) -> list[Text]:
    """What was chosen, what would have been better, and by how much: in several parts."""
    return [
        Say("review.chosen", choice=chosen),
        Say("review.better", choice=better),
        Say("review.gain", parts=Capital(Joined(list(parts), "list.semicolon"))),
    ]
