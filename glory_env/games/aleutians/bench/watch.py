"""What happens in games of the Aleutians Campaign while they are played: counts for figures.

The records of finished games do not say who was lost when, or how many fleets were found. `Watch`
looks at every position in which an agent has to decide, and counts what has changed since.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.rules.bases import japan_holds_land
from glory_env.games.aleutians.rules.victory import vp

SUMMER, WINTER = 0, 1  # columns of the fleets that moved and were found
EARLY = 3  # turn up to which Dutch Harbor counts as lost early
KINDS = ("transports", "ground", "floatplane_fighters", "flying_boats", "carriers")


class Watch:
    """Counts over a run of N games, of which a call takes the records of some.

    lost: int64 (N, 2, KINDS), units eliminated, by side. torpedoed: int64 (N,), Allied transports
    lost to boats. phases: int64 (N, 2), second phases played. moved, found: int64 (N, 2), fleets
    that sailed in their phase and those of them that were found, in summer and autumn and in winter
    and spring. first_points: int64 (N,), VP at the end of turn 1, -1 where there was none.
    dutch_harbor, mainland, fire: bool (N,): Japan held Dutch Harbor by turn 3; ever held Anchorage
    or Nome; the depot ever burnt.
    """

    def __init__(self, n: int, scenario: Any) -> None:
        self._s = s = scenario.tables[0]
        units = slice(0, int(s.units))
        self._units = units
        self._side = np.array(s.side[units])
        models = np.array([scenario.names[unit]["en"] for unit in scenario.units])
        kind, type_ = np.array(s.kind[units]), np.array(s.type[units])
        self._kinds = (
            (kind == st.SHIP) & (type_ == st.AK),
            kind == st.GROUND,
            models == "A6M2-N",
            np.isin(models, ("PBY", "PBY-R")),
            (kind == st.SHIP) & (type_ <= st.LAST_CARRIER),
        )
        self._boat = kind == st.BOAT
        self.lost = np.zeros((n, 2, len(KINDS)), np.int64)
        self.torpedoed = np.zeros(n, np.int64)
        self.phases = np.zeros((n, 2), np.int64)
        self.moved = np.zeros((n, 2), np.int64)
        self.found = np.zeros((n, 2), np.int64)
        self.first_points = np.full(n, -1)
        self.dutch_harbor = np.zeros(n, np.bool_)
        self.mainland = np.zeros(n, np.bool_)
        self.fire = np.zeros(n, np.bool_)
        self._place = np.zeros((n, int(s.units)), np.int8)
        self._hunted = np.zeros(n, np.bool_)  # a boat was about to attack
        self._key = np.full((n, 2), -1)  # turn and operation phase
        self._sailed = np.zeros((n, st.SLOTS), np.bool_)
        self._seen = np.zeros((n, st.SLOTS), np.bool_)
        self._over = np.zeros(n, np.bool_)
        self._played = np.zeros(n, np.bool_)  # this phase has come to its supply stage

    def __call__(self, games: np.ndarray, forced: np.ndarray, at: slice) -> None:
        self.look(games, at)

    def look(self, games: np.ndarray, at: slice = slice(None)) -> None:
        """Count what is new in the records, GAME (M,), of these games of the run.

        To be called once more for all of them when they are over.
        """
        self._count_losses(games, at)
        key = np.stack([games["turn"], games["op"]], axis=1).astype(np.int64)
        ended = (games["outcome"] != st.PLAYING) & ~self._over[at]
        for k in np.flatnonzero((key != self._key[at]).any(axis=1) | ended):
            self._end_phase(games[k], (at.start or 0) + int(k), key[k])
        self._over[at] |= ended
        sails = (games["phase"] >= st.NAVAL) & (games["phase"] <= st.GROUND_BATTLE)
        searched = (games["phase"] >= st.NAVAL) & (games["phase"] <= st.RETURN)
        own = np.arange(st.SLOTS)[None] // st.FLEETS == games["side"][:, None]
        self._sailed[at] |= sails[:, None] & own & (games["fleet_moved"] == 1)
        self._seen[at] |= searched[:, None] & (games["fleet_found"] == 1)
        self._played[at] |= (games["phase"] >= st.SUPPLY) & (games["phase"] <= st.RETURN)
        self.fire[at] |= games["depot_fire"] == 1

    def _count_losses(self, games: np.ndarray, at: slice) -> None:
        place = games["place"][:, self._units]
        new = (place == st.LOST) & (self._place[at] != st.LOST)
        if new.any():
            for side in range(2):
                for k, kind in enumerate(self._kinds):
                    self.lost[at, side, k] += new[:, kind & (self._side == side)].sum(axis=1)
            allied_ak = self._kinds[0] & (self._side == st.ALLIES)
            self.torpedoed[at] += np.where(self._hunted[at], new[:, allied_ak].sum(axis=1), 0)
        self._place[at] = place
        hunter = games["search_unit"]
        asked = games["decision"] == st.SPOT_ATTACK
        self._hunted[at] = asked & self._boat[np.clip(hunter, 0, None)] & (hunter >= 0)

    def _end_phase(self, g: Any, i: int, key: np.ndarray) -> None:
        """Game i of the run has gone on to another operation phase or turn."""
        turn, op = int(self._key[i, 0]), int(self._key[i, 1])
        if turn > 0:
            season = SUMMER if self._s.fog[turn] else WINTER
            self.moved[i, season] += int(self._sailed[i].sum())
            self.found[i, season] += int((self._sailed[i] & self._seen[i]).sum())
        self._sailed[i] = self._seen[i] = False
        if op >= 2 and self._played[i]:
            self.phases[i, op % 2] += 1
        self._played[i] = False
        if turn == 1 and int(key[0]) == 2 and self.first_points[i] < 0:
            self.first_points[i] = int(vp(g, self._s))
        if turn > 0 and turn <= EARLY:
            p = int(self._s.dutch_harbor)
            self.dutch_harbor[i] |= int(g.port_owner[p]) == st.JAPAN
        for p in (int(self._s.anchorage), int(self._s.nome)):
            self.mainland[i] |= bool(japan_holds_land(g, self._s, p))
        self._key[i] = key
