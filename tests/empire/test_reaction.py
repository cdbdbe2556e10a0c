"""S8: the HQ of a reaction, who is activated, how it moves, and who fights where (7.26, 7.27)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.codes import INSIDE, NO_ROLE
from glory_env.games.empire.rules.battle_hexes import may_be_battle
from glory_env.games.empire.rules.participants import role_of
from glory_env.games.empire.rules.reaction import reaction_limit
from glory_env.games.empire.rules.ships import naval_allowance
from glory_env.games.empire.state import AL, INTERCEPT, JP, NONE
from glory_env.games.empire.switches import SR_GRANTS_REACTION
from tests.covers import covers

from . import world
from .battles import Choices, shots
from .reactions import (
    BIAK,
    BOTH_COVER,
    HOLLANDIA,
    HQ,
    SEA,
    TRUK,
    WEWAK,
    Answered,
    away,
    fight,
    hollandia,
    laid,
    reacting,
    words,
)

JAVA = 2018


# --- the HQ ------------------------------------------------------------------------------------
@covers("R7.26-b", "R7.26-c", "R7.2-i", "BV-32", "R6.0-h", "DK-37")
@pytest.mark.parametrize(("further", "may"), [((), False), ((BIAK,), True)])
def test_an_hq_reacts_to_battles_in_its_range(further, may):
    """South Seas at Truk has a range of 12; Java is farther than that, Biak is not."""
    lab = laid()
    lab.control("JP", TRUK, BIAK, JAVA)
    lab.put(HQ, TRUK)
    for number, own, theirs in ((BIAK, "a_pm", "j_a18"), (JAVA, "a_1md", "j_a16")):
        lab.put(own, number, landed=True, home=3823)
        lab.put(theirs, number)
    assert lab.s.dist[lab.hex_at(TRUK), lab.hex_at(JAVA)] > 12
    lab.moved(0, battles=[JAVA, *further], event=True)
    lab.say("yes")
    assert (lab.decision == "reaction_hq") == may
    if may:
        lab.say(HQ)
        assert {"j_a18", "done"} <= words(lab)


@covers("R7.26-a")
def test_nobody_reacts_to_a_surprise():
    lab = hollandia().moved(0, 9, landings=[HOLLANDIA], covers=BOTH_COVER)
    lab.say("3520", "yes")
    assert lab.decision == "move_after_unit"


@covers("R7.26-k", "DK-37")
def test_nobody_has_to_react():
    lab = hollandia().moved(0, 0, landings=[HOLLANDIA], covers=BOTH_COVER)
    lab.say("3520", "yes")
    assert (lab.decision, lab.actor, words(lab)) == ("reaction_hq", "JP", {HQ, "pass"})
    lab.say("pass")
    assert (lab.decision, lab.actor) == ("move_after_unit", "AL")
    assert lab.g.rp_hq == NONE


@covers("R7.26-e", "R5.1-d", "BV-35", "R7.22-a")
@pytest.mark.parametrize(("held", "number"), [(0, 5), (46, 6), (45, 6), (85, 5), (65, 6)])
def test_er_and_ov_or_the_lv_of_a_counter_offensive(held, number):
    """ER 2 and OV 3; LV 4; two cards have the OV, or one more."""
    lab = hollandia()
    if held:
        lab.hold("JP", held)
    lab.moved(0, 0, landings=[HOLLANDIA], covers=BOTH_COVER).until("special_reaction")
    lab.say("3520")
    if held:
        lab.say(f"card {held}")
    lab.until("intelligence_roll") if not held else lab.say("done")
    lab.say(*(["yes"] if not held else []), HQ)
    assert lab.g.rp_max == number


@covers("R7.26-e", "R5.32-i")
def test_more_units_under_some_hqs():
    lab = hollandia()
    lab.put("j_hq_yamamoto", TRUK)
    away(lab, HQ)
    lab.hold("JP", 46)
    lab.moved(0, landings=[HOLLANDIA], covers=BOTH_COVER).until("special_reaction")
    lab.say("3520", "card 46", "done", "j_hq_yamamoto")
    assert lab.g.rp_max == 3 + 5


@covers("R7.27-a", "E-026")
@pytest.mark.parametrize(("hq", "asked"), [(TRUK, True), (4825, False)])
def test_a_special_reaction_needs_an_hq_in_range(hq, asked):
    """Of the landing; the HQ at Espiritu Santo reaches the aircraft of Wewak and no farther."""
    lab = hollandia(hq=hq)
    lab.control("JP", hq)
    lab.moved(0, 0, landings=[HOLLANDIA], covers=BOTH_COVER)
    assert lab.g.supply[lab.unit("j_ad6")]
    assert (lab.decision == "special_reaction") == asked


# --- who is activated --------------------------------------------------------------------------
@covers("R7.26-i", "P-12", "NX-04", "DK-38", "R7.26-d")
def test_only_units_that_come_to_a_battle_are_activated():
    lab = reacting(event=True, task=BIAK, j_a19=TRUK, j_af23=BIAK)
    assert {"j_ad6", "j_nachi", "j_a18", "done"} <= words(lab)
    assert lab.g.elig[lab.unit("j_a19")]
    assert "j_a19" not in words(lab)  # its landing takes two ASP


@covers("R7.26-f")
def test_units_cut_off_by_zones_are_not_activated():
    """Without aircraft in Biak the zones of both carriers close the way to it."""
    lab = reacting(event=True, task=BIAK)
    assert lab.g.supply[lab.unit("j_a18")] == 0
    assert words(lab) == {"j_ad6", "j_nachi", "done"}


@covers("R7.26-e", "R7.26-g")
def test_no_more_than_the_number():
    lab = reacting()
    lab.g.rp_max = 1
    lab.say("j_nachi", "sail", "3520")
    assert lab.decision != "react_unit"


@covers("R7.26-g", "R14.1-c", "E-532")
def test_rivals_do_not_react_together():
    lab = hollandia()
    lab.g.rivalry[JP] = 1
    lab.moved(0, 0, landings=[HOLLANDIA], covers=BOTH_COVER)
    lab.say("3520", "yes", HQ)
    assert {"j_ad6", "j_nachi"} <= words(lab)
    lab.say("j_nachi", "sail", "3520")
    assert "j_ad6" not in (words(lab) if lab.decision == "react_unit" else set())


@covers("R7.26-g", "R13.79-b", "R13.79-c", "NX-10")
def test_the_kwai_counts_in_reaction_too():
    lab = laid()
    g, s = lab.g, lab.s
    lab.control("AL", 2008)
    g.kwai = 0
    g.op_side, g.rp_hq, g.ov, g.rp_max = AL, 1, 2, 4
    numbers = []
    for bits in (1, 3, 7):
        g.elig[5] = bits
        numbers.append(reaction_limit(g, s, 5))
    assert numbers == [4, 3, 5]


# --- who fights where --------------------------------------------------------------------------
@covers("BV-84", "R7.26-a", "R7.27-f", "E-074", "R7.28-a", "R7.24-k")
def test_bv_84_aircraft_answer_the_landing():
    lab = reacting(2, 8)
    lab.say("j_ad6", "stay", "done")
    lab.play_out(Choices())
    assert shots(lab) == [
        ("AL", 24, 2, 1, 0.5, 12),
        ("JP", 8, 8, 0, 1.0, 8),
    ]
    assert lab.steps("j_ad6") == 1
    assert lab.holder(HOLLANDIA) == "AL"


@covers("VX-10", "BV-86", "R7.27-g", "R7.27-h", "E-076")
@pytest.mark.parametrize("sends", [True, False])
def test_vx_10_a_carrier_in_the_landing_hex_fights_there_if_somebody_comes(sends):
    lab = hollandia(task=BIAK)
    lab.moved(7, 0, landings=[HOLLANDIA], battles=[BIAK], event=True)
    lab.say("3520", "yes", HQ)
    assert lab.task("a_lexington") == BIAK
    if sends:
        lab.say("j_nachi", "sail", "3520")
        assert (lab.task("a_lexington"), lab.task("a_enterprise")) == (HOLLANDIA, BIAK)
    fight(lab)
    fought = [(fire["hex"], fire["side"], fire["strength"]) for fire in lab.fires]
    if sends:
        assert (HOLLANDIA, "AL", 12) in fought
        assert (BIAK, "AL", 12) in fought
    else:
        assert (BIAK, "AL", 24) in fought
        assert {hex_ for hex_, _, _ in fought} == {BIAK}
        assert lab.holder(HOLLANDIA) == "AL"


@covers("BV-87", "E-076", "E-062")
@pytest.mark.parametrize("sends", [True, False])
def test_bv_87_a_battle_whose_attackers_are_drawn_away(sends):
    lab = hollandia(task=BIAK)
    lab.moved(
        0, 0, landings=[HOLLANDIA], battles=[BIAK], event=True, covers={"a_enterprise": HOLLANDIA}
    )
    lab.say("3520", "yes", HQ)
    if sends:
        lab.say("j_nachi", "sail", "3520")
    fight(lab)
    strengths = {(f["hex"], f["side"]): f["strength"] for f in lab.fires}
    expected = (HOLLANDIA, 24) if sends else (BIAK, 12)
    assert strengths[expected[0], "AL"] == expected[1]
    assert (BIAK if sends else HOLLANDIA) not in {hex_ for hex_, _ in strengths}


@covers("BV-85", "R9.3-d")
def test_bv_85_aircraft_win_where_the_enemy_has_none():
    lab = hollandia()
    away(lab, "a_lexington")
    lab.put("a_washington", HOLLANDIA)
    lab.put("a_enterprise", SEA, fights=BIAK)
    lab.moved(0, 0, landings=[HOLLANDIA], battles=[BIAK], event=True)
    lab.say("3520", "yes", HQ, "j_ad6", "stay", "3520", "done")
    fight(lab)
    assert lab.an_winner(HOLLANDIA) == "JP"
    assert lab.holder(HOLLANDIA) == "JP"


@covers("E-027", "R7.27-c", "BV-83", "R7.27-k")
@pytest.mark.parametrize("grants", [0, 1])
def test_the_switch_that_lets_a_special_reaction_react_to_a_surprise(grants):
    lab = hollandia(task=BIAK)
    lab.g.switch[SR_GRANTS_REACTION] = grants
    lab.moved(0, 9, landings=[HOLLANDIA], battles=[BIAK], event=True)
    lab.say("3520", "yes")
    if not grants:
        assert lab.decision != "reaction_hq"
        return
    lab.say(HQ)
    assert {"j_ad6", "j_nachi"} <= words(lab)
    assert "j_a18" not in words(lab)  # of the other battle
    lab.say("j_nachi", "sail")
    assert words(lab) == {"3520"}
    lab.say("3520")
    assert lab.task("a_lexington") == HOLLANDIA


@covers("R8.45-o", "R8.45-p", "E-035", "R9.13-b")
def test_ships_that_come_by_reaction_break_an_unescorted_landing():
    lab = hollandia(task=BIAK)
    away(lab, "a_lexington")
    lab.moved(0, 0, landings=[HOLLANDIA], battles=[BIAK], event=True)
    lab.say("3520", "yes", HQ, "j_nachi", "sail", "3520")
    fight(lab)
    assert lab.steps("a_1md") == 1
    assert lab.holder(HOLLANDIA) == "JP"


@covers("R9.2-m", "R9.2-n", "R9.2-o", "R7.25-a")
@pytest.mark.parametrize(("card", "fires"), [(0, ["JP"]), (59, ["JP", "AL"]), (12, ["AL", "JP"])])
def test_the_order_of_fire_follows_the_condition(card, fires):
    """A battleship against a weak cruiser: surprised it sinks before it fires."""
    lab = laid(23, setup="y1942", side="JP", turn=2)
    lab.control("AL", BIAK)
    lab.put("j_kongo", BIAK)
    lab.put("a_cl_dutch", BIAK, steps=1)
    lab.hold("AL", *([card] if card else []))
    lab.moved(9, 9, battles=[BIAK]).until("intelligence_card")
    lab.say(*([f"card {card}"] if card else []), "done")
    lab.until("none")
    assert [fire["side"] for fire in lab.fires] == fires


@covers("VX-26", "R7.25-j")
def test_vx_26_a_carrier_that_stays_in_a_zone_gives_nothing_away():
    lab = laid()
    lab.control("AL", 3823)
    lab.control("JP", BIAK, WEWAK)
    lab.put("a_hq_swpac", 3823, active=False)
    lab.put("a_lexington", SEA, active=False)
    lab.put("j_af22", BIAK)
    lab.put("j_hq_southseas", TRUK)
    lab.control("JP", TRUK)
    lab.lead()
    lab.say("a_hq_swpac", "a_lexington")
    lab.say("a_lexington", "stay")
    lab.until("task_unit")
    lab.say("a_lexington", "3319")
    assert lab.decision == "intelligence_roll"
    assert lab.g.zone_entered == 0


@covers("VX-23", "R7.26-e", "R7.26-n", "R7.26-o", "R7.26-c", "R7.1-c", "R7.1-d", "R7.2-a")
@covers("R7.2-b", "R7.2-c", "R7.24-a", "R7.24-f", "R5.32-i", "DK-39", "R9.11-b")
def test_vx_23_malaya():
    lab = Answered(world.scenario("y1942"), "JP", turn=2)
    lab.control("JP", 1913, 2112, 2212, 2311)
    lab.control("AL", 2014, 2015)
    for name, number in (
        ("j_hq_south", 2212), ("j_a38", 1913), ("j_af22", 2212), ("j_kongo", 2311),
        ("j_mogami", 2311),
    ):  # fmt: skip
        lab.put(name, number, active=False)
    lab.put("j_a25", 2112, steps=1, active=False)
    for name, number in (
        ("a_ind3", 2014), ("a_aus8", 2015), ("a_malaya_air", 2015), ("a_hq_malaya", 2015),
    ):  # fmt: skip
        lab.put(name, number)
    lab.card(23)
    lab.hold("AL", 5)
    lab.dice(*[2] * 8)
    lab.lead(event=True, lv=3)
    lab.say("j_hq_south", "j_a38", "j_af22", "j_kongo", "j_mogami")
    assert lab.decision == "move_unit"  # four units
    lab.say("j_a38", "walk", "2014")
    lab.say("j_af22", "fly", "2112", "j_kongo", "j_mogami")
    if lab.decision == "move_stack":
        lab.say("done")
    lab.say("sail", "2015", "j_af22", "2015")
    assert (lab.decision, lab.actor) == ("intelligence_card", "AL")
    lab.say("card 5", "done")
    assert lab.decision == "reaction_hq"
    lab.say("a_hq_malaya")
    assert lab.g.rp_max == 4
    assert words(lab) == {"done", "a_ind3", "a_aus8", "a_malaya_air"}
    lab.say("a_aus8")
    assert words(lab) == {"stay"}
    lab.say("stay", "a_ind3", "stay", "a_malaya_air")
    assert "stay" in words(lab)
    lab.say("stay")
    assert lab.g.rp_used == 3
    assert lab.decision == "attack_card"  # the fourth activation is lost
    lab.say("pass")
    assert lab.decision == "next_battle"
    assert (lab.actor, lab.g.battles, lab.g.condition) == ("JP", 2, INTERCEPT)
    lab.say("2014")
    fight(lab)
    assert [(f["hex"], f["kind"], f["side"], f["strength"], f["modifier"]) for f in lab.fires] == [
        (2014, "gc", "JP", 18, -2), (2014, "gc", "AL", 9, 0),
        (2015, "an", "JP", 45, 0), (2015, "an", "AL", 6, 0),
    ]  # fmt: skip
    assert lab.g.op_side == JP


@covers("R7.24-i", "R7.24-h", "R9.0-b", "R6.0-b")
def test_all_units_of_a_battle_hex_fight_there():
    lab = hollandia(task=BIAK)
    lab.put("a_pm", BIAK)
    lab.put("j_aoba", BIAK)
    k = lab.battle(BIAK)
    g, s = lab.g, lab.s
    roles = [role_of(g, s, lab.unit(name), k) for name in ("j_a18", "j_aoba", "a_pm", "j_nachi")]
    assert roles == [INSIDE, INSIDE, INSIDE, NO_ROLE]


@covers("R7.22-b", "R7.22-a", "R1.3-di")
def test_ships_of_both_sides_move_as_far_as_the_card_says():
    lab = laid()
    assert naval_allowance(lab.g, lab.s) == 15
    lab.g.op_naval = 18
    assert naval_allowance(lab.g, lab.s) == 18


@covers("R7.24-d", "E-079", "R8.41-b")
@pytest.mark.parametrize(("number", "may"), [(2407, False), (2813, True)])
def test_no_battles_in_inner_china(number, may):
    lab = laid(23, side="JP")
    lab.put("a_1md", number)
    assert may_be_battle(lab.g, lab.s, lab.hex_at(number)) == may
