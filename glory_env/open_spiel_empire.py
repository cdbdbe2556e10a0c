"""Empire of the Sun for OpenSpiel: importing this registers `python_empire`."""

from glory_env.games.empire.open_spiel import NAME, PARAMETERS, EmpireGame

__all__ = ["NAME", "PARAMETERS", "EmpireGame"]
