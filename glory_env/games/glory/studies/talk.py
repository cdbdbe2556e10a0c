"""What words do: the same pairs of scripts, on the same seeds, without talk, with it, and bound.

`plan` plays, `judge` gives plain values. Figures of a pair are of its games in both seatings. All
intervals are 95 % bootstrap, clustered by seed.

The price of a broken word: for every turn in which a word of a seat was judged, the mean share of
the total that the other seat's first offers of the next two turns leave it. Turns with a broken
word are compared with turns in which words were kept and none broken, each only with turns of the
same number in the same pairing, by the number of broken ones (`apart`). `change` does the same with
the share offered after less the share offered in the two turns before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Any

import numpy as np

from glory_agents.base import AgentError
from glory_agents.glory.scripted.agent import ScriptedAgent
from glory_agents.glory.scripted.script import play_out_all
from glory_agents.registry import make_agent
from glory_env.bench.statistics import INTERVALS, Apart, Formula, Share, derive
from glory_env.bench.study import SECONDS, Start, head, less, ratio
from glory_env.core.trace import blank_trace
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.bench.job_engine import engine
from glory_env.games.glory.bench.metrics import columns
from glory_env.games.glory.envs import GloryVector
from glory_env.games.glory.scenario import Scenario, load
from glory_env.games.glory.state import (
    BROKEN,
    GAME,
    KEPT,
    MAX_LINES,
    SAY_CIVIL,
    SAY_NO_GRAB,
    SERVICES,
    STATEMENTS,
    TALKS,
    TALLY,
    THREAT_POOL,
)
from glory_env.games.glory.studies.settings import Talk

FORMAT = 1
SPEAKING = ("honest", "deceiver", "threatening", "forgiving")
SILENT = ("withdraw_in_time", "tit_for_tat")
SCRIPTS = SPEAKING + SILENT
MEASURES = ("completion", "welfare", "agreement")
WITH_WORDS = TALKS[1:]
ALL_TURNS = 99
LATER = 2  # turns after (and before) a judged word whose first offers count
Columns = dict[str, np.ndarray]


Played = dict[tuple[str, str, str], np.ndarray]  # army, navy, talk -> GAME (N,)


def plan(asked: Talk, progress: Start | None = None) -> Played:
    """Play every ordered pair of scripts with every talk. AgentError for who is no script."""
    board, scripts = load(asked.scenario), asked.scripts or SCRIPTS
    for name in scripts:
        _row(name)
    wanted = [(army, navy, talk) for talk in TALKS for army in scripts for navy in scripts]
    finished = progress(len(wanted) * asked.games) if progress else None
    games: dict[int, np.ndarray] = {}
    play = partial(_play, board, asked.games, asked.seed)
    with closing(engine(asked.jobs, asked.cluster).map(play, wanted)) as results:
        for k, content in results:
            games[k] = np.frombuffer(content, GAME)
            if finished is not None:
                finished(asked.games)
    return {key: games[k] for k, key in enumerate(wanted)}


def judge(asked: Talk, played: Played) -> dict[str, Any]:
    """All figures."""
    seeds = np.arange(asked.seed, asked.seed + asked.games, dtype=np.int64)
    return {
        **head(FORMAT, load(asked.scenario), seeds={"first": asked.seed, "games": asked.games}),
        SECONDS: 0.0,
        "intervals": INTERVALS,
        "scripts": list(asked.scripts or SCRIPTS),
        **figures(played, seeds, load(asked.scenario).tables[0]),
    }


def _row(name: str) -> np.ndarray:
    """SCRIPT (1,) of a script by its name and parameters; AgentError for any other agent."""
    agent = make_agent(name)
    if not isinstance(agent, ScriptedAgent):
        raise AgentError(f"{name!r}: expected a script; `glory agents` lists them")
    return agent.row


def _play(board: Scenario, games: int, seed: int, pair: tuple[str, str, str]) -> bytes:
    """Games of an army and a navy with a talk, from a seed on, played to their ends: GAME (N,)."""
    army, navy, talk = pair
    seeds = list(range(seed, seed + games))
    finals = GloryVector(games, board, seed=seeds, autoreset=False, talk=talk).games
    rows = np.concatenate([_row(army), _row(navy)])
    mask, keys = np.zeros(N_ACTIONS, np.int8), finals["key"].copy()
    play_out_all(finals, board.tables, blank_trace(), mask, rows, keys, ALL_TURNS)
    return finals.tobytes()


def figures(
    played: Mapping[tuple[str, str, str], np.ndarray], seeds: np.ndarray, tables: Any
) -> dict[str, Any]:
    """All figures of finished games: (army, navy, talk) -> GAME (N,), seeds int64 (N,) of each."""
    scripts = list(dict.fromkeys(army for army, _, _ in played))
    ordered = list(dict.fromkeys((army, navy) for army, navy, _ in played))
    pairs = [(a, b) for k, a in enumerate(scripts) for b in scripts[k:]]
    plays = {key: _plays(finals, tables) for key, finals in played.items()}
    return {
        "groups": {
            group: _compared(plays, members, seeds)
            for group, members in _groups(ordered).items()
        },
        "pairs": [
            {"pair": [a, b], **_compared(plays, list(dict.fromkeys([(a, b), (b, a)])), seeds)}
            for a, b in pairs
        ],
        "statements": {
            talk: _statements([played[a, b, talk] for a, b in ordered], seeds)
            for talk in WITH_WORDS
        },
        "speakers": {
            talk: {name: _speaker(played, ordered, talk, name, seeds) for name in scripts}
            for talk in WITH_WORDS
        },
        "price": {
            talk: {
                name: price([
                    (played[pair], 1 - seat)
                    for seat in range(len(SERVICES))
                    for pair in ((a, b, talk) for a, b in ordered)
                    if pair[seat] == name
                ], seeds)
                for name in scripts
            }
            for talk in WITH_WORDS
        },
    }  # fmt: skip


def _groups(ordered: Sequence[tuple[str, str]]) -> dict[str, list[tuple[str, str]]]:
    """All pairs, then by how many of the two have a voice; those without any are the control."""
    speaking = {name: bool(_row(name)["voice"][0]) for name in {*sum(ordered, ())}}
    counts = {pair: sum(speaking[name] for name in pair) for pair in ordered}
    by_count = {
        group: [pair for pair in ordered if counts[pair] == k]
        for k, group in ((2, "both speak"), (1, "one speaks"), (0, "none speaks"))
    }
    return {"all": list(ordered), **{group: pairs for group, pairs in by_count.items() if pairs}}


# --- play ----------------------------------------------------------------------------------
def _plays(finals: np.ndarray, tables: Any) -> Columns:
    values = columns(finals, tables)
    return {name: values[name] for name in ("completed", "welfare", "talks", "agreements")}


def _compared(
    plays: Mapping[tuple[str, str, str], Columns],
    ordered: Sequence[tuple[str, str]],
    seeds: np.ndarray,
) -> dict[str, Any]:
    """Measure -> talk, or "cheap - off" -> [mean, low, high], of all games of some pairs."""
    side: Columns = {}
    for talk in TALKS:
        for name in ("completed", "welfare", "talks", "agreements"):
            parts = [plays[army, navy, talk][name] for army, navy in ordered]
            side[f"{name} {talk}"] = np.concatenate(parts)
    formulas: dict[str, Any] = {}
    for talk in TALKS:
        formulas[f"completion {talk}"] = f"completed {talk}"
        formulas[f"welfare {talk}"] = f"welfare {talk}"
        formulas[f"agreement {talk}"] = Share(f"agreements {talk}", f"talks {talk}")
    for one, other in (("cheap", "off"), ("binding", "off"), ("binding", "cheap")):
        for name in MEASURES:
            formulas[f"{name} {one} - {other}"] = less(
                formulas[f"{name} {one}"], formulas[f"{name} {other}"]
            )
    estimates = _derived(formulas, side, np.tile(seeds, len(ordered)))
    return {
        name: {
            key.removeprefix(f"{name} "): estimates[key]
            for key in estimates
            if key.startswith(name)
        }
        for name in MEASURES
    }


def _derived(formulas: dict[str, Any], values: Columns, clusters: np.ndarray) -> dict[str, Any]:
    estimates = derive(formulas, values, clusters)
    return {name: value and value.rounded(4) for name, value in estimates.items()}


# --- words ---------------------------------------------------------------------------------
def _statements(finals: Sequence[np.ndarray], seeds: np.ndarray) -> dict[str, Any]:
    """Kind -> column of TALLY, a game of both seats together, and the share kept of those judged.

    Of a threat "kept" is the share carried out.
    """
    tally = np.concatenate([games["tally"].sum(axis=1) for games in finals])
    clusters = np.tile(seeds, len(finals))
    return {kind: _counts(tally[:, k], clusters) for k, kind in enumerate(STATEMENTS)}


def _speaker(
    played: Mapping[tuple[str, str, str], np.ndarray],
    ordered: Sequence[tuple[str, str]],
    talk: str,
    name: str,
    seeds: np.ndarray,
) -> dict[str, Any]:
    """What one script said and kept, a game and seat of its: words and threats, and by kind."""
    tallies = [
        played[army, navy, talk]["tally"][:, seat]
        for army, navy in ordered
        for seat, agent in enumerate((army, navy))
        if agent == name
    ]
    tally = np.concatenate(tallies)
    clusters = np.tile(seeds, len(tallies))
    return {
        "words": _counts(tally[:, :THREAT_POOL].sum(axis=1), clusters),
        "threats": _counts(tally[:, THREAT_POOL:].sum(axis=1), clusters),
    }


def _counts(tally: np.ndarray, clusters: np.ndarray) -> dict[str, Any]:
    """Means of int (N, columns of TALLY), and kept / (kept + broken)."""
    values = {name: tally[:, k].astype(np.float64) for k, name in enumerate(TALLY)}
    values["judged"] = values["kept"] + values["broken"]
    formulas: dict[str, Any] = {name: name for name in TALLY}
    return _derived({**formulas, "share kept": Share("kept", "judged")}, values, clusters)


# --- the price of a broken word ------------------------------------------------------------
def price(sides: Sequence[tuple[np.ndarray, int]], seeds: np.ndarray) -> dict[str, Any]:
    """What the offers of one listener give a speaker after broken words and after kept ones.

    sides: finished games of a pairing, GAME (N,), and the speaker's seat in them. "broken",
    "kept": such turns with an offer after them. "after_broken", "after_kept": mean share offered in
    the two turns after. "apart", "change": see the head of the module. Shares, [mean, low, high].
    """
    values: Columns = {}
    strata: list[list[str]] = [[], []]
    for k, (games, speaker) in enumerate(sides):
        after, change, broken, kept = _turns(games, speaker)
        for j, shares in enumerate((after, change)):
            known = ~np.isnan(shares)
            for turn in np.flatnonzero((known & broken).any(0) & (known & kept).any(0)):
                label = f"{j} {k} {turn}"
                strata[j].append(label)
                for word, state in (("broken", broken), ("kept", kept)):
                    at = known[:, turn] & state[:, turn]
                    values[f"{label} {word}"] = _spread(at, k, len(sides))
                    values[f"{label} {word} share"] = _spread(
                        np.where(at, shares[:, turn], 0.0), k, len(sides)
                    )
        for name, shares in (("after", after), ("change", change)):
            for word, state in (("broken", broken), ("kept", kept)):
                at = ~np.isnan(shares) & state
                some = {"": at.sum(1), " share": np.where(at, shares, 0.0).sum(1)}
                for what, column in some.items():
                    label = f"{name} {word}{what}"
                    values[label] = values.get(label, 0) + _spread(column, k, len(sides))
    counted = {word: int(values[f"after {word}"].sum()) for word in ("broken", "kept")}
    formulas: dict[str, Any] = {
        f"after_{word}": ratio(f"after {word} share", f"after {word}")
        for word in counted
        if counted[word]
    }
    for name, source, labels in zip(("apart", "change"), ("after", "change"), strata, strict=True):
        if labels:
            parts = tuple(ratio(f"{source} {word} share", f"{source} {word}") for word in counted)
            formulas[name] = Apart(_matched(labels), parts)
    estimates = _derived(formulas, values, np.tile(seeds, len(sides))) if formulas else {}
    return {**counted, **estimates}


def _spread(column: np.ndarray, k: int, count: int) -> np.ndarray:
    """A column of the k-th of `count` sets of games as one of all games; 0 in the others."""
    whole = np.zeros((count, len(column)))
    whole[k] = column
    return whole.ravel()


def _matched(labels: Sequence[str]) -> Formula:
    """Mean after broken less mean after kept words, stratum by stratum, by the broken ones."""

    def formula(m: Mapping[str, np.ndarray]) -> np.ndarray:
        leads, weights = [], []
        for label in labels:
            broken, kept = m[f"{label} broken"], m[f"{label} kept"]
            both = (broken > 0) & (kept > 0)
            means = m[f"{label} broken share"] / broken - m[f"{label} kept share"] / kept
            leads.append(np.where(both, broken * means, 0.0))
            weights.append(np.where(both, broken, 0.0))
        apart: np.ndarray = np.sum(leads, axis=0) / np.sum(weights, axis=0)
        return apart

    return formula


def _turns(games: np.ndarray, speaker: int) -> tuple[np.ndarray, ...]:
    """By game and turn: share offered after it, that less the share before, broken, kept.

    float64, float64, bool, bool, all (N, turns). nan where there was no such offer.
    """
    listener = 1 - speaker
    given = games["log_first_other"][:, :, listener].astype(np.float64)
    total = games["log_shares"].sum(axis=2)
    share = np.full_like(given, np.nan)
    np.divide(given, total, out=share, where=(given >= 0) & (total > 0))
    after, before = (_mean_of([_shifted(share, sign * k) for k in range(1, LATER + 1)])
                     for sign in (-1, 1))  # fmt: skip
    broken, kept = (_judged(games, speaker, state) for state in (BROKEN, KEPT))
    return after, after - before, broken, kept & ~broken


def _judged(games: np.ndarray, seat: int, state: int) -> np.ndarray:
    """bool (N, turns): a word of the seat was judged so in that turn; words for the game left out.

    A civil share is judged in the turn after it was promised.
    """
    kinds, states = games["promise_kind"][:, :, seat], games["promise_state"][:, :, seat]
    judged = np.zeros(kinds.shape[:2], np.bool_)
    for i in range(MAX_LINES):
        kind, so = kinds[:, :, i], states[:, :, i] == state
        judged |= so & (kind < SAY_NO_GRAB) & (kind != SAY_CIVIL)
        judged[:, 1:] |= (so & (kind == SAY_CIVIL))[:, :-1]
    return judged


def _shifted(values: np.ndarray, by: int) -> np.ndarray:
    """Each turn's value moved `by` turns on, nan where nothing comes."""
    moved = np.full_like(values, np.nan)
    if by > 0:
        moved[:, by:] = values[:, :-by]
    else:
        moved[:, :by] = values[:, -by:]
    return moved


def _mean_of(parts: Sequence[np.ndarray]) -> np.ndarray:
    """Mean of those that are not nan, elementwise; nan where all are."""
    stack = np.stack(parts)
    known = ~np.isnan(stack)
    count = known.sum(axis=0)
    mean = np.full(stack.shape[1:], np.nan)
    np.divide(np.where(known, stack, 0.0).sum(axis=0), count, out=mean, where=count > 0)
    return mean
