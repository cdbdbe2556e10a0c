"""The end of a command that measures: figures and page are kept, tables are printed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from glory_env.core.files import check_writable, write_whole

if TYPE_CHECKING:
    from glory_env.report.tables import Page

GAMES_ARE_KEPT = "stopped; the same command goes on with the games already played"
RUN_IS_KEPT = "stopped; the same command with --resume continues from the last checkpoint"


def check_files(json_file: Path | None, write: Path | None) -> None:
    """ValueError, before anything is played, where one of them could not be written."""
    for path, flag in ((json_file, "--json"), (write, "--write")):
        if path:
            check_writable(path, flag)


def deliver(
    document: Any, json_file: Path | None, write: Path | None, page: Callable[[Any], Page]
) -> None:
    """Write all figures and the page where they are asked for, and print the text in any case.

    page: makes it of the figures; it is called after they are kept.
    """
    if json_file:  # first of all: nothing that goes wrong with a page may cost the games
        write_whole(json_file, json.dumps(document) + "\n")
    result_page = page(document)
    try:
        if write:
            result_page.write(write)
    finally:
        print(result_page.text())
    for path in filter(None, (json_file, write)):
        print(f"\nwritten to {path}")
