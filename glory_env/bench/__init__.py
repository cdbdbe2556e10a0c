"""Agents against agents: pairing -> stored games -> metrics -> tables.

`pairs` plays, `store` keeps the games, `metrics` and `statistics` make figures with intervals;
`suite` (tonnage-bench), `calibration`, `strength` and `response` are configurations of these.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from glory_env.bench.pairs import play_pairs
    from glory_env.bench.results import Results
    from glory_env.bench.statistics import bootstrap

__all__ = ["Results", "bootstrap", "play_pairs"]
_MODULES = {"Results": "results", "bootstrap": "statistics", "play_pairs": "pairs"}


def __getattr__(name: str) -> Any:
    """Imported when asked for: the settings of a study need no rules."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
