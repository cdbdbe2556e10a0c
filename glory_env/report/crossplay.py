"""The tables of a cross-play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from glory_agents.learned.shipped import CURVES, PRETRAINED
from glory_env.bench.crossplay import AHEAD
from glory_env.bench.results import results_of
from glory_env.report import curves
from glory_env.report.tables import Page, Table, interval, matrix, mean, origin, seconds

if TYPE_CHECKING:
    from glory_env.game.bundle import Bundle

READING = "means with 95 % bootstrap intervals clustered by seed"


def tables(document: Mapping[str, Any], game: Bundle) -> list[Table]:
    """What the measured agents get, all and each, the best replies, and every pair of agents.

    document: the results of `bench.crossplay`.
    """
    measured = document["measured"]
    rows = [_against(document, game, name) for name in measured]
    if len(rows) > 1:
        rows.insert(0, _together(document, game))
    if measured:
        rows.append(_replies(document, game))
    return [*rows, *_matrix(document, game)]


def page(document: Mapping[str, Any], game: Bundle) -> Page:
    """All of them on a page."""
    title = f"{game.title}: agents against each other"
    shown = page_of(title, document, circumstances(document), tables(document, game))
    groups = _with_curves(document["measured"], game)
    if not groups:
        return shown
    from glory_env.training.learnable import learnable  # it imports torch

    return shown._replace(draw=partial(curves.draw, groups, learnable(game.name).curves))


def _with_curves(measured: Sequence[str], game: Bundle) -> dict[str, list[str]]:
    """Which of the project's networks have curves: a title for each seat that learnt -> folders."""
    named = [name for name in measured if Path(name).name == name]
    groups = {game.role(seat): [f"{name}/{seat}" for name in named] for seat in game.seats}
    groups = {"all seats": named, **groups}
    found = {
        title: [folder for folder in folders if (PRETRAINED / folder / CURVES).is_file()]
        for title, folders in groups.items()
    }
    return {title: folders for title, folders in found.items() if folders}


def page_of(title: str, document: Mapping[str, Any], about: str, tables: Sequence[Table]) -> Page:
    """A page of results. about: what was played, in one line."""
    return Page(title, f"{about}; {READING}.", f"{about}, {seconds(document)}", tables)


def verdict(document: Mapping[str, Any], game: Bundle, name: str) -> str:
    """Whether an agent beats every other one from both sides, or against whom it does not."""
    rest = [
        f"{side['verdict']} with {other} {game.role(seat)} ({mean(side['reward'], 'signed', 2)})"
        for other, sides in document["against"][name].items()
        for seat, side in sides.items()
        if side["verdict"] != AHEAD
    ]
    if not rest:
        return f"{name} beats every other agent from both sides"
    return f"{name} does not beat all others from both sides: {'; '.join(rest)}"


def circumstances(document: Mapping[str, Any]) -> str:
    """What was played, in one line."""
    return (
        f"{origin(document)}, {document['seeds']['games']} games of each pair from seed "
        f"{document['seeds']['first']}, the same dice for all"
    )


def _against(document: Mapping[str, Any], game: Bundle, name: str) -> Table:
    rows = []
    for other, sides in document["against"][name].items():
        row = [other]
        for side in sides.values():
            row += [interval(side["reward"], "signed"), side["verdict"]]
            row.append(interval(side["gain"], "signed"))
        rows.append(row)
    head = ["against"]
    for seat in game.seats:
        head += [game.role(seat), "", "gain"]
    note = (
        f"{verdict(document, game, name)}. Own reward; ahead: its interval lies above 0; open: too "
        "few games differ to give one; gain: its reward less what the opponent gets there against "
        "itself."
    )
    return Table("against", name, note, head, rows)


def _together(document: Mapping[str, Any], game: Bundle) -> Table:
    """The measured agents as training seeds of one method."""
    measured, rows = document["measured"], []
    for other in document["agents"]:
        if other in measured:
            continue
        row, by_seat = [other], []
        for seat in game.seats:
            sides = [document["against"][name][other][seat] for name in measured]
            by_seat.append([side["reward"][0] for side in sides])
            ahead = sum(side["verdict"] == AHEAD for side in sides)
            row += [_spread(by_seat[-1]), f"{ahead} of {len(sides)}"]
        rows.append([*row, _spread([fmean(rewards) for rewards in zip(*by_seat, strict=True)])])
    head = ["against"]
    for seat in game.seats:
        head += [game.role(seat), "ahead"]
    head.append("mean of the seats")
    note = (
        f"Own reward of {', '.join(measured)}: mean of their means, the lowest and the highest; "
        "how many of them are ahead (where nearly all games end alike there is no interval)."
    )
    return Table("together", "all together", note, head, rows)


def _spread(rewards: Sequence[float]) -> str:
    """Mean, lowest and highest."""
    numbers = fmean(rewards), min(rewards), max(rewards)
    middle, low, high = (mean([number], "signed", 3) for number in numbers)
    return f"{middle} ({low} to {high})"


def _replies(document: Mapping[str, Any], game: Bundle) -> Table:
    rows = []
    for name, sides in document["replies"].items():
        row = [name]
        for side in sides.values():
            row += [side["reply"], interval(side["reward"], "signed")]
        rows.append(row)
    note = (
        "The best reply to each among these agents, chosen on every second game and measured on "
        "the others. What a best response gets is at least this; a better reply may exist."
    )
    head = ["to"]
    for seat in game.seats:
        head += [game.role(seat), ""]
    return Table("replies", "best replies", note, head, rows)


def _matrix(document: Mapping[str, Any], game: Bundle) -> list[Table]:
    names = document["agents"]
    one, other = map(game.seat_name, game.seats)
    forms = {f"reward of {one}": ("reward", "signed", 2)}
    for name, (_, form, digits, words) in results_of(game.environment).cells.items():
        forms[words] = name, form, digits
    cells = [
        [
            [mean(document["cells"][i].get(j, {}).get(key), form, digits) for j in names]
            for i in names
        ]
        for key, form, digits in forms.values()
    ]
    note = f"Rows play {one}, columns {other}, by the rows' numbers; means."
    return matrix("cells", list(forms), note, names, cells)
