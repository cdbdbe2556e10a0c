"""What each scenario is: its turns, its goal, who starts where and who comes later (2.0, 17.0)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env import empire_v0
from glory_env.games.empire import geography as geo
from glory_env.games.empire import state as st
from glory_env.games.empire.rules import board, turn
from glory_env.games.empire.rules.cards import resource_hexes
from glory_env.games.empire.scenario import load, names
from glory_env.games.empire.start import start_position
from glory_env.games.empire.victories import STARTS, VICTORIES
from tests.covers import covers

# First and last turn, goal, set-up, whether it lasts a year
SCENARIOS = {
    "campaign_1941": (1, 12, "campaign", "y1941", False),
    "short_campaign": (2, 12, "campaign", "y1942", False),
    "shortest_campaign": (5, 12, "campaign", "y1943", False),
    "year_1942": (2, 4, "v1942", "y1942", True),
    "year_1943": (5, 7, "v1943", "y1943", True),
    "year_1944": (8, 10, "v1944", "y1944", True),
    "years_1942_43": (2, 7, "v1943", "y1942", False),
    "years_1942_44": (2, 10, "v1944", "y1942", False),
    "years_1943_44": (5, 10, "v1944", "y1943", False),
}
ARRIVALS = {
    2: {"j_af25", "j_a28", "j_yamato", "a_hq_seac", "a_10lrb", "a_5lrb", "a_5af", "a_1maw",
        "a_seac_air", "a_mississippi", "a_northampton", "a_warspite", "a_indomitable", "a_hermes",
        "a_xi", "a_mb", "a_sf"},
    5: {"j_af28", "j_ad8", "j_a33", "a_seac_lrb", "a_massachusetts", "a_sanjacinto", "a_xxiv"},
    6: {"j_af50", "j_af51", "j_ad9", "a_essex", "a_bunkerhill", "a_cowpens", "a_belleauwood",
        "a_sangamon", "a_3md"},
    7: {"j_ad10", "j_a2", "j_kaiyo", "a_newjersey", "a_franklin", "a_intrepid", "a_bataan"},
    11: {"a_baltimore"},
}  # fmt: skip
BY_CARD = {
    "j_tainan": "JP78", "j_hq_ozawa": "AL27", "a_hq_abda": "AL4", "a_hq_halsey": "AL20",
    "a_77": "AL22", "a_14af": "AL51", "a_arm7": "AL70",
}  # fmt: skip


def begin(name: str):
    """Scenario, position and tables at its start."""
    scenario = load(name)
    return scenario, start_position(scenario)[0], scenario.tables[0]


def placed(name: str, place: int) -> set[str]:
    """Units in a place that is no hex, at the start."""
    scenario, g, s = begin(name)
    return {scenario.units[u] for u in range(s.units) if g.place[u] == place}


def stands(name: str, *texts: str) -> None:
    """Each text, as "a_feaf* 2813", is true at the start; a star: reduced."""
    scenario, g, s = begin(name)
    for text in texts:
        unit, number = text.split()
        u = scenario.units.index(unit.rstrip("*"))
        assert s.hex_id[g.hex[u]] == int(number), text
        assert g.steps[u] == s.full_steps[u] - unit.endswith("*"), text


# --- which ---------------------------------------------------------------------------------------
@covers("R2.0-a", "R2.1-a", "R2.1-b", "R2.1-c", "R2.3-c", "R17.13-a", "R17.5-a", "R17.6-a")
@covers("R17.7-a", "R17.8-a", "R17.9-a", "R17.9-b")
def test_turns_goal_and_set_up_of_each():
    """The rules of one year, as in 17.26, are of the scenarios of one year alone."""
    found = {}
    for name in names():
        s = load(name).tables[0]
        setup = load(name).data["setup"]
        found[name] = (s.first_turn, s.last_turn, VICTORIES[s.victory], setup, bool(s.one_year))
        assert STARTS[s.starts] == ("turn_one" if setup == "y1941" else "offensives")
    assert found == SCENARIOS


@covers("R1.0-a")
def test_two_players():
    env = empire_v0.raw_env()
    assert env.possible_agents == ["japan", "allies"]
    s = load("campaign_1941").tables[0]
    assert set(s.unit_side[: s.units].tolist()) == {st.JP, st.AL}


# --- who comes when ------------------------------------------------------------------------------
@covers("R2.0-b", "R2.2-b", "R2.2-c", "R2.3-b", "VX-02")
@pytest.mark.parametrize("name", names())
def test_units_come_as_in_the_campaign(name):
    """By the printed turn, or a card; nobody of a later turn is there at the start."""
    scenario, g, s = begin(name)
    arrival = s.arrival[: s.units]
    for turn_, units in ARRIVALS.items():
        assert {scenario.units[u] for u in np.flatnonzero(arrival == turn_)} == units
    late = arrival > s.first_turn
    assert (g.place[: s.units][late] == st.ABSENT).all()
    assert (g.place[: s.units][(arrival > 0) & ~late] != st.ABSENT).all()
    for unit, card in BY_CARD.items():
        u = scenario.units.index(unit)
        assert s.arrival[u] == 0
        assert s.arrival_card[u] == st.SIDES.index(card[:2]) * st.MAX_CARDS + int(card[2:]) - 1


@covers("R2.2-a", "R1.24-g")
def test_the_campaign_starts_as_the_counters_say():
    """Reduced is who has the white triangle, at the start and when it enters."""
    scenario, g, s = begin("campaign_1941")
    there = np.isin(g.place[: s.units], (st.MAP, st.CHINA_BOX))
    assert there.sum() == 95
    assert (g.steps[: s.units] == s.arrives_full[: s.units])[
        there | (s.arrival[: s.units] > 0)
    ].all()
    reduced = (s.full_steps == 2) & (s.arrives_full == 1)
    found = {scenario.units[u] for u in np.flatnonzero(reduced[: s.units] & there)}
    assert found == {
        "j_a25", "j_a17", "j_a35", "j_a19", "j_a16", "j_a27", "j_a18", "a_cn5", "a_cn6", "a_cn66",
        "a_lexington", "a_enterprise",
    }  # fmt: skip
    assert {"j_a28", "a_xiv", "j_kaiyo"} <= {scenario.units[u] for u in np.flatnonzero(reduced)}
    stands("campaign_1941", "a_enterprise* 5609", "j_akagi 3705", "a_forcez 2015", "a_hk 2709")


@covers("R1.3-cp", "R17.14-a")
def test_japan_holds_the_coast_of_china():
    _, g, s = begin("campaign_1941")
    coast = [h for h in range(s.hexes) if s.region[h] == geo.REGIONS.index("china_coast")]
    assert len(coast) == 15
    assert all(board.controls(g, s, h, st.JP) for h in coast)
    for number in (2709, 3814):  # Hong Kong, Guam
        assert board.controls(g, s, int(board.hex_of(s, number)), st.AL)
    assert not (g.place[: s.units] == st.DELAY_BOX).any()


# --- 1942 ----------------------------------------------------------------------------------------
@covers("R17.21-a", "R17.21-b", "R17.21-c", "R17.22-a", "R17.24-a")
def test_the_allies_of_1942():
    """As in 1941 but for what is named; five counters are out, the turn's arrivals wait."""
    out = {"a_mdca", "a_m", "a_hk", "a_forcez", "a_nl"}
    assert placed("year_1942", st.OUT) >= out
    changed = (
        "a_hq_seac 1805", "a_feaf* 2813", "a_sl* 2912", "a_19lrb* 2917", "a_ca_asia* 3014",
        "a_7af 5108", "a_7lrb 5808", "a_lexington 5808", "a_enterprise 5808", "a_neworleans* 5808",
    )  # fmt: skip
    stands("year_1942", *changed, "j_a38 1913", "j_sn4* 4715", "j_akagi 3706", "j_ss 4021")
    assert placed("year_1942", st.DELAY_BOX) == {unit for unit in ARRIVALS[2] if unit[0] == "a"} - {
        "a_hq_seac"
    }
    named = {text.split()[0].rstrip("*") for text in changed} | out
    scenario, old, s = begin("campaign_1941")
    new = begin("year_1942")[1]
    for u in range(s.units):
        if s.unit_side[u] == st.AL and old.place[u] == st.MAP and scenario.units[u] not in named:
            assert (new.hex[u], new.steps[u]) == (old.hex[u], old.steps[u])
    for number in (1912, 2012):
        assert board.controls(new, s, int(board.hex_of(s, number)), st.JP)


@covers("R17.12-a")
def test_later_turns_of_the_campaign_follow_the_usual_rules():
    """A first turn begins with its hands, every other one with the strategic phase."""
    _, g, s = begin("campaign_1941")
    for number, phase in ((1, st.TURN_START), (2, st.STRATEGIC_PHASE), (12, st.STRATEGIC_PHASE)):
        turn.begin_game(g)
        g.turn, g.phase = number, st.TURN_START
        turn.begin_turn(g, s)
        assert g.phase == phase
    assert not s.one_year


# --- 1943 and 1944 -------------------------------------------------------------------------------
GONE = {
    "a_mdca", "a_neworleans", "a_ca_asia", "a_dd_asia", "a_wake", "a_vmf211", "a_nl", "a_sl", "a_r",
    "a_m", "a_p", "a_feaf", "a_avg", "a_19lrb", "a_hq_abda", "a_hq_ghormley", "a_forcez", "a_aus8",
    "a_hk", "a_hermes", "a_cl_dutch", "a_dutch_air", "a_java", "a_hq_malaya", "a_exeter",
    "a_fe_air", "a_malaya_air", "a_ind3", "a_indb", "a_burma1", "a_ind2",
    *(f"a_dutch{number}" for number in range(1, 9)),
    "j_kongo", "j_akagi", "j_soryu", "j_ryujo", "j_tenryu", "j_tainan",
}  # fmt: skip
GONE_LATER = {"a_ind1", "j_sn1", "j_af21", "j_ss", "j_sn2", "j_aoba", "j_hq_yamamoto"}


@covers("R17.31-a", "R17.41-a")
@pytest.mark.parametrize(("name", "gone"), [("year_1943", set()), ("year_1944", GONE_LATER)])
def test_who_has_been_lost(name, gone):
    """For good, but for two ships that can be rebuilt; all Dutch among them."""
    scenario, _, s = begin(name)
    assert placed(name, st.OUT) - {"a_4md"} == GONE | gone
    assert {"a_wasp", "a_northampton"} == {u for u in placed(name, st.ELIMINATED) if u[0] == "a"}
    dutch = np.flatnonzero(s.nat[: s.units] == st.NAT_DUTCH)
    assert {scenario.units[u] for u in dutch} <= GONE


@covers("R17.31-a", "R17.32-a", "R17.34-a", "R17.36-a")
def test_the_start_of_1943():
    stands(
        "year_1943", "j_a25* 1916", "j_ad3* 1916", "j_yamato 4017", "j_sn1 5018", "j_aoba* 4021",
        "a_pm* 3823", "a_hq_halsey 4828", "a_lexington* 4828", "a_cn5 2205", "a_7lrb 5108",
    )  # fmt: skip
    assert placed("year_1943", st.DELAY_BOX) == {u for u in ARRIVALS[5] if u[0] == "a"}
    check_nations("year_1943", "mandates")


@covers("R17.41-a", "R17.44-a", "R17.46-a")
def test_the_start_of_1944():
    stands(
        "year_1944", "j_hq_ozawa 3407", "j_taiho 3407", "j_a18* 3721", "j_takao* 4021",
        "a_77 2205", "a_pm* 4024", "a_hancock 5808", "a_casablanca 4826", "a_2md 5018",
    )  # fmt: skip
    assert placed("year_1944", st.DELAY_BOX) == set()
    check_nations("year_1944")


def check_nations(name: str, *more: str) -> None:
    """Four nations have surrendered; Japan holds all resources, and bases where no Ally stands."""
    scenario, g, s = begin(name)
    fallen = {st.NATIONS[n] for n in range(len(st.NATIONS)) if g.surrendered[n]}
    assert fallen == {"malaya", "philippines", "dutch_east_indies", "burma"}
    assert g.holder[st.MANDATES] == st.JP
    assert resource_hexes(g, s) == 14
    allied = (g.place[: s.units] == st.MAP) & (s.unit_side[: s.units] == st.AL)
    own = set(s.hex_id[g.hex[: s.units][allied]].tolist())
    for nation in (*fallen, *more):
        for number in scenario.data["map"]["nations"][nation]["bases"]:
            held = board.controls(g, s, int(board.hex_of(s, number)), st.JP)
            assert held == (number not in own), (nation, number)
