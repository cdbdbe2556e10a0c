"""What the settings of every run have in common; a game adds its own and gives defaults."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PositiveInt,
    field_validator,
    model_validator,
)

from glory_agents.learned.names import MACRO, OLD_NAMES
from glory_env import games
from glory_env.core.errors import unknown
from glory_env.envs.agent import is_held_out

if TYPE_CHECKING:
    from glory_env.training.cloning import Decisions

POLICY, BEST, UNTRAINED = "policy", "best", "untrained"  # folders of networks in that of a run
PROGRESS = "progress-*.csv"  # scalars of a run, one file for each part
BOTH, PERSON = "both", "person"  # all decisions of records; those of the seats of people
NAME = r"^\w[\w.-]*$"
NO_MACRO = (
    "networks of the interface macro are no longer trained here; examples/sb3_ladder.py shows how "
    "MaskablePPO trains them"
)


def _none_held_out(names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if is_held_out(name):
            raise ValueError(
                f"{name!r} is kept for measuring generalisation: expected agents as they are "
                "named, or with sliders of at most 0.7"
            )
    return names


AgentNames = Annotated[tuple[str, ...], AfterValidator(_none_held_out)]
Layers = tuple[PositiveInt, PositiveInt]
Precision = Literal["auto", "float32", "bfloat16"]


class RunSettings(BaseModel):
    """Name, game, time and folder of a run; docs/training.md explains each.

    A game gives `game`, `scenario` and `options` their types and defaults.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    game: str = Field(description="which game is learnt")
    name: str = Field("run", pattern=NAME, description="the run's folder is NAME-SEED")
    seed: int = Field(0, ge=0, lt=2**31, description="of dice, seats, weights and sampling")
    scenario: str
    options: Any

    minutes: float = Field(5.0, gt=0, description="training time; the rollout under way is ended")
    steps: int = Field(0, ge=0, description="end after so many transitions instead; 0: no limit")
    games: int = Field(200, ge=0, description="games of the comparison at the end; 0: none")
    checkpoint_minutes: float = Field(1.0, gt=0, description="between checkpoints")
    runs: Path = Field(Path("runs"), description="folder of the runs' folders")
    device: Literal["auto", "cpu", "cuda"] = Field(
        "auto",
        description="of a network for micro-steps; auto is a GPU where there is one",
    )
    threads: int = Field(1, ge=1, description="of torch; on CPU more is rarely faster")

    @field_validator("game")
    @classmethod
    def _of_this_model(cls, game: str) -> str:
        if game != (here := cls.model_fields["game"].default):
            raise ValueError(f"expected {here}")
        return game

    @property
    def folder(self) -> Path:
        """Where the run is kept."""
        return self.runs / f"{self.name}-{self.seed}"

    def plain(self) -> dict[str, Any]:
        """Every setting in values JSON and YAML know."""
        return self.model_dump(mode="json")

    @property
    def changing(self) -> frozenset[str]:
        """Sections of the observation that are the same in a game, but not in all of the run."""
        return frozenset()


class TrainSettings(RunSettings):
    """A training of any game, which gives `reward` and `seat` their types and defaults."""

    reward: Any
    start: str = Field(
        "",
        description="network that training begins with, a folder, a start that comes with "
        "the project (micro), or an agent's name; empty: a new one",
    )
    imitate: float = Field(
        0.0, ge=0, description="minutes of imitation in which the start is made first; 0: none"
    )
    teacher: str = Field(description="agent that is imitated, by name")
    sharpen: float = Field(
        2.0, gt=0, description="factor of the start's logits; exploration has to be small"
    )
    pull: float = Field(0.02, ge=0, description="weight of the divergence from the start, in nats")
    precision: Precision = Field(
        "auto",
        description="of the policy's matrix products; auto is bfloat16 on a GPU and on a CPU "
        "with AMX or AVX512-BF16",
    )

    seat: str = Field(
        "both", description="which seat learns; the other one is then played by partners alone"
    )
    self_share: float = Field(0.4, ge=0, description="weight of itself among the partners")
    past_share: float = Field(0.3, ge=0, description="weight of its past selves; itself at first")
    script_share: float = Field(0.3, ge=0, description="weight of the agents in scripts")
    scripts: AgentNames = Field(description="agents that play the other seat, by name")
    snapshots: int = Field(4, ge=1, description="past selves kept, the latest and older ones")
    snapshot_minutes: float = Field(5.0, gt=0, description="between past selves")

    shaping: float = Field(4.0, ge=0, description="weight of the potential at the start")
    shaped_share: float = Field(
        1.0, ge=0, le=1, description="share of the run over which shaping fades out"
    )
    last_shaping: float = Field(0.0, ge=0, le=1, description="share of it that is left at the end")

    evaluate_minutes: float = Field(10.0, gt=0, description="between evaluations")
    evaluate_games: int = Field(0, ge=0, description="games of each of its pairings; 0: none")
    rivals: AgentNames = Field(description="agents it is evaluated with")

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
    layers: Layers = Field((384, 384), description="hidden layers")

    @model_validator(mode="before")
    @classmethod
    def _for_micro_steps(cls, given: Any) -> Any:
        if isinstance(given, dict) and given.get("interface") in (MACRO, *OLD_NAMES):
            raise ValueError(NO_MACRO)
        return given

    @model_validator(mode="after")
    def _fits_together(self) -> TrainSettings:
        if self.self_share + self.past_share + self.script_share <= 0:
            raise ValueError("self_share, past_share and script_share are all 0: nobody to play")
        if self.script_share > 0 and not self.scripts:
            raise ValueError("script_share is above 0, but scripts names no agent")
        transitions = self.slots * self.rollout
        if transitions % self.batch == 1:
            raise ValueError(
                f"batch: of the {transitions:,} transitions of a rollout (slots times rollout), "
                f"{self.batch} leaves a last batch of one, whose advantage cannot be scaled"
            )
        if self.imitate and self.start:
            raise ValueError("imitate: expected without a start")
        if self.shaping and self.gamma < 1:
            raise ValueError(
                f"gamma: {self.gamma:g}; the potential of shaping assumes 1: set shaping to 0"
            )
        return self

    # --- what a game may say otherwise -----------------------------------------------------
    @property
    def pull_in_talks(self) -> float:
        """As `pull`, where a seat deals with the other one."""
        return self.pull

    @property
    def spec(self) -> Any:
        """The reward as the environment takes it."""
        return self.reward

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Every scenario the run plays."""
        return (self.scenario,)

    def stage(self, done: float) -> Any:
        """The easier game that is played at that share of the run; None: the whole game."""
        return None

    def survival_at(self, completion: float) -> float:
        """What a turn survived pays at that share of games completed."""
        return 0.0

    def played(self, stage: Any) -> dict[str, Any]:
        """Keywords of the games of a stage."""
        return {"scenario": self.scenario, "reward": self.spec, **self.options.as_dict()}


class ImitationSettings(RunSettings):
    """An imitation of any game."""

    teacher: str = Field(description="agent whose decisions are learnt, by name")
    records: str = Field(
        "", description="file or folder of game records to learn from in place of a teacher"
    )
    seat: str = Field(BOTH, description="whose decisions of the records are learnt")
    start: str = Field("", description="network to begin with, as in training; empty: a new one")
    script_share: float = Field(
        0.0, ge=0, le=1, description="share of the games in which an agent of scripts has a seat"
    )
    scripts: AgentNames = Field((), description="agents that play a seat there, by name")
    slots: int = Field(512, ge=1, description="games side by side")
    batch: int = Field(2048, ge=2, description="decisions of a gradient step")
    memory: int = Field(200_000, ge=1, description="decisions kept, of which older ones are drawn")
    by_kind: bool = Field(
        False, description="keep as many of each kind of decision, rare ones too; not of records"
    )
    priority: float = Field(
        0.0,
        ge=0,
        le=1,
        description="exponent of the loss, by which older ones are drawn more often",
    )
    alone: float = Field(
        0.2, ge=0, le=1, description="share of the run in which the teacher alone plays"
    )
    steered: float = Field(
        0.8, ge=0, le=1, description="largest share of the games that the network plays"
    )
    learning_rate: float = Field(1e-3, gt=0, description="at its highest")
    layers: Layers = Field((384, 384), description="hidden layers")

    @model_validator(mode="after")
    def _fits_together(self) -> ImitationSettings:
        if self.script_share > 0 and not self.scripts:
            raise ValueError("script_share is above 0, but scripts names no agent")
        valid = (BOTH, PERSON, *games.game(self.game).seats)
        if self.seat not in valid:
            raise ValueError("seat: " + unknown("whose decisions", self.seat, valid))
        if self.seat != BOTH and not self.records:
            raise ValueError("seat: expected with records; a teacher is asked in both seats")
        if self.by_kind and self.records:
            raise ValueError("by_kind: expected with a teacher; of records all are kept")
        return self

    def recorded(self) -> Decisions | None:
        """Decisions of records to learn from; None: teachers are asked."""
        from glory_env.training.cloning import recorded_decisions  # needs more than --help

        if not self.records:
            return None
        return recorded_decisions(Path(self.records), self.scenario, self.seat, self.game)

    # --- what a game may say otherwise -----------------------------------------------------
    @property
    def products(self) -> Any:
        """Of the network's matrix products: a torch.dtype."""
        import torch  # not for --help alone

        return torch.float32

    @property
    def teachers(self) -> tuple[str, ...]:
        """One for both seats, or one for each; none where it learns from records."""
        return () if self.records else (self.teacher,)

    @property
    def taught_by(self) -> str:
        """Who or what teaches, in words."""
        return self.records or " and ".join(self.teachers)

    @property
    def solo_part(self) -> float:
        """Share of the games under solo rules."""
        return 0.0
