"""The generated parts of a page: what stands between `<!-- NAME:start -->` and `<!-- NAME:end -->`.

All else in the page stays as it is.
"""

from __future__ import annotations

from pathlib import Path

from glory_env.core.files import write_whole

CALIBRATION, MATRIX = "calibration", "matrix"


def replaced(page: str, name: str, body: str) -> str:
    """The page with another text between the two comments; ValueError without such a place."""
    start, end = (f"<!-- {name}:{side} -->" for side in ("start", "end"))
    before, opened, rest = page.partition(start)
    _, closed, after = rest.partition(end)
    if not opened or not closed or start in rest or end in before + after:
        raise ValueError(f"expected one {start} with one {end} after it")
    return f"{before}{start}\n{body}\n{end}{after}"


def check(path: Path, name: str) -> None:
    """ValueError or OSError where the page does not have the place."""
    write(path, name, None)


def write(path: Path, name: str, body: str | None) -> None:
    """Write a page's part anew, the file whole; with None only check. ValueError names the file."""
    try:
        page = replaced(path.read_text(encoding="utf-8"), name, body or "")
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if body is not None:
        write_whole(path, page)
