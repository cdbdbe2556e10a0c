"""Train an agent: `python train.py`, `python train.py --config configs/train/cooperative.yaml`.

Every key of the settings is a flag as well (`--help`); docs/training.md explains them.
"""

from __future__ import annotations

import json
import sys

from rich.console import Console

from glory_env.core.files import write_whole
from glory_env.envs.agent import AgentError
from glory_env.game.settings import shipped
from glory_env.training.checkpoint import UNTRAINED
from glory_env.training.compare import as_json, as_text, compare
from glory_env.training.config import Command, ConfigError, parse_command
from glory_env.training.trainer import DivergedError, Trainer

DEFAULT = shipped("train/quick.yaml")


def main() -> int:
    console = Console(soft_wrap=True, highlight=False)
    try:
        train(parse_command(sys.argv[1:], DEFAULT), console)
    except KeyboardInterrupt:
        console.print("stopped; the same command with --resume goes on from the last checkpoint")
        return 130
    except (ConfigError, AgentError) as error:
        print(error, file=sys.stderr)
        return 2
    except (DivergedError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def train(command: Command, console: Console) -> None:
    """Train to the end, then compare; the errors of `Trainer`, OSError where nothing is written."""
    config = command.config
    trainer = Trainer(config, command.resume)
    console.print(f"{config.folder}: {config.scenario}, {config.reward}; Ctrl-C stops the run")
    policy = trainer.run(console)
    console.print(f"policy written to {policy}")
    if command.profile:
        console.print(trainer.profile(), markup=False)
    if config.games:
        comparison = compare(config, str(policy), str(config.folder / UNTRAINED))
        text = json.dumps(as_json(comparison, config), indent=2)
        write_whole(config.folder / "comparison.json", text + "\n")
        console.print(as_text(comparison, config), markup=False)


if __name__ == "__main__":
    sys.exit(main())
