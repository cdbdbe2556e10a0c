"""Fleets that come and go by rules of their own: both fleets D, Truk, Yokosuka (4.4, 6.10)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import ask, roll
from glory_env.games.aleutians.rules.schedule import DRAW_AT_MIDWAY, of_fleet_d
from glory_env.games.aleutians.rules.task_forces import (
    fleets_in_area,
    free_slot,
    ships_in,
    start_fleet,
)
from glory_env.games.aleutians.rules.withdrawals import (
    ALLIED_AK,
    BIG,
    BIG_TURN,
    FORCES,
    JAPANESE_AK,
    LAST,
    in_service,
    take_off,
    withdraw_dated,
    withdraw_transport,
)
from glory_env.games.aleutians.state import (
    ABSENT,
    ALLIES,
    CARRIER,
    FLEET,
    FLEETS,
    J1,
    J2,
    J4,
    JAPAN,
    L1,
    L3,
    L4,
    MAX_SHIPS,
    NONE,
    ROLL_FLEET_D,
    ROLL_FORCE,
    SHAM_FLEET_D,
    SHIP,
    STRATEGY_FORCES,
    TRUK,
    WITHDRAW,
    YOKOSUKA,
)

JAPANESE_D, ALLIED_D_SLOT = JAPAN * FLEETS + 3, ALLIES * FLEETS + 3
OPEN, APPEARED, STAYS_AWAY, LATE = range(4)  # values of `fleet_d`
FLEET_D_FACE = 2  # it appears up to this face (RSU-1e)
TRUK_FACE, YOKOSUKA_FACE = 2, 1  # (R6-10b)
LOWEST_MODIFIER = -3  # of both together (R6-10b, BV-17)
FIRST_FORCE_TURN, LAST_FORCE_TURN = 9, 10
US_OVERWHELMING, JAPANESE_VICTORY = 1, 6  # faces at Midway


# --- conditional forces (6.10) -------------------------------------------------------------
@rule
def may_try(g: Game, force: int) -> bool:
    """Once each, in a Japanese phase of turn 9 or 10, with a free marker (R6-10a, c; A-74).

    force: 0 Truk, 1 Yokosuka.
    """
    if g.side != JAPAN or not FIRST_FORCE_TURN <= g.turn <= LAST_FORCE_TURN:
        return False
    return not g.force_tried[force] and free_slot(g, JAPAN) != NONE


@rule
def appear(g: Game, s: Tables, t: Trace, force: int) -> bool:
    """Try a conditional force; if it comes it forms off map with its aircraft aboard (R6-10d).

    force: 0 Truk, 1 Yokosuka. Only where `may_try`. Once for all (R6-10f). The force is that of
    RRF-2e, the modifiers those of R6-10b, R15-2d and RRF-2f (RDX-06).
    """
    g.force_tried[force] = 1
    area = int(s.node_area[s.kurile_node])
    modifier = -2 if fleets_in_area(g, s, ALLIES, area) > 0 else 0
    modifier -= int(g.soviet)
    if g.opt_rules[STRATEGY_FORCES] and (g.strategy[JAPAN] == J1 or g.strategy[ALLIES] == L4):
        modifier -= 1  # R16-7a, A-81
    modifier = max(modifier, LOWEST_MODIFIER)
    if roll(g, t, ROLL_FORCE) + modifier > (TRUK_FACE if force == 0 else YOKOSUKA_FACE):
        return False
    slot = free_slot(g, JAPAN)
    start_fleet(g, slot, NONE)
    for u in range(s.units):
        if s.condition[u] == (TRUK if force == 0 else YOKOSUKA):
            embark(g, s, u, slot)
    return True


@rule
def embark(g: Game, s: Tables, u: int, slot: int) -> None:
    """A ship into a fleet, or an aircraft onto its carrier's deck."""
    if s.kind[u] == SHIP:
        g.place[u] = FLEET
        g.at[u] = slot
    else:
        g.place[u] = CARRIER
        g.at[u] = s.mother[u]


@rule
def send_away(g: Game, s: Tables, condition: int) -> None:
    """All ships of a conditional force leave, from repair too (N-23), with what is on deck."""
    for u in range(s.units):
        if s.condition[g.duty[u]] == condition and s.kind[u] == SHIP and in_service(g, u):
            take_off(g, s, u)


@rule
def truk_leaves(g: Game, s: Tables) -> None:
    """At the end of a phase (R6-10e); the fighter of Unyo stays on its airfield (R6-10h, N-22)."""
    send_away(g, s, TRUK)


# --- Allied fleet D --------------------------------------------------------------------------
@rule
def is_called(g: Game) -> bool:
    """Not under L1 or L2, nor after a lost battle of Midway (RSU-1e, R4-4d, RAS-1f, A-16)."""
    strategy = int(g.strategy[ALLIES])
    return g.midway < DRAW_AT_MIDWAY and strategy in (L3, L4)


@rule
def place_fleet_d(g: Game, s: Tables, node: int) -> None:
    """Its ships and aircraft, at sea or in Seattle (NONE), under the marker kept for it (RSU-1d).

    At sea it has to make a port in this phase (RSU-3f).
    """
    g.fleet_d = APPEARED
    start_fleet(g, ALLIED_D_SLOT, node)
    g.fleet_deadline[ALLIED_D_SLOT] = int(node != NONE)
    for u in range(s.units):
        if of_fleet_d(g, s, u, ALLIES):
            embark(g, s, u, ALLIED_D_SLOT)
    for u in range(s.units):
        mother = int(s.mother[u])
        if mother == NONE or s.condition[u] != s.condition[mother]:  # comes in turn 9
            continue
        if of_fleet_d(g, s, mother, ALLIES):
            embark(g, s, u, ALLIED_D_SLOT)


@rule
def fleet_d_appears(g: Game, s: Tables, t: Trace) -> None:
    """The start of the second Allied phase of turn 1: whether fleet D is there (RSU-1e).

    L4: always (RAS-1d); L3: on a die of 1 or 2 (RAS-1c, RDX-05), which tells L3 (RHI-1i). With the
    switch SHAM_FLEET_D the die falls under every strategy, so that it shows nothing.
    """
    if g.fleet_d != OPEN:
        return
    face = 0
    if (is_called(g) and g.strategy[ALLIES] == L3) or g.switch[SHAM_FLEET_D]:
        face = roll(g, t, ROLL_FLEET_D)
    if is_called(g) and (g.strategy[ALLIES] == L4 or face <= FLEET_D_FACE):
        place_fleet_d(g, s, int(s.allied_d_node))
    else:
        g.fleet_d = STAYS_AWAY


@rule
def fleet_d_skipped(g: Game) -> None:
    """The Allies have not played that phase: fleet D comes late under L4, or not (A-17)."""
    if g.fleet_d == OPEN:
        g.fleet_d = LATE if is_called(g) and g.strategy[ALLIES] == L4 else STAYS_AWAY


@rule
def fleet_d_comes_late(g: Game, s: Tables) -> None:
    """In Seattle, first thing in turn 2 (A-17, N-24)."""
    if g.fleet_d == LATE:
        place_fleet_d(g, s, NONE)


# --- Japanese fleet D ------------------------------------------------------------------------
@rule
def join_fleet_d(g: Game, s: Tables) -> None:
    """The additions of turn 1 join fleet D wherever it is, aircraft aboard (RRF-2a, N-14).

    Not after an overwhelming American victory at Midway (RMW-1a): then those that have joined leave
    again (A-15 b). Nor where fleet D is no more (N-13).
    """
    for u in range(s.units):
        if s.kind[u] != SHIP or not of_fleet_d(g, s, u, JAPAN) or s.enter[g.duty[u]] == 0:
            continue
        if g.midway == US_OVERWHELMING:
            if in_service(g, u):
                take_off(g, s, u)
            continue
        if g.place[u] != ABSENT or not g.fleet_used[JAPANESE_D]:
            continue
        if ships_in(g, s, JAPANESE_D) < MAX_SHIPS:
            embark(g, s, u, JAPANESE_D)
            for k in range(s.units):
                if s.mother[k] == u:
                    embark(g, s, k, JAPANESE_D)


# --- the end of the turn (4.4) ---------------------------------------------------------------
@rule
def japanese_d_stays(g: Game) -> bool:
    """To the end of turn 2 after a Japanese victory at Midway, or under J1 or J2 (R4-4b).

    Neither comes with face 1, which adds 2 to the first roll (RJS-1e).
    """
    if g.turn != 1:
        return False
    strategy = int(g.strategy[JAPAN])
    return g.midway == JAPANESE_VICTORY or strategy in (J1, J2)


@rule
def fleets_d_leave(g: Game, s: Tables) -> None:
    """All ships listed for a fleet D, wherever they are (R4-4a, RRF-2b, A-14).

    The Allied one stays to turn 2 under L4.
    """
    allied_stays = g.turn == 1 and g.strategy[ALLIES] == L4  # R4-4e
    for u in range(s.units):
        japanese = of_fleet_d(g, s, u, JAPAN) and not japanese_d_stays(g)
        allied = of_fleet_d(g, s, u, ALLIES) and not allied_stays
        if (japanese or allied) and s.kind[u] == SHIP and in_service(g, u):
            take_off(g, s, u)


@rule
def leave(g: Game, s: Tables, t: Trace) -> bool:
    """Withdrawals at the end of a turn (R4-4); to be called again while it returns True.

    True: a side has been asked, or a fleet has too few lifts.
    """
    if g.queue == FORCES:
        if g.turn <= 2:  # later, ships of the L4 group stay (R6-11d)
            fleets_d_leave(g, s)
        send_away(g, s, YOKOSUKA)
        if g.turn == BIG_TURN:
            withdraw_dated(g, s, 0)
        g.queue = JAPANESE_AK
    if g.short_fleet != NONE:
        return True
    if g.queue == JAPANESE_AK:  # R4-4c, RJS-1d
        if g.turn == 1 and g.strategy[JAPAN] == J4 and withdraw_transport(g, s, JAPAN):
            ask(g, WITHDRAW, JAPAN)
            return True
        g.queue = ALLIED_AK
    if g.queue == ALLIED_AK:  # R4-4f, RAS-1a
        if g.turn == 2 and g.strategy[ALLIES] == L1 and withdraw_transport(g, s, ALLIES):
            ask(g, WITHDRAW, ALLIES)
            return True
        g.queue = BIG
    if g.queue == BIG:
        if g.turn == BIG_TURN:
            ask(g, WITHDRAW, ALLIES)
            return True
        g.queue = LAST
    if g.short_fleet != NONE:
        return True
    g.queue = FORCES
    return False
