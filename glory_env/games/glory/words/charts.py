"""The charts as they were read: the row of a roll with the cell that was hit, and both methods."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from glory_env.games.glory.describe import ROW_KINDS
from glory_env.games.glory.engine.odds import mean_convoy_loss
from glory_env.games.glory.game import Game
from glory_env.games.glory.render import position
from glory_env.games.glory.rules.handicap import convoy_loss_of, scaled_loss
from glory_env.games.glory.scenario.cells import RETREAT, band_turns
from glory_env.games.glory.state import H_BATTLE_LOSSES, NATIONS, ROWS
from glory_env.text.lazy import Joined, Say, Text

Chart = dict[str, Any]
METHODS = {"A": "small_convoys", "B": "large_convoys"}
FACES = range(1, 7)


def row(title: Text, heads: Sequence[Any], cells: Sequence[Any], at: int) -> Chart:
    """A row of a chart. heads: of its columns; at: index of the cell that was hit."""
    return {"title": title, "heads": list(heads), "cells": [str(cell) for cell in cells], "at": at}


def combat(game: Game, box: str, turn: int, hits: int) -> tuple[str, Chart]:
    """The nation that is fought in a box, and the results of a battle there by hits."""
    scenario = game.scenario
    m = next(k for k, name in enumerate(scenario.markers) if game.marker(name) == box)
    nation = NATIONS[int(scenario.tables[0].nation[m])]
    bands = scenario.data["crt"][nation]
    band = next(name for name in bands if turn in band_turns(name))
    cells = [_battle_cell(game, cell) for cell in bands[band]]
    last = len(cells) - 1
    heads = [*range(last), f"{last}+"]
    title = Say("chart.crt", nation=Say(f"nation.{nation}"), band=band)
    return nation, row(title, heads, cells, min(hits, last))


def _battle_cell(game: Game, printed: str) -> str:
    """A cell of the results table, with the loss of this game: its handicap may change it."""
    evaluation, _, loss = printed.partition("/")
    if loss == RETREAT:
        return printed
    return f"{evaluation}/{scaled_loss(int(loss), int(game.record.opt_handicap[H_BATTLE_LOSSES]))}"


def invasion(game: Game, turn: int, face: int) -> Chart:
    """The invasion table of a turn by die."""
    cells = position.invasion_row(game.scenario, turn)
    return row(Say("chart.invasion", turn=turn), FACES, cells, face - 1)


def sea_check(game: Game, is_escorted: bool, face: int) -> Chart:
    """The losses of sea transport by die."""
    column = "escorted" if is_escorted else "unescorted"
    losses = game.scenario.data["sea_transport_loss"][column]
    cells = ["D" if one in losses else "-" for one in FACES]
    title = Say("chart.sea_transport_loss", column=Say(f"chart.{column}"))
    return row(title, FACES, cells, face - 1)


# --- convoys -------------------------------------------------------------------------------
def convoy(game: Game, method: str, face: int) -> Chart:
    """The convoy chart by die; an air unit adds one to it. method: A or B."""
    ships, aircraft = position.convoy_escorts(game.scenario, game.record)
    name = METHODS[method]
    cells = _cells(game, method, ships)
    at = min(face - 1 + bool(aircraft), len(cells) - 1)
    title = Say("chart.convoy_crt", method=Say(f"chart.{name}"), n=ships)
    return row(title, range(1, len(cells) + 1), cells, at)


def air_note(game: Game, face: int) -> Text | None:
    """What an air unit makes of the convoy die; None where there is none."""
    aircraft = position.convoy_escorts(game.scenario, game.record)[1]
    return Say("roll.air", value=face + 1) if aircraft else None


def methods(game: Game) -> dict[str, Any]:
    """Both convoy methods side by side, with the escorts as they are.

    faces: by method the loss of each die; means: by method the mean loss of each number of ships.
    """
    ships, aircraft = position.convoy_escorts(game.scenario, game.record)
    tables = game.scenario.tables[0]
    counts = range(len(game.scenario.data["convoy_crt"]["small_convoys"]))
    return {
        "ships": ships,
        "aircraft": aircraft,
        "counts": list(counts),
        "faces": {
            method: _losses(_cells(game, method, ships), bool(aircraft)) for method in METHODS
        },
        "means": {
            method: [
                int(mean_convoy_loss(game.record, tables, n, aircraft, k) + 0.5) for n in counts
            ]
            for k, method in enumerate(METHODS)
        },
        "periods": _periods(game),
    }


def _cells(game: Game, method: str, ships: int) -> list[str]:
    """A row of the convoy chart, with the losses of this game: its handicap may change them."""
    s, k = game.scenario.tables[0], list(METHODS).index(method)
    cells = []
    for roll, printed in enumerate(game.scenario.data["convoy_crt"][METHODS[method]][ships], 1):
        _, slash, damage = str(printed).partition("/")
        cells.append(f"{convoy_loss_of(game.record, s, k, ships, roll)}{slash}{damage}")
    return cells


def _losses(cells: list[str], has_air: bool) -> list[str]:
    """The cells of the six faces."""
    return [cells[min(face - 1 + has_air, len(cells) - 1)] for face in FACES]


def _periods(game: Game) -> Text:
    """What takes longer to build with large convoys."""
    slower: list[Text] = [
        Say(
            "convoy.period",
            piece=Say(f"kind.{_kind(key)}"),
            a=one["period"]["A"],
            b=one["period"]["B"],
        )
        for key, one in game.scenario.data["production"].items()
        if one["period"]["A"] != one["period"]["B"]
    ]
    return Joined(slower or [Say("convoy.same_periods")])


def _kind(key: str) -> str:
    """The kind behind a row of the production table as the scenario names it."""
    return ROW_KINDS[ROWS.index(key)] if key in ROWS else "navy_aircraft"
