"""Settings of the suite: what configs/evaluate/*.yaml may say."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from glory_agents.glory.scripted.named import TEMPERAMENTS
from glory_agents.glory.strangers import NAMES as STRANGERS
from glory_agents.registry import check_configured
from glory_env.bench.seeds import REPORTING
from glory_env.core.errors import unknown
from glory_env.envs.agent import is_held_out
from glory_env.game.settings import ScenarioName, make_settings, read_settings
from glory_env.games.glory.engine.options import Options
from glory_env.games.glory.state import DEADLOCKS, FIXED, PROTOCOLS

COOPERATIVE, SELFISH, ZERO_SUM = 45.0, 0.0, -45.0  # degrees
ANGLES = (COOPERATIVE, SELFISH, ZERO_SUM)
TASKS = (
    "solo", "coop", "selfish", "zero_sum", "best_response", "ad_hoc", "held_out", "outside",
    "hidden", "rules_shift", "crossplay",
)  # fmt: skip
QUICK_GAMES = 200
OUTSIDE = tuple(STRANGERS)
TALKING = ("honest", "threatening", "forgiving", "deceiver")
STANDING = {  # partners whose motive is known, by role, beside whom `bench.standing` puts entrants
    "cooperative": "cooperative-0",
    "competitive": "competitive-0",
    "spiteful": "spiteful-0",
    "in_kind": "in_kind",
}
GAMES = "games"  # the folder of games, beside those of results
RESPONSES = Path(__file__).resolve().parent / "responses"


class PlayConfig(BaseModel):
    """How pairings are played and where their games are stored."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    games: int = Field(1000, ge=1, le=REPORTING, description="of every ordered pairing")
    first_seed: int = Field(REPORTING, ge=0, lt=2**62, description="of the dice; others follow")
    search_games: int = Field(50, ge=1, description="of a planner's pairing, at least")
    search_minutes: float = Field(20.0, ge=0, description="of a planner's pairing; then it ends")
    scenario: ScenarioName = Field("glory", description="a scenario's name, or the path of a file")
    options: Options = Field(Options(), description="how games are played")
    deterministic: bool = Field(False, description="agents play their likeliest action")
    folder: Path = Field(Path("runs/bench"), description="of games and results")
    jobs: int = Field(1, ge=1, description="processes")
    cluster: str = Field("", description="a Ray cluster in place of processes: HOST:PORT or auto")


def with_roles(given: dict[str, str], roles: Collection[str]) -> dict[str, str]:
    """ValueError where a policy for one of the roles is missing, or a role is unknown."""
    if set(given) != set(roles):
        raise ValueError(f"expected the keys {', '.join(roles)}")
    return given


class FamilyConfig(PlayConfig):
    """Settings with tables of families and of single policies."""

    family_games: int = Field(
        200, ge=1, le=REPORTING, description="of every ordered pairing in a table with a family"
    )

    @property
    def games_of_families(self) -> int:
        """`Pairing.games` in a table with a family: 0 for as many as elsewhere."""
        return self.family_games if self.family_games != self.games else 0


class BenchConfig(FamilyConfig):
    """Settings of a run of the suite; docs/benchmark.md explains each."""

    name: str = Field("tonnage-bench", pattern=r"^\w[\w.-]*$", description="of the results' folder")
    agents: tuple[str | dict[str, dict[float, str]], ...] = Field(
        min_length=1, description="a name, seeds joined by +, or a policy for each angle"
    )
    tasks: tuple[str, ...] = Field(TASKS, min_length=1, description="what is played")
    search_tasks: tuple[str, ...] = Field(
        ("solo", "coop", "selfish"), description="tasks that planners play; never crossplay"
    )
    deadlocks: tuple[str, ...] = Field(
        ("dice", "janken", "zero", "status_quo", "pro_rata"),
        min_length=1,
        description="rules shifted to",
    )
    temperaments: tuple[str, ...] = Field(
        tuple(TEMPERAMENTS), min_length=1, description="ad-hoc partners"
    )
    held_out: tuple[int, ...] = Field(
        tuple(range(9001, 9009)), min_length=1, description="seeds of the held-out partners"
    )
    outside: tuple[str, ...] = Field(
        OUTSIDE, min_length=1, description="partners outside the scripts' family"
    )
    talking: tuple[str, ...] = Field(
        TALKING, description="partners that speak, met with the option talk: cheap"
    )
    hidden: tuple[str, ...] = Field(
        (), description="partners known to this run alone: names, or folders of agents"
    )
    standing: dict[str, str] = Field(
        STANDING, description="partners beside whom an entrant is shown to stand, by role"
    )
    responses: Path = Field(RESPONSES, description="stored best responses")

    @model_validator(mode="before")
    @classmethod
    def _of_this_kind(cls, values: Any) -> Any:
        """Without agents it is another kind of file: of that the foreign keys say enough."""
        if isinstance(values, dict) and "agents" not in values:
            foreign = [str(key) for key in values if key not in cls.model_fields]
            also = f"; unknown keys {', '.join(foreign)}" if foreign else ""
            raise ValueError(f"agents: expected at least one agent, got no such key{also}")
        return values

    @field_validator("name")
    @classmethod
    def _not_the_games(cls, name: str) -> str:
        if name == GAMES:
            raise ValueError("the folder of the games has this name: choose another")
        return name

    @field_validator("temperaments", "outside", "talking")
    @classmethod
    def _public(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        held = [name for name in names if is_held_out(name)]
        if held:
            raise ValueError(f"{', '.join(held)}: held out, expected public partners")
        return names

    @field_validator("standing")
    @classmethod
    def _roles(cls, given: dict[str, str]) -> dict[str, str]:
        for role in given:
            if role not in STANDING:
                raise ValueError(unknown("role", role, tuple(STANDING)))
        return {**STANDING, **given}

    @field_validator("options")
    @classmethod
    def _two_seats(cls, options: Options) -> Options:
        if options.solo:
            raise ValueError("option 'solo': the task solo sets it")
        return options

    @field_validator("tasks", "search_tasks", "deadlocks")
    @classmethod
    def _known(cls, names: tuple[str, ...], info: Any) -> tuple[str, ...]:
        valid = DEADLOCKS if info.field_name == "deadlocks" else TASKS
        for name in names:
            if name not in valid:
                raise ValueError(unknown(info.field_name.removesuffix("s"), name, valid))
        return names

    @model_validator(mode="after")
    def _fits_together(self) -> BenchConfig:
        if self.options.deadlock in self.deadlocks:
            raise ValueError(
                f"deadlocks: {self.options.deadlock} is the rule of options; name others"
            )
        if self.talking and self.options.negotiation == PROTOCOLS[FIXED]:
            raise ValueError("talking: nobody speaks in fixed negotiation: expected no partners")
        for entry in self.agents:
            if isinstance(entry, dict):
                wrong = [name for name, own in entry.items() if set(own) != set(ANGLES)]
                if len(entry) != 1 or wrong:
                    raise ValueError(
                        f"agents: {', '.join(entry)}: expected one name with a policy for 45, 0 "
                        f"and -45, got {entry}"
                    )
        return self


Config = TypeVar("Config", bound=PlayConfig)


def with_flags(
    model: type[Config], path: Path, quick: bool, given: Collection[str] = (), **flags: Any
) -> Config:
    """The file's settings with the flags over them; ConfigError names what is wrong.

    given: agents that the file may name though they are not part of the project; so it may those of
    the flags. AgentError for another one.
    """
    base = read_settings(model, path)
    changed = {
        key: value for key, value in flags.items() if value is not False and value not in (None, ())
    }
    if quick:
        changed.setdefault("games", QUICK_GAMES)
    of_file = {key: value for key, value in base.model_dump().items() if key not in changed}
    check_configured(path, of_file, given)
    if isinstance(base, FamilyConfig) and changed.get("games", 0) > 0:  # in proportion
        kept = base.family_games * changed["games"] // base.games
        changed["family_games"] = max(kept, 1)
    return make_settings(model, {**base.model_dump(), **changed}, path)
