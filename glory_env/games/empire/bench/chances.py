"""What single dice and tables of Empire of the Sun give, beside their closed forms.

Each figure is measured by the compiled rule itself, once for each key of a game's dice; its band is
the closed form with four standard errors either way.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from glory_env.bench.statistics import Estimate
from glory_env.bench.targets import Target, measure
from glory_env.core.trace import blank_trace
from glory_env.games.empire.rules.board import set_control
from glory_env.games.empire.rules.bombing import bomb
from glory_env.games.empire.rules.cards import japanese_draw
from glory_env.games.empire.rules.draft import MOST, box
from glory_env.games.empire.rules.strategic_war import submarines
from glory_env.games.empire.scenario.load import load
from glory_env.games.empire.start import start_position
from glory_env.games.empire.state import AL, DELAY_BOX, JP, NONE

SCENARIO, TURN = "year_1943", 6
ERRORS = 4
DRAFT_LEVELS = {1: 0.2, 2: 0.4, 3: 0.6, 4: 0.8}  # of the war in Europe: share drafted (R10.24)
SUBMARINES = {3: 0.3, 6: 0.7, 9: 1.0}  # turn: share of successes without escorts (R12.21)
BOMBERS = {2: 0.9, 1: 0.5}  # steps: share of successes without interceptors (R12.32)
DRAWS = {14: 7, 9: 5, 4: 4}  # resource hexes: cards of Japan (R12.11)


class Chances:
    """A game whose dice are thrown again and again for one rule, each time from the same start."""

    def __init__(self, dice: int, seed: int) -> None:
        self.board = load(SCENARIO)
        self.s = self.board.tables[0]
        self.games = start_position(self.board)
        self.games["turn"] = TURN
        self.trace = blank_trace()
        self.keys = np.arange(seed, seed + dice)

    def share(self, look: Callable[[Any, Any, Any], bool]) -> np.ndarray:
        """Whether a rule's die succeeds, bool (dice,)."""
        found = np.zeros(len(self.keys), bool)
        games = self.games.copy()
        for k, key in enumerate(self.keys):
            games[:] = self.games
            games["key"] = key
            self.trace["entries"] = 0
            found[k] = look(games[0], self.s, self.trace[0])
        return found

    def drafted(self, level: int) -> np.ndarray:
        """A unit that may serve in Europe comes while the war there has this level."""
        unit = next(u for u in range(self.s.units) if self.s.europe[u])
        levels = [int(one) for one in self.s.wie_level]

        def look(g: Any, s: Any, t: Any) -> bool:
            g.wie = MOST - levels.index(level)
            g.rivalry[AL] = 0
            box(g, s, t, unit)
            return bool(g.place[unit] != DELAY_BOX)

        return self.share(look)

    def sunk(self, turn: int) -> np.ndarray:
        """The submarines of a turn succeed."""

        def look(g: Any, s: Any, t: Any) -> bool:
            g.turn, g.escort = turn, 0
            submarines(g, s, t)
            return bool(g.submarines)

        return self.share(look)

    def bombed(self, steps: int) -> np.ndarray:
        """A B-29 of so many steps succeeds."""
        unit = self.board.units.index("a_20bc")

        def look(g: Any, s: Any, t: Any) -> bool:
            g.steps[unit] = steps
            bomb(g, s, t, unit)
            return bool(g.bombings)

        return self.share(look)

    def draw(self, resources: int) -> int:
        """Cards that Japan draws while it controls so many resource hexes."""
        g, s = self.games.copy()[0], self.s
        hexes = [int(h) for h in s.place_hex[: s.places] if h != NONE and s.resource[h]]
        for k, hex_ in enumerate(hexes):
            set_control(g, s, hex_, JP if k < resources else AL)
        return int(japanese_draw(g, s))


def chances(dice: int, seed: int) -> list[tuple[Target, Estimate | None]]:
    """Every closed form and what so many dice, of the keys from seed on, say of it."""
    game = Chances(dice, seed)
    found: dict[str, tuple[str, float, np.ndarray]] = {}
    for level, share in DRAFT_LEVELS.items():
        name = f"drafted at level {level} of the war in Europe"
        found[f"draft_{level}"] = name, share, game.drafted(level)
    for turn, share in SUBMARINES.items():
        name = f"submarines succeed in turn {turn}, no escorts"
        found[f"submarines_{turn}"] = name, share, game.sunk(turn)
    for steps, share in BOMBERS.items():
        name = "a B-29 succeeds, " + ("full strength" if steps > 1 else "reduced")
        found[f"bombing_{steps}"] = name, share, game.bombed(steps)
    targets = []
    for figure, (name, share, _) in found.items():
        margin = ERRORS * math.sqrt(share * (1 - share) / dice)
        targets.append(Target("die", name, "share", share - margin, share + margin, figure))
    columns = {figure: column for figure, (_, _, column) in found.items()}
    for resources, cards in DRAWS.items():
        figure, name = f"draw_{resources}", f"cards Japan draws with {resources} resource hexes"
        targets.append(Target("table", name, "number", cards, cards, figure))
        columns[figure] = np.full(dice, game.draw(resources))
    return measure(targets, columns, game.keys)
