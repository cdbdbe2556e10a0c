"""The picture of the map: well formed, complete, the same each time."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from glory_env.games.empire import state as st
from glory_env.games.empire.render.ground import size
from glory_env.games.empire.render.picture import WIDTH, board, caption, pixels, write_picture
from glory_env.games.empire.scenario import load
from glory_env.games.empire.start import start_position
from glory_env.render.drawing import Group, Rect, Text
from glory_env.render.svg import document, element

SVG = "{http://www.w3.org/2000/svg}"


def draw(g, scenario):
    return document(board(scenario, g), caption(g), WIDTH, size(scenario))


@pytest.fixture(scope="module")
def picture():
    scenario = load("year_1943")
    g = start_position(scenario)[0]
    return g, scenario, draw(g, scenario)


def _titles(root) -> list[str]:
    return [group.find(f"{SVG}title").text for group in root.iter(f"{SVG}g")]


def test_every_hex_base_and_counter_is_drawn(picture) -> None:
    g, scenario, text = picture
    root = ElementTree.fromstring(text)
    assert root.find(f"{SVG}title").text == "Empire of the Sun, turn 5, political will 6"
    assert len(list(root.iter(f"{SVG}polygon"))) > len(scenario.hexes)
    titles = _titles(root)
    assert "2015 Singapore" in titles
    assert "22 Air Flotilla, reduced" in titles
    shown = " | ".join(titles)
    s = scenario.tables[0]
    for u, name in enumerate(scenario.units):
        if g.place[u] in (st.MAP, st.CHINA_BOX, st.DELAY_BOX, st.ELIMINATED):
            assert scenario.names[name]["en"] in shown
    assert sum(title[:4].isdigit() for title in titles) == s.named.sum() + 1


def test_nothing_lies_outside_the_canvas(picture) -> None:
    root = ElementTree.fromstring(picture[2])
    _, _, across, down = (float(value) for value in root.get("viewBox").split())
    for polygon in root.iter(f"{SVG}polygon"):
        for point in polygon.get("points").split():
            x, y = (float(value) for value in point.split(","))
            assert 0 <= x <= across
            assert 0 <= y <= down
    assert int(root.get("height")) == round(1600 * down / across)


def test_it_shows_the_position_and_changes_nothing(picture) -> None:
    g, scenario, text = picture
    other = g.copy()
    assert draw(g, scenario) == text
    assert g.tobytes() == other.tobytes()
    other.will, other.ctrl[:] = 3, 0
    changed = draw(other, scenario)
    assert "political will 3" in changed
    assert changed.count("stroke=") == text.count("stroke=")
    assert changed != text.replace("will 6", "will 3").replace("Will 6", "Will 3")


def test_it_is_written_as_svg_and_drawn_as_pixels(picture, tmp_path) -> None:
    g, scenario, text = picture
    write_picture(scenario, g, tmp_path / "map.svg")
    assert (tmp_path / "map.svg").read_text() == text
    drawn = pixels(scenario, g)
    across, down = size(scenario)
    assert drawn.shape == (round(WIDTH * down / across), WIDTH, 3)
    with pytest.raises(ValueError, match=r"expected \.png or \.svg"):
        write_picture(scenario, g, tmp_path / "map.pdf")


def test_a_group_holds_its_parts_and_its_title() -> None:
    group = Group((Rect(0, 0, 2, 3), Text(1, 1, "A & B", 2)), "Two")
    root = ElementTree.fromstring(element(group))
    assert [part.tag for part in root] == ["title", "rect", "text"]
    assert root.find("text").text == "A & B"
    assert ElementTree.fromstring(element(Group((Rect(0, 0, 2, 3),)))).find("title") is None
