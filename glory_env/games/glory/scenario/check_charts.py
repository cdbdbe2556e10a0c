"""What must be true of tonnage, turns, hits and every table (7.0, 8.0, 12.0, 13.0, 14.0)."""

from __future__ import annotations

from collections.abc import Sequence

from glory_env.games.glory.scenario.cells import band_turns
from glory_env.games.glory.scenario.schema import CrtBands, File
from glory_env.games.glory.state import MAX_HITS
from glory_env.scenario.problems import ABSENT, Problems, one_of

FACES = 6


def check_charts(file: File, problems: Problems) -> None:
    """All checks of the charts; errors go to `problems`."""
    _check_tonnage(file, problems)
    _check_turns(file, problems)
    for nation in ("us", "uk", "cn"):
        used = any(marker.nation == nation for marker in file.markers)
        bands: CrtBands = getattr(file.crt, nation)
        _check_crt(nation, bands, used, file.turns.last, problems)
    _check_invasion(file, problems)
    for column in ("unescorted", "escorted"):
        _check_faces(
            f"sea_transport_loss.{column}", getattr(file.sea_transport_loss, column), problems
        )
    for method in ("small_convoys", "large_convoys"):
        _check_convoy(f"convoy_crt.{method}", getattr(file.convoy_crt, method), file, problems)
    _check_periods(file, problems)


def _check_tonnage(file: File, problems: Problems) -> None:
    tonnage = file.tonnage
    if tonnage.start > tonnage.cap:
        problems.add("tonnage.start", tonnage.start, f"at most the cap, {tonnage.cap}")
    for name in ("defeat_below", "defeat_below_solo"):
        if getattr(tonnage, name) > tonnage.start:
            expected = f"at most the start, {tonnage.start}"
            problems.add(f"tonnage.{name}", getattr(tonnage, name), expected)


def _check_turns(file: File, problems: Problems) -> None:
    last = file.turns.last
    if file.turns.home_loss_until > last:
        expected = f"at most the last turn, {last}"
        problems.add("turns.home_loss_until", file.turns.home_loss_until, expected)
    if file.hits.late_from > last + 1:
        problems.add("hits.late_from", file.hits.late_from, f"at most {last + 1}")
    for name in ("faces", "late_faces"):
        faces = getattr(file.hits, name)
        if sorted(faces) != list(range(FACES + 1 - len(faces), FACES + 1)) or not faces:
            problems.add(
                f"hits.{name}", list(faces), "one or more faces in a row up to 6, like [5, 6]"
            )


def _check_crt(nation: str, bands: CrtBands, used: bool, last: int, problems: Problems) -> None:
    owner: dict[int, str] = {}
    for band, row in bands.items():
        key = f"crt.{nation}.{band}"
        if not 1 <= len(row) <= MAX_HITS:
            problems.add(key, f"{len(row)} cells", f"1 to {MAX_HITS} cells, for 0, 1, 2 ... hits")
        for turn in band_turns(band):
            if turn > last:
                problems.add(key, band, f"turns up to the last one, {last}")
                break
            if turn in owner:
                problems.add(key, band, f"every turn once; {owner[turn]} has turn {turn} too")
                break
            owner[turn] = band
    missing = [turn for turn in range(1, last + 1) if turn not in owner]
    if used and missing:
        problems.add(f"crt.{nation}", list(bands), f"rows for all turns; none for {missing}")


def _check_invasion(file: File, problems: Problems) -> None:
    """Six cells a turn from turn 2 on, and no code for the Chinese marker (R8-1d, R4-0j)."""
    last = file.turns.last
    codes = [f"{marker.id}F" for marker in file.markers if marker.nation != "cn"]
    never = {f"{marker.id}F" for marker in file.markers if marker.nation == "cn"}
    for turn in range(2, last + 1):
        if turn not in file.invasion_table:
            problems.add(f"invasion_table.{turn}", ABSENT, f"{FACES} cells, for the die 1 to 6")
    for turn, row in file.invasion_table.items():
        key = f"invasion_table.{turn}"
        if not 2 <= turn <= last:
            problems.add(key, turn, f"turns 2 to {last} (8-3: the first has no invasion)")
        if len(row) != FACES:
            problems.add(key, f"{len(row)} cells", f"{FACES} cells, for the die 1 to 6")
        for face, cell in enumerate(row, 1):
            for code in cell:
                if code in never:
                    problems.add(
                        f"{key}.{face}", code, "no code of China, whose marker only retreats"
                    )
                elif code not in codes:
                    problems.add(f"{key}.{face}", code, one_of(code, codes))


def _check_faces(key: str, faces: Sequence[int], problems: Problems) -> None:
    if len(set(faces)) != len(faces):
        problems.add(key, list(faces), "every face once")


def _check_convoy(
    key: str, rows: Sequence[Sequence[tuple[int, int]]], file: File, problems: Problems
) -> None:
    ships = file.convoy_box.ships
    if len(rows) != ships + 1:
        problems.add(key, f"{len(rows)} rows", f"{ships + 1} rows, for 0 to {ships} escorts")
    for escorts, row in enumerate(rows):
        if len(row) not in (FACES, FACES + 1):
            expected = "7 cells, for the roll 1 to 7, or 6 where 7 is read as 6"
            problems.add(f"{key}.{escorts}", f"{len(row)} cells", expected)


def _check_periods(file: File, problems: Problems) -> None:
    for row in type(file.production).model_fields:
        period = getattr(file.production, row).period
        for method in ("A", "B"):
            if getattr(period, method) > file.track_spaces:
                problems.add(
                    f"production.{row}.period.{method}",
                    getattr(period, method),
                    f"at most track_spaces, {file.track_spaces}",
                )
