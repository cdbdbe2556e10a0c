"""Nations that surrender and areas that change hands (13.1 to 13.5, 13.8)."""

from __future__ import annotations

from glory_env.games.empire.geography import REGIONS
from glory_env.games.empire.rules import political
from glory_env.games.empire.rules.ground import may_fall_back, open_land
from glory_env.games.empire.rules.losses import eliminate
from glory_env.games.empire.state import (
    AL,
    AUSTRALIA,
    BURMA,
    CHINA,
    DUTCH_EAST_INDIES,
    INDIA,
    JP,
    MALAYA,
    MANDATES,
    MARSHALLS,
    NATIONS,
    NEW_GUINEA,
    NO_CHANGE,
    PHILIPPINES,
)
from glory_env.games.empire.switches import (
    LIBERATION,
    MALAYA_CONTROL,
)
from tests.covers import covers

from . import world
from .lands import NORTH, Country, hexes

DUTCH_KEYS = (1813, 1916, 2017, 2220, 2415, 2517, 2616)
AUSTRALIAN_BASES = (2426, 2525, 2825, 3023, 3226, 3624, 3626, 3727)
HONSHU = (3407, 3506, 3507, 3606, 3607, 3705, 3706)


# --- data --------------------------------------------------------------------------------------
@covers("R13.21-a", "R13.21-b", "R13.31-a", "R13.41-a", "R13.51-a", "R13.61-a", "R13.81-a")
@covers("R13.9-a", "R13.9-b", "E-527", "E-529")
def test_the_land_and_the_bases_of_nations():
    s = world.scenario().tables[0]
    bases = {name: hexes(s.nation_bases[k]) for k, name in enumerate(NATIONS)}
    land = {name: hexes(s.nation_land[k]) for k, name in enumerate(NATIONS)}
    assert bases["philippines"] == {2715, 2812, 2813, 2911, 2915, 3014}
    assert bases["malaya"] == {1912, 1913, 2012, 2014, 2015, 2112}
    singapore = world.index_of(2015)
    assert all(s.dist[singapore, world.index_of(n)] <= 3 for n in land["malaya"])
    assert len(bases["dutch_east_indies"]) == 20
    assert bases["burma"] == {2006, 2008, 2106, 2206, 2305} <= land["burma"]
    assert hexes(s.india_north) == set(NORTH)
    assert hexes(s.refuge) == {1005, 1208, 1307, 1308}
    assert not hexes(s.central_india) & {*NORTH, 1005, 1208, 1307, 1308}
    assert (len(bases["mandates"]), len(land["mandates"])) == (10, 17)
    assert bases["marshalls"] == {4316, 4415, 4715, 4716, 4815, 4816, 4817, 4916}
    assert hexes(s.honshu) == set(HONSHU) < land["japan"]
    for nation, names in bases.items():
        assert names <= land[nation]


@covers("R13.91-a", "R13.71-a", "R13.71-b", "R13.75-c", "R13.61-b", "R13.61-c", "R13.75-e")
def test_who_may_enter_what_land():
    lab = Country()
    g, s = lab.g, lab.s
    units = {name: lab.unit(name) for name in ("j_a25", "a_xiv", "a_br15", "a_cn5")}
    allowed = {
        3302: set(),  # Manchuria
        2407: {"a_cn5"},  # Kunming and around
        2406: {"a_cn5"},
        2809: {"j_a25", "a_xiv", "a_br15"},  # a coast of China
        1406: {"a_xiv", "a_br15"},  # Central India
        1905: set(units),
        2106: set(units),
        2111: {"j_a25", "a_xiv", "a_br15"},
    }
    for number, who in allowed.items():
        h = lab.hex_at(number)
        for name, unit in units.items():
            may = (open_land(g, s, int(s.column[h]), unit) >> int(s.row[h])) & 1 == 1
            assert may == (name in who), (number, name)
    chinese = lab.put("a_cn5", 2307)
    for direction in range(6):
        other = int(s.near[g.hex[chinese], direction])
        if s.region[other] == REGIONS.index("siam"):
            assert not may_fall_back(g, s, chinese, direction)


@covers("R13.1-h", "E-511")
def test_the_order_of_nations():
    assert [NATIONS[nation] for nation in political.ORDER] == [
        "new_guinea", "philippines", "malaya", "dutch_east_indies", "burma", "india", "australia",
        "mandates", "marshalls",
    ]  # fmt: skip


@covers("R13.33-a")
def test_siam_belongs_to_who_came_last():
    lab = Country()
    lab.control("AL", 2110)
    for nation in range(len(NATIONS)):
        if nation not in (INDIA, CHINA):
            assert not hexes(lab.s.nation_keys[nation]) & {2110}
    lab.control("JP", 2110)
    lab.fleet()
    lab.phase()
    assert lab.taken(2110)


# --- nations that surrender once ---------------------------------------------------------------
@covers("R13.22-a", "R13.22-b", "R13.22-c", "R13.22-d", "BV-550", "BV-551", "R13.1-i", "E-512")
@covers("R13.1-a", "R16.41-a", "R13.1-h")
def test_the_philippines():
    lab = Country()
    g = lab.g
    lab.fleet()
    lab.put("a_p", 3014, active=False)
    lab.put("a_ca_asia", 3014, active=False)
    lab.put("a_hq_swpac", 2911, active=False)
    lab.control("JP", 2813)
    lab.look(PHILIPPINES)
    assert (g.surrendered[PHILIPPINES], g.will) == (0, 8)
    lab.control("JP", 2915)
    lab.phase()
    assert (g.surrendered[PHILIPPINES], g.will, lab.place("a_p")) == (1, 7, "eliminated")
    assert (lab.place("a_hq_swpac"), g.when[lab.unit("a_hq_swpac")]) == ("track", g.turn + 1)
    assert lab.taken(2715, 2812, 2813, 2911, 2915, 3014)
    assert lab.decision == "emergency"
    lab.play_out()
    assert lab.hex("a_ca_asia") not in (3014, None) or lab.place("a_ca_asia") == "eliminated"
    assert g.depth == 0


@covers("R13.32-a", "R13.1-c", "E-509", "BV-552", "R13.1-d", "R13.1-e", "R16.41-c", "BV-574")
@covers("E-510", "VX-16.41")
def test_malaya_and_its_liberation():
    lab = Country()
    g = lab.g
    lab.put("a_malaya_air", 1912, active=False)
    lab.control("JP", 2015, 2014)
    lab.look(MALAYA)
    assert (g.surrendered[MALAYA], g.will, lab.place("a_malaya_air")) == (1, 7, "map")
    assert lab.taken(1913, 2012, 2112, 2014, 2015)
    assert lab.holder(1912) == "AL"
    lab.put("j_a25", 2012)
    lab.control("AL", 2015)
    lab.look(MALAYA)
    assert g.liberated[MALAYA] == 0
    lab.control("AL", 2014)
    lab.look(MALAYA)
    assert (g.liberated[MALAYA], g.will) == (1, 8)
    assert lab.holder(1913) == lab.holder(2112) == "AL"
    assert lab.taken(2012)
    lab.control("JP", 2015, 2014)
    lab.look(MALAYA)
    assert (g.liberated[MALAYA], g.will) == (1, 8)
    g.switch[LIBERATION] = 1
    lab.look(MALAYA)
    assert (g.liberated[MALAYA], g.surrendered[MALAYA], g.will) == (0, 1, 7)


@covers("E-509")
def test_malaya_without_a_change_of_control():
    lab = Country()
    lab.g.switch[MALAYA_CONTROL] = 1
    lab.control("JP", 2015, 2014)
    lab.look(MALAYA)
    assert lab.g.surrendered[MALAYA]
    assert lab.holder(1913) == "AL"


@covers("R13.42-a", "R13.42-b", "BV-553", "E-513", "R4.31-c")
def test_the_dutch_east_indies():
    lab = Country()
    g = lab.g
    lab.fleet()
    lab.put("a_xiv", 2721, active=False)
    lab.put("a_hq_seac", 2018, active=False)
    lab.put("a_dutch_air", 2019, active=False)
    lab.put("a_kent", 2320, active=False)
    lab.control("JP", *DUTCH_KEYS)
    lab.look(DUTCH_EAST_INDIES)
    assert not g.surrendered[DUTCH_EAST_INDIES]
    lab.control("JP", 2019)
    lab.phase()
    assert (g.surrendered[DUTCH_EAST_INDIES], g.will) == (1, 7)
    dutch = [u for u in range(lab.s.units) if lab.scenario.units[u].startswith("a_dutch")]
    assert dutch
    assert all(lab.place(lab.scenario.units[u]) == "out" for u in dutch)
    assert lab.holder(2721) == "AL"
    assert (lab.place("a_hq_seac"), lab.taken(2018)) == ("track", True)
    lab.play_out()
    assert lab.hex("a_kent") != 2320
    assert g.depth == 0


@covers("R13.52-a", "R13.52-b", "R13.52-c", "BV-554", "R4.31-c")
def test_burma():
    lab = Country()
    for name in ("a_burma1", "a_indb", "a_ind2"):
        lab.put(name, 2006, active=False)
    lab.control("JP", 2008, 2106, 2206)
    lab.look(BURMA)
    assert lab.place("a_burma1") == "map"
    lab.control("JP", 2305)
    lab.look(BURMA)
    assert [lab.place(n) for n in ("a_burma1", "a_indb", "a_ind2")] == ["out", "out", "map"]
    assert (lab.holder(2006), lab.g.will) == ("AL", 7)
    lab.control("AL", 2008, 2106, 2206, 2305)
    lab.look(BURMA)
    assert (lab.g.liberated[BURMA], lab.g.will) == (1, 8)


@covers("R13.82-a", "R13.83-a", "R13.83-b", "R13.83-c", "BV-572")
def test_australia():
    lab = Country()
    g = lab.g
    lab.put("a_aus1", 3624, active=False)
    lab.control("JP", *AUSTRALIAN_BASES[:-1])
    lab.look(AUSTRALIA)
    assert not g.surrendered[AUSTRALIA]
    lab.control("JP", AUSTRALIAN_BASES[-1])
    lab.look(AUSTRALIA)
    assert (g.surrendered[AUSTRALIA], g.will) == (1, 6)
    assert (lab.place("a_aus4"), lab.place("a_aus1")) == ("out", "map")
    eliminate(g, lab.s, lab.unit("a_aus1"))
    assert lab.place("a_aus1") == "out"
    lab.control("AL", *AUSTRALIAN_BASES)
    g.switch[LIBERATION] = 1
    lab.look(AUSTRALIA)
    assert (g.surrendered[AUSTRALIA], g.liberated[AUSTRALIA], g.will) == (1, 1, 8)
    lab.control("JP", *AUSTRALIAN_BASES)
    lab.look(AUSTRALIA)
    assert g.will == 8


@covers("R16.41-b", "E-538", "BV-580", "R16.41-d")
def test_all_seven():
    lab = Country()
    g = lab.g
    for nation in (PHILIPPINES, MALAYA, DUTCH_EAST_INDIES, INDIA, CHINA, AUSTRALIA):
        g.surrendered[nation] = 1
    lab.control("JP", 2008, 2106, 2206, 2305, 4021, 4423)
    lab.look(BURMA)
    assert g.will == 8 - 1 - 2
    lab.look(MANDATES)
    assert g.will == 5
    lab.control("AL", 2015, 2014)
    lab.look(MALAYA)
    assert g.will == 5 + 1 + 2
    lab.control("AL", 2008, 2106, 2206, 2305)
    lab.look(BURMA)
    assert g.will == 9


@covers("R16.41-b", "E-538", "E-510")
def test_all_seven_cost_more_but_once():
    lab = Country()
    g, burma = lab.g, (2008, 2106, 2206, 2305)
    g.switch[LIBERATION] = 1
    g.surrendered[[PHILIPPINES, MALAYA, DUTCH_EAST_INDIES, INDIA, CHINA, AUSTRALIA]] = 1
    found = []
    for side in ("JP", "AL", "JP"):
        lab.control(side, *burma)
        lab.look(BURMA)
        found.append(int(g.will))
    assert found == [8 - 1 - 2, 8, 8 - 1]


# --- areas -------------------------------------------------------------------------------------
@covers("R13.84-a", "R13.84-b", "R13.84-c", "BV-571", "E-511", "E-527")
def test_the_mandates():
    lab = Country("y1943")
    g = lab.g
    lab.fleet()
    assert g.holder[MANDATES] == JP
    lab.put("j_af25", 4222)
    lab.g.unit_flags[lab.unit("j_af25")] = 0
    lab.put("j_ss", 4322)
    lab.control("JP", 4423)
    lab.control("AL", 4021)
    lab.look(MANDATES)
    assert (g.holder[MANDATES], lab.holder(4222)) == (JP, "JP")
    lab.control("AL", 4423)
    lab.phase()
    assert g.holder[MANDATES] == AL
    region = hexes(lab.s.nation_land[MANDATES])
    assert {n for n in region if lab.holder(n) == "JP"} == {4322}
    lab.play_out()
    assert lab.hex("j_af25") != 4222


@covers("R13.85-a", "E-528")
def test_new_guinea():
    lab = Country("y1943")
    g = lab.g
    lab.put("j_af25", 3119)
    lab.control("AL", 3219, 3319, 3520, 3720, 3822, 3823)
    lab.control("JP", 4024)
    lab.look(NEW_GUINEA)
    assert g.holder[NEW_GUINEA] == NO_CHANGE
    lab.control("AL", 4024)
    lab.look(NEW_GUINEA)
    assert g.holder[NEW_GUINEA] == AL
    assert (lab.holder(3119), lab.holder(3620), lab.holder(3721)) == ("JP", "AL", "AL")


@covers("R13.92-a", "BV-573", "E-529")
def test_the_marshalls():
    lab = Country("y1943")
    g = lab.g
    lab.put("j_sn3", 4815)
    lab.control("AL", 4415)
    lab.look(MARSHALLS)
    assert g.holder[MARSHALLS] == NO_CHANGE
    lab.control("AL", 4715)
    lab.look(MARSHALLS)
    assert g.holder[MARSHALLS] == AL
    assert [lab.holder(n) for n in (4316, 4716, 4816, 4817, 4916)] == ["AL"] * 5
    assert (lab.holder(4815), lab.holder(4517)) == ("JP", "JP")
    lab.control("JP", 4415, 4715)
    lab.look(MARSHALLS)
    assert (g.holder[MARSHALLS], lab.holder(4816)) == (NO_CHANGE, "AL")
