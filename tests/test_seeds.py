"""Seeds: whole numbers of any kind, the same game; anything else is refused by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import glory_env  # noqa: F401 (registers the ids)
from glory_env import aleutians_v0, glory_v0, macro_v0
from glory_env.cli.main import main
from glory_env.core.errors import OptionError
from glory_env.core.whole import check_seed
from glory_env.games.glory.game import Game
from glory_env.vector import GloryVector, SoloBatch, TurnsBatch

WRONG = [-1, 5.0, "5", True, np.True_, np.float64(5), np.array([1, 2]), [5]]
ALIKE = [5, np.int64(5), np.uint8(5), np.array(5), np.array([5])]


def of_one(make: Callable[[], Any]) -> Callable[[Any], bytes]:
    """reset(seed) -> the record of the game that begins."""

    def reset(seed: Any) -> bytes:
        env = make()
        env.reset(seed=seed)
        inner = env.unwrapped
        found: bytes = getattr(inner, "env", inner).games.tobytes()
        return found

    return reset


def of_many(make: Callable[[], Any]) -> Callable[[Any], bytes]:
    def reset(seed: Any) -> bytes:
        envs = make()
        envs.reset(seed=seed)
        found: bytes = envs.games.games.tobytes()
        return found

    return reset


def cloned(seed: Any) -> bytes:
    env = glory_v0.raw_env("teaching")
    env.reset(seed=1)
    found: bytes = env.clone(seed).games.tobytes()
    return found


def vector_reset(seed: Any) -> bytes:
    games = GloryVector(2, "teaching")
    games.reset(seed)
    return games.games.tobytes()


# Seed -> the games that begin with it.
ONE: dict[str, Callable[[Any], bytes]] = {
    "raw_env": of_one(lambda: glory_v0.raw_env("teaching")),
    "env": of_one(lambda: glory_v0.env(scenario="teaching")),
    "single_agent": of_one(lambda: glory_v0.single_agent("navy", scenario="teaching")),
    "solo": of_one(lambda: gymnasium.make("GlorySolo-v0", scenario="teaching")),
    "macro": of_one(lambda: gymnasium.make("GloryMacro-v0", scenario="teaching")),
    "macro parallel": of_one(lambda: macro_v0.parallel_env(scenario="teaching")),
    "macro aec": of_one(lambda: macro_v0.env(scenario="teaching").unwrapped),
    "aleutians": of_one(aleutians_v0.raw_env),
    "clone": cloned,
    "Game": lambda seed: Game("teaching", seed=seed).games.tobytes(),
    "aleutians Game": lambda seed: aleutians_v0.Game(seed=seed).games.tobytes(),
}
MANY: dict[str, Callable[[Any], bytes]] = {
    "GloryVector": lambda seed: GloryVector(2, "teaching", seed=seed).games.tobytes(),
    "GloryVector.reset": vector_reset,
    "make_vec": of_many(lambda: gymnasium.make_vec("GloryTeaching-v0", 2, "vector_entry_point")),
    "SoloBatch": of_many(lambda: SoloBatch(2, "teaching")),
    "TurnsBatch": of_many(lambda: TurnsBatch(2, scenario="teaching")),
    "MacroBatch": of_many(lambda: macro_v0.MacroBatch(2, scenario="teaching")),
}


@pytest.mark.parametrize("name", ONE)
def test_seeds_of_every_kind_begin_the_same_game(name: str) -> None:
    assert len({ONE[name](seed) for seed in ALIKE}) == 1
    assert ONE[name](6) != ONE[name](5)


@pytest.mark.parametrize("name", MANY)
def test_seeds_of_every_kind_begin_the_same_games(name: str) -> None:
    alike = [5, np.int64(5), np.array(5), [5, 6], (np.int64(5), 6), np.array([5, 6])]
    assert len({MANY[name](seed) for seed in alike}) == 1
    assert MANY[name](6) != MANY[name](5)


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
@pytest.mark.parametrize("name", ONE)
def test_what_is_no_seed_is_refused_by_name(name: str, wrong: Any) -> None:
    words = r"^(seed|reseed): expected a whole number of at least 0, got [^\n]+$"
    with pytest.raises(OptionError, match=words):
        ONE[name](wrong)


@pytest.mark.parametrize("wrong", [-1, 5.0, "5", True, np.float64(5)], ids=repr)
@pytest.mark.parametrize("name", MANY)
def test_what_is_no_seed_of_a_batch_is_refused_by_name(name: str, wrong: Any) -> None:
    with pytest.raises(OptionError, match=r"^seed: expected a whole number of at least 0, got"):
        MANY[name](wrong)
    with pytest.raises(OptionError, match=r"^seed\[1\]: expected a whole number of at least 0"):
        MANY[name]([5, wrong])


def test_a_seed_that_is_refused_changes_nothing() -> None:
    env = glory_v0.raw_env("teaching")
    env.reset(seed=1)
    before = env.to_bytes()
    with pytest.raises(OptionError):
        env.reset(seed=-1)
    assert env.to_bytes() == before
    assert check_seed(2**80) == 2**80


@pytest.mark.parametrize(
    "words",
    [
        "fuzz --games 1 --seed -1",
        "fuzz --games 1 --seed -1 --game aleutians",
        "fuzz --games 1 --seed -1 --coverage",
        "record --out games.jsonl --seed -1",
        "evaluate --games 1 --seed -1",
        "evaluate --games 1 --seed -1 --game aleutians",
        "study reciprocity random --seed -1",
        "study talk --seed -1",
        "study partners random --seed -1",
        "study ladder --seed -1",
        "respond random --seed -1",
        "respond random --seed -1 --game aleutians",
        "play --terminal --seed -1",
        "play --terminal --seed -1 --game aleutians",
    ],
)
def test_a_command_refuses_a_negative_seed_in_one_line(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "seed" in line
