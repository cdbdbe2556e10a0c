"""What the designer says about the balance of the Aleutians Campaign, as targets for play.

Each target has the number of the project's list, C-01 to C-21. A target is measured over games of
the historical plan against itself: over the historical line alone (`LINE`: a Midway roll of 2 to 4
and strategies 3 or 4 of both sides) or over all games. What only a test can show, or what the
scripts never try, is listed with the reason.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from glory_env.bench.statistics import Among, Figure, Share
from glory_env.bench.targets import Target

LINE = "historical"


def _per_turn(column: str) -> Figure:
    def share(means: Mapping[str, np.ndarray]) -> np.ndarray:
        value: np.ndarray = means[column] / means["turns"]
        return value

    return share


def _line(column: str) -> Among:
    return Among(column, LINE)


_TESTED = "exact: a matter of the rules, shown by tests"

TARGETS = (
    Target("C-01", "mean final VP, historical line", "gp", 1.5, 3.5, _line("vp")),
    Target("C-01", "final VP of 1 to 4, historical line", "share", 0.6, 1, _line("near_history")),
    Target("C-02", "sudden Japanese victory, historical line", "share", 0, 0.15,
           _line("sudden_japan")),
    Target("C-02", "sudden Allied victory, historical line", "share", 0, 0.15,
           _line("sudden_allies")),
    Target("C-02", "sudden Japanese victory, all games", "share", 1e-9, 1, "sudden_japan"),
    Target("C-02", "sudden Allied victory, all games", "share", 1e-9, 1, "sudden_allies"),
    Target("C-03", "4 VP after turn 1", "share", 0.85, 1, "first_points_4"),
    Target("C-03", "Dutch Harbor lost by turn 3", "share", 0.05, 0.2, "dutch_harbor_early"),
    Target("C-04", "Japan above an Allied victory, strategy 1", "share", figure=Among(
        "japan_wins", "strategy_japan_1")),
    Target("C-04", "the same, strategy 2", "share", figure=Among("japan_wins", "strategy_japan_2")),
    Target("C-04", "the same, strategy 3", "share", figure=Among("japan_wins", "strategy_japan_3")),
    Target("C-04", "the same, strategy 4", "share", figure=Among("japan_wins", "strategy_japan_4")),
    Target("C-05", "second phases played by Japan", "share", 0.3, 0.7, _per_turn("phases_japan")),
    Target("C-05", "second phases played by the Allies", "share", 0.5, 0.9,
           _per_turn("phases_allies")),
    Target("C-06", "sailing fleets found, summer and autumn", "share", 0.15, 0.45,
           Share("found_summer", "moved_summer")),
    Target("C-06", "sailing fleets found, winter and spring", "share", 0.15, 1,
           Share("found_winter", "moved_winter")),
    Target("C-07", "Allied transports lost to boats, a game", "number", 0, 0.3, "torpedoed"),
    Target("C-08", "the big withdrawal a turn earlier", "gp",
           why="needs another schedule: not measured"),
    Target("C-09", "Japanese transports sunk, a game", "number", 1, 3, "lost_transports_japan"),
    Target("C-09", "Allied transports sunk, a game", "number", 0, 2, "lost_transports_allies"),
    Target("C-10", "Japanese ground units lost, a game", "number", 2, 7, "lost_ground_japan"),
    Target("C-10", "Allied ground units lost, a game", "number", 0, 3, "lost_ground_allies"),
    Target("C-11", "nearer to the head, more often in action", "share", why=_TESTED),
    Target("C-12", "bombing of anti-air units", "number",
           why="the script bombs the strongest unit; not measured apart"),
    Target("C-13", "what a P-40 can cover", "share", why=_TESTED),
    Target("C-14", "Anchorage or Nome falls", "share", 0.02, 0.1, "mainland_fell"),
    Target("C-15", "the depot burns", "share", 0, 0.2, "depot_burnt"),
    Target("C-16", "Soviet entry", "share", 0, 0.2, why="the scripts never try it; not measured"),
    Target("C-17", "chances of the conditional fleets", "share", why=_TESTED),
    Target("C-18", "Midway: American victory (1 to 4)", "share", 0.55, 0.78,
           lambda m: m["midway_1"] + m["midway_2"] + m["midway_3"] + m["midway_4"]),
    Target("C-19", "Attu lost to Japan at the end, historical line", "share", 0.65, 1,
           _line("lost_attu")),
    Target("C-19", "Kiska lost to Japan at the end, historical line", "share", 0.65, 1,
           _line("lost_kiska")),
    Target("C-19", "Paramushiro lost, historical line", "share", 0, 0.15,
           _line("lost_paramushiro")),
    Target("C-20", "Japanese floatplane fighters lost, a game", "number", 3, 8,
           "lost_floatplane_fighters_japan"),
    Target("C-20", "Allied flying boats lost, a game", "number", 1, 4, "lost_flying_boats_allies"),
    Target("C-21", "carriers lost, a game", "number", 0, 0.5, "lost_carriers"),
)  # fmt: skip
