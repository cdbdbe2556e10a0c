"""Two agents against each other: `python evaluate.py --army random --navy random --games 1000`.

The benchmark suite: `python evaluate.py --config configs/evaluate/tonnage_bench.yaml` (its own
--help), `python evaluate.py best-response --agent X`, `python evaluate.py compare A.json B.json`.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
from pathlib import Path

from glory_env.cli.arguments import guarded, options_from, value_of
from glory_env.core.files import write_whole

DOORS = {"best-response": "glory_env.bench.response", "compare": "glory_env.bench.compare"}
SUITE = (
    "--config", "--agents", "--tasks", "--quick", "--dilemma", "--jobs", "--name", "--folder",
    "--write",
)  # fmt: skip


def parser() -> argparse.ArgumentParser:
    """The command line."""
    out = argparse.ArgumentParser(
        prog="evaluate.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    out.add_argument("--army", default="random", help="agent: a name or a checkpoint")
    out.add_argument("--navy", default="random", help="agent: a name or a checkpoint")
    out.add_argument("--games", type=int, default=1000, help="default: %(default)s")
    out.add_argument("--seed", type=int, default=0, help="of the first game's dice; others follow")
    out.add_argument("--scenario", default="glory", help="name or path of a .yaml file")
    out.add_argument("--reward", default="selfish", help="preset, angle, or {army: R, navy: R}")
    out.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="of the game, the value as in YAML: deadlock=dice, grid=25 (may be repeated)",
    )
    out.add_argument(
        "--deterministic",
        action="store_true",
        help="agents that can play their most likely action; the table says which do",
    )
    out.add_argument(
        "--force",
        action="store_true",
        help="play networks of another action table, observation or scenario all the same",
    )
    out.add_argument("--json", type=Path, metavar="FILE", help="write everything, game by game")
    return out


def evaluate(given: argparse.Namespace) -> None:
    """Check everything, play, print and write. ValueError or OSError on bad input."""
    # Late, so that --help and its errors do not wait for Numba.
    from glory_env.bench import play_pairs
    from glory_env.bench import summary as report
    from glory_env.bench.fingerprint import fingerprint_of
    from glory_env.engine.rewards import parse_reward
    from glory_env.envs.agent import RandomAgent, make_pair
    from glory_env.scenarios import load

    if given.games < 1 or not 0 <= given.seed < 2**62:
        raise ValueError("--games: expected at least 1, --seed: expected 0 to 2**62")
    if given.json and (given.json.is_dir() or not given.json.parent.is_dir()):
        raise ValueError(f"--json {given.json}: expected a file in a folder that exists")
    options = options_from(given.option)
    if options["solo"] and given.army != given.navy:
        raise ValueError("option 'solo': one mind plays both: name one agent for --army and --navy")
    reward = value_of("--reward", given.reward)
    specs = parse_reward(reward)
    scenario = load(given.scenario)
    names = (given.army, given.navy)
    agents = make_pair(*names, options["solo"], given.force, given.deterministic)
    fixed = [getattr(agent, "deterministic", False) for agent in agents]  # a staff always is
    settings = report.Settings(
        scenario=scenario,
        options=options,
        reward=specs,
        agents=names,
        fingerprints=(fingerprint_of(agents[0], names[0]), fingerprint_of(agents[1], names[1])),
        sampled=(not fixed[0], not fixed[1]),
        seed=given.seed,
    )
    play_pairs(RandomAgent(), RandomAgent(), 1)  # so that no compiling is counted
    start = time.perf_counter()
    with report.progress_bar(given.games) as progress:
        results = play_pairs(
            *agents, given.games, given.seed, scenario, reward, progress=progress, **options
        )
    seconds = time.perf_counter() - start
    if given.json:  # first of all: nothing that goes wrong with printing may cost the games
        write_whole(given.json, json.dumps(report.document(results, settings, seconds)) + "\n")
    print(report.table(results, settings, seconds))
    if given.json:
        print(f"\nwritten to {given.json}")


def main(arguments: list[str] | None = None) -> int:
    """The command; 0, or 2 with one line on stderr for bad input."""
    words = sys.argv[1:] if arguments is None else arguments
    if words and words[0] in DOORS:
        return int(importlib.import_module(DOORS[words[0]]).main(words[1:]))
    if any(word.split("=")[0] in SUITE for word in words):
        return int(importlib.import_module("glory_env.cli.bench").main(words))
    given = parser().parse_args(words)
    return guarded("evaluate.py", lambda: evaluate(given))


if __name__ == "__main__":
    sys.exit(main())
