"""The position in lines of text: the head, the boxes one by one, and what lies beside the map."""

from __future__ import annotations

from collections.abc import Sequence

from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.render import position, text
from glory_env.games.glory.words import choice_words, names
from glory_env.text.lazy import Joined, Say, Text


def header(game: Game) -> list[Text]:
    """Turn, phase and who decides; total and shares; glory points and convoys."""
    s = game.scenario.tables[0]
    turn = {"turn": game.turn, "last": int(s.last_turn), "phase": Say(f"phase.{game.phase}")}
    if game.decision == "none":
        first = Say("terminal.turn", **turn)
    else:
        who, question = names.service(game.actor), choice_words.question(game)
        first = Say("terminal.turn_state", **turn, who=who, question=question)
    shares = [
        Say("terminal.share", who=names.service(who), left=left, share=game.allotment[who])
        for who, left in game.left.items()
    ]
    floor = position.floor(game.scenario, game.record)
    limits = {"total": game.total, "floor": floor, "cap": int(s.cap)}
    return [
        first,
        Say("terminal.total", **limits, shares=Joined(shares)),
        Say("terminal.points", **game.gp, method=Say(f"convoy.method_{game.method}")),
    ]


def boxes(game: Game) -> list[Text]:
    """A line for each box: kind, value, Allied markers and the units of both services."""
    lines: list[Text] = []
    for b, key in enumerate(game.scenario.boxes):
        _, kind, value, allied, *units = text.box_cells(game.scenario, game.record, b)
        parts: list[Text] = []
        if value != "-":
            parts.append(Say("player.value", value=value))
        if allied != "-":
            parts.append(Say("player.allied", markers=allied))
        for seat, shown in zip(st.SERVICES, units, strict=True):
            if shown != "-":
                parts.append(Say("player.units", who=names.service(seat), units=shown))
        content = Joined(parts, "list.semicolon") if parts else "-"
        shown_kind = Say(f"terminal.kind_{kind}")
        lines.append(
            Say("player.box", box=names.name(game.scenario, key), kind=shown_kind, content=content)
        )
    return lines


def beside(game: Game) -> list[Text]:
    """Production track, pool, what is out of the game, bases, the invasion table, the key."""
    scenario, record = game.scenario, game.record

    def stacks(counters: Sequence[int]) -> str:
        like = position.stacks(scenario, record, counters, by_class=True)
        return ", ".join(map(text.stack_text, like)) or "-"

    on_track = position.counters_at(scenario, record, st.TRACK)
    spaces = {int(record.space[u]) for u in on_track}
    track = [
        f"{space}: {stacks([u for u in on_track if int(record.space[u]) == space])}"
        for space in sorted(spaces)
    ]
    at_base = [m for m in scenario.markers if game.marker(m) == "base"]
    bases = [Say("terminal.base", m=m, base=names.name(scenario, f"base:{m}")) for m in at_base]
    lines: list[Text] = [
        Say("terminal.track", items="; ".join(track) or "-"),
        Say("terminal.pool", items=stacks(position.counters_at(scenario, record, st.POOL))),
        Say("terminal.removed", items=stacks(position.counters_at(scenario, record, st.REMOVED))),
        Say("terminal.in_base", markers=Joined(bases or ["-"])),
    ]
    for turn in (game.turn, game.turn + 1):
        row = position.invasion_row(scenario, turn)
        if row:
            cells = "  ".join(f"{face}: {called}" for face, called in enumerate(row, 1))
            lines.append(Say("terminal.invasion", turn=turn, row=cells))
    return [*lines, Say("terminal.key")]
