"""Empty maps of the laboratory, for tests of nations."""

from __future__ import annotations

import numpy as np

from glory_env.games.empire.laboratory import Laboratory
from glory_env.games.empire.rules import political, roads
from glory_env.games.empire.rules.board import place_unit
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.state import CHINA_BOX, NONE

from . import world

NORTH = (1905, 2005, 2104, 2105, 2205)
ROAD = (2206, 2106, 2008, 2107, 2306)


class Country(Laboratory):
    """An empty map of the campaign, to which the political phase comes."""

    def __init__(self, setup: str = "y1941", turn: int = 3, will: int = 8) -> None:
        super().__init__(world.scenario(setup), "JP", turn=turn)
        self.g.will = will
        self.g.once = 0

    def look(self, nation: int) -> None:
        political.look_at_nation(self.g, self.s, nation)

    def phase(self) -> None:
        """The political phase up to its first question or its end."""
        political.begin_political(self.g)
        self._play_on()

    def taken(self, *numbers: int) -> bool:
        return all(self.holder(number) == "JP" for number in numbers)

    def fleet(self) -> None:
        """US ships that keep the will where it is."""
        self.put("a_enterprise", 5808)


def hexes(words: np.ndarray) -> set[int]:
    s = world.scenario().tables[0]
    return {int(s.hex_id[h]) for h in range(s.hexes) if (words[s.column[h]] >> int(s.row[h])) & 1}


class Cathay(Laboratory):
    """An empty map with the Allied HQ of India, the road as a test needs it."""

    def __init__(self, side: str = "AL", ov: int = 2, setup: str = "y1943", turn: int = 5) -> None:
        super().__init__(world.scenario(setup), side, ov=ov, turn=turn)
        self.put("a_hq_seac", 1805, active=False)
        self.g.hump = 0

    def box(self, name: str, steps: int = 0) -> int:
        unit = self.unit(name)
        place_unit(self.g, self.s, unit, CHINA_BOX, NONE, steps or int(self.s.full_steps[unit]))
        return unit

    def road(self) -> int:
        refresh(self.g, self.s)
        return roads.road_state(self.g, self.s)

    def open_road(self) -> None:
        self.control("AL", *ROAD)
