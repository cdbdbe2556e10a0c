"""The progress bar of a run."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn


def progress_bar(console: Console) -> Progress:
    """Share done, time, remaining time, and a task's field `words`."""
    return Progress(
        BarColumn(bar_width=16),
        TimeElapsedColumn(),
        TextColumn("ETA"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[words]}"),
        console=console,
    )
