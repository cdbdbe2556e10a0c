"""The table of best responses in the Aleutians Campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from glory_env.games.aleutians import GAME
from glory_env.report.tables import Table, interval


def table(found: Mapping[str, Any]) -> Table:
    """Seat, reply, where it was found, its reward and its gain."""
    rows = [
        [GAME.role(side), one["agent"], one["kind"], interval(one["reward"], "signed"),
         interval(one["gain"], "signed")]
        for side, one in found["replies"].items()
    ]  # fmt: skip
    note = (
        f"Chosen in {found['selection']['games']} games of each candidate from seed "
        f"{found['selection']['first']}; candidates: the policy itself, {', '.join(found['field'])}"
        f", and what {found['minutes']:g} minutes of search over the parameters of the best script "
        "found for each seat. gain: less what the policy gets there against itself. What a best "
        "response gets is at least this."
    )
    head = ["response", "agent", "found", "reward", "gain"]
    return Table("replies", f"best response to {found['agent']}", note, head, rows)
