"""Glory for OpenSpiel: importing this registers `python_glory`; `games/glory/open_spiel.py`."""

from glory_env.games.glory.open_spiel import NAME, PARAMETERS, GloryGame

__all__ = ["NAME", "PARAMETERS", "GloryGame"]
