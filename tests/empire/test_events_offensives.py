"""Events that make an offensive: who leads it and whom it activates (5.31)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.state import AL, CARD_DISCARD, CARD_REMOVED, JP, MILITARY, SIDES
from tests.covers import covers

from . import world
from .events import all_active, begun, holding, pile_of

TRUK, SOUTH = {"j_hq_southseas": 4017}, {"j_hq_south": 2212}
SEAS, SOUTHERN = "j_hq_southseas", "j_hq_south"
SWPAC, CPAC, SEAC = {"a_hq_swpac": 3727}, {"a_hq_cpac": 5808}, {"a_hq_seac": 1805}


# --- HQs ---------------------------------------------------------------------------------------
@covers("R5.31-d", "R5.31-h", "R5.31-j", "E-043", "E-020")
@pytest.mark.parametrize(
    ("card", "hqs", "leads"),
    [
        ("JP37", TRUK, []),
        ("JP37", TRUK | {"j_hq_yamamoto": 3407}, ["j_hq_yamamoto"]),
        ("JP38", {"j_hq_ozawa": 3407}, ["j_hq_ozawa"]),
        ("JP47", TRUK | {"j_hq_yamamoto": 3407}, [SEAS]),
        ("JP50", SOUTH, [SOUTHERN]),
        ("JP83", TRUK, []),
        ("JP73", SOUTH | TRUK, [SEAS, SOUTHERN]),
        ("JP10", SOUTH, [SOUTHERN]),
        ("AL7", SWPAC | SEAC, ["a_hq_seac"]),
        ("AL34", SWPAC | SEAC, ["a_hq_seac"]),
        ("AL44", SWPAC, []),
        ("AL46", SWPAC | CPAC, ["a_hq_swpac"]),
        ("AL84", SWPAC | CPAC, ["a_hq_cpac"]),
        ("AL71", SWPAC, ["a_hq_swpac"]),
        ("AL71", {}, []),
        ("JP1", TRUK | SOUTH, []),
        ("JP2", TRUK | SOUTH, []),
    ],
)
def test_the_card_names_its_headquarters(card, hqs, leads):
    lab = holding(card, hqs)
    assert ("event" in lab.options()) == bool(leads)
    if leads:
        lab.say("event")
        assert (lab.decision, sorted(lab.options())) == ("headquarters", sorted(leads))


@covers("R5.31-j")
def test_a_rivalry_bars_the_second_phase():
    lab = holding("JP10", SOUTH)
    lab.g.rivalry[JP] = 1
    assert "event" not in lab.options()


@covers("R5.31-b", "R7.21-a", "R6.11-b")
@pytest.mark.parametrize(
    ("card", "hq", "lv"),
    [
        ("JP10", "j_hq_south", 6),
        ("AL21", "a_hq_swpac", 6),
        ("AL21", "a_hq_cpac", 4),
        ("AL32", "a_hq_swpac", 7),
        ("AL40", "a_hq_swpac", 5),
        ("AL45", "a_hq_cpac", 8),
        ("AL50", "a_hq_swpac", 4),
        ("AL53", "a_hq_cpac", 6),
        ("AL53", "a_hq_swpac", 4),
        ("AL54", "a_hq_swpac", 4),
        ("AL55", "a_hq_cpac", 6),
        ("AL56", "a_hq_swpac", 4),
        ("AL63", "a_hq_cpac", 6),
        ("AL64", "a_hq_swpac", 4),
        ("AL71", "a_hq_swpac", 6),
        ("AL72", "a_hq_cpac", 8),
        ("AL84", "a_hq_cpac", 0),
    ],
)
def test_units_by_the_logistics_value_under_this_headquarters(card, hq, lv):
    home = {**SOUTH, **SWPAC, **CPAC}[hq]
    lab = holding(card, {hq: home, "j_kongo" if hq[0] == "j" else "a_lexington": home})
    lab.say("event", hq)
    g, s = lab.g, lab.s
    assert (g.lv, g.op_max) == (lv, s.efficiency[lab.unit(hq)] + lv)


# --- units -------------------------------------------------------------------------------------
JAPANESE = {"j_kongo": 4017, "j_akagi": 4017, "j_af22": 4017, "j_a17": 4017, "j_ss": 4017}
AMERICAN = {
    "a_lexington": 3727, "a_washington": 3727, "a_5af": 3727, "a_13lrb": 3727, "a_i": 3727,
    "a_1md": 3727, "a_aus1": 3727, "a_aus_air": 3727, "a_1maw": 3727,
}  # fmt: skip
ASIAN = {
    "a_br33": 1905, "a_ind4": 1905, "a_seac_air": 1905, "a_10lrb": 2104, "a_cn5": 2205,
    "a_warspite": 1805,
}  # fmt: skip


def activatable(card: str, hq: str, units: dict[str, int], **more: int) -> set[str]:
    lab = holding(card, units, **more)
    lab.say("event")
    while lab.decision != "headquarters":  # what the card gives before
        lab.say("no")
    lab.say(hq)
    return (
        {name for name in lab.options() if name != "done"} if lab.decision == "activate" else set()
    )


@covers("R5.31-c", "R5.31-d", "E-578")
@pytest.mark.parametrize(
    ("card", "hq", "units", "out"),
    [
        ("JP3", SEAS, TRUK | JAPANESE, "j_kongo j_akagi j_af22"),
        ("JP8", SEAS, TRUK | JAPANESE, "j_af22 j_a17 j_ss"),
        ("JP16", SEAS, TRUK | JAPANESE, "j_kongo j_akagi"),
        ("JP29", SEAS, TRUK | JAPANESE, "j_a17 j_ss"),
        ("JP32", SEAS, TRUK | JAPANESE, "j_kongo j_akagi j_a17 j_ss"),
        ("JP40", SEAS, TRUK | JAPANESE, "j_kongo j_akagi"),
        ("JP50", SEAS, TRUK | JAPANESE, "j_kongo j_akagi"),
        ("JP48", SEAS, TRUK | JAPANESE, "j_kongo j_akagi"),
        ("JP76", SEAS, TRUK | JAPANESE, "j_a17"),
        ("JP79", SEAS, TRUK | JAPANESE, "j_a17"),
        ("JP20", SEAS, TRUK | JAPANESE, ""),
        ("JP23", SEAS, TRUK | JAPANESE, ""),
        ("JP25", SEAS, TRUK | JAPANESE, ""),
        ("JP47", SEAS, TRUK | JAPANESE, ""),
        ("AL19", "a_hq_swpac", SWPAC | AMERICAN, "a_lexington a_washington a_aus1 a_aus_air"),
        ("AL25", "a_hq_swpac", SWPAC | {"a_hq_anzac": 3823} | AMERICAN,
         "a_lexington a_washington a_aus_air"),
        ("AL31", "a_hq_swpac", SWPAC | AMERICAN,
         "a_lexington a_washington a_i a_1md a_aus1 a_aus_air"),
        ("AL33", "a_hq_swpac", SWPAC | AMERICAN, "a_lexington a_washington a_aus1 a_aus_air"),
        ("AL36", "a_hq_swpac", SWPAC | AMERICAN, "a_aus1 a_aus_air"),
        ("AL29", "a_hq_swpac", SWPAC | AMERICAN, "a_aus1 a_aus_air"),
        ("AL76", "a_hq_anzac", {"a_hq_anzac": 3727} | AMERICAN, "a_i a_1md"),
        ("AL35", "a_hq_anzac", {"a_hq_anzac": 3727, "a_nz3": 3727} | AMERICAN,
         "a_i a_1md a_aus1"),
        ("AL44", "a_hq_anzac", {"a_hq_anzac": 3727, "a_nz3": 3727} | AMERICAN,
         "a_i a_1md a_aus1"),
        ("AL84", "a_hq_cpac", CPAC | {"a_lexington": 5808, "a_washington": 5808, "a_7af": 5808},
         "a_washington a_7af"),
        ("AL7", "a_hq_seac", SEAC | ASIAN, "a_warspite"),
        ("AL34", "a_hq_seac", SEAC | ASIAN, "a_10lrb a_cn5"),
        ("AL57", "a_hq_seac", SEAC | ASIAN, ""),
        ("AL58", "a_hq_seac", SEAC | ASIAN, ""),
    ],
)  # fmt: skip
def test_whom_the_card_activates(card, hq, units, out):
    found = activatable(card, hq, units)
    assert found == {name for name in units if "_hq_" not in name} - set(out.split())


@covers("R5.31-c")
@pytest.mark.parametrize("card", ["JP9", "JP14", "JP28", "AL13", "AL37"])
def test_one_ground_unit_at_most(card):
    if card[0] == "J":
        lab, first, second = begun(card, SEAS, TRUK | JAPANESE), "j_a17", "j_ss"
    else:
        lab, first, second = begun(card, "a_hq_swpac", SWPAC | AMERICAN), "a_i", "a_1md"
    assert {first, second} <= set(lab.options())
    lab.say(first)
    assert second not in lab.options()
    assert ("j_kongo" if card[0] == "J" else "a_lexington") in lab.options()


@covers("R5.31-c", "R7.21-g")
@pytest.mark.parametrize(("army", "done"), [({"a_cn5": 2205}, False), ({}, True)])
def test_a_chinese_army_has_to_be_activated(army, done):
    """AL38: DONE waits for it, and so does the last place."""
    lab = begun("AL38", "a_hq_seac", SEAC | {"a_br33": 1905, "a_ind4": 1905} | army)
    assert ("done" in lab.options()) == done
    if not army:
        return
    paid = begun("AL38", "a_hq_seac", SEAC | {"a_br33": 1905, "a_ind4": 1905} | army)
    paid.say("a_cn5")
    assert {"a_br33", "done"} <= set(paid.options())
    lab.g.op_used = lab.g.op_max - 1
    assert set(lab.options()) == {"a_cn5"}
    lab.say("a_cn5")
    assert lab.decision == "move_unit"


@covers("R5.31-b")
def test_chinese_armies_beyond_the_number():
    """AL48, with nothing to rebuild: 1 + 4 units, and an army."""
    lab = begun(
        "AL48", "a_hq_seac", SEAC | ASIAN | {"a_77": 1905, "a_indb": 1905, "a_burma1": 1905}
    )
    lab.say("a_cn5")
    assert lab.g.op_used == 0
    for _ in range(5):
        lab.say(next(iter(name for name in lab.options() if name != "done")))
    assert lab.decision == "move_unit"


@covers("R5.31-c", "R6.0-f")
@pytest.mark.parametrize(("card", "offered"), [("JP48", True), ("JP50", False)])
def test_general_adachi_needs_no_supply(card, offered):
    units = {"j_hq_southseas": 4222, "j_a17": 4222}
    lab = holding(card, units, SWPAC | {"a_lexington": 4322, "a_1maw": 4423})
    assert not lab.g.supply[lab.unit("j_hq_southseas")]
    assert ("event" in lab.options()) == offered
    if offered:
        lab.say("event", "j_hq_southseas")
        assert set(lab.options()) == {"done", "j_a17"}
        lab.say("j_a17")
        assert lab.g.supply[lab.unit("j_a17")]


@covers("R14.1-c", "E-532")
@pytest.mark.parametrize(
    ("card", "hq", "chosen", "out"),
    [
        ("AL46", "a_hq_swpac", ["a_i"], ["a_lexington", "a_1md", "a_1maw"]),
        ("AL46", "a_hq_swpac", ["a_i", "a_washington"], ["a_lexington", "a_ncarolina"]),
        ("AL46", "a_hq_swpac", ["a_lexington"], ["a_i", "a_5af"]),
        ("AL50", "a_hq_swpac", ["a_washington"], []),
        ("AL50", "a_hq_halsey", ["a_washington"], ["a_i", "a_5af"]),
    ],
)
def test_rivals_under_a_task_force(card, hq, chosen, out):
    lab = holding(card, {hq: 3727} | AMERICAN | {"a_ncarolina": 3727})
    lab.g.rivalry[AL] = 1
    lab.say("event", hq)
    lab.g.op_max = 9
    lab.say(*chosen)
    assert not set(out) & set(lab.options())
    if not out:
        assert {"a_i", "a_lexington"} <= set(lab.options())
        lab.say("a_i")
        assert "a_lexington" not in lab.options()


# --- gifts -------------------------------------------------------------------------------------
@covers("R7.22-a", "R7.28-a")
def test_ships_move_as_far_as_the_card_says():
    lab = begun("JP9", SEAS, TRUK | {"j_kongo": 4017}, {"a_hq_cpac": 5808, "a_washington": 5808})
    all_active(lab).say("j_kongo", "sail")
    assert lab.g.op_naval == 21
    assert "5808" in lab.options()  # 18 hexes; three times 5 would not do
    lab.say("5808")
    lab.play_out()
    assert (lab.g.op_naval, pile_of(lab, "JP9")) == (0, CARD_DISCARD)


@covers("E-534", "R8.45-h", "R7.28-a", "R10.31-c")
@pytest.mark.parametrize(("rivalry", "left"), [(0, 2), (1, 2)])
def test_two_asp_for_this_offensive(rivalry, left):
    """JP44 without any ASP of the turn."""
    lab = holding("JP44", TRUK | {"j_a17": 4017}, asp=0)
    lab.g.rivalry[JP] = rivalry
    lab.say("event", SEAS)
    all_active(lab)
    if lab.decision == "express_hex":
        lab.say("4017")
    assert lab.g.asp_temp[JP] == left
    lab.say("j_a17")
    assert "landing" in lab.options()
    lab.say("stay")
    lab.play_out()
    assert lab.g.asp_temp[JP] == 0


@covers("R8.45-r", "E-036")
@pytest.mark.parametrize(("card", "offered"), [("AL62", True), ("AL65", False)])
def test_the_army_lands_on_islands_without_marines(card, offered):
    """AL62: 3014 is a one-hex island of the Philippines."""
    lab = begun(card, "a_hq_swpac", SWPAC | {"a_i": 2919, "a_washington": 2919}, {"j_ss": 2715})
    lab.say("a_i", "a_washington")
    while lab.decision == "activate":
        lab.say("done")
    lab.say("a_i")
    lab.say("landing")
    assert ("2715" in lab.options()) == offered


@covers("R5.36-a", "E-043")
def test_an_escort_fleet_comes_with_its_event():
    lab = begun("JP37", "j_hq_yamamoto", {"j_hq_yamamoto": 3407, "j_kongo": 3407})
    assert lab.g.escort == 2 + lab.s.start_escort
    lab.play_out()
    assert pile_of(lab, "JP37") == CARD_REMOVED


# --- all of them -------------------------------------------------------------------------------
LEADERS = {
    "JP": {"j_hq_yamamoto": 3407, "j_hq_southseas": 4017, "j_hq_south": 2212, "j_kongo": 4017},
    "AL": SWPAC | CPAC | SEAC | {"a_hq_anzac": 3823, "a_washington": 3727, "a_warspite": 1805},
}
CLAUSES = {"AL9", "AL30", "AL62", "AL65", "AL74", "AL75"}  # in test_events_clauses.py
MILITARY_CARDS = [
    f"{side}{number}"
    for side in SIDES
    for number in range(3 if side == "JP" else 1, 87)
    if world.scenario().tables[0].card_kind[SIDES.index(side), number - 1] == MILITARY
]


@covers("R5.3-a", "R5.36-a", "R5.0-j", "R7.28-a")
@pytest.mark.parametrize("card", [card for card in MILITARY_CARDS if card not in CLAUSES])
def test_each_card_goes_to_its_pile_and_leaves_nothing(card):
    lab = holding(card, LEADERS[card[:2]])
    lab.say("event")
    assert lab.g.as_ec
    while lab.decision != "none":
        options = lab.options()
        lab.say(
            next((word for word in ("done", "no", "pass") if word in options), next(iter(options)))
        )
    g, number = lab.g, int(card[2:]) - 1
    removed = lab.s.card_removed[SIDES.index(card[:2]), number]
    assert pile_of(lab, card) == (CARD_REMOVED if removed else CARD_DISCARD)
    left = (g.as_ec, g.op_naval, *g.asp_temp, g.taken_back, g.battles, g.landings, g.cards_played)
    assert not any(left)
    assert not g.unit_flags.any()
