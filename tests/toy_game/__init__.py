"""The smallest game of the family: two seats take 1 to 3 from a pile and roll a die for points.

`rules` has its record and kernels; here stand its definition, a class for each shared machine, and
the bundle that names them. The bundle of a larger game imports what a method returns inside of it.
"""

from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
from gymnasium import spaces

from glory_agents.base import Entry, RandomAgent
from glory_env.envs.aec import GameEnv
from glory_env.envs.single import GameSeatEnv
from glory_env.envs.vector import GameVector
from glory_env.fuzz.games import GameFuzzer
from glory_env.game.bundle import Bundle
from glory_env.game.definition import GameDefinition
from glory_env.game.play import GamePlay
from glory_env.record.forms import FACES, Form, lines_of, one_of
from tests.toy_game import rules

DECISIONS = ("none", "take")


@dataclass(frozen=True)
class Options:
    """None."""

    solo = False

    def write(self, games):
        pass

    def as_dict(self):
        return {}


class ToyGame(GamePlay):
    definition = GameDefinition(
        name="toy_v0",
        seats=("left", "right"),
        record=rules.TOY,
        n_actions=3,
        phases=("taking",),
        outcomes=("playing", "completed"),
        causes=("none",),
        purposes=("points",),
        decisions=[SimpleNamespace(name=n, record_word=n, continues=False) for n in DECISIONS],
        kernels=rules,
        default_scenario="toy",
        load=lambda name: SimpleNamespace(name="toy", id="toy", path="toy", tables=rules.TABLES),
        options=lambda *_: Options(),
        reward=lambda reward, shaping, survival: np.full((2, 1), survival or 0.0),
        observation_space=lambda: spaces.Box(0, 127, (3,), np.float32),
        part_of_choice=lambda scenario, g, action: {"take": action + 1},
        describe=lambda scenario, action, g: f"take {action + 1}",
        final_info=lambda g, s, seat: {"points": int(g.points[seat])},
        draw=lambda scenario, g, mode: f"{g.pile} left",
    )

    def summary(self, decisions: int) -> dict[str, int]:
        return {"turn": self.turn, "decisions": decisions}


class ToyEnv(GameEnv):
    game_class = ToyGame
    metadata = {"name": "toy_v0", "is_parallelizable": False}  # noqa: RUF012


class ToyVector(GameVector):
    game_class = ToyGame


class ToySeat(GameSeatEnv):
    env_class = ToyEnv


class ToyFuzzer(GameFuzzer):
    """Points never fall, and the pile is never below `lowest`."""

    game_class, lowest = ToyGame, 0

    def check(self, in_phase: int) -> str:
        gone = (self.games["points"] < self.before["points"]).any() and in_phase > 1
        return "the pile" if self.games["pile"][0] < self.lowest or gone else ""


class Toy(Bundle):
    name, environment, title = "toy", "toy_v0", "The toy game"
    seats = ToyGame.definition.seats

    def vector(self):
        return ToyVector

    def agents(self):
        return {"random": Entry(lambda _: RandomAgent(self.seats), {}, "uniform", "floor")}

    def record_form(self):
        lines = lines_of(ToyGame.definition, {}, {"game": one_of([self.environment])})
        return Form(ToyGame, lines, lambda _: [], lambda *_: FACES)

    def fuzzer(self):
        return ToyFuzzer

    def compile_all(self):
        ToyVector(1)


GAME = Toy()
