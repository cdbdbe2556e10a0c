"""Progress bars of what takes long, where somebody looks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager


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
