"""Advice for a person: the best choices by rollouts to the end, better with every call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from glory_agents.aleutians.playouts import Ended, Playouts, worlds_of
from glory_agents.aleutians.rollouts import propose
from glory_agents.aleutians.rows import PROPOSERS, script_row
from glory_env.envs.agent import GameView
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import DONE, NO, PASS

TRIED = 10  # choices in the first step; fewer in each of the next ones, down to SHOWN
FEWER = 2
SHOWN = 5
ROUND = 4  # new worlds in each step
ROLLOUTS = 64  # worlds in all
FEWEST = 8  # worlds from which a difference is believed
SURE = 3.29  # standard errors: an interval of 99.9 %, for several differences are looked at


class Reason(NamedTuple):
    """A figure that differs beyond chance.

    about: won (share of games), soon (VP of Japan when the turn ends), lost and taken (units that
    the seat and the other one have lost by then). here, others: means with this choice and with the
    others. is_good: for the seat.
    """

    about: str
    here: float
    others: float
    is_good: bool


class Advice(NamedTuple):
    """A choice and what became of it.

    payoff: mean reward of the seat, -1 to 1; points: mean VP of Japan; won: share of games the seat
    has won. reasons: in what it differs from the other choices beyond chance; without one it is no
    better than they are, as far as these games tell.
    """

    action: int
    payoff: float
    points: float
    won: float
    reasons: tuple[Reason, ...]


class Candidates:
    """The choices worth trying at a decision, the scripts' proposals first."""

    def __init__(self) -> None:
        self._advice = np.concatenate([script_row(name) for name in PROPOSERS])
        self._work = np.zeros(1, st.GAME)

    def of(
        self, view: GameView, mask: np.ndarray, most: int, rng: np.random.Generator
    ) -> list[int]:
        """At most so many legal actions. mask: int8 (N_ACTIONS,), legal actions of the seat."""
        proposals = np.empty(len(self._advice), np.int64)
        x = int(rng.integers(1 << 32))
        args = view.records(), view.scenario.tables, mask.copy(), self._work, self._advice
        propose(*args, x, proposals)
        legal = [int(k) for k in rng.permutation(np.flatnonzero(mask))]
        ends = [k for k in (PASS, DONE, NO) if mask[k]]
        return list(dict.fromkeys([*map(int, proposals), *ends, *legal]))[:most]


class Adviser:
    """What a seat could choose now; it never touches the game.

    view: of the seat that is asked, of a game that stands still; mask: int8 (N_ACTIONS,), its legal
    actions; seed: of worlds and dice, which are never the game's; scripts: who plays on, by seat;
    rollouts: worlds in all.
    """

    def __init__(
        self,
        view: GameView,
        mask: np.ndarray,
        seed: int,
        scripts: Mapping[str, str],
        rollouts: int = ROLLOUTS,
    ) -> None:
        self._rng = np.random.default_rng(seed)
        self._view = view
        self._playouts = Playouts(view.scenario, view.seat, scripts)
        self._actions = Candidates().of(view, mask, TRIED, self._rng)
        none, nothing = (
            np.empty((len(self._actions), 0), np.int64),
            np.empty((len(self._actions), 0)),
        )
        self._ended = Ended(none, nothing, none, none, none)
        self._most = rollouts

    @property
    def rollouts(self) -> int:
        """Games played so far after each of the choices left."""
        return int(self._ended.payoff.shape[1])

    @property
    def is_done(self) -> bool:
        return self.rollouts >= self._most

    def more(self) -> list[Advice]:
        """Play in some more worlds; the best choices, at most SHOWN, the best first."""
        if self.rollouts:
            self._keep(max(SHOWN, len(self._actions) - FEWER))
        count = min(ROUND, self._most - self.rollouts)
        worlds = worlds_of(self._view, self._rng.integers(0, 1 << 62, count))
        new = self._playouts.play(worlds, self._actions)
        both = zip(self._ended, new, strict=True)
        self._ended = Ended(*(np.concatenate(pair, axis=1) for pair in both))
        return [self._advice(k) for k in self._order()[:SHOWN]]

    def _order(self) -> list[int]:
        """The choices by their mean payoff, then points for the seat."""
        means = self._ended.payoff.mean(axis=1)
        return sorted(range(len(self._actions)), key=lambda k: -means[k])

    def _keep(self, most: int) -> None:
        kept = sorted(self._order()[:most])
        self._actions = [self._actions[k] for k in kept]
        self._ended = Ended(*(values[kept] for values in self._ended))

    def _advice(self, k: int) -> Advice:
        ended = self._ended
        return Advice(
            self._actions[k],
            float(ended.payoff[k].mean()),
            float(ended.points[k].mean()),
            float(ended.won[k].mean()),
            tuple(self._reasons(k)),
        )

    def _reasons(self, k: int) -> Iterator[Reason]:
        """What speaks for a choice or against it, the most important first."""
        ended = self._ended
        if len(self._actions) < 2:
            return
        japan = self._view.seat == st.SIDES[st.JAPAN]
        figures = {
            "won": (ended.won.astype(float), True),
            "soon": (ended.soon, japan),
            "lost": (ended.lost, False),
            "taken": (ended.taken, True),
        }
        for about, (values, more_is_good) in figures.items():
            rest = np.delete(values, k, axis=0).mean(axis=0)
            lead = values[k] - rest
            if is_sure(lead) or is_sure(-lead):
                here, others = float(values[k].mean()), float(rest.mean())
                yield Reason(about, here, others, (here > others) == more_is_good)


def is_sure(lead: np.ndarray) -> bool:
    """Whether leads (M,), one of each world, have a mean above 0 beyond chance."""
    if len(lead) < FEWEST:
        return False
    return float(lead.mean()) > SURE * float(lead.std(ddof=1)) / float(np.sqrt(len(lead)))
