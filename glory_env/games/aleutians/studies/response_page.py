"""The table of best responses in the Aleutians Campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from glory_env.games.aleutians import GAME
from glory_env.report.tables import Table, interval


def table(document: Mapping[str, Any]) -> Table:
    """Seat, reply, where it was found, its reward and its gain."""
    rows = [
        [GAME.role(side), one["agent"], one["kind"], interval(one["reward"], "signed"),
         interval(one["gain"], "signed")]
        for side, one in document["replies"].items()
    ]  # fmt: skip
    note = (
        f"Chosen in {document['selection']['games']} games of each candidate from seed "
        f"{document['selection']['first']}; candidates: the policy itself, "
        f"{', '.join(document['field'])}, and what {document['minutes']:g} minutes of search over "
        "the parameters of the best script found for each seat. gain: less what the policy gets "
        "there against itself. What a best response gets is at least this."
    )
    head = ["response", "agent", "found", "reward", "gain"]
    return Table("replies", f"best response to {document['agent']}", note, head, rows)
