"""The picture: complete, well formed, the same as SVG and as pixels."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from PIL import Image

from glory_env.games.glory import state
from glory_env.games.glory.render import board as scene
from glory_env.games.glory.render import picture
from glory_env.games.glory.render.layout import MAP, PITCH, arrange, clip, slots
from glory_env.games.glory.render.picture import write_picture
from glory_env.games.glory.render.position import name
from glory_env.games.glory.scenario import load, names
from glory_env.render.drawing import HEIGHT, VERMILLION, WIDTH, Circle, Rect, Text, measure
from tests.render.positions import starting_position

SVG = "{http://www.w3.org/2000/svg}"


def parsed(scenario, record):
    """All texts and all tooltips of the SVG."""
    root = ElementTree.fromstring(picture.svg(scenario, record))
    texts = [item.text or "" for item in root.iter(f"{SVG}text")]
    titles = [item.text or "" for item in root.iter(f"{SVG}title")]
    return texts, titles


def of_counter(titles, counter):
    """The tooltips of the stacks a counter is in; they end in the ids of their counters."""
    return [t for t in titles if "; " in t and counter in t.split("; ")[-1].split(", ")]


@pytest.mark.parametrize("position", ["start", "crowded"])
def test_every_box_marker_and_counter_is_drawn(scenario, position, request):
    record = request.getfixturevalue(position)
    texts, titles = parsed(scenario, record)
    for key in scenario.boxes:
        assert name(scenario, key) in texts
        assert f"{name(scenario, key)} ({key})" in titles
    for m, marker in enumerate(scenario.markers):
        standing = [t for t in titles if t.startswith(f"Allied marker {marker} ")]
        base = next(t for t in titles if t.startswith(f"Base {marker}:"))
        assert len(standing) == bool(record.marker_step[m])
        assert base.endswith("marker in base" if record.marker_step[m] == 0 else "on the map")
    for u, key in enumerate(scenario.counters):
        shown = record.place[u] >= 0 or record.place[u] in (state.POOL, state.TRACK)
        assert len(of_counter(titles, key)) == shown, key


def test_stacks_show_their_count(scenario, start):
    start.place[: len(scenario.counters)] = state.REMOVED
    before = parsed(scenario, start)[0].count("3")
    for key in ("dd_1", "dd_2", "dd_3"):
        start.place[scenario.counters.index(key)] = scenario.boxes.index("hokkaido")
    texts, titles = parsed(scenario, start)
    assert texts.count("3") == before + 1
    assert any(t.startswith("3 x DD: strength 1, tonnage 30, active; dd_1") for t in titles)


def test_active_and_damaged_counters_look_different(scenario, start):
    u = scenario.counters.index("nagato")
    dots, fills = [], []
    for active, damage in ((0, 0), (1, 0), (1, 1)):
        start.active[u], start.damage[u] = active, damage
        drawn = scene.board(scenario, start)
        chip = next(p for p in drawn if isinstance(p, Rect) and "nagato" in p.title)
        fills.append(chip.fill)
        dots.append(sum(isinstance(p, Circle) and p.fill == VERMILLION for p in drawn))
        (state_shown,) = of_counter([p.title for p in drawn if isinstance(p, Rect)], "nagato")
        assert ("not active" not in state_shown) == bool(active)
        assert ("damaged" in state_shown) == bool(damage)
    assert fills[0] != fills[1] == fills[2]
    assert dots[0] == dots[1] == dots[2] - 1


def test_panel_shows_shipping_points_and_invasion(scenario, crowded):
    texts, _ = parsed(scenario, crowded)
    for expected in (
        "Shipping: total 415", "cap 730", "floor 100", "Army 0/120", "Navy 40/150", "Civil 205/205",
        "34", "52", "Navy: pay", "convoys B (large)", "Turn 7", "Turn 8", "N+B+C", "removed: 1",
    ):  # fmt: skip
        assert expected in texts or expected.replace("N+B+C", "B+C+N") in texts, expected


def test_xml_stays_well_formed_with_any_name(scenario, crowded):
    odd = {"en": "<Truk> & \"Rabaul\" 'x' \x07 トラック"}
    named = dataclasses.replace(scenario, names=dict.fromkeys(scenario.boxes, odd))
    texts, titles = parsed(named, crowded)
    assert any("<Truk> & \"Rabaul\" 'x'" in title for title in titles)
    assert picture.pixels(named, crowded, 320).shape == (180, 320, 3)
    assert texts


def assert_texts_inside(drawn):
    """Every text stays on the canvas."""
    for item in drawn:
        if isinstance(item, Text):
            width = measure(item.text, item.size, item.bold)
            left = item.x - {"start": 0, "middle": width / 2, "end": width}[item.anchor]
            assert left >= 0, item
            assert left + width <= WIDTH, item
            assert 0 <= item.y <= HEIGHT, item


def test_long_names_are_made_to_fit(scenario, crowded):
    long = {"en": "An exceedingly long name of some far and windy place"}
    keys = (*scenario.boxes, *(f"base:{m}" for m in scenario.markers))
    named = dataclasses.replace(scenario, names=dict.fromkeys(keys, long))
    drawn = scene.board(named, crowded)
    assert_texts_inside(drawn)
    shortened = [p for p in drawn if isinstance(p, Text) and p.text.endswith("…")]
    assert len(shortened) == len(keys)
    for item in shortened:
        assert measure(item.text, item.size, item.bold) <= 214


def overlaps(a, b):
    return (
        a.x < b.x + b.width
        and b.x < a.x + a.width
        and a.y < b.y + b.height
        and b.y < a.y + a.height
    )


def test_boxes_and_bases_do_not_overlap(scenario):
    areas = [area for part in arrange(scenario) for area in part]
    assert len(areas) == len(scenario.boxes) + len(scenario.markers)
    for k, area in enumerate(areas):
        assert MAP.x <= area.x
        assert area.x + area.width <= MAP.x + MAP.width
        assert MAP.y <= area.y
        assert area.y + area.height <= MAP.y + MAP.height
        assert not any(overlaps(area, other) for other in areas[:k])


@pytest.mark.parametrize("packaged", names())
def test_every_scenario_that_comes_with_the_package_can_be_drawn(packaged):
    scenario = load(packaged)
    record = starting_position(scenario)[0]
    texts, _ = parsed(scenario, record)
    assert {name(scenario, key) for key in scenario.boxes} <= set(texts)
    areas = [area for part in arrange(scenario) for area in part]
    assert not any(overlaps(a, b) for k, a in enumerate(areas) for b in areas[:k])


def test_connection_lines_pass_behind_no_other_box(scenario):
    areas, tables = arrange(scenario).boxes, scenario.tables[0]
    for lines in (tables.sea_lines, tables.land_lines):
        for a in range(len(areas)):
            for b in range(a):
                if not int(lines[a]) >> b & 1:
                    continue
                start, end = areas[a].centre, areas[b].centre
                for c, area in enumerate(areas):
                    if c not in (a, b):
                        assert clip(start, end, area) == 0, [scenario.boxes[k] for k in (a, b, c)]


def test_boxes_drawn_on_one_another_are_moved_apart(scenario, start):
    keys = list(scenario.coordinates)
    heaped = {key: (0.5 + 0.01 * k, 0.5 + 0.01 * (k % 5)) for k, key in enumerate(keys)}
    same = dataclasses.replace(scenario, coordinates=heaped)
    areas = [area for part in arrange(same) for area in part]
    assert not any(overlaps(a, b) for k, a in enumerate(areas) for b in areas[:k])
    assert_texts_inside(scene.board(same, start))


@pytest.mark.parametrize("count", [1, 4, 9, 30, 80])
def test_any_number_of_counters_fits_into_a_box(scenario, count):
    area = arrange(scenario).boxes[-1]
    scale, centres = slots(area, count)
    assert len(set(centres)) == count
    for x, y in centres:
        assert area.x <= x - PITCH[0] * scale / 2 + 0.01
        assert x + PITCH[0] * scale / 2 <= area.x + area.width + 0.01
        assert area.y <= y - PITCH[1] * scale / 2 + 0.01
        assert y + PITCH[1] * scale / 2 <= area.y + area.height + 0.01


@pytest.mark.parametrize("width", [320, 960])
def test_pixels_have_shape_and_type_and_repeat(scenario, crowded, width):
    drawn = picture.pixels(scenario, crowded, width)
    assert drawn.shape == (width * 9 // 16, width, 3)
    assert drawn.dtype == np.uint8
    assert np.array_equal(drawn, picture.pixels(scenario, crowded, width))
    assert drawn.std() > 20


def test_pixels_follow_the_position(scenario, start, crowded):
    one, other = (picture.pixels(scenario, record, 640) for record in (start, crowded))
    assert (one != other).any()
    assert picture.svg(scenario, start) == picture.svg(scenario, start)


@pytest.mark.parametrize("width", [0, 319, 100_000, 640.5, True])
def test_senseless_width_is_refused(scenario, start, width):
    for draw in (picture.pixels, picture.svg):
        with pytest.raises(ValueError, match=r"expected a whole number 320\.\.3840"):
            draw(scenario, start, width)


def test_the_record_is_not_changed(scenario, crowded):
    before = crowded.tobytes()
    scene.board(scenario, crowded)
    assert crowded.tobytes() == before


def test_no_display_is_needed(tmp_path):
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    code = "import glory_env.games.glory.render.picture, sys; print('tkinter' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_picture_file_is_written_whole(scenario, start, tmp_path, suffix):
    out = tmp_path / "docs" / f"map{suffix}"
    write_picture(scenario, start, out, 640)
    assert [path.name for path in out.parent.iterdir()] == [out.name]
    if suffix == ".svg":
        assert ElementTree.parse(out).getroot().get("width") == "640"
    else:
        with Image.open(out) as image:
            assert image.size == (640, 360)


def test_a_failed_picture_leaves_no_file(scenario, start, tmp_path):
    with pytest.raises(ValueError, match=r"\.gif.*expected \.png or \.svg"):
        write_picture(scenario, start, tmp_path / "map.gif")
    with pytest.raises(ValueError, match="width 5"):
        write_picture(scenario, start, tmp_path / "map.png", 5)
    assert not list(tmp_path.iterdir())
