"""First seeds of the dice, by what games are for.

Who changes a scenario or a script looks at games of the tuning range only, so that published
figures are of games that nothing was tuned for. What a measurement itself chooses, such as the best
script for a partner, is chosen on a range of its own.
"""

from __future__ import annotations

TUNING, REPORTING, SELECTION = 0, 1_000_000, 2_000_000
