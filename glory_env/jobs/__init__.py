"""Jobs: one function, called with many values, in this process, in others or on a cluster."""

from glory_env.jobs.attempt import TRIES, LostJob
from glory_env.jobs.engine import Engine

__all__ = ["TRIES", "Engine", "LostJob"]
