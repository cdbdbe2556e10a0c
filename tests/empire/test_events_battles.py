"""What events change in battles: strengths, dice, criticals (5.31, 5.32; cards by number)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.events import FX_DEFENCE, OF_NONE
from glory_env.games.empire.laboratory import Laboratory
from glory_env.games.empire.rules import fire, hits
from glory_env.games.empire.rules.participants import enlist
from glory_env.games.empire.state import AL, JP
from tests.covers import covers

from .battles import ISLAND, Choices, lay, shots
from .world import scenario

ISLET, BROAD = ISLAND, 3822  # Guadalcanal; Lae


def in_use(lab: Laboratory, *cards: str) -> Laboratory:
    """The offensive player's card is an event, the other's are reaction cards."""
    for card in cards:
        side, number = card[:2], int(card[2:])
        if side == ("JP", "AL")[lab.g.op_side]:
            lab.g.op_card, lab.g.as_ec = number - 1, 1
        else:
            lab.g.played[lab.g.cards_played] = number - 1
            lab.g.cards_played += 1
    return lab


def opened(*units: str, cards: tuple[str, ...] = (), **more: object) -> Laboratory:
    """A battle whose fighters are known, before anybody fires."""
    lab = in_use(lay(*units, **more), *cards)  # type: ignore[arg-type]
    lab.g.battle = 0
    enlist(lab.g, lab.s, 0)
    return lab


SHIPS = "j_akagi j_zuiho j_kaiyo j_mogami j_tenryu j_kamikaze j_nagato j_af21"
ENEMIES = "a_lexington a_cowpens a_sangamon a_hermes a_northampton a_kent a_washington a_7af a_1md"


@covers("E-563", "E-564")
@pytest.mark.parametrize(
    ("card", "side", "changed"),
    [
        ("JP25", "JP", {"a_lexington": -2, "a_cowpens": -2, "a_sangamon": -2}),
        ("JP29", "JP", {"j_akagi": 2, "j_zuiho": 2, "j_kaiyo": 2}),
        ("JP47", "JP", {"j_mogami": 2}),
        ("JP83", "JP", {"j_mogami": 2, "j_tenryu": 2, "j_kamikaze": 2}),
        ("JP17", "AL", {"j_mogami": 2, "j_tenryu": 2, "j_kamikaze": 2}),
        ("AL36", "AL", {"a_northampton": 2}),
        ("AL55", "AL", {"j_akagi": -2, "j_zuiho": -2, "j_kaiyo": -2}),
        ("AL25", "AL", {"a_1md": -1}),
        ("JP14", "JP", {}),
    ],
)
def test_cards_change_attack_strengths(card, side, changed):
    names = f"{SHIPS} {ENEMIES}".split()
    plain = opened(SHIPS, ENEMIES, side=side)
    before = {name: fire.attack_of(plain.g, plain.s, plain.unit(name)) for name in names}
    lab = in_use(plain, card)
    after = {name: fire.attack_of(lab.g, lab.s, lab.unit(name)) for name in names}
    assert {name: after[name] - before[name] for name in names if after[name] != before[name]} == (
        changed
    )


@covers("E-564", "E-046")
def test_a_strength_is_not_below_nothing_and_halved_afterwards():
    lab = opened("j_nagato", "a_sangamon/1", cards=("JP25",))
    assert fire.attack_of(lab.g, lab.s, lab.unit("a_sangamon")) >= 0
    lab = opened("j_akagi j_mogami", "a_washington", side="JP", cards=("JP29",))
    lab.g.halved[lab.unit("j_akagi")] = 1
    assert fire.attack_of(lab.g, lab.s, lab.unit("j_akagi")) == 7  # (12 + 2) / 2


@covers("E-566", "E-587")
@pytest.mark.parametrize(
    ("card", "side", "changed"),
    [
        ("JP14", "JP", {"j_akagi": 2}),
        ("JP46", "AL", {"a_lexington": 2, "a_cowpens": 2, "a_sangamon": 2, "a_hermes": 2}),
        ("AL5", "JP", {"a_7af": 2}),
    ],
)
def test_cards_change_defences(card, side, changed):
    names = f"{SHIPS} {ENEMIES}".split()
    plain = opened(SHIPS, ENEMIES, side=side)
    before = {name: hits.defence_of(plain.g, plain.s, plain.unit(name)) for name in names}
    lab = in_use(plain, card)
    after = {name: hits.defence_of(lab.g, lab.s, lab.unit(name)) for name in names}
    assert {name: after[name] - before[name] for name in names if after[name] != before[name]} == (
        changed
    )


@covers("E-564")
def test_a_card_that_names_no_units_changes_all_of_its_side():
    """JP14 as a card that helps not only carriers."""
    lab = opened("j_akagi j_nagato", "a_washington", side="JP")
    lab.s = lab.scenario.tables.copy()[0]
    names = ("j_akagi", "j_nagato", "a_washington")
    before = [hits.defence_of(lab.g, lab.s, lab.unit(name)) for name in names]
    lab.s.fx_of[JP, 13, lab.s.fx[JP, 13].tolist().index(FX_DEFENCE)] = OF_NONE
    in_use(lab, "JP14")
    after = [hits.defence_of(lab.g, lab.s, lab.unit(name)) for name in names]
    assert after == [before[0] + 2, before[1] + 2, before[2]]


@covers("R9.2-i")
@pytest.mark.parametrize(
    ("card", "units", "added"),
    [
        ("JP8", "j_akagi a_kent a_washington", 1),
        ("JP8", "j_akagi a_washington a_cl_dutch a_malaya_air", 0),
        ("JP32", "j_af21 a_washington", 0),
        ("JP32", "j_af21 a_washington j_akagi@4021@aside@idle", 1),
        ("JP32", "j_af21 a_washington j_zuiho@4021@aside@idle", 1),
        ("JP32", "j_af21 a_washington j_kaiyo@4021@aside@idle", 0),
        ("JP32", "j_af21 a_washington j_akagi@4021@aside", 0),
        ("JP32", "j_af21 a_washington j_akagi@3406@aside@idle", 0),
    ],
)
@covers("E-568")
def test_cards_change_the_die_at_sea(card, units, added):
    lab = opened(units, condition="intercept")
    before = [fire.air_naval_modifier(lab.g, lab.s, side) for side in (JP, AL)]
    in_use(lab, card)
    after = [fire.air_naval_modifier(lab.g, lab.s, side) for side in (JP, AL)]
    assert after == [before[JP] + added, before[AL]]


@covers("R9.4-d", "E-565")
@pytest.mark.parametrize(
    ("card", "side", "at", "units", "added"),
    [
        ("JP23", "JP", ISLET, "j_sn1@landed a_nz3", {JP: 1}),
        ("JP23", "JP", ISLET, "j_a18@landed a_pm", {}),
        ("AL7", "AL", BROAD, "a_nz3@landed j_a18", {AL: 2}),
        ("AL29", "AL", ISLET, "a_nz3@landed j_a18", {AL: 1}),
        ("AL37", "AL", ISLET, "a_nz3@landed j_a18", {AL: 2}),
        ("AL37", "AL", BROAD, "a_nz3@landed j_a18", {}),
        ("AL26", "JP", ISLET, "j_a18@landed a_nz3", {AL: 4}),
    ],
)
def test_cards_change_the_die_on_the_ground(card, side, at, units, added):
    lab = opened(units, at=at, side=side)
    before = [fire.ground_modifier(lab.g, lab.s, k) for k in (JP, AL)]
    in_use(lab, card)
    after = [fire.ground_modifier(lab.g, lab.s, k) for k in (JP, AL)]
    assert {k: after[k] - before[k] for k in (JP, AL) if after[k] != before[k]} == added


@covers("R9.4-d")
@pytest.mark.parametrize(
    ("at", "expected"),
    [(1912, 4), (BROAD, 4), (2812, None)],  # Malaya; jungle; open land of Luzon
)
def test_colonel_tsuji_replaces_all_modifiers(at, expected):
    lab = opened("j_a18@landed j_nagato j_af21", "a_nz3", at=at, side="JP")
    before = fire.ground_modifier(lab.g, lab.s, JP)
    allied = fire.ground_modifier(lab.g, lab.s, AL)
    in_use(lab, "JP3")
    assert fire.ground_modifier(lab.g, lab.s, JP) == (before if expected is None else expected)
    assert fire.ground_modifier(lab.g, lab.s, AL) == allied


@covers("E-565", "R17.43-a")
@pytest.mark.parametrize(("at", "added"), [(ISLET, 1), (BROAD, 0)])
@pytest.mark.parametrize("side", ["JP", "AL"])
def test_forts_help_japan_on_one_hex_islands(at, added, side):
    units = ("j_a18@landed", "a_nz3") if side == "JP" else ("a_nz3@landed", "j_a18")
    lab = opened(*units, at=at, side=side)
    before = [fire.ground_modifier(lab.g, lab.s, k) for k in (JP, AL)]
    lab.g.doctrine = 1
    after = [fire.ground_modifier(lab.g, lab.s, k) for k in (JP, AL)]
    assert after == [before[JP] + added, before[AL]]
    assert scenario("y1944").tables[0]["start_doctrine"] == 1


@covers("R9.2-k")
@pytest.mark.parametrize(("cards", "critical"), [((), 0), (("AL12",), 1)])
def test_a_modified_nine_is_critical_for_the_allies(cards, critical):
    """In ambush: natural 5 and 4 more. A critical sinks the reduced ship of a full one."""
    lab = in_use(lay("j_nagato j_mogami", "a_washington", condition="ambush", dice=(5, 0)), *cards)
    lab.begin()
    assert (lab.g.die[AL], lab.fires[0]["modifier"]) == (5, 4)
    assert lab.g.critical[AL] == critical


@covers("R9.2-a")
def test_effects_are_seen_in_a_fire_and_end_with_the_offensive():
    lab = in_use(lay("j_akagi j_mogami", "a_lexington a_kent", dice=(3, 3)), "JP29")
    lab.play(Choices())
    assert shots(lab)[0][:2] == ("JP", 12 + 2 + 12)
    plain = lay("j_akagi j_mogami", "a_lexington a_kent", dice=(3, 3))
    plain.play(Choices())
    assert shots(plain)[0][:2] == ("JP", 24)
