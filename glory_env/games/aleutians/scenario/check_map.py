"""What must be true between areas, parts of the sea, places and boxes (3.2, 8.5, 12.2, 13.2)."""

from __future__ import annotations

from itertools import pairwise

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.limits import MAX_PARTS
from glory_env.games.aleutians.scenario.freeze import IN_PLAY, area_number, spot_ids
from glory_env.games.aleutians.scenario.schema import Area, File, Sea, Site
from glory_env.scenario.problems import ABSENT, Problems, check_known, check_unique

SITES = ("depot", "anchorage", "nome", "paramushiro", "dutch_harbor", "petropavlovsk")
NODES = ("before_anchorage", "cook_inlet", "kuriles", "fleet_d")


def check_map(file: File, problems: Problems) -> None:
    """All checks of the map; errors go to `problems`."""
    areas = {area.id: area for area in file.areas}
    seas = {node.id: node for node in file.seas}
    _check_numbers(file, problems)
    for area in file.areas:
        _check_area(file, area, problems)
    for node in file.seas:
        _check_sea(node, areas, seas, problems)
    _check_reach(file, problems)
    _check_land(file, areas, problems)
    for site in file.sites:
        _check_site(site, areas, seas, problems)
    _check_boxes(file, seas, problems)
    _check_named(file, seas, problems)


def _check_numbers(file: File, problems: Problems) -> None:
    """No id twice, every area there, and no more of anything than the record holds."""
    ids = [area.id for area in file.areas]
    check_unique("areas", ids, problems)
    check_unique("seas", [node.id for node in file.seas], problems)
    check_unique("sites", [site.id for site in file.sites], problems)
    for number in range(st.MAX_AREAS):
        name = f"{'ABCD'[number // st.COLUMNS]}{number % st.COLUMNS + 1}"
        if name not in ids:
            problems.add(f"areas.{name}", ABSENT, "an entry for every area from A1 to D15")
    if len(file.seas) > st.MAX_NODES:
        problems.add("seas", f"{len(file.seas)} entries", f"at most {st.MAX_NODES}")
    most = st.MAX_SPOTS - st.BUILT_SPOTS
    if len(spot_ids(file)) > most:
        value = f"{len(file.sites)} sites and {len(spot_ids(file)) - len(file.sites)} land areas"
        problems.add("sites", value, f"at most {most} together")
    for name in ("season", "calendar"):
        count = len(getattr(file.turns, name))
        if count != file.turns.last:
            expected = f"one entry for each of the {file.turns.last} turns"
            problems.add(f"turns.{name}", f"{count} entries", expected)


def _check_area(file: File, area: Area, problems: Problems) -> None:
    parts = sum(node.area == area.id for node in file.seas)
    wet = parts > 0
    if parts > MAX_PARTS:
        problems.add("seas", f"{parts} entries with area {area.id}", f"at most {MAX_PARTS}")
    if area.coast and (area.land == "none" or not wet):
        problems.add(f"areas.{area.id}.coast", True, "false where there is no land or no sea")
    if area.land == "none" and not wet:
        problems.add(f"areas.{area.id}.land", area.land, "land where no part of the sea is")


def _check_sea(node: Sea, areas: dict[str, Area], seas: dict[str, Sea], problems: Problems) -> None:
    """Links lead to other parts in the same or a neighbouring area, and back (8.5)."""
    key = f"seas.{node.id}"
    check_known(f"{key}.area", node.area, list(areas), problems)
    for other in node.links:
        if not check_known(f"{key}.links", other, list(seas), problems):
            continue
        if other == node.id:
            problems.add(f"{key}.links", other, "another part of the sea")
        elif max(_apart(node.area, seas[other].area)) > 1:
            problems.add(f"{key}.links", other, f"neighbours of {node.area} only")
        elif node.id not in seas[other].links:
            problems.add(f"{key}.links", other, f"a link that is at {other} too")
    check_unique(f"{key}.links", node.links, problems)


def _apart(one: str, other: str) -> tuple[int, int]:
    """Rows and columns between two areas."""
    a, b = area_number(one), area_number(other)
    return abs(a // st.COLUMNS - b // st.COLUMNS), abs(a % st.COLUMNS - b % st.COLUMNS)


def _check_reach(file: File, problems: Problems) -> None:
    """Fleets that come onto the map can sail everywhere."""
    links = {node.id: node.links for node in file.seas}
    edge = [node for box in file.off_map for node in box.entry if node in links]
    reached = set(edge)
    while edge:
        fresh = {node for node in links[edge.pop()] if node in links} - reached
        reached |= fresh
        edge.extend(fresh)
    for node in links:
        if reached and node not in reached:
            problems.add(f"seas.{node}", node, "links to the rest of the sea")


def _check_land(file: File, areas: dict[str, Area], problems: Problems) -> None:
    """Land in play on both sides of an edge (13.2)."""
    for one, other in file.land_links:
        key = f"land_links.{one}-{other}"
        known = [check_known(key, area, list(areas), problems) for area in (one, other)]
        if sum(_apart(one, other)) != 1:
            problems.add(key, [one, other], "two areas with a common edge")
        if all(known) and not all(areas[area].land in IN_PLAY for area in (one, other)):
            problems.add(key, [one, other], "areas with land in play")
    check_unique("land_links", ["-".join(sorted(pair)) for pair in file.land_links], problems)


def _check_site(
    site: Site, areas: dict[str, Area], seas: dict[str, Sea], problems: Problems
) -> None:
    key = f"sites.{site.id}"
    known = check_known(f"{key}.area", site.area, list(areas), problems)
    at_sea = check_known(f"{key}.sea", site.sea, list(seas), problems)
    if at_sea and seas[site.sea].area != site.area:
        problems.add(f"{key}.sea", site.sea, f"a part of the sea in {site.area}")
    if known and not site.island and areas[site.area].land != site.colour:
        expected = f"the colour of the land of {site.area}, {areas[site.area].land}"
        problems.add(f"{key}.colour", site.colour, expected)


def _check_boxes(file: File, seas: dict[str, Sea], problems: Problems) -> None:
    if sorted(box.side for box in file.off_map) != ["allies", "japan"]:
        problems.add("off_map", [box.side for box in file.off_map], "one box of each side")
    for box in file.off_map:
        for node in box.entry:
            check_known(f"off_map.{box.id}.entry", node, list(seas), problems)
        if not box.entry:
            problems.add(f"off_map.{box.id}.entry", [], "one or more parts of the sea")


def _check_named(file: File, seas: dict[str, Sea], problems: Problems) -> None:
    """Anchorage is reached through the named parts of the sea, one after the other (12.2)."""
    sites = {site.id: site for site in file.sites}
    for name in SITES:
        check_known(f"named.{name}", getattr(file.named, name), list(sites), problems)
    known = [
        check_known(f"named.{name}", getattr(file.named, name), list(seas), problems)
        for name in NODES
    ]
    if not all(known) or file.named.anchorage not in sites:
        return
    way = (file.named.cook_inlet, file.named.before_anchorage)
    if sites[file.named.anchorage].sea != way[1]:
        expected = f"the sea of {file.named.anchorage}, {sites[file.named.anchorage].sea}"
        problems.add("named.before_anchorage", way[1], expected)
    for one, other in pairwise(way):
        if seas[other].links != (one,):
            problems.add(f"seas.{other}.links", list(seas[other].links), f"{one} only (12.2)")
