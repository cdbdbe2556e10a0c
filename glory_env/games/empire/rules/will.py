"""The will of the US at the end of a turn, and what battles cost it (16.42 to 16.47)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.codes import (
    ONCE_ALASKA,
    ONCE_FEW_RESOURCES,
    ONCE_FOUR_BOMBINGS,
    ONCE_HAWAII,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import (
    ANY_KIND,
    any_in,
    controls,
    in_bitmap,
)
from glory_env.games.empire.rules.cards import resource_hexes
from glory_env.games.empire.rules.participants import ground_units
from glory_env.games.empire.rules.tracks import move_will
from glory_env.games.empire.state import (
    AL,
    CORPS,
    DIVISION,
    GROUND,
    INDIA,
    JP,
    MAP,
    MAX_OCCUPIED,
    NAT_US,
    NAVAL,
    NONE,
)
from glory_env.games.empire.switches import ALASKA_SAME_HEX, PW_FEW_RESOURCES

ALASKA_TURNS, HAWAII_TURNS = 3, 2
FEW, FEW_BOXES = 3, (3, 1)  # resource hexes; boxes by the switch
FIRST_OF_1943 = 5  # turn
BOMBINGS = 4


# --- occupied ground ---------------------------------------------------------------------------
@rule
def is_occupied(g: Game, s: Tables, hex_: int) -> bool:
    """Japan controls the hex and a unit of its is there (E-539)."""
    return controls(g, s, hex_, JP) and any_in(g, s, hex_, JP, ANY_KIND)


@rule
def count_alaska(g: Game, s: Tables) -> bool:
    """Count the phases in a row of each hex; whether one has three (R16.42-a, E-539, BV-581).

    By the other reading it need not be the same hex.
    """
    k, longest, held = 0, 0, False
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ == NONE or k == MAX_OCCUPIED or not in_bitmap(s, s.alaska, hex_):
            continue
        here = is_occupied(g, s, hex_)
        held = held or here
        g.alaska_runs[k] = g.alaska_runs[k] + 1 if here else 0
        longest = max(longest, int(g.alaska_runs[k]))
        k += 1
    if g.switch[ALASKA_SAME_HEX] == 0:
        g.alaska_run = longest
    else:
        g.alaska_run = g.alaska_run + 1 if held else 0
    return bool(g.alaska_run >= ALASKA_TURNS)


@rule
def count_hawaii(g: Game, s: Tables) -> bool:
    """The same of a main island or Midway; whether one has two (R16.42-b, BV-582)."""
    k, longest = 0, 0
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ == NONE or k == MAX_OCCUPIED or not in_bitmap(s, s.hawaii, hex_):
            continue
        g.hawaii_runs[k] = g.hawaii_runs[k] + 1 if is_occupied(g, s, hex_) else 0
        longest = max(longest, int(g.hawaii_runs[k]))
        k += 1
    g.hawaii_run = longest
    return longest >= HAWAII_TURNS


@rule
def once(g: Game, flag: int, happens: bool, boxes: int) -> None:
    """Something moves the will once in a game."""
    if happens and not g.once & flag:
        g.once |= flag
        move_will(g, boxes)


# --- ships, and the progress of the war --------------------------------------------------------
@rule
def us_ships(g: Game, s: Tables, carriers: int) -> bool:
    """Whether a US ship, or a US carrier, is on the map (R16.46-a, E-542)."""
    for unit in range(s.units):
        ours = g.place[unit] == MAP and s.nat[unit] == NAT_US and s.kind[unit] == NAVAL
        if ours and (s.is_carrier[unit] or not carriers):
            return True
    return False


@rule
def counts_as_progress(g: Game, s: Tables, place: int) -> bool:
    """A hex that Japan held at the start of the turn and the Allies hold (R16.47-c, R16.47-d).

    With a port, an airfield, a resource or a city, but no one-hex island with a name alone
    (R16.47-e), nor Central India after it has surrendered (R13.63-g). What Japan took is not
    subtracted (R16.47-g).
    """
    hex_ = int(s.place_hex[place])
    if hex_ == NONE or g.ctrl_start[place] != JP or not controls(g, s, hex_, AL):
        return False
    if g.surrendered[INDIA] and in_bitmap(s, s.central_india, hex_):
        return False
    base = s.has_port[hex_] or s.has_field[hex_] or s.resource[hex_]
    return bool(base or (s.city[hex_] and not s.islet[hex_]))


@rule
def progress(g: Game, s: Tables) -> int:
    """Hexes the Allies have newly taken and still hold (R16.47-a, R16.47-f, E-543)."""
    found = 0
    for place in range(s.places):
        if counts_as_progress(g, s, place):
            found += 1
    return found


@rule
def look_at_will(g: Game, s: Tables) -> None:
    """All causes of the end of a turn, in order (R16.4-a, R16.4-b, R16.43-a, R16.46-a, R16.47-b).

    Other areas than these and the nations never move the will (R16.41-d).

    R4.32-a.
    """
    once(g, ONCE_HAWAII, count_hawaii(g, s), -1)
    once(g, ONCE_ALASKA, count_alaska(g, s), -1)
    few = g.turn >= FIRST_OF_1943 and resource_hexes(g, s) <= FEW
    once(g, ONCE_FEW_RESOURCES, few, int(FEW_BOXES[g.switch[PW_FEW_RESOURCES]]))
    once(g, ONCE_FOUR_BOMBINGS, g.bomb_run >= BOMBINGS, 0)
    if not us_ships(g, s, 1):
        move_will(g, -1)
    if not us_ships(g, s, 0):
        move_will(g, -1)
    if s.progress[g.turn] and progress(g, s) < g.progress_goal:
        move_will(g, -1)


# --- casualties --------------------------------------------------------------------------------
@rule
def note_stake(g: Game, s: Tables) -> None:
    """Before a ground combat of the Allies' own: whether a US division or corps is in it.

    One that replacements may bring back (R16.45-a).
    """
    g.at_stake = 0
    if g.op_side != AL:
        return
    for unit in range(s.units):
        ours = g.fights[unit] and s.unit_side[unit] == AL and s.kind[unit] == GROUND
        large = s.nat[unit] == NAT_US and s.unit_size[unit] in (DIVISION, CORPS)
        if ours and large and not s.dotted[unit]:
            g.at_stake = 1


@rule
def note_casualties(g: Game, s: Tables) -> None:
    """All Allied ground units of it are destroyed: one box, once a turn (R16.45-a, BV-584)."""
    if g.at_stake and ground_units(g, s, AL) == 0 and g.casualties_turn != g.turn:
        g.casualties_turn = g.turn
        move_will(g, -1)
    g.at_stake = 0
