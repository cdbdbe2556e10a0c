"""The tables of a cross-play of the Aleutians Campaign."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from typing import Any

from glory_env.games.aleutians.bench.field import AHEAD
from glory_env.games.aleutians.state import SIDES
from glory_env.report.tables import Table, interval, matrix, mean

TITLES = {"japan": "as Japan", "allies": "as the Allies"}


def tables(found: Mapping[str, Any]) -> list[Table]:
    """What the measured agents get, all and each, the best replies, and every pair of agents."""
    made = [_against(found, name) for name in found["measured"]]
    if len(made) > 1:
        made.insert(0, _together(found))
    if found["measured"]:
        made.append(_replies(found))
    return [*made, *_matrix(found)]


def verdict(found: Mapping[str, Any], name: str) -> str:
    """Whether an agent beats every other one from both sides, or against whom it does not."""
    rest = [
        f"{side['verdict']} with {other} {TITLES[seat]} ({mean(side['reward'], 'signed', 2)})"
        for other, sides in found["against"][name].items()
        for seat, side in sides.items()
        if side["verdict"] != AHEAD
    ]
    if not rest:
        return f"{name} beats every other agent from both sides"
    return f"{name} does not beat all others from both sides: {'; '.join(rest)}"


def circumstances(found: Mapping[str, Any]) -> str:
    """What was played, in one line."""
    return (
        f"glory_env {found['package']}, scenario {found['scenario']} "
        f"({found['scenario_id'][:12]}), {found['seeds']['games']} games of each pair from seed "
        f"{found['seeds']['first']}, the same dice for all"
    )


def _against(found: Mapping[str, Any], name: str) -> Table:
    rows = []
    for other, sides in found["against"][name].items():
        row = [other]
        for seat in SIDES:
            side = sides[seat]
            row += [interval(side["reward"], "signed"), side["verdict"]]
            row.append(interval(side["gain"], "signed"))
        rows.append(row)
    head = ["against"]
    for seat in SIDES:
        head += [TITLES[seat], "", "gain"]
    note = (
        f"{verdict(found, name)}. Own reward; ahead: its interval lies above 0; open: too few "
        "games differ to give one; gain: its reward less what the opponent gets there against "
        "itself."
    )
    return Table("against", name, note, head, rows)


def _together(found: Mapping[str, Any]) -> Table:
    """The measured agents as training seeds of one method."""
    measured, rows = found["measured"], []
    for other in found["agents"]:
        if other in measured:
            continue
        row = [other]
        for seat in SIDES:
            sides = [found["against"][name][other][seat] for name in measured]
            rewards = [side["reward"][0] for side in sides]
            low, middle, high = (
                mean([value], "signed", 3) for value in (min(rewards), fmean(rewards), max(rewards))
            )
            ahead = sum(side["verdict"] == AHEAD for side in sides)
            row += [f"{middle} ({low} to {high})", f"{ahead} of {len(sides)}"]
        rows.append(row)
    head = ["against", TITLES["japan"], "ahead", TITLES["allies"], "ahead"]
    note = (
        f"Own reward of {', '.join(measured)}: mean of their means, the lowest and the highest; "
        "how many of them are ahead (where nearly all games end alike there is no interval)."
    )
    return Table("together", "all together", note, head, rows)


def _replies(found: Mapping[str, Any]) -> Table:
    rows = []
    for name, sides in found["replies"].items():
        row = [name]
        for seat in SIDES:
            row += [sides[seat]["reply"], interval(sides[seat]["reward"], "signed")]
        rows.append(row)
    note = (
        "The best reply to each among these agents, chosen on every second game and measured on "
        "the others. What a best response gets is at least this; a better reply may exist."
    )
    return Table("replies", "best replies", note, ["to", "Japan", "", "Allies", ""], rows)


def _matrix(found: Mapping[str, Any]) -> list[Table]:
    names = found["agents"]
    forms = {"reward of Japan": ("reward", "signed", 2), "Japan above an Allied victory": (
        "wins", "share", 0), "VP at the end": ("vp", "number", 1), "turns": ("turns", "number", 1),
    }  # fmt: skip
    cells = [
        [[mean(found["cells"][j].get(a, {}).get(key), form, digits) for a in names] for j in names]
        for key, form, digits in forms.values()
    ]
    note = "Rows play Japan, columns the Allies, by the rows' numbers; means."
    return matrix("cells", list(forms), note, names, cells)
