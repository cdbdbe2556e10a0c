"""Events whose clauses the moves have to meet, and what else they bring (5.31, NX-03)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.empire.events import FX_KINDS, NO_CARD_EFFECT
from glory_env.games.empire.geography import REGIONS
from glory_env.games.empire.laboratory import Laboratory
from glory_env.games.empire.rules.board import place_unit
from glory_env.games.empire.rules.turn import end_turn
from glory_env.games.empire.state import (
    AIR,
    AL,
    CARD_DISCARD,
    CARD_FUTURE,
    CARD_HAND,
    CARD_REMOVED,
    CHINA_BOX,
    NAVAL,
    NONE,
)
from tests.covers import covers

from . import world
from .events import all_active, begun, holding, pile_of
from .test_saved_block import differences

TRUK, SOUTH, SEAS, SOUTHERN = (
    {"j_hq_southseas": 4017}, {"j_hq_south": 2212}, "j_hq_southseas", "j_hq_south",
)  # fmt: skip
SWPAC, CPAC, SEAC = {"a_hq_swpac": 3727}, {"a_hq_cpac": 5808}, {"a_hq_seac": 1805}


def hexes_of(region: str) -> set[int]:
    """The printed numbers of a region."""
    found = world.scenario().tables[0].region == REGIONS.index(region)
    return {world.number_of(hex_) for hex_ in np.flatnonzero(found).tolist()}


def stay(lab: Laboratory) -> Laboratory:
    """Nobody moves, nobody is given a task."""
    if lab.decision == "move_unit":
        lab.say("done")
    while lab.decision == "task_unit":
        lab.say("done")
    return lab


# --- clauses -----------------------------------------------------------------------------------
@covers("NX-03", "DK-30", "GD-11", "R5.31-c", "R5.31-g", "R5.36-a")
def test_an_event_without_its_battle_is_taken_back():
    """AL62 without a battle in the Philippines: all is as before, the card may be an operation."""
    lab = holding("AL62", SWPAC | {"a_i": 2919, "a_washington": 2919}, {"j_a14": 2813})
    assert "event" in lab.options()
    before = lab.games.copy()
    lab.say("event", "a_hq_swpac")
    stay(all_active(lab))
    assert (lab.decision, list(lab.options())) == ("take_back", ["take_back"])
    lab.say("take_back")
    assert lab.decision == "card_use"
    changed = {"taken_back", "card_known", "last_action"}
    assert set(differences(before, lab.games)) == changed
    assert (pile_of(lab, "AL62"), lab.g.hand[AL]) == (CARD_HAND, 1)
    assert not {"event", "set_aside"} & set(lab.options())
    lab.say("oc_offensive", "a_hq_swpac")
    stay(all_active(lab))
    lab.play_out()
    assert (pile_of(lab, "AL62"), lab.g.taken_back) == (CARD_DISCARD, 0)


@covers("NX-03", "R7.29-i")
def test_a_card_set_aside_goes_back_there():
    lab = holding("AL62", SWPAC | {"a_i": 2919, "a_washington": 2919}, {"j_a14": 2813})
    g, card = lab.g, 61
    g.card_at[AL, card], g.future_card[AL], g.future_turn[AL] = CARD_FUTURE, card, 4
    g.card_at[AL, 10] = CARD_HAND  # a card has to be left in hand
    lab.say("event", "a_hq_swpac")
    assert g.future_card[AL] == NONE
    stay(all_active(lab)).say("take_back")
    assert (pile_of(lab, "AL62"), g.future_card[AL], g.hand[AL]) == (CARD_FUTURE, card, 1)
    assert "discard" not in lab.options()


@covers("R5.31-c", "E-043", "NX-03")
@pytest.mark.parametrize(
    ("card", "units", "enemies", "offered"),
    [
        ("AL62", {"a_5af": 2919}, {"j_a14": 2813}, True),
        ("AL62", {"a_5af": 3727}, {"j_a14": 2813}, False),
        ("AL62", {"a_5af": 2919}, {"j_a14": 3209}, False),
        ("AL65", {"a_washington": 3014}, {"j_a14": 2813}, True),
        ("AL65", {"a_washington": 5808}, {"j_a14": 2813}, False),
        ("AL30", {"a_hq_cpac": 5808, "a_washington": 5808}, {"j_ss": 4700}, True),
        ("AL30", {"a_washington": 5808}, {"j_ss": 4700}, False),  # in reach of no HQ
        ("AL30", {"a_washington": 5808}, {}, False),
        ("AL9", {"a_x": 3014, "a_7af": 3209}, {}, True),  # the home islands have garrisons
        ("AL9", {"a_7af": 3209, "a_washington": 3209}, {}, False),
        ("AL74", {"a_x": 3014}, {}, True),
        ("AL74", {"a_x": 4828}, {}, False),
        ("AL75", {"a_arm7": 3014}, {}, False),  # not able to land
        ("JP12", {}, {}, True),
    ],
)
def test_an_event_plainly_out_of_reach_is_not_offered(card, units, enemies, offered):
    lab = holding(card, (TRUK if card[0] == "J" else SWPAC) | units, enemies)
    assert ("event" in lab.options()) == offered


@covers("R5.31-c", "E-043", "NX-03")
@pytest.mark.parametrize(("kind", "offered"), [(AIR, True), (NAVAL, False)])
def test_only_units_that_the_card_allows_can_meet_its_clause(kind, offered):
    """AL62 as a card for one kind of units."""
    lab = holding("AL62", SWPAC | {"a_5af": 2919}, {"j_a14": 2813})
    lab.s = world.tables()
    slot = lab.s.fx[AL, 61].tolist().index(NO_CARD_EFFECT)
    lab.s.fx[AL, 61, slot], lab.s.fx_kinds[AL, 61, slot] = FX_KINDS, 1 << kind
    assert ("event" in lab.options()) == offered


@covers("R5.31-a", "R5.31-c", "R7.24-f")
@pytest.mark.parametrize(("targets", "met"), [(["4222"], True), (["4222", "4021"], False)])
def test_midway_is_for_islands_alone(targets, met):
    """JP12: 4222 is a one-hex island, Rabaul 4021 is none."""
    units = TRUK | {"j_kongo": 4017, "j_hiei": 4017}
    lab = begun("JP12", SEAS, units, {"a_washington": 4021, "a_aus1": 4222} | CPAC)
    all_active(lab)
    for ship, target in zip(("j_kongo", "j_hiei"), targets, strict=False):
        if lab.decision == "move_unit":
            lab.say(ship)
        if lab.decision == "move_stack":
            lab.say("done")
        lab.say("sail", target)
    stay(lab)
    assert lab.g.battles == len(targets)
    assert (lab.decision != "take_back") == met


@covers("R5.31-c")
@pytest.mark.parametrize(("ground", "met"), [(True, True), (False, False)])
def test_the_home_islands_are_invaded_by_ground_units(ground, met):
    """AL9: a battle of ships alone does not do."""
    lab = begun("AL9", "a_hq_cpac", {"a_hq_cpac": 3209, "a_x": 3209, "a_washington": 3209})
    lab.say("a_x", "a_washington", "a_washington", "a_x" if ground else "done")
    lab.say("landing" if ground else "sail")
    assert lab.g.asp_temp[AL] == 4
    lab.say("3307")
    stay(lab)
    assert (lab.decision != "take_back") == met


@covers("R5.31-c")
@pytest.mark.parametrize("card", ["AL74", "AL75"])
@pytest.mark.parametrize("lands", [True, False])
def test_a_landing_near_tokyo(card, lands):
    """3709 is within ten hexes of Tokyo."""
    lab = begun(card, "a_hq_cpac", {"a_hq_cpac": 3813, "a_1md": 3813, "a_washington": 3813})
    lab.control("JP", 3709)
    all_active(lab)
    if lands:
        lab.say("a_1md", "landing", "3709")
    stay(lab)
    assert (lab.decision != "take_back") == lands


@covers("R5.31-c", "E-574", "R5.36-a")
def test_the_aleutians_are_fought_for():
    lab = begun("AL30", "a_hq_cpac", {"a_hq_cpac": 4800, "a_mississippi": 4800}, {"j_ss": 4700})
    all_active(lab).say("a_mississippi", "sail", "4700")
    stay(lab)
    lab.play_out()
    assert pile_of(lab, "AL30") == CARD_REMOVED


# --- markers and raids -------------------------------------------------------------------------
@covers("R6.23-c", "R6.23-d", "R6.23-e", "R6.23-f", "R6.23-g", "E-019", "E-589", "DK-55")
@pytest.mark.parametrize("card", ["JP28", "JP44"])
def test_the_express_supplies_a_hex_for_a_turn(card):
    lab = begun(card, SEAS, TRUK | {"j_a17": 4423}, {"a_aus1": 4222} | SWPAC)
    g, unit = lab.g, lab.unit("j_a17")
    if lab.decision == "activate":
        lab.say("done")
    assert lab.decision == "express_hex"
    assert "4423" in lab.options()
    assert not {"4222", "3407"} & set(lab.options())
    lab.say("4423")
    assert g.supply[unit]
    stay(lab)
    lab.play_out()
    assert (g.express_hex, g.express_turn) == (lab.hex_at(4423), g.turn)
    end_turn(g, lab.s)
    assert g.express_hex == NONE


@covers("R6.23-e")
def test_the_express_ends_where_the_allies_take_its_hex():
    lab = holding("JP28", TRUK)
    lab.g.express_hex = lab.hex_at(4017)
    lab.control("AL", 4017)
    assert lab.g.express_hex == NONE


@covers("DK-52", "R5.36-a")
@pytest.mark.parametrize("card", ["JP76", "JP79"])
@pytest.mark.parametrize(("die", "hit"), [(4, True), (5, False)])
def test_a_raid_on_the_bombers(card, die, hit):
    lab = holding(card, TRUK | {"j_kongo": 4017}, {"a_20bc": 3709, "a_21bc": 3813} | CPAC)
    lab.dice(die)
    lab.say("event", SEAS)
    all_active(lab)
    assert (lab.decision == "raided_unit") == hit
    if hit:
        assert lab.actor == "JP"
        assert set(lab.options()) == {"a_20bc", "a_21bc"}
        lab.say("a_21bc")
    assert lab.steps("a_21bc") == 2 - hit
    lab.trace[0].scripted = 0
    stay(lab)
    lab.play_out()
    assert pile_of(lab, card) == CARD_REMOVED


@covers("DK-52")
def test_a_raid_finds_a_bomber_in_china():
    lab = holding("JP76", TRUK | {"j_kongo": 4017}, {"a_20bc": 3709} | CPAC)
    place_unit(lab.g, lab.s, lab.unit("a_20bc"), CHINA_BOX, NONE, 2)
    lab.dice(4)
    lab.say("event", SEAS)
    all_active(lab).say("a_20bc")
    assert (lab.place("a_20bc"), lab.steps("a_20bc")) == ("china_box", 1)


@covers("DK-52")
def test_without_a_bomber_in_reach_no_die_is_thrown():
    lab = begun("JP76", SEAS, TRUK | {"j_kongo": 4017}, {"a_20bc": 5808} | CPAC)
    all_active(lab)
    assert (lab.decision, int(lab.g.rolled.sum())) == ("move_unit", 0)


# --- units and HQs that come -------------------------------------------------------------------
@covers("R5.31-f", "R5.33-e", "DK-59", "R5.36-a")
def test_slims_offensive_brings_the_armoured_brigade():
    lab = holding("AL70", SEAC | {"a_br33": 1905}, setup="y1944", turn=8)
    lab.control("AL", 1905, 1805)
    lab.say("event")
    assert lab.decision == "coming_place"
    regions = {REGIONS[lab.s.region[lab.hex_at(int(n))]] for n in lab.options()}
    assert regions <= {"india_north", "india_central", "ceylon", "burma"}
    place = next(iter(lab.options()))
    lab.say(place, "a_hq_seac")
    assert (lab.hex("a_arm7"), lab.steps("a_arm7")) == (int(place), 2)
    stay(all_active(lab))
    lab.play_out()
    assert pile_of(lab, "AL70") == CARD_REMOVED


@covers("R5.33-e")
def test_without_a_port_it_is_out_of_the_game():
    lab = holding("AL70", SEAC, setup="y1944", turn=8)
    for region in ("india_north", "india_central", "ceylon", "burma"):
        lab.control("JP", *hexes_of(region) - {1805})
    for name in ("a_br15", "a_br33", "a_ind4"):  # no room beside them
        lab.put(name, 1805, active=False)
    lab._play_on()
    lab.say("event")
    assert (lab.decision, lab.place("a_arm7")) == ("headquarters", "out")


@covers("R5.31-f", "DK-59")
@pytest.mark.parametrize("india", [True, False])
def test_chennault_brings_the_14th_air_force(india):
    lab = holding("AL51", SEAC | {"a_avg": 2104, "a_10lrb": 1805}, setup="y1942", turn=3)
    if not india:
        lab.control("JP", *hexes_of("india_north"))
        lab.control("AL", 1805)
        lab.g.china_surrendered = 1
        lab._play_on()
    lab.say("event")
    assert lab.decision == "coming_place"
    assert lab.place("a_avg") == "out"
    numbers = [n for n in lab.options() if n.isdigit()]
    north = {int(n) for n in numbers} & hexes_of("india_north")
    assert bool(north) == india
    lab.say(numbers[0])
    assert lab.place("a_14af") == "map"
    lab.say("a_hq_seac")
    stay(all_active(lab))
    lab.play_out()
    assert pile_of(lab, "AL51") == CARD_REMOVED


@covers("E-586", "DK-59", "R5.31-d", "BV-618")
@pytest.mark.parametrize("ghormley", [True, False])
def test_halsey_comes_and_leads(ghormley):
    units = CPAC | {"a_washington": 4828} | ({"a_hq_ghormley": 4828} if ghormley else {})
    lab = holding("AL20", units, setup="y1942", turn=4)
    assert "event" in lab.options()
    lab.say("event")
    assert (lab.decision == "coming_place") != ghormley
    if not ghormley:
        assert "4828" in lab.options()
        lab.say("4828")
    assert (lab.decision, list(lab.options())) == ("headquarters", ["a_hq_halsey"])
    assert (lab.hex("a_hq_halsey"), lab.place("a_hq_ghormley")) == (4828, "out")
    lab.say("a_hq_halsey")
    assert "a_washington" in lab.options()
    stay(all_active(lab))
    lab.play_out()
    assert (lab.hex("a_hq_halsey"), pile_of(lab, "AL20")) == (4828, CARD_REMOVED)


@covers("E-586")
def test_halsey_who_has_come_needs_supply_himself():
    lab = holding("AL20", CPAC | {"a_washington": 4828, "a_hq_halsey": 4828}, setup="y1942", turn=4)
    assert "event" in lab.options()
    lab.g.supply[lab.unit("a_hq_halsey")] = 0
    assert "event" not in lab.options()


@covers("E-586")
def test_halsey_needs_a_supplied_place():
    lab = holding("AL20", {"a_hq_ghormley": 4017}, setup="y1942", turn=4)
    lab.g.supply[lab.unit("a_hq_ghormley")] = 0
    assert "event" not in lab.options()
