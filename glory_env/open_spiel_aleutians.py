"""The Aleutians Campaign for OpenSpiel: importing this registers `python_aleutians`."""

from glory_env.games.aleutians.open_spiel import NAME, PARAMETERS, AleutiansGame

__all__ = ["NAME", "PARAMETERS", "AleutiansGame"]
