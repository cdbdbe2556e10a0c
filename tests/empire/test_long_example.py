"""The battles of the long example: Pearl Harbor, then the whole first wave in the south."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from glory_env.core import yaml_file
from glory_env.games.empire.laboratory import Laboratory
from tests.covers import covers

from . import world
from .battles import Choices, shots

CARDS = yaml_file.read(Path(__file__).parent / "long_example.yaml")
BATTLES = [(card, hex_) for card, rows in CARDS.items() for hex_ in rows["battles"]]


@cache
def started() -> dict[str, tuple[int, bool]]:
    """Hex of each unit in December 1941, and whether it starts reduced."""
    found = {}
    placed = world.scenario("y1941").data["setups"]["setups"]["y1941"]
    for side in ("JP", "AL"):
        for hex_, units in placed[side].items():
            found.update({unit.rstrip("*"): (int(hex_), unit.endswith("*")) for unit in units})
    return found


@cache
def played(card: str) -> Laboratory:
    """The laboratory after a card; every other unit of the set-up stands where it starts."""
    rows = CARDS[card]
    lab = Laboratory(
        world.scenario("y1941"), side="JP", condition="surprise", ov=3, turn=1, naval=rows["naval"]
    )
    lab.control("JP", *rows.get("taken", ()))
    moved, march = rows["at"], rows.get("by_land", {})
    active = {*moved, *rows["fights"], *rows.get("active", ())}
    for unit, (home, reduced) in started().items():
        more: dict[str, Any] = {"steps": 1} if reduced else {}
        if unit in march:
            more |= {"by_land": True, "came_from": march[unit]}
        lab.put(
            unit,
            moved.get(unit, home),
            home=home,
            active=unit in active,
            landed=unit in rows.get("landed", ()),
            reaction=unit in rows.get("reaction", ()),
            carried_by=rows.get("carried", {}).get(unit, ""),
            fights=rows["fights"].get(unit, 0),
            **more,
        )
        if unit.startswith("a_"):  # no zone of the Allies during the card
            lab.g.zone_cancelled[lab.unit(unit)] = 1
    for effect in rows.get("effects", ()):
        lab.effect(effect, "AL")
    for hex_ in rows["battles"]:
        lab.battle(int(hex_))
    lab.dice(*(die for row in rows["battles"].values() for die in row["dice"]))
    retreats = [to for row in rows["battles"].values() for to in row.get("retreat", {}).values()]
    first = ["a_mdca", "a_7af", "a_7lrb"]  # then one step of New Orleans is left over
    lab.play(
        Choices(
            moves=rows["moves"],
            next_battle=rows["battles"],
            hit=first,
            retreat=retreats,
            emergency=[2917, 2813],
        )
    )
    return lab


@covers(
    "VX-19", "VX-30", "VX-31", "VX-32", "VX-33", "VX-34", "VX-35", "VX-36", "VX-37", "E-021",
    "R9.2-n", "R9.4-d", "R9.2-am", "R9.2-f",
)  # fmt: skip
@pytest.mark.parametrize(("card", "hex_"), BATTLES)
def test_fires(card, hex_):
    row = CARDS[card]["battles"][hex_]
    lab = played(card)
    for kind, part in (("an", "an"), ("gc", "ground")):
        found = {
            fire["side"]: [fire[key] for key in ("strength", "die", "modifier", "hits")]
            for fire in lab.fires
            if (fire["hex"], fire["kind"]) == (int(hex_), kind) and fire["strength"]
        }
        assert found == row.get(part, {})


@covers(
    "VX-19", "VX-30", "VX-31", "VX-32", "VX-33", "VX-34", "VX-35", "VX-36", "VX-37", "R9.3-a",
    "R9.4-p", "R9.4-t", "R9.33-b", "R9.5-d", "R8.32-a",
)  # fmt: skip
@pytest.mark.parametrize(("card", "hex_"), BATTLES)
def test_losses_and_control(card, hex_):
    row = CARDS[card]["battles"][hex_]
    lab = played(card)
    assert [lab.steps(unit) for unit in row.get("lost", ())] == [0] * len(row.get("lost", ()))
    assert [lab.steps(unit) for unit in row.get("reduced", ())] == [1] * len(row.get("reduced", ()))
    if "an_winner" in row:
        assert lab.an_winner(int(hex_)) == row["an_winner"]
    assert lab.holder(int(hex_)) == lab.winner(int(hex_)) == row["control"]
    for unit, to in row.get("retreat", {}).items():
        assert lab.hex(unit) == to


@covers("VX-19", "R9.6-b", "R9.62-a", "R9.62-d", "R6.5-c", "VX-37", "R8.32-b", "R8.22-a")
@pytest.mark.parametrize("card", CARDS)
def test_everything_else(card):
    """Losses named nowhere do not happen; every unit ends where it is said to, or stays."""
    rows, lab = CARDS[card], played(card)
    changed = {
        unit
        for row in rows["battles"].values()
        for key in ("lost", "reduced")
        for unit in row.get(key, ())
    }
    ends = rows["moves"] | rows.get("emergency", {})
    for row in rows["battles"].values():
        ends |= row.get("retreat", {}) | dict.fromkeys(row.get("lost", ()))
    for unit, (home, reduced) in started().items():
        if unit not in changed:
            assert lab.steps(unit) == (1 if reduced else lab.s.full_steps[lab.unit(unit)]), unit
        assert lab.hex(unit) == ends.get(unit, rows["at"].get(unit, home)), unit
    for hex_, side in rows.get("control", {}).items():
        assert lab.holder(int(hex_)) == side
    defences = {"a_mdca": 5, "a_7af": 5, "a_7lrb": 5, "a_neworleans": 4}
    for row in rows["battles"].values():
        if "unused" in row:
            used = 2 * sum(defences[unit] for unit in row["lost"]) + defences[row["reduced"][0]]
            assert shots(lab)[0][5] - used == row["unused"]


@covers("VX-19")
def test_how_many_units_take_part():
    rows = CARDS["operation_1"]
    japan = {unit for unit in {*rows["at"], *rows["stay"]} if unit.startswith("j_")}
    assert len(japan) == rows["activated"]
