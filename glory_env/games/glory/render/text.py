"""A position as plain text: a table of at most 110 columns, or one line."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from glory_env.games.glory.generated.records import Game
from glory_env.games.glory.render import position
from glory_env.games.glory.render.position import Stack
from glory_env.games.glory.state import ARMY, BASE, CIVIL, NAVY, POOL, REMOVED, TRACK

if TYPE_CHECKING:
    from glory_env.games.glory.scenario import Scenario

WIDTH = 110
COLUMNS = (("Box", 18), ("Kind", 6), ("Value", 8), ("Allied", 7), ("Army", 24), ("Navy", 42))
_SHARES = (("army", ARMY), ("navy", NAVY), ("civil", CIVIL))


def stack_text(stack: Stack) -> str:
    """For example "2xDD*!": two counters, active (*), damaged (!)."""
    count = f"{len(stack.counters)}x" if len(stack.counters) > 1 else ""
    strength = f"({stack.strength})" if stack.kind in position.NAMED_STRENGTH else ""
    return f"{count}{stack.label}{strength}{'*' * stack.active}{'!' * stack.damage}"


def _list(stacks: list[Stack]) -> str:
    return ", ".join(stack_text(stack) for stack in stacks) or "-"


def _wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width`, broken at commas where possible."""
    whole = text.replace(" ", "\0").replace(",\0", ", ")
    return [
        line.replace("\0", " ") for line in textwrap.wrap(whole, width, break_on_hyphens=False)
    ] or [""]


def _row(cells: list[str]) -> list[str]:
    wrapped = [_wrap(cell, width) for cell, (_, width) in zip(cells, COLUMNS, strict=True)]
    lines = []
    for k in range(max(len(cell) for cell in wrapped)):
        parts = [
            (cell[k] if k < len(cell) else "").ljust(width)
            for cell, (_, width) in zip(wrapped, COLUMNS, strict=True)
        ]
        lines.append(" ".join(parts).rstrip())
    return lines


def header(scenario: Scenario, record: Game) -> list[str]:
    """Turn, phase and who decides; total and shares; glory points and convoys: a line each."""
    tables = scenario.tables[0]
    state = position.outcome(record) or position.pending(record)
    shares = ", ".join(
        f"{who} {int(record.left[k])}/{int(record.allotment[k])}" for who, k in _SHARES
    )
    return [
        f"Turn {int(record.turn)}/{int(tables.last_turn)}, {position.phase(record)} phase"
        + (f" | {state}" if state else ""),
        f"Total {int(record.total)} (floor {position.floor(scenario, record)}, "
        f"cap {int(tables.cap)}) | left/allotted: {shares}",
        f"GP army {int(record.gp[ARMY])}, navy {int(record.gp[NAVY])} | "
        f"convoys {position.METHOD_NAMES[position.method(record)]}",
    ]


def box_cells(scenario: Scenario, record: Game, box: int) -> list[str]:
    """A box of the map: the cells of its row, in the order of COLUMNS."""
    inside = position.stacks_at(scenario, record, box, by_class=True)
    markers = position.markers_in(scenario, record, box)
    return [
        position.name(scenario, scenario.boxes[box]),
        position.BOX_KINDS.get(int(scenario.tables[0].box_kind[box]), "convoy"),
        position.box_value(scenario, record, box) or "-",
        "+".join(scenario.markers[m] for m in markers) or "-",
        _list([stack for stack in inside if stack.service == ARMY]),
        _list([stack for stack in inside if stack.service == NAVY]),
    ]


def _boxes(scenario: Scenario, record: Game) -> list[str]:
    lines = [" ".join(title.ljust(width) for title, width in COLUMNS).rstrip()]
    lines.append(" ".join("-" * width for _, width in COLUMNS))
    for box in range(len(scenario.boxes)):
        lines += _row(box_cells(scenario, record, box))
    return lines


def _paragraph(title: str, content: str) -> list[str]:
    lines = _wrap(content, WIDTH - 12)
    return [f"{title if k == 0 else '':<12}{line}" for k, line in enumerate(lines)]


def off_map(scenario: Scenario, record: Game) -> list[str]:
    """Production track, pool, what is out of the game, markers in their bases."""
    tables = scenario.tables[0]
    spaces = []
    on_track = position.counters_at(scenario, record, TRACK)
    for space in range(1, int(tables.track_spaces) + 1):
        items = [u for u in on_track if int(record.space[u]) == space]
        spaces.append(f"{space}: {_list(position.stacks(scenario, record, items, by_class=True))}")
    bases = [
        f"{scenario.markers[m]} ({position.name(scenario, 'base:' + scenario.markers[m])})"
        for m in position.markers_in(scenario, record, BASE)
    ]
    return [
        *_paragraph("Production", "; ".join(spaces)),
        *_paragraph("Pool", _list(position.stacks_at(scenario, record, POOL, True))),
        *_paragraph("Removed", _list(position.stacks_at(scenario, record, REMOVED, True))),
        *_paragraph("In base", ", ".join(bases) or "-"),
    ]


def invasion(scenario: Scenario, record: Game) -> list[str]:
    """The invasion table's rows of this and the next turn."""
    lines: list[str] = []
    for turn in (int(record.turn), int(record.turn) + 1):
        row = position.invasion_row(scenario, turn)
        if row:
            cells = "  ".join(f"{face}: {called:<7}" for face, called in enumerate(row, 1))
            title = "Invasion" if not lines else ""
            lines.append(f"{title:<12}turn {turn:<2}  {cells}".rstrip())
    return lines


def board(scenario: Scenario, record: Game) -> str:
    """The whole position as text of at most 110 columns, lines joined by newlines.

    `record` is one element of a GAME array. Tonnage is in units of 10,000 tons. Equal counters
    stand together ("2xDD"); `*` marks Active ones, `!` damaged ones. "Value" is the GP a turn of
    a box for (A)rmy or (N)avy and what an Allied marker there changes in the (T)otal. "Asked" is
    what the pending decision depends on besides the board.
    """
    about = "; ".join(position.about(scenario, record))
    lines = [
        *header(scenario, record),
        *(_paragraph("Asked", about) if about else ()),
        "",
        *_boxes(scenario, record),
        "",
        *off_map(scenario, record),
        *invasion(scenario, record),
        "* active   ! damaged   A/N GP a turn for army/navy   T change of the total",
    ]
    return "\n".join(lines)


def _totals(scenario: Scenario, record: Game) -> str:
    """Counters on the map, of them Active and damaged, as army+navy."""
    tables = scenario.tables[0]
    on_map = [u for u in range(int(tables.counters)) if record.place[u] >= 0]
    words = []
    for word, chosen in (
        ("map", on_map),
        ("active", [u for u in on_map if record.active[u]]),
        ("damaged", [u for u in on_map if record.damage[u]]),
    ):
        army = sum(int(tables.service[u]) == ARMY for u in chosen)
        words.append(f"{word} {army}+{len(chosen) - army}")
    return " ".join(words)


def board_line(scenario: Scenario, record: Game) -> str:
    """The position in one line for game files meant to be read and compared.

    Turn, phase, who decides what, total, left/allotted, GP (army:navy), convoy method, markers
    outside their bases, and counts of counters as army+navy.
    """
    shares = " ".join(
        f"{who} {int(record.left[k])}/{int(record.allotment[k])}" for who, k in _SHARES
    )
    places = []
    for m, marker in enumerate(scenario.markers):
        box = position.marker_box(scenario, record, m)
        if box != BASE:
            places.append(f"{marker}@{scenario.boxes[box]}")
    state = position.outcome(record) or position.pending(record) or "-"
    fields = [
        f"T{int(record.turn)} {position.phase(record)}",
        state,
        f"total {int(record.total)} {shares}",
        f"gp {int(record.gp[ARMY])}:{int(record.gp[NAVY])}",
        f"convoys {position.method(record)}",
        " ".join(places) or "all in base",
        _totals(scenario, record),
    ]
    return " | ".join(fields)
