"""Where does an agent stand? What it gets, how it behaves and whom it is like, in a few minutes.

An entrant plays in both seats beside partners whose motive is known (`BenchConfig.standing`), and
with itself. The same games are read at every payoff level (`bench.levels`). Its gain is what it
gets more than the cooperator gets in the same seat beside the same partner on the same dice; its
cost is what that partner gets less. Whom it is like is read from games of the partners and of some
scripts, which have played all the same pairings on the same dice.

One network says nothing of a motive: two that were trained alike may differ as much as two that
were not. That takes families of training seeds (`glory study families`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

import numpy as np

from glory_env.bench.statistics import INTERVALS, Formula
from glory_env.bench.study import Start, head, less
from glory_env.envs.agent import AgentError
from glory_env.games.glory.bench.behaviour import behaviour
from glory_env.games.glory.bench.cells import MATCH, check, mean_of
from glory_env.games.glory.bench.certificate import COOPERATOR, DEFECTORS, ROLES, beside
from glory_env.games.glory.bench.config import STANDING, BenchConfig
from glory_env.games.glory.bench.crossplay import plain
from glory_env.games.glory.bench.levels import LEVELS, paid
from glory_env.games.glory.bench.pairing import Pairing, Source, pairing
from glory_env.games.glory.bench.participants import Participant, participants
from glory_env.games.glory.bench.participants import check as check_agents
from glory_env.games.glory.bench.policies import code, is_slow
from glory_env.games.glory.bench.store import Games, ResultsStore
from glory_env.games.glory.scenario import load
from glory_env.games.glory.state import SERVICES

FORMAT = 1
GAMES = 100  # of each pairing
# Of a pairing with an agent that does not play in batches: it ends after so many minutes, but has
# so many games at least.
SLOW_GAMES, SLOW_MINUTES = 10, 1.0
IN_KIND, ITSELF = "in_kind", "itself"
SCRIPTS = (
    "always_saint",
    "demands_60",
    "always_grim",
    "withdraw_in_time",
)  # known, as partners are
FIGURES = ("payoff", "gain", "cost")
SAME = 1e-9  # values closer than this are alike
OTHER = dict(zip(SERVICES, reversed(SERVICES), strict=True))
Store = ResultsStore[BenchConfig]
Vector = dict[str, float]  # coordinate -> value; nan where it means nothing


def unavailable(config: BenchConfig) -> str:
    """Why nobody can be placed: a partner that the project names is not installed or plays another
    scenario; "" where all are here.

    ValueError (AgentError for an agent) for partners that the settings name.
    """
    for role, name in config.standing.items():
        try:
            check_agents([name], load(config.scenario))
        except AgentError as error:
            if name == STANDING[role]:
                return f"{name} ({role}) is not installed, or was trained in another scenario"
            says = str(error).removeprefix("agents: ")
            raise AgentError(f"standing: {role}: {says}") from None
    check({role: (name,) for role, name in config.standing.items()}, "standing")
    return ""


def standing(
    config: BenchConfig, names: Sequence[str], progress: Start | None = None
) -> dict[str, Any]:
    """Play what is missing and give all figures as plain values; estimates are [mean, low, high].

    names: of the entrants; of a family the first member. "agents": of each its games, "levels" (by
    level, partner's role and place: FIGURES), "behaviour", and "nearest": known agents with their
    distance, the nearest first. "known": name -> role ("script" without one) and behaviour, of
    ROLES "levels" too.
    """
    few = {
        "games": min(GAMES, config.games),
        "search_games": min(SLOW_GAMES, config.search_games),
        "search_minutes": min(SLOW_MINUTES, config.search_minutes),
    }
    store = ResultsStore(config.model_copy(update=few))
    known, entrants = known_agents(config), participants(names)
    everybody = [*(one.policy() for one in entrants), *known]
    store.play_all([pair for name in everybody for pair in pairings(config, name)], progress)
    return {
        **head(FORMAT, load(config.scenario), code()[:16]),
        "options": config.options.as_dict(),
        "deterministic": config.deterministic,
        "seeds": {"first": config.first_seed, "games": store.config.games},
        "slow": {"games": store.config.search_games, "minutes": store.config.search_minutes},
        "intervals": INTERVALS,
        "partners": config.standing,
        "known": {
            name: {
                "role": role,
                "fingerprint": store.fingerprint(name)[:16],
                "behaviour": behaviour(store, (name,), _itself(name)),
                **({"levels": levels(store, name)} if role in ROLES else {}),
            }
            for name, role in known.items()
        },
        "agents": {one.name: _placed(store, one) for one in entrants},
    }


def known_agents(config: BenchConfig) -> dict[str, str]:
    """Name -> role of those whom an entrant may be like."""
    return dict.fromkeys(SCRIPTS, "script") | {n: role for role, n in config.standing.items()}


def pairings(config: BenchConfig, name: str) -> list[Pairing]:
    """An agent with itself, and beside each partner in both seats."""
    partners = config.standing.values()
    pairs = [beside(name, partner, seat) for partner in partners for seat in SERVICES]
    return [pairing(name, name), *pairs]


def _itself(name: str) -> dict[tuple[int, int], Pairing]:
    return {(0, 0): pairing(name, name)}


class First(ResultsStore[BenchConfig]):
    """Games of the first seeds alone: those that an entrant without batches had time for."""

    def __init__(self, store: Store, count: int) -> None:
        super().__init__(store.config)
        self._store, self._count = store, count

    def games(self, pair: Pairing) -> Games:
        games, count = self._store.games(pair), self._count
        return games._replace(
            columns={name: column[:count] for name, column in games.columns.items()},
            seeds=games.seeds[:count], digests=games.digests[:count], offers=games.offers[:count],
        )  # fmt: skip


def _placed(whole: Store, entrant: Participant) -> dict[str, Any]:
    name, config = entrant.policy(), whole.config
    store = First(whole, min(len(whole.games(pair).seeds) for pair in pairings(config, name)))
    known = {other: vector(store, other) for other in known_agents(config)}
    return {
        "policy": name,
        "fingerprint": whole.fingerprint(name)[:16],
        "members": len(entrant.policies),
        "games": len(store.games(pairing(name, name)).seeds),
        "slow": is_slow(name),
        "levels": levels(store, name),
        "behaviour": behaviour(store, (name,), _itself(name)),
        "nearest": nearest(vector(store, name), known),
    }


# --- payoffs -------------------------------------------------------------------------------
def partners_at(level: str) -> tuple[str, ...]:
    """Roles that are shown at a level: the cooperator, its defector, in kind, the entrant."""
    return COOPERATOR, DEFECTORS[level], IN_KIND, ITSELF


def _partner(config: BenchConfig, name: str, role: str) -> str:
    return name if role == ITSELF else config.standing[role]


def levels(store: Store, name: str) -> dict[str, Any]:
    """By level, partner's role and place what an agent gets: FIGURES as plain estimates.

    The gain is over the cooperator in the same place, the cost that of the partner.
    """
    config = store.config
    sources: dict[str, list[Source]] = {}
    formulas: dict[str, Formula] = {}
    for level, role in _rows():
        key, partner = f"{level} {role}", _partner(config, name, role)
        for seat in SERVICES:
            at = f"{key} {seat}"
            for letter, who in (("own", name), ("C", config.standing[COOPERATOR])):
                pair = beside(who, partner, seat)
                sources[f"{at} {letter}"] = [(pair, paid(level, seat))]
                sources[f"{at} {letter} other"] = [(pair, paid(level, OTHER[seat]))]
            formulas[f"{at} payoff"] = itemgetter(f"{at} own")
            formulas[f"{at} gain"] = less(f"{at} own", f"{at} C")
            formulas[f"{at} cost"] = less(f"{at} C other", f"{at} own other")
        for figure in FIGURES:
            both = [formulas[f"{key} {seat} {figure}"] for seat in SERVICES]
            formulas[f"{key} {MATCH} {figure}"] = mean_of(*both)
    found = store.derive(formulas, sources)
    return {
        level: {
            role: {
                place: {f: plain(found[f"{level} {role} {place} {f}"]) for f in FIGURES}
                for place in (*SERVICES, MATCH)
            }
            for role in partners_at(level)
        }
        for level in LEVELS
    }


def _rows() -> Iterator[tuple[str, str]]:
    return ((level, role) for level in LEVELS for role in partners_at(level))


# --- whom it is like -----------------------------------------------------------------------
def vector(store: Store, name: str) -> Vector:
    """An agent's behaviour with itself, and at each level its payoff of a match beside each partner
    that is shown there.
    """
    own = behaviour(store, (name,), _itself(name))
    found = {key: own[key] for key in ("completed", "deadlocks", "escorts")}
    for seat in SERVICES:
        found |= {f"left {seat}": own["offers"][seat]["mean"], f"pool {seat}": own["pool"][seat]}
    means = {key: np.nan if value is None else value[0] for key, value in found.items()}
    for level, role in _rows():
        partner = _partner(store.config, name, role)
        both = [(beside(name, partner, seat), paid(level, seat)) for seat in SERVICES]
        means[f"{level} {role}"] = float(store.mean(both).mean())
    return means


def nearest(mine: Vector, known: Mapping[str, Vector]) -> list[list[Any]]:
    """[name, distance] of known agents, the nearest first.

    The distance is the root mean square of the differences over all coordinates that both have,
    each divided by its standard deviation over the known agents. Coordinates in which these are all
    alike do not count; who has no other is left out.
    """
    values = np.array([[other[key] for key in mine] for other in known.values()])
    spread = np.array([_spread(column[np.isfinite(column)]) for column in values.T])
    counted = spread > 0
    apart = (values - np.array(list(mine.values())))[:, counted] / spread[counted]
    found = [
        [name, round(float(np.sqrt(np.mean(row[np.isfinite(row)] ** 2))), 4)]
        for name, row in zip(known, apart, strict=True)
        if np.isfinite(row).any()
    ]
    return sorted(found, key=lambda pair: pair[1])


def _spread(values: np.ndarray) -> float:
    """Their standard deviation; 0 where they are alike, or none are there."""
    return float(np.std(values)) if len(values) and np.ptp(values) > SAME else 0.0
