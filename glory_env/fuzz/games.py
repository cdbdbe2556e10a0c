"""Random legal games one after the other, and files from which a failed one is played again.

`GameFuzzer` is for any game of the family; a game adds its invariants, options and random positions
(`glory_env.games.glory.fuzz.fuzzer.Fuzzer`).
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from glory_env.core import json_file
from glory_env.core.dice import key_from_seed
from glory_env.core.errors import shown
from glory_env.core.files import write_whole
from glory_env.core.stepping import PLAY_ON, sample_all
from glory_env.core.trace import blank_trace
from glory_env.game.play import GamePlay

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
PATIENCE = 20  # calls in a row in which the system may play on without a decision


class GameFuzzer:
    """Plays games of a scenario. `failure` is the last game's, in words, or empty.

    checked: look at the invariants at every step. A game's own fuzzer names its class and
    overrides what below has no more than a default.
    """

    game_class: ClassVar[type[GamePlay]]

    def __init__(self, scenario: Any, checked: bool = True) -> None:
        game = self.definition = self.game_class.definition
        self.scenario = game.scenario(scenario)
        self.checked = checked
        self.games, self.before = np.zeros(1, game.record), np.zeros(1, game.record)
        self.now = {name: self.games[name] for name in game.record.names or ()}  # quicker to read
        self.trace, self.masks = blank_trace(), np.zeros((1, game.n_actions), np.int8)
        self.actions: list[int] = []  # of the last game
        self.failure = ""
        self.decisions = 0  # of all games
        self.endings: Counter[str] = Counter()

    # --- what is particular to a game ----------------------------------------------------
    def random_options(self, rng: random.Random) -> dict[str, Any]:
        """Options of a game, drawn over all their values."""
        return {}

    def scatter(self, games: np.ndarray, seed: int) -> None:
        """Turn the game that has just begun into a random position."""

    def check(self, in_phase: int) -> str:
        """The first broken invariant in words, or empty.

        It looks at `before` (may be changed), `games`, `trace` and `masks` after a call of the
        engine; in_phase: decisions of the pending phase so far.
        """
        return ""

    def check_kept(self, games: np.ndarray) -> str:
        """Whether a position (1,) has a text, and comes back from copy and snapshot as it was."""
        if not self.definition.draw(self.scenario, games[0], "ansi"):
            return "text: the position has no text"
        game = self.game_class.of(self.scenario, self.definition.options(), games)
        if game.clone().games.tobytes() != games.tobytes():
            return "copy: a copy of the game is another one"
        data = game.snapshot()
        game.games.view(np.uint8)[:] = 0
        game.restore(data)
        if game.games.tobytes() != games.tobytes():
            return "snapshot: the game that comes back is another one"
        return ""

    def reached(self) -> list[str]:
        """What the run has reached, in lines for its summary."""
        return []

    def stage(self) -> tuple[int, ...]:
        """What stays the same in one phase of the game, and is another in the next one."""
        return int(self.now["turn"][0]), int(self.now["phase"][0])

    def choose(self, seed: int, careful: bool) -> int:
        """A legal action, the same for the same seed and number of actions so far."""
        chosen = np.zeros(1, np.int64)
        sample_all(self.masks, seed, len(self.actions), chosen)
        return int(chosen[0])

    # --- playing -------------------------------------------------------------------------
    def random_header(self, seed: int, number: int, careful: float) -> Header:
        """All that decides game `number` of a run: a line of JSON, enough to play it again.

        careful: the share (0..1) of games with careful choices.
        """
        rng = random.Random(f"{seed}/{number}")
        return {
            "scenario": self.scenario_name(),
            "scenario_id": self.scenario.id,
            "options": self.random_options(rng),
            "seed": rng.getrandbits(32),
            "scattered": rng.random() < 0.4,
            "auto_forced": rng.random() < 0.2,
            "careful": rng.random() < careful,
        }

    def scenario_name(self) -> str:
        """What loads the scenario again."""
        return str(self.scenario.name)

    def play(self, header: Header) -> bool:
        """One game; False where an invariant broke or something was raised."""
        self.definition.options(**header["options"]).write(self.games)
        self.games["key"] = key_from_seed(header["seed"])
        self.failure, self.actions = "", []
        try:
            self._play(header)
        except Exception as error:  # whatever it is, the game that led to it is wanted
            self.failure = f"{type(error).__name__}: {error}"
        self.decisions += len(self.actions)
        outcome = self.definition.outcomes[self.games["outcome"][0]]
        cause = self.definition.causes[self.games["cause"][0]]
        self.endings[outcome if cause == "none" else f"{outcome} by {cause}"] += 1
        return not self.failure

    def _play(self, header: Header) -> None:
        kernels, tables = self.definition.kernels, self.scenario.tables
        through = header["auto_forced"]
        self.trace["pause"] = not through
        kernels.begin(self.games, 0, tables)
        if header["scattered"]:
            self.scatter(self.games, header["seed"])
        mask, decision, outcome = self.masks[0], self.now["decision"], self.now["outcome"]
        before, games = self.before.view(np.uint8), self.games.view(np.uint8)
        action, idle, in_phase, phase = PLAY_ON, 0, 0, self.stage()
        while True:
            before[:] = games
            kernels.step(self.games, 0, tables, self.trace, mask, action, through)
            asked, last = decision[0] != 0, phase
            phase = self.stage()
            in_phase = (in_phase if phase == last else 0) + int(asked)
            idle = 0 if asked else idle + 1
            self.failure = self.check(in_phase) if self.checked else ""
            if outcome[0] == 0 and idle > PATIENCE:
                self.failure = self.failure or f"stuck: {idle} calls without a decision"
            if self.failure or outcome[0] != 0:
                return
            action = PLAY_ON
            if asked:
                action = self.choose(header["seed"], header["careful"])
                self.actions.append(action)


def play_games(
    fuzzer: GameFuzzer, games: int, seed: int, careful: float, out: Path, first: int = 0
) -> int:
    """Play a run and print a summary: 0, or 1 after the first failure, written to folder `out`.

    first: number of its first game; a run from `first + games` on continues it.
    """
    start = 0.0
    for number in range(first, first + games):
        header = fuzzer.random_header(seed, number, careful)
        if not fuzzer.play(header):
            path = write_failure(out, header, fuzzer)
            print(f"game {number}: {fuzzer.failure}\nwritten to {path}", file=sys.stderr)
            return 1
        start = start or time.perf_counter()  # the first game waits for the compiler
    seconds = time.perf_counter() - start
    endings = (f"{name} {n / games:.2%}" for name, n in sorted(fuzzer.endings.items()))
    which = f" ({first} to {first + games - 1})" if first else ""
    print(f"{games} games{which}, {fuzzer.decisions} decisions, no failure; {seconds:.1f} s")
    print(f"outcomes: {', '.join(endings)}")
    for line in fuzzer.reached():
        print(line)
    return 0


# --- failures ------------------------------------------------------------------------------
def lines_of(fuzzer: GameFuzzer, header: Header, actions: list[int]) -> Iterator[dict[str, Any]]:
    """The game played again through `Game`: a line for every action, with its words.

    The last line has `raised` where the game did not take the action.
    """
    game = fuzzer.game_class(
        fuzzer.scenario,
        seed=header["seed"],
        auto_forced=header["auto_forced"],
        **header["options"],
    )
    if header["scattered"]:
        game.definition.kernels.begin(game.games, 0, game.scenario.tables)
        fuzzer.scatter(game.games, header["seed"])
        game.go_on()
    for action in actions:
        line = {
            "turn": game.turn,
            "actor": game.actor,
            "decision": game.decision,
            "action": action,
        }
        try:
            words = game.definition.describe(game.scenario, action, game.record)
            game.act(action)
        except Exception as error:
            yield {**line, "raised": f"{type(error).__name__}: {error}"}
            return
        yield {**line, "words": words}


def write_failure(folder: Path, header: Header, fuzzer: GameFuzzer) -> Path:
    """Write the last game of `fuzzer` as lines of JSON; returns the path."""
    path = folder / f"failure-{header['seed']}.jsonl"
    lines = [{**header, "failure": fuzzer.failure}, *lines_of(fuzzer, header, fuzzer.actions)]
    write_whole(path, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    return path


def read_failure(path: Path, game_class: type[GamePlay]) -> tuple[Header, list[int]]:
    """Header and actions of a written game; ValueError says in one line what is wrong with it."""
    read = json_file.read_lines(path)
    try:
        header, *lines = read
        actions = [line["action"] for line in lines]
        types = {name: type(value) for name, value in header.items()}
        is_game = types == {**HEADER, "failure": str} and 0 <= header["seed"] < 2**32
    except (ValueError, TypeError, LookupError, AttributeError):
        is_game = False
    if not is_game or not all(type(action) is int for action in actions):
        raise ValueError(f"{path}: expected a game written by glory fuzz: a header, then actions")
    try:
        game_class.definition.options(**header["options"])
        scenario = game_class.definition.load(header["scenario"])
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if scenario.id != header["scenario_id"]:
        raise ValueError(
            f"{path}: scenario_id = {shown(header['scenario_id'])}, expected {scenario.id!r}: "
            f"the scenario {scenario.name} is not the one that was played"
        )
    return header, actions


def replay_failure(path: Path, kind: type[GameFuzzer]) -> int:
    """Play a written game again, by its actions and from its header alone; 1 if it still fails."""
    header, actions = read_failure(path, kind.game_class)
    fuzzer = kind(header["scenario"])
    for line in lines_of(fuzzer, header, actions):
        words = line.get("words") or line["raised"]
        print(f"turn {line['turn']:2} {line['actor']:5} {line['decision']}: {words}")
    holds = fuzzer.play(header)
    same = fuzzer.actions == actions
    print(f"failure: {fuzzer.failure or 'none'}{'' if same else ' (another game than written)'}")
    return 0 if holds else 1
