"""What counters, map and cards print: nations, services, aircraft, hexsides (1.2, 1.3)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.empire import geography as geo
from glory_env.games.empire import state as st
from glory_env.games.empire.laboratory import Laboratory
from glory_env.games.empire.rules import aircraft, ground, ships, stacking
from glory_env.games.empire.rules.losses import eliminate
from glory_env.games.empire.rules.supply import ENDS, REACHED
from glory_env.games.empire.rules.zones import is_flyer
from tests.covers import covers

from . import world
from .positions import board, hex_of, lay, numbers, scratch

S = world.scenario("y1941").tables[0]
UNITS = world.scenario("y1941").units


def are(chosen: np.ndarray) -> set[str]:
    """Units of a mask."""
    return {UNITS[u] for u in np.flatnonzero(chosen[: S.units])}


# --- nations and services ------------------------------------------------------------------------
@covers("R1.3-ca", "R1.3-cd", "R1.3-ce")
def test_allies_and_commonwealth():
    """All but Japan are Allies; the Commonwealth is all but the US, the Dutch and the Chinese."""
    nations = [st.UNIT_NATIONS[nation] for nation in S.nat[: S.units]]
    for u, nation in enumerate(nations):
        assert (S.unit_side[u] == st.JP) == (nation == "japan")
        commonwealth = nation in ("british", "australian", "new_zealand", "indian", "joint")
        assert (S.unit_class[u] == st.CW) == commonwealth
    assert set(nations) == set(st.UNIT_NATIONS)
    # A rule that names one nation means it alone: Indians do not land, other Commonwealth does.
    corps = {name: UNITS.index(name) for name in ("a_ind3", "a_br15", "a_aus1", "a_nz3")}
    able = {name for name, u in corps.items() if S.landing[u] != st.NO_LANDING}
    assert able == {"a_br15", "a_aus1", "a_nz3"}


@covers("R1.3-cq", "R1.3-cr")
def test_services_of_japan():
    """Army: armies and air divisions, Tainan too; navy: ships, air flotillas, five brigades."""
    japan = (S.unit_side == st.JP) & (S.kind != st.HQ)
    brigades = {"j_sn1", "j_sn2", "j_sn3", "j_sn4", "j_ss"}
    air = {name for name in are(japan & (S.kind == st.AIR))}
    armies = {name for name in are(japan & (S.kind == st.GROUND))} - brigades
    divisions = {name for name in air if name.startswith("j_ad")} | {"j_tainan"}
    assert are(japan & (S.service == st.ARMY)) == armies | divisions
    naval = are(japan & (S.kind == st.NAVAL))
    assert are(japan & (S.service == st.NAVY)) == naval | (air - divisions) | brigades
    assert (len(naval), len(divisions), len(air)) == (19, 13, 25)


@covers("R1.3-ex")
def test_services_of_the_us():
    """Army: corps, P brigade, airborne division, Army aircraft; navy: ships and all Marines."""
    us = (S.nat == st.NAT_US) & (S.kind != st.HQ)
    marines = {"a_1maw", "a_2maw", "a_3maw", "a_vmf211"}
    assert are(us & (S.kind == st.AIR) & (S.service == st.NAVY)) == marines
    ground_ = us & (S.kind == st.GROUND)
    navy = are(ground_ & (S.service == st.NAVY))
    assert {"a_sf", "a_1md", "a_2md", "a_3md", "a_4md", "a_5md", "a_6md", "a_mb"} <= navy
    army = are(ground_ & (S.service == st.ARMY))
    assert {"a_p", "a_11abn", "a_x", "a_xi", "a_xiv", "a_xxiv", "a_i", "a_ix"} <= army
    corps = are(ground_ & (S.unit_size == st.CORPS))
    assert corps <= army
    assert are(us & (S.kind == st.NAVAL)) == are(us & (S.kind == st.NAVAL) & (S.service == st.NAVY))
    assert are(us & (S.service == 0)) == set()


# --- carriers and aircraft -----------------------------------------------------------------------
@covers("R1.3-a")
def test_carriers_of_three_kinds():
    carriers = np.isin(S.type, (st.CV, st.CVL, st.CVE))
    assert carriers.sum() > 20
    for u in range(S.units):
        assert bool(S.is_carrier[u]) == bool(carriers[u])
        assert is_flyer(S, u) == bool(carriers[u] or S.kind[u] == st.AIR)
    assert {"j_akagi", "j_zuiho", "j_kaiyo", "a_lexington", "a_hermes", "a_sangamon"} <= are(
        carriers
    )


@covers("R1.3-cs", "R1.3-cu")
def test_long_range_bombers():
    """The Allies' alone, range 6 at least; two B-29 units without a parent."""
    bombers = np.isin(S.type, (st.LRB, st.B29))
    assert {name for name in are(bombers) if name.endswith("lrb")} == are(S.type == st.LRB)
    assert are(S.type == st.B29) == {"a_20bc", "a_21bc"}
    assert (S.unit_side[bombers] == st.AL).all()
    assert S.range[bombers].min() == 6
    assert (S.pair[S.type == st.B29] == st.NONE).all()
    assert (S.pair[S.type == st.LRB] != st.NONE).sum() >= 5


@covers("R1.3-ct")
def test_a_bomber_and_its_parent_are_two_units():
    """They count as one for stacking alone; one is lost, the other stays."""
    lab = Laboratory(world.scenario("y1943"), "AL", turn=6)
    bomber, parent = lab.put("a_7lrb", 5108), lab.put("a_7af", 5108)
    assert lab.s.pair[bomber] == parent
    lab.put("a_x", 5108)
    assert stacking.bases_of(lab.g, lab.s, lab.hex_at(5108), st.AL) == 2
    eliminate(lab.g, lab.s, bomber)
    assert (lab.place("a_7lrb"), lab.place("a_7af"), lab.steps("a_7af")) == ("eliminated", "map", 2)


@covers("R1.3-ba", "R1.3-bd", "R8.31-a")
def test_an_air_unit_has_two_ranges():
    """Rabaul: fields within the hexes of a leg, from field to field."""
    lab = Laboratory(world.scenario("y1943"), "JP", turn=6)
    unit, w = lab.put("j_ad6", 4021), scratch()
    near, far = int(lab.s.range[unit]), int(lab.s.extended[unit])
    assert 0 < near < far
    for extended, reach in ((0, near), (1, far)):
        aircraft.air_ends(lab.g, lab.s, w, unit, 1, extended)
        within = {n for n in board().within(4021, reach) if n in board().land}
        own = {n for n in within if board().has(n, "airfield") and lab.holder(n) == "JP"}
        assert numbers(w[ENDS]) == own


# --- hexes and hexsides --------------------------------------------------------------------------
@covers("R1.3-da")
def test_named_hexes():
    """A city, port, airfield or resource, on land."""
    printed = (S.city | S.has_port | S.has_field | S.resource) != 0
    land = S.hex_place != st.NONE
    assert (S.named[: S.hexes] != 0).tolist() == (printed & land)[: S.hexes].tolist()


@covers("R1.3-ev", "R1.3-ew")
def test_nobody_passes_an_impassable_hexside():
    """Nor a supply path: it uses the same hexsides."""
    army = UNITS.index("j_a17")
    laid, w = lay({3407}), scratch()
    counted = {"l": 0, "m": 0, "w": 0}
    for h in range(S.hexes):
        for d in range(6):
            letter = geo.HEXSIDES[S.hexside[h, d]]
            if letter not in counted:
                continue
            counted[letter] += 1
            assert ground.step_cost(laid.g, laid.s, army, h, d) == st.NONE
            for sets in (S.open, S.sides[geo.OPEN_SIDES]):
                word = int(sets[d, S.column[h]]) >> int(S.row[h])
                assert word & 1 == 0
                assert (word >> st.LAND_SHIFT) & 1 == 0
    assert counted == {"l": 2, "m": 22, "w": 84}
    ships.sail_freely(laid.g, laid.s, w, st.AL, hex_of(2220), 1)
    assert 2221 not in numbers(w[REACHED])


# --- cards ---------------------------------------------------------------------------------------
@covers("R5.1-a", "R5.3-b")
@pytest.mark.parametrize("side", [st.JP, st.AL])
def test_every_card_has_a_value_and_one_kind_of_event(side):
    number = int(S.cards[side])
    assert set(S.card_ov[side, :number].tolist()) == {1, 2, 3}
    kinds = {st.CARD_KINDS[kind] for kind in S.card_kind[side, :number]}
    assert kinds == {"military", "reaction", "resource", "political"}
    assert not S.card_ov[side, number:].any()
