"""Settings of a training run: one frozen model, a YAML file and flags with the same keys."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import tyro
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from glory_agents.learned.names import OLD_NAMES
from glory_agents.registry import check_configured
from glory_env.core.errors import OptionError, unknown
from glory_env.game.settings import ConfigError, ScenarioName, option_names, read_settings
from glory_env.games.glory.engine.options import Options, make_options
from glory_env.games.glory.engine.rewards import PRESETS, RewardSpec, parse_reward
from glory_env.training.settings import NAME, AgentNames, RunSettings

UNIFORM = "uniform"  # in place of an angle: every seat's is drawn for each game


class Stage(BaseModel):
    """A stage of the curriculum: an easier game, until that share of the run is done."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    until: float = Field(gt=0, lt=1, description="share of the run at which the stage ends")
    scenario: ScenarioName | None = Field(None, description="in place of the run's scenario")
    options: dict[str, Any] = Field({}, description="in place of some of the run's options")


class TrainConfig(RunSettings):
    """Settings of a training; docs/training.md explains each."""

    name: str = Field("selfish", pattern=NAME, description="the run's folder is NAME-SEED")
    reward: float | str | dict[str, float | str] = Field(
        "selfish",
        description="a preset, an angle in degrees, or keys of RewardSpec; uniform as the angle, "
        "or alone: every seat's is drawn for each game from -45 to 45",
    )
    interface: Literal["flat", "macro"] = Field(
        "flat", description="every micro-step, or once a turn the parameters of a script (macro)"
    )
    start: str = Field(
        "",
        description="flat: network that training begins with, a folder, a start that comes with "
        "the project (micro), or an agent's name; empty: a new one",
    )
    imitate: float = Field(
        0.0,
        ge=0,
        description="flat: minutes of imitation in which the start is made first; 0: none",
    )
    teacher: str = Field("cooperative-macro-0", description="flat: agent that is imitated, by name")
    sharpen: float = Field(
        2.0, gt=0, description="flat: factor of the start's logits; exploration has to be small"
    )
    pull: float = Field(
        0.02, ge=0, description="flat: weight of the divergence from the start, in nats"
    )
    pull_talks: float = Field(
        0.02, ge=0, description="flat: the same where a seat deals with the other one"
    )
    tremble: float = Field(
        0.0,
        ge=0,
        le=1,
        description="flat: share of the answers to offers that become an acceptance",
    )
    precision: Literal["auto", "float32", "bfloat16"] = Field(
        "auto",
        description="flat: of the policy's matrix products; auto is bfloat16 on a GPU and on a CPU "
        "with AMX or AVX512-BF16",
    )
    usual: float = Field(
        1.5, ge=0, description="macro: logits by which usual script parameters lead at the start"
    )

    seat: Literal["both", "army", "navy"] = Field(
        "both", description="which seat learns; the other one is then played by partners alone"
    )
    self_share: float = Field(0.4, ge=0, description="weight of itself among the partners")
    past_share: float = Field(0.3, ge=0, description="weight of its past selves; itself at first")
    script_share: float = Field(0.3, ge=0, description="weight of the agents in scripts")
    scripts: AgentNames = Field(
        ("withdraw_in_time", "civil_first", "conceder", "tit_for_tat", "stonewaller", "deceiver"),
        description="agents that play the other seat, by name",
    )
    snapshots: int = Field(4, ge=1, description="past selves kept, the latest and older ones")
    snapshot_minutes: float = Field(5.0, gt=0, description="between past selves")

    curriculum: Annotated[tuple[Stage, ...], tyro.conf.Suppress] = Field(
        (), description="easier games first"
    )

    shaping: float = Field(4.0, ge=0, description="weight of the potential at the start")
    shaped_share: float = Field(
        1.0, ge=0, le=1, description="share of the run over which shaping fades out"
    )
    last_shaping: float = Field(0.0, ge=0, le=1, description="share of it that is left at the end")
    survival: float = Field(
        0.25, ge=0, description="paid for each turn survived, until games are being completed"
    )

    evaluate_minutes: float = Field(10.0, gt=0, description="between evaluations")
    evaluate_games: int = Field(0, ge=0, description="games of each of its pairings; 0: none")
    rivals: AgentNames = Field(("random",), description="agents it is evaluated with")

    slots: int = Field(64, ge=1, description="games side by side")
    rollout: int = Field(64, ge=2, description="transitions of each slot between updates")
    batch: int = Field(256, ge=2, description="transitions of a gradient step")
    epochs: int = Field(3, ge=1, description="passes over a rollout")
    learning_rate: float = Field(7e-4, gt=0, description="at the start")
    last_rate: float = Field(0.3, ge=0, le=1, description="share of it that is left at the end")
    clip: float = Field(0.2, gt=0, description="of PPO's probability ratio")
    entropy: float = Field(0.002, ge=0, description="weight of the entropy bonus")
    gamma: float = Field(1.0, gt=0, le=1, description="discount of a transition")
    gae_lambda: float = Field(0.98, ge=0, le=1, description="of the advantage estimate")
    layers: tuple[Annotated[int, Field(ge=1)], ...] = Field(
        (128, 128), min_length=1, description="hidden layers, policy and value alike"
    )
    activation: Literal["tanh", "relu"] = Field("relu", description="between the layers")

    @field_validator("interface", mode="before")
    @classmethod
    def _old_spelling(cls, interface: Any) -> Any:
        return OLD_NAMES.get(interface, interface) if isinstance(interface, str) else interface

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
    def _fits_together(self) -> TrainConfig:
        if self.self_share + self.past_share + self.script_share <= 0:
            raise ValueError("self_share, past_share and script_share are all 0: nobody to play")
        if self.script_share > 0 and not self.scripts:
            raise ValueError("script_share is above 0, but scripts names no agent")
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
        transitions = self.slots * self.rollout
        if transitions % self.batch == 1:
            raise ValueError(
                f"batch: of the {transitions:,} transitions of a rollout (slots times rollout), "
                f"{self.batch} leaves a last batch of one, whose advantage cannot be scaled"
            )
        if self.interface == "flat" and (len(self.layers) != 2 or self.activation != "relu"):
            raise ValueError(
                f"layers: {list(self.layers)} {self.activation}; the network of the flat interface "
                "has two hidden layers, relu"
            )
        if self.imitate and (self.start or self.interface != "flat"):
            raise ValueError("imitate: expected with interface flat, and without a start")
        if self.shaping and self.gamma < 1:
            raise ValueError(
                f"gamma: {self.gamma:g}; the potential of shaping reckons with 1: set shaping to 0"
            )
        return self

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
        """The stage of the curriculum at that share of the run; None: the whole game."""
        return next((stage for stage in self.curriculum if done < stage.until), None)

    def options_of(self, stage: Stage | None) -> dict[str, Any]:
        """The options of the game in a stage; OptionError where they do not exist."""
        own = {} if stage is None else stage.options
        return make_options(**{**vars(self.options), **own}).as_dict()

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Every scenario the run plays."""
        stages = [stage.scenario for stage in self.curriculum if stage.scenario is not None]
        return (self.scenario, *stages)


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
        """
        Args:
            config: YAML file of settings, or train/NAME of the project; flags override it.
            resume: go on from the run's last checkpoint.
            profile: print at the end where the time went.
            settings: see docs/training.md.
        """
        return Command(settings, resume, profile)

    command.__annotations__["settings"] = Annotated[model, tyro.conf.OmitArgPrefixes]
    if not issubclass(model, TrainConfig):  # nothing else has a profile
        command.__annotations__["profile"] = Annotated[bool, tyro.conf.Suppress]
    _check_flags(arguments, model)
    asked = tyro.cli(command, args=list(arguments), description=about)
    words = {part for word in arguments for part in (word, word.partition("=")[2])}
    check_configured(path, asked.config.plain(), words)
    return asked


def flag_value(arguments: Sequence[str], flag: str) -> str | None:
    """What the last `--flag VALUE` or `--flag=VALUE` gives: "" for no value, None for no flag."""
    found = None
    for word, following in zip(arguments, [*arguments[1:], ""], strict=False):
        if word == flag:
            found = following
        elif word.startswith(f"{flag}="):
            found = word.removeprefix(f"{flag}=")
    return found


def _check_flags(arguments: Sequence[str], model: type[BaseModel]) -> None:
    fields = model.model_fields
    only_in_files = {name for name in fields if tyro.conf.Suppress in fields[name].metadata}
    only_in_files |= {"options"}
    if isinstance(fields["options"].default.rulings, Mapping):
        only_in_files |= {"rulings"}  # values by name
    valid = {*fields, *option_names(model)} - only_in_files
    is_training = issubclass(model, TrainConfig)
    switches = {"config", "resume", "help"} | ({"profile"} if is_training else set())
    for argument in arguments:
        name = argument.removeprefix("--").split("=")[0].replace("-", "_")
        flags = valid | switches | {f"no_{other}" for other in ("resume", "profile", "solo")}
        if argument.startswith("--") and name not in flags:
            names = [f"--{other.replace('_', '-')}" for other in sorted(valid | switches)]
            raise ConfigError(unknown("flag", argument.split("=")[0], names))
