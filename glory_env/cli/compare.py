"""`glory compare`: what changed between two runs of the suite."""

from __future__ import annotations

from pathlib import Path

import tyro


def compare(before: tyro.conf.Positional[Path], after: tyro.conf.Positional[Path], /) -> None:
    """Show what differs between two results files beyond noise.

    Args:
        before: results.json of a run of the suite.
        after: another.
    """
    from glory_env.bench.suite import read_results
    from glory_env.report.changes import report

    results = [read_results(path) for path in (before, after)]
    for path, one in zip((before, after), results, strict=True):
        try:
            report(one, one)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError):
            raise ValueError(f"{path}: expected the results of a run of the suite") from None
    print(report(*results))
