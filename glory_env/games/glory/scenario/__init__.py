"""Scenarios: the map, the charts and the set-up of a game as an editable file.

`load("glory")` or `load("my.yaml")`; docs/scenario_format.md describes the file.
"""

from glory_env.games.glory.scenario.load import Scenario, load, names
from glory_env.scenario.problems import ScenarioError

__all__ = ["Scenario", "ScenarioError", "load", "names"]
