"""The opening of turn 2 in the long example: the set-up of 1942 comes out of it (VX-19.4)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.empire.state import ABSENT, AL, DELAY_BOX, ELIMINATED, JP, TRACK
from tests.covers import covers

from . import world
from .strategic import Phase

BOXED = (
    "a_10lrb", "a_5lrb", "a_5af", "a_1maw", "a_seac_air", "a_mississippi", "a_northampton",
    "a_warspite", "a_indomitable", "a_hermes", "a_xi", "a_mb", "a_sf",
)  # fmt: skip


def end_of_turn_one() -> Phase:
    """The set-up of 1942 before the strategic phase of turn 2."""
    phase = Phase("y1942", 2, wie=0, divisions=12)
    phase.g.asp[AL] = 0
    phase.due("a_hq_seac", "j_a28", "j_af25", "j_yamato", *BOXED)
    phase.away(ELIMINATED, "a_7af", "a_7lrb")
    for name in ("a_lexington", "a_enterprise", "j_a14"):
        phase.g.steps[phase.unit(name)] = 1
    return phase


@covers(
    "VX-19.4", "RSQ-2", "R4.11-a", "R4.11-b", "R4.11-c", "R4.11-d", "R4.12-a", "R4.12-b", "R4.13-a",
    "R4.14-a", "R4.14-b", "R10.11-a", "R10.11-g", "R10.21-b", "R10.22-a", "R10.23-a", "R10.31-a",
    "R11.0-b", "R11.0-d", "R11.0-f", "R11.23-a", "R11.31-a", "R11.32-a", "R11.33-a", "R11.33-b",
    "R12.21-a", "R12.22-a", "E-504", "RSQ-1",
)  # fmt: skip
@pytest.mark.parametrize("drafted", [None, "a_5lrb"])
def test_vx_19_turn_two_opens_as_in_the_example(drafted):
    phase = end_of_turn_one()
    draft = [1 if name == drafted else 9 for name in ("a_10lrb", "a_5lrb", "a_5af", "a_xi")]
    phase.dice(*draft, 2)
    phase.begin()
    assert list(phase.options()) == ["a_hq_seac"]
    phase.say("a_hq_seac", 1805)
    assert (phase.g.ground_repl[AL], phase.g.air_repl[AL], phase.g.naval_repl[AL]) == (0, 0, 0)
    phase.say("j_a28", 2110, "j_yamato", 3407, "j_af25", 3407)
    assert (phase.g.ground_repl[AL], phase.g.air_repl[AL], phase.g.naval_repl[AL]) == (2, 5, 2)
    assert {*phase.options()} == {"a_7af", "a_7lrb", "a_lexington", "a_enterprise", "done"}
    phase.say("a_7af", "full", 5108, "a_lexington", "a_7lrb", "full", 5808, "a_enterprise")
    assert phase.asked[-1] == "JP divisions"  # no unit can use the last steps of the Allies
    assert (phase.g.ground_repl[AL], phase.g.air_repl[AL]) == (0, 0)
    phase.say("n1", "j_a14")
    g, start = phase.g, world.start("y1942")
    assert (g.depth, g.submarines, *g.asp) == (0, 0, 7, 1)
    assert (*g.hand, *g.passes) == (7, 5, 0, 2)
    here = np.flatnonzero(start.place != ABSENT)
    away = {phase.unit(drafted)} if drafted else set()
    for field in ("place", "hex", "steps"):
        differs = {u for u in here if getattr(g, field)[u] != getattr(start, field)[u]}
        assert differs <= away, [phase.scenario.units[u] for u in differs]
    assert g.divisions == start.divisions == 11
    assert all(g.when[u] == 5 and g.place[u] == TRACK for u in away)
    assert len(phase.waiting()) == len(BOXED) - len(away)
    assert DELAY_BOX in g.place
    assert g.progress_goal == 1


@covers("VX-19.4", "R12.22-b")
@pytest.mark.parametrize(("die", "success"), [(2, 0), (1, 1), (0, 1)])
def test_submarines_of_turn_two_succeed_up_to_a_one(die, success):
    phase = end_of_turn_one()
    phase.dice(9, 9, 9, 9, die)
    phase.begin()
    phase.say("a_hq_seac", 1805)
    phase.finish(first=False)
    assert phase.g.submarines == success
    assert (phase.g.hand[JP], phase.g.asp[JP]) == (7 - success, 7 - success)
