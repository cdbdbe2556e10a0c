"""Random legal play over random options, watched at every step.

    python -m glory_env.fuzz --games 100000 [--seed 0] [--scenario glory] [--out DIR]
    python -m glory_env.fuzz --replay FILE

A broken invariant or an exception ends the run: the game is played again through `Game`, written
to DIR as a file that --replay plays, and the exit code is 1. Otherwise it prints speed, outcomes
and the rule ids that no game has reached.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from glory_env.core import state as st
from glory_env.core.actions import N_ACTIONS, N_KINDS, N_VERBS, VERBS
from glory_env.core.dice import key_from_seed
from glory_env.engine import kernels
from glory_env.engine.options import make_options
from glory_env.fuzz import play
from glory_env.fuzz.invariants import message
from glory_env.fuzz.situations import COVERAGE, NAMES, RULES, SLOTS
from glory_env.game.describe import describe
from glory_env.game.game import Game
from glory_env.game.trace import OUTCOMES
from glory_env.rules.rulings import OPTIONAL_RULES, RULINGS
from glory_env.scenarios import Scenario, load, names

# What the columns of COVERAGE.taken stand for.
SLOT_NAMES = (
    *st.KINDS,
    "box",
    "amount",
    *(f"start {row}" for row in st.ROWS),
    *[""] * (N_KINDS - len(st.ROWS)),
    *VERBS,
    *[""] * (N_VERBS - len(VERBS)),
)


def random_options(rng: random.Random) -> dict[str, Any]:
    """Options of a game, each drawn over all its values."""
    army = rng.randrange(101)
    return {
        "negotiation": rng.choice(st.PROTOCOLS),
        "deadlock": rng.choice(st.DEADLOCKS),
        "production": rng.choice(st.PRODUCTION_RULES),
        "max_offers": rng.choice((1, 2, 3, 6, 10, st.MAX_OFFERS_LIMIT)),
        "break_off": rng.choice((0.0, 0.0, 0.1, 0.5, 1.0)),
        "grid": rng.choice((5, 10, 25, 50, 100)),
        "fixed_split": rng.choice(("needs", (army / 100, rng.randrange(101 - army) / 100))),
        "civil_floor": rng.randrange(101) / 100,
        "rulings": {name: rng.choice(list(r.values)) for name, r in RULINGS.items()},
        "optional": [name for name in OPTIONAL_RULES if rng.random() < 0.5],
        "solo": rng.random() < 0.15,
    }


def random_header(seed: int, number: int, scenario: Scenario, careful: float) -> dict[str, Any]:
    """All that decides game `number` of a run: a line of JSON, and enough to play it again."""
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


class Fuzz:
    """Plays games and keeps the counts. `failure` is the last game's, in words, or empty."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.games, self.before = np.zeros(1, st.GAME), np.zeros(1, st.GAME)
        self.trace, self.mask = st.blank_trace(), np.zeros(N_ACTIONS, np.int8)
        self.run, self.seen = np.zeros(1, play.RUN), np.zeros(1, COVERAGE)
        self.failure = ""
        self.decisions = 0
        self.endings: dict[str, int] = {}

    def play(self, header: dict[str, Any]) -> bool:
        """One game; False where an invariant broke or something was raised."""
        make_options(**header["options"]).write(self.games)
        self.games["key"] = key_from_seed(header["seed"])
        self.failure = ""
        try:
            play.play_random(
                self.games,
                self.before,
                self.scenario.tables,
                self.trace,
                self.mask,
                header["seed"],
                header["scattered"],
                header["careful"],
                header["auto_forced"],
                self.run,
                self.seen,
            )
        except Exception as error:  # whatever it is, the game that led to it is wanted
            self.failure = f"{type(error).__name__}: {error}"
        if self.run["failure"][0]:
            self.failure = message(int(self.run["failure"][0]))
        self.decisions += int(self.run["decisions"][0])
        ending = OUTCOMES[self.games["outcome"][0]], st.CAUSES[self.games["cause"][0]]
        name = ending[0] if ending[1] == "none" else " by ".join(ending)
        self.endings[name] = self.endings.get(name, 0) + 1
        return not self.failure

    def actions(self) -> list[int]:
        """What was chosen in the last game."""
        return self.run["actions"][0, : int(self.run["decisions"][0])].tolist()


def retold(header: dict[str, Any], actions: list[int]) -> Iterator[dict[str, Any]]:
    """The game played again through `Game`: a line for every action, with its words."""
    game = Game(
        header["scenario"],
        seed=header["seed"],
        auto_forced=header["auto_forced"],
        **header["options"],
    )
    if header["scattered"]:
        kernels.begin(game.games, 0, game.scenario.tables)
        play.scatter(game.games, 0, game.scenario.tables, header["seed"])
        game.go_on()
    for action in actions:
        line = {
            "turn": game.turn,
            "actor": game.actor,
            "decision": game.decision,
            "action": action,
            "words": describe(game.scenario, action, game.record),
        }
        try:
            game.act(action)
        except Exception as error:
            yield {**line, "raised": f"{type(error).__name__}: {error}"}
            return
        yield line


def write_failure(folder: Path, header: dict[str, Any], fuzz: Fuzz) -> Path:
    """Write the last game of `fuzz` as lines of JSON; returns the path."""
    actions = fuzz.actions()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"failure-{header['seed']}.jsonl"
    with path.open("w", encoding="utf-8") as file:
        file.write(json.dumps({**header, "failure": fuzz.failure}) + "\n")
        for line in retold(header, actions):
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    return path


def replay(path: Path) -> int:
    """Play a written game again, from its header alone and by its actions; 1 if it still fails."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    header, written = lines[0], [line["action"] for line in lines[1:]]
    for line in retold(header, written):
        print(f"turn {line['turn']:2} {line['actor']:5} {line['decision']}: {line['words']}")
    fuzz = Fuzz(load(header["scenario"]))
    good = fuzz.play(header)
    same = fuzz.actions() == written
    print(f"failure: {fuzz.failure or 'none'}{'' if same else ' (another game than written)'}")
    return 0 if good else 1


def never_reached(seen: np.ndarray) -> tuple[list[str], list[str]]:
    """Rule ids and situations that no game has shown. seen: COVERAGE (1,)."""
    shown = {name for name, n in zip(NAMES, seen["situations"][0], strict=True) if n}
    reached = {rule_id for name in shown for rule_id in RULES[name].split()}
    ids = {rule_id for words in RULES.values() for rule_id in words.split()}
    return sorted(ids - reached), [name for name in NAMES if name not in shown]


def report(fuzz: Fuzz, games: int, seconds: float) -> str:
    """What is printed at the end of a run without failures."""
    seen = fuzz.seen
    rules, situations = never_reached(seen)
    taken = seen["taken"][0]
    lines = [
        f"{games} games, {fuzz.decisions} decisions, no failure; {seconds:.1f} s, "
        f"{games / seconds:.0f} games/s, {fuzz.decisions / seconds:.0f} decisions/s",
        "outcomes: "
        + ", ".join(f"{name} {n / games:.2%}" for name, n in sorted(fuzz.endings.items())),
        "longest phases: "
        + ", ".join(
            f"{name} {n}" for name, n in zip(st.PHASES, fuzz.run["longest"][0], strict=True) if n
        ),
        "decisions: "
        + ", ".join(
            f"{name} {n}" for name, n in zip(st.DECISIONS, taken.sum(axis=1), strict=True) if n
        ),
        "choices never made: " + (", ".join(never_taken(taken)) or "none"),
        f"rule ids never reached: {', '.join(rules) or 'none'}",
        f"situations never seen: {', '.join(situations) or 'none'}",
    ]
    return "\n".join(lines)


def never_taken(taken: np.ndarray) -> list[str]:
    """Decisions and verbs without a count. taken: (decisions, slots)."""
    out = [name for name, row in zip(st.DECISIONS, taken, strict=True) if not row.any()]
    out += [name for k, name in enumerate(SLOT_NAMES[:SLOTS]) if name and not taken[:, k].any()]
    return [name for name in out if name not in ("none", "BCV")]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m glory_env.fuzz",
        description="Random legal play over random options, watched at every step.",
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--scenario", default="glory", help="name or path")
    parser.add_argument(
        "--careful", type=float, default=0.5, help="share of games played so as to last"
    )
    parser.add_argument("--out", type=Path, default=Path("runs/fuzz"), help="folder for failures")
    parser.add_argument("--replay", type=Path, help="play a written failure again")
    given = parser.parse_args(arguments)
    if given.replay:
        return replay(given.replay)
    fuzz = Fuzz(load(given.scenario))
    start = 0.0
    for number in range(given.games):
        header = random_header(given.seed, number, fuzz.scenario, given.careful)
        good = fuzz.play(header)
        start = start or time.perf_counter()  # the first game waits for the compiler
        if not good:
            path = write_failure(given.out, header, fuzz)
            print(f"game {number}: {fuzz.failure}\nwritten to {path}", file=sys.stderr)
            return 1
    print(report(fuzz, given.games, time.perf_counter() - start))
    return 0


if __name__ == "__main__":
    sys.exit(main())
