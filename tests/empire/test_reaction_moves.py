"""S8: how units move in reaction, and that they all come to a battle (7.26, P-12)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.codes import ESCORT_ROLE, NO_ROLE
from glory_env.games.empire.rules.participants import role_of
from glory_env.games.empire.state import CARD_HAND, CARD_TABLE, FIRST_COVER, JP, NO_TASK
from tests.covers import covers

from .reactions import (
    AITAPE,
    BIAK,
    HOLLANDIA,
    SEA,
    TRUK,
    WEWAK,
    fight,
    laid,
    reacting,
    words,
)
from .sandbox import Sandbox


@covers("R7.26-j", "R7.26-o", "R7.26-p", "E-072")
def test_units_in_a_battle_hex_stay():
    lab = reacting(event=True, task=BIAK, j_aoba=BIAK, j_af23=BIAK)
    lab.say("j_aoba")
    assert (lab.decision, words(lab)) == ("react_kind", {"stay"})
    lab.say("stay")
    assert lab.g.rp_used == 1
    lab.say("j_a18", "stay")
    assert lab.hex("j_a18") == BIAK


@covers("R7.26-n", "E-064", "R9.11-c", "R8.31-g", "R8.31-j")
def test_aircraft_may_leave_a_battle_hex_and_fight_there():
    lab = reacting(event=True, task=BIAK, j_af22=BIAK, j_akagi=BIAK)
    lab.say("j_af22")
    assert {"stay", "fly"} == words(lab)
    lab.say("fly")
    hexes = {int(word) for word in words(lab)}
    biak = lab.hex_at(BIAK)
    assert hexes
    assert all(lab.s.dist[lab.hex_at(number), biak] <= 5 for number in hexes)
    assert not hexes & {BIAK, HOLLANDIA}
    lab.say(str(min(hexes)))
    assert lab.task("j_af22") == BIAK
    lab.say("j_akagi", "stand_off")
    assert words(lab) == {"3319"}


@covers("R7.26-m", "R8.44-h")
def test_no_strategic_moves():
    lab = reacting()
    lab.say("j_nachi")
    assert words(lab) == {"sail"}


@covers("R7.26-l", "R8.45-i", "R8.45-s", "R8.45-h")
def test_one_asp_in_reaction():
    lab = reacting(event=True, task=BIAK, covers={}, j_sn1=2917, j_sn2=2917, j_af23=BIAK)
    lab.control("JP", 2917)
    g = lab.g
    before = int(g.asp_used[JP])
    assert words(lab) & {"j_sn1", "j_sn2"} == {"j_sn1", "j_sn2"}
    lab.say("j_sn1", *(["done"] if lab.decision == "react_stack" else []), "landing", "3319")
    assert (g.asp_used[JP] - before, g.rp_asp) == (1, 1)
    assert "j_sn2" not in words(lab)


@covers("R7.26-l", "R8.46-a", "R8.46-b")
def test_organic_transport_takes_none():
    lab = reacting(event=True, task=BIAK, j_sn1=WEWAK)
    lab.say("j_nachi")
    assert words(lab) == {"j_sn1", "done"}
    lab.say("j_sn1")
    lab.say("organic")
    lab.say("3520")
    assert lab.g.rp_asp == 0
    assert (lab.hex("j_sn1"), lab.hex("j_nachi")) == (HOLLANDIA, HOLLANDIA)
    assert lab.g.carrier[lab.unit("j_sn1")] == lab.unit("j_nachi")


@covers("BV-91", "R8.11-d", "E-075", "R6.5-b", "R9.13-b")
def test_bv_91_an_army_walks_into_the_landing():
    """No three for Japan, which held nothing there; the Allies have ships, no enemy aircraft and
    jungle before them.
    """
    lab = reacting(0, 0, 9, 0)
    lab.put("j_a19", AITAPE, steps=1)
    lab.g.elig[lab.unit("j_a19")] = 1
    lab.say("j_a19")
    assert words(lab) == {"walk"}
    lab.say("walk")
    assert lab.decision == "react_step"
    lab.say("3520")
    assert lab.hex("j_a19") == HOLLANDIA
    lab.say("done")
    fight(lab)
    fires = [(f["kind"], f["side"], f["strength"], f["modifier"]) for f in lab.fires]
    assert fires == [("an", "AL", 24, 1), ("gc", "AL", 12, 2 + 2 - 1), ("gc", "JP", 9, 0)]


@covers("R8.11-d", "R6.5-b", "P-12")
def test_a_walk_takes_empty_hexes_and_ends_in_the_battle():
    lab = laid()
    lab.control("JP", 1912, 2112, 2212)
    lab.control("AL", 2012)
    for name, number in (("j_hq_south", 2212), ("j_a19", 1912), ("j_a16", 2112)):
        lab.put(name, number)
    lab.put("a_1md", 2112, landed=True, home=2015)
    lab.moved(0, battles=[2112])
    lab.say("yes", "j_hq_south", "j_a19", "walk")
    assert "2012" in words(lab)
    lab.say("2012")
    assert (lab.holder(2012), lab.decision) == ("JP", "react_step")
    lab.say("2112")
    assert lab.hex("j_a19") == 2112
    assert lab.decision == "react_unit"


@covers("R8.21-j", "R9.12-b", "E-025", "E-074")
def test_carriers_stand_off_and_ships_go_with_them():
    lab = reacting(j_akagi=TRUK, j_hiei=TRUK, j_aoba=TRUK)
    lab.say("j_akagi", "j_hiei", "done", "stand_off", "3520")
    assert lab.decision == "react_offset"
    lab.say(max(words(lab)))
    assert lab.hex("j_akagi") == lab.hex("j_hiei") != TRUK
    assert lab.task("j_akagi") == HOLLANDIA
    lab.say("j_aoba", "stand_off", "3520")
    assert len(words(lab)) == 1
    lab.say(*words(lab))
    assert lab.hex("j_aoba") == lab.hex("j_akagi")


@covers("E-025", "R9.12-b")
def test_an_escort_stays_with_a_carrier_that_fights_from_its_port():
    lab = reacting(j_akagi=WEWAK)
    lab.say("j_akagi", "done", "stay")
    lab.say("j_nachi")
    assert {"stay", "sail"} == words(lab)
    lab.say("stay")
    assert lab.hex("j_nachi") == WEWAK


@covers("R9.12-b")
@pytest.mark.parametrize(("task", "fights"), [(NO_TASK, HOLLANDIA), (0, BIAK), (1, HOLLANDIA)])
def test_an_escort_goes_with_one_carrier_of_its_hex(task, fights):
    """With the first one that has a battle, unless it has a task itself."""
    lab = laid()
    k = {number: lab.battle(number) for number in (BIAK, HOLLANDIA)}
    for name, number in (("a_lexington", HOLLANDIA), ("a_enterprise", BIAK)):
        lab.g.task[lab.put(name, SEA)] = k[number]
    ship = lab.put("a_washington", SEA)
    lab.g.task[ship] = task
    roles = {number: role_of(lab.g, lab.s, ship, k[number]) for number in k}
    assert roles == {number: ESCORT_ROLE if number == fights else NO_ROLE for number in k}


@covers("R9.12-b")
def test_no_escort_stays_with_a_carrier_that_covers_a_landing_while_another_one_fights():
    lab = laid()
    k = lab.battle(BIAK)
    for name, task in (("a_lexington", FIRST_COVER), ("a_enterprise", k)):
        lab.g.task[lab.put(name, SEA)] = task
    assert role_of(lab.g, lab.s, lab.put("a_washington", SEA), k) == ESCORT_ROLE


@covers("E-074")
def test_from_a_hex_with_two_battles_in_range_one_is_named():
    lab = reacting(event=True, task=BIAK, j_akagi=3519)
    lab.say("j_akagi", "stay")
    assert (lab.decision, words(lab)) == ("react_target", {"3520", "3319"})
    lab.say("3319")
    assert lab.task("j_akagi") == BIAK


@covers("R7.26-i", "NX-03", "NX-04", "P-12", "E-025")
def test_who_is_activated_in_random_reactions_fights():
    sandbox = Sandbox()
    for seed in range(40, 56):
        assert sandbox.play(seed) == []
    assert sandbox.reacted > 10


@covers("R5.0-j", "R4.22-f", "R5.32-b")
def test_hands_are_empty_after_phases_with_reaction_cards():
    sandbox = Sandbox()
    for seed in (1, 3, 5):
        g, s = sandbox.phase(seed)
        piles = g.card_at[0, : s.cards[0]].tolist() + g.card_at[1, : s.cards[1]].tolist()
        assert not {CARD_HAND, CARD_TABLE} & {*piles}
        assert g.hand.tolist() == [0, 0]
    assert sandbox.seen["intelligence_card"] > 0


@covers("BV-42", "R7.26-l")
def test_a_full_army_is_too_much_in_reaction():
    lab = reacting(event=True, task=BIAK, covers={}, j_a19=2917, j_sn1=2917, j_af23=BIAK)
    lab.control("JP", 2917)
    lab.g.asp[JP], lab.g.asp_used[JP] = 5, 0
    assert "j_sn1" in words(lab)
    assert "j_a19" not in words(lab)
    lab.g.steps[lab.unit("j_a19")] = 1
    assert "j_a19" in words(lab)
