"""The board as text, for render modes "ansi" and "human": what both sides may see."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.generated.records import Game
from glory_env.games.aleutians.rules.flags import is_under_flag
from glory_env.games.aleutians.rules.free_setup import is_secret
from glory_env.games.aleutians.rules.task_forces import seattle_shown, ships_in
from glory_env.games.aleutians.rules.victory import vp

ROW_LETTERS = "ABCD"


def area_name(area: int) -> str:
    """A1 to D15."""
    return f"{ROW_LETTERS[area // st.COLUMNS]}{area % st.COLUMNS + 1}"


def board(scenario: Any, g: Game) -> str:
    """Turn, points and supply; fleets by area; who stands at which place."""
    s = scenario.tables[0]
    seattle = int(seattle_shown(g, st.JAPAN))
    lines = [
        f"turn {g.turn}, {st.PHASES[g.phase]}, phase of {st.SIDES[g.side]}; "
        f"VP {int(vp(g, s))}; supply {g.supply[0]} / {g.supply[1]}, Seattle {seattle}"
    ]
    if is_secret(g):
        return lines[0]
    for slot in range(st.SLOTS):
        if g.fleet_used[slot]:
            node = int(g.fleet_node[slot])
            where = area_name(int(s.node_area[node])) if node != st.NONE else "off the map"
            mark = ", found" if g.fleet_found[slot] else ""
            closed = g.switch[st.CLOSED_FLEET_SIZE]
            ships = "" if closed else f", {int(ships_in(g, s, slot))} ships"
            name = f"{st.SIDES[slot // st.FLEETS]} fleet {'ABCD'[slot % st.FLEETS]}"
            lines.append(f"{name}: {where}{ships}{mark}")
    standing = defaultdict(list)
    for u in np.flatnonzero(g.place[: int(s.units)] == st.SPOT).tolist():
        if not is_under_flag(g, s, u):
            standing[int(g.at[u])].append(str(scenario.units[u]))
    flags = g.flag.tolist()
    for p, spot in enumerate(scenario.spots):
        units = standing[p] + [f"flag of {st.SIDES[side]}" for side in range(2) if flags[p][side]]
        if units:
            lines.append(f"{spot}: {', '.join(units)}")
    return "\n".join(lines)
