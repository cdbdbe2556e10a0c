"""Zones of influence, and land that the enemy alone holds (6.4, P-1, P-2)."""

from __future__ import annotations

from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.zones import is_live, is_reached
from glory_env.games.empire.state import AL, JP
from tests.covers import covers

from . import world
from .positions import Laid, board, hex_of, lay, numbers


def live(laid: Laid, side: int) -> set[int]:
    """Hexes with live enemy zones for a side."""
    laid.supplied()
    return {n for n in world.scenario().hexes if is_live(laid.g, laid.s, side, hex_of(n))}


@covers("R6.4-a", "R1.3-bi", "P-1")
def test_a_zone_is_the_hexes_within_two():
    laid = lay({3407}, (), ("air=air 5108 active", "ship 4612"))
    assert live(laid, JP) == board().within(5108, 2)
    assert live(laid, AL) == set()
    assert is_reached(laid.g, laid.s, AL, hex_of(5106))
    assert not is_reached(laid.g, laid.s, JP, hex_of(5106))


@covers("R1.3-fb", "E-003", "P-1")
def test_a_zone_does_not_cross_ground_without_hexes():
    """Madras does not reach the other coast of India."""
    assert 1304 not in live(lay({3407}, (), ("air 1406 active",)), JP)


@covers("R6.4-b", "R6.4-c", "E-009", "R1.3-bi")
def test_zones_neutralise_each_other_and_bombers_do_not():
    both = lay({3407}, ("air 5108 active",), ("air 5106 active",))
    only_al = board().within(5106, 2) - board().within(5108, 2)
    assert live(both, JP) == only_al
    assert live(both, AL) == board().within(5108, 2) - board().within(5106, 2)
    bomber = lay({3407}, ("air 5108 active",), ("lrb 5106 active",))
    assert live(bomber, JP) == only_al
    assert live(bomber, AL) == board().within(5108, 2)


@covers("R6.0-d", "R6.4-d", "BV-25")
def test_unsupplied_units_have_no_zone():
    laid = lay({3407}, ("air 5108",), ("lrb 5106 active",))
    assert live(laid, AL) == set()
    assert not is_reached(laid.g, laid.s, JP, hex_of(5108))


@covers("BV-25", "R6.4-k", "R8.21-i")
def test_a_neutralised_zone_still_reaches():
    laid = lay({3407}, ("air 5108 active",), ("cv 5108 active",))
    assert live(laid, AL) == set()
    assert is_reached(laid.g, laid.s, JP, hex_of(5108))


@covers("R6.4-g", "R8.23-c", "R8.33-f", "E-501", "R8.21-i")
def test_strategic_moves_and_new_arrivals():
    """No zone in a strategic move; what has just come reaches but does not neutralise."""
    assert live(lay({3407}, (), ("cv 5108 active silent",)), JP) == set()
    new = lay({3407}, ("air 5108 active",), ("air 5108 active new",))
    assert live(new, JP) == set()
    assert live(new, AL) == board().within(5108, 2)


@covers("R1.3-bj", "R6.4-f")
def test_an_event_takes_zones_away():
    laid = lay({3407}, (), ("air=air 5108 active",))
    laid.g.zone_cancelled[laid.at["air"]] = 1
    assert live(laid, JP) == set()


@covers("P-2", "R6.21-j", "R6.3-c", "R13.76-c")
def test_enemy_held_land():
    """Enemy ground, air, HQ and garrisons without an own unit; ships hold nothing."""
    allied = ("ground 2014", "air 2112", "hq 2015 1", "ship 2212", "ground 2311", "cv 2110")
    laid = lay({2609, 3004}, ("ship 2311",), allied, garrisons=True)
    refresh(laid.g, laid.s)
    assert numbers(laid.g.held[JP]) == {2014, 2112, 2015} == laid.plain.held("JP")
    held = numbers(laid.g.held[AL])
    assert {2609, 3004} <= held
    assert held == laid.plain.held("AL")
