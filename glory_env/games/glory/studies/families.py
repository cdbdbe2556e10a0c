"""What do families of other motives do to each other? Verdicts at three levels of payoff.

Three families are trained alike but for their payoff. All members play each other in every seating,
where a cell of `bench.certificate` needs it, and each plays in both seats beside frozen partners.
The games are the same at every level (`bench.levels`); only what they pay differs. Then the members
of each family are split in two halves without a common member, which play with dice of their own:
would other training seeds have led to other verdicts? What was expected was written down before the
games (`families_expected`).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any, NamedTuple

from pydantic import Field, field_validator

from glory_agents.learned.shipped import folder_of
from glory_env.bench.families import pairs_of
from glory_env.bench.seeds import REPORTING
from glory_env.bench.statistics import INTERVALS
from glory_env.bench.study import COMMAND, SECONDS, Start, head
from glory_env.games.glory.bench import agreement, certificate, repeat
from glory_env.games.glory.bench.behaviour import behaviour
from glory_env.games.glory.bench.cells import Cell, cells, check, check_batches, pairings, part
from glory_env.games.glory.bench.certificate import COOPERATOR, DEFECTORS, ROLES
from glory_env.games.glory.bench.config import PlayConfig, with_flags, with_roles
from glory_env.games.glory.bench.crossplay import Plain, plain
from glory_env.games.glory.bench.family_members import Family, grids
from glory_env.games.glory.bench.levels import LEVELS, PAID, paid, pressures
from glory_env.games.glory.bench.pairing import Pairing
from glory_env.games.glory.bench.participants import check as check_agents
from glory_env.games.glory.bench.participants import members
from glory_env.games.glory.bench.policies import code, fingerprint
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.scenario import load
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.families_expected import EXPECTED
from glory_env.games.glory.studies.settings import Families

FORMAT = 1
LEAST = 4  # members of a family that has two halves
APART = 500_000  # between the first seeds of the halves' dice
AGREEMENT_GAMES = 40  # of each family with itself, for positions
IN_KIND = "in_kind"
PARTNERS = {  # who is frozen, by role
    "cooperative": "cooperative-macro-0",
    "hardliner": "demands_60",
    "defector": "always_grim",
    "saint": "always_saint",
    IN_KIND: "in_kind",
}


class FamiliesConfig(PlayConfig):
    """Settings of `glory study families`; docs/benchmark.md explains each."""

    families: dict[str, str] = Field(
        {role: role for role in ROLES}, description="of each motive: a name, or seeds joined by +"
    )
    backgrounds: dict[str, str] = Field(PARTNERS, description="frozen partners, by role")
    start: str = Field("", description="the network that training began with; empty: left out")
    pressure_games: int = Field(
        1000, ge=1, le=REPORTING, description="of cooperative members with each other, at least"
    )
    positions: int = Field(
        3000, ge=1, le=REPORTING, description="in which likeliest actions are compared"
    )
    halves: bool = Field(True, description="judge two halves of the training seeds as well")

    @field_validator("families")
    @classmethod
    def _motives(cls, given: dict[str, str]) -> dict[str, str]:
        return with_roles(given, ROLES)

    @field_validator("backgrounds")
    @classmethod
    def _partners(cls, given: dict[str, str]) -> dict[str, str]:
        return with_roles(given, PARTNERS)


Store = ResultsStore[FamiliesConfig]


class Seated(NamedTuple):
    """Who plays: the families by role, the store of their games, and how many C with C plays."""

    families: Mapping[str, Family]
    store: Store
    cooperative_games: int  # `Pairing.games`

    def cells(self, level: str) -> dict[str, Cell]:
        """The games of a level's two families."""
        c, d = self.pair(level)
        return {**cells(c, d), "CC": cells(c, d, games=self.cooperative_games)["CC"]}

    def pair(self, level: str) -> tuple[Family, Family]:
        """C and D of a level."""
        return self.families[COOPERATOR], self.families[DEFECTORS[level]]

    def pairings(self) -> list[Pairing]:
        """All that is played, none twice."""
        played = [pair for level in LEVELS for pair in pairings(self.cells(level))]
        frozen = [
            certificate.beside(name, partner, seat)
            for family in self.families.values()
            for name in family
            for partner in self.store.config.backgrounds.values()
            for seat in SERVICES
        ]
        return list(dict.fromkeys([*played, *frozen]))

    def judged(self, pressure: Mapping[str, Mapping[str, Plain]]) -> dict[str, Any]:
        """All levels: `certificate.judge`."""
        return {
            level: certificate.judge(
                self.store, level, *self.pair(level), self.cells(level),
                self.store.config.backgrounds, pressure[level],
            )
            for level in LEVELS
        }  # fmt: skip


class Played(NamedTuple):
    """All families, and their halves where they are asked for."""

    whole: Seated
    halves: list[Seated]


def families_of(config: FamiliesConfig) -> dict[str, Family]:
    """The policies of each role."""
    return {role: members(config.families[role]) for role in ROLES}


def halves(config: FamiliesConfig) -> list[dict[str, Family]]:
    """Every second member of each family, in the order of their names.

    ValueError for a family of fewer than LEAST members.
    """
    families = {role: sorted(family) for role, family in families_of(config).items()}
    for role, family in families.items():
        if len(family) < LEAST:
            raise ValueError(
                f"halves: a family needs at least {LEAST} members, {role} "
                f"{config.families[role]!r} has {len(family)}; without halves: halves: false"
            )
    return [{role: tuple(family[k::2]) for role, family in families.items()} for k in range(2)]


def verify(config: FamiliesConfig) -> None:
    """ValueError (AgentError for an agent) for policies that cannot be measured, or are twice."""
    families, frozen = families_of(config), config.backgrounds.values()
    names = [name for family in families.values() for name in family]
    start = [str(folder_of(config.start))] if config.start else []
    check_agents([*names, *frozen, *start], load(config.scenario))
    check(families)
    check_batches("backgrounds", frozen)
    if config.halves:
        halves(config)


def plan(asked: Families, progress: Start | None = None) -> Played:
    """Play what is missing. Errors as of `verify`."""
    config = with_flags(
        FamiliesConfig, asked.config, False, asked.agent,
        games=asked.games, jobs=asked.jobs, cluster=asked.cluster,
    )  # fmt: skip
    verify(config)
    families = families_of(config)
    count = max(len(pairs_of(*[families[COOPERATOR]] * 2)), 1)
    least = ceil(config.pressure_games / count)
    games = least if least > config.games else 0
    whole = Seated(families, ResultsStore(config), games)
    # The first half has the dice of the whole: its games are among those of the whole.
    other = config.model_copy(update={"first_seed": config.first_seed + APART})
    stores = (whole.store, ResultsStore(other))
    split = [
        Seated(half, store, games)
        for half, store in zip(halves(config) if config.halves else [], stores, strict=False)
    ]
    for seated in (whole, *split[1:]):
        seated.store.play_all(seated.pairings(), progress)
    return Played(whole, split)


def judge(_: Families, played: Played) -> dict[str, Any]:
    """All figures. Estimates are [mean, low, high], None where one means nothing."""
    whole = played.whole
    config, store = whole.store.config, whole.store
    pressure = _pressure(whole)
    levels = whole.judged(pressure)
    split = [half.judged(pressure) for half in played.halves]
    document = {
        **head(FORMAT, load(config.scenario), code()[:16]),
        "options": config.options.as_dict(),
        "deterministic": config.deterministic,
        "seeds": {"first": config.first_seed, "games": config.games},
        "intervals": INTERVALS,
        "families": {
            role: {
                "name": config.families[role],
                "fingerprints": {name: store.fingerprint(name)[:16] for name in family},
            }
            for role, family in whole.families.items()
        },
        "backgrounds": {
            role: {"name": name, "fingerprint": fingerprint(name)[:16]}
            for role, name in config.backgrounds.items()
        },
        "pressure_games": sum(len(store.games(p).seeds) for p in _cooperative(whole).values()),
        "levels": {
            level: {
                "utilities": LEVELS[level],
                "defector": DEFECTORS[level],
                "pressure": pressure[level],
                **levels[level],
                "open": certificate.open_share(levels[level]["judged"]),
            }
            for level in LEVELS
        },
        "halves": _halves(played, levels, split) if split else None,
        "behaviour": {role: behaviour(store, *_itself(whole, role)) for role in ROLES},
        "agreement": _agreement(whole),
        "start": config.start,
        repeat.KEY: repeat.games_to_repeat(store, whole.pairings()),
        "pairings": len(whole.pairings()) + sum(len(half.pairings()) for half in played.halves[1:]),
        SECONDS: 0.0,
        COMMAND: "",
    }
    return document | {"expected": [one.row(levels) for one in EXPECTED]}


def _cooperative(seated: Seated) -> Cell:
    """C with C."""
    return seated.cells(next(iter(LEVELS)))["CC"]


def _itself(seated: Seated, role: str) -> tuple[Family, Cell]:
    """A family and its games with itself."""
    if role == COOPERATOR:
        return seated.families[role], _cooperative(seated)
    level = next(level for level in LEVELS if DEFECTORS[level] == role)
    return seated.families[role], seated.cells(level)["DD"]


def _pressure(seated: Seated) -> dict[str, dict[str, Plain]]:
    """By level and seat, of all games of C with C."""
    c, cell = seated.families[COOPERATOR], _cooperative(seated)
    columns = [paid(reward, seat) for reward in PAID for seat in SERVICES]
    found = pressures(grids(seated.store, {one: part(c, c, "CC", cell, one) for one in columns}))
    return {
        level: {seat: plain(value) for seat, value in by_seat.items()}
        for level, by_seat in found.items()
    }


def _halves(
    played: Played, levels: Mapping[str, Any], split: list[dict[str, Any]]
) -> dict[str, Any]:
    """Who is in them, and the verdicts of every level."""
    return {
        "parts": [
            {
                "first_seed": half.store.config.first_seed,
                "members": {role: list(family) for role, family in half.families.items()},
            }
            for half in played.halves
        ],
        "levels": {
            level: certificate.compared(
                levels[level]["judged"], [half[level]["judged"] for half in split]
            )
            for level in LEVELS
        },
    }


def _agreement(seated: Seated) -> dict[str, Any]:
    """Of the families, and of the start where there is one."""
    config = seated.store.config
    start = {"start": (str(folder_of(config.start)),)} if config.start else {}
    families = {**start, **seated.families}
    scenario = load(config.scenario)
    records = agreement.positions(
        [family[0] for family in families.values()], config.positions,
        min(config.games, AGREEMENT_GAMES), config.first_seed, scenario,
        **config.options.as_dict(),
    )  # fmt: skip
    return agreement.agreement(families, records, scenario)
