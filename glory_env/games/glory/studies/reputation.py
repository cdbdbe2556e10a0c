"""What is a good past worth, and does an agent's memory protect it?

An agent plays with itself, beside takers and beside givers, in both seats and on the same dice. An
agent that remembers is compared with the same agent that is shown another past than the real one
(`bench.ablated`): none, that with a generous partner, or that with a grim one. Utilities are those
of a payoff level (`bench.levels`). The strongest taker of each seat is chosen on seeds of its own
(SELECTION), so that luck in choosing does not count for it; all figures are of the reporting seeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from glory_env.bench.seeds import REPORTING, SELECTION
from glory_env.bench.statistics import INTERVALS, Figure
from glory_env.bench.study import COMMAND, SECONDS, Start, head, less
from glory_env.core.errors import unknown
from glory_env.envs.agent import AgentError
from glory_env.games.glory.bench import repeat
from glory_env.games.glory.bench.ablated import FROZEN_LOG, GENEROUS_PAST, GRIM_PAST
from glory_env.games.glory.bench.behaviour import deadlocks
from glory_env.games.glory.bench.cells import check_batches, mean_of
from glory_env.games.glory.bench.config import SELFISH
from glory_env.games.glory.bench.crossplay import plain
from glory_env.games.glory.bench.family_members import Family, Part, across, derive
from glory_env.games.glory.bench.levels import LEVELS, paid
from glory_env.games.glory.bench.pairing import Pairing, Source, pairing
from glory_env.games.glory.bench.participants import check, distinct, members, participants
from glory_env.games.glory.bench.policies import code, fingerprint
from glory_env.games.glory.bench.standing import OTHER
from glory_env.games.glory.bench.store import PlayStore, store
from glory_env.games.glory.scenario import load
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.aims import verdict
from glory_env.games.glory.studies.reputation_aims import AIMS, responses
from glory_env.games.glory.studies.settings import Reputation

FORMAT = 1
ITSELF, AS_IS = "itself", ""
PASTS = (FROZEN_LOG, GENEROUS_PAST)  # what memory is compared with
WHOLE = ("completed", "welfare", "agreements", "talks")  # columns of the agent with itself
SIDES = ("own", "other", "completed")  # what the agent gets, its partner, and the share completed
Parts = dict[str, Part]
Chosen = dict[str, dict[str, str]]  # agent -> the taker's seat -> the strongest taker


class Played(NamedTuple):
    """The games of the reporting seeds, the agents by name, and the strongest takers."""

    store: PlayStore
    agents: dict[str, Family]
    chosen: Chosen


def verify(asked: Reputation) -> None:
    """ValueError (AgentError for an agent) that names the argument which is wrong."""
    if asked.level not in LEVELS:
        raise ValueError(unknown("level", asked.level, tuple(LEVELS)))
    board = load(asked.scenario)
    defaults: dict[str, Any] = {one.name: one.default for one in fields(asked)}
    for key in ("agents", "takers", "held_out", "givers"):
        names = getattr(asked, key)
        if not names and key != "givers":
            raise ValueError(f"{key}: expected at least one name")
        for name in names:
            try:
                check(members(name), board)
            except AgentError as error:
                if name in defaults[key]:
                    raise AgentError(
                        f"{key}: {name} is not installed, or was trained in another scenario: name "
                        f"others with --{key.replace('_', '-')}"
                    ) from None
                raise AgentError(f"{key}: {str(error).removeprefix('agents: ')}") from None
            check_batches(key, members(name))
    distinct(participants(asked.agents))


def plan(asked: Reputation, progress: Start | None = None) -> Played:
    """Choose the strongest takers and play what is missing. Errors as of `verify`."""
    verify(asked)
    agents = {one.name: one.seeds[SELFISH] for one in participants(asked.agents)}
    choosing = store(asked, asked.selection_games, SELECTION, scenario=asked.scenario)
    choosing.play_all(pairings(*(taken(asked, agent) for agent in agents.values())), progress)
    chosen = {name: strongest(choosing, asked, agent) for name, agent in agents.items()}
    measured = store(asked, asked.games, scenario=asked.scenario)
    measured.play_all(pairings(*(parts(asked, agent) for agent in agents.values())), progress)
    return Played(measured, agents, chosen)


def judge(asked: Reputation, played: Played) -> dict[str, Any]:
    """All figures. Estimates are [mean, low, high], None where one means nothing."""
    others = dict.fromkeys((*asked.takers, *asked.held_out, *asked.givers))
    return {
        **head(FORMAT, load(asked.scenario), code()[:16]),
        "options": played.store.config.options.as_dict(),
        "deterministic": played.store.config.deterministic,
        "seeds": {"first": REPORTING, "games": asked.games},
        "selection_seeds": {"first": SELECTION, "games": asked.selection_games},
        "intervals": INTERVALS,
        "level": asked.level,
        "utilities": LEVELS[asked.level],
        "partners": {
            name: {member: fingerprint(member)[:16] for member in members(name)} for name in others
        },
        "agents": {
            name: judged(played.store, asked, agent, played.chosen[name])
            for name, agent in played.agents.items()
        },
        repeat.KEY: repeat.games_to_repeat(
            played.store, pairings(*(parts(asked, agent) for agent in played.agents.values()))
        ),
        SECONDS: 0.0,
        COMMAND: "",
    }  # fmt: skip


# --- who plays whom ------------------------------------------------------------------------
def part(agent: Family, partner: Family, seat: str, column: str, past: str = AS_IS) -> Part:
    """A column of the agent's games in a seat. past: the ablation that shows it another one."""
    shown: dict[str, Any] = {"ablation": past, "ablated": seat} if past else {}

    def of(army: str, navy: str) -> list[Source]:
        return [(pairing(army, navy, **shown), column)]

    return across(*((agent, partner) if seat == SERVICES[0] else (partner, agent)), of)


def column(partner: str, seat: str, side: str, past: str = AS_IS) -> str:
    """A column of `parts`: of the agent in a seat beside a partner. side: of SIDES."""
    return f"{partner} | {seat} | {side} | {past}"


def beside(asked: Reputation) -> Iterator[tuple[str, str]]:
    """Each partner, and the pasts that the agent is shown beside it."""
    yield from ((name, AS_IS) for name in (*asked.takers, *asked.held_out))
    yield from ((name, past) for name in asked.held_out for past in PASTS)
    for name in (*asked.held_out, *asked.givers, ITSELF):
        yield from ((name, past) for past in (GENEROUS_PAST, GRIM_PAST))


def taken(asked: Reputation, agent: Family) -> Parts:
    """What takers get, by `column` of the agent's seat."""
    return {
        column(taker, OTHER[seat], "other"): part(
            agent, members(taker), OTHER[seat], paid(asked.level, seat)
        )
        for taker in asked.takers
        for seat in SERVICES
    }


def parts(asked: Reputation, agent: Family) -> Parts:
    """All columns: of the agent with itself by their own names, of all others by `column`."""
    whole = (*WHOLE, *(paid(asked.level, seat) for seat in SERVICES))
    found = {name: part(agent, agent, SERVICES[0], name) for name in whole}
    for name, past in beside(asked):
        partner = agent if name == ITSELF else members(name)
        for seat in SERVICES:
            pays = (paid(asked.level, seat), paid(asked.level, OTHER[seat]))
            for side, source in zip(SIDES, (*pays, "completed"), strict=True):
                found[column(name, seat, side, past)] = part(agent, partner, seat, source, past)
    return found


def pairings(*several: Parts) -> list[Pairing]:
    """The games of some columns, none twice."""
    sources = (s for some in several for one in some.values() for s in one.sources.values())
    return list(dict.fromkeys(pair for source in sources for pair, _ in source))


def strongest(store: PlayStore, asked: Reputation, agent: Family) -> dict[str, str]:
    """In each seat the taker that gets most, and so gains most; of equals the first."""
    means = {
        name: np.mean([store.mean(source).mean() for source in one.sources.values()])
        for name, one in taken(asked, agent).items()
    }
    return {
        seat: max(asked.takers, key=lambda taker: means[column(taker, OTHER[seat], "other")])
        for seat in SERVICES
    }


# --- figures -------------------------------------------------------------------------------
def formulas(asked: Reputation) -> dict[str, dict[tuple[str, ...], Figure]]:
    """Of the columns of `parts`, by table and what a row and a figure of it are called."""
    own = {seat: paid(asked.level, seat) for seat in SERVICES}
    tables: dict[str, dict[tuple[str, ...], Figure]] = {
        "itself": {("completed",): "completed", ("welfare",): "welfare",
                   ("deadlocks",): deadlocks("agreements", "talks"),
                   **{(seat,): itemgetter(own[seat]) for seat in SERVICES}},
        "taken": {}, "memory": {}, "all": {}, "worth": {},
    }  # fmt: skip
    for taker in asked.takers:
        for seat, other in OTHER.items():
            tables["taken"] |= {
                (taker, seat, "gain"): less(column(taker, other, "other"), own[seat]),
                (taker, seat, "loss"): less(own[other], column(taker, other, "own")),
            }
    for past in PASTS:
        for taker in asked.held_out:
            for seat in SERVICES:
                for side in SIDES:
                    sides = (column(taker, seat, side, one) for one in (AS_IS, past))
                    tables["memory"][taker, seat, past, side] = less(*sides)
        both = [f for key, f in tables["memory"].items() if key[2:] == (past, "own")]
        tables["all"][past,] = mean_of(*both)  # type: ignore[arg-type]
    for name in dict.fromkeys((*asked.held_out, *asked.givers, ITSELF)):
        for seat in SERVICES:
            for side in SIDES:
                shown = (column(name, seat, side, one) for one in (GENEROUS_PAST, GRIM_PAST))
                tables["worth"][name, seat, side] = less(*shown)
    return tables


def judged(
    store: PlayStore, asked: Reputation, agent: Family, chosen: Mapping[str, str]
) -> dict[str, Any]:
    """All figures of an agent."""
    tables = formulas(asked)
    wanted = {f"{name} {key}": f for name, of in tables.items() for key, f in of.items()}
    derived = derive(store, wanted, parts(asked, agent))
    found = {name: {key: plain(derived[f"{name} {key}"]) for key in of}
             for name, of in tables.items()}  # fmt: skip
    stored = responses(store.config, agent)
    values = {
        "completed": found["itself"]["completed",],
        **{f"taker {seat}": found["taken"][chosen[seat], seat, "gain"] for seat in SERVICES},
        **{f"response {seat}": max((one[seat] for one in stored.values()), default=None)
           for seat in SERVICES},
        **{past: found["all"][past,] for past in PASTS},
    }  # fmt: skip
    return {
        "fingerprints": {name: store.fingerprint(name)[:16] for name in agent},
        "strongest": dict(chosen),
        "responses": stored,
        "verdicts": [verdict(aim, values[aim.key]) for aim in AIMS],
        **{name: [[*key, value] for key, value in found[name].items()]
           for name in ("itself", "taken", "memory", "worth")},
    }  # fmt: skip
