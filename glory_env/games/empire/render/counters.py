"""Who stands where and who holds what: counters as groups over the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from glory_env.games.empire import state as st
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.render.ground import RADIUS, centre
from glory_env.render.drawing import (
    BLUE,
    GREEN,
    INK,
    ORANGE,
    PURPLE,
    SKY,
    VERMILLION,
    WHITE,
    YELLOW,
    Circle,
    Group,
    Point,
    Primitive,
    Rect,
    Text,
    tint,
)

if TYPE_CHECKING:
    from glory_env.games.empire.scenario import Scenario

SIZE = 15.0
MOST = 4  # counters of a pile that are drawn; the number says how many there are
COLOURS = {
    st.NAT_JAPAN: tint(VERMILLION, 0.35), st.NAT_US: tint(GREEN, 0.45),
    st.NAT_BRITISH: tint(ORANGE, 0.45), st.NAT_AUSTRALIAN: tint(YELLOW, 0.3),
    st.NAT_NEW_ZEALAND: tint(PURPLE, 0.4), st.NAT_INDIAN: tint(ORANGE, 0.65),
    st.NAT_DUTCH: tint(SKY, 0.4), st.NAT_CHINESE: tint(PURPLE, 0.65), st.NAT_JOINT: WHITE,
}  # fmt: skip


def control(scenario: Scenario, g: Game, s: Tables) -> list[Primitive]:
    """A ring around every base, in the colour of the side that holds it."""
    drawn: list[Primitive] = []
    for h, number in enumerate(scenario.hexes):
        if s.named[h]:
            held = int(g.ctrl[s.column[h]]) >> int(s.row[h]) & 1
            x, y = centre(scenario, number)
            colour = VERMILLION if held else BLUE
            drawn.append(Circle(x, y, RADIUS * 0.58, "none", tint(colour, 0.2), 1.4))
    return drawn


def counters(scenario: Scenario, g: Game, s: Tables) -> list[Primitive]:
    """All piles on the map."""
    piles: dict[int, list[int]] = {}
    for u in range(int(s.units)):
        if g.place[u] == st.MAP:
            piles.setdefault(int(g.hex[u]), []).append(u)
    drawn: list[Primitive] = []
    for h, units in sorted(piles.items()):
        drawn += pile(scenario, g, s, units, centre(scenario, scenario.hexes[h]))
    return drawn


def pile(scenario: Scenario, g: Game, s: Tables, units: list[int], at: Point) -> list[Primitive]:
    """Some units in one hex; those that could not be read are only counted."""
    x, y = at[0] - SIZE / 2, at[1] - SIZE * 0.75
    shown = units[:MOST]
    step = 3.0
    drawn: list[Primitive] = []
    for k, u in enumerate(reversed(shown)):
        shift = (len(shown) - 1 - k) * step
        drawn.append(_counter(scenario, g, s, u, (x + shift, y - shift)))
    if len(units) > 1:
        corner = (x + SIZE + step * (len(shown) - 1), y - step * (len(shown) - 1))
        drawn.append(
            Group(
                (
                    Circle(*corner, 4.2, INK),
                    Text(corner[0], corner[1] + 2, str(len(units)), 5.8, WHITE, "middle", True),
                ),
                ", ".join(scenario.names[scenario.units[u]]["en"] for u in units),
            )
        )
    return drawn


def _counter(scenario: Scenario, g: Game, s: Tables, u: int, at: Point) -> Group:
    x, y = at
    name = scenario.names[scenario.units[u]]["en"]
    reduced = g.steps[u] < s.full_steps[u]
    fill = COLOURS[int(s.nat[u])]
    items: list[Rect | Circle | Text] = [Rect(x, y, SIZE, SIZE, fill, INK, 0.7, 1.5)]
    if s.kind[u] == st.HQ:
        sign, values = "HQ", f"{s.command_range[u]}/{s.efficiency[u]}"
    else:
        side = 0 if g.steps[u] == 2 else 1
        sign = (
            st.TYPES[int(s.type[u])]
            if s.kind[u] != st.GROUND
            else st.UNIT_SIZES[int(s.unit_size[u])][:3]
        )
        values = f"{s.attack[u, side]}-{s.defence[u, side]}"
    items.append(Text(x + SIZE / 2, y + 6, sign, 5.4, INK, "middle", True))
    items.append(Text(x + SIZE / 2, y + 12.6, values, 5.4, INK, "middle"))
    if reduced:
        items.append(Rect(x + 0.5, y + 7.1, SIZE - 1, 0.8, WHITE))
    return Group(tuple(items), name + (", reduced" if reduced else ""))
