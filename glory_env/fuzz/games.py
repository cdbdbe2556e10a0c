"""Random games one after the other, and files from which a failed one is played again."""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from glory_env.core.actions import N_ACTIONS
from glory_env.core.dice import key_from_seed
from glory_env.core.files import write_whole
from glory_env.core.state import CAUSES, GAME, blank_trace
from glory_env.engine import kernels
from glory_env.engine.options import make_options
from glory_env.fuzz.invariants import message
from glory_env.fuzz.play import RUN, play_random
from glory_env.fuzz.random_start import random_options, scatter
from glory_env.game.describe import describe
from glory_env.game.game import Game
from glory_env.game.trace import OUTCOMES
from glory_env.scenarios import Scenario, load, names

Header = dict[str, Any]
HEADER = {
    "scenario": str,
    "scenario_id": str,
    "options": dict,
    "seed": int,  # of the dice and of the choices, 0..2**32-1
    "scattered": bool,  # from a random position
    "auto_forced": bool,
    "careful": bool,
}


def random_header(seed: int, number: int, scenario: Scenario, careful: float) -> Header:
    """All that decides game `number` of a run: a line of JSON, and enough to play it again.

    careful: the share (0..1) of games with the choices of `glory_agents.careful`.
    """
    rng = random.Random(f"{seed}/{number}")
    return {
        "scenario": scenario.name if scenario.name in names() else str(scenario.path),
        "scenario_id": scenario.id,
        "options": random_options(rng),
        "seed": rng.getrandbits(32),
        "scattered": rng.random() < 0.4,
        "auto_forced": rng.random() < 0.2,
        "careful": rng.random() < careful,
    }


class Fuzzer:
    """Plays games of a scenario. `failure` is the last game's, in words, or empty.

    checked: look at the invariants at every step.
    """

    def __init__(self, scenario: Scenario, checked: bool = True) -> None:
        self.scenario = scenario
        self.checked = checked
        self.games, self.before = np.zeros(1, GAME), np.zeros(1, GAME)
        self.trace, self.mask = blank_trace(), np.zeros(N_ACTIONS, np.int8)
        self.run = np.zeros(1, RUN)
        self.failure = ""
        self.decisions = 0
        self.endings: Counter[str] = Counter()

    def play(self, header: Header) -> bool:
        """One game; False where an invariant broke or something was raised."""
        make_options(**header["options"]).write(self.games)
        self.games["key"] = key_from_seed(header["seed"])
        self.failure = ""
        try:
            play_random(
                self.games,
                self.before,
                self.scenario.tables,
                self.trace,
                self.mask,
                header["seed"],
                header["scattered"],
                header["careful"],
                header["auto_forced"],
                self.checked,
                self.run,
            )
        except Exception as error:  # whatever it is, the game that led to it is wanted
            self.failure = f"{type(error).__name__}: {error}"
        if self.run["failure"][0]:
            self.failure = message(int(self.run["failure"][0]))
        self.decisions += int(self.run["decisions"][0])
        outcome, cause = OUTCOMES[self.games["outcome"][0]], CAUSES[self.games["cause"][0]]
        self.endings[outcome if cause == "none" else f"{outcome} by {cause}"] += 1
        return not self.failure

    def actions(self) -> list[int]:
        """What was chosen in the last game."""
        return [int(a) for a in self.run["actions"][0, : int(self.run["decisions"][0])]]


def play_games(fuzzer: Fuzzer, games: int, seed: int, careful: float, out: Path) -> int:
    """Play a run and print a summary: 0, or 1 after the first failure, written to folder `out`."""
    start = 0.0
    for number in range(games):
        header = random_header(seed, number, fuzzer.scenario, careful)
        if not fuzzer.play(header):
            path = write_failure(out, header, fuzzer)
            print(f"game {number}: {fuzzer.failure}\nwritten to {path}", file=sys.stderr)
            return 1
        start = start or time.perf_counter()  # the first game waits for the compiler
    seconds = time.perf_counter() - start
    endings = (f"{name} {n / games:.2%}" for name, n in sorted(fuzzer.endings.items()))
    print(f"{games} games, {fuzzer.decisions} decisions, no failure; {seconds:.1f} s")
    print(f"outcomes: {', '.join(endings)}")
    return 0


# --- failures ------------------------------------------------------------------------------
def lines_of(header: Header, actions: list[int]) -> Iterator[dict[str, Any]]:
    """The game played again through `Game`: a line for every action, with its words.

    The last line has `raised` where the game did not take the action.
    """
    game = Game(
        header["scenario"],
        seed=header["seed"],
        auto_forced=header["auto_forced"],
        **header["options"],
    )
    if header["scattered"]:
        kernels.begin(game.games, 0, game.scenario.tables)
        scatter(game.games, 0, game.scenario.tables, header["seed"])
        game.go_on()
    for action in actions:
        line = {
            "turn": game.turn,
            "actor": game.actor,
            "decision": game.decision,
            "action": action,
        }
        try:
            words = describe(game.scenario, action, game.record)
            game.act(action)
        except Exception as error:
            yield {**line, "raised": f"{type(error).__name__}: {error}"}
            return
        yield {**line, "words": words}


def write_failure(folder: Path, header: Header, fuzzer: Fuzzer) -> Path:
    """Write the last game of `fuzzer` as lines of JSON; returns the path."""
    path = folder / f"failure-{header['seed']}.jsonl"
    lines = [{**header, "failure": fuzzer.failure}, *lines_of(header, fuzzer.actions())]
    write_whole(path, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    return path


def read_failure(path: Path) -> tuple[Header, list[int]]:
    """Header and actions of a written game; ValueError says in one line what is wrong with it."""
    try:
        header, *lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        actions = [line["action"] for line in lines]
        types = {name: type(value) for name, value in header.items()}
        is_game = types == {**HEADER, "failure": str} and 0 <= header["seed"] < 2**32
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        is_game = False
    if not is_game or not all(type(action) is int for action in actions):
        raise ValueError(f"{path}: expected a game written by glory fuzz: a header, then actions")
    try:
        make_options(**header["options"])
        scenario = load(header["scenario"])
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if scenario.id != header["scenario_id"]:
        raise ValueError(
            f"{path}: scenario_id = {header['scenario_id']!r}, expected {scenario.id!r}: "
            f"the scenario {scenario.name} is not the one that was played"
        )
    return header, actions


def replay_failure(path: Path) -> int:
    """Play a written game again, by its actions and from its header alone; 1 if it still fails."""
    header, actions = read_failure(path)
    for line in lines_of(header, actions):
        words = line.get("words") or line["raised"]
        print(f"turn {line['turn']:2} {line['actor']:5} {line['decision']}: {words}")
    fuzzer = Fuzzer(load(header["scenario"]))
    holds = fuzzer.play(header)
    same = fuzzer.actions() == actions
    print(f"failure: {fuzzer.failure or 'none'}{'' if same else ' (another game than written)'}")
    return 0 if holds else 1
