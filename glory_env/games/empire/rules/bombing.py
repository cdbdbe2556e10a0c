"""Strategic bombing of Japan by B-29s (12.3, 13.74)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import write
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import DONE, UNIT
from glory_env.games.empire.codes import BOMBER
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.bitmaps import holds
from glory_env.games.empire.rules.board import controls
from glory_env.games.empire.rules.china_box import china_supplied
from glory_env.games.empire.rules.dice import roll
from glory_env.games.empire.rules.frames import ask, next_step
from glory_env.games.empire.rules.losses import lose_steps
from glory_env.games.empire.rules.supply import (
    FLOOD,
    LIVE,
    eligible_fields,
    eligible_ports,
    free_hexes,
    scratch,
)
from glory_env.games.empire.rules.tracks import move_will
from glory_env.games.empire.rules.zones import live_zones
from glory_env.games.empire.state import (
    AL,
    B29,
    BOMBED,
    CHINA_BOX,
    MAP,
    NEW,
    NO_DECISION,
    NONE,
    ROLL_BOMBING,
)
from glory_env.games.empire.switches import INTERCEPTORS_RETURN
from glory_env.games.empire.trace import T_BOMBING

RANGE = 8  # hexes to Tokyo
ESCORTED = 5  # hexes to Tokyo; fighters from there protect the bombers
FULL_STRENGTH = 2
HIGHEST = (4, 8)  # die of a success: reduced, full
LOSS = 9  # as rolled


# --- who may bomb ------------------------------------------------------------------------------
@rule
def may_bomb(g: Game, s: Tables, unit: int) -> bool:
    """A B-29 in reach of Tokyo that has not come back this turn (R12.31-a to -d, R12.31-f).

    In supply on an own airfield within eight hexes, or in the China box (R13.74-f).
    """
    if s.type[unit] != B29 or g.unit_flags[unit] & (NEW | BOMBED):
        return False
    if g.place[unit] == CHINA_BOX:
        return china_supplied(g, s)
    if g.place[unit] != MAP or not g.supply[unit]:
        return False
    hex_ = int(g.hex[unit])
    near = s.has_field[hex_] != 0 and s.dist[s.tokyo, hex_] <= RANGE
    return bool(near) and controls(g, s, hex_, AL)


@rule
def continue_bombing(g: Game, s: Tables) -> None:
    """Ask while a B-29 may bomb."""
    for unit in range(s.units):
        if may_bomb(g, s, unit):
            ask(g, BOMBER, AL)
            return
    end_bombing(g)


@rule
def end_bombing(g: Game) -> None:
    """The segment is over; turns in a row with a success are counted (R16.2-a, E-536)."""
    g.bomb_run = g.bomb_run + 1 if g.bombings else 0
    next_step(g)


@rule
def legal_bomber(g: Game, s: Tables, mask: Array[int]) -> None:
    """The next B-29, or no more (DK-11)."""
    mask[DONE] = 1
    for unit in range(s.units):
        if may_bomb(g, s, unit):
            mask[UNIT + unit] = 1


@rule
def apply_bomber(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        end_bombing(g)
    else:
        bomb(g, s, t, action - UNIT)


@rule
def bomb(g: Game, s: Tables, t: Trace, unit: int) -> None:
    """A B-29 rolls: success costs Japan a card, and once a turn raises the will (R12.32-a, -b).

    R16.43-b, also where no card can be lost any more. Interceptors change the die of success, the
    step is lost on the natural die, unless an own airfield is near Tokyo (R12.32-c, -d, E-506).
    """
    g.unit_flags[unit] |= BOMBED
    natural = roll(g, t, ROLL_BOMBING, unit, AL)
    die = natural + interceptors(g, s)
    success = die <= HIGHEST[int(g.steps[unit] == FULL_STRENGTH)]
    write(t, T_BOMBING, unit, die, int(success))
    if success:
        if g.bombings == 0:
            move_will(g, 1)
        g.bombings += 1
    if natural == LOSS and not has_near_field(g, s):
        lose_steps(g, s, unit, 1)


# --- near Tokyo --------------------------------------------------------------------------------
@rule
def is_near_field(g: Game, s: Tables, field: int) -> bool:
    """An Allied airfield within five hexes of Tokyo (E-507)."""
    hex_ = int(s.field_hex[field])
    return hex_ != NONE and s.dist[s.tokyo, hex_] <= ESCORTED and controls(g, s, hex_, AL)


@rule
def has_near_field(g: Game, s: Tables) -> bool:
    """Whether the Allies control one, supplied or not (R12.32-c, E-507)."""
    for field in range(s.fields):
        if is_near_field(g, s, field):
            return True
    return False


@rule
def ends_interceptors(g: Game, s: Tables) -> bool:
    """Whether the Allies control one that is eligible for supply (R12.32-d)."""
    if not has_near_field(g, s):
        return False
    w = scratch()
    live_zones(g, w, AL, LIVE)
    free_hexes(g, s, w, AL)
    eligible_ports(g, s, w, AL)
    eligible_fields(g, s, w, AL)
    for field in range(s.fields):
        if is_near_field(g, s, field) and holds(s, w, FLOOD, int(s.field_hex[field])):
            return True
    return False


@rule
def look_at_interceptors(g: Game, s: Tables) -> None:
    """They are gone for good once that is so, unless the switch lets them return (E-507)."""
    if g.bomb_drm and not g.switch[INTERCEPTORS_RETURN] and ends_interceptors(g, s):
        g.bomb_drm = 0


@rule
def interceptors(g: Game, s: Tables) -> int:
    """What Japan's interceptors add to the die of bombing (R12.32-d)."""
    if g.bomb_drm == 0 or ends_interceptors(g, s):
        return 0
    return int(g.bomb_drm)
