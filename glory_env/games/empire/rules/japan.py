"""Japan's surrender, and who wins a campaign at its end (13.9, 16.1 to 16.3)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.codes import ONCE_FOUR_BOMBINGS
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.bitmaps import flood
from glory_env.games.empire.rules.board import controls
from glory_env.games.empire.rules.cards import resource_hexes
from glory_env.games.empire.rules.china_box import china_supplied
from glory_env.games.empire.rules.supply import (
    FLOOD,
    FRONT,
    LINKS,
    LIVE,
    NOTHING,
    OWN_PORTS,
    free_hexes,
    scratch,
)
from glory_env.games.empire.rules.zones import live_zones
from glory_env.games.empire.state import (
    B29,
    CHINA_BOX,
    COLUMNS,
    JP,
    LAND_SHIFT,
    LOW,
    MAP,
    NONE,
)
from glory_env.games.empire.switches import BOMBING_ROW, SWITCHES

BLOCKADE = 3  # political phases
BOMBINGS = 4  # turns
BOMBER_RANGE = 8  # hexes to Tokyo
FEW_RESOURCES = 1
ANY_FOUR = SWITCHES["bombing_row"].index("any_four")


@rule
def honshu_fallen(g: Game, s: Tables) -> bool:
    """The Allies control all hexes of Honshu (R13.93-a, E-530)."""
    for c in range(COLUMNS):
        if s.honshu[c] & g.ctrl[c]:
            return False
    return True


@rule
def has_resource_line(g: Game, s: Tables) -> bool:
    """A line from a city of Honshu to a resource hex, of any length (R13.93-b, E-531).

    As for supply: past live enemy zones and held hexes, one change of medium in an own port.
    """
    w = scratch()
    live_zones(g, w, JP, LIVE)
    free_hexes(g, s, w, JP)
    for c in range(COLUMNS):
        w[FLOOD, c] = s.sources[JP, c] & (g.ctrl[c] | (g.ctrl[c] << LAND_SHIFT))
    flood(w, FLOOD, LINKS, NOTHING)
    for c in range(COLUMNS):
        at_port = w[FLOOD, c] & (w[OWN_PORTS, c] | (w[OWN_PORTS, c] << LAND_SHIFT))
        w[FRONT, c] = (at_port >> LAND_SHIFT) | ((at_port & LOW) << LAND_SHIFT)
    flood(w, FRONT, LINKS, NOTHING)
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and s.resource[hex_] and controls(g, s, hex_, JP):
            word = w[FLOOD, int(s.column[hex_])] | w[FRONT, int(s.column[hex_])]
            if ((word | (word >> LAND_SHIFT)) >> int(s.row[hex_])) & 1:
                return True
    return False


@rule
def surrenders(g: Game, s: Tables) -> bool:
    """Honshu has fallen, or three political phases in a row without a line (R13.1-b, R16.1-a)."""
    if honshu_fallen(g, s):
        return True
    g.blockade_run = 0 if has_resource_line(g, s) else g.blockade_run + 1
    return g.blockade_run >= BLOCKADE


# --- the end of a campaign -----------------------------------------------------------------
@rule
def reaches_tokyo(g: Game, s: Tables) -> bool:
    """A supplied B-29 within its range of Tokyo or in the China box (R13.74-f, R16.2-a, E-536)."""
    for unit in range(s.units):
        if s.type[unit] != B29:
            continue
        if g.place[unit] == CHINA_BOX and china_supplied(g, s):
            return True
        if g.place[unit] == MAP and g.supply[unit] and s.dist[s.tokyo, g.hex[unit]] <= BOMBER_RANGE:
            return True
    return False


@rule
def bombed_out(g: Game, s: Tables) -> bool:
    """The Allies win the last turn of a campaign without an invasion (R16.2-a, BV-593).

    Four turns of successful bombing in a row, the last ones or by another reading any, at most one
    resource hex left, and Tokyo in the range of a B-29. Else Japan wins (R16.3-a).
    """
    row = g.bomb_run >= BOMBINGS
    if g.switch[BOMBING_ROW] == ANY_FOUR:
        row = row or g.once & ONCE_FOUR_BOMBINGS != 0
    return row and resource_hexes(g, s) <= FEW_RESOURCES and reaches_tokyo(g, s)
