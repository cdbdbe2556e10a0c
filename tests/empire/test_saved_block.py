"""What an offensive changed is put back: called off by weather, or an event taken back (5.32)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.empire.codes import DECISIONS
from glory_env.games.empire.laboratory import Laboratory
from glory_env.games.empire.rules.offensive import begin_offensive, end_offensive
from glory_env.games.empire.rules.saved import restore_block
from glory_env.games.empire.state import BARGES_READY, GAME, JP, MAP, NO_DECISION, TRACK
from tests.covers import covers

from . import world
from .sandbox import Sandbox

# Caches, the stack of frames, choices in work, and what tells of the offensive that was
LOOSE = (
    "dirty", "supply", "zone_reach", "zone_neutral", "own", "holders", "held", "closed", "served",
    "served_free", "near_kunming", "road_ends", "road", "decision", "actor", "depth", "frame_state",
    "frame_step", "frame_side", "frame_1", "frame_2", "chosen_units", "chosen_count", "chosen_kind",
    "chosen_place", "chosen_target", "chosen_card", "cursor", "op_side", "op_card", "as_ec", "ov",
    "lv", "op_hq", "op_max", "op_used", "battle_hex", "battle_state", "battle_sr", "battle_an",
    "battle_winner", "battle_lost", "battle_flags", "battle_entries", "landing_hex",
    "landing_state", "events", "key", "action_no",
)  # fmt: skip
MOVES = {
    "headquarters", "activate", "move_unit", "move_stack", "move_kind", "move_place",
    "move_target", "move_offset", "walk_step", "leave_unit", "leave_place", "task_unit",
    "task_place",
}  # fmt: skip


def differences(before: np.ndarray, after: np.ndarray, loose: tuple[str, ...] = LOOSE) -> list[str]:
    """Fields of the record that are not what they were."""
    names = [name for name in GAME.names if name not in loose and not name.startswith("saved")]
    return [name for name in names if not np.array_equal(before[name], after[name])]


@covers("R5.32-k", "R5.32-n", "NX-03")
@pytest.mark.parametrize("seed", range(4))
def test_after_random_moves_the_record_is_what_it_was(seed):
    box, rng = Sandbox(), np.random.default_rng(seed)
    setup, side = ("y1942", "y1943")[seed % 2], seed // 2
    lab = Laboratory(world.scenario(setup), ("JP", "AL")[side], ov=3)
    g, s = lab.g, lab.s
    lab.games[:] = world.start(setup)
    g.ov, g.lv, g.as_ec, g.key, g.events = 3, 8, 1, seed, 1
    g.barges = BARGES_READY
    box._play_on(g, s)
    before = lab.games.copy()
    begin_offensive(g, side)
    box._play_on(g, s)
    while g.decision != NO_DECISION and DECISIONS[g.decision] in MOVES:
        lab.answer(int(rng.choice(list(lab.options().values()))))
    assert differences(before, lab.games)
    restore_block(g)
    end_offensive(g)
    assert differences(before, lab.games) == []


@covers("R5.32-k", "R6.5-a")
def test_units_control_and_asp_come_back():
    lab = Laboratory(world.scenario("y1943"), "JP", ov=3)
    units = {"j_hq_southseas": 4017, "j_ss": 3922, "j_af22": 4017}
    for name, number in units.items():
        lab.put(name, number, active=False)
    lab.control("JP", *units.values())
    lab.control("AL", 3822)
    lab.g.asp[JP] = 7
    lab.g.events = 1  # or nobody is asked before the offensive is over
    lab.lead(True, 9)
    g = lab.g
    lab.say("j_hq_southseas", "j_ss", "j_af22")
    lab.say("j_af22", "to_track", "j_ss", "landing", "3822")
    assert (g.place[lab.unit("j_af22")], g.asp_used[JP]) == (TRACK, 1)
    restore_block(g)
    assert [lab.hex(name) for name in units] == list(units.values())
    assert g.place[lab.unit("j_af22")] == MAP
    assert (lab.holder(3822), g.asp_used[JP]) == ("AL", 0)
    assert not np.any(g.unit_flags)
