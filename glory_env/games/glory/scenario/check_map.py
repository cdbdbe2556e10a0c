"""What must be true between boxes, lines, Allied markers and coordinates (4.0, 8.0, 11.0)."""

from __future__ import annotations

from itertools import pairwise

from glory_env.games.glory.scenario.schema import HOME, File, MarkerEntry
from glory_env.games.glory.state import MAX_BOXES, MAX_MARKERS, MAX_ROUTE
from glory_env.scenario.problems import ABSENT, Problems, check_known, check_unique, one_of

Neighbours = dict[str, set[str]]


def check_map(file: File, problems: Problems) -> None:
    """All checks of the map; errors and notices go to `problems`."""
    _check_boxes(file, problems)
    _check_lines(file, problems)
    _check_reach(file, problems)
    _check_ahead(file, problems)
    for marker in file.markers:
        _check_marker(file, marker, problems)
    _check_nations(file, problems)
    _check_base_bonus(file, problems)
    _check_coordinates(file, problems)


def box_ids(file: File) -> list[str]:
    return [box.id for box in file.boxes]


def _convoy(file: File) -> str | None:
    return next((box.id for box in file.boxes if box.kind == "convoy"), None)


def _neighbours(file: File) -> Neighbours:
    near: Neighbours = {box.id: set() for box in file.boxes}
    for a, b in (*file.lines.sea, *file.lines.land):
        if a in near and b in near:
            near[a].add(b)
            near[b].add(a)
    return near


def _check_boxes(file: File, problems: Problems) -> None:
    ids = box_ids(file)
    check_unique("boxes", ids, problems)
    if len(ids) > MAX_BOXES:
        problems.add("boxes", f"{len(ids)} boxes", f"at most {MAX_BOXES}")
    if HOME not in ids:
        problems.add(f"boxes.{HOME}", ABSENT, "a box with this id, of kind sea: the home islands")
    convoys = [box.id for box in file.boxes if box.kind == "convoy"]
    if len(convoys) != 1:
        problems.add("boxes", convoys, "exactly one box of kind convoy")
    for box in file.boxes:
        if box.id == HOME and box.kind != "sea":
            problems.add(f"boxes.{HOME}.kind", box.kind, "sea")
        if box.kind == "convoy" and (box.home_islands or box.gp.army or box.gp.navy):
            problems.add(f"boxes.{box.id}", box.kind, "no home_islands and no gp in a convoy box")
        if box.kind == "land" and box.gp.navy:
            problems.add(
                f"boxes.{box.id}.gp", {"navy": box.gp.navy}, "no navy GP where no ship can be"
            )


def _check_lines(file: File, problems: Problems) -> None:
    """Known boxes, each line once; sea lines join no land box, so no ship enters one (R11-2a)."""
    kinds = {box.id: box.kind for box in file.boxes}
    convoy = _convoy(file)
    for kind, pairs in (("sea", file.lines.sea), ("land", file.lines.land)):
        seen: set[frozenset[str]] = set()
        for a, b in pairs:
            key = f"lines.{kind}.{a}-{b}"
            exist = [check_known(key, box, list(kinds), problems) for box in (a, b)]
            if a == b:
                problems.add(key, [a, b], "two different boxes")
            if frozenset((a, b)) in seen:
                problems.add(key, [a, b], f"every {kind} line once")
            seen.add(frozenset((a, b)))
            if not all(exist):
                continue
            for box in (a, b):
                if kind == "sea" and kinds[box] == "land":
                    problems.add(key, [a, b], f"boxes of kind sea; {box} is a land box")
            if convoy in (a, b) and (kind == "land" or HOME not in (a, b)):
                problems.add(key, [a, b], f"no line of {convoy} but one sea line to {HOME}")
    if convoy and not any({a, b} == {HOME, convoy} for a, b in file.lines.sea):
        problems.add(f"lines.sea.{HOME}-{convoy}", ABSENT, "the sea line to the convoy box")


def _check_reach(file: File, problems: Problems) -> None:
    near = _neighbours(file)
    if HOME not in near:
        return
    reached, edge = {HOME}, [HOME]
    while edge:
        fresh = near[edge.pop()] - reached
        reached |= fresh
        edge.extend(fresh)
    for box in near:
        if box not in reached:
            problems.add(f"boxes.{box}", box, f"a box that lines connect with {HOME}")


def _check_ahead(file: File, problems: Problems) -> None:
    near = _neighbours(file)
    for box, others in file.ahead.items():
        if not check_known(f"ahead.{box}", box, list(near), problems):
            continue
        for other in others:
            if not check_known(f"ahead.{box}", other, list(near), problems):
                continue
            if other not in near[box]:
                expected = f"neighbours of {box} only: {one_of(other, sorted(near[box]))}"
                problems.add(f"ahead.{box}", other, expected)
        check_unique(f"ahead.{box}", others, problems)


def _check_marker(file: File, marker: MarkerEntry, problems: Problems) -> None:
    """A route over boxes other than Home (R8-4c) and the convoy box, each once."""
    key = f"markers.{marker.id}"
    near = _neighbours(file)
    if not 1 <= len(marker.route) <= MAX_ROUTE:
        problems.add(f"{key}.route", f"{len(marker.route)} boxes", f"1 to {MAX_ROUTE} boxes")
    forbidden = {HOME: "Allied markers never enter it", _convoy(file): "it is the convoy box"}
    for step, box in enumerate(marker.route, 1):
        where = f"{key}.route.{step}"
        if check_known(where, box, list(near), problems) and box in forbidden:
            problems.add(where, box, f"a box other than {box}: {forbidden[box]}")
        if box in marker.route[: step - 1]:
            problems.add(where, box, "every box of a route once")
    for previous, box in pairwise(marker.route):
        if box in near and previous in near and box not in near[previous]:
            problems.notice(f"{key}.route: no line for units joins {previous} and {box}")
    if marker.start != "base":
        check_known(f"{key}.start", marker.start, ["base", *marker.route], problems)


def _check_nations(file: File, problems: Problems) -> None:
    """Two nations in one box would leave the column of the results table open (A-10)."""
    ids = [marker.id for marker in file.markers]
    check_unique("markers", ids, problems)
    if len(ids) > MAX_MARKERS:
        problems.add("markers", f"{len(ids)} markers", f"at most {MAX_MARKERS}")
    holder: dict[str, MarkerEntry] = {}
    for marker in file.markers:
        for step, box in enumerate(marker.route, 1):
            first = holder.setdefault(box, marker)
            if first.nation != marker.nation:
                problems.add(
                    f"markers.{marker.id}.route.{step}",
                    box,
                    f"no box where marker {first.id} ({first.nation}) could meet "
                    f"marker {marker.id} ({marker.nation})",
                )


def _check_base_bonus(file: File, problems: Problems) -> None:
    if file.base_bonus:
        ids = [marker.id for marker in file.markers]
        check_known("base_bonus.base", file.base_bonus.base, ids, problems)


def _check_coordinates(file: File, problems: Problems) -> None:
    places = [*box_ids(file), *(f"base:{marker.id}" for marker in file.markers)]
    for place in file.coordinates:
        check_known(f"coordinates.{place}", place, places, problems)
