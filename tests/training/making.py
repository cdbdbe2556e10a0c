"""Makes runs of training and of imitation, of either game; only then is PyTorch loaded."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from glory_env.training.imitation import Imitation
    from glory_env.training.settings import ImitationSettings, TrainSettings
    from glory_env.training.trainer import Trainer


def new_trainer(config: TrainSettings, resume: bool = False) -> Trainer:
    from glory_env.training.trainer import Trainer

    return Trainer(config, resume)


def new_imitation(config: ImitationSettings, resume: bool = False) -> Imitation:
    from glory_env.training.imitation import Imitation

    return Imitation(config, resume)


def finish(run: Imitation | Trainer) -> Path:
    """Run it to its end, without a word; the folder of its policy."""
    return run.run(Console(file=io.StringIO()))
