"""`glory imitate`: a network learns what another agent plays, then they are compared.

What needs torch is imported when a run begins, so that `--help` works without it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from rich.console import Console

from glory_env.cli.results import RUN_IS_KEPT
from glory_env.core.files import write_whole
from glory_env.training.commands import IMITATE, parse
from glory_env.training.settings import ImitationSettings


def prepare(arguments: Sequence[str]) -> Callable[[], None]:
    """The command with the settings of its file and flags; ConfigError where they are wrong."""
    command = parse(IMITATE, arguments)
    return lambda: imitate(command.config, command.resume)


def imitate(config: ImitationSettings, resume: bool) -> None:
    """Imitate to the end, then compare."""
    from glory_env.training.imitation import Imitation
    from glory_env.training.learnable import learnable

    console = Console(soft_wrap=True, highlight=False)
    try:
        imitation = Imitation(config, resume)
        console.print(f"{config.folder}: {config.taught_by} teaches; Ctrl-C stops the run")
        policy = imitation.run(console)
        console.print(f"policy written to {policy}")
        if config.games:
            document, words = learnable(config.game).compare(config, policy)
            text = json.dumps(document, indent=2)
            write_whole(config.folder / "comparison.json", text + "\n")
            console.print(words, markup=False)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(RUN_IS_KEPT) from None
