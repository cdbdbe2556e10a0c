"""What may stand in the fields of a record that serve as an index, or as a number of loops."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.core.trace import TRACE_DICE
from glory_env.games.glory import state as st
from glory_env.games.glory.rules.negotiation import JANKEN_REPLAYS

# The options of a game, by name or by how the name begins: the same in all its positions.
OPTION_FIELDS = ("opt_", "switch", "reveal_objective", "objective")


def bounds(s: np.record) -> dict[str, tuple[Any, Any]]:
    """Lowest and highest value by field of GAME, of a game that has begun; s: its tables."""
    flag, box = (0, 1), (st.NONE, int(s.boxes) - 1)
    tons, perhaps_tons = (0, st.MAX_TONNAGE), (st.NONE, st.MAX_TONNAGE)
    lowest, highest = np.iinfo(np.int16).min, np.iinfo(np.int16).max
    flags = (
        "convoy_method active moved escorted supports handled asked opener battle_alone converted "
        "bonus_paid line_ask chosen_ask"
    )
    boxes = "chosen_box chosen_embark chosen_landing battle_box"
    kind = (st.NONE, len(st.STATEMENTS) - 1)
    return {
        **dict.fromkeys(flags.split(), flag),
        **dict.fromkeys(boxes.split(), box),
        **dict.fromkeys(("allotment", "left", "loss", "pool_paid"), tons),
        **dict.fromkeys(("offer", "chosen_civil"), perhaps_tons),
        **dict.fromkeys(("line_kind", "promise_kind", "chosen_statement"), kind),
        **dict.fromkeys(("line_argument", "promise_argument"), perhaps_tons),
        **dict.fromkeys(("promise_state", "threat_state"), (0, st.VOID)),
        "line_count": (0, st.MAX_LINES),
        "promised": (0, (1 << len(st.STATEMENTS)) - 1),
        **dict.fromkeys(("total", "allotted_total"), (lowest, st.MAX_TONNAGE)),
        **dict.fromkeys(("started", "refused", "build_missed"), (0, (1 << len(st.ROWS)) - 1)),
        **dict.fromkeys(("winner", "battle_service"), (st.NONE, st.NAVY)),
        "turn": (1, int(s.last_turn) + 1),
        "phase": (0, st.OVER),
        "step": (0, 2),
        "decision": (0, len(st.DECISIONS) - 1),
        "actor": (st.ARMY, st.SYSTEM),
        "outcome": (st.PLAYING, st.GAME_OVER),
        "cause": (0, len(st.CAUSES) - 1),
        "marker_step": (0, s.route_length),
        "place": (st.ABSENT, int(s.boxes) - 1),
        "space": (0, int(s.track_spaces)),
        "damage": (0, 2),
        "printed_dice": (0, TRACE_DICE),
        "printed_tonnage": tons,
        "offers": (0, st.MAX_OFFERS_LIMIT + 2),
        "hand": (st.NONE, 2),
        "replays": (0, JANKEN_REPLAYS),
        "passes": (0, 2),
        "chosen_counter": (st.NONE, int(s.counters) - 1),
        "chosen_kind": (st.NONE, len(st.ROWS) - 1),
        "battle_hits": (0, highest),
        "convoy_hits": (0, st.MAX_ESCORTS),
    }
