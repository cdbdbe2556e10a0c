"""Supply of whole positions: known answers, set-ups, and random ones against the reference."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.state import MAP, MAX_UNITS
from tests.covers import covers

from . import world
from .positions import Laid, lay, plainly

FILE = Path(__file__).with_name("supply_positions.yaml")
KNOWN = yaml.safe_load(FILE.read_text())["positions"]


def known(entry: dict) -> tuple[Laid, set[str]]:
    """A position of the file and the names of its supplied units."""
    texts = {
        side: [f"{side}{k}={t[1:]}" for k, t in enumerate(entry[side])] for side in ("JP", "AL")
    }
    for side, items in texts.items():
        texts[side] = [
            t.replace("=air", "=lrb").removesuffix(" lrb") if t.endswith("lrb") else t
            for t in items
        ]
    laid = lay(world.control(entry["control"]), texts["JP"], texts["AL"])
    signs = {f"{side}{k}": t[0] for side in ("JP", "AL") for k, t in enumerate(entry[side])}
    return laid, {name for name, sign in signs.items() if sign == "+"}


@covers("T-SUP-1", "P-1", "P-2", "P-3", "P-4", "P-5", "P-6", "P-7", "P-8")
def test_forty_positions_have_their_known_answers():
    assert len(KNOWN) == 40
    for entry in KNOWN:
        laid, expected = known(entry)
        assert laid.supplied() == expected, entry["id"]


@covers("T-SUP-1")
@pytest.mark.parametrize("part", [0, 1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_reference_has_the_known_answers_too(part):
    for entry in (KNOWN[:6], KNOWN[20:26], KNOWN)[part]:
        laid, expected = known(entry)
        assert laid.plain.supplied() == expected, entry["id"]


@covers("T-SUP-2", "R6.12-a", "R13.75-a", "R13.75-b")
@pytest.mark.parametrize("setup", ["y1941", "y1942", "y1943", "y1944"])
def test_supply_of_the_set_ups(setup):
    """In 1942 the Dutch, the Australians and a bomber cut off by zones; later nobody."""
    g, s = world.start(setup), world.tables(setup)
    refresh(g, s)
    found = {
        world.scenario().units[u] for u in range(MAX_UNITS) if g.place[u] == MAP and not g.supply[u]
    }
    dutch = {f"a_dutch{k}" for k in range(1, 9)} | {"a_cl_dutch", "a_dutch_air", "a_java"}
    australian = {"a_aus1", "a_aus2", "a_aus_air", "a_kent", "a_pm"}
    if setup == "y1942":
        assert found == dutch | australian | {"a_19lrb"}
    elif setup != "y1941":
        assert found == set()
    assert {str(u) for u in range(MAX_UNITS) if g.supply[u]} == plainly(g, s).supplied()
