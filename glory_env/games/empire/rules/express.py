"""The Tokyo Express: a hex whose units are supplied until the turn is over (6.23).

An activation path it does not help (R6.23-g)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import PLACE
from glory_env.games.empire.codes import EXPRESS_PLACE
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.battle_hexes import enemies_in
from glory_env.games.empire.rules.board import controls
from glory_env.games.empire.rules.frames import ask
from glory_env.games.empire.rules.headquarters import can_lead, in_command
from glory_env.games.empire.state import ALL_DIRTY, JP, NO_DECISION, NONE


@rule
def may_be_express(g: Game, s: Tables, hex_: int) -> bool:
    """A Japanese hex without Allied units in the range of a supplied HQ (R6.23-c, E-589)."""
    if not controls(g, s, hex_, JP) or enemies_in(g, s, hex_, JP):
        return False
    for hq in range(s.units):
        if can_lead(g, s, hq, JP) and in_command(g, s, hq, hex_):
            return True
    return False


@rule
def offer_express(g: Game, s: Tables) -> None:
    """Ask where the marker goes, if there is a hex (DK-55)."""
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and may_be_express(g, s, hex_):
            ask(g, EXPRESS_PLACE, JP)
            return


@rule
def legal_express_hex(g: Game, s: Tables, mask: Array[int]) -> None:
    """Any such hex."""
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and may_be_express(g, s, hex_):
            mask[PLACE + place] = 1


@rule
def apply_express_hex(g: Game, s: Tables, t: Trace, action: int) -> None:
    """There is one marker: it moves if it lies elsewhere (R6.23-e, R6.23-f)."""
    g.decision = NO_DECISION
    g.express_hex = s.place_hex[action - PLACE]
    g.express_turn = g.turn
    g.dirty = ALL_DIRTY


@rule
def end_express(g: Game) -> None:
    """The turn is over, and with it the Express (R6.23-c, R6.23-e)."""
    if g.express_hex != NONE:
        g.express_hex = NONE
        g.dirty = ALL_DIRTY
