"""The position as text, for render modes "ansi" and "human": what both sides may see."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from glory_env.games.empire import state as st
from glory_env.games.empire.describe import name_of
from glory_env.games.empire.generated.records import Game
from glory_env.games.empire.rules.board import holder_of
from glory_env.games.empire.rules.victory import vp


def board(scenario: Any, g: Game) -> str:
    """Turn, points and tracks; the units hex by hex with their steps; who is off the map."""
    s = scenario.tables[0]
    lines = [
        f"turn {g.turn}, {st.PHASES[g.phase]}, {st.SIDES[g.side]} on turn; VP {int(vp(g, s))}",
        f"hands {g.hand[0]} / {g.hand[1]}, passes {g.passes[0]} / {g.passes[1]}, "
        f"ASP {g.asp[0] - g.asp_used[0]} / {g.asp[1] - g.asp_used[1]}",
        f"political will {g.will}, war in Europe {g.wie}, India {st.INDIA_BOXES[g.india]}, "
        f"China {st.FRONTS[g.front]}, Burma Road {st.BURMA_ROADS[g.road]}",
    ]
    standing = defaultdict(list)
    off = defaultdict(list)
    for u in range(int(s.units)):
        place = int(g.place[u])
        if place == st.MAP:
            standing[int(g.hex[u])].append(f"{scenario.units[u]} {g.steps[u]}")
        elif place in (st.CHINA_BOX, st.TRACK, st.DELAY_BOX, st.ELIMINATED):
            back = f" turn {g.when[u]}" if g.when[u] else ""
            off[st.PLACES[place]].append(f"{scenario.units[u]}{back}")
    for hex_ in sorted(standing):
        named = name_of(scenario, str(scenario.hexes[hex_]))
        holder = f", {st.SIDES[holder_of(g, s, hex_)]}" if s.hex_place[hex_] != st.NONE else ""
        lines.append(f"{named}{holder}: {', '.join(standing[hex_])}")
    lines += [f"{place}: {', '.join(units)}" for place, units in off.items()]
    return "\n".join(lines)
