"""Settings of runs of Glory: what this game adds; they need no torch."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

import tyro
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    field_serializer,
    field_validator,
    model_validator,
)

from glory_env.core.errors import OptionError, unknown
from glory_env.game.settings import ScenarioName
from glory_env.games.glory.engine.options import Options, make_options
from glory_env.games.glory.engine.rewards import PRESETS, RewardSpec, parse_reward
from glory_env.games.glory.training.objectives import draw_objectives
from glory_env.training.settings import (
    NAME,
    AgentNames,
    ImitationSettings,
    Layers,
    RunSettings,
    TrainSettings,
)

ENOUGH = 0.5  # completed games, with which survival needs no reward of its own
UNIFORM = "uniform"  # in place of an angle: every seat's is drawn for each game


class Stage(BaseModel):
    """A stage of the curriculum: an easier game, until that share of the run is done."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    until: float = Field(gt=0, lt=1, description="share of the run at which the stage ends")
    scenario: ScenarioName | None = Field(None, description="in place of the run's scenario")
    options: dict[str, Any] = Field({}, description="in place of some of the run's options")


class GloryRun(RunSettings):
    """What both kinds of run of Glory have."""

    game: str = Field("glory", description="which game is learnt")
    scenario: ScenarioName = Field("glory", description="a scenario's name, or the path of a file")
    options: Options = Field(Options(), description="how games are played")
    solo_share: float = Field(
        0.0, ge=0, le=1, description="share of the games played under solo rules, floor 150"
    )

    @field_serializer("options")
    def _as_in_records(self, options: Options) -> dict[str, Any]:
        """Runs from before there were handicaps go on: without one there is no such key."""
        return options.as_dict()

    @property
    def changing(self) -> frozenset[str]:
        return frozenset({"solo"} if 0 < self.solo_share < 1 else ())


class TrainConfig(GloryRun, TrainSettings):
    """Settings of a training of Glory; docs/training.md explains each."""

    name: str = Field("selfish", pattern=NAME, description="the run's folder is NAME-SEED")
    reward: Annotated[float | str | dict[str, float | str], tyro.conf.arg(aliases=("--level",))] = (
        Field(
            "selfish",
            description="a preset or a level of the benchmark, an angle in degrees, or keys of "
            "RewardSpec; uniform as the angle, or alone: every seat's is drawn for each game from "
            "-45 to 45",
        )
    )
    teacher: str = Field("cooperative-macro-0", description="agent that is imitated, by name")
    pull_talks: float = Field(0.02, ge=0, description="pull where a seat deals with the other one")
    tremble: float = Field(
        0.0, ge=0, le=1, description="share of the answers to offers that become an acceptance"
    )
    seat: Literal["both", "army", "navy"] = Field(
        "both", description="which seat learns; the other one is then played by partners alone"
    )
    scripts: AgentNames = Field(
        ("withdraw_in_time", "civil_first", "conceder", "tit_for_tat", "stonewaller", "deceiver"),
        description="agents that play the other seat, by name",
    )
    curriculum: Annotated[tuple[Stage, ...], tyro.conf.Suppress] = Field(
        (), description="easier games first"
    )
    survival: float = Field(
        0.25, ge=0, description="paid for each turn survived, until games are being completed"
    )
    rivals: AgentNames = Field(("random",), description="agents it is evaluated with")
    layers: Layers = Field((128, 128), description="hidden layers")

    @field_validator("reward", mode="before")
    @classmethod
    def _reward_exists(cls, reward: Any) -> Any:
        kinds = (float, int, str, dict)
        is_finite = not isinstance(reward, float) or math.isfinite(reward)
        if isinstance(reward, bool) or not isinstance(reward, kinds) or not is_finite:
            presets = ", ".join([UNIFORM, *PRESETS])
            raise ValueError(f"expected one of {presets}, an angle in degrees, or keys and values")
        if isinstance(reward, dict):
            for key in reward:
                if key not in RewardSpec.__dataclass_fields__:
                    raise ValueError(unknown("key of reward", key, RewardSpec.__dataclass_fields__))
            _spec(reward)
        elif reward != UNIFORM:
            parse_reward(reward)
        return reward

    @field_validator("options")
    @classmethod
    def _two_seats(cls, options: Options) -> Options:
        if options.solo:
            raise ValueError("option 'solo': expected two seats; solo_share has solo games")
        return options

    @model_validator(mode="after")
    def _stages_fit(self) -> TrainConfig:
        ends = [stage.until for stage in self.curriculum]
        if ends != sorted(set(ends)):
            raise ValueError(f"curriculum: until has to rise from stage to stage, got {ends}")
        for k, stage in enumerate(self.curriculum):
            try:
                options = self.options_of(stage)
            except OptionError as error:
                raise ValueError(f"curriculum.{k}.options: {error}") from None
            if options["solo"]:
                raise ValueError(f"curriculum.{k}.options: expected two seats, not 'solo'")
        return self

    @property
    def pull_in_talks(self) -> float:
        return self.pull_talks

    @property
    def spec(self) -> float | str | RewardSpec:
        """The reward as the environment takes it; of angles that are drawn, that at 0 degrees."""
        given = {"theta": UNIFORM} if self.reward == UNIFORM else self.reward
        return _spec(given) if isinstance(given, dict) else given

    @property
    def is_uniform(self) -> bool:
        """Whether every seat's angle is drawn for each game."""
        given = self.reward.get("theta") if isinstance(self.reward, dict) else self.reward
        return given == UNIFORM

    def stage(self, done: float) -> Stage | None:
        return next((stage for stage in self.curriculum if done < stage.until), None)

    def options_of(self, stage: Stage | None) -> dict[str, Any]:
        """The options of the game in a stage; OptionError where they do not exist."""
        own = {} if stage is None else stage.options
        return make_options(**{**vars(self.options), **own}).as_dict()

    @property
    def scenarios(self) -> tuple[str, ...]:
        stages = [stage.scenario for stage in self.curriculum if stage.scenario is not None]
        return (self.scenario, *stages)

    @property
    def changing(self) -> frozenset[str]:
        return super().changing | ({"objective"} if self.is_uniform else set())

    def survival_at(self, completion: float) -> float:
        return self.survival * max(0.0, 1.0 - completion / ENOUGH)

    def played(self, stage: Stage | None) -> dict[str, Any]:
        return {
            "scenario": (stage and stage.scenario) or self.scenario,
            "reward": self.spec,
            "begin": draw_objectives if self.is_uniform else None,
            "solo_share": self.solo_share,
            "tremble": self.tremble,
            **self.options_of(stage),
        }


class ImitationConfig(GloryRun, ImitationSettings):
    """Settings of an imitation of Glory; docs/training.md explains each."""

    name: str = Field("imitation", pattern=NAME, description="the run's folder is NAME-SEED")
    teacher: str = Field(
        "cooperative-macro-0", description="agent whose decisions are learnt, by name"
    )

    @property
    def changing(self) -> frozenset[str]:
        return super().changing | {"objective"}

    @property
    def solo_part(self) -> float:
        return self.solo_share


def _spec(keys: dict[str, Any]) -> RewardSpec:
    """The reward with these keys; at 0 degrees where angles are drawn."""
    return RewardSpec(**{**keys, "theta": 0.0} if keys.get("theta") == UNIFORM else keys)
