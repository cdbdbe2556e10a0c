"""Settings of a training run: one frozen model, a YAML file and flags with the same keys."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import tyro
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from glory_agents.registry import check_configured
from glory_env.core.errors import OptionError, unknown
from glory_env.game.settings import (
    ConfigError,
    ScenarioName,
    flag_value,
    option_names,
    read_settings,
)
from glory_env.games.glory.engine.options import Options, make_options
from glory_env.games.glory.engine.rewards import PRESETS, RewardSpec, parse_reward
from glory_env.training.settings import NAME, AgentNames, Layers, RunSettings, TrainSettings

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

    @property
    def changing(self) -> frozenset[str]:
        return frozenset({"solo"} if 0 < self.solo_share < 1 else ())


class TrainConfig(GloryRun, TrainSettings):
    """Settings of a training of Glory; docs/training.md explains each."""

    name: str = Field("selfish", pattern=NAME, description="the run's folder is NAME-SEED")
    reward: float | str | dict[str, float | str] = Field(
        "selfish",
        description="a preset, an angle in degrees, or keys of RewardSpec; uniform as the angle, "
        "or alone: every seat's is drawn for each game from -45 to 45",
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
            "uniform": self.is_uniform,
            "solo_share": self.solo_share,
            "tremble": self.tremble,
            **self.options_of(stage),
        }


def _spec(keys: dict[str, Any]) -> RewardSpec:
    """The reward with these keys; at 0 degrees where angles are drawn."""
    return RewardSpec(**{**keys, "theta": 0.0} if keys.get("theta") == UNIFORM else keys)


class Command(NamedTuple):
    """What the command line asks for."""

    config: Any  # of the model asked for
    resume: bool
    profile: bool


def parse_command(
    arguments: Sequence[str],
    default: str | Path,
    model: type[BaseModel] = TrainConfig,
    about: str = "Train agents in self-play and compare them with random play.",
) -> Command:
    """Settings and switches, from flags over a file; `--help` prints them all.

    default: the file without --config. model: of the settings. about: what --help says first.
    ConfigError for an unknown flag or file; AgentError where the file names an agent that is not
    part of the project and no flag does; SystemExit, with a message, for a flag's bad value.
    """
    named = flag_value(arguments, "--config")
    if named is not None and (not named or named.startswith("--")):
        raise ConfigError("flag --config: expected a YAML file of settings")
    path = Path(default if named is None else named)
    base = read_settings(model, path)

    def command(
        config: Path = path,
        resume: bool = False,
        profile: bool = False,
        *,
        settings: Any = base,
    ) -> Command:
        """What the command line asks for.

        Args:
            config: YAML file of settings, or FOLDER/NAME for one of the project; flags override it.
            resume: go on from the run's last checkpoint.
            profile: print at the end where the time went.
            settings: see docs/training.md.
        """
        return Command(settings, resume, profile)

    file = named or f"{path.parent.name}/{path.stem}"
    hint = tyro.conf.arg(help_behavior_hint=f"(default: {file})")
    command.__annotations__["config"] = Annotated[Path, hint]
    command.__annotations__["settings"] = Annotated[model, tyro.conf.OmitArgPrefixes]
    is_training = issubclass(model, TrainSettings)
    if not is_training:  # nothing else has a profile
        command.__annotations__["profile"] = Annotated[bool, tyro.conf.Suppress]
    _check_flags(arguments, model)
    prog = "glory train" if is_training else "glory imitate"
    asked = tyro.cli(command, prog=prog, args=list(arguments), description=about)
    words = {part for word in arguments for part in (word, word.partition("=")[2])}
    check_configured(path, asked.config.plain(), words)
    return asked


def _check_flags(arguments: Sequence[str], model: type[BaseModel]) -> None:
    fields = model.model_fields
    only_in_files = {name for name in fields if tyro.conf.Suppress in fields[name].metadata}
    only_in_files |= {"options"}
    if isinstance(getattr(fields["options"].default, "rulings", None), Mapping):
        only_in_files |= {"rulings"}  # values by name
    valid = {*fields, *option_names(model)} - only_in_files
    is_training = issubclass(model, TrainSettings)
    switches = {"config", "resume", "help"} | ({"profile"} if is_training else set())
    for argument in arguments:
        name = argument.removeprefix("--").split("=")[0].replace("-", "_")
        flags = valid | switches | {f"no_{other}" for other in ("resume", "profile", "solo")}
        if argument.startswith("--") and name not in flags:
            names = [f"--{other.replace('_', '-')}" for other in sorted(valid | switches)]
            raise ConfigError(unknown("flag", argument.split("=")[0], names))
