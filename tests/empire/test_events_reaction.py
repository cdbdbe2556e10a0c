"""Reaction cards that are played, and losses by events (5.32; cards by number)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.codes import DROPPED_BATTLE
from glory_env.games.empire.rules import reaction_ways
from glory_env.games.empire.state import (
    AL,
    CONDITIONS,
    JP,
    NONE,
)
from tests.covers import covers

from .reactions import (
    BIAK,
    BOTH_COVER,
    CAIRNS,
    EVENT,
    HOLLANDIA,
    HQ,
    LAE,
    MORESBY,
    NAGOYA,
    SAIPAN,
    TRUK,
    Answered,
    hollandia,
    laid,
    pile,
    played,
    sailing,
)  # fmt: skip

AKYAB, KOHIMA, MANDALAY, RANGOON, DACCA = 2106, 2105, 2206, 2008, 1905


# --- S4: weather -------------------------------------------------------------------------------
@covers("R5.32-j", "R5.32-k", "R5.32-l", "R5.32-m", "R5.32-n", "R5.32-o", "R5.32-q", "E-044")
@covers("R7.2-d", "DK-31")
@pytest.mark.parametrize("card", ["JP19", "JP22", "JP64"])
def test_weather_calls_an_offensive_off(card):
    lab = sailing(int(card[2:]), 24)
    assert (lab.decision, lab.actor) == ("weather", "JP")
    assert set(lab.options()) == {"pass", f"card {card[2:]}"}
    assert lab.hex("a_northampton") == MORESBY
    lab.say(f"card {card[2:]}")
    if card == "JP64":
        assert (lab.decision, lab.actor, set(lab.options())) == (
            "event_loss", "JP", {"a_northampton"},
        )  # fmt: skip
        lab.say("a_northampton")
    assert lab.decision == "none"
    assert (lab.hex("a_northampton"), lab.steps("a_northampton")) == (
        CAIRNS, 1 if card == "JP64" else 2,
    )  # fmt: skip
    assert not lab.g.unit_flags.any()
    assert (pile(lab, card), pile(lab, "AL40")) == ("removed", "discard")
    assert (lab.g.weather, lab.g.struck, lab.g.cards_played, lab.g.as_ec) == (0, NONE, 0, 0)
    assert lab.g.hand[JP] == (2 if card == "JP64" else 1)  # the third draws a card


@covers("R5.32-j", "GD-01")
def test_weather_may_be_kept():
    lab = sailing(19)
    lab.say("pass")
    assert lab.decision == "attack_card"
    assert (lab.hex("a_northampton"), pile(lab, "JP19")) == (MORESBY, "hand")


@covers("R5.32-j")
@pytest.mark.parametrize("ship", ["a_washington", "a_dd_asia"])
def test_the_typhoon_strikes_full_cruisers_and_destroyers(ship):
    """Without one the card has no further effect."""
    lab = sailing(64, ship=ship)
    lab.say("card 64")
    assert lab.decision == ("event_loss" if ship == "a_dd_asia" else "none")


def burma(hq: str = "a_hq_seac") -> Answered:
    lab = played(laid(40, setup="y1942"), 40)
    lab.hold("JP", 21)
    lab.put(hq, DACCA, active=False)
    lab.put("a_warspite", DACCA, active=False)
    lab.put("a_ind3", DACCA, active=False)
    lab.put("a_ind1", DACCA, steps=1, active=False)
    lab.put("a_burma1", DACCA, active=False)
    lab.lead(True, lv=3)
    lab.say(hq, "a_warspite", "done", "done")
    return lab


@covers("R5.32-p", "DK-32", "E-582")
def test_strikes_call_off_an_offensive_of_south_east_asia_command():
    lab = burma()
    assert (lab.decision, set(lab.options())) == ("weather", {"pass", "card 21"})
    lab.say("card 21")
    assert (lab.decision, lab.actor, set(lab.options())) == ("event_loss", "AL", {"a_ind3"})
    lab.say("a_ind3")
    assert (lab.decision, lab.steps("a_ind3"), lab.hex("a_ind3")) == ("none", 1, DACCA)
    assert (pile(lab, "JP21"), pile(lab, "AL40"), lab.g.hand[JP]) == ("removed", "discard", 1)


@covers("R5.32-n", "R7.2-d", "R5.32-k", "BV-75")
def test_asp_of_a_landing_that_is_called_off_are_not_used():
    lab = laid(EVENT, setup="y1942", turn=2)
    lab.hold("JP", 19)
    lab.control("AL", CAIRNS, MORESBY)
    lab.control("JP", LAE)
    lab.g.asp[AL], lab.g.asp_used[AL], lab.g.rivalry[AL] = 6, 1, 0
    for name in ("a_hq_swpac", "a_1md"):
        lab.put(name, CAIRNS, active=False)
    lab.lead(True, lv=3)
    lab.say("a_hq_swpac", "a_1md", "a_1md", "landing", str(LAE))
    lab.until("weather")
    assert (lab.hex("a_1md"), lab.g.asp_used[AL] > 1, lab.g.landings) == (LAE, True, 1)
    lab.say("card 19")
    assert (lab.decision, lab.hex("a_1md"), lab.g.asp_used[AL], lab.g.landings) == (
        "none", CAIRNS, 1, 0,
    )  # fmt: skip


@covers("R5.32-k", "R5.32-l", "R5.36-a", "BV-75")
def test_what_an_event_has_brought_goes_back_with_it():
    """AL70 brings the 7th Armoured and would be removed."""
    lab = played(laid(70, setup="y1942"), 70)
    lab.hold("JP", 19)
    for name in ("a_hq_seac", "a_warspite"):
        lab.put(name, DACCA, active=False)
    before = lab.games.copy()[0]
    lab.lead(True, lv=6)
    lab.say(str(DACCA), "a_hq_seac", "a_warspite")
    assert lab.place("a_arm7") == "map"
    lab.until("weather").say("card 19")
    assert (lab.decision, lab.place("a_arm7"), lab.hex("a_arm7")) == ("none", "absent", None)
    assert (pile(lab, "JP19"), pile(lab, "AL70")) == ("removed", "discard")
    for field in ("hex", "place", "steps", "unit_flags", "ctrl", "asp_used", "asp_temp"):
        assert (before[field] == lab.games[0][field]).all()


@covers("R5.32-p", "GD-08")
def test_no_other_hq_is_struck():
    lab = burma("a_hq_malaya")
    assert lab.decision != "weather" or set(lab.options()) == {"pass"}


@covers("E-582", "R5.32-j")
def test_the_raids_of_carriers_cannot_be_called_off_nor_seen():
    lab = laid(84)
    lab.hold("JP", 19, 4, 45)
    lab.put("a_essex", BIAK)
    lab.put("j_a18", BIAK)
    lab.moved(battles=[BIAK], event=True)
    assert lab.decision == "attack_card"
    assert CONDITIONS[lab.g.condition] == "surprise"


# --- S4: a unit is sent back -------------------------------------------------------------------
def invaded(*more: str, also: int = 0) -> Answered:
    """Kohima is attacked from Mandalay; also: by sea, another battle hex far away."""
    lab = laid(23, setup="y1942", side="JP")
    lab.hold("AL", 22, 59)
    lab.control("JP", MANDALAY, RANGOON)
    lab.control("AL", KOHIMA, DACCA)
    lab.put("a_ind3", KOHIMA)
    for name in ("j_a15", *more):
        lab.put(name, KOHIMA, by_land=True, came_from=MANDALAY, home=MANDALAY)
    if also:
        lab.put("j_ss", also, landed=True, home=TRUK)
        lab.put("a_nz3", also)
        lab.put("a_hq_seac", DACCA)
    return lab.moved(battles=[KOHIMA, *([also] if also else [])], event=True)


@covers("R5.32-p", "DK-53", "E-581")
@pytest.mark.parametrize("more", [(), ("j_a16",)])
def test_chindits_send_a_unit_back(more):
    lab = invaded(*more)
    assert (lab.decision, lab.actor, set(lab.options())) == ("weather", "AL", {"pass", "card 22"})
    lab.say("card 22")
    assert (lab.decision, set(lab.options())) == ("send_back", {"j_a15", *more})
    lab.say("j_a15")
    unit = lab.unit("j_a15")
    assert (lab.hex("j_a15"), lab.g.unit_flags[unit], lab.g.home[unit]) == (MANDALAY, 0, NONE)
    assert (lab.g.battle_state[0] == DROPPED_BATTLE) == (not more)
    assert (lab.place("a_77"), lab.g.when[lab.unit("a_77")]) == ("track", lab.g.turn + 1)
    assert lab.decision == ("intelligence_card" if more else "attack_card")
    lab.until("intelligence_roll" if more else "none")  # the card changed no condition
    assert (lab.decision == "intelligence_roll") == bool(more)
    lab.until("none")
    assert pile(lab, "AL22") == "removed"


@covers("R7.26-a", "E-581")
@pytest.mark.parametrize("back", [True, False])
def test_nobody_reacts_to_a_battle_that_is_dropped(back):
    """The other one is at Biak, out of the range of the HQ."""
    lab = invaded(also=BIAK)
    lab.say(*(["card 22", "j_a15"] if back else ["pass"]), "done", "yes")
    assert (lab.decision == "reaction_hq") == (not back)


@covers("GD-08", "GD-01")
def test_nobody_is_asked_where_nothing_came_from_burma():
    lab = laid(23, setup="y1942", side="JP")
    lab.hold("AL", 22)
    lab.put("j_a15", BIAK, landed=True, home=TRUK)
    lab.put("a_nz3", BIAK)
    assert lab.moved(battles=[BIAK]).decision == "intelligence_card"


# --- S5 ----------------------------------------------------------------------------------------
@covers("E-569", "DK-52", "R7.2-e")
@pytest.mark.parametrize(
    ("more", "asked"),
    [("j_hiei", True), ("j_mogami", False), ("j_hiei a_washington", False)],
)
def test_battleships_shell_an_airfield(more, asked):
    lab = laid(20, setup="y1942", side="JP")
    lab.hold("AL")
    for name in f"{more} j_a18 a_7af a_nz3".split():
        lab.put(name, BIAK)
    lab.put("a_5af", TRUK)
    lab.moved(battles=[BIAK], event=True)
    assert (lab.decision == "event_loss") == asked
    if asked:
        assert (lab.actor, set(lab.options())) == ("JP", {"a_7af"})
        lab.say("a_7af")
        assert (lab.steps("a_7af"), lab.decision) == (1, "intelligence_card")


def raided(*held: int, at: int = NAGOYA) -> Answered:
    lab = played(laid(72, setup="y1944", turn=10), 72)
    lab.hold("JP", *held)
    lab.put("a_essex", at)
    lab.put("j_a18", at)
    return lab.moved(battles=[at], event=True)


@covers("E-571", "DK-58", "GD-06", "GD-12")
@pytest.mark.parametrize("held", [(4,), (4, 19)])
def test_carriers_off_japan_cost_a_card(held):
    lab = raided(*held).until("weather_at_once")
    assert (lab.actor, lab.g.hand[JP]) == ("JP", len(held))
    assert set(lab.options()) == {"pass", *(["card 19"] if 19 in held else [])}
    lab.say("pass")
    assert (lab.g.hand[JP], lab.decision) == (len(held) - 1, "intelligence_card")
    lost = [card for card in held if pile(lab, f"JP{card}") == "discard"]
    assert len(lost) == 1


@covers("DK-58", "R5.32-l")
def test_weather_spares_the_card():
    lab = raided(4, 19).until("weather_at_once")
    lab.say("card 19")
    assert (lab.decision, lab.g.hand[JP], pile(lab, "JP4")) == ("none", 1, "hand")
    assert (pile(lab, "JP19"), pile(lab, "AL72")) == ("removed", "discard")


@covers("E-571")
def test_no_card_is_lost_to_carriers_elsewhere():
    lab = raided(4, 19, at=SAIPAN)
    assert lab.decision == "weather"
    lab.say("pass")
    assert (lab.decision, lab.g.hand[JP]) == ("intelligence_card", 2)


# --- S7 ----------------------------------------------------------------------------------------
@covers("R7.25-g")
@pytest.mark.parametrize(
    ("near", "expected"),
    [
        ("", "surprise"),
        ("a_northampton", "intercept"),
        ("a_kent", "surprise"),
        ("a_enterprise", "intercept"),
    ],
)
def test_midway_is_not_foreseen(near, expected):
    """Four more on the die, unless cruisers or a zone watch 5508; the value is 8."""
    lab = laid(12, setup="y1942", side="JP")
    lab.hold("AL")
    lab.put("j_a18", BIAK, landed=True, home=TRUK)
    lab.put("a_nz3", BIAK)
    lab.put("a_hq_cpac", 5808)
    if near:
        lab.put(near, 5608 if near == "a_enterprise" else 5808)
    lab.moved(5, battles=[BIAK], event=True, zone=False).until("intelligence_roll")
    lab.say("yes")
    assert CONDITIONS[lab.g.condition] == expected


@covers("R7.27-j")
@pytest.mark.parametrize(("cruiser", "battles"), [(True, 1), (False, 0)])
def test_nor_are_landings(cruiser, battles):
    lab = laid(12, setup="y1942", side="JP")
    lab.hold("AL")
    lab.control("AL", HOLLANDIA, LAE, CAIRNS)
    lab.put("a_hq_swpac", CAIRNS)
    lab.put("a_5af", 3621)
    lab.put("j_sn4", HOLLANDIA, landed=True, home=TRUK)
    if cruiser:
        lab.put("a_northampton", 5808)
    lab.moved(5, landings=[HOLLANDIA], event=True, zone=False).until("special_reaction")
    lab.say(str(HOLLANDIA))
    assert lab.g.battles == battles


def countered(card: int) -> Answered:
    """Japan answers the landing at Hollandia with a counter-offensive."""
    lab = hollandia()
    lab.hold("JP", card)
    lab.put("j_yamato", TRUK)
    lab.moved(0, landings=[HOLLANDIA], covers=BOTH_COVER).until("special_reaction")
    lab.say(str(HOLLANDIA), f"card {card}")
    if lab.decision == "intelligence_card":
        lab.say("done")
    lab.say(HQ)
    return lab


AIR, SHIPS, ARMY = {"j_ad6"}, {"j_nachi", "j_yamato"}, {"j_a18"}


@covers("R5.32-i", "R7.26-e")
@pytest.mark.parametrize(
    ("card", "more", "kinds", "removed"),
    [
        (17, 3, AIR | SHIPS, False),
        (45, 4, AIR | SHIPS | ARMY, True),
        (46, 4, AIR | SHIPS | ARMY, True),
        (65, 4, AIR | SHIPS, True),
        (85, 3, SHIPS, True),
    ],
)
def test_counter_offensives(card, more, kinds, removed):
    lab = countered(card)
    assert CONDITIONS[lab.g.condition] == "intercept"
    assert lab.g.rp_max - lab.s.efficiency[lab.unit(HQ)] == more
    offered = set(lab.options()) - {"done"}
    assert offered <= kinds
    assert offered >= kinds - {"j_yamato", "j_a18"}
    lab.until("none")
    assert pile(lab, f"JP{card}") == ("removed" if removed else "discard")


@covers("E-563")
@pytest.mark.parametrize(("first", "other"), [("j_ad6", "j_nachi"), ("j_nachi", "j_ad6")])
def test_one_of_them_is_led_by_one_kind_alone(first, other):
    lab = countered(17)
    assert {first, other} <= set(lab.options())
    lab.say(first)
    while lab.decision not in ("react_unit", "attack_card", "next_battle", "hit"):
        options = lab.options()
        lab.answer(options.get("done", next(iter(options.values()))))
    assert lab.decision != "react_unit" or other not in lab.options()


@covers("R7.26-l")
def test_operation_matador_uses_no_asp():
    lab = laid(23, setup="y1942", side="JP")
    lab.g.asp[AL], lab.g.asp_used[AL] = 4, 0
    assert reaction_ways.asp_for_reaction(lab.g, lab.s) == 1
    lab.g.counter_card = 4
    assert reaction_ways.asp_for_reaction(lab.g, lab.s) == 0


@covers("DK-52")
@pytest.mark.parametrize(("steps", "left"), [(2, 1), (1, 0)])
def test_yamato_pays_for_its_run(steps, left):
    lab = hollandia()
    lab.hold("JP", 65)
    lab.control("JP", NAGOYA)
    lab.put("j_yamato", NAGOYA, steps=steps)
    lab.moved(0, landings=[HOLLANDIA], covers=BOTH_COVER).until("special_reaction")
    lab.say(str(HOLLANDIA), "card 65")
    lab.until("move_after_unit")
    assert lab.steps("j_yamato") == steps
    lab.until("none")
    assert lab.steps("j_yamato") == left
