"""Progress bars of what takes long, where somebody looks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn


@contextmanager
def progress_bar(total: int, unit: str = "game") -> Iterator[Callable[[int], object]]:
    """A callback for what has been finished; draws a bar where stderr is a terminal."""
    try:
        from tqdm import tqdm
    except ImportError:
        yield lambda finished: None
        return
    with tqdm(total=total, unit=unit, disable=not sys.stderr.isatty(), leave=False) as bar:
        yield bar.update


@contextmanager
def progress_bars(unit: str) -> Iterator[Callable[[int], Callable[[int], object]]]:
    """Makes a `progress_bar` once it is known of how many; it ends with the block."""
    with ExitStack() as stack:
        yield lambda total: stack.enter_context(progress_bar(total, unit))


def run_bar(console: Console) -> Progress:
    """Of a training run: share done, time, remaining time, and a task's field `words`."""
    return Progress(
        BarColumn(bar_width=16),
        TimeElapsedColumn(),
        TextColumn("ETA"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[words]}"),
        console=console,
    )
