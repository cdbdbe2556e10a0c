"""Advice for a person: the best few whole choices, by scripted rollouts to the end of the game."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from glory_agents.glory.search.candidates import NO_STEP, Line, candidates
from glory_agents.glory.search.planner import MOST, Planner, Root, guess_unseen
from glory_agents.glory.search.rollouts import NO_LINE, TO_THE_END
from glory_env.core.record import copy_games
from glory_env.envs.agent import GameView
from glory_env.games.glory import decisions
from glory_env.games.glory.generated import kernels
from glory_env.games.glory.state import COMPLETED

SHOWN = 3
ROLLOUTS = 200  # of each choice shown
SCREEN = 12  # of each candidate before, as far as a planner looks


class Advice(NamedTuple):
    """A choice as the game record writes it, and what became of it in the rollouts.

    completion: share of the games completed, 0..1; gp: mean of army and navy at the end, game
    overs included; payoff: mean reward of the seat that chooses; actions: its micro-steps.
    """

    choice: dict[str, Any]
    completion: float
    gp: tuple[float, float]
    payoff: float
    rollouts: int
    actions: tuple[int, ...]


Wholes = dict[tuple[int, ...], dict[str, Any]]  # choices as the game record writes them


class Adviser(Planner):
    """A planner that is asked instead of playing: `advise`."""

    def advise(
        self, view: GameView, mask: np.ndarray, shown: int = SHOWN, rollouts: int = ROLLOUTS
    ) -> list[Advice]:
        """The best choices, the best first; all meet the same dice, none of them the game's own.

        view: of the seat to act; mask: int8 (N_ACTIONS,), its legal micro-steps.
        """
        root = self._root(view.records(), self.roller_for(view.scenario))
        tried = self._try_all(root, self._promising(root, view, mask, shown), rollouts)
        return sorted(tried, key=lambda advice: -advice.payoff)

    def beside(
        self,
        view: GameView,
        mask: np.ndarray,
        actions: tuple[int, ...],
        choice: dict[str, Any],
        shown: int,
        rollouts: int,
    ) -> list[Advice]:
        """A choice that was made, by its micro-steps, and at most `shown` others, the best first.

        All meet the same dice; other arguments as for `advise`.
        """
        root = self._root(view.records(), self.roller_for(view.scenario))
        promising = self._promising(root, view, mask, shown + 1)
        others = [other for other in promising.items() if other[1] != choice][:shown]
        first, *rest = self._try_all(root, {actions: choice, **dict(others)}, rollouts)
        return [first, *sorted(rest, key=lambda advice: -advice.payoff)]

    def _promising(self, root: Root, view: GameView, mask: np.ndarray, most: int) -> Wholes:
        """At most so many choices by short rollouts of every candidate, unlike each other."""
        guess_unseen(root)
        proposals = root.roller.propose(root.games, self._advice(root), int(root.keys(1)[0]))
        root.lines = candidates(root.record, mask, proposals, MOST, root.rng)
        values = root.roll(root.lines, root.keys(SCREEN))
        wholes: Wholes = {}
        for k in _unlike_first(values, root.seat):
            if len(wholes) < most:
                actions, choice = self._whole(root, view, root.lines[k])
                wholes.setdefault(actions, choice)
        return wholes

    def _try_all(self, root: Root, wholes: Wholes, rollouts: int) -> list[Advice]:
        keys = root.keys(rollouts)
        return [self._tried(root, actions, choice, keys) for actions, choice in wholes.items()]

    def _whole(
        self, root: Root, view: GameView, line: Line
    ) -> tuple[tuple[int, ...], dict[str, Any]]:
        """A candidate as a whole choice; the script adds what is missing."""
        twin = view.clone(0)
        twin.games[:] = root.games
        for action in line:
            if action != NO_STEP:
                twin.act(int(action))
        while decisions.pending(twin.record).continues:
            legal = twin.legal_actions()
            planned = (
                int(root.roller.propose(twin.games, root.rows, 0)[0, 0]) if len(legal) > 1 else -1
            )
            twin.act(planned if planned in legal else legal[0])
        done = twin.lines[0]
        return tuple(done["actions"]), done["choice"]

    def _tried(
        self, root: Root, actions: tuple[int, ...], choice: dict[str, Any], keys: np.ndarray
    ) -> Advice:
        roller, count = root.roller, len(keys)
        completed, gp, payoff = 0, np.zeros(2), 0.0
        for k in range(count):
            games = copy_games(root.games)
            games["key"] = keys[k]
            for action in actions:
                kernels.step(games, 0, roller.tables, roller.trace, roller.mask, action, False)
            paid = roller.roll(games, NO_LINE, root.rows, keys[k : k + 1], TO_THE_END, root.params)
            completed += int(roller.work["outcome"][0]) == COMPLETED
            gp += roller.work["gp"][0]
            payoff += float(paid[0, 0, root.seat])
        army, navy = gp / count
        points = float(army), float(navy)
        return Advice(choice, completed / count, points, payoff / count, count, actions)


def _unlike_first(values: np.ndarray, seat: int) -> list[int]:
    """Candidates by their mean for the seat; those that come to the same as a better one last.

    values: payoffs float64 (C, M, 2) under the same keys.
    """
    order = np.argsort(-values[:, :, seat].mean(axis=1), kind="stable")
    unlike: dict[bytes, int] = {}
    for k in order:
        unlike.setdefault(values[k].tobytes(), int(k))
    first = list(unlike.values())
    return [*first, *(int(k) for k in order if int(k) not in first)]
