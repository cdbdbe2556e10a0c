"""Finished games of the Aleutians Campaign and the figures of an evaluation made of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from glory_env.bench.results import Results
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.bench.watch import KINDS, SUMMER, WINTER, Watch
from glory_env.games.aleutians.rules.victory import final_vp

# Figure of `AleutiansResults.summary` -> how it is written, in words.
FIGURES = {
    **{f"level_{name}": ("share", name.replace("_", " ")) for name in st.LEVELS},
    "vp": ("number", "VP at the end"),
    "turns": ("number", "turns"),
    "reward_japan": ("signed", "reward of Japan"),
    "japan_wins": ("share", "Japan above an Allied victory"),
}


class AleutiansResults(Results):
    """Japan wins above an Allied victory."""

    cells: ClassVar = {
        "wins": ("japan_wins", "share", 0, "Japan above an Allied victory"),
        "vp": ("vp", "number", 1, "VP at the end"),
        "turns": ("turns", "number", 1, "turns"),
    }

    def measured(self) -> dict[str, np.ndarray]:
        points = [float(final_vp(g, self.tables)) for g in self.finals]
        return {
            **{f"level_{name}": self.finals["level"] == k for k, name in enumerate(st.LEVELS)},
            "vp": np.array(points, np.float64),
            "turns": self.finals["turn"].astype(np.float64),
            "japan_wins": self.finals["level"] >= st.LEVELS.index("japan_substantive"),
        }

    def words(self) -> Mapping[str, tuple[str, str]]:
        return FIGURES

    def game(self, k: int) -> dict[str, Any]:
        return {
            "seed": int(self.seeds[k]),
            "level": st.LEVELS[int(self.finals["level"][k])],
            "vp": float(final_vp(self.finals[k], self.tables)),
            "turn": int(self.turn[k]),
        }


def watched(results: Results, watch: Watch, scenario: Any) -> dict[str, np.ndarray]:
    """`Results.columns`, and what a watch has seen of these games, by name, (N,).

    historical: Midway 2 to 4, and strategies 3 or 4 of both sides. lost_X: Japan does not hold
    place X at the end.
    """
    finals, own = results.finals, results.columns()
    midway, strategies, points = finals["midway"], finals["strategy"], own["vp"]
    columns: dict[str, np.ndarray] = {
        **own,
        "near_history": (points >= 1) & (points <= 4),
        "sudden_japan": (finals["cause"] == st.BY_POINTS) & (finals["level"] == 4),
        "sudden_allies": (finals["cause"] != st.BY_LAST_TURN) & (finals["level"] == 0),
        "historical": (midway >= 2) & (midway <= 4) & (strategies >= 3).all(axis=1),
        "first_points_4": watch.first_points == 4,
        "dutch_harbor_early": watch.dutch_harbor,
        "mainland_fell": watch.mainland,
        "depot_burnt": watch.fire,
        "soviet": finals["soviet"] == 1,
        "torpedoed": watch.torpedoed.astype(np.float64),
    }
    for k in range(1, 7):
        columns[f"midway_{k}"] = midway == k
    for side, name in enumerate(st.SIDES):
        columns[f"phases_{name}"] = watch.phases[:, side].astype(np.float64)
        for k, kind in enumerate(KINDS):
            columns[f"lost_{kind}_{name}"] = watch.lost[:, side, k].astype(np.float64)
        for strategy in range(1, 5):
            columns[f"strategy_{name}_{strategy}"] = strategies[:, side] == strategy
    columns["lost_carriers"] = columns["lost_carriers_japan"] + columns["lost_carriers_allies"]
    for season, name in ((SUMMER, "summer"), (WINTER, "winter")):
        columns[f"moved_{name}"] = watch.moved[:, season].astype(np.float64)
        columns[f"found_{name}"] = watch.found[:, season].astype(np.float64)
    for place in ("attu", "kiska", "paramushiro"):
        columns[f"lost_{place}"] = finals["holder"][:, scenario.spots.index(place)] != st.JAPAN
    return columns
