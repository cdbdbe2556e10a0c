"""Political will, the war in Europe, rivalry and the progress of the war (14, 15, 16.4)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.actions import DISCARD, PASS
from glory_env.games.empire.codes import COMPLETED
from glory_env.games.empire.laboratory import Laboratory
from glory_env.games.empire.rules import draft, stacks, tracks, will
from glory_env.games.empire.rules.activation import is_rival
from glory_env.games.empire.rules.board import place_unit, remove_unit, set_control
from glory_env.games.empire.rules.bombing import bomb
from glory_env.games.empire.rules.nations import look_at_area
from glory_env.games.empire.state import (
    ACTIVE,
    AIR,
    AL,
    ARMY,
    BOMBED,
    ELIMINATED,
    GROUND,
    INDIA,
    JP,
    MANDATES,
    MAP,
    NAVY,
    NO_DECISION,
)
from glory_env.games.empire.switches import ALASKA_SAME_HEX, PW_FEW_RESOURCES
from tests.covers import covers

from . import world
from .sandbox import Sandbox


class Home(Laboratory):
    """A map with a US carrier at Oahu; nothing else moves the will."""

    def __init__(self, turn: int = 3, setup: str = "y1943", level: int = 6) -> None:
        super().__init__(world.scenario(setup), "AL", turn=turn)
        self.put("a_enterprise", 5808, active=False)
        self.g.will, self.g.once, self.g.progress_goal = level, 0, 0
        self.g.alaska_runs[:] = 0
        for place in range(self.s.places):
            self.g.ctrl_start[place] = AL
        for hex_ in range(self.s.hexes):
            if self.s.resource[hex_]:
                set_control(self.g, self.s, hex_, JP)

    def look(self) -> int:
        """The will after one look at it."""
        will.look_at_will(self.g, self.s)
        return int(self.g.will)

    def held(self, *numbers: int) -> None:
        """Japan held these hexes at the start of the turn."""
        for number in numbers:
            self.g.ctrl_start[self.s.hex_place[self.hex_at(number)]] = JP

    def resources(self, number: int) -> None:
        hexes = [h for h in range(self.s.hexes) if self.s.resource[h]]
        for k, hex_ in enumerate(hexes):
            set_control(self.g, self.s, hex_, JP if k < number else AL)


@covers("R16.4-a", "E-537", "BV-592", "R16.44-a")
def test_the_will_stays_on_its_track():
    lab = Home()
    for boxes, after in ((8, 10), (1, 10), (-2, 8), (-9, 0), (-1, 0), (1, 1)):
        tracks.move_will(lab.g, boxes)
        assert lab.g.will == after


@covers("BV-591", "R16.4-b", "R4.32-a")
def test_two_losses_from_one():
    lab = Home(level=1)
    remove_unit(lab.g, lab.s, lab.unit("a_enterprise"), ELIMINATED, 0)
    assert lab.look() == 0


@covers("R16.42-a", "E-539", "BV-581")
def test_alaska():
    lab = Home()
    g, s = lab.g, lab.s
    lab.control("JP", 4600)
    assert lab.look() == 6  # nobody is there
    unit = lab.put("j_sn2", 4600)
    found = []
    for here in (1, 1, 0, 1, 1, 1, 1, 1, 1):
        if here:
            place_unit(g, s, unit, MAP, lab.hex_at(4600), 2)
        else:
            remove_unit(g, s, unit, ELIMINATED, 0)
        found.append(lab.look())
    assert found == [6, 6, 6, 6, 6, 5, 5, 5, 5]


@covers("R16.42-a", "E-539")
def test_a_hex_taken_back_begins_anew():
    lab = Home()
    lab.put("j_sn2", 4600)
    lab.control("JP", 4600, 4700)
    lab.look()
    lab.look()
    lab.control("AL", 4600)
    lab.control("JP", 4600)
    assert lab.look() == 6
    assert lab.g.alaska_runs[0] == 1


@covers("E-539")
@pytest.mark.parametrize(("switch", "after"), [(0, 6), (1, 5)])
def test_one_hex_of_alaska_after_the_other(switch, after):
    lab = Home()
    lab.g.switch[ALASKA_SAME_HEX], lab.g.alaska_run = switch, 0
    lab.control("JP", 4600, 4700)
    for number in (4600, 4700, 4600):
        lab.put("j_sn2", number)
        lab.look()
    assert lab.g.will == after


@covers("R16.42-b", "BV-582")
def test_midway():
    lab = Home()
    lab.control("JP", 5108)
    lab.put("j_sn2", 5108)
    assert [lab.look() for _ in range(3)] == [6, 5, 5]


@covers("R16.43-a", "E-540", "E-541", "BV-583")
@pytest.mark.parametrize(("switch", "boxes"), [(0, 3), (1, 1)])
def test_few_resources(switch, boxes):
    lab = Home(turn=4)
    lab.g.switch[PW_FEW_RESOURCES] = switch
    lab.resources(3)
    assert lab.look() == 6
    lab.g.turn = 9
    lab.resources(4)
    assert lab.look() == 6
    lab.resources(3)
    assert lab.look() == 6 + boxes
    lab.resources(2)
    assert lab.look() == 6 + boxes


@covers("R16.43-b", "BV-592")
def test_bombing_raises_the_will_once_a_turn():
    lab = Home(turn=9, setup="y1944", level=8)
    g, s = lab.g, lab.s
    unit = lab.put("a_20bc", 3709, active=False)
    g.bombings = 0
    for _ in range(2):
        lab.dice(0)
        g.unit_flags[unit] &= ~BOMBED
        bomb(g, s, lab.trace[0], unit)
    assert (g.will, g.bombings) == (9, 2)
    g.will, g.bombings = 10, 0
    lab.dice(0)
    bomb(g, s, lab.trace[0], unit)
    assert g.will == 10


@covers("R16.46-a", "E-542", "BV-586")
def test_carriers_and_ships():
    lab = Home()
    ship = lab.put("a_washington", 5808)
    assert lab.look() == 6
    remove_unit(lab.g, lab.s, lab.unit("a_enterprise"), ELIMINATED, 0)
    assert lab.look() == 5
    remove_unit(lab.g, lab.s, ship, ELIMINATED, 0)
    lab.put("a_kent", 5808)
    lab.put("a_indomitable", 5808)
    assert lab.look() == 3


@covers("R16.47-a", "R16.47-b", "R16.47-e", "BV-587", "BV-588", "E-543")
@pytest.mark.parametrize(
    ("turn", "taken", "after"),
    [
        (3, (), 6),
        (7, (4415, 4715, 3820, 4600), 5),
        (7, (4415, 4715, 3820, 4020), 6),
        (7, (4415, 4715, 3820, 4020, 4021), 6),
    ],
)
def test_progress(turn, taken, after):
    lab = Home(turn=turn)
    lab.g.progress_goal = 4
    lab.control("AL", *taken)
    lab.held(*taken)
    assert lab.look() == after


@covers("R16.47-f", "R16.47-c", "R16.47-g", "VX-16.47", "BV-590")
def test_the_printed_case_of_progress():
    """Five taken, three of them lost again: two of three; what Japan took counts for nothing."""
    lab = Home(turn=4)
    lab.g.progress_goal = 3
    taken = (4415, 4715, 3820, 4020, 4021)
    lab.held(*taken)
    lab.control("AL", *taken)
    lab.control("JP", *taken[:3], 4423)
    lab.control("JP", 3823)  # taken and retaken in this turn
    lab.control("AL", 3823)
    assert will.progress(lab.g, lab.s) == 2
    assert lab.look() == 5
    lab.control("AL", taken[0])
    assert lab.look() == 5


@covers("R16.47-d", "BV-589", "R13.63-g")
def test_progress_by_a_change_of_status():
    lab = Home(turn=9)
    lab.g.progress_goal = 4
    bases = (3820, 4020, 4021, 4222, 4322, 4423)
    lab.control("JP", *bases)
    lab.held(*bases)
    lab.control("AL", 4021, 4423)
    look_at_area(lab.g, lab.s, MANDATES)
    assert will.progress(lab.g, lab.s) >= 5
    assert lab.look() == 6
    before = will.progress(lab.g, lab.s)
    lab.held(1406)
    assert will.progress(lab.g, lab.s) == before + 1
    lab.g.surrendered[INDIA] = 1
    assert will.progress(lab.g, lab.s) == before


# --- casualties --------------------------------------------------------------------------------
def attack(units: dict[str, int], die: int) -> Home:
    """The Allies attack three armies by land with these units and steps; die of the defence."""
    lab = Home(turn=6)
    for name, steps in units.items():
        lab.put(name, 3219, by_land=True, came_from=3319, steps=steps)
    for name in ("j_korea", "j_a14", "j_a17"):
        lab.put(name, 3219)
    lab.control("JP", 3219)
    lab.battle(3219)
    lab.dice(0, die)
    lab.play()
    return lab


@covers("R16.45-a", "BV-584")
@pytest.mark.parametrize(
    ("units", "lost"),
    [(("a_1md", "a_aus1"), 1), (("a_aus1",), 0), (("a_sf",), 0), (("a_r",), 0)],
)
def test_casualties_of_the_allies_own_attack(units, lost):
    lab = attack(dict.fromkeys(units, 1), 9)
    assert lab.g.will == 6 - lost
    assert not any(lab.steps(name) for name in units)


@covers("R16.45-a", "BV-585")
def test_casualties_are_none_while_a_unit_is_left():
    lab = attack({"a_1md": 1, "a_2md": 2}, 0)
    assert (lab.steps("a_1md"), lab.steps("a_2md"), lab.g.will) == (0, 1, 6)


@covers("R16.45-a", "BV-584")
def test_casualties_count_once_a_turn():
    lab = Home(turn=6)
    lab.g.at_stake = 1
    will.note_casualties(lab.g, lab.s)
    lab.g.at_stake = 1
    will.note_casualties(lab.g, lab.s)
    assert lab.g.will == 5
    lab.g.turn, lab.g.at_stake = 7, 1
    will.note_casualties(lab.g, lab.s)
    assert lab.g.will == 4


# --- the war in Europe and rivalry -------------------------------------------------------------
@covers("R15.1-a", "R15.2-a", "R15.3-a", "R15.4-a", "R15.5-a", "R15.7-a")
def test_the_war_in_europe():
    lab = Home()
    g, s = lab.g, lab.s
    levels = []
    for box in range(3, -8, -1):
        g.wie = box
        levels.append(draft.war_level(g, s))
    assert levels == [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4]
    assert [int(s.draft[level]) for level in range(1, 5)] == [1, 3, 5, 7]
    tracks.move_wie(g, -3)
    assert g.wie == -7
    tracks.move_wie(g, 99)
    assert g.wie == 3


@covers("R15.7-a")
@pytest.mark.parametrize(
    ("side", "major", "boxes"),
    [
        (JP, 0, (-2, -1, 0, 0)),
        (JP, 1, (-3, -2, -1, 0)),
        (AL, 0, (1, 1, 2, 3)),
        (AL, 1, (1, 2, 3, 3)),
    ],
)
def test_victories_in_europe(side, major, boxes):
    lab = Home()
    found = []
    for turn_ in (2, 6, 10, 12):
        lab.g.turn, lab.g.wie = turn_, 0
        tracks.war_victory(lab.g, side, major)
        found.append(int(lab.g.wie))
    assert found == list(boxes)
    assert [tracks.year_of(turn_) for turn_ in (1, 2, 4, 5, 7, 8, 10, 11, 12)] == [
        0, 0, 0, 1, 1, 2, 2, 3, 3,
    ]  # fmt: skip


@covers("R15.6-a", "R14.1-b")
def test_rivalry_lowers_the_die_of_the_draft():
    lab = Home(turn=6)
    g, s = lab.g, lab.s
    unit = next(u for u in range(s.units) if s.europe[u])
    g.wie = 0
    outcomes = {}
    for rival in (0, 1):
        tracks.set_rivalry(g, AL, rival)
        for die in range(10):
            place_unit(g, s, unit, MAP, lab.hex_at(5808), 1)
            lab.dice(die)
            draft.draft(g, s, lab.trace[0], unit, 0)
            outcomes[rival, die] = g.place[unit] != MAP
    assert [die for die in range(10) if outcomes[0, die]] == [0, 1]
    assert [die for die in range(10) if outcomes[1, die]] == [0, 1, 2]


@covers("R14.0-b", "R14.1-a", "R14.1-d", "R14.2-c", "R14.2-b")
def test_what_rivalry_does():
    lab = Home(turn=6)
    g, s = lab.g, lab.s
    g.wie = 3
    delayed = []
    for rival in (0, 1):
        tracks.set_rivalry(g, AL, rival)
        tracks.set_rivalry(g, AL, rival)
        delayed.append({u for u in range(s.units) if draft.is_delayed(g, s, u)})
    assert delayed[0] == set()
    assert lab.unit("a_xiv") in delayed[1]
    assert all(s.service[u] == ARMY and s.kind[u] in (GROUND, AIR) for u in delayed[1])
    for name, service in (
        ("a_1md", NAVY), ("a_1maw", NAVY), ("a_7af", ARMY), ("j_sn1", NAVY), ("j_af21", NAVY),
        ("j_a14", ARMY), ("j_ad1", ARMY),
    ):  # fmt: skip
        assert s.service[lab.unit(name)] == service, name
    army = lab.put("a_xiv", 5808)
    assert s.landing[army] != 0
    marine = lab.put("a_1md", 5808, active=False)
    assert is_rival(g, s, marine)
    g.unit_flags[army] &= ~ACTIVE
    assert not is_rival(g, s, marine)
    g.asp[JP], g.asp_used[JP] = 7, 0
    tracks.set_rivalry(g, JP, 1)
    assert stacks.asp_left(g, JP) == 4
    tracks.set_rivalry(g, JP, 0)
    assert stacks.asp_left(g, JP) == 7


# --- whole turns -------------------------------------------------------------------------------
class Idle(Sandbox):
    """Both sides discard or pass; what is left of a turn are its other phases."""

    def choose(self, rng, eager):
        for action in (DISCARD, PASS):
            if self.mask[action]:
                return action
        return super().choose(rng, eager)


@covers("R13.1-h")
@pytest.mark.parametrize("setup", ["y1942", "y1944"])
def test_turns_of_idle_players_end_in_order(setup):
    sandbox = Idle()
    g = sandbox.game(5, setup)
    assert (g.outcome, g.depth, g.decision) == (COMPLETED, 0, NO_DECISION)
    assert 0 <= g.will <= 10
