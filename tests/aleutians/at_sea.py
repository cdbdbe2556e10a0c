"""Small positions of fleets and recon units, and the flow of S2 and S3 without the rest."""

from __future__ import annotations

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, OWN_FLEET
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules import cargo, naval, recon, search
from glory_env.games.aleutians.rules.task_forces import start_fleet
from glory_env.games.aleutians.state import (
    ABSENT,
    BOX,
    FLEET,
    NAVAL,
    NO_DECISION,
    NONE,
    RECON_STAGE,
    SAIL,
    SEA,
    SLOTS,
    SPOT,
)

from .driver import choose, options
from .positions import blank, node, spot, unit

SUMMER, WINTER, SPRING = 1, 7, 9  # turns


def bare(phase: int, side: int, turn: int = SPRING) -> tuple[Game, Tables, Trace]:
    """An empty map at the start of a phase: no units anywhere, no fleets."""
    g, s, t = blank()
    g.turn, g.phase, g.side, g.step, g.passes = turn, phase, side, 0, 0
    g.decision = NO_DECISION
    g.op = side
    g.place[:] = ABSENT
    g.at[:] = NONE
    g.flown[:] = 0
    for slot in range(SLOTS):
        g.fleet_used[slot] = 0
        g.fleet_node[slot] = NONE
        g.fleet_floatplane[slot] = NONE
    g.fleet_d = 2
    return g, s, t


def put_fleet(g: Game, slot: int, where: str, *units: str) -> None:
    """A fleet with ships and cargo; where: part of the sea, or "" for off map."""
    start_fleet(g, slot, node(where) if where else NONE)
    for name in units:
        g.place[unit(name)] = FLEET
        g.at[unit(name)] = slot


def put_at_sea(g: Game, name: str, where: str) -> None:
    """A boat, or an aircraft on reconnaissance."""
    g.place[unit(name)] = SEA
    g.at[unit(name)] = node(where)


def put_ashore(g: Game, name: str, where: str) -> None:
    g.place[unit(name)] = SPOT
    g.at[unit(name)] = spot(where)


def put_in_box(g: Game, *units: str) -> None:
    for name in units:
        g.place[unit(name)] = BOX
        g.at[unit(name)] = NONE


def throw(t: Trace, *faces: int) -> None:
    """The next dice."""
    t.scripted = len(faces)
    t.faces[: len(faces)] = faces
    t.next_face = 0
    t.short = 0


def thrown(t: Trace) -> int:
    """How many of the scripted dice were used; more than there were is an error."""
    assert not t.short
    return int(t.next_face)


def play_on(g: Game, s: Tables, t: Trace) -> None:
    """Go on to the next decision or the end of the phase."""
    phase = g.phase
    while g.decision == NO_DECISION and g.phase == phase and phase in (RECON_STAGE, NAVAL):
        if g.short_fleet != NONE:
            cargo.continue_cargo(g, s, t)
        elif g.search_unit != NONE or g.search_fleet != NONE:
            search.continue_search(g, s, t)
        elif phase == RECON_STAGE:
            recon.continue_recon(g, s, t)
        else:
            naval.continue_naval(g, s, t)


def act(g: Game, s: Tables, t: Trace, *actions: int) -> None:
    """Take legal actions, one after the other, and play on after each."""
    for action in actions:
        choose(g, s, t, action)
        play_on(g, s, t)


def refuse(g: Game, s: Tables, *actions: int) -> None:
    """None of these actions is legal."""
    assert not options(g, s) & set(actions)


def sail(g: Game, s: Tables, t: Trace, fleet: int) -> None:
    """To the point where this fleet of PP takes its first step."""
    play_on(g, s, t)
    while g.decision != SAIL:
        act(g, s, t, DONE)
    act(g, s, t, OWN_FLEET + fleet)
