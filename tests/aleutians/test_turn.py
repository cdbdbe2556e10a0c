"""The course of a turn (chapter 5, 6.5.1)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import N_ACTIONS, NO, YES
from glory_env.games.aleutians.rules import turn
from glory_env.games.aleutians.rules.bases import owns_field
from glory_env.games.aleutians.rules.control import put
from tests.covers import covers

from .at_sea import bare, put_fleet, throw, thrown
from .positions import blank, node, spot, unit

J, AL = st.JAPAN, st.ALLIES
ALLIED_D = st.FLEETS + 3
HIDDEN = (st.L1, st.L2, st.L3, st.L4)


def position(phase, op, number=3):
    g, s, t = bare(phase, op % 2, number)
    g.op = op
    g.strategy[:] = st.J3, st.L3
    g.midway = 2
    g.supply[:] = 3
    return g, s, t


def course(g, s, t, second):
    """Phases of a turn from its start, as (phase, op); second: answers of the two sides."""
    seen = []
    while g.phase != st.VICTORY:
        seen.append((int(g.phase), int(g.op)))
        if g.phase == st.TURN_START:
            turn.continue_turn_start(g, s, t)
        elif g.phase == st.SECOND_PHASE:
            turn.continue_second_phase(g, s, t)
            if g.decision == st.ASK_SECOND_PHASE:
                assert g.actor == g.op % 2
                turn.apply_second_phase(g, s, t, second[g.actor])
        elif g.phase == st.PHASE_START:
            turn.continue_phase_start(g, s, t)
        elif g.phase == st.MIDWAY:
            turn.continue_midway(g, s, t)
        else:  # the rest of an operation phase
            turn.next_operation(g, s, t)
    return seen


def both_second(*ops):
    """The phases of one operation each; the first two have S1 (R5-2b)."""
    found = []
    for op in ops:
        found += [(st.PHASE_START, op), (st.SUPPLY if op < 2 else st.RECON_STAGE, op)]
    return found


@covers("R5-1b", "R5-2a", "R5-2b", "RSQ-2a", "RSQ-3a")
def test_order_of_a_turn():
    """J 1, AL 1, J 2, AL 2; S1 in the first phases only."""
    g, s, t = position(st.TURN_START, 3)
    seen = course(g, s, t, (YES, YES))
    start, first, ask2, second = seen[:1], both_second(0, 1), st.SECOND_PHASE, both_second(2)
    assert seen == [*start, *first, (ask2, 2), *second, (ask2, 3), *both_second(3)]
    assert start[0][0] == st.TURN_START
    assert g.supply.tolist() == [2, 2]


@covers("VX-19", "R5-1b", "RSQ-2c")
def test_vx_19_one_sided_second_phase():
    """Only Japan pays; nobody has to."""
    g, s, t = position(st.TURN_START, 3)
    seen = course(g, s, t, (YES, NO))
    assert (st.RECON_STAGE, 2) in seen
    assert (st.RECON_STAGE, 3) not in seen
    assert g.supply.tolist() == [2, 3]


@pytest.mark.parametrize("op", [2, 3])
@covers("BV-22", "R6-5a")
def test_bv_22_second_phase_must_be_paid(op):
    """Without SP it is not offered."""
    g, s, t = position(st.SECOND_PHASE, op)
    g.supply[op % 2] = 0
    turn.continue_second_phase(g, s, t)
    assert g.decision == st.NO_DECISION
    assert g.phase != st.PHASE_START
    g, s, t = position(st.SECOND_PHASE, op)
    turn.continue_second_phase(g, s, t)
    assert g.decision == st.ASK_SECOND_PHASE
    assert g.actor == op % 2
    mask = np.zeros(N_ACTIONS, np.int8)
    turn.legal_second_phase(g, s, mask)
    assert set(np.flatnonzero(mask)) == {YES, NO}


@covers("A-01", "RSQ-3b")
def test_control_is_reset_in_every_phase_played():
    """Phases of either side; a skipped one has no start."""
    for op in range(4):
        g, s, t = position(st.PHASE_START, op)
        g.field_owner[spot("cold_bay")] = J
        turn.continue_phase_start(g, s, t)
        assert owns_field(g, s, AL, spot("cold_bay"))
    g, s, t = position(st.SECOND_PHASE, 3)
    g.field_owner[spot("cold_bay")] = J
    turn.continue_second_phase(g, s, t)
    turn.apply_second_phase(g, s, t, NO)
    assert owns_field(g, s, J, spot("cold_bay"))


@covers("R5-2a", "R5-3b", "R5-4a", "N-06")
def test_turn_1_has_midway():
    """After the first Allied phase, then Japan's second phase."""
    g, s, t = blank()
    g.op, g.side, g.phase = 1, AL, st.RETURN
    throw(t, 3, 4, 2)
    turn.next_operation(g, s, t)
    assert g.phase == st.MIDWAY
    turn.continue_midway(g, s, t)
    assert (g.phase, g.op, g.side) == (st.SECOND_PHASE, 2, J)
    assert g.midway == 3
    assert g.strategy.tolist() == [st.NO_STRATEGY, st.L3]
    assert g.railway == 7
    assert thrown(t) == 3
    assert g.fleet_d == 0


def additions(g):
    return {int(g.place[unit(name)]) for name in ("zuiho", "zuikaku", "jp_apd_3")}


@pytest.mark.parametrize("face", [1, 2, 4, 5, 6])
@covers("RMW-1a", "RMW-1b", "RMW-1c", "RMW-1d", "RRF-2a", "A-15", "A-16", "RDX-01")
def test_midway_table(face):
    """Japan's additions; Allied fleet D after a lost battle."""
    g, s, t = blank()
    g.op, g.side, g.phase = 1, AL, st.MIDWAY
    throw(t, face, 3, 1)
    turn.continue_midway(g, s, t)
    assert additions(g) == {st.ABSENT if face == 1 else st.FLEET}
    assert g.fleet_d == (turn.STAYS_AWAY if face >= 5 else 0)


@covers("A-15")
def test_additions_before_midway():
    """With the switch they come after Japan's first phase, and leave on Midway 1."""
    g, s, t = blank()
    g.switch[st.JOIN_BEFORE_MIDWAY] = 1
    g.phase = st.RETURN
    turn.next_operation(g, s, t)
    assert (g.phase, g.op) == (st.PHASE_START, 1)
    assert additions(g) == {st.FLEET}
    g.phase = st.MIDWAY
    throw(t, 1, 3, 1)
    turn.continue_midway(g, s, t)
    assert st.FLEET not in additions(g)


# --- Allied fleet D --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("mine", "face", "appears"),
    [(st.L3, 2, True), (st.L3, 3, False), (st.L4, 0, True), (st.L1, 0, False), (st.L2, 0, False)],
)
@covers("BV-16", "RSU-1e", "R4-4d")
def test_bv_16_fleet_d(mine, face, appears):
    """At the start of the second Allied phase of turn 1; a die under L3."""
    g, s, t = position(st.PHASE_START, 3, 1)
    g.fleet_d, g.strategy[AL] = 0, mine
    throw(t, *([face] if face else []))
    turn.continue_phase_start(g, s, t)
    assert g.phase == st.RECON_STAGE
    assert thrown(t) == int(face > 0)
    assert bool(g.fleet_used[ALLIED_D]) == appears
    assert not appears or g.fleet_node[ALLIED_D] == node("D6")


@pytest.mark.parametrize("mine", HIDDEN)
@covers("BV-15", "RAS-1f")
def test_fleet_d_after_a_lost_midway(mine):
    """It never appears, whatever the strategy."""
    g, s, t = blank()
    g.op, g.side, g.phase = 1, AL, st.MIDWAY
    throw(t, 5, 1, 1)
    turn.continue_midway(g, s, t)
    g.strategy[AL], g.op, g.side, g.phase, g.step = mine, 3, AL, st.PHASE_START, 0
    throw(t)
    turn.continue_phase_start(g, s, t)
    assert not g.fleet_used[ALLIED_D]


@pytest.mark.parametrize("mine", HIDDEN)
@covers("A-17", "N-24")
def test_fleet_d_without_a_second_phase(mine):
    """Under L4 it is in Seattle at the start of turn 2, else it does not come."""
    g, s, t = position(st.SECOND_PHASE, 3, 1)
    g.fleet_d, g.strategy[AL] = 0, mine
    turn.continue_second_phase(g, s, t)
    turn.apply_second_phase(g, s, t, NO)
    assert g.phase == st.VICTORY
    assert not g.fleet_used[ALLIED_D]
    g.turn, g.phase, g.step = 2, st.TURN_START, 0
    turn.continue_turn_start(g, s, t)
    assert bool(g.fleet_used[ALLIED_D]) == (mine == st.L4)
    assert g.fleet_node[ALLIED_D] == st.NONE


# --- conditional forces ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("number", "op", "asked"),
    [(9, 0, True), (10, 2, True), (8, 0, False), (11, 0, False), (9, 1, False), (10, 3, False)],
)
@covers("R6-10a", "A-74", "RSQ-3b")
def test_when_forces_are_tried(number, op, asked):
    """At the start of Japan's phases of turns 9 and 10."""
    g, s, t = position(st.PHASE_START, op, number)
    turn.continue_phase_start(g, s, t)
    assert (g.decision == st.CONDITIONAL_FORCE) == asked


@covers("R6-10a", "R6-10f")
def test_forces_are_tried_once():
    """Each for itself; who says no is asked again in a later phase."""
    g, s, t = position(st.PHASE_START, 0, 9)
    throw(t, 6)
    turn.continue_phase_start(g, s, t)
    assert g.chosen_kind == 0
    turn.apply_conditional_force(g, s, t, NO)
    turn.continue_phase_start(g, s, t)
    assert g.chosen_kind == 1
    turn.apply_conditional_force(g, s, t, YES)
    turn.continue_phase_start(g, s, t)
    assert g.phase == st.SUPPLY
    assert g.force_tried.tolist() == [0, 1]
    assert thrown(t) == 1
    turn.begin_operation(g, 2)
    g.phase = st.PHASE_START
    turn.continue_phase_start(g, s, t)
    assert g.chosen_kind == 0
    turn.apply_conditional_force(g, s, t, NO)
    turn.continue_phase_start(g, s, t)
    assert g.phase == st.RECON_STAGE


@pytest.mark.parametrize(("face", "left"), [(1, False), (6, True)])
@covers("BV-18", "R6-10c")
def test_bv_18_a_force_needs_a_marker(face, left):
    """Truk takes the last marker, so Yokosuka cannot be tried."""
    g, s, t = position(st.PHASE_START, 0, 9)
    for slot, ship in enumerate(("nachi", "tama", "kiso")):
        put_fleet(g, slot, "C15", ship)
    throw(t, face)
    turn.continue_phase_start(g, s, t)
    turn.apply_conditional_force(g, s, t, YES)
    turn.continue_phase_start(g, s, t)
    assert (g.decision == st.CONDITIONAL_FORCE) == left
    assert bool(g.fleet_used[3]) != left


@covers("R6-10e")
def test_truk_leaves_after_its_phase():
    """With the end of the operation phase."""
    g, s, t = position(st.RETURN, 0, 9)
    put_fleet(g, 3, "C15", "shokaku", "mogami")
    turn.next_operation(g, s, t)
    assert not g.fleet_used[3]
    assert (g.phase, g.op) == (st.PHASE_START, 1)


@covers("RHI-1b")
def test_hidden_strategy_does_not_change_what_is_asked():
    """The questions of a turn are the same under every Allied strategy."""
    seen = set()
    for mine in HIDDEN:
        g, s, t = position(st.TURN_START, 3, 9)
        g.soviet_tried, g.force_tried[:] = 1, 1
        g.strategy[AL] = mine
        put(g, s, unit("inf_4"), st.SPOT, spot("anchorage"))
        seen.add(tuple(course(g, s, t, (YES, YES))))
    assert len(seen) == 1
