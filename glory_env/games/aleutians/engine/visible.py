"""What a side may see of the other one (RHI, decisions of A-32 and A-33)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.flags import is_under_flag
from glory_env.games.aleutians.rules.free_setup import is_listed, is_secret
from glory_env.games.aleutians.rules.surface import is_shown
from glory_env.games.aleutians.state import AIRCRAFT, CARRIER, FLEET, GONE, SHIP, WITHDRAWN


@rule
def in_hidden_fleet(g: Game, s: Tables, u: int) -> bool:
    """A ship or cargo of a fleet that has not been found (RHI-1a).

    Cargo is hidden in found ones too. In a surface battle the ships lie open once both lines are
    laid out (A-56). Found ships are face up (R9-2j).
    """
    if g.place[u] != FLEET:
        return False
    slot = int(g.at[u])
    return s.kind[u] != SHIP or not (g.fleet_found[slot] or is_shown(g, slot))


@rule
def is_hidden(g: Game, s: Tables, u: int, seat: int) -> bool:
    """Whether a seat does not see where this unit is.

    Enemy ships in unfound fleets cannot be told from those that have been taken out of such fleets
    for good; nor can the aircraft on their decks (R8-1c, RHI-1e). Ground units under a flag, and
    what is placed in a free set-up that is not over, are hidden as well (RHI-1d).
    """
    if s.side[u] == seat:
        return False
    if is_under_flag(g, s, u) or (is_secret(g) and is_listed(s, u)):
        return True
    if s.kind[u] == SHIP and (g.place[u] == WITHDRAWN or g.place[u] == GONE):
        return True
    if s.kind[u] == AIRCRAFT and g.place[u] == CARRIER:
        ship = int(g.at[u])
        return g.place[ship] == GONE or g.place[ship] == WITHDRAWN or in_hidden_fleet(g, s, ship)
    return in_hidden_fleet(g, s, u)
