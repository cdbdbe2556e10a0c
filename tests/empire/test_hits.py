"""How the hits of air-naval combat may be applied (9.2 F, P-13), and the carriers of Japan."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.covers import covers

from .battles import HITS, SHIFT, Choices, fight, lay, names_of, reached, shots
from .test_air_naval_combat import VX_18

Results = set[tuple[int, ...]]


def results(
    firers: str,
    targets: str,
    die: int,
    *,
    names: Iterable[str] = HITS,
    actor: Any = None,
    **more: Any,
) -> Results:
    """Steps that the targets may be left with; the side of the targets does not fire."""
    quiet = "AL" if targets.startswith("a_") else "JP"
    more["effects"] = [("silent", quiet), *more.get("effects", ())]
    wanted = names_of(targets)
    return reached(
        lay(firers, targets, dice=(die,), **more),
        lambda lab: tuple(lab.steps(name) for name in wanted),
        names,
        actor,
    )


ABC = "a_neworleans a_northampton/1 a_mississippi"  # 8 full, 8 reduced, 12 full
OTHERS = {(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)}
ONE_OF_THREE = {(1, 1, 2), (1, 2, 1), (2, 1, 1)}
CARRIERS = "a_lexington@4425 a_enterprise@4425 a_wasp@4425"  # 12 each

# firers of Japan, targets, die, steps that may be left
CASES = {
    "BV-56 20 hits": ("j_nagato", ABC, 6, {(1, 1, 1)}),
    "BV-56 19 hits": ("j_kongo j_nachi/1", ABC, 6, {(1, 1, 2), (2, 1, 1)}),
    "BV-56 28 hits": ("j_nagato j_kaiyo", ABC, 6, {(0, 1, 1), (1, 0, 1)}),
    "BV-56 critical": ("j_af21@4122", ABC, 9, {(0, 1, 2), (1, 0, 2), (2, 1, 1)}),
    "just enough": ("j_kaiyo j_zuiho", "a_hermes a_neworleans", 6, {(0, 1), (1, 0)}),
    "one too few": ("j_aoba j_tenryu/1", "a_hermes a_neworleans", 6, {(1, 1)}),
    "VX-20": ("j_af21@4122 j_akagi@4420 j_yamato", CARRIERS, 6, ONE_OF_THREE),
    "VX-20 critical": ("j_af21@4122 j_akagi@4420 j_yamato", CARRIERS, 9, OTHERS),
    "VX-21": (
        "j_shokaku@4420 j_kongo j_yamato", "a_lexington@4425 a_enterprise@4425", 6,
        {(1, 2), (2, 1)},
    ),
    "E-050 both steps of one": ("j_akagi@4420 j_aoba", "a_wasp@4425", 6, {(0,)}),
    "an idle flyer matches nobody": (
        "j_nagato j_af21@4122@aside", "a_wasp@4425 a_exeter", 6, {(2, 1)},
    ),
    "no flyer": ("j_yamato j_nagato", "a_wasp@4425 a_neworleans@4425", 6, {(2, 1)}),
    "no flyer, critical": ("j_yamato j_nagato", "a_wasp@4425 a_neworleans@4425", 9, {(2, 0)}),
    "no match in the hex": ("j_nagato j_kongo", "a_wasp a_7af", 6, {(1, 0)}),
    "both ways at once": (
        "j_af21@4122 j_yamato", "a_wasp@4425 a_lexington@4425 a_enterprise", 6,
        {(1, 2, 1), (2, 1, 1)},
    ),
    "full outside first": ("j_af21@4122 j_tenryu", "a_wasp@4425 a_neworleans/1", 6, {(1, 0)}),
    "an untouchable one protects": ("j_nagato", "a_wasp@4425 a_neworleans/1", 6, {(2, 1)}),
    "not from a critical hit": ("j_nagato", "a_wasp@4425 a_neworleans/1", 9, {(2, 0)}),
    "aircraft outside": ("j_nagato", "a_7af@4322 a_exeter@reaction", 6, {(2, 1)}),
    "ground is safe": ("j_akagi@4420 j_nagato", "a_5af@4322 a_java/1 a_aus8/1", 6, {(0, 1, 1)}),
    "safe from a critical too": ("j_tenryu/1", "a_ncarolina a_dutch1 a_dutch2", 9, {(1, 1, 1)}),
    "safe without a match": ("j_nagato", "a_5af@4322 a_java/1 a_aus8/1", 6, {(2, 1, 1)}),
    "BV-57": ("j_tenryu/1", "a_neworleans a_dd_asia/1", 9, {(2, 0)}),
    "BV-57 tie": ("j_tenryu/1", "a_neworleans a_exeter a_washington", 9, {(1, 2, 2), (2, 1, 2)}),
    "weak critical on an escort": ("j_tenryu/1", "a_hermes@4425 a_ncarolina@4425", 9, {(1, 1)}),
    "weak critical with a match": ("j_af24/1@4122", "a_hermes@4425 a_ncarolina@4425", 9, {(0, 2)}),
    "weak critical on ground": ("j_tenryu/1", "a_dutch1 a_java/1", 9, {(0, 1)}),
    "weak critical on the last": ("j_tenryu/1", "a_dutch1", 9, {(1,)}),
    "BV-59": ("j_akagi@4420 j_yamato", "a_nl/1 a_java/1", 6, {(0, 1), (1, 0)}),
    "enough for the weaker": ("j_ad5/1@4222", "a_nl/1 a_java/1", 6, {(0, 1)}),
    "enough for either": ("j_af21@4122", "a_nl/1 a_java/1", 6, {(0, 1), (1, 0)}),
    "the last is safe": ("j_nagato", "a_java/1", 6, {(1,)}),
    "one step of the last": ("j_nagato j_yamato", "a_java", 6, {(1,)}),
    "three of four steps": ("j_nagato j_aoba", "a_nl a_r", 6, {(0, 1), (1, 0)}),
    "enough for all": ("j_nagato j_yamato j_kongo", "a_nl a_r", 6, {(0, 1), (1, 0)}),
    "33 hits vs three": ("j_nagato j_kongo", "a_nl a_r a_sl", 6, {(1, 1, 1)}),
}  # fmt: skip


@covers(
    "VX-20", "VX-21", "VX-34", "BV-56", "BV-57", "BV-59", "E-049", "E-050", "E-051", "E-052",
    "E-070", "E-071", "P-13", "R9.12-b", "R9.2-aa", "R9.2-ab", "R9.2-ad", "R9.2-ae", "R9.2-af",
    "R9.2-ag", "R9.2-ai", "R9.2-aj", "R9.2-ak", "R9.2-al", "R9.2-am", "R9.2-an", "R9.2-bm",
    "R9.2-bn", "R9.2-bo", "R9.2-k",
)  # fmt: skip
@pytest.mark.parametrize("name", CASES)
def test_what_hits_may_do(name):
    firers, targets, die, expected = CASES[name]
    assert results(firers, targets, die) == expected


@covers("VX-19", "R9.2-ae", "R9.2-af", "E-049", "E-070")
def test_hits_are_lost_before_a_unit_is_hit_twice():
    """54 points of full ships, 47 hits: one ship is left, and nothing is hit twice."""
    fleet = "j_yamato j_zuiho j_ryujo j_aoba j_mogami"
    found = results(" ".join(VX_18), fleet, 6, side="AL")
    assert found == {tuple(2 if k == left else 1 for k in range(5)) for left in range(5)}


@covers("VX-22", "R9.2-bm", "R9.2-k")
@pytest.mark.parametrize(
    ("die", "effect", "left"),
    [(4, "critical_on_nine", 1), (5, "critical_on_nine", 0), (5, "", 1), (9, "", 0)],
)
def test_a_critical_hit_by_an_event(die, effect, left):
    """16 hits, an ambush (+4), a full ship that needs 18."""
    found = results(
        "a_washington", "j_yamato j_zuiho", die,
        condition="ambush", effects=[(effect, "AL")] if effect else (),
    )  # fmt: skip
    assert found == {(2, left)}


@covers("BV-57", "R9.2-bm", "R9.2-k")
def test_only_a_natural_nine_is_critical():
    found = results("j_tenryu/1", "a_neworleans a_dd_asia/1", 8, condition="surprise")
    assert found == {(2, 1)}


# firers, targets, die, who chooses what
CHOOSERS = {
    "hits": ("j_kongo j_nachi/1", ABC, 6, ("hit", "JP")),
    "weak critical": ("j_tenryu/1", "a_neworleans a_exeter", 9, ("weak_critical", "AL")),
    "weak critical of RP": ("a_hermes", "j_mogami j_takao", 9, ("weak_critical", "AL")),
    "enough for all": ("j_nagato j_yamato j_kongo", "a_nl a_r", 6, ("survivor", "AL")),
    "not enough for all": ("j_nagato j_aoba", "a_nl a_r", 6, ("hit", "JP")),
    "landed units": ("a_wasp", "j_sn1/1@landed j_sn2/1@landed", 6, ("survivor", "AL")),
}


@covers("R9.2-aa", "R9.2-an", "R9.2-bn", "BV-57", "BV-59", "E-051", "E-052")
@pytest.mark.parametrize("name", CHOOSERS)
def test_who_chooses(name):
    firers, targets, die, question = CHOOSERS[name]
    choose = Choices()
    quiet = "AL" if targets.startswith("a_") else "JP"
    fight(firers, targets, dice=(die,), effects=[("silent", quiet)], choose=choose)
    asked = {(decision, actor) for decision, actor, _ in choose.asked if decision in HITS}
    assert question in asked
    assert {actor for decision, actor in asked if decision == question[0]} == {question[1]}


@covers("E-051", "R9.2-am", "R9.4-n")
@pytest.mark.parametrize(
    ("firers", "left"), [("a_5af", 2), ("a_wasp", 1), ("a_wasp a_washington", 1)]
)
def test_a_landed_army_has_its_whole_defence_against_aircraft(firers, left):
    """10, 12 and 28 hits against 12; it then sails home."""
    found = results(firers, "j_a14@home=4021", 6)
    assert found == {(left,)}


@covers("VX-23", "R9.2-ad")
@pytest.mark.parametrize(("effects", "left"), [((), 1), ((("defence", "AL", 2, "air"),), 2)])
def test_events_change_the_defence_of_aircraft(effects, left):
    assert results("j_ad5/1@4222", "a_5af", 6, effects=effects) == {(left,)}


@covers("R9.2-ad", "VX-30")
def test_half_defence_and_silence_by_an_event():
    effects = (("half_defence", "AL"),)
    assert results("j_ad5/1@4222", "a_dutch_air", 6, effects=effects) == {(0,)}  # 5 + 5
    assert results("j_ad6@4222", "a_dutch_air", 6, effects=effects) == {(1,)}  # 8


@covers("BV-58", "R9.2-al", "E-050", "R9.2-n")
def test_only_survivors_match_in_an_answer():
    """One of two aircraft lives: 16 hits take one carrier of three, and the escort."""
    units = (
        "j_zuiho@4420", "j_ryujo@4420", "j_kaiyo@4420", "j_tenryu@4420",
        "a_vmf211", "a_14af/1", "a_dukeofyork/1",
    )  # fmt: skip
    found = reached(
        lay(*units, condition="surprise", dice=(0, 6)),
        lambda lab: tuple(lab.steps(name) for name in names_of(*units)),
        actor="AL",
        hit=["a_vmf211"],
    )
    left = (0, 1, 1)
    assert found == {(1, 2, 2, 1, *left), (2, 1, 2, 1, *left), (2, 2, 1, 1, *left)}


@covers("E-078", "R9.2-m", "R9.2-n", "E-050")
@pytest.mark.parametrize(("condition", "die", "left"), [("intercept", 6, 1), ("surprise", 3, 2)])
def test_fire_at_the_same_time_sees_the_position_before_it(condition, die, left):
    """The carrier that is sunk still matches Akagi, unless it is sunk before the answer."""
    units = ("j_akagi@4420", "a_hermes@4425", "a_dukeofyork/1", "a_ncarolina/1")
    choose = Choices(hit=["a_hermes"])
    lab = fight(*units, condition=condition, dice=(die, 6), choose=choose)
    assert lab.steps("a_hermes") == 0
    assert lab.steps("j_akagi") == left


@covers("E-078")
def test_the_offensive_side_marks_first():
    choose = Choices()
    units = ("j_kongo", "j_hiei/1", "a_exeter", "a_kent", "a_dukeofyork")
    fight(*units, dice=(6, 6), choose=choose)
    actors = [actor for _, actor, _ in choose.questions("hit")]
    assert actors == sorted(actors, reverse=True)
    assert set(actors) == {"JP", "AL"}


# firers of the Allies, carriers, die and what the Allies choose, steps that may be left
SHIFTS = {
    "VX-25": ("a_wasp a_lexington", "j_shokaku j_zuiho", 6, (), {(1, 1), (2, 0), (0, 2)}),
    "to an unhurt one": ("a_wasp", "j_shokaku j_zuiho", 6, ("j_shokaku",), {(1, 2), (2, 1)}),
    "not what was lost before": ("a_wasp/1", "j_zuiho j_shokaku/1", 6, (), {(1, 1), (2, 0)}),
    "back from the dead": (
        "a_wasp a_lexington a_washington", "j_akagi j_shokaku/1 j_zuiho/1", 6,
        ("j_shokaku", "j_zuiho"), {(1, 0, 0), (0, 1, 0), (0, 0, 1)},
    ),
    "carriers outside": (
        "a_wasp a_lexington", "j_shokaku@4420 j_zuiho@4420", 6, (), {(1, 1), (2, 0), (0, 2)},
    ),
    "a critical hit": ("a_wasp a_lexington", "j_shokaku j_kaiyo", 9, ("j_kaiyo",), {(2, 0)}),
    "one carrier": ("a_wasp a_lexington", "j_shokaku j_aoba", 6, (), {(1, 1)}),
    "one in this battle": (
        "a_wasp a_lexington", "j_shokaku j_aoba j_akagi@4222@aside", 6, (), {(1, 1, 2)},
    ),
    "nothing lost": ("a_wasp/1", "j_shokaku j_akagi", 6, (), {(2, 2)}),
}  # fmt: skip


@covers("VX-25", "R9.2-bp", "E-053")
@pytest.mark.parametrize("name", SHIFTS)
@pytest.mark.parametrize("side", ["JP", "AL"])
def test_japan_may_shift_a_step_between_carriers(name, side):
    """The critical hit of 24: Kaiyo twice (16)."""
    firers, targets, die, hit, expected = SHIFTS[name]
    found = reached(
        lay(firers, targets, side=side, dice=(die,), effects=[("silent", "JP")]),
        lambda lab: tuple(lab.steps(unit) for unit in names_of(targets)),
        SHIFT,
        hit=hit,
    )
    assert found == expected


@covers("E-053", "R9.2-bp")
@pytest.mark.parametrize(("condition", "side", "die"), [("surprise", "AL", 3), ("ambush", "JP", 2)])
def test_the_shift_comes_before_japan_fires(condition, side, die):
    found = reached(
        lay(
            "a_wasp",
            "a_lexington",
            "j_shokaku",
            "j_zuiho",
            side=side,
            condition=condition,
            dice=(die, 0),
        ),
        lambda lab: shots(lab)[1][:2],
        SHIFT,
    )
    assert found == {("JP", 15), ("JP", 14), ("JP", 8)}


@covers("E-053", "R9.2-bp", "R9.2-bm")
@pytest.mark.parametrize(
    ("condition", "dice", "effects", "expected"),
    [
        ("intercept", (9, 6), (), {(1, 1), (2, 0), (0, 2)}),  # Japan's own critical hit
        ("ambush", (4, 0), (("critical_on_nine", "AL"),), {(1, 1), (2, 0), (0, 2)}),
        ("ambush", (5, 0), (("critical_on_nine", "AL"),), {(0, 2)}),
    ],
)
def test_a_critical_hit_bars_the_shift(condition, dice, effects, expected):
    units = ("j_shokaku j_zuiho", "a_wasp a_lexington")
    found = reached(
        lay(*units, condition=condition, dice=dice, effects=effects),
        lambda lab: (lab.steps("j_shokaku"), lab.steps("j_zuiho")),
        SHIFT,
        hit=("j_shokaku",),
    )
    assert found == expected


@covers("E-053", "R9.2-bp")
def test_allied_carriers_shift_nothing():
    choose = Choices()
    fight("j_nagato", "j_kongo", "a_wasp", "a_lexington", dice=(6, 0), choose=choose)
    assert not choose.questions(*SHIFT)
