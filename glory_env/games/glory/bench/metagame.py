"""The meta-game: policies as the strategies of one game, chosen once before it begins.

The army chooses a row of the cross-play matrix and the navy a column. Three views of that game:
alpha-rank, where two populations of imitators spend their time (Omidshafiei et al. 2019, by
OpenSpiel's `egt`); Nash equilibria (by support enumeration of what is not dominated, by `nashpy`);
and the graph of best replies, in which an oracle method such as PSRO (Lanctot et al. 2017) moves.
All of them depend on which policies are in the matrix.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from glory_env.games.glory.state import ARMY, NAVY, SERVICES

NEEDED = ("nashpy", "pyspiel")  # modules of the extra `openspiel`
RESAMPLES = 100  # how often a finding comes out again
CLOSE = 1e-6  # utility that a deviation may bring in an equilibrium
MOST = 8  # undominated policies of a seat whose supports can be tried in a second
DIGITS = 4
Profile = tuple[int, int]  # army's and navy's policy


class Equilibrium(NamedTuple):
    """Probabilities of the policies of army and navy, float64 (policies,) each."""

    army: np.ndarray
    navy: np.ndarray


def metagame(
    names: Sequence[str], payoffs: Mapping[str, np.ndarray], draws: Mapping[str, np.ndarray]
) -> dict[str, Any]:
    """Plain values for JSON.

    payoffs: by seat its mean utility, float64 (policies, policies); the army chooses the row.
    draws: the same of resampled games, float64 (policies, policies, resamples). Without the extra
    `openspiel` only `best_replies`, and `missing` names what is not installed.

    alpha_rank: seat -> policy -> [mass, low, high], intervals over the resamples. equilibria: each
    with the policies' probabilities and both utilities; None where a seat has more than MOST
    policies that are not dominated. in_support: seat -> policy -> share of the resamples with an
    equilibrium in which it has a part.
    """
    both = [payoffs[seat] for seat in SERVICES]
    missing = [module for module in NEEDED if find_spec(module) is None]
    document: dict[str, Any] = {"missing": missing, "best_replies": _graph(names, both)}
    if missing:
        return document
    drawn = [np.moveaxis(draws[seat], 2, 0) for seat in SERVICES]
    mass = alpha_rank(*both)
    masses = np.array([alpha_rank(*pair) for pair in zip(*drawn, strict=True)])
    lows, highs = np.quantile(masses, [0.025, 0.975], axis=0)
    parts = np.array(
        [_in_support(equilibria(*pair) or [], len(names)) for pair in zip(*drawn, strict=True)]
    )
    return document | {
        "resamples": len(drawn[0]),
        "alpha_rank": {
            seat: {
                name: [round(float(x[k, i]), DIGITS) for x in (mass, lows, highs)]
                for i, name in enumerate(names)
            }
            for k, seat in enumerate(SERVICES)
        },
        "equilibria": _all_plain(names, both),
        "in_support": {
            seat: dict(zip(names, parts[:, k].mean(axis=0).round(DIGITS).tolist(), strict=True))
            for k, seat in enumerate(SERVICES)
        },
    }


def alpha_rank(army: np.ndarray, navy: np.ndarray) -> np.ndarray:
    """Share of the time that each policy is played, float64 (2, policies), army first.

    army, navy: utilities float64 (policies, policies). The limit of strong selection.
    """
    # absl, which it brings, keeps the stream it finds, and closes it when logging is set up anew.
    with redirect_stderr(sys.__stderr__):
        from open_spiel.python.egt import alpharank

    rows, columns = army.shape
    share = alpharank.compute([army, navy], use_inf_alpha=True)[2].reshape(rows, columns)
    return np.stack([share.sum(axis=1), share.sum(axis=0)])


def equilibria(army: np.ndarray, navy: np.ndarray) -> list[Equilibrium] | None:
    """Nash equilibria of army and navy, utilities float64 (policies, policies).

    All of them where no policy is exactly as good as another; None where a seat has more than MOST
    policies that are not dominated.
    """
    import nashpy

    rows, columns = undominated(army, navy)
    if max(len(rows), len(columns)) > MOST:
        return None
    at = np.ix_(rows, columns)
    solutions = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of equal policies
        for parts in nashpy.Game(army[at], navy[at]).support_enumeration(non_degenerate=True):
            one = Equilibrium(np.zeros(len(army)), np.zeros(len(navy)))
            one.army[rows], one.navy[columns] = parts
            solutions.append(one)
    return solutions


def undominated(army: np.ndarray, navy: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of the policies of army and navy that strict dominance leaves, int64 each.

    What some mixture of others beats against everybody is left out, again and again: it is in no
    equilibrium.
    """
    kept = [np.arange(len(army)), np.arange(army.shape[1])]
    own = army, navy.T  # rows are the seat's own policies
    while True:
        before = [len(one) for one in kept]
        for seat in (ARMY, NAVY):
            game = own[seat][np.ix_(kept[seat], kept[1 - seat])]
            kept[seat] = kept[seat][[not _is_dominated(game, k) for k in range(len(game))]]
        if before == [len(one) for one in kept]:
            return kept[ARMY], kept[NAVY]


def _is_dominated(game: np.ndarray, row: int) -> bool:
    """Whether a mixture of the other rows is better than `row` in every column (a linear program).

    Of rows that are dropped together one may be part of another's mixture; it is then dominated by
    the rest of that mixture too.
    """
    others = np.delete(game, row, axis=0)
    if not len(others):
        return False
    if ((others - game[row]).min(axis=1) > CLOSE).any():  # by one row alone: the usual case
        return True
    from scipy.optimize import linprog  # seldom needed, and slow to load

    # The most by which a mixture is better in every column: maximise the margin.
    gain = others - game[row]
    optimum = linprog(
        [*np.zeros(len(others)), -1.0],
        A_ub=np.column_stack([-gain.T, np.ones(gain.shape[1])]),
        b_ub=np.zeros(gain.shape[1]),
        A_eq=[[*np.ones(len(others)), 0.0]],
        b_eq=[1.0],
        bounds=[*[(0, None)] * len(others), (None, None)],
    )
    return bool(optimum.success and -optimum.fun > CLOSE)


def _in_support(solutions: Sequence[Equilibrium], policies: int) -> np.ndarray:
    """Which policies have a part in one of them, bool (2, policies)."""
    part = np.zeros((2, policies), np.bool_)
    for one in solutions:
        part[ARMY] |= one.army > CLOSE
        part[NAVY] |= one.navy > CLOSE
    return part


def _all_plain(names: Sequence[str], payoffs: Sequence[np.ndarray]) -> list[dict[str, Any]] | None:
    solutions = equilibria(*payoffs)
    return None if solutions is None else [_plain(names, payoffs, one) for one in solutions]


def _plain(names: Sequence[str], payoffs: Sequence[np.ndarray], one: Equilibrium) -> dict[str, Any]:
    return {
        **{
            seat: {
                name: round(float(p), DIGITS)
                for name, p in zip(names, strategy, strict=True)
                if p > CLOSE
            }
            for seat, strategy in zip(SERVICES, one, strict=True)
        },
        **{
            f"utility_{seat}": round(float(one.army @ payoff @ one.navy), DIGITS)
            for seat, payoff in zip(SERVICES, payoffs, strict=True)
        },
    }


# --- best replies ----------------------------------------------------------------------------
def _graph(names: Sequence[str], payoffs: Sequence[np.ndarray]) -> dict[str, Any]:
    """Whom each policy is best answered by, and where players that answer in turn end."""
    army_replies = payoffs[ARMY].argmax(axis=0).tolist()  # to each navy
    navy_replies = payoffs[NAVY].argmax(axis=1).tolist()  # to each army
    return {
        "to_navy": {names[j]: names[i] for j, i in enumerate(army_replies)},
        "to_army": {names[i]: names[j] for i, j in enumerate(navy_replies)},
        "ends": [
            [{"army": names[i], "navy": names[j]} for i, j in cycle]
            for cycle in cycles(army_replies, navy_replies)
        ],
    }


def cycles(army_replies: Sequence[int], navy_replies: Sequence[int]) -> list[list[Profile]]:
    """Where best replies in turn end, each once: one profile is a pure equilibrium.

    army_replies: the best army against each navy; navy_replies: the best navy against each army. A
    cycle lists the army's policies with the answers to them, the smallest number first.
    """
    ends = set()
    for army in range(len(navy_replies)):
        path: list[int] = []
        while army not in path:
            path.append(army)
            army = army_replies[navy_replies[army]]
        cycle = path[path.index(army) :]
        first = cycle.index(min(cycle))
        ends.add(tuple(cycle[first:] + cycle[:first]))
    return [[(i, navy_replies[i]) for i in cycle] for cycle in sorted(ends)]
