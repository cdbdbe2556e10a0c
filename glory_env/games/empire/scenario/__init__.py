"""Data of Empire of the Sun: the data files, the scenarios, and their loader."""

from glory_env.games.empire.scenario.load import Scenario, load, names

__all__ = ["Scenario", "load", "names"]
