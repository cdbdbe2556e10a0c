"""A checked scenario file as the TABLES record the rules read."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.games.glory.generated.records import Tables
from glory_env.games.glory.scenario.cells import RETREAT, band_turns
from glory_env.games.glory.scenario.chances import freeze_chances
from glory_env.games.glory.scenario.schema import HOME, File, UnitEntry
from glory_env.games.glory.state import (
    ABSENT,
    AMPHIBIOUS,
    ARMY,
    ASIDE,
    CONVOY_BOX,
    DR,
    FORT,
    KINDS,
    LAND,
    METHODS,
    NATIONS,
    NAVY,
    NONE,
    POOL,
    ROW_BCV,
    ROW_CV,
    ROW_FORT,
    ROW_TRANSPORT,
    ROWS,
    SERVICES,
    TABLES,
    TRACK,
    TRANSPORT,
)

BOX_KINDS = {"sea": AMPHIBIOUS, "land": LAND, "convoy": CONVOY_BOX}
PLACES = {"pool": POOL, "track": TRACK, "conversion": ASIDE}


def counter_ids(file: File) -> tuple[str, ...]:
    """The counters in number order: units as in the file, then forts, then transports."""
    forts = [f"fort_{n + 1}" for n in range(file.forts.counters)]
    transports = [f"transport_{n + 1}" for n in range(file.transports.counters)]
    return (*(unit.id for unit in file.units), *forts, *transports)


def freeze(file: File) -> np.ndarray:
    """The tables of a checked file: shape (1,), dtype TABLES, read-only.

    Entries of boxes, counters and markers the scenario does not have hold NONE as kind, row,
    face, service, nation and route, ABSENT as place, and 0 elsewhere.
    """
    tables = np.zeros(1, TABLES)
    row = tables[0]
    _freeze_numbers(file, row)
    _freeze_map(file, row)
    _freeze_markers(file, row)
    _freeze_charts(file, row)
    _freeze_production(file, row)
    _freeze_counters(file, row)
    freeze_chances(row)
    tables.setflags(write=False)
    return tables


def _freeze_numbers(file: File, t: Tables) -> None:
    """Starting total and method (R0-2a, R13-1a), limits, turns (R7-0a), victory."""
    t.track_spaces = file.track_spaces
    t.start_total, t.cap = file.tonnage.start, file.tonnage.cap
    t.floor[:] = file.tonnage.defeat_below, file.tonnage.defeat_below_solo
    t.last_turn, t.home_loss_until = file.turns.last, file.turns.home_loss_until
    t.hit_from[:] = min(file.hits.faces), min(file.hits.late_faces)
    t.late_from = file.hits.late_from
    t.margin, t.solo_gp = file.victory.margin, file.victory.solo_gp
    t.turn_13_gap, t.turn_13_dice = file.victory.turn_13_gap, file.victory.turn_13_dice
    t.turn_13_gp = file.victory.turn_13_gp_per_hit
    t.convoy_ships, t.convoy_aircraft = file.convoy_box.ships, file.convoy_box.aircraft
    t.start_active = file.initial.units_active
    t.start_method = METHODS.index(file.initial.convoy_method)


def _freeze_map(file: File, t: Tables) -> None:
    """Boxes with their GP (R15-1c, d), penalties (R15-2a, b, c) and neighbours.

    Line kinds are the file's; from Home to the continent it is a land line (R4-0f).
    """
    number = {box.id: b for b, box in enumerate(file.boxes)}
    t.boxes = len(number)
    t.box_kind[:] = NONE
    for b, box in enumerate(file.boxes):
        t.box_kind[b] = BOX_KINDS[box.kind]
        t.box_gp[b, ARMY], t.box_gp[b, NAVY] = box.gp.army, box.gp.navy
        t.home_islands[b] = box.home_islands
        t.box_tonnage[b] = box.tonnage_if_allied
        if box.kind == "convoy":
            t.convoy = b
    t.home = number[HOME]
    for lines, pairs in ((t.sea_lines, file.lines.sea), (t.land_lines, file.lines.land)):
        for one, other in pairs:
            lines[number[one]] |= 1 << number[other]
            lines[number[other]] |= 1 << number[one]
    for name, others in file.ahead.items():
        t.ahead[number[name]] = sum(1 << number[other] for other in others)


def _freeze_markers(file: File, t: Tables) -> None:
    """Routes outward from the base (R4-0i), and where each marker starts.

    A route ends where no arrow goes on (R8-4a); that of Ch serves for its retreat only (R4-0j).
    """
    number = {box.id: b for b, box in enumerate(file.boxes)}
    t.markers = len(file.markers)
    t.nation[:] = NONE
    t.route[:] = NONE
    for m, marker in enumerate(file.markers):
        t.nation[m] = NATIONS.index(marker.nation)
        t.route[m, : len(marker.route)] = [number[box] for box in marker.route]
        t.route_length[m] = len(marker.route)
        if marker.start != "base":  # counted like GAME.marker_step
            t.marker_start[m] = 1 + marker.route.index(marker.start)
    t.bonus_marker = NONE
    if file.base_bonus:
        t.bonus_marker = [marker.id for marker in file.markers].index(file.base_bonus.base)
        t.bonus_tonnage = file.base_bonus.tonnage
        t.bonus_gp = file.base_bonus.army_gp


def _freeze_charts(file: File, t: Tables) -> None:
    """Results (R12-3b) with the points of evaluations (R12-3c), sea losses (R11-3-1c), convoy
    losses (R13-2-1c), and the markers the invasion table calls by their letters (R8-1b).
    """
    for n, nation in enumerate(NATIONS):
        for band, cells in getattr(file.crt, nation).items():
            for turn in band_turns(band):
                for hits in range(t.crt_gp.shape[-1]):
                    evaluation, loss = cells[min(hits, len(cells) - 1)]
                    t.crt_gp[turn, n, hits] = getattr(file.evaluation_gp, evaluation)
                    t.crt_loss[turn, n, hits] = DR if loss == RETREAT else loss
    for escorted, faces in enumerate(
        (file.sea_transport_loss.unescorted, file.sea_transport_loss.escorted)
    ):
        t.sea_loss[escorted, list(faces)] = 1
    for method, rows in enumerate((file.convoy_crt.small_convoys, file.convoy_crt.large_convoys)):
        for ships in range(t.convoy_loss.shape[1]):
            row = rows[min(ships, len(rows) - 1)]
            for roll in range(1, t.convoy_loss.shape[2]):
                loss, damage = row[min(roll, len(row)) - 1]  # 7 may be read as 6
                t.convoy_loss[method, ships, roll] = loss
                t.convoy_damage[method, ships, roll] = damage
    number = {f"{marker.id}F": m for m, marker in enumerate(file.markers)}
    for turn, entries in file.invasion_table.items():
        for face, codes in enumerate(entries, 1):
            t.invasion[turn, face] = sum(1 << number[code] for code in codes)


def _freeze_production(file: File, t: Tables) -> None:
    """Costs and periods, the latter by convoy method (R4-0o, R14-1f)."""
    for r, name in enumerate(ROWS):
        product = getattr(file.production, "aircraft" if name.endswith("_aircraft") else name)
        t.cost[r] = product.cost
        t.period[r] = product.period.A, product.period.B
    t.transport_yield = file.production.transport.yields_tonnage
    t.fort_strength = file.forts.strength


def _kind(unit: UnitEntry) -> int:
    return KINDS.index(f"{unit.service}_aircraft" if unit.kind == "air" else unit.kind)


def _production_row(kind: int) -> int:
    """The row of the production table a kind of counter is made by; a CVL by the CV row.

    NONE for what cannot be started (R14-0a, b).
    """
    special = {"CVL": ROW_CV, "BCV": ROW_BCV, "fort": ROW_FORT, "transport": ROW_TRANSPORT}
    name = KINDS[kind]
    return special.get(name, ROWS.index(name) if name in ROWS else NONE)


def _freeze_counters(file: File, t: Tables) -> None:
    """Printed values, and the place each counter has at the start (R5-0b)."""
    number = {box.id: b for b, box in enumerate(file.boxes)}
    ids = counter_ids(file)
    hybrids = (file.bcv.source, file.bcv.target)
    t.counters = len(ids)
    t.hybrid_from, t.hybrid_to = (ids.index(name) for name in hybrids)
    t.service[:], t.kind[:], t.row[:], t.face[:] = NONE, NONE, NONE, NONE
    t.start_place[:] = ABSENT
    t.alike[:] = NONE
    faces: dict[tuple[Any, ...], int] = {}
    last: dict[int, int] = {}
    units = {unit.id: unit for unit in file.units}
    for u, name in enumerate(ids):
        unit = units.get(name)
        if unit:
            t.service[u], t.kind[u] = SERVICES.index(unit.service), _kind(unit)
            t.dice[u], t.modifier[u], t.tonnage[u] = unit.dice, unit.modifier, unit.tonnage
            t.start_place[u] = number.get(unit.start, PLACES.get(unit.start, ABSENT))
            t.start_space[u] = unit.space or 0
        else:  # transports belong to nobody; they carry the army's number
            fort = name.startswith("fort_")
            t.service[u], t.kind[u] = ARMY, FORT if fort else TRANSPORT
            t.tonnage[u] = file.forts.strength if fort else 0
            t.start_place[u] = POOL
        t.row[u] = _production_row(int(t.kind[u]))
        printed = (t.service[u], t.kind[u], t.dice[u], t.modifier[u], t.tonnage[u])
        alike = (name,) if name in hybrids else tuple(int(value) for value in printed)
        face = faces.setdefault(alike, len(faces))
        t.face[u], t.alike[u] = face, last.get(face, NONE)
        last[face] = u
