"""Settings of a training run: one frozen model, a YAML file and flags with the same keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import tyro
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from glory_env.options import Options, unknown
from glory_env.rewards import parse_reward
from glory_env.scenarios import load


class ConfigError(ValueError):
    """A setting that does not exist or does not fit: names the file, the key and the value."""


class TrainConfig(BaseModel):
    """Settings of a run; docs/training.md explains each."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    name: str = Field("selfish", pattern=r"^[\w.-]+$", description="the run's folder is NAME-SEED")
    seed: int = Field(0, ge=0, lt=2**31, description="of dice, seats, weights and sampling")
    scenario: str = Field("glory", description="a scenario's name, or the path of a file")
    reward: float | str = Field("selfish", description="a preset, or an angle in degrees")
    options: Options = Field(Options(), description="how games are played")

    minutes: float = Field(5.0, gt=0, description="training time; the rollout under way is ended")
    steps: int = Field(0, ge=0, description="end after so many transitions instead; 0: no limit")
    games: int = Field(200, ge=0, description="games of the comparison at the end; 0: none")
    checkpoint_minutes: float = Field(1.0, gt=0, description="between checkpoints")
    runs: Path = Field(Path("runs"), description="folder of the runs' folders")
    threads: int = Field(1, ge=1, description="of torch; on CPU more is rarely faster")

    partner: str = Field("self", description="who plays the other seat: self or an agent's name")
    partner_share: float = Field(
        1.0, gt=0, le=1, description="share of episodes with PARTNER; the rest is with itself"
    )
    shaping: float = Field(4.0, ge=0, description="weight of the potential at the start")
    shaped_share: float = Field(
        1.0, ge=0, le=1, description="share of the run over which shaping fades out"
    )
    survival: float = Field(
        0.25, ge=0, description="paid for each turn survived, until games are being completed"
    )

    slots: int = Field(64, ge=1, description="games side by side")
    rollout: int = Field(64, ge=2, description="transitions of each slot between updates")
    batch: int = Field(256, ge=2, description="transitions of a gradient step")
    epochs: int = Field(3, ge=1, description="passes over a rollout")
    learning_rate: float = Field(7e-4, gt=0, description="at the start; falls to 0.3 of it")
    clip: float = Field(0.2, gt=0, description="of PPO's probability ratio")
    entropy: float = Field(0.002, ge=0, description="weight of the entropy bonus")
    gamma: float = Field(1.0, gt=0, le=1, description="discount of a transition")
    gae_lambda: float = Field(0.98, ge=0, le=1, description="of the advantage estimate")
    layers: tuple[int, ...] = Field((128, 128), description="hidden layers, policy and value alike")
    activation: Literal["tanh", "relu"] = Field("relu", description="between the layers")

    @field_validator("scenario")
    @classmethod
    def _scenario_exists(cls, name: str) -> str:
        load(name)
        return name

    @field_validator("reward")
    @classmethod
    def _reward_exists(cls, reward: float | str) -> float | str:
        parse_reward(reward)
        return reward

    @field_validator("options")
    @classmethod
    def _two_seats(cls, options: Options) -> Options:
        if options.solo:
            raise ValueError("option 'solo': training is for two seats")
        return options

    @property
    def folder(self) -> Path:
        """Where the run is kept."""
        return self.runs / f"{self.name}-{self.seed}"

    def plain(self) -> dict[str, Any]:
        """Every setting in values JSON and YAML know."""
        return self.model_dump(mode="json")


def read_config(path: str | Path) -> TrainConfig:
    """The settings of a YAML file, defaults for the rest; ConfigError names file, key and value."""
    try:
        given = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror})") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not a YAML file: {error}") from None
    if not isinstance(given, dict | None):
        raise ConfigError(f"{path}: expected keys and values, got {given!r}")
    return make_config(given or {}, path)


def make_config(given: dict[str, Any], source: str | Path) -> TrainConfig:
    """The settings of a mapping; ConfigError names the source, all wrong keys and their values."""
    try:
        return TrainConfig(**given)
    except ValidationError as error:
        raise ConfigError("\n".join(f"{source}: {line}" for line in _problems(error))) from None


def _problems(error: ValidationError) -> Iterator[str]:
    for problem in error.errors():
        key = ".".join(map(str, problem["loc"]))
        if problem["type"] == "extra_forbidden":
            yield unknown("key", key, TrainConfig.model_fields)
        elif problem["type"] == "unexpected_keyword_argument":
            valid = [f"options.{name}" for name in Options.__dataclass_fields__]
            yield unknown("key", key, valid)
        else:
            message = problem["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
            yield f"{key}: {message}, got {problem['input']!r}"


def parse_command(arguments: Sequence[str], default: str | Path) -> tuple[TrainConfig, bool]:
    """Settings and whether to resume, from flags over a file; `--help` prints them all.

    ConfigError for an unknown flag or file; SystemExit, with a message, for a flag's bad value.
    """
    path = Path(default)
    for flag, value in zip(arguments, [*arguments[1:], ""], strict=False):
        if flag == "--config":
            path = Path(value)
        elif flag.startswith("--config="):
            path = Path(flag.removeprefix("--config="))
    base = read_config(path)

    def command(
        config: Path = path,
        resume: bool = False,
        *,
        settings: Annotated[TrainConfig, tyro.conf.OmitArgPrefixes] = base,
    ) -> tuple[TrainConfig, bool]:
        """Train agents by MaskablePPO against themselves and compare them with random play.

        Args:
            config: YAML file of settings; flags override it.
            resume: go on from the run's last checkpoint.
            settings: see docs/training.md.
        """
        return settings, resume

    _check_flags(arguments)
    return tyro.cli(command, args=list(arguments))


def _check_flags(arguments: Sequence[str]) -> None:
    valid = {*TrainConfig.model_fields, *Options.__dataclass_fields__} - {"options", "rulings"}
    switches = {"config", "resume", "help"}
    for argument in arguments:
        name = argument.removeprefix("--").split("=")[0].replace("-", "_")
        known = valid | switches | {f"no_{other}" for other in ("resume", "solo")}
        if argument.startswith("--") and name not in known:
            names = [f"--{other.replace('_', '-')}" for other in sorted(valid | switches)]
            raise ConfigError(unknown("flag", argument.split("=")[0], names))
