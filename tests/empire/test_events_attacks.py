"""Attack cards, submarines to kamikaze, and what is lost at the end (5.32; cards by number)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.state import (
    AL,
    JP,
    PASSED_AIR,
)
from tests.covers import covers

from .reactions import (
    BIAK,
    CAIRNS,
    EVENT,
    HQ,
    MORESBY,
    NAGOYA,
    RABAUL,
    SAIPAN,
    TRUK,
    Answered,
    laid,
    pile,
    played,
)  # fmt: skip

AKYAB, KOHIMA, MANDALAY, RANGOON, DACCA = 2106, 2105, 2206, 2008, 1905
GUAM = 3814


# --- S9: submarines ----------------------------------------------------------------------------
def quiet(side: str, *held: int, card: int = EVENT, setup: str = "y1943") -> Answered:
    """An offensive without a battle hex; three ships of its side at their ports."""
    lab = laid(card if side == "AL" else 23, setup=setup, side=side)
    lab.hold("JP" if side == "AL" else "AL", *held)
    lab.control("AL", CAIRNS)
    lab.control("JP", TRUK, NAGOYA)
    if side == "AL":
        lab.put("a_washington", CAIRNS)
        lab.put("a_kent", CAIRNS, active=False)
    else:
        lab.put("j_nachi", TRUK)
        lab.put("j_mogami", TRUK, active=False)
        lab.put("j_aoba", NAGOYA, active=False)
    return lab


@covers("R5.32-h", "R7.2-g", "R7.2-k", "R7.2-m", "E-077", "DK-40", "DK-41")
@pytest.mark.parametrize(
    ("card", "die", "lost"),
    [
        ("JP24", 4, 1), ("JP24", 5, 0), ("JP27", 4, 1), ("JP27", 5, 2), ("JP27", 7, 2),
        ("JP27", 8, 0), ("JP36", 4, 1), ("JP36", 5, 0), ("JP75", 4, 1), ("JP75", 5, 0),
        ("JP86", 7, 1), ("JP86", 8, 0), ("AL61", 4, 1), ("AL61", 7, 2), ("AL61", 8, 0),
        ("AL68", 7, 1), ("AL68", 8, 0),
    ],
)  # fmt: skip
def test_submarines_attack_an_active_ship(card, die, lost):
    side = "AL" if card[:2] == "JP" else "JP"
    ship = "a_washington" if side == "AL" else "j_nachi"
    lab = quiet(side, int(card[2:])).moved(die).until("attack_card")
    assert lab.g.battles == 0
    assert set(lab.options()) == {"pass", f"card {card[2:]}"}
    lab.say(f"card {card[2:]}")
    assert (lab.decision, set(lab.options())) == ("attack_card", {"pass"})
    lab.say("pass")
    chooser = "JP" if card == "AL61" else card[:2]
    assert (lab.decision, lab.actor, set(lab.options())) == ("event_loss", chooser, {ship})
    lab.say(ship)
    assert lab.steps(ship) == 2 - lost
    lab.until("none")
    removed = lab.s.card_removed[("JP", "AL").index(card[:2]), int(card[2:]) - 1]
    assert pile(lab, card) == ("removed" if removed else "discard")
    assert lab.g.hand[("JP", "AL").index(card[:2])] == 1  # the card drawn


@covers("E-572")
@pytest.mark.parametrize(("die", "steps"), [(4, 1), (5, 0)])
def test_one_submarine_does_not_sink_with_a_low_die(die, steps):
    lab = quiet("JP", 61)
    lab.g.steps[lab.unit("j_nachi")] = 1
    lab.moved(die).until("attack_card")
    lab.say("card 61", "pass", "j_nachi")
    assert lab.steps("j_nachi") == steps


@covers("E-573")
@pytest.mark.parametrize(("die", "lost"), [(7, 1), (8, 0)])
def test_midget_submarines_find_a_ship_in_port(die, lost):
    lab = quiet("JP", 78).moved(die).until("attack_card")
    lab.say("card 78", "pass")
    assert (lab.decision, lab.actor, set(lab.options())) == ("event_loss", "AL", {"j_mogami"})
    lab.say("j_mogami")
    assert (lab.steps("j_mogami"), pile(lab, "AL78")) == (2 - lost, "table")


@covers("E-077", "R5.32-h")
def test_without_a_target_a_card_is_not_played_or_has_no_effect():
    lab = quiet("AL", 24)
    lab.g.unit_flags[lab.unit("a_washington")] = 0
    assert set(lab.moved().until("attack_card").options()) == {"pass"}
    lab = quiet("AL", 36, 75)
    lab.g.steps[lab.unit("a_washington")] = 1
    lab.moved(0).until("attack_card")
    lab.say("card 36", "card 75", "pass", "a_washington")
    assert lab.decision == "none"
    assert [pile(lab, card) for card in ("JP36", "JP75")] == ["discard", "discard"]


# --- S9: skip bombing --------------------------------------------------------------------------
@covers("E-576", "NX-01", "R7.2-k")
@pytest.mark.parametrize(
    ("aircraft", "at", "passed"),
    [
        ("a_5af", MORESBY, True),
        ("a_19lrb", MORESBY, False),
        ("a_aus_air", MORESBY, False),
        ("a_1maw", 4322, False),  # three hexes, its bracketed range alone reaches
        ("a_7af", 4322, True),
        ("a_7af", 4020, True),  # at the start, and on the way too
    ],
)
def test_ships_that_pass_us_aircraft_are_marked(aircraft, at, passed):
    lab = laid(23, setup="y1942", side="JP")
    lab.hold("AL", 24)
    lab.control("JP", TRUK, RABAUL)
    lab.control("AL", MORESBY, at)
    lab.put(HQ, TRUK, active=False)
    for name in ("j_mogami", "j_hiei"):
        lab.put(name, TRUK, active=False)
    lab.put(aircraft, at)
    lab.lead()
    lab.say(HQ, "j_mogami", "done", "j_mogami", "sail", str(RABAUL))
    marked = lab.g.unit_flags[lab.unit("j_mogami")] & PASSED_AIR != 0
    assert marked == passed


@covers("E-576", "R5.32-h", "DK-52")
@pytest.mark.parametrize("battle", [True, False])
def test_skip_bombing(battle):
    lab = laid(23, setup="y1942", side="JP")
    lab.hold("AL", 24)
    for name in ("j_mogami", "j_hiei", "j_aoba"):
        lab.put(name, BIAK)
    lab.put("a_nz3", BIAK)
    for name in ("j_mogami", "j_hiei"):
        lab.g.unit_flags[lab.unit(name)] |= PASSED_AIR
    lab.g.asp[JP] = 5
    lab.moved(battles=[BIAK] if battle else []).until("attack_card")
    assert ("card 24" in lab.options()) == battle
    if battle:
        lab.say("card 24", "pass")
        assert (lab.decision, lab.actor, set(lab.options())) == ("event_loss", "JP", {"j_mogami"})
        lab.say("j_mogami")
        assert (lab.steps("j_mogami"), lab.g.asp[JP]) == (1, 4)


# --- S9: kamikaze ------------------------------------------------------------------------------
def saipan(*held: int, at: int = SAIPAN) -> Answered:
    """Ships of the Allies before Saipan; Japanese aircraft on Iwo Jima, four hexes away."""
    lab = laid(EVENT, setup="y1944", turn=10)
    lab.hold("JP", *held)
    lab.control("JP", SAIPAN, 3709)
    lab.put("j_af21", 3709)
    for name in ("a_washington", "a_1md"):
        lab.put(name, at)
    lab.put("a_northampton", at, steps=1)
    lab.put("a_kent", at, active=False)
    lab.put("j_a18", at)
    return lab.moved(battles=[at])


@covers("E-593", "R5.32-h", "DK-41")
@pytest.mark.parametrize("card", [61, 62, 63, 66, 81])
def test_kamikaze(card):
    lab = saipan(card).until("attack_card")
    lab.say(f"card {card}", "pass")
    assert (lab.decision, lab.actor, set(lab.options())) == ("kamikaze_battle", "JP", {"3813"})
    lab.say("3813")
    assert (lab.decision, set(lab.options())) == ("kamikaze_unit", {"j_af21"})
    lab.say("j_af21")
    assert lab.steps("j_af21") == 1
    assert (lab.decision, set(lab.options())) == ("kamikaze_step", {"a_washington"})
    lab.say("a_washington")
    assert set(lab.options()) == {"a_washington", "a_northampton"}
    lab.say("a_northampton")
    assert (lab.steps("a_washington"), lab.place("a_northampton")) == (1, "eliminated")
    assert lab.decision != "kamikaze_step"
    lab.until("none")
    assert pile(lab, f"JP{card}") == "removed"


@covers("E-593")
def test_one_battle_is_struck_once():
    lab = saipan(61, 62).until("attack_card")
    assert set(lab.options()) == {"pass", "card 61", "card 62"}
    lab.say("card 61")
    assert set(lab.options()) == {"pass"}


@covers("E-593")
def test_two_cards_strike_two_battles():
    lab = laid(EVENT, setup="y1944", turn=10)
    lab.hold("JP", 61, 62)
    lab.control("JP", SAIPAN, GUAM, 3709)
    lab.put("j_af21", 3709)
    for name, at in {"a_washington": SAIPAN, "a_northampton": SAIPAN, "a_ncarolina": GUAM}.items():
        lab.put(name, at)
    for name, at in {"j_a18": SAIPAN, "j_a31": GUAM}.items():
        lab.put(name, at)
    lab.moved(battles=[SAIPAN, GUAM], event=True).until("attack_card")
    lab.say("card 61", "card 62", "pass")
    assert set(lab.options()) == {"3813", "3814"}
    lab.say("3813", "j_af21", "a_washington", "a_northampton")
    assert (lab.decision, set(lab.options())) == ("kamikaze_battle", {"3814"})


@covers("E-593")
@pytest.mark.parametrize("answer", ["a_washington", "done"])
def test_the_counter_offensive_adds_a_step(answer):
    lab = saipan(45, 61).until("intelligence_card")
    lab.say("card 45")
    lab.until("attack_card")
    lab.say("card 61", "pass", "3813", "j_af21", "a_washington", "a_northampton")
    assert (lab.decision, set(lab.options())) == ("kamikaze_step", {"a_washington", "done"})
    lab.say(answer)
    assert lab.steps("a_washington") == (0 if answer == "a_washington" else 1)
    assert lab.decision != "kamikaze_step"


@covers("E-593")
@pytest.mark.parametrize("case", ["far", "no aircraft", "no ships"])
def test_where_kamikaze_cannot_strike(case):
    lab = saipan(61, at=TRUK if case == "far" else SAIPAN)
    if case == "no aircraft":
        lab.g.hex[lab.unit("j_af21")] = lab.hex_at(BIAK)
    if case == "no ships":
        for name in ("a_washington", "a_northampton"):
            lab.g.unit_flags[lab.unit(name)] = 0
    assert set(lab.until("attack_card").options()) == {"pass"}


@covers("E-593")
def test_ships_outside_and_escorts_are_struck_too():
    lab = laid(EVENT, setup="y1944", turn=10)
    lab.hold("JP", 61)
    lab.control("JP", SAIPAN, 3709)
    lab.put("j_af21", 3709)
    lab.put("a_essex", 3814, fights=SAIPAN)
    lab.put("a_washington", 3814)
    lab.put("j_a18", SAIPAN)
    lab.moved(battles=[SAIPAN]).until("attack_card")
    lab.say("card 61", "pass", "3813", "j_af21")
    assert set(lab.options()) == {"a_essex", "a_washington"}


# --- the end -----------------------------------------------------------------------------------
@covers("DK-52")
def test_an_air_unit_of_the_battle_is_lost_at_the_end():
    lab = played(laid(55), 55)
    lab.hold("JP")
    for name in ("a_nz3", "a_kent"):
        lab.put(name, BIAK, home=CAIRNS)
    for name in ("j_ad6", "j_a18"):
        lab.put(name, BIAK)
    lab.put("j_ad5", TRUK)
    lab.moved(9, 0, 0, 0, battles=[BIAK], event=True).until("event_loss")
    assert (lab.decision, lab.actor, set(lab.options())) == ("event_loss", "AL", {"j_ad6"})
    before = lab.steps("j_ad6")
    lab.say("j_ad6")
    assert (lab.steps("j_ad6"), lab.decision) == (before - 1, "none")


@covers("BV-610", "R5.32-l")
def test_a_removed_event_is_discarded_by_weather():
    lab = played(laid(62, setup="y1943"), 62)
    lab.hold("JP", 19)
    lab.control("AL", 2919)
    lab.g.asp[AL], lab.g.asp_used[AL], lab.g.rivalry[AL] = 6, 1, 0
    for name in ("a_hq_swpac", "a_i", "a_washington", "a_lexington"):
        lab.put(name, 2919, active=False)
    lab.put("j_a14", 2813, active=False)
    lab.lead(True, lv=6)
    lab.say("a_hq_swpac", "a_i", "a_washington", "a_lexington")
    lab.until("move_unit")
    lab.say("a_washington", "a_i", "landing", "2813")
    assert (lab.hex("a_i"), lab.g.asp_used[AL] > 1) == (2813, True)
    lab.until("weather").say("card 19")
    assert (lab.hex("a_i"), lab.hex("a_washington"), lab.g.asp_used[AL]) == (2919, 2919, 1)
    assert (pile(lab, "AL62"), pile(lab, "JP19")) == ("discard", "removed")
