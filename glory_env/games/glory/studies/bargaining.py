"""What the offers of an agent are worth, how low they are, and what it gives for words.

Parts of `glory_env.games.glory.studies.reciprocity`; docs/benchmark.md says what each figure means.
"""

from __future__ import annotations

import numpy as np

from glory_env.bench.results import Results
from glory_env.bench.statistics import Formula, Share, derive
from glory_env.bench.study import ratio
from glory_env.games.glory.bench.bids import GRID, Constant, Listener, Shuffled, Split, Wrapper
from glory_env.games.glory.bench.metrics import columns
from glory_env.games.glory.bench.positions import idle_prices, plans
from glory_env.games.glory.state import ARMY, COMPLETED, NAVY, SERVICES
from glory_env.games.glory.studies.subject import (
    FROM,
    OTHER,
    Figures,
    Subject,
    offered,
    player,
    rounded,
)

KEEPER, LIAR = "honest", "deceiver"
SMALL = 0.25  # share of a need below which an offer is low ...
MATTERS = 20  # ... of needs from here on, units of tonnage
BINS = ("0", "0-.25", ".25-.5", ".5-.75", ".75-1", ">1")  # share of the need that is offered
_SEATS = tuple(enumerate(SERVICES))
_EDGES = (0.0, 0.25, 0.5, 0.75)  # lower ends of all but the last; 0 has a bin of its own


# --- 3: are its offers worth something? ------------------------------------------------------
def bargaining_used(subject: Subject) -> Figures:
    """The agent's outcome utility with its own offers less that with others, both seats.

    `shuffled`: its own offers of other games; `constant`: the best of GRID, chosen on other seeds,
    `split` names it. The partner is the agent as it is. own, replaced: utilities; difference: own
    less replaced; other, completed: the same difference for the partner's utility and for games
    completed. A positive difference means that the offers are worth something.
    """
    listener = Listener(subject.agent)
    subject.play(listener, listener, subject.prepared, OTHER)
    split = best_split(subject)
    return {
        "shuffled": _compared(subject, Shuffled(subject.agent, listener.pool())),
        "constant": {
            "split": dict(split._asdict()),
            **_compared(subject, Constant(subject.agent, split)),
        },
    }


def best_split(subject: Subject) -> Split:
    """The split of GRID with the highest utility for who offers it, mean of both seats."""
    worth = []
    for split in GRID:
        agent = Constant(subject.agent, split)
        means = [
            _utilities(_in_seat(subject, agent, seat, subject.tried, OTHER), seat)[0].mean()
            for seat in range(len(SERVICES))
        ]
        worth.append(sum(means))
    return GRID[int(np.argmax(worth))]


def _in_seat(
    subject: Subject, changed: Wrapper, seat: int, games: int = 0, first: int = 0
) -> Results:
    """Games of the changed agent in a seat with the agent as it is."""
    army, navy = (changed, subject.agent) if seat == ARMY else (subject.agent, changed)
    return subject.play(army, navy, games, first)


def _utilities(played: Results, seat: int) -> tuple[np.ndarray, np.ndarray]:
    """Outcome utility of that seat and of the other, float64 (N,) each."""
    values = columns(played.finals, played.tables)
    return values[f"utility_{SERVICES[seat]}"], values[f"utility_{SERVICES[1 - seat]}"]


def _completed(played: Results) -> np.ndarray:
    """1 for a completed game, float64 (N,)."""
    completed: np.ndarray = (played.finals["outcome"] == COMPLETED).astype(np.float64)
    return completed


def _compared(subject: Subject, changed: Wrapper) -> Figures:
    base, parts = subject.base, []
    for seat in range(len(SERVICES)):
        played = _in_seat(subject, changed, seat)
        own, other = _utilities(base, seat)
        replaced, others = _utilities(played, seat)
        finished = _completed(base) - _completed(played)
        parts.append((own, replaced, own - replaced, other - others, finished))
    names = ("own", "replaced", "difference", "other", "completed")
    values = {name: np.concatenate(part) for name, *part in zip(names, *parts, strict=True)}
    half = len(base)
    for seat, service in enumerate(SERVICES):
        values[f"difference {service}"] = np.zeros(2 * half)
        at = slice(seat * half, (seat + 1) * half)
        values[f"difference {service}"][at] = 2 * values["difference"][at]
    estimates = derive({name: name for name in values}, values, np.tile(base.seeds, 2))
    return {"n": half, **{name: rounded(value) for name, value in estimates.items()}}


# --- 4: low offers ---------------------------------------------------------------------------
def low_offers(subject: Subject) -> Figures:
    """First offers of a turn in self-play, beside what the other seat needs, by kind of need.

    `idle`: what all its idle units cost, the need of the rules; `plan`: what the script PLANNER
    would spend. Of offers where that is MATTERS or more, n: low: share of them below SMALL of it;
    bins: share of them in each of BINS; offered, need: means; the same by the seat that offers.
    """
    base = subject.base
    records, games = subject.notes.of(0)
    seats = records["actor"].astype(np.int64)
    amounts = np.round(offered(base.finals, records, games) * records["total"])
    seeds = base.seeds[games]
    figures: Figures = {}
    for kind, needs in (("plan", plans), ("idle", idle_prices)):
        need = needs(records, subject.board)[np.arange(len(seats)), 1 - seats]
        matters = need >= MATTERS
        for group, at in (("both", matters), *((s, matters & (seats == k)) for k, s in _SEATS)):
            figures[f"{kind} {group}"] = _low(amounts[at], need[at], seeds[at])
    return figures


def _low(amounts: np.ndarray, need: np.ndarray, seeds: np.ndarray) -> Figures:
    """amounts, need: float64 (M,), units of tonnage; seeds: (M,)."""
    figures: Figures = {"n": len(need), "games": len(np.unique(seeds))}
    if len(need) == 0:
        return figures
    which = bins_of(amounts / need)
    values = {name: which == k for k, name in enumerate(BINS)}
    values["low"] = amounts < SMALL * need
    values["offered"], values["need"] = amounts, need
    estimates = derive({name: name for name in values}, values, seeds)
    figures |= {name: rounded(estimates.pop(name)) for name in ("low", "offered", "need")}
    return figures | {"bins": {name: rounded(value) for name, value in estimates.items()}}


def bins_of(shares: np.ndarray) -> np.ndarray:
    """Number of the bin of BINS, int64 (M,), of shares of a need, float64 (M,).

    A bin has its lower end in it; that from .75 has its upper end, 1, in it as well.
    """
    inside = np.digitize(shares, _EDGES[1:]) + 1
    bins: np.ndarray = np.where(shares == 0, 0, np.where(shares > 1, len(BINS) - 1, inside))
    return bins


# --- 5: promises -----------------------------------------------------------------------------
def promises(subject: Subject) -> Figures:
    """What the agent gives, from turn FROM on, to who keeps its word and to who does not.

    With talk="cheap". offer: mean share of the total in its first offers; escort: escorts granted
    of those asked for, as the navy. welfare: with itself, with binding talk, without talk, and the
    difference; n: games in each seat with each partner.
    """
    values: dict[str, list[np.ndarray]] = {}
    for seat in range(len(SERVICES)):
        for name in (KEEPER, LIAR):
            finals = subject.with_partner(player(name), seat, talk="cheap").finals
            for key, column in given(finals, seat).items():
                values.setdefault(f"{name} {key}", []).append(column)
    joined = {name: np.concatenate(parts) for name, parts in values.items()}
    formulas: dict[str, Formula] = {}
    for what, make, part, whole in (
        ("offer", ratio, "shares", "offers"), ("escort", Share, "granted", "asked"),
    ):  # fmt: skip
        both = [make(f"{name} {part}", f"{name} {whole}") for name in (KEEPER, LIAR)]
        formulas |= {f"{what} {KEEPER}": both[0], f"{what} {LIAR}": both[1]}
        formulas[f"{what} difference"] = _less(*both)
    base = subject.base
    estimates = derive(formulas, joined, np.tile(base.seeds, len(SERVICES)))
    bound = subject.play(subject.agent, subject.agent, talk="binding")
    welfare = {
        f"welfare {name}": columns(played.finals, played.tables)["welfare"]
        for name, played in (("binding", bound), ("off", base))
    }
    welfare["welfare difference"] = welfare["welfare binding"] - welfare["welfare off"]
    estimates |= derive({name: name for name in welfare}, welfare, base.seeds)
    counts = {
        f"n {what}": [int(joined[f"{name} {what}"].sum()) for name in (KEEPER, LIAR)]
        for what in ("offers", "asked")
    }
    return {"n": len(base), **counts, **{name: rounded(value) for name, value in estimates.items()}}


def given(finals: np.ndarray, seat: int) -> dict[str, np.ndarray]:
    """Sums of a game from turn FROM on, float64 (N,): of what that seat offers and grants."""
    offer = finals["log_first_other"][:, FROM:, seat].astype(np.float64)
    total = finals["log_shares"][:, FROM:].sum(axis=2)
    has_offer = (offer >= 0) & (total > 0)
    is_navy = float(seat == NAVY)
    return {
        "shares": np.where(has_offer, offer / np.maximum(total, 1), 0.0).sum(axis=1),
        "offers": has_offer.sum(axis=1).astype(np.float64),
        "granted": is_navy * finals["log_granted"][:, FROM:].sum(axis=1),
        "asked": is_navy * finals["log_asked"][:, FROM:].sum(axis=1),
    }


def _less(one: Formula, other: Formula) -> Formula:
    return lambda means: one(means) - other(means)
