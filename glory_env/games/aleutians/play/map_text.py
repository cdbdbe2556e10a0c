"""The map in characters: a row of the board is a row of cells, west on the left."""

from __future__ import annotations

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.play.position import View

CELL = 7  # characters of an area
SIGNS = {"japan": "J", "allies": "A"}


class MapText:
    """Areas A1 to D15 with what a seat sees there.

    board: `map_view`, position: `position_view`. Five lines an area: its name, fleets of Japan,
    fleets of the Allies, places and ground units, patrols and flown aircraft.
    """

    def __init__(self, board: View, position: View) -> None:
        self._position = position
        self._land = {one["id"] for one in board["areas"] if one["land"] not in ("none", "grey")}
        self._ground = {one["id"]: one["side"] for one in board["units"] if one["kind"] == "ground"}

    def text(self) -> str:
        """The whole map."""
        border = "+".join(["", *["-" * CELL] * st.COLUMNS, ""])
        lines = [border]
        for row in range(st.ROWS):
            ids = [f"{'ABCD'[row]}{column}" for column in range(st.COLUMNS, 0, -1)]
            for texts in zip(*map(self._cell, ids), strict=True):
                lines.append("|".join(["", *(f"{text[:CELL]:{CELL}}" for text in texts), ""]))
            lines.append(border)
        return "\n".join(lines)

    def _cell(self, area: str) -> list[str]:
        name = area + (" ^" if area in self._land else "")
        return [name, *(self._fleets(area, side) for side in st.SIDES), *self._pieces(area)]

    def _fleets(self, area: str, side: str) -> str:
        """The fleets of a side: its sign and their letters, * after one that is found."""
        letters = [
            one["letter"] + "*" * one["found"]
            for one in self._position["fleets"]
            if one["area"] == area and one["side"] == side
        ]
        return SIGNS[side] + "".join(letters) if letters else ""

    def _pieces(self, area: str) -> list[str]:
        """Fields, ports and ground units; below them patrols and aircraft flown here."""
        spots = [one for one in self._position["spots"] if one["area"] == area]
        built = "=" * any(one["field"] for one in spots)
        built += "#" * any(one["port_owner"] for one in spots)
        units = self._position["units"].items()
        here = [(key, one["place"]) for key, one in units if one.get("area") == area]
        places = [place for _, place in here]
        ground = [
            self._ground[key] for key, place in here if place == "spot" and key in self._ground
        ]
        for side in st.SIDES:
            if ground.count(side):
                built += f"{ground.count(side)}{SIGNS[side].lower()}"
        patrols, flown = places.count("sea"), places.count("target")
        return [built, f"~{patrols}" * bool(patrols) + f"!{flown}" * bool(flown)]
