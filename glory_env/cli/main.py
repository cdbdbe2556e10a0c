"""The console command `glory`: one subcommand a module of this package.

A subcommand is a function with typed, documented arguments in `glory_env.cli.NAME`; tyro makes its
flags. Only the subcommand asked for is imported, so that `--help` does not wait for the rules.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

import tyro

from glory_env.core.errors import unknown
from glory_env.core.installed import advice, extra_with

GROUPS = {
    "play": {
        "play": "play with or against an agent, on a page or in the terminal",
        "agents": "list the agents and their parameters",
        "envs": "list the environments of `gymnasium.make`, with the steps of random games",
        "scenario": "list, show, check or draw scenarios",
    },
    "train": {
        "train": "train a network that plays every decision, with PPO",
        "imitate": "teach a network to play as another agent does",
        "respond": "look for the best reply to one agent, and measure it",
        "networks": "add trained networks to the project, name them, write their cards",
    },
    "measure": {
        "evaluate": "play two agents against each other and print figures with intervals",
        "bench": "run the benchmark: eleven tasks, tables and a report",
        "study": "answer one of eight questions by games: talk, cooperation, partners ...",
        "speed": "measure how many decisions a second are played",
    },
    "records": {
        "record": "play games and write their records",
        "verify": "replay records and check every line",
    },
    "tools": {
        "fuzz": "play random legal games and check every position",
        "warmup": "compile the rules ahead of the first game",
    },
}
COMMANDS = {name: about for group in GROUPS.values() for name, about in group.items()}
STUDIES = (
    "talk", "reciprocity", "tension", "cooperation", "strength", "ladder", "partners", "calibrate",
)  # fmt: skip
MOVED = {
    **{name: f"study {name}" for name in STUDIES},
    "strength": "study strength (its adopt and cards: glory networks)",
    "compare": "bench compare",
    "render": "scenario draw",
}


def usage() -> str:
    """What `glory --help` prints."""
    width = max(map(len, COMMANDS))
    lines = ["usage: glory COMMAND [OPTIONS]"]
    for group, commands in GROUPS.items():
        lines += ["", f"{group}:", *(f"  {name:{width}}  {commands[name]}" for name in commands)]
    return "\n".join([*lines, "", "glory COMMAND --help"])


def run(name: str, arguments: list[str]) -> int:
    """Parse the arguments of a subcommand and run it; its own code, 0 where it returns none.

    A module whose flags depend on the arguments (settings of a file) parses them in `prepare`.
    """
    module = importlib.import_module(f"glory_env.cli.{name}")
    if hasattr(module, "prepare"):
        return int(module.prepare(arguments)() or 0)
    code = tyro.cli(
        getattr(module, name),
        prog=f"glory {name}",
        args=arguments,
        config=(tyro.conf.FlagCreatePairsOff,),
    )
    return int(code or 0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand: 0, its own code, 2 with one line for bad input, 130 when interrupted."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] in ("-h", "--help"):
        print(usage())
        return 0
    name, *rest = words
    if name in MOVED:
        print(f"glory {name} is now: glory {MOVED[name]}", file=sys.stderr)
        return 2
    if name not in COMMANDS:
        print(f"glory: {unknown('command', name, COMMANDS)}", file=sys.stderr)
        return 2
    try:
        return run(name, rest)
    except ModuleNotFoundError as error:
        extra = extra_with(error.name or "")
        if extra is None:
            raise
        print(f"glory {name}: needs {error.name}: {advice(extra)}", file=sys.stderr)
        return 2
    except (ValueError, OSError) as error:
        print(f"glory {name}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt as stop:
        print(f"glory {name}: {stop or 'stopped'}", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
