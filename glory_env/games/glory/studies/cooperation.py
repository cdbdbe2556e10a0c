"""Does the benchmark measure cooperation? Two tables about a cooperative and a competitive family.

Under each rule of negotiation (CONDITIONS) both families play the cells CC, CD, DC and DD of
`bench.cells`. Then each member plays itself without parts of what it does (`ablations`). Intervals
are over training seeds and dice (`bench.families`), those of the reciprocity over games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import Field, field_validator

from glory_env.bench.families import estimate
from glory_env.bench.seeds import REPORTING, SELECTION
from glory_env.bench.statistics import INTERVALS, Formula, Share
from glory_env.bench.study import COMMAND, SECONDS, Start, head, ratio
from glory_env.core.errors import unknown
from glory_env.games.glory.bench import cells, offer_regression, repeat
from glory_env.games.glory.bench.bids import GRID
from glory_env.games.glory.bench.config import FamilyConfig, with_flags, with_roles
from glory_env.games.glory.bench.crossplay import plain
from glory_env.games.glory.bench.family_members import Family, games_of
from glory_env.games.glory.bench.pairing import Pairing
from glory_env.games.glory.bench.participants import check, members
from glory_env.games.glory.bench.policies import code, fingerprint
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.engine.options import Options
from glory_env.games.glory.scenario import load
from glory_env.games.glory.state import DEADLOCKS, SERVICES, TALKS
from glory_env.games.glory.studies import ablations
from glory_env.games.glory.studies.settings import Cooperation

FORMAT = 1
BASE = "base"  # no talk, a lot decides a deadlock
CONDITIONS: dict[str, dict[str, str]] = {
    BASE: {},
    **{talk: {"talk": talk} for talk in TALKS[1:]},
    **{rule: {"deadlock": rule} for rule in DEADLOCKS[1:]},
}
TALK_ROWS, DEADLOCK_ROWS = (BASE, *TALKS[1:]), (BASE, *DEADLOCKS[1:])
PAYOFF = "utility"  # of the verdict
ROWS = ("CC", "DD")  # cells with rows of their own
# Scripts whose reciprocity is known: the first has no memory, the second answers in kind.
KNOWN = ("withdraw_in_time", "tit_for_tat")


# Figure -> its formula over a cell's columns, and how it is written.
FIGURES: dict[str, tuple[Formula, str]] = {
    "completion": (lambda m: m["completed"], "share"),
    "welfare": (lambda m: m["welfare"], "number"),
    "agreement": (Share("agreements", "talks"), "share"),
    "claimed": (ratio("claimed", "first_offers"), "share"),
    "left": (ratio("left", "first_offers"), "share"),
    "escorts": (Share("granted", "asked"), "share"),
}
COLUMNS = (
    "completed", "welfare", "agreements", "talks", "claimed", "left", "first_offers", "granted",
    "asked",
)  # fmt: skip


ROLES = ("cooperative", "competitive")  # C and D


class CooperationConfig(FamilyConfig):
    """Settings of `glory study cooperation`; docs/benchmark.md explains each."""

    families: dict[str, str] = Field(
        dict(zip(ROLES, ROLES, strict=True)), description="the two families"
    )
    conditions: tuple[str, ...] = Field(
        tuple(CONDITIONS), min_length=1, description="rules of negotiation"
    )
    selection_games: int = Field(
        50, ge=1, le=REPORTING, description="of each constant split with each policy, to choose one"
    )

    @field_validator("families")
    @classmethod
    def _both(cls, given: dict[str, str]) -> dict[str, str]:
        return with_roles(given, ROLES)

    @field_validator("conditions")
    @classmethod
    def _known(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if name not in CONDITIONS:
                raise ValueError(unknown("condition", name, CONDITIONS))
        return tuple(name for name in CONDITIONS if name in names)

    @field_validator("options")
    @classmethod
    def _left_to_the_conditions(cls, options: Options) -> Options:
        for name in ("talk", "deadlock", "negotiation", "solo"):
            usual = getattr(Options(), name)
            if getattr(options, name) != usual:
                raise ValueError(f"option {name!r}: expected {usual!r}, the conditions set others")
        return options


Store = ResultsStore[CooperationConfig]


def families_of(config: CooperationConfig) -> dict[str, Family]:
    """The policies of each role, C first."""
    return {role: members(config.families[role]) for role in ROLES}


def cells_of(config: CooperationConfig, name: str) -> dict[str, cells.Cell]:
    """The games of one condition."""
    c, d = families_of(config).values()
    return cells.cells(c, d, games=games_of(config, (c, d)), **CONDITIONS[name])


def verify(config: CooperationConfig) -> None:
    """ValueError (AgentError for an agent) for policies that cannot be measured, or are twice."""
    families = families_of(config)
    check([name for family in families.values() for name in family], load(config.scenario))
    cells.check(families)
    own = range(config.first_seed, config.first_seed + max(config.games, config.family_games))
    chosen = range(SELECTION, SELECTION + config.selection_games)
    if own.start < chosen.stop and own.stop > chosen.start:
        raise ValueError(
            f"first_seed: expected seeds other than {chosen.start} to {chosen.stop - 1}, which "
            f"choose the constant splits, got {own.start} to {own.stop - 1}"
        )


class Played(NamedTuple):
    """Both stores, the pairings played of each, and the constant split chosen for each policy."""

    choosing: Store
    tried: list[Pairing]
    store: Store
    pairings: list[Pairing]
    splits: dict[str, int]


def plan(asked: Cooperation, progress: Start | None = None) -> Played:
    """Choose the constant splits, and play what both tables need. Errors as of `verify`."""
    config = with_flags(
        CooperationConfig, asked.config, asked.quick, asked.agent,
        games=asked.games, jobs=asked.jobs, cluster=asked.cluster,
    )  # fmt: skip
    verify(config)
    families = families_of(config)
    games = games_of(config, families.values())
    choosing = ResultsStore(
        config.model_copy(update={"games": config.selection_games, "first_seed": SELECTION})
    )
    tried = [pair for family in families.values() for pair in ablations.candidates(family)]
    choosing.play_all(tried, progress)
    splits = {
        policy: split
        for family in families.values()
        for policy, split in ablations.best_splits(choosing, family).items()
    }
    store = ResultsStore(config)
    played = [pair for name in config.conditions for pair in cells.pairings(cells_of(config, name))]
    played += [p for family in families.values() for p in ablations.plan(family, games, splits)]
    played += [ablations.itself(name, games) for name in KNOWN]
    store.play_all(played, progress)
    return Played(choosing, tried, store, played, splits)


def judge(_: Cooperation, played: Played) -> dict[str, Any]:
    """Both tables. Estimates are [mean, low, high], None where one means nothing."""
    store, splits = played.store, played.splits
    families = families_of(store.config)
    games = games_of(store.config, families.values())
    known = {name: {(0, 0): ablations.itself(name, games)} for name in KNOWN}
    return {
        **_header(store.config, families),
        "conditions": {name: condition(store, name) for name in store.config.conditions},
        "known": {name: _reciprocity(store, cell) for name, cell in known.items()},
        "ablations": {
            role: ablations.table(store, family, games, splits) for role, family in families.items()
        },
        "splits": {name: dict(GRID[k]._asdict()) for name, k in splits.items()},
        repeat.KEY: repeat.games_to_repeat(store, played.pairings),
        "pairings": len(set(played.tried)) + len(set(played.pairings)),
        "playing_s": round(
            _seconds(played.choosing, played.tried) + _seconds(store, played.pairings), 1
        ),
        SECONDS: 0.0,
        COMMAND: "",
    }


def _seconds(store: Store, pairings: Sequence[Pairing]) -> float:
    """How long they were played, those of earlier runs included."""
    return sum(store.games(pair).seconds for pair in set(pairings))


def condition(store: Store, name: str) -> dict[str, Any]:
    """One condition: of each cell of ROWS the FIGURES; the price of anarchy; the verdicts.

    reciprocity: of `bench.offer_regression`, with the rows it is made of as n. The verdicts are by
    intervals that hold for all inequalities of all conditions together.
    """
    (c, d), played = families_of(store.config).values(), cells_of(store.config, name)
    wanted = (*COLUMNS, *(f"{PAYOFF}_{seat}" for seat in SERVICES))
    columns = {name: cells.cell_grids(store, c, d, played, name) for name in wanted}
    results: dict[str, Any] = {"cells": {}}
    for cell in ROWS:
        of_cell = {column: columns[column][cell] for column in COLUMNS}
        values = estimate({key: formula for key, (formula, _) in FIGURES.items()}, of_cell)
        figures = {key: plain(value) for key, value in values.items()}
        results["cells"][cell] = figures | _reciprocity(store, played[cell])
    anarchy = {"anarchy": cells.price_of_anarchy()}
    results["price_of_anarchy"] = plain(estimate(anarchy, columns["welfare"])["anarchy"])
    paid = {
        f"{cell}_{seat}": grid
        for seat in SERVICES
        for cell, grid in columns[f"{PAYOFF}_{seat}"].items()
    }
    results["game"] = cells.social_dilemma(paid, len(store.config.conditions))
    return results


def _reciprocity(store: Store, cell: cells.Cell) -> dict[str, Any]:
    slope, rows = offer_regression.reciprocity(store, cell)
    return {"reciprocity": plain(slope), "n": rows}


def _header(config: CooperationConfig, families: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """Everything the figures depend on."""
    return {
        **head(FORMAT, load(config.scenario), code()[:16]),
        "options": config.options.as_dict(),
        "deterministic": config.deterministic,
        "seeds": {
            "first": config.first_seed,
            "games": games_of(config, families.values()) or config.games,
        },
        "selection_seeds": {"first": SELECTION, "games": config.selection_games},
        "intervals": INTERVALS,
        "families": {
            role: {
                "name": config.families[role],
                "fingerprints": {name: fingerprint(name)[:16] for name in family},
            }
            for role, family in families.items()
        },
    }
