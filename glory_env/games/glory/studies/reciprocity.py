"""Does an agent answer in kind, and are its offers worth anything? Five measurements of one agent.

`plan` plays, `judge` gives plain values; docs/benchmark.md says what each figure means. All
intervals are 95 %, clustered by seed: bootstrap, for the regression by clustered errors. `seed` is
that of the first game; what is only prepared (pasts, shuffled offers, the choice of a constant
split) is played on seeds from `seed + OTHER`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from glory_env.bench.regression import coefficient
from glory_env.bench.statistics import INTERVALS, derive
from glory_env.bench.study import Start, head, ratio
from glory_env.core.errors import unknown
from glory_env.envs.agent import BatchAgent
from glory_env.games.glory.bench.bids import GRID
from glory_env.games.glory.bench.positions import (
    Answer,
    Notes,
    donors,
    first_offers,
    grants,
    idle_prices,
    is_open,
    own_share,
    plans,
    rows_of,
    share_left,
    with_past,
)
from glory_env.games.glory.scenario import Scenario, load
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.bargaining import bargaining_used, low_offers, promises
from glory_env.games.glory.studies.settings import Reciprocity
from glory_env.games.glory.studies.subject import (
    FROM,
    OTHER,
    Figures,
    Subject,
    offered,
    player,
    rounded,
)

FORMAT = 1
PARTS = ("swapped", "in_play", "used", "low", "promises")
SAINT, GRIM, TURNING = "always_saint", "always_grim", "saint_then_grim"
TURNED = range(5, 13)  # turns in which the turning partner is grim
DRAWS = 4  # times an agent is asked in a stored position, each time with other draws
_SEED = 20_240_802  # of the choice of positions


def plan(asked: Reciprocity, progress: Start | None = None) -> Figures:
    """All parts of all agents: agent -> part -> figures, as they are played.

    ValueError for a wrong part or no agent; AgentError for an agent that does not play in batches.
    """
    if not asked.agents:
        raise ValueError("agents: expected at least one name")
    parts, board = check_parts(asked.parts or PARTS), load(asked.scenario)
    agents = {name: player(name) for name in asked.agents}
    finished = progress(len(agents) * games_of(asked.games, parts)) if progress else None
    figures: dict[str, Any] = {}
    for name, agent in agents.items():
        subject = Subject(name, agent, board, asked.seed, asked.games, finished)
        figures[name] = {"seconds": {}}
        for part in parts:
            started = time.perf_counter()
            figures[name][part] = _measured(subject, part, asked.positions)
            figures[name]["seconds"][part] = round(time.perf_counter() - started, 1)
    return figures


def judge(asked: Reciprocity, figures: Figures) -> dict[str, Any]:
    """The figures, and what they depend on."""
    seeds = {"first": asked.seed, "games": asked.games, "prepared": asked.seed + OTHER}
    return {
        **head(FORMAT, load(asked.scenario), seeds=seeds),
        "positions": asked.positions,
        "parts": check_parts(asked.parts or PARTS),
        "intervals": INTERVALS,
        "agents": figures,
    }


def check_parts(parts: Sequence[str]) -> list[str]:
    """The parts, each once; ValueError for one that there is not."""
    for part in parts:
        if part not in PARTS:
            raise ValueError(unknown("part", part, PARTS))
    return list(dict.fromkeys(parts))


def games_of(games: int, parts: Sequence[str] = PARTS) -> int:
    """How many games `plan` plays for one agent."""
    some = Subject("", None, None, 0, games)  # type: ignore[arg-type]
    counts = {
        "swapped": 4 * some.prepared,
        "in_play": 4 * games,
        "used": some.prepared + 2 * len(GRID) * some.tried + 4 * games,
        "low": 0,
        "promises": 5 * games,
    }
    return games * (set(parts) != {"in_play"}) + sum(counts[part] for part in parts)


def _measured(subject: Subject, part: str, positions: int) -> Figures:
    if part == "swapped":
        return swapped_past(subject, positions)
    return {
        "in_play": in_play, "used": bargaining_used, "low": low_offers, "promises": promises
    }[part](subject)  # fmt: skip


# --- 1: another past -------------------------------------------------------------------------
def swapped_past(subject: Subject, positions: int) -> Figures:
    """Stored decisions with a generous and with a grim past: `offer`, by seat too, `escort`, `pay`.

    n: positions; games: that they are from; generous, grim, difference: [mean, low, high];
    changed: share of the positions in which the two answers differ; left_out: found, but the turn
    was never reached with one of the two partners.
    """
    base, agent, board = subject.base, subject.agent, subject.board
    pasts = [
        [
            subject.with_partner(player(partner), seat, subject.prepared, OTHER).finals
            for seat in range(len(SERVICES))
        ]
        for partner in (SAINT, GRIM)
    ]
    figures: Figures = {}
    for k, (what, answer) in enumerate(
        (("offer", share_left), ("escort", grants), ("pay", own_share))
    ):
        records, games = subject.notes.of(k)
        good = records["turn"] >= FROM
        if what == "offer":
            good &= records["offers"] == 0  # nothing has been said in this turn
        records, seeds = rows_of(records, np.flatnonzero(good)), base.seeds[games[good]]
        if what != "offer" and len(records) > 0:
            both = np.flatnonzero(is_open(records, board))
            records, seeds = rows_of(records, both), seeds[both]
        chosen = evenly(records["actor"], positions)
        records, seeds = rows_of(records, chosen), seeds[chosen]
        answers, kept = _answers(agent, answer, records, pasts, board)
        seats, seeds = records["actor"][kept], seeds[kept]
        figures[what] = {"left_out": int((~kept).sum()), **_paired(answers, seeds)}
        for seat, service in enumerate(SERVICES):
            if what == "offer":
                at = seats == seat
                figures[f"offer {service}"] = _paired(answers[:, at], seeds[at])
    return figures


def evenly(seats: np.ndarray, count: int) -> np.ndarray:
    """Which positions to take: int64, at most `count`, as many of either seat as can be."""
    rng = np.random.default_rng(_SEED)
    by_seat = [rng.permutation(np.flatnonzero(seats == seat)) for seat in range(len(SERVICES))]
    present = [rows for rows in by_seat if len(rows) > 0]
    chosen = [rows[: count // len(present)] for rows in present]
    return np.sort(np.concatenate(chosen)) if chosen else np.zeros(0, np.int64)


def _answers(
    agent: BatchAgent,
    answer: Answer,
    records: np.ndarray,
    pasts: Sequence[Sequence[np.ndarray]],
    board: Scenario,
) -> tuple[np.ndarray, np.ndarray]:
    """Mean answers with either past, float64 (2, K), of the positions with both, bool (M,)."""
    which = np.full((2, len(records)), -1, np.int64)
    for past, of_seats in enumerate(pasts):
        for seat, finals in enumerate(of_seats):
            at = records["actor"] == seat
            which[past, at] = donors(finals, records["turn"][at])
    kept = which.min(axis=0) >= 0
    means = np.zeros((2, int(kept.sum())))
    if not kept.any():
        return means, kept
    here, which = rows_of(records, np.flatnonzero(kept)), which[:, kept]
    for past, of_seats in enumerate(pasts):
        given = here.copy()
        for seat, finals in enumerate(of_seats):
            at = np.flatnonzero(here["actor"] == seat)
            given[at] = rows_of(finals, which[past, at])
        positions = with_past(here, given)
        for draw in range(DRAWS):
            means[past] += answer(agent, positions, board, draw) / DRAWS
    return means, kept


def _paired(answers: np.ndarray, seeds: np.ndarray) -> Figures:
    """Figures of answers (2, M), generous and grim; seeds (M,) of their games."""
    figures: Figures = {"n": len(seeds), "games": len(np.unique(seeds))}
    if len(seeds) == 0:
        return figures
    generous, grim = answers
    columns = {
        "generous": generous,
        "grim": grim,
        "difference": generous - grim,
        "changed": np.abs(generous - grim) > 1e-9,
    }
    estimates = derive({name: name for name in columns}, columns, seeds)
    return figures | {name: rounded(value) for name, value in estimates.items()}


# --- 2: a partner that turns grim ------------------------------------------------------------
def in_play(subject: Subject) -> Figures:
    """First offers of turns 5 to 12 to a partner that stays generous and to one that has turned.

    `opening`: those before the partner has said anything in the turn, from turn 6 on: by then the
    agent has seen that it has turned. `all`: every first offer.
    n: offers; games: seeds they are from; generous, grim: means; coefficient: of "has turned grim"
    with controls of the position, by seat: turn, total, GP difference, own need and the
    other's over the total, of both kinds (`low_offers`).
    `past alone`: the opening offers to who has turned, less what the agent offers in the same
    positions with the past of the game of that seed with the generous partner (`with_past`).
    """
    rows: dict[str, list[np.ndarray]] = {
        name: [] for name in ("share", "grim", "opens", "seeds", "seat", "controls")
    }
    alone: list[tuple[np.ndarray, np.ndarray]] = []
    for seat in range(len(SERVICES)):
        pasts: list[np.ndarray] = []  # finished games with either partner
        for grim, partner in enumerate((SAINT, TURNING)):
            notes = Notes(first_offers)
            played = subject.with_partner(player(partner), seat, observer=notes)
            records, games = notes.of(0)
            good = (records["actor"] == seat) & np.isin(records["turn"], TURNED)
            records, games = rows_of(records, np.flatnonzero(good)), games[good]
            rows["share"].append(offered(played.finals, records, games))
            rows["grim"].append(np.full(len(games), grim))
            rows["opens"].append((records["offers"] == 0) & (records["turn"] > TURNED[0]))
            rows["seeds"].append(played.seeds[games])
            rows["seat"].append(np.full(len(games), seat))
            rows["controls"].append(_controls(records, subject.board, seat))
            pasts.append(played.finals)
        reached = pasts[0]["turn"][games] >= records["turn"]
        at = np.flatnonzero(rows["opens"][-1] & reached)
        here, games = rows_of(records, at), games[at]
        answers = _asked(subject, here, [rows_of(finals, games) for finals in pasts])
        alone.append((answers, played.seeds[games]))
    columns = {name: np.concatenate(parts) for name, parts in rows.items()}
    everything = np.ones(len(columns["seat"]), np.bool_)
    return {
        "opening": _turned(columns, columns["opens"]),
        "all": _turned(columns, everything),
        **{f"opening {service}": _turned(columns, columns["opens"] & (columns["seat"] == seat))
           for seat, service in enumerate(SERVICES)},
        "past alone": _apart(*(np.concatenate(part, axis=-1) for part in zip(*alone, strict=True))),
    }  # fmt: skip


def _asked(subject: Subject, records: np.ndarray, pasts: Sequence[np.ndarray]) -> np.ndarray:
    """Mean share left in positions, GAME (M,), with each of the pasts, GAME (M,): (pasts, M)."""
    answers = np.zeros((len(pasts), len(records)))
    if len(records) > 0:
        for k, given in enumerate(pasts):
            positions = with_past(records, given)
            for draw in range(DRAWS):
                answers[k] += share_left(subject.agent, positions, subject.board, draw) / DRAWS
    return answers


def _apart(answers: np.ndarray, seeds: np.ndarray) -> Figures:
    """As `_turned`, of answers (2, M) in the same positions: the coefficient is a difference."""
    figures = _paired(answers, seeds)
    if mean := figures.pop("difference", None):
        middle, low, high = (None if x is None else 0.0 - x for x in mean)
        figures["coefficient"] = [middle, high, low]
    return figures | {"n": [figures["n"], figures["n"]]}


def _controls(records: np.ndarray, board: Scenario, seat: int) -> np.ndarray:
    """Of the position 7 numbers and 1, in the half of the columns of the seat: float64 (M, 16)."""
    gp = records["gp"].astype(np.float64)
    columns = [records["turn"], records["total"], gp[:, seat] - gp[:, 1 - seat]]
    for need in (idle_prices(records, board), plans(records, board)):
        shares = need / np.maximum(records["total"], 1)[:, None]
        columns += [shares[:, seat], shares[:, 1 - seat]]
    position = np.column_stack([*columns, np.ones(len(records))])
    controls = np.zeros((len(records), 2, position.shape[1]))
    controls[:, seat] = position
    return controls.reshape(len(records), 2 * position.shape[1])


def _turned(columns: dict[str, np.ndarray], at: np.ndarray) -> Figures:
    share, grim, seeds = (columns[name][at] for name in ("share", "grim", "seeds"))
    figures: Figures = {
        "n": [int((grim == k).sum()) for k in (0, 1)],
        "games": len(np.unique(seeds)),
    }
    if 0 in figures["n"]:
        return figures
    values = {"grim": grim == 1, "generous": grim == 0}
    means = {name: ratio(f"{name} share", name) for name in values}
    values |= {f"{name} share": share * at for name, at in values.items()}
    estimates = derive(means, values, seeds)
    estimates["coefficient"] = coefficient(share, grim, columns["controls"][at], seeds)
    return figures | {name: rounded(value) for name, value in estimates.items()}
