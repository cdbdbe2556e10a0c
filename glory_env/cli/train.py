"""`glory train`: train an agent, then compare it with random play.

What needs torch is imported when a run begins, so that `--help` works without it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence

from rich.console import Console

from glory_env.cli.results import RUN_IS_KEPT
from glory_env.core.files import write_whole
from glory_env.game.settings import ConfigError
from glory_env.training.commands import IMITATE, TRAIN, Command, model, parse
from glory_env.training.settings import ImitationSettings, RunSettings, TrainSettings


def prepare(arguments: Sequence[str]) -> Callable[[], int]:
    """The command with the settings of its file and flags; ConfigError where they are wrong."""
    command = parse(TRAIN, arguments)
    return lambda: train(command)


def train(command: Command) -> int:
    """Train to the end, then compare; 1 where training diverged or nothing can be written."""
    from glory_env.training.trainer import DivergedError

    console = Console(soft_wrap=True, highlight=False)
    try:
        _train(command, console)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(RUN_IS_KEPT) from None
    except (DivergedError, OSError) as error:
        print(f"glory train: {error}", file=sys.stderr)
        return 1
    return 0


def _train(command: Command, console: Console) -> None:
    from glory_agents.learned.policy_file import is_whole
    from glory_env.training.checkpoint import STATE
    from glory_env.training.imitation import Imitation
    from glory_env.training.learnable import learnable
    from glory_env.training.settings import POLICY, UNTRAINED
    from glory_env.training.trainer import Trainer

    config, new, resume = command.config, None, command.resume
    if config.imitate:
        lesson = _lesson(config)
        if resume and not (config.folder / STATE).exists():
            if not (lesson.folder / STATE).exists():
                raise ConfigError(f"{config.folder} holds no checkpoint to resume")
            resume = False  # the run was stopped while its teacher taught
        start, new = lesson.folder / POLICY, lesson.folder / UNTRAINED
        if not is_whole(start):
            console.print(f"{lesson.folder}: {lesson.teacher} teaches first")
            Imitation(lesson, resume=(lesson.folder / STATE).exists()).run(console)
        config = config.model_copy(update={"start": str(start)})
    trainer = Trainer(config, resume)
    console.print(f"{config.folder}: {config.scenario}, {config.reward}; Ctrl-C stops the run")
    policy = trainer.run(console)
    console.print(f"policy written to {policy}")
    if command.profile:
        console.print(trainer.profile(), markup=False)
    if config.games:
        document, words = learnable(config.game).compare(config, policy, new)
        text = json.dumps(document, indent=2)
        write_whole(config.folder / "comparison.json", text + "\n")
        console.print(words, markup=False)


def _lesson(config: TrainSettings) -> ImitationSettings:
    """The imitation with which a run begins; it has a folder of its own."""
    kind, own_keys = model(IMITATE, config.game), TrainSettings.model_fields.keys()
    alike = type(config).model_fields.keys() & kind.model_fields.keys()
    shared = {
        key: getattr(config, key) for key in alike - (own_keys - RunSettings.model_fields.keys())
    }
    own = {"name": f"{config.name}-imitation", "minutes": config.imitate, "steps": 0}
    own |= {"teacher": config.teacher, "layers": config.layers}
    lesson: ImitationSettings = kind(**{**shared, **own})
    return lesson
