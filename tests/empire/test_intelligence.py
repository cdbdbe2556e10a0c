"""S4 to S7 and S9: intelligence, reaction cards and special reactions (5.2, 5.32, 7.25, 7.27)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.rules import intelligence
from glory_env.games.empire.rules.board import in_bitmap, remove_unit
from glory_env.games.empire.rules.zones import is_live
from glory_env.games.empire.state import (
    ABSENT,
    AL,
    CARD_DECK,
    CARD_DISCARD,
    CARD_FUTURE,
    CARD_OUT,
    CARD_REMOVED,
    CONDITIONS,
    JP,
    MILITARY,
    NONE,
)
from tests.covers import covers

from . import world
from .reactions import (
    AITAPE,
    BIAK,
    BOTH_COVER,
    EVENT,
    HOLLANDIA,
    SURPRISE_EVENT,
    TRUK,
    Answered,
    hollandia,
    laid,
)


def condition(lab: Answered) -> str:
    return CONDITIONS[lab.g.condition]


def attacked(card: int = EVENT, side: str = "AL", setup: str = "y1943") -> Answered:
    """A battle is declared in Biak; nobody reacts."""
    lab = laid(card, setup=setup, side=side)
    op, rp = ("a_pm", "j_a18") if side == "AL" else ("j_a18", "a_1md")
    lab.control("JP" if side == "AL" else "AL", BIAK)
    lab.put(op, BIAK, landed=True, home=3823)
    lab.put(rp, BIAK)
    return lab


# --- the die -----------------------------------------------------------------------------------
@covers("R5.2-a", "R5.2-b", "R5.2-c", "R5.2-d", "R7.25-b", "R7.25-d", "R7.25-g", "R7.25-h")
@covers("R7.25-i", "R7.25-k", "BV-24", "BV-26", "R7.2-h", "DK-35", "E-024")
@pytest.mark.parametrize(
    ("event", "zone", "die", "expected"),
    [
        (False, False, 3, "intercept"),
        (False, False, 4, "surprise"),
        (False, True, 5, "intercept"),
        (False, True, 6, "surprise"),
        (True, False, 5, "intercept"),
        (True, False, 6, "surprise"),
        (True, True, 7, "intercept"),
        (True, True, 8, "surprise"),
        (True, True, 9, "surprise"),
    ],
)
def test_one_die_may_turn_a_surprise_into_an_interception(event, zone, die, expected):
    lab = attacked().moved(die, battles=[BIAK], event=event, zone=zone)
    assert (lab.decision, lab.actor, sorted(lab.options())) == (
        "intelligence_roll", "JP", ["no", "yes"],
    )  # fmt: skip
    lab.say("yes")
    assert condition(lab) == expected
    assert lab.g.intel_rolled == 1
    assert lab.decision != "intelligence_roll"


@covers("R7.25-i")
def test_a_nine_fails_whatever_the_value():
    lab = attacked()
    g, s = lab.g, lab.s
    g.zone_entered = 1
    assert [intelligence.succeeds(g, s, die, 7) for die in range(10)] == [True] * 9 + [False]


@covers("R7.25-d", "R5.31-e", "R7.27-j")
def test_no_die_against_an_event_that_says_surprise():
    assert attacked(SURPRISE_EVENT).moved(event=True, battles=[BIAK]).decision != (
        "intelligence_roll"
    )
    assert attacked(SURPRISE_EVENT).moved(battles=[BIAK]).decision == "intelligence_roll"


@covers("R7.25-d", "BV-26")
def test_nobody_has_to_roll():
    lab = attacked().moved(0, battles=[BIAK])
    lab.say("no")
    assert (condition(lab), lab.g.intel_rolled) == ("surprise", 0)


@covers("R7.25-g", "R7.25-h")
@pytest.mark.parametrize(
    ("side", "event", "plain", "with_zone"),
    [(AL, 0, 30, 50), (JP, 0, 53, 73), (AL, 1, 54, 74), (JP, 1, 78, 90)],
)
def test_the_share_of_successful_dice_over_a_deck(side, event, plain, with_zone):
    """Percent, over all cards with a value: value + 1, or + 3, of the faces 0 to 8."""
    lab = laid()
    lab.put("a_northampton", 5808)  # no event adds to the die
    g, s = lab.g, lab.s
    g.op_side, g.as_ec = side, event
    for zone, expected in ((0, plain), (1, with_zone)):
        g.zone_entered = zone
        good = rolled = 0
        for card in range(s.cards[side]):
            g.op_card = card
            value = intelligence.intelligence_value(g, s, 0)
            fits = not event or s.card_kind[side, card] == MILITARY
            if value != NONE and fits:
                faces = [intelligence.succeeds(g, s, die, value) for die in range(10)]
                assert sum(faces) == min(value + 1 + 2 * zone, 9)
                good, rolled = good + sum(faces), rolled + 10
        assert round(100 * good / rolled) == expected


# --- cards -------------------------------------------------------------------------------------
def japanese_cards(*held: int, setup: str = "y1942") -> Answered:
    lab = attacked(setup=setup)
    lab.hold("JP", *held)
    return lab


@covers("R5.32-c", "R7.25-c", "R7.25-e", "BV-81", "DK-34", "R5.0-j")
def test_a_card_changes_the_condition_and_bars_the_die():
    lab = japanese_cards(4, 49, 24).moved(battles=[BIAK]).until("intelligence_card")
    assert set(lab.options()) == {"done", "card 4", "card 49"}
    lab.say("card 4")
    assert (condition(lab), lab.g.cards_played, lab.g.hand[JP]) == ("intercept", 1, 2)
    lab.say("done")
    assert lab.decision != "intelligence_roll"
    lab.until("none")
    assert lab.g.card_at[JP, 3] == CARD_DISCARD


@covers("R5.32-e", "R7.25-c", "R5.32-g", "R5.36-a", "R5.32-f", "BV-76")
def test_three_cards_at_most_and_ambush_before_interception():
    lab = attacked(side="JP", card=23, setup="y1942")
    lab.hold("AL", 59, 12, 26, 5)
    lab.moved(battles=[BIAK]).until("intelligence_card")
    lab.say("card 59", "card 12")
    assert condition(lab) == "ambush"
    lab.say("card 5")
    assert (condition(lab), lab.g.cards_played) == ("ambush", 3)
    assert lab.decision not in ("intelligence_card", "attack_card")
    lab.until("none")
    assert [lab.g.card_at[AL, k - 1] for k in (59, 12, 5)] == [
        CARD_DISCARD, CARD_REMOVED, CARD_DISCARD,
    ]  # fmt: skip
    assert (lab.g.cards_played, lab.g.counter_card) == (0, NONE)


@covers("R5.32-i")
def test_one_counter_offensive_card_alone():
    lab = japanese_cards(17, 45).moved(battles=[BIAK]).until("intelligence_card")
    lab.say("card 17")
    assert condition(lab) == "intercept"
    assert set(lab.options()) == {"done"}


@covers("R7.25-e", "R7.25-f", "DK-36", "GD-03")
@pytest.mark.parametrize(("held", "options"), [((13,), {"card 13", "pass"}), ((4,), {"pass"})])
def test_one_card_may_follow_a_failed_die(held, options):
    lab = japanese_cards(*held).moved(9, battles=[BIAK]).until("intelligence_roll")
    lab.say("yes")
    assert (lab.decision, set(lab.options())) == ("late_card", options)
    lab.say(min(options))
    assert condition(lab) == ("intercept" if 13 in held else "surprise")


@covers("GD-03")
def test_that_card_is_not_asked_for_when_it_is_out():
    lab = japanese_cards(4, setup="y1943").moved(9, battles=[BIAK]).until("intelligence_roll")
    assert lab.g.card_at[JP, 12] == CARD_OUT
    lab.say("yes")
    assert lab.decision != "late_card"


@covers("R5.32-a", "R5.32-b", "R5.32-d", "R7.29-j", "R7.29-i")
def test_reaction_cards_of_the_hand_or_set_aside_earlier():
    lab = japanese_cards(1, 3, 24)
    lab.g.card_at[JP, 48], lab.g.future_card[JP] = CARD_FUTURE, 48
    lab.g.future_turn[JP] = lab.g.turn - 1
    lab.moved(battles=[BIAK]).until("intelligence_card")
    assert set(lab.options()) == {"done", "card 49"}
    lab.say("card 49")
    assert lab.g.future_card[JP] == NONE
    lab = japanese_cards()
    lab.g.card_at[JP, 48], lab.g.future_card[JP] = CARD_FUTURE, 48
    lab.moved(battles=[BIAK]).until("intelligence_card")
    assert set(lab.options()) == {"done"}


@covers("R5.32-a")
@pytest.mark.parametrize(("unit", "offered"), [("j_nachi", True), ("", False)])
def test_coast_watchers_see_ships_and_aircraft_alone(unit, offered):
    lab = attacked(side="JP", card=23, setup="y1942")
    if unit:
        lab.put(unit, BIAK)
    lab.hold("AL", 8)
    lab.moved(battles=[BIAK]).until("intelligence_card")
    assert ("card 8" in lab.options()) == offered


@covers("GD-01", "R7.2-d", "R7.2-j", "DK-31", "DK-40", "R7.26-a")
def test_questions_about_cards_do_not_depend_on_the_hand():
    asked = []
    for held in ((), (19, 4, 24)):
        lab = japanese_cards(*held).moved(battles=[BIAK])
        names = []
        while lab.decision in ("weather", "intelligence_card", "intelligence_roll", "attack_card"):
            names.append(lab.decision)
            lab.say("pass" if "pass" in lab.options() else "done" if len(names) < 3 else "no")
        asked.append(names)
    assert asked[0] == ["weather", "intelligence_card", "intelligence_roll", "attack_card"]
    assert asked[0] == asked[1]
    gone = japanese_cards()
    for card in range(gone.s.cards[JP]):
        gone.g.card_at[JP, card] = CARD_DISCARD
    assert gone.moved(battles=[BIAK]).decision == "intelligence_roll"
    gone = attacked(side="JP", card=23)
    gone.hold("AL")
    assert gone.moved(battles=[BIAK]).decision == "intelligence_card"  # no weather of the Allies
    assert CARD_DECK in gone.g.card_at[AL]


@covers("GD-01")
def test_without_events_no_card_is_asked_for():
    lab = attacked()
    assert lab.moved(battles=[BIAK]).decision == "intelligence_roll"


# --- special reaction --------------------------------------------------------------------------
@covers("R7.27-a", "R7.27-b", "R7.27-c", "R7.27-d", "R7.27-k", "R7.2-f", "BV-83", "DK-33")
@covers("R7.27-h", "R7.26-a", "E-027", "R6.5-c", "R7.24-k")
def test_a_success_is_a_battle_hex_and_no_interception():
    lab = hollandia().moved(5, 6, landings=[HOLLANDIA], covers=BOTH_COVER)
    assert (lab.decision, set(lab.options())) == ("special_reaction", {"done", "3520"})
    lab.say("3520")
    assert (lab.decision, lab.g.battles, condition(lab)) == ("intelligence_roll", 1, "surprise")
    lab.say("yes")
    assert condition(lab) == "surprise"
    assert lab.decision == "move_after_unit"
    assert lab.actor == "AL"
    assert lab.holder(HOLLANDIA) == "AL"
    assert lab.fires == []
    lab.say("a_lexington")
    assert "3520" in lab.options()


@covers("R7.27-b", "R7.2-g", "E-073", "R7.27-d")
@pytest.mark.parametrize("answer", ["3520", "done"])
def test_without_any_battle_hex_there_is_no_intelligence(answer):
    lab = hollandia()
    lab.hold("JP", 49)
    lab.moved(6, landings=[HOLLANDIA], covers=BOTH_COVER).until("special_reaction")
    lab.say(answer)
    assert lab.g.battles == 0
    assert lab.decision == "attack_card"
    lab.say("pass")
    assert (lab.decision, lab.actor) == ("move_after_unit", "AL")
    assert lab.holder(HOLLANDIA) == "AL"


@covers("R7.27-j", "BV-29", "BV-88")
@pytest.mark.parametrize(("die", "battles"), [(5, 1), (6, 0)])
def test_against_a_surprise_the_value_of_the_operation_counts(die, battles):
    lab = hollandia(SURPRISE_EVENT)
    lab.moved(die, landings=[HOLLANDIA], covers=BOTH_COVER, event=True)
    lab.say("3520")
    assert lab.g.battles == battles
    assert lab.decision == "move_after_unit"


@covers("BV-29", "R7.25-c")
def test_a_card_still_answers_a_surprise():
    lab = hollandia(SURPRISE_EVENT)
    lab.hold("JP", 49)
    lab.moved(5, landings=[HOLLANDIA], covers=BOTH_COVER, event=True).until("special_reaction")
    lab.say("3520", "card 49", "done")
    assert lab.decision == "reaction_hq"


@covers("R7.27-e", "BV-30", "BV-89")
def test_one_die_for_each_landing():
    lab = hollandia()
    lab.put("a_2md", AITAPE, landed=True, home=3823)
    lab.moved(9, 0, landings=[HOLLANDIA, AITAPE], covers=BOTH_COVER)
    assert set(lab.options()) == {"done", "3520", "3620"}
    lab.say("3520")
    assert set(lab.options()) == {"done", "3620"}
    lab.say("3620")
    assert (lab.decision, lab.g.battles) == ("intelligence_roll", 1)
    assert lab.scenario.hexes[lab.g.battle_hex[0]] == AITAPE


def without_hq(lab: Answered) -> None:
    remove_unit(lab.g, lab.s, lab.unit("j_hq_southseas"), ABSENT, 0)


def from_land(lab: Answered) -> None:
    lab.g.unit_flags[lab.unit("a_1md")] = 1


def no_zone(lab: Answered) -> None:
    lab.g.zone_cancelled[lab.unit("j_ad6")] = 1


def own_hex(lab: Answered) -> None:
    lab.control("AL", HOLLANDIA)


@covers("R7.27-a", "R7.27-i", "R7.27-m", "BV-28", "BV-90")
@pytest.mark.parametrize("change", [without_hq, from_land, no_zone, own_hex])
def test_when_a_landing_is_not_answered(change):
    lab = hollandia()
    change(lab)
    lab.moved(5, landings=[HOLLANDIA], covers=BOTH_COVER)
    assert lab.decision != "special_reaction"


@covers("BV-31", "R7.27-a")
def test_no_answer_on_an_island_without_anything():
    lab = hollandia()
    s = world.tables("y1943")
    s.named[lab.hex_at(HOLLANDIA)] = 0
    lab.s = s
    assert lab.moved(5, landings=[HOLLANDIA], covers=BOTH_COVER).decision != "special_reaction"


@covers("BV-27", "E-026", "D-11", "R7.26-b", "BV-90")
def test_an_unsupplied_hq_answers_nothing():
    lab = hollandia()
    for number in lab.scenario.hexes:
        hex_ = lab.hex_at(number)
        if in_bitmap(lab.s, lab.s.honshu, hex_):
            lab.control("AL", number)
    lab.moved(5, landings=[HOLLANDIA], covers=BOTH_COVER)
    assert lab.g.supply[lab.unit("j_hq_southseas")] == 0
    assert lab.decision != "special_reaction"


@covers("VX-09", "R7.27-a", "R7.27-l")
@pytest.mark.parametrize("battle", [False, True])
def test_vx_09_the_landing_on_kauai(battle):
    """Japan lands beside Oahu; the Allies may roll, other battles or not."""
    lab = laid(23, setup="y1942", side="JP")
    lab.control("JP", 4612, 4715)
    lab.control("AL", 5708, 5808)
    lab.put("a_hq_cpac", 5808)
    lab.put("a_7af", 5808)
    lab.put("j_soryu", 5708)
    lab.put("j_sn4", 5708, landed=True, home=4715)
    covers = {"j_soryu": 5708}
    if battle:
        lab.put("a_1md", 4612)
        lab.put("j_a18", 4612, landed=True, home=4715)
        lab.control("AL", 4612)
    lab.moved(6, landings=[5708], battles=[4612] if battle else [], covers=covers, event=True)
    assert (lab.decision, lab.actor, set(lab.options())) == (
        "special_reaction", "AL", {"done", "5708"},
    )  # fmt: skip
    lab.say("5708")
    assert lab.g.battles == 1 + battle
    assert lab.decision == "intelligence_roll"


@covers("BV-25", "R7.25-h", "R6.4-k")
@pytest.mark.parametrize(("supplied", "entered"), [(True, 1), (False, 0)])
def test_a_neutralised_zone_counts_and_an_unsupplied_unit_has_none(supplied, entered):
    """A battleship comes to Port Moresby, where a carrier lies, two hexes from aircraft at Lae."""
    lab = laid()
    lab.control("AL", 3727, 3823)
    lab.control("JP", 3822, TRUK)
    for name, number in (("a_hq_swpac", 3727), ("a_washington", 3727), ("a_lexington", 3823)):
        lab.put(name, number, active=False)
    lab.put("j_ad6", 3822)
    if supplied:
        lab.put("j_hq_southseas", TRUK)
    lab.lead()
    lab.say("a_hq_swpac", "a_washington", "done")
    assert (lab.g.supply[lab.unit("j_ad6")] == 1) == supplied
    assert not is_live(lab.g, lab.s, AL, lab.hex_at(3823))
    lab.say("a_washington", "sail", "3823")
    assert (lab.decision, lab.g.zone_entered) == ("move_after_unit", entered)
