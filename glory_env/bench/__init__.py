"""Agents against agents: many games, figures with intervals, a report. See evaluate.py."""

from glory_env.bench.pairs import play_pairs
from glory_env.bench.statistics import Results, bootstrap

__all__ = ["Results", "bootstrap", "play_pairs"]
