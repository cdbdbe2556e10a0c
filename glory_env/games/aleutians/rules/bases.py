"""Airfields, ports and the fuel depot: who may use what (3.2, 6.4, 10.3, 12.5)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import (
    colour_of,
    ground_count,
    ground_in_land,
    in_play,
    landed_at,
    spot_at,
)
from glory_env.games.aleutians.state import (
    ALLIES,
    JAPAN,
    LAND_POINTS_BY_FIELD,
    LARGE,
    MAX_SPOTS,
    NO_FIELD,
    NONE,
    ON_LARGE,
    ON_WATER,
    SMALL,
)


@rule
def on_field(g: Game, s: Tables, u: int, p: int) -> bool:
    """Landed on the airfield of a spot; floatplanes never are (R14-2c)."""
    return landed_at(g, s, u, p) and s.lands[u] != ON_WATER


@rule
def field_load(g: Game, s: Tables, p: int) -> int:
    """Aircraft on the airfield of a spot."""
    count = 0
    for u in range(s.units):
        count += int(on_field(g, s, u, p))
    return count


@rule
def field_capacity(g: Game, p: int) -> int:
    """Aircraft it holds: large 10, small 3 (R10-3a)."""
    if g.field[p] == LARGE:
        return 10
    return 3 if g.field[p] == SMALL else 0


@rule
def owns_field(g: Game, s: Tables, side: int, p: int) -> bool:
    """An airfield, printed or built, that the side controls and so may use (R10-3f)."""
    return in_play(g, s, p) and g.field[p] != NO_FIELD and g.field_owner[p] == side


@rule
def owns_port(g: Game, s: Tables, side: int, p: int) -> bool:
    """A printed port that the side controls, disrupted or not."""
    return in_play(g, s, p) and s.port[p] == 1 and g.port_owner[p] == side


@rule
def japan_holds_land(g: Game, s: Tables, p: int) -> bool:
    """Japan controls Anchorage or Nome: all printed facilities there, the depot apart (A-03).

    With the switch LAND_POINTS_BY_FIELD any one of them.
    """
    field = g.field[p] != NO_FIELD and g.field_owner[p] == JAPAN
    if not s.port[p]:
        return field
    port = g.port_owner[p] == JAPAN
    if g.switch[LAND_POINTS_BY_FIELD]:
        return field or port
    return field and port


@rule
def depot_out(g: Game, s: Tables) -> bool:
    """Fire at the depot, or Japan holds Anchorage or the depot itself (R6-4a, R6-4f, R3-3b, A-22).

    It stops ports and transport flights, and nothing else (R6-4g).
    """
    depot = int(s.depot)
    if g.depot_fire or japan_holds_land(g, s, int(s.anchorage)):
        return True
    return ground_count(g, s, JAPAN, depot) > 0 and ground_count(g, s, ALLIES, depot) == 0


@rule
def can_use_port(g: Game, s: Tables, side: int, p: int) -> bool:
    """A printed port for loading, unloading, forming and return; not with the depot out (R6-4b)."""
    if not owns_port(g, s, side, p):
        return False
    return side == JAPAN or not depot_out(g, s)


@rule
def has_beach(g: Game, s: Tables, side: int, p: int) -> bool:
    """A temporary port (12.5): landed here and still there, or R3-2g's island with an airfield.

    An own printed port makes it void (R12-5b).
    """
    if not in_play(g, s, p) or owns_port(g, s, side, p):
        return False
    if g.beach[p, side] and ground_count(g, s, side, p) > 0:
        return True
    if not s.island[p] or s.port[p]:
        return False
    return colour_of(g, s, p) != side and g.holder[p] == side and owns_field(g, s, side, p)


@rule
def has_port(g: Game, s: Tables, side: int, p: int) -> bool:
    """An own port or temporary port to board and disembark at (R12-5d)."""
    return can_use_port(g, s, side, p) or has_beach(g, s, side, p)


@rule
def home_port_at(g: Game, s: Tables, side: int, n: int) -> bool:
    """Whether a part of the sea has a usable own printed port that is not disrupted (R8-6a)."""
    for p in range(s.sites):
        if spot_at(g, s, p, n) and can_use_port(g, s, side, p) and not g.port_disrupted[p]:
            return True
    return False


@rule
def lies_in_port(g: Game, s: Tables, side: int, n: int) -> bool:
    """Whether a part of the sea has an own printed port, disrupted or of no use now (R8-5i).

    A fleet there may stay (N-47); `home_port_at` says where one may return to.
    """
    for p in range(s.sites):
        if spot_at(g, s, p, n) and owns_port(g, s, side, p):
            return True
    return False


@rule
def floatplane_home(g: Game, s: Tables, side: int, p: int) -> bool:
    """Own island, or coastal land with an own ground unit in the area (R10-3c, N-88)."""
    if not in_play(g, s, p):
        return False
    if p < s.spots and s.island[p]:
        return g.holder[p] == side
    area = int(g.spot_area[p])
    open_spot = p < s.spots and s.open[p] == 1
    return open_spot and s.area_coast[area] == 1 and ground_in_land(g, s, side, area) > 0


@rule
def can_land(g: Game, s: Tables, u: int, p: int) -> bool:
    """Whether an aircraft may land at a spot, disrupted or not (R10-3b, i, R14-2a).

    Never a carrier's. Range is not looked at. The two fighters of Paramushiro may go elsewhere once
    the carrier aircraft are land planes (R10-3i, R16-8a).
    """
    side = int(s.side[u])
    if s.only_base[u] != NONE and s.only_base[u] != p and not g.aircraft_landed:
        return False
    if s.lands[u] == ON_WATER:
        return floatplane_home(g, s, side, p)
    if not owns_field(g, s, side, p) or (s.lands[u] == ON_LARGE and g.field[p] != LARGE):
        return False
    return field_load(g, s, p) < field_capacity(g, p)


@rule
def clear_spots_tried(g: Game) -> None:
    for p in range(MAX_SPOTS):
        g.field_new[p] = 0
        g.field_tried[p] = 0
