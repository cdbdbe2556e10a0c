"""Truk and Yokosuka, both fleets D (4.4, 6.10)."""

from __future__ import annotations

import pytest

from glory_env.core.trace import Trace
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules import forces
from glory_env.games.aleutians.rules.losses import sink
from glory_env.games.aleutians.state import (
    ABSENT,
    ALLIES,
    BOX,
    CARRIER,
    FLEET,
    FLEETS,
    GONE,
    J1,
    J2,
    J3,
    J4,
    JAPAN,
    L1,
    L2,
    L3,
    L4,
    LOST,
    NONE,
    REPAIR,
    SHAM_FLEET_D,
    SPOT,
    VICTORY,
    WITHDRAWN,
)
from tests.covers import covers

from .at_sea import put_ashore, put_fleet, throw
from .driver import options
from .in_supply import act, at, lost, on_deck, places, play_on
from .positions import node, unit

TRUK_SHIPS = (
    "shokaku", "unyo", "yamashiro", "mogami", "suzuya", "oyodo", "kumano", "agano",
)  # fmt: skip
YOKOSUKA_SHIPS = ("musashi", "kongo", "haruna", "tone", "chikuma", "jp_dd_3")
ALLIED_D = (
    "enterprise", "hornet", "northampton", "new_orleans", "atlanta", "pensacola", "us_dd_3",
    "us_dd_4",
)  # fmt: skip
BACK = ("enterprise", "new_orleans", "pensacola", "us_dd_3", "us_dd_4")
FRESH = ("victorious", "brooklyn")
ADDITIONS = ("zuiho", "zuikaku", "jp_apd_3")
JAPANESE_D = ("junyo", "ryujo", "maya", "takao", "jp_dd_2")
D = FLEETS + 3
TRUK, YOKOSUKA = 0, 1


def trial(force: int, face: int, turn: int = 9) -> tuple[Game, Tables, Trace, bool]:
    g, s, t = at(JAPAN, turn)
    g.place[(g.place == FLEET) & (g.at < FLEETS)] = BOX
    g.fleet_used[:FLEETS], g.fleet_node[:FLEETS] = 0, NONE
    throw(t, face)
    return g, s, t, bool(forces.appear(g, s, t, force))


# --- conditional forces ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("force", "face", "comes"),
    [(TRUK, 2, True), (TRUK, 3, False), (YOKOSUKA, 1, True), (YOKOSUKA, 2, False)],
)
@covers("R6-10b", "R6-10d", "R6-10f", "RDX-06")
def test_die(force: int, face: int, comes: bool) -> None:
    """Truk on 1 or 2, Yokosuka on 1; off map, once."""
    g, _s, _t, came = trial(force, face)
    names = TRUK_SHIPS if force == TRUK else YOKOSUKA_SHIPS
    assert came == comes
    assert places(g, *names) == ({FLEET} if comes else {ABSENT})
    assert g.fleet_node[0] == NONE
    assert g.fleet_used[0] == int(comes)
    assert not forces.may_try(g, force)
    assert forces.may_try(g, 1 - force)  # at the same time or later


@pytest.mark.parametrize(
    ("face", "truk", "yokosuka"), [(4, True, True), (5, True, False), (6, False, False)]
)
@covers("R6-10b", "R15-2d", "A-74", "BV-17", "RRF-2f")
def test_bv_17_modifiers(face: int, truk: bool, yokosuka: bool) -> None:
    """-2 for an Allied fleet in C15, -1 after Soviet entry."""
    for force, comes in ((TRUK, truk), (YOKOSUKA, yokosuka)):
        g, s, t = at(JAPAN, 10)
        for slot in range(FLEETS):
            g.fleet_used[slot] = 0
        put_fleet(g, FLEETS, "C15", "louisville")
        g.soviet = 1
        throw(t, face)
        assert forces.appear(g, s, t, force) == comes


@covers("R6-10b")
def test_modifier_of_one_fact_only() -> None:
    """An Allied fleet elsewhere does not count."""
    g, s, t = at(JAPAN, 10)
    g.fleet_used[:FLEETS] = 0
    g.soviet = 1
    throw(t, 3, 3)
    assert forces.appear(g, s, t, TRUK)
    assert not forces.appear(g, s, t, YOKOSUKA)


@covers("R6-10a", "R6-10c", "A-74", "BV-18")
def test_when_a_force_may_be_tried() -> None:
    """Turns 9 and 10, Japanese phases, a free marker each."""
    for turn, allowed in ((8, False), (9, True), (10, True), (11, False)):
        g, _s, _t = at(JAPAN, turn)
        g.fleet_used[:FLEETS] = (1, 1, 1, 0)
        assert forces.may_try(g, TRUK) == forces.may_try(g, YOKOSUKA) == allowed
        g.side = ALLIES
        assert not forces.may_try(g, TRUK)
    g, s, t = at(JAPAN, 9)
    g.fleet_used[:FLEETS] = (1, 1, 1, 0)
    throw(t, 1)
    assert forces.appear(g, s, t, TRUK)
    assert not forces.may_try(g, YOKOSUKA)


@covers("R6-10e", "R6-10g", "R6-10h", "N-22", "N-23", "A-75")
def test_truk_leaves() -> None:
    """With its deck; Unyo's fighter stays on land."""
    g, s, _t, _came = trial(TRUK, 1)
    assert on_deck(g, "a6m2_unyo", "unyo")
    assert on_deck(g, "d3a_shokaku", "shokaku")
    put_ashore(g, "a6m2_unyo", "paramushiro")
    g.place[unit("mogami")], g.when[unit("mogami")] = REPAIR, 12
    sink(g, s, unit("agano"))
    points = int(g.points)
    forces.truk_leaves(g, s)
    assert places(g, *(n for n in TRUK_SHIPS if n != "agano")) == {GONE}
    assert places(g, "agano") == {LOST}
    assert g.place[unit("a6m2_unyo")] == SPOT
    assert g.points == points
    assert g.fleet_used[0] == 0
    assert s.replaced[unit("a6m2_unyo")] == 0


@covers("N-22")
def test_fighter_that_never_flew_leaves() -> None:
    """It goes with Unyo's deck."""
    g, s, _t, _came = trial(TRUK, 1)
    forces.truk_leaves(g, s)
    assert g.place[g.at[unit("a6m2_unyo")]] == GONE


@covers("R6-10e")
def test_yokosuka_leaves_at_the_end_of_the_turn() -> None:
    """Not with the phase."""
    g, s, t, _came = trial(YOKOSUKA, 1)
    forces.truk_leaves(g, s)
    assert places(g, *YOKOSUKA_SHIPS) == {FLEET}
    g.phase = VICTORY
    play_on(g, s, t)
    assert places(g, *YOKOSUKA_SHIPS) == {GONE}
    assert g.fleet_used[0] == 0


# --- Allied fleet D --------------------------------------------------------------------------


def check_d(strategy: int, midway: int, *faces: int) -> tuple[Game, Tables, Trace]:
    """The start of the second Allied phase of turn 1."""
    g, s, t = at(ALLIES, 1, strategy)
    g.midway, g.fleet_d, g.op = midway, forces.OPEN, 3
    throw(t, *faces)
    forces.fleet_d_appears(g, s, t)
    assert t.next_face == len(faces)
    return g, s, t


@pytest.mark.parametrize(
    ("strategy", "midway", "faces", "comes"),
    [
        (L3, 2, (2,), True), (L3, 4, (3,), False), (L3, 1, (1,), True), (L4, 3, (), True),
        (L1, 2, (), False), (L2, 2, (), False), (L4, 5, (), False), (L3, 6, (), False),
    ],
)  # fmt: skip
@covers(
    "RSU-1d",
    "RSU-1e",
    "RSU-3f",
    "R4-4d",
    "RMW-1c",
    "RAS-1c",
    "RAS-1d",
    "RAS-1f",
    "A-16",
    "BV-15",
    "BV-16",
    "RDX-05",
)
def test_fleet_d(strategy: int, midway: int, faces: tuple[int, ...], comes: bool) -> None:
    g, _s, _t = check_d(strategy, midway, *faces)
    assert g.fleet_d == (forces.APPEARED if comes else forces.STAYS_AWAY)
    assert places(g, *ALLIED_D) == ({FLEET} if comes else {ABSENT})
    if comes:
        assert (g.fleet_node[D], g.fleet_deadline[D]) == (node("D6"), 1)
        assert on_deck(g, "sbd_ent_1", "enterprise")
        assert on_deck(g, "tbd_hor_1", "hornet")
        assert places(g, "f6f_ent_1", "f4f_vic") == {ABSENT}


@pytest.mark.parametrize("strategy", [L1, L2, L4])
@covers("RHI-1i")
def test_sham_die_for_fleet_d(strategy: int) -> None:
    """With the switch a die falls under every strategy and changes nothing."""
    g, s, t = at(ALLIES, 1, strategy)
    g.midway, g.fleet_d = 2, forces.OPEN
    g.switch[SHAM_FLEET_D] = 1
    throw(t, 1 if strategy != L4 else 6)
    forces.fleet_d_appears(g, s, t)
    assert (t.next_face, g.fleet_d == forces.APPEARED) == (1, strategy == L4)


@covers("A-17", "N-24")
def test_second_phase_not_played() -> None:
    """No fleet D; under L4 it comes in Seattle in turn 2."""
    for strategy, midway, fate in ((L4, 2, forces.LATE), (L3, 2, 2), (L4, 5, 2), (L1, 1, 2)):
        g, s, _t = at(ALLIES, 1, strategy)
        g.midway, g.fleet_d = midway, forces.OPEN
        forces.fleet_d_skipped(g)
        assert g.fleet_d == fate
        g.turn = 2
        forces.fleet_d_comes_late(g, s)
        late = fate == forces.LATE
        assert (g.fleet_used[D], places(g, *ALLIED_D)) == (int(late), {FLEET if late else ABSENT})
        assert g.fleet_node[D] == NONE


@covers("R4-4a", "R4-4e", "RRF-1a", "A-14", "A-104")
def test_allied_fleet_d_leaves() -> None:
    """End of turn 1, under L4 of turn 2; wherever it is."""
    g, s, t = check_d(L3, 2, 1)
    g.phase = VICTORY
    g.place[unit("pensacola")], g.when[unit("pensacola")] = REPAIR, 3
    g.at[unit("atlanta")] = FLEETS  # regrouped
    play_on(g, s, t)
    assert places(g, *BACK) == {WITHDRAWN}
    assert places(g, "hornet", "northampton", "atlanta") == {GONE}
    assert (g.fleet_used[D], g.points, g.when[unit("pensacola")]) == (0, 0, 3)
    g, s, t = check_d(L4, 2)
    g.phase = VICTORY
    play_on(g, s, t)
    assert places(g, *ALLIED_D) == {FLEET}
    g.turn = 2
    play_on(g, s, t)
    assert places(g, *ALLIED_D) == {WITHDRAWN, GONE}


# --- Japanese fleet D ------------------------------------------------------------------------


@covers("RRF-2a", "R6-6a", "N-14", "A-15")
def test_additions_of_turn_one() -> None:
    """They join wherever fleet D is, aircraft aboard."""
    g, s, _t = at(JAPAN, 1)
    g.fleet_node[3] = NONE
    forces.join_fleet_d(g, s)
    assert places(g, *ADDITIONS) == {FLEET}
    assert {int(g.at[unit(n)]) for n in ADDITIONS} == {3}
    assert on_deck(g, "d3a_zuikaku", "zuikaku")
    assert on_deck(g, "b5n_zuiho", "zuiho")


@covers("RMW-1a", "N-13", "A-15")
def test_no_additions() -> None:
    """Not after die 1 at Midway (those there leave), nor without fleet D."""
    g, s, _t = at(JAPAN, 1)
    forces.join_fleet_d(g, s)
    g.midway = 1
    forces.join_fleet_d(g, s)
    assert places(g, *ADDITIONS) == {GONE}
    assert g.fleet_used[3] == 1
    for midway, used in ((1, 1), (2, 0)):
        g, s, _t = at(JAPAN, 1)
        g.midway, g.fleet_used[3] = midway, used
        forces.join_fleet_d(g, s)
        assert places(g, *ADDITIONS) == {ABSENT}


@pytest.mark.parametrize(
    ("midway", "strategy", "turn"),
    [(2, J3, 1), (1, J4, 1), (5, J3, 1), (6, J3, 2), (2, J1, 2), (2, J2, 2)],
)
@covers("R4-4a", "R4-4b", "RRF-2b", "RJS-1a", "RJS-1b", "RMW-1d", "BV-07")
def test_japanese_fleet_d_leaves(midway: int, strategy: int, turn: int) -> None:
    """Turn 1, or 2; no VP."""
    g, s, t = at(JAPAN, 1, strategy)
    forces.join_fleet_d(g, s)
    g.midway, g.phase = midway, VICTORY
    lost(g, 1, "jp_ak_1", "jp_ak_2")
    g.place[unit("takao")], g.at[unit("takao")] = FLEET, 0
    sink(g, s, unit("zuiho"))
    assert g.points == -1
    left = (*JAPANESE_D, "zuikaku", "jp_apd_3")
    play_on(g, s, t)
    while g.decision:
        act(g, s, t, min(options(g, s)))
    assert places(g, *left) == ({GONE} if turn == 1 else {FLEET})
    g.turn = 2
    play_on(g, s, t)
    assert places(g, *left) == {GONE}
    assert places(g, "nachi", "tama") == {FLEET}
    assert (g.points, g.fleet_used[3]) == (-1, 0)
    assert places(g, "a6m2_junyo") == {CARRIER}  # on a deck that is out of the game
