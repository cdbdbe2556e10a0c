"""Submarines, bombing, the hands they cost, and whole strategic phases (4.13, 4.14, 12, RSQ-S)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.empire.engine.sequence import play_on
from glory_env.games.empire.laboratory import Laboratory
from glory_env.games.empire.rules.board import set_control
from glory_env.games.empire.rules.bombing import look_at_interceptors
from glory_env.games.empire.rules.cards import deal
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.strategic_phase import BOMBING
from glory_env.games.empire.rules.strategic_war import submarines
from glory_env.games.empire.rules.turn import begin_game
from glory_env.games.empire.state import (
    AL,
    AUSTRALIA,
    BOMBED,
    CHINA_BOX,
    ELIMINATED,
    INDIA,
    JP,
    MAP,
    NEW,
)
from glory_env.games.empire.switches import INTERCEPTORS_RETURN
from tests.covers import covers

from . import world
from .sandbox import Sandbox
from .strategic import QUESTIONS, Phase, problems

SAIPAN, IWO_JIMA, SEOUL = 3813, 3709, 3305
NEAR = (3209, 3303, 3305, 3306, 3307, 3407, 3506, 3507, 3607, 3704, 3705, 3706, 3709)


# --- submarines --------------------------------------------------------------------------------
@covers("R12.21-a", "R12.21-b", "R12.22-a", "R12.22-b", "R4.13-a", "BV-532", "BV-533", "BV-619")
@pytest.mark.parametrize("escort", [0, 2, 4])
@pytest.mark.parametrize(
    ("turn", "highest"),
    [(2, 1), (3, 2), (4, 3), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9), (10, 10), (12, 12)],
)
def test_how_many_of_ten_submarine_rolls_succeed(turn, highest, escort):
    found = []
    for die in range(10):
        phase = Phase("y1943", turn, escort=escort)
        before = int(phase.g.asp[JP])
        phase.dice(die)
        submarines(phase.g, phase.s, phase.trace[0])
        if phase.g.submarines:
            found.append(die)
        lost = int(phase.g.submarines)
        assert (phase.g.asp[JP], phase.g.escort) == (before - lost, max(escort - 2 * lost, 0))
    assert found == list(range(min(highest - escort, 9) + 1))


@covers("R12.21-a")
def test_dice_of_the_submarines_are_fair():
    phase = Phase("y1943", 6)
    found = 0
    for key in range(1000):
        phase.g.key = key * 811 + 3
        submarines(phase.g, phase.s, phase.trace[0])
        found += int(phase.g.submarines)
    assert 650 <= found <= 750  # 0 to 6 of ten


@covers("R10.32-b", "R10.32-c", "BV-515")
def test_the_last_point_for_landings_stays():
    phase = Phase("y1943", 12, escort=4)
    phase.g.asp[JP] = 1
    phase.dice(0)
    submarines(phase.g, phase.s, phase.trace[0])
    assert (phase.g.asp[JP], phase.g.submarines, phase.g.escort) == (1, 1, 2)


# --- bombing -----------------------------------------------------------------------------------
def bombers(*units: tuple[str, int], turn: int = 10, near: bool = False, **fields: int) -> Phase:
    """B-29s, each with its steps, at Saipan under an HQ at Guam; near: the Allies hold Iwo Jima."""
    phase = Phase("y1944", turn, empty=True, **fields)
    phase.control("AL", SAIPAN, 3814)
    phase.put("a_hq_cpac", 3814)
    if near:
        phase.control("AL", IWO_JIMA)
    for name, steps in units:
        phase.put(name, SAIPAN, steps)
    refresh(phase.g, phase.s)
    return phase


@covers("R12.32-a", "R12.32-c", "R12.32-d", "E-506", "BV-537", "BV-538", "DK-11")
@pytest.mark.parametrize(
    ("steps", "interceptors", "near", "highest", "lost"),
    [(2, 0, 0, 8, 1), (1, 0, 0, 4, 1), (2, 1, 0, 7, 1), (1, 1, 0, 3, 1), (1, 0, 1, 4, 0)],
)
def test_how_many_of_ten_bombings_succeed(steps, interceptors, near, highest, lost):
    """Nine of ten at full strength, five of ten reduced; only a natural 9 costs a step."""
    found = []
    for die in range(10):
        phase = bombers(("a_20bc", steps), near=bool(near), bomb_drm=interceptors, will=4)
        phase.begin(BOMBING)
        assert {*phase.options()} == {"a_20bc", "done"}
        phase.dice(die)
        phase.say("a_20bc")
        assert phase.steps("a_20bc") == steps - (lost if die == 9 else 0)
        if phase.g.bombings:
            found.append(die)
        assert phase.g.will == 4 + (die in found)
    assert found == list(range(highest + 1))


@covers("R12.32-b", "R16.43-b", "BV-534", "BV-535", "BV-536", "BV-592", "R12.33-b")
def test_two_bombers_cost_two_cards_and_the_will_rises_once():
    phase = bombers(("a_20bc", 2), ("a_21bc", 2), will=4, bomb_run=1)
    phase.begin(BOMBING)
    phase.dice(0, 0)
    phase.say("a_20bc")
    assert {*phase.options()} == {"a_21bc", "done"}
    phase.say("a_21bc")
    assert (phase.g.bombings, phase.g.will, phase.g.bomb_run) == (2, 5, 2)
    phase = bombers(("a_20bc", 2), will=10, bomb_run=3)
    phase.begin(BOMBING)
    phase.say("done")
    assert (phase.g.bombings, phase.g.will, phase.g.bomb_run) == (0, 10, 0)
    phase = bombers(("a_20bc", 2), will=10)
    phase.begin(BOMBING)
    phase.dice(0)
    phase.say("a_20bc")
    assert (phase.g.bombings, phase.g.will) == (1, 10)


@covers("R12.31-a", "R12.31-b", "R12.31-c", "R12.31-d", "R12.31-f", "BV-509", "BV-539", "R13.74-f")
def test_which_bombers_reach_tokyo():
    def offered(phase: Phase) -> set[str]:
        refresh(phase.g, phase.s)
        phase.begin(BOMBING)
        return {*phase.options()} - {"done"}

    assert offered(bombers(("a_20bc", 2), ("a_5lrb", 2))) == {"a_20bc"}
    far = bombers()
    far.control("AL", 4017)
    far.put("a_20bc", 4017)
    assert offered(far) == set()
    cut = bombers(("a_20bc", 2))
    cut.away(ELIMINATED, "a_hq_cpac")
    assert offered(cut) == set()
    back = bombers(("a_20bc", 2))
    back.g.unit_flags[back.unit("a_20bc")] |= NEW
    assert offered(back) == set()
    for hump, found in ((1, {"a_20bc"}), (0, set())):
        china = bombers(hump=hump)
        china.put("a_hq_seac", 1805)
        china.away(CHINA_BOX, "a_20bc")
        assert offered(china) == found


@covers("R12.31-c", "R12.31-d", "BV-509", "BV-539", "R10.23-a")
def test_a_bomber_bombs_when_it_arrives_but_not_when_it_is_back():
    for turn, name, may in ((9, "a_20bc", True), (10, "a_20bc", False)):
        phase = bombers(turn=turn, wie=-4)
        if may:
            phase.due(name)
        phase.begin()
        while f"AL {phase.decision}" not in ("AL bomber", "AL none"):
            options = phase.options()
            wanted = (name, "full", str(SAIPAN), "done")
            phase.say(next((word for word in wanted if word in options), next(iter(options))))
        assert phase.where(name) == SAIPAN
        assert (phase.decision == "bomber") == may


@covers("R12.32-d", "E-507", "BV-538")
@pytest.mark.parametrize(("returns", "modifier"), [(0, 0), (1, 1)])
def test_interceptors_end_with_a_supplied_field_near_tokyo(returns, modifier):
    phase = bombers(bomb_drm=1)
    phase.g.switch[INTERCEPTORS_RETURN] = returns
    look_at_interceptors(phase.g, phase.s)
    assert phase.g.bomb_drm == 1
    phase.control("AL", IWO_JIMA)
    refresh(phase.g, phase.s)
    phase.begin(BOMBING)
    look_at_interceptors(phase.g, phase.s)
    phase.control("JP", IWO_JIMA)
    refresh(phase.g, phase.s)
    look_at_interceptors(phase.g, phase.s)
    assert phase.g.bomb_drm == modifier


@covers("R12.32-c", "E-507", "VX-12.32")
def test_fields_within_five_hexes_of_tokyo_protect():
    s = world.tables("y1944")
    near = {int(h) for h in s.field_hex[: s.fields] if s.dist[s.tokyo, h] <= 5}
    assert {world.number_of(h) for h in near} == {*NEAR}
    phase = bombers()
    phase.control("AL", IWO_JIMA)
    phase.put("a_20bc", IWO_JIMA, 1)
    phase.begin(BOMBING)
    phase.dice(9)
    phase.say("a_20bc")
    assert phase.steps("a_20bc") == 1


@covers("R12.32-d", "E-507")
def test_an_airfield_without_an_hq_ends_no_interceptors():
    phase = bombers(near=True, bomb_drm=1)
    phase.away(ELIMINATED, "a_hq_cpac")
    refresh(phase.g, phase.s)
    look_at_interceptors(phase.g, phase.s)
    assert phase.g.bomb_drm == 1
    phase.put("a_hq_cpac", 3814)
    refresh(phase.g, phase.s)
    look_at_interceptors(phase.g, phase.s)
    assert phase.g.bomb_drm == 0


@covers("R12.31-e", "E-505")
def test_a_bomber_that_has_bombed_takes_no_part_in_battles_elsewhere():
    for bombed in (False, True):
        lab = Laboratory(world.scenario("y1944"), "AL", turn=10)
        lab.control("AL", SAIPAN, 3814)
        lab.put("a_hq_cpac", 3814)
        lab.put("a_20bc", SAIPAN, fights=IWO_JIMA)
        lab.put("j_a31", IWO_JIMA)
        if bombed:
            lab.g.unit_flags[lab.unit("a_20bc")] |= BOMBED
        lab.battle(IWO_JIMA)
        lab.play()
        fired = any(fire["side"] == "AL" and fire["strength"] for fire in lab.fires)
        assert fired == (not bombed)
        assert bool(lab.g.unit_flags[lab.unit("a_20bc")] & BOMBED) == bombed


# --- hands -------------------------------------------------------------------------------------
def hold(phase: Phase, count: int) -> None:
    """Japan controls so many resource hexes."""
    hexes = [h for h in range(phase.s.hexes) if phase.s.resource[h]]
    for number, hex_ in enumerate(hexes):
        set_control(phase.g, phase.s, hex_, JP if number < count else AL)


@covers("R3.0-b")
@covers(
    "R12.0-a", "R12.11-c", "R12.11-b", "R12.12-a", "R12.21-b", "R12.32-b", "R12.4-a", "R12.4-b",
    "R12.11-e", "BV-531", "BV-534", "BV-535", "BV-536", "E-508b", "R4.14-a",
)  # fmt: skip
@pytest.mark.parametrize(
    ("turn", "held", "submarine", "bombs", "drawn", "passes"),
    [
        (4, 6, 1, 0, 6, 1), (9, 10, 1, 1, 4, 2), (9, 8, 0, 1, 4, 2), (10, 14, 0, 2, 5, 2),
        (10, 14, 1, 2, 4, 2), (10, 14, 0, 0, 7, 0), (5, 14, 1, 0, 6, 1),
    ],
)  # fmt: skip
def test_what_strategic_war_costs_japan(turn, held, submarine, bombs, drawn, passes):
    phase = Phase("y1943", turn, submarines=submarine, bombings=bombs)
    hold(phase, held)
    deal(phase.g, phase.s)
    assert (phase.g.hand[JP], phase.g.passes[JP]) == (drawn, passes)


@covers(
    "R12.52-a", "R12.52-b", "R12.52-c", "R12.51-b", "R15.5-a", "BV-540", "BV-541", "BV-542", "E-508"
)
@pytest.mark.parametrize(
    ("turn", "china", "others", "wie", "drawn", "passes"),
    [(3, 1, 0, 0, 5, 2), (8, 1, 1, -7, 4, 2), (7, 0, 0, -7, 6, 1), (7, 0, 0, -6, 7, 0)],
)
def test_what_the_allies_lose(turn, china, others, wie, drawn, passes):
    phase = Phase("y1943", turn, china_surrendered=china, wie=wie)
    phase.g.surrendered[[INDIA, AUSTRALIA]] = others
    phase.g.liberated[AUSTRALIA] = others
    deal(phase.g, phase.s)
    assert (phase.g.hand[AL], phase.g.passes[AL]) == (drawn, passes)


@covers("R17.2-a", "R17.25-a", "R17.35-a", "R17.45-a", "R4.14-c", "PX-9")
@pytest.mark.parametrize(
    ("setup", "hands", "passes", "goal"),
    [("y1942", [7, 5], [0, 2], 1), ("y1943", [7, 7], [0, 0], 4), ("y1944", [6, 7], [1, 0], 4)],
)
def test_a_scenario_begins_with_the_offensives_of_its_first_turn(setup, hands, passes, goal):
    s, g, sandbox = world.scenario(setup).tables[0], world.start(setup), Sandbox()
    begin_game(g)
    play_on(g, s, sandbox.trace[0])
    assert (g.turn, g.action_no) == (s.first_turn, 0)
    assert ([*g.hand], [*g.passes], g.progress_goal) == (hands, passes, goal)


# --- whole phases ------------------------------------------------------------------------------
def random_phase(seed: int) -> Phase:
    """A phase at random: a set-up after some turns, with losses and other markers."""
    rng = np.random.default_rng(seed)
    setup = ("y1942", "y1943", "y1944", "y1941")[seed % 4]
    first = int(world.scenario(setup).tables[0].first_turn)
    phase = Phase(setup, min(12, first + 1 + int(rng.integers(5))), wie=int(rng.integers(-7, 4)))
    g, s = phase.g, phase.s
    g.key = seed * 7 + 1
    g.rivalry[:] = rng.integers(0, 2, 2)
    g.escort = 2 * rng.integers(3)
    g.hump, g.bomb_drm, g.delay_al = rng.integers(0, 2, 3)
    g.divisions, g.china_surrendered = rng.integers(13), rng.random() < 0.2
    g.air_repl[JP], g.naval_repl[JP] = rng.integers(4), rng.integers(3)
    g.switch[:] = [rng.integers(2) for _ in g.switch]
    if rng.random() < 0.5:
        phase.control("AL", SAIPAN, 3814, IWO_JIMA)
        for unit in range(s.units):
            if g.place[unit] == MAP and g.hex[unit] == world.index_of(SAIPAN):
                phase.away(ELIMINATED, phase.scenario.units[unit])
        phase.put("a_20bc", SAIPAN)
    for unit in range(s.units):
        if g.place[unit] == MAP and rng.random() < 0.15:
            place = ELIMINATED if s.kind[unit] != 4 else 3
            phase.away(place, phase.scenario.units[unit], when=int(g.turn))
        elif g.place[unit] == MAP and s.kind[unit] != 4 and rng.random() < 0.2:
            g.steps[unit] = 1
    return phase


def play_at_random(seed: int, seen: set[str]) -> list[str]:
    """What was wrong after a phase."""
    rng, phase = np.random.default_rng(seed), random_phase(seed)
    phase.begin()
    steps = 0
    while phase.g.decision:
        options = list(phase.options().values())
        assert options, phase.decision
        phase.take(int(rng.choice(options)))
        steps += 1
        assert steps < 600
    seen |= {asked.split()[1] for asked in phase.asked}
    return [f"seed {seed}: {one}" for one in problems(phase)]


@covers("NX-03", "DK-05", "DK-06", "R10.3-b")
def test_phases_come_to_their_end():
    seen: set[str] = set()
    assert [one for seed in range(8) for one in play_at_random(seed, seen)] == []
    assert {"arrival_unit", "arrival_place", "replace_unit"} <= seen


@pytest.mark.slow
@covers("NX-03", "DK-05", "DK-06", "DK-07", "DK-08", "DK-09", "DK-10", "DK-11")
def test_two_hundred_phases_come_to_their_end():
    seen: set[str] = set()
    assert [one for seed in range(100, 300) for one in play_at_random(seed, seen)] == []
    assert seen == QUESTIONS
