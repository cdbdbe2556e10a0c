"""Players with partners of other kinds: beside the best script for each, and in the shared game.

Partners are the public scripts and agents with habits that no script has. For each partner and
each seat of the player the best script is the one with the highest mean utility there, chosen on
seeds of its own (SELECTION), so that luck in choosing does not count for it. All figures are then
of the reporting seeds: utility of the player less that of the best script, with the same partner,
in the same seat and on the same seeds ("lead"), and less that of the partner in the game they share
("shared"). Utility is the outcome's: win 1, draw 0.5, loss 0, game over -1. Everybody is given the
selfish attitude, only solo games the cooperative one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from glory_agents.glory.scripted.named import NAMED, TEMPERAMENTS
from glory_agents.glory.strangers import NAMES as STRANGERS
from glory_env.bench.seeds import SELECTION
from glory_env.bench.statistics import INTERVALS, Estimate, Figure, derive
from glory_env.bench.study import SECONDS, Start, head, less
from glory_env.core import json_file
from glory_env.core.errors import unknown
from glory_env.envs.agent import AgentError, is_held_out
from glory_env.games.glory.bench.config import ANGLES, COOPERATIVE
from glory_env.games.glory.bench.crossplay import plain
from glory_env.games.glory.bench.pairing import Pairing, Side, of_seat, pairing, seatings
from glory_env.games.glory.bench.participants import Participant, check, distinct
from glory_env.games.glory.bench.policies import fingerprint, is_slow, other_way, policy
from glory_env.games.glory.bench.store import PlayStore, store
from glory_env.games.glory.scenario import load
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.settings import Partners
from glory_env.games.glory.studies.strength import measure as figures_of

FORMAT = 1
PLANNER = "one_turn_planner"
OUTSIDE = (*STRANGERS, PLANNER)
SCRIPTS = tuple(name for name in NAMED if not is_held_out(name))
GROUPS = {"scripts": SCRIPTS, "temperaments": tuple(TEMPERAMENTS), "outside": OUTSIDE}
# What the choice of the best scripts depends on, in a document of figures.
CHOICE = ("scenario_id", "selection_seeds", "search_games", "scripts")
AHEAD, LEVEL, BEHIND = VERDICTS = ("ahead", "level", "behind")
GAPS = {"lead": "script", "shared": "partner"}  # difference -> whose utility is taken off
Best = dict[tuple[str, str], tuple[str, float]]  # partner, seat -> script, its mean utility


def expanded(asked: Partners) -> Partners:
    """The same with the agents of GROUPS in place of the groups' names, and all scripts for none.

    Planners are left out where that is asked for.
    """
    groups = (GROUPS.get(name, (name,)) for name in asked.partners)
    partners = tuple(chain.from_iterable(groups))
    if asked.no_search:
        partners = tuple(name for name in partners if not is_slow(name))
    return replace(asked, partners=partners, scripts=asked.scripts or SCRIPTS)


def verify(asked: Partners) -> None:
    """ValueError (AgentError for an agent) that names the argument which is wrong."""
    chosen = range(SELECTION, SELECTION + asked.selection_games)
    if asked.seed < chosen.stop and asked.seed + asked.games > chosen.start:
        raise ValueError(
            f"--seed: expected seeds other than {chosen.start} to {chosen.stop - 1}, which choose "
            f"the best scripts, got {asked.seed} to {asked.seed + asked.games - 1}"
        )
    for what in ("agents", "partners", "scripts"):
        names = getattr(asked, what)
        if not names:
            raise ValueError(f"{what}: expected at least one name")
        for name in names:
            if names.count(name) > 1:
                raise AgentError(f"{what}: {name!r} is named twice")
    for name in asked.scripts:
        if name not in SCRIPTS:
            raise AgentError(f"scripts: {unknown('script', name, SCRIPTS)}")
    for name in asked.partners:
        if is_held_out(name):
            raise AgentError(f"partners: {name!r} is held out, expected public partners")
        try:
            policy(name)
        except AgentError as error:
            raise AgentError(f"partners: {error}") from None
    check(asked.agents, load(asked.scenario))
    distinct([Participant(name, dict.fromkeys(ANGLES, (name,))) for name in asked.agents])
    if asked.best_scripts is not None:
        chosen_before(asked)


def games(asked: Partners, count: int, first_seed: int) -> PlayStore:
    """The games of one range of seeds; planners play by games alone."""
    return store(
        asked, count, first_seed, search_games=asked.search_games, search_minutes=0.0,
        scenario=asked.scenario,
    )  # fmt: skip


def plan(asked: Partners, progress: Start | None = None) -> tuple[Partners, PlayStore, Best]:
    """Choose the best scripts and play what is missing. Errors as of `verify`."""
    asked = expanded(asked)
    verify(asked)
    if asked.best_scripts is None:
        choosing = games(asked, asked.selection_games, SELECTION)
        choosing.play_all(candidates(asked), progress)
        best = best_scripts(choosing, asked)
    else:
        best = chosen_before(asked)
    measured = games(asked, asked.games, asked.seed)
    measured.play_all(pairings(asked, best), progress)
    return asked, measured, best


def judge(_: Partners, played: tuple[Partners, PlayStore, Best]) -> dict[str, Any]:
    """All figures. Estimates are [mean, low, high], None where one means nothing."""
    asked, measured, best = played
    agents = {name: _agent(measured, asked, name, best) for name in asked.agents}
    return {
        **head(FORMAT, load(asked.scenario), seeds={"first": asked.seed, "games": asked.games}),
        "selection_seeds": {"first": SELECTION, "games": asked.selection_games},
        "search_games": asked.search_games,
        "intervals": INTERVALS,
        "partners": list(asked.partners),
        "scripts": list(asked.scripts),
        "best_scripts": [
            {"partner": key[0], "seat": key[1], "script": script, "utility": round(mean, 4)}
            for key, (script, mean) in best.items()
        ],
        "agents": agents,
        "family": family(agents),
        "cross_play": _cross_play(measured, asked.agents),
        SECONDS: 0.0,
    }


# --- who plays whom ------------------------------------------------------------------------
def _side(player: str, partner: str, seat: str) -> Side:
    """A player in a seat, with a partner in the other one."""
    return seatings(player, partner)[SERVICES.index(seat)]


def candidates(asked: Partners) -> list[Pairing]:
    """Every script with every partner in both seats: the games of the selection seeds."""
    return [
        pair
        for partner in asked.partners
        for script in asked.scripts
        for pair, _ in seatings(script, partner)
    ]


def best_scripts(store: PlayStore, asked: Partners) -> Best:
    """The script with the highest mean utility for each partner and seat; of equals the first."""
    best: Best = {}
    for partner in asked.partners:
        for seat in SERVICES:
            means = {
                script: float(np.mean(store.mean(_utility(script, partner, seat)), dtype=float))
                for script in asked.scripts
            }
            name = max(means, key=means.__getitem__)
            best[partner, seat] = name, means[name]
    return best


def chosen_before(asked: Partners) -> Best:
    """The best scripts of the earlier run `asked.best_scripts`.

    ValueError that names the file if it holds no figures of this command, has chosen under other
    circumstances, or lacks a partner.
    """
    path, board = asked.best_scripts, load(asked.scenario)
    assert path is not None
    try:
        document = json_file.read(path)
        known = {
            (row["partner"], row["seat"]): (str(row["script"]), float(row["utility"]))
            for row in document["best_scripts"]
        }
        before = {name: document[name] for name in CHOICE}
    except (OSError, ValueError, KeyError, TypeError):
        raise ValueError(
            f"{path}: expected the figures of `glory study partners` (--json)"
        ) from None
    selection = {"first": SELECTION, "games": asked.selection_games}
    now = (board.id, selection, asked.search_games, list(asked.scripts))
    for name, value in zip(CHOICE, now, strict=True):
        if before[name] != value:
            raise ValueError(f"{path}: {name}: expected {value}, got {before[name]}")
    for partner in asked.partners:
        for seat in SERVICES:
            if (partner, seat) not in known:
                raise ValueError(f"{path}: best_scripts: expected the partner {partner!r}")
            script = known[partner, seat][0]
            if script not in asked.scripts:  # it is made and played
                raise ValueError(
                    f"{path}: best_scripts: {unknown('script', script, asked.scripts)}"
                )
    return {(name, seat): known[name, seat] for name in asked.partners for seat in SERVICES}


def pairings(asked: Partners, best: Best) -> list[Pairing]:
    """The pairings of the reporting seeds: players and best scripts with partners, then itself."""
    sides = [
        _side(player, partner, seat)
        for (partner, seat), (script, _) in best.items()
        for player in (script, *asked.agents)
    ]
    pairs = [pair for pair, _ in sides]
    pairs += [pairing(army, navy) for army in asked.agents for navy in asked.agents]
    pairs += [pairing(other, other) for other in map(other_way, asked.agents) if other]
    return pairs + [_solo(name) for name in asked.agents]


def _solo(name: str) -> Pairing:
    return pairing(name, name, COOPERATIVE, solo=True)


def _utility(player: str, partner: str, seat: str) -> list[tuple[Pairing, str]]:
    return of_seat([_side(player, partner, seat)], "utility")


# --- figures -------------------------------------------------------------------------------
def _agent(store: PlayStore, asked: Partners, name: str, best: Best) -> dict[str, Any]:
    """All figures of one player but its cross-play."""
    other = other_way(name)
    rows = [
        {"partner": partner, "seat": seat, "script": script}
        | compared(_table(store, name, partner, seat, script))
        for (partner, seat), (script, _) in best.items()
    ]
    return {
        "fingerprint": fingerprint(name)[:16],
        "overall": _overall(store, name, best),
        "summary": summary(rows),
        "rows": rows,
        "itself": figures_of(store, pairing(name, name)),
        "other_way": figures_of(store, pairing(other, other)) | {"name": other} if other else None,
        "solo": figures_of(store, _solo(name)),
    }


def _table(
    store: PlayStore, name: str, partner: str, seat: str, script: str
) -> dict[str, np.ndarray]:
    """Utilities of the player, the best script and the partner: float (N,) each, row k one seed."""
    own = _side(name, partner, seat)
    (other,) = (service for service in SERVICES if service != seat)
    return store.table(
        {
            "own": of_seat([own], "utility"),
            "script": _utility(script, partner, seat),
            "partner": of_seat([(own[0], other)], "utility"),
        }
    )


def compared(table: Mapping[str, np.ndarray]) -> dict[str, Any]:
    """Means of the columns own, script and partner, float (N,), and the differences with verdicts.

    "utility", "script_utility", "partner_utility", "lead", "shared": [mean, low, high].
    """
    columns = dict(table)
    figures: dict[str, Figure] = {
        "utility": "own",
        "script_utility": "script",
        "partner_utility": "partner",
    }
    for gap, other in GAPS.items():
        apart = table["own"] - table[other]
        columns |= {f"{gap} above": apart > 0, f"{gap} below": apart < 0}
        figures |= {gap: less("own", other), f"{gap} above": f"{gap} above"}
        figures[f"{gap} below"] = f"{gap} below"
    estimates = derive(figures, columns, np.arange(len(table["own"])))
    shown = ("utility", "script_utility", "partner_utility", *GAPS)
    return {
        "games": len(table["own"]),
        **{name: plain(estimates[name]) for name in shown},
        **{
            f"{gap}_verdict": verdict(
                estimates[gap], estimates[f"{gap} above"], estimates[f"{gap} below"]
            )
            for gap in GAPS
        },
    }


def verdict(gap: Estimate | None, above: Estimate | None, below: Estimate | None) -> str:
    """Ahead: the interval of the difference is above 0; behind: below 0; else level.

    above, below: share of the games with a difference above and below 0. Where nearly all games
    have the same difference it has no interval. Then the share decides: all of its interval has to
    be above one half.
    """
    if gap is None or above is None or below is None:
        return LEVEL
    if gap.has_interval:
        return AHEAD if gap.low > 0 else BEHIND if gap.high < 0 else LEVEL
    if gap.mean > 0 and above.low > 0.5:
        return AHEAD
    return BEHIND if gap.mean < 0 and below.low > 0.5 else LEVEL


def summary(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Counts of the verdicts; behind_partner: numbers of the rows (from 0) where the partner has
    clearly more in the shared game."""
    counts = {name: sum(row["lead_verdict"] == name for row in rows) for name in VERDICTS}
    return {
        "rows": len(rows),
        **counts,
        "nowhere_behind": counts[BEHIND] == 0,
        "ahead_in_more_than_half": 2 * counts[AHEAD] > len(rows),
        "behind_partner": [k for k, row in enumerate(rows) if row["shared_verdict"] == BEHIND],
    }


def _overall(store: PlayStore, name: str, best: Best) -> dict[str, Any]:
    """Utility and lead, mean over all partners and both seats, and how many rows that are.

    Planners have played fewer games: they are left out where there are others.
    """
    sides = {key: (_side(name, *key), _side(best[key][0], *key)) for key in best}
    fast = {key: two for key, two in sides.items() if not any(pair.is_slow for pair, _ in two)}
    counted = list((fast or sides).values())
    estimates = store.derive(
        {"utility": "own", "lead": less("own", "script")},
        {
            "own": of_seat([own for own, _ in counted], "utility"),
            "script": of_seat([rival for _, rival in counted], "utility"),
        },
    )
    return {"rows": len(counted), **{key: plain(value) for key, value in estimates.items()}}


def family(agents: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """The player in the middle by overall utility, of two the lesser, and the worst."""
    ranked = sorted(agents, key=lambda name: agents[name]["overall"]["utility"][0])
    return {"middle": ranked[(len(ranked) - 1) // 2], "worst": ranked[0]}


def _cross_play(store: PlayStore, names: Sequence[str]) -> dict[str, Any]:
    """Every ordered pair of the players, and the worst of them."""
    pairs = [
        {"army": army, "navy": navy, **figures_of(store, pairing(army, navy))}
        for army in names
        for navy in names
    ]
    return {
        "pairs": pairs,
        "worst_completion": _named(min(pairs, key=_completion)),
        "worst_gp": _named(min(pairs, key=_least_gp)),
    }


def _named(pair: Mapping[str, Any]) -> dict[str, str]:
    return {seat: pair[seat] for seat in SERVICES}


def _completion(pair: Mapping[str, Any]) -> float:
    mean: float = pair["figures"]["completion"][0]
    return mean


def _least_gp(pair: Mapping[str, Any]) -> float:
    """GP of the service with less; 0 where no game was completed."""
    figures = pair["figures"]
    return min(figures[f"gp_{seat}"][0] if f"gp_{seat}" in figures else 0.0 for seat in SERVICES)
