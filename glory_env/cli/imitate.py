"""`glory imitate`: a network learns what another agent plays, then they are compared."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from rich.console import Console

from glory_env.cli.results import RUN_IS_KEPT
from glory_env.core.files import write_whole
from glory_env.game.settings import shipped
from glory_env.training.compare import as_json, compare_imitation, imitation_as_text
from glory_env.training.config import parse_command
from glory_env.training.imitation import Imitation, ImitationConfig

ABOUT = "Teach a network every micro-step that another agent plays, and compare them."


def prepare(arguments: Sequence[str]) -> Callable[[], None]:
    """The command with the settings of its file and flags; ConfigError where they are wrong."""
    command = parse_command(arguments, shipped("imitate/quick.yaml"), ImitationConfig, ABOUT)
    return lambda: imitate(command.config, command.resume)


def imitate(config: ImitationConfig, resume: bool) -> None:
    """Imitate to the end, then compare."""
    console = Console(soft_wrap=True, highlight=False)
    try:
        imitation = Imitation(config, resume)
        teacher = config.records or config.teacher
        console.print(f"{config.folder}: {teacher} teaches; Ctrl-C stops the run")
        policy = imitation.run(console)
        console.print(f"policy written to {policy}")
        if config.games:
            comparison = compare_imitation(config, str(policy))
            text = json.dumps(as_json(comparison, config.games), indent=2)
            write_whole(config.folder / "comparison.json", text + "\n")
            console.print(imitation_as_text(comparison, config), markup=False)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(RUN_IS_KEPT) from None
