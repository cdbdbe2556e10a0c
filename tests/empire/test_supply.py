"""Supply paths, ports, the land limit and both sides at once (6.2): one case after the other."""

from __future__ import annotations

import pytest

from glory_env.games.empire.rules.headquarters import efficiency
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.supply import (
    FLOOD,
    LIVE,
    PORTS,
    eligible_fields,
    eligible_ports,
    free_hexes,
)
from glory_env.games.empire.rules.zones import live_zones
from glory_env.games.empire.state import AL, COMMONWEALTH_HQS, JOINT_HQS, JP, US_HQS
from tests.covers import covers

from .positions import Laid, lay, numbers, scratch

JAPANESE_ISLANDS = {3407, 3506, 3507, 3607, 3705, 3706}  # sources, 3407 3705 3706 3607 3507 ports
MARKERS = (2104, 2205, 2105)


def japan(*more: int) -> set[int]:
    """Hexes JP controls: the cities of Honshu and these."""
    return JAPANESE_ISLANDS | set(more)


def both(laid: Laid) -> set[str]:
    """The supplied units, by the rules and by the reference alike."""
    found = laid.supplied()
    assert found == laid.plain.supplied()
    return found


def ports(laid: Laid, side: int) -> set[int]:
    """The supply-eligible ports of a side."""
    refresh(laid.g, laid.s)
    w = scratch()
    live_zones(laid.g, w, side, LIVE)
    free_hexes(laid.g, laid.s, w, side)
    eligible_ports(laid.g, laid.s, w, side)
    return numbers(w[PORTS])


def fields(laid: Laid, side: int) -> set[int]:
    """The supply-eligible airfields of a side."""
    refresh(laid.g, laid.s)
    w = scratch()
    live_zones(laid.g, w, side, LIVE)
    free_hexes(laid.g, laid.s, w, side)
    eligible_ports(laid.g, laid.s, w, side)
    eligible_fields(laid.g, laid.s, w, side)
    return numbers(w[FLOOD])


# --- zones and sea paths ---------------------------------------------------------------------


def miri(*more: str, al: tuple[str, ...] = ()) -> Laid:
    jp = ("hq=hq 2212 13", "unit=ground 2415", *more)
    return lay(japan(2212, 2415), jp, ("ahq=hq 2616 20", *al))


@covers("BV-01", "BV-02", "BV-03", "R6.21-c", "R6.21-g", "R6.21-u", "R6.4-j", "R6.0-j", "R6.21-a")
def test_a_zone_over_all_sea_hexsides_cuts_a_coast_off():
    """At Miri nothing but the sea leads to Saigon; a zone of one's own opens it again."""
    assert {"hq", "unit"} <= both(miri())
    cut = both(miri(al=("air=air 2616",)))
    assert {"air", "hq"} <= cut
    assert "unit" not in cut
    assert "unit" in both(miri("cv=cv 2414 active", al=("air=air 2616",)))


@covers("BV-04", "R6.4-b", "R6.4-c", "E-009")
def test_a_bomber_reaches_but_does_not_neutralise():
    assert "unit" in both(miri("air=air 2415", al=("lrb=lrb 2616",)))
    # The other way round: Allied ground in a Japanese zone is not helped by a bomber.
    allied = ("ahq=hq 2415 20", "aground=ground 2616")
    for kind, helped in (("lrb", False), ("air", True)):
        held = lay(
            japan(2212), ("hq=hq 2212 13", "jair=air 2717 active"), (*allied, f"a={kind} 2616")
        )
        assert ("aground" in both(held)) == helped


@covers("BV-15", "R6.0-f", "R6.21-w", "E-015")
def test_what_is_active_stays_supplied_and_keeps_its_zone():
    """A carrier out of every range neutralises while the offensive lasts."""
    far = miri("cv=cv 2413", al=("air=air 2616",))
    far.g.hex[far.at["hq"]] = far.g.hex[far.at["unit"]]
    assert "cv" in far.supplied()
    lone = lay(japan(3407), ("hq=hq 3407 3", "cv=cv 4715"))
    assert "cv" not in both(lone)
    assert "cv" in both(lay(japan(3407), ("hq=hq 3407 3", "cv=cv 4715 active")))


@covers("R6.4-g", "R8.23-c", "R8.33-f")
def test_a_unit_in_a_strategic_move_has_no_zone():
    assert "unit" in both(miri(al=("air=air 2616 silent",)))


# --- land limit ------------------------------------------------------------------------------


def madang(unit: int, *more: int) -> Laid:
    jp = ("hq=hq 4017 12", f"unit=ground {unit}")
    allied = ("ahq=hq 3626 20", "air=air 3922")
    return lay(japan(4017, 3720, 3721, 3722, *more), jp, allied)


@covers("R6.4-l")
@covers("BV-05", "BV-06", "VX-05", "R6.21-d", "R6.21-o", "R6.21-r", "R6.21-s", "R6.21-t", "R6.21-e")
def test_by_sea_to_a_port_and_on_by_land():
    """Wewak is free of the zone of Buna; from it 2 MP to Madang, 4 to Lae, 5 into the mountains."""
    assert "unit" in both(madang(3721))
    assert "unit" in both(madang(3822))
    assert "unit" not in both(madang(3722))


@covers("BV-07", "VX-04", "R6.21-p", "R6.21-q", "E-014")
def test_the_land_limit_from_rangoon():
    """Half a point a built route; markers at Jarhat, Ledo and Imphal close theirs."""
    costs = {2106: 2, 2206: 3, 2305: 4, 2006: 5, 2105: 6, 2205: 7, 1905: 7, 2104: 8}
    units = [f"u{k}=ground {k}" for k in (*costs, 2308, 2507, 2210)]
    laid = lay(japan(2008, 1917), ("hq=hq 1917 20", *units), closed=MARKERS)
    found = both(laid)
    assert {f"u{k}" for k in costs} <= found
    assert not {"u2308", "u2507", "u2210"} & found
    plain = lay(japan(2008), closed=MARKERS).plain.land_costs("JP", [2008])
    assert {k: plain[k] for k in costs} == costs


@covers("BV-17", "R6.21-h", "R6.21-k", "R6.21-l", "R6.21-m")
def test_sea_and_land_change_in_own_ports_alone():
    jp = ("hq=hq 4017 12", "unit=ground 3621")
    assert "unit" not in both(lay(japan(4017, 3620, 3621), jp))
    assert "unit" in both(lay(japan(4017, 3720, 3621), jp))


@covers("BV-19", "BV-13", "BV-14", "R6.21-j", "E-011")
def test_enemy_ground_stops_land_steps_not_sea_steps():
    """An HQ too; an own unit beside the enemy opens the hex again."""
    jp = ("hq=hq 2015 13", "unit=ground 2013")
    held = japan(2015, 2014, 2013)
    assert "unit" in both(lay(held, jp))
    for enemy in ("ground 2014", "air 2014", "hq 2014 1"):
        assert "unit" not in both(lay(held, jp, (enemy,)))
        assert "unit" in both(lay(held, (*jp, "ground 2014"), (enemy,)))
    assert "unit" not in both(lay(held, jp, ("ship 2014", "ground 2014")))
    assert "unit" in both(lay(held, jp, ("ship 2014",)))
    # By sea along a guarded coast.
    coast = ("hq=hq 2212 13", "unit=ground 2415")
    assert "unit" in both(lay(japan(2212, 2415), coast, ("ground 2315", "ground 2312")))


@covers("BV-20", "R6.21-c", "R1.3-de")
def test_the_range_counts_the_hex_of_the_unit():
    for far, enough in ((4, True), (3, False)):
        jp = (f"hq=hq 2212 {far}", "unit=ground 2415", "home=ground 2212")
        assert ("unit" in both(lay(japan(2212, 2415), jp))) == enough
        assert "home" in both(lay(japan(2212, 2415), jp))


# --- ports, airfields, HQs -------------------------------------------------------------------


@covers("BV-08", "R1.3-eu", "E-012", "P-5")
def test_a_port_is_eligible_by_sea_alone():
    """Cam Ranh in a zone is half a point from Saigon by land and still not eligible."""
    laid = lay(japan(2212, 2311), ("hq=hq 2212 13",), ("ahq=hq 2415 20", "cv=cv 2413 active"))
    both(laid)
    assert 2212 in ports(laid, JP)
    assert 2311 not in ports(laid, JP)
    assert {2212, 2311} <= ports(lay(japan(2212, 2311), ("hq=hq 2212 13",)), JP)


@covers("R1.3-et", "E-013", "P-5")
def test_an_airfield_is_eligible_over_any_length_with_one_change():
    """Mandalay lies inland of Rangoon; without a port the change is missing."""
    for port in (True, False):
        own = japan(3407, 2106, *((2008,) if port else ()))
        laid = lay(own, ("hq=hq 3407 1",))
        both(laid)
        found = fields(laid, JP)
        assert (2106 in found) == port
        assert found == laid.plain.eligible_fields("JP", laid.plain.live_for("JP", set()))


@covers("BV-09", "R6.22-b", "D-02", "E-069")
def test_hokkaido_is_no_source():
    hakodate = ("hq=hq 3704 13", "unit=ground 3704")
    assert not {"hq", "unit"} & both(lay({3704, 3307}, hakodate))
    assert {"hq", "unit"} <= both(lay({3704, 3705}, hakodate))


@covers("BV-10", "R6.21-b", "R6.21-n", "R6.21-zb", "P-4")
def test_an_hq_is_traced_over_land_and_through_ports():
    """The sea of Singapore closed, the path runs to Bangkok and from there to Honshu."""
    peninsula = (2015, 2014, 2112, 2013, 2012, 2011, 2110)
    allied = ("ahq=hq 1813 20", "air=air 2016 active", "cv=cv 1815 active")
    assert "hq" in both(lay(japan(*peninsula), ("hq=hq 2015 3",), allied))
    assert "hq" not in both(lay(japan(*peninsula[:-1]), ("hq=hq 2015 3",), allied))


@covers("BV-11", "R6.11-c", "R6.25-a", "R6.22-a", "R7.21-b")
def test_a_us_hq_cut_off_from_the_east_is_less_able():
    """Japanese zones from the north to the south of the map; the south edge is open."""
    jp = [f"cv 55{row:02d} active" for row in (4, 9, 14, 19, 24, 26)]
    laid = lay(japan(), jp, ("hq=hq 3727 20",))
    unit, w = laid.at["hq"], scratch()
    for zones, less in ((False, 0), (True, 1)):
        for name, u in laid.at.items():
            if name.startswith("JP"):
                laid.g.place[u] = zones
        assert "hq" in laid.supplied()
        for group, rating, expected in (
            (US_HQS, 2, 2 - less),
            (JOINT_HQS, 1, 1 - less),
            (JOINT_HQS, 0, 0),
            (COMMONWEALTH_HQS, 1, 1),
        ):
            laid.s.group[unit], laid.s.efficiency[unit] = group, rating
            assert efficiency(laid.g, laid.s, w, unit) == expected


@covers("E-501", "P-6")
def test_an_hq_that_has_just_arrived_serves_its_own_hex():
    jp = ("hq=hq 2212 13 new", "here=ground 2212", "there=ground 2311")
    found = both(lay(japan(2212, 2311), jp))
    assert {"hq", "here"} <= found
    assert "there" not in found
    assert ports(lay(japan(2212, 2311), jp), JP) == set()


@covers("BV-79", "R6.23-c", "R6.23-d", "E-019")
def test_the_express_supplies_its_hex_whatever_is_around():
    jp = ("hq=hq 4017 3", "air=air 4423", "other=ground 4322")
    allied = ("ahq=hq 4825 20", "ground=ground 4423", "cv=cv 4222 active")
    assert "air" not in both(lay(japan(4017, 4423), jp, allied))
    found = both(lay(japan(4017, 4423), jp, allied, express=4423))
    assert "air" in found
    assert "other" not in found


@covers("R6.21-x")
@covers("R13.75-a", "R13.75-b", "R13.78-b", "R13.78-c", "R13.78-d", "R6.23-a", "E-521b", "E-524")
@pytest.mark.parametrize(
    ("burma", "closed", "hump", "hq", "served"),
    [
        ((), MARKERS, 0, (), True),  # by Rangoon and the sea
        ((2008,), MARKERS, 0, (), False),
        ((2206,), (), 1, ("hq 1905 1",), True),  # the Hump
        ((2206,), (), 1, (), False),  # its airfields without an HQ
        ((2206,), (), 0, ("hq 1905 1",), False),
        ((2008,), (), 0, (), True),  # by Imphal or Ledo to Madras
        ((2008,), (2105, 2205), 0, (), False),
        ((2008, 2106), (2105,), 0, (), True),
    ],
)
def test_kunming_serves_while_the_road_or_the_hump_is_open(burma, closed, hump, hq, served):
    allied = ("army=ground 2407", "near=ground 2306", *hq)
    laid = lay(japan(*burma), (), allied, closed=closed, hump=hump, kunming=True)
    assert ({"army", "near"} <= both(laid)) == served


# --- both sides at once ------------------------------------------------------------------------


def java(third: int, *more: str) -> Laid:
    own = japan(2212, 2012, 2415, third)
    jp = ("hq=hq 2212 13", "singora=air 2012", f"java=air {third}", "miri=air 2415")
    return lay(own, jp, ("malaya=hq 2015 5", "air=air 2015", *more))


@covers("VX-06", "T-SUP-8", "R6.21-y", "R6.21-z", "R6.21-za", "E-016", "P-8")
def test_where_zones_exclude_each_other_the_allied_one_stays():
    """Malaya and Tjilatjap cut each other off; each alone is supplied."""
    found = both(java(2019))
    assert {"malaya", "air", "hq", "singora", "miri"} <= found
    assert "java" not in found
    assert "java" in both(lay(japan(2212, 2019), ("hq=hq 2212 13", "java=air 2019")))
    assert {"malaya", "air"} <= both(lay(japan(2212), (), ("malaya=hq 2015 5", "air=air 2015")))


@covers("VX-07", "R6.21-z", "P-8")
def test_a_zone_that_stands_by_itself_wins():
    """At Batavia the air unit is supplied whether or not Malaya has its zone."""
    found = both(java(2018))
    assert {"java", "hq"} <= found
    assert not {"malaya", "air"} & found


@covers("BV-16", "P-8")
def test_a_second_allied_zone_leaves_no_doubt():
    found = both(
        java(2019, "ahq=hq 2426 12", "second=air 2220", "third=air 2320", "cv=cv 2020 active")
    )
    assert {"malaya", "air"} <= found
    assert "java" not in found


@covers("R6.0-e", "R6.4-e", "T-SUP-8")
def test_supply_follows_every_move():
    laid = java(2018)
    assert "malaya" not in both(laid)
    laid.move("java", 2415)
    assert "malaya" in both(laid)
    laid.move("java", 2018)
    assert "malaya" not in both(laid)


def test_sides_of_an_own_map_are_even():
    """Nobody on the map: nothing is served, and every port is nobody's for supply."""
    laid = lay(japan())
    assert both(laid) == set()
    assert ports(laid, JP) == ports(laid, AL) == set()
