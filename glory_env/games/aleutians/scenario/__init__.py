"""Data of the Aleutians Campaign: the scenario file and its loader."""

from glory_env.games.aleutians.scenario.load import Scenario, load, names

__all__ = ["Scenario", "load", "names"]
