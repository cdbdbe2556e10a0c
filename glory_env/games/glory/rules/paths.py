"""11-1, 11-2: which boxes a counter can reach. All sets of boxes are bits of one integer.

Ships use sea lines only (N-07), aircraft any line, ground units and forts land lines, at most
one sea leg, land lines (N-08). A move ends in the first contested box (R11-2b), so no path runs
through one, and none leaves a contested box toward the Allied side (R11-2c, N-06).
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import contested_boxes, convoy_room, is_aircraft, is_ship
from glory_env.games.glory.state import DE, FORT, GROUND

SEA, LAND, ANY = 0, 1, 2  # which lines a flood follows


@rule
def first_steps(g: Game, s: Tables, u: int) -> int:
    """Neighbouring boxes counter u may step into; each is itself a destination.

    Ships of all kinds keep to blue lines, which join no land box (R11-2a, l). Out of a contested
    box no counter goes on toward the Allied side; other ways are open (R11-2c, d, e).
    """
    box = int(g.place[u])
    convoy = 1 << int(s.convoy)
    steps = int(s.sea_lines[box])
    if s.kind[u] == DE:
        steps &= convoy  # R11-2j
    elif not is_ship(s, u):
        steps |= int(s.land_lines[box])
    if steps & convoy and not convoy_room(g, s, u):
        steps &= ~convoy
    if (contested_boxes(g, s) >> box) & 1:
        steps &= ~int(s.ahead[box])
    return steps


@rule
def flood(s: Tables, first: int, contested: int, lines: int, never: int) -> int:
    """Everything reached from the boxes `first` along lines, stopping in contested boxes.

    From box to box (R11-1a), as far as the lines lead (R11-1b).
    """
    reached = first
    frontier = first & ~contested
    while frontier:
        boxes = 0
        for b in range(s.boxes):
            if (frontier >> b) & 1:
                if lines != LAND:
                    boxes |= int(s.sea_lines[b])
                if lines != SEA:
                    boxes |= int(s.land_lines[b])
        boxes &= ~(reached | never)
        reached |= boxes
        frontier = boxes & ~contested
    return reached


@rule
def destinations(g: Game, s: Tables, u: int) -> int:
    """Every box counter u may move to."""
    if s.kind[u] == GROUND or s.kind[u] == FORT:
        by_land = land_destinations(g, s, u)
        return by_land | sea_destinations(g, s, u, by_land)
    if s.kind[u] == DE:
        return first_steps(g, s, u)
    never = 1 << int(g.place[u])
    if not convoy_room(g, s, u):
        never |= 1 << int(s.convoy)
    lines = ANY if is_aircraft(s, u) else SEA
    return flood(s, first_steps(g, s, u), contested_boxes(g, s), lines, never)


# --- ground units and forts ----------------------------------------------------------------
@rule
def land_destinations(g: Game, s: Tables, u: int) -> int:
    """Where a ground unit or fort comes by brown lines alone."""
    box = int(g.place[u])
    first = first_steps(g, s, u) & int(s.land_lines[box])
    return flood(s, first, contested_boxes(g, s), LAND, 1 << box)


@rule
def sea_leg(g: Game, s: Tables, u: int, embark: int) -> int:
    """Where a sea leg from box `embark` can end."""
    never = (1 << embark) | (1 << int(s.convoy))
    first = int(s.sea_lines[embark]) & ~never
    if embark == g.place[u]:
        first &= first_steps(g, s, u)
    return flood(s, first, contested_boxes(g, s), SEA, never)


@rule
def overland(g: Game, s: Tables, landing: int) -> int:
    """Where a piece can go on by land after landing: there, and beyond if it is free."""
    here = 1 << landing
    contested = contested_boxes(g, s)
    if here & contested:
        return here
    return here | flood(s, int(s.land_lines[landing]), contested, LAND, here)


@rule
def sea_destinations(g: Game, s: Tables, u: int, by_land: int) -> int:
    """Where it comes with one sea leg, less what land lines alone reach (N-08)."""
    boxes = 0
    embarks = (by_land & ~contested_boxes(g, s)) | (1 << int(g.place[u]))
    for e in range(s.boxes):
        if (embarks >> e) & 1:
            landings = sea_leg(g, s, u, e)
            boxes |= landings
            for b in range(s.boxes):
                if (landings >> b) & 1:
                    boxes |= overland(g, s, b)
    return boxes & ~by_land & ~(1 << int(g.place[u]))


@rule
def landing_choices(g: Game, s: Tables, u: int, embark: int, box: int) -> int:
    """Boxes where a sea leg from `embark` can end if the move is to end in `box`."""
    boxes = 0
    landings = sea_leg(g, s, u, embark)
    for b in range(s.boxes):
        if (landings >> b) & 1 and (overland(g, s, b) >> box) & 1:
            boxes |= 1 << b
    return boxes


@rule
def embark_choices(g: Game, s: Tables, u: int, box: int) -> int:
    """Boxes where the sea leg of a move to `box` can start (R11-3-2b)."""
    boxes = 0
    embarks = (land_destinations(g, s, u) & ~contested_boxes(g, s)) | (1 << int(g.place[u]))
    for e in range(s.boxes):
        if (embarks >> e) & 1 and landing_choices(g, s, u, e, box):
            boxes |= 1 << e
    return boxes


@rule
def lowest(bits: int) -> int:
    """The lowest box of a set, and NONE (-1) for the empty one."""
    b = -1
    while bits:
        b += 1
        if bits & 1:
            return b
        bits >>= 1
    return -1


@rule
def is_single(bits: int) -> bool:
    return bits != 0 and bits & (bits - 1) == 0
