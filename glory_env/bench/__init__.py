"""Agents against agents: pairing -> stored games -> metrics -> tables.

`pairs` plays, `store` keeps the games, `metrics` and `statistics` make figures with intervals;
`suite` (tonnage-bench), `calibration`, `strength` and `response` are configurations of these.
"""

from glory_env.bench.pairs import play_pairs
from glory_env.bench.results import Results
from glory_env.bench.statistics import bootstrap

__all__ = ["Results", "bootstrap", "play_pairs"]
