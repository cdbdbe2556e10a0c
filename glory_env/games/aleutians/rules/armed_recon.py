"""Armed reconnaissance (16.2): an Allied special force looks under a Japanese flag.

It goes ashore from a fleet at the start of S5, or from a submarine at the end of S4; one die says
what it finds.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import PASS, SPOT_ACTION, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import ask, lose, roll, spot_at
from glory_env.games.aleutians.rules.flags import flag_at
from glory_env.games.aleutians.rules.task_forces import is_on_map
from glory_env.games.aleutians.state import (
    ALLIES,
    ARMED_RECON,
    ARMED_RECON_SPOT,
    FLEET,
    FLEETS,
    GROUND,
    HIDDEN_STACKS,
    JAPAN,
    MAX_SPOTS,
    NO_DECISION,
    NONE,
    ROLL_ARMED_RECON,
    SEA,
    SPECIAL,
    SUBMARINE,
)

SHOWN_UP_TO, LOST_FROM = 3, 6  # faces: the flag goes, the scouts are eliminated (R16-2c)


@rule
def node_of(g: Game, s: Tables, u: int) -> int:
    """The part of the sea of an Allied special force at sea that has not scouted, or NONE."""
    if s.kind[u] != GROUND or s.type[u] != SPECIAL or s.side[u] != ALLIES or g.flown[u]:
        return NONE
    if g.place[u] == FLEET:
        return int(g.fleet_node[g.at[u]])
    if g.place[u] == SUBMARINE and g.place[g.at[u]] == SEA:
        return int(g.at[g.at[u]])
    return NONE


@rule
def may_scout(g: Game, s: Tables, u: int, place: int) -> bool:
    """A special force aboard, before a flag; place: FLEET or SUBMARINE."""
    if g.place[u] != place:
        return False
    n = node_of(g, s, u)
    return n != NONE and flag_at(g, s, JAPAN, n) != NONE


@rule
def asks_fleets(g: Game, s: Tables) -> bool:
    """Asked of every Allied fleet before a flag; whom it has aboard is hidden."""
    if not g.opt_rules[HIDDEN_STACKS] or g.side != ALLIES:
        return False
    for f in range(FLEETS):
        slot = ALLIES * FLEETS + f
        if is_on_map(g, slot) and flag_at(g, s, JAPAN, int(g.fleet_node[slot])) != NONE:
            ask(g, ARMED_RECON, ALLIES)
            return True
    return False


@rule
def asks_submarines(g: Game, s: Tables) -> bool:
    """The next special force that a submarine has brought (R16-2c, A-83)."""
    if not g.opt_rules[HIDDEN_STACKS] or g.side != ALLIES:
        return False
    for u in range(s.units):
        if may_scout(g, s, u, SUBMARINE):
            g.chosen_unit = u
            ask(g, ARMED_RECON_SPOT, ALLIES)
            return True
    return False


@rule
def legal_armed_recon(g: Game, s: Tables, mask: Array[int]) -> None:
    """UNIT: this special force, from its fleet; PASS: no more."""
    mask[PASS] = 1
    for u in range(s.units):
        if may_scout(g, s, u, FLEET):
            mask[UNIT + u] = 1


@rule
def apply_armed_recon(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == PASS:
        g.step += 1
    else:
        g.chosen_unit = action - UNIT
        ask(g, ARMED_RECON_SPOT, ALLIES)


@rule
def legal_armed_recon_spot(g: Game, s: Tables, mask: Array[int]) -> None:
    n = node_of(g, s, int(g.chosen_unit))
    for p in range(MAX_SPOTS):
        if g.flag[p, JAPAN] and spot_at(g, s, p, n):
            mask[SPOT_ACTION + p] = 1


@rule
def apply_armed_recon_spot(g: Game, s: Tables, t: Trace, action: int) -> None:
    """One die (RDX-24); who survives is back aboard and does not land in this phase (R16-2d)."""
    g.decision = NO_DECISION
    u = int(g.chosen_unit)
    g.chosen_unit = NONE
    g.flown[u] = 1
    face = roll(g, t, ROLL_ARMED_RECON)
    if face <= SHOWN_UP_TO:
        g.flag[action - SPOT_ACTION, JAPAN] = 0
    elif face >= LOST_FROM:
        lose(g, s, u)
