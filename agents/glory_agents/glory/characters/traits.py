"""The four characters as data: which network plays, how each bargains, what it remembers.

`calm` and `cross` hold parameters of a script: as long as no wrong is remembered, and while one is.
What they leave open the network decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from glory_agents.glory.characters.style import Style
from glory_agents.glory.characters.words import Trades

WEAKEST, PLANNER = 1, 6  # levels of play
# Share of the decisions on the board that careful random play makes; the network makes the rest.
RANDOM_SHARE = {1: 1.0, 2: 0.5, 3: 0.2, 4: 0.08, 5: 0.0, 6: 0.0}
SECONDS = 2.0  # that the planner of the last level thinks at the start of a turn


class Traits(NamedTuple):
    """One character.

    network: a macro network that comes with the package. level: of play, where none is given.
    memory: turns for which it answers a wrong in its offers; 0: it never does. objective: what
    the planner of the last level maximises. style: how it offers and answers.
    """

    about: str
    network: str
    level: int
    memory: int
    objective: str
    style: Style
    calm: Mapping[str, Any]
    cross: Mapping[str, Any]


_FAIR = {"negotiator": "timed", "claim": 0.0, "concession": 0.9, "honesty": 1.0, "burn": 0.0}
_GIVING = {**_FAIR, "negotiator": "splitter", "escort": 1.0, "voice": "forgiving"}
_HARD = {"negotiator": "timed", "claim": 0.6, "concession": 0.1, "honesty": 0.5,
         "voice": "threatening"}  # fmt: skip
_WIDE = {"negotiator": "timed", "claim": 0.6, "concession": 0.9, "honesty": 0.3,
         "voice": "deceiving"}  # fmt: skip

CHARACTERS: dict[str, Traits] = {
    "sakaki": Traits(
        "plays to win, asks for no more than it needs, and answers a wrong for one turn",
        "selfish-macro-1", 5, 1, "selfish",
        Style(opens=1.15, yields=(0.3, 0.4, 0.5), takes=(0.95, 0.9),
              trades=Trades(0.06, 0.06)),
        calm={**_FAIR, "voice": "honest"},
        cross={**_FAIR, "claim": 0.4, "concession": 0.5, "honesty": 0.5, "escort": 0.0,
               "voice": "honest"},
    ),
    "hayashi": Traits(
        "puts the common cause first: splits by needs, grants escorts, answers no wrong",
        "cooperative-macro-2", 4, 0, "cooperative",
        Style(opens=0.95, yields=(0.5, 0.6, 0.7), takes=(0.9, 0.8),
              trades=Trades(0.0, 0.08)),
        calm=_GIVING, cross=_GIVING,
    ),
    "kuroda": Traits(
        "asks for much, yields late, and answers a wrong for three turns",
        "selfish-macro-1", 5, 3, "selfish",
        Style(opens=1.4, yields=(0.1, 0.15, 0.6), takes=(1.2, 0.9),
              trades=Trades(0.1, 0.0)),
        calm=_HARD,
        cross={**_HARD, "claim": 1.0, "honesty": 0.0, "escort": 0.0},
    ),
    "mori": Traits(
        "opens high and gives way at once; a wrong is answered for one turn",
        "dial-macro-0", 3, 1, "selfish",
        Style(opens=1.4, yields=(0.7, 0.7, 0.7), takes=(0.95, 0.8),
              trades=Trades(0.08, 0.08)),
        calm=_WIDE,
        cross={**_WIDE, "claim": 0.8, "concession": 0.5, "honesty": 0.0, "escort": 0.0},
    ),
}  # fmt: skip
