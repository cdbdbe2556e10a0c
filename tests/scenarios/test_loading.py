"""Loading by name and by path, the scenario's id, warnings, and computed coordinates."""

from __future__ import annotations

import pickle
import shutil
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import yaml

from glory_env.games.glory.scenario import ScenarioError, load, names
from glory_env.games.glory.scenario.layout import overlap
from glory_env.games.glory.scenario.load import FOLDER
from glory_env.games.glory.state import NONE
from tests.scenarios.editing import DELETE, content_of, edited, text_of, write


def test_names():
    assert names() == ("glory", "teaching")


def test_a_name_is_loaded_once():
    assert load("glory") is load("glory")


def test_a_path_works_like_a_name(tmp_path, monkeypatch):
    own = tmp_path / "mine.yaml"
    shutil.copy(FOLDER / "glory.yaml", own)
    scenario = load(own)
    assert scenario.name == "mine"
    assert scenario.path == own
    assert scenario.id == load("glory").id == load(str(own)).id
    assert (scenario.tables == load("glory").tables).all()
    monkeypatch.chdir(tmp_path)
    assert load("mine.yaml").id == scenario.id
    assert load(Path("mine.yaml")).id == scenario.id


def test_an_edited_file_is_read_again(tmp_path):
    own = edited(tmp_path, ("tonnage.start", 300))
    assert load(own).tables["start_total"] == [300]
    assert load(edited(tmp_path, ("tonnage.start", 295))).tables["start_total"] == [295]


@pytest.mark.parametrize(
    ("word", "first"), [("glroy", "glory"), ("Teaching", "teaching"), ("teach", "teaching")]
)
def test_an_unknown_name_is_met_with_near_misses_first(word, first):
    with pytest.raises(ScenarioError, match=f"scenario = '{word}', expected one of {first}, "):
        load(word)


def test_an_unknown_name_may_be_like_no_other():
    with pytest.raises(
        ScenarioError, match=r"one of glory, teaching, or the path of a \.yaml file"
    ):
        load("zzz")


def test_errors_are_value_errors():
    assert issubclass(ScenarioError, ValueError)


def test_a_scenario_can_be_sent_to_another_process():
    copy = pickle.loads(pickle.dumps(load("teaching")))
    assert copy.id == load("teaching").id
    assert (copy.tables == load("teaching").tables).all()


# --- the id ----------------------------------------------------------------------------------
def reversed_keys(content):
    if isinstance(content, dict):
        return {key: reversed_keys(content[key]) for key in reversed(list(content))}
    return [reversed_keys(item) for item in content] if isinstance(content, list) else content


def test_the_id_does_not_depend_on_what_has_no_effect_on_play(tmp_path):
    content = reversed_keys(content_of("glory"))
    for section in ("boxes", "markers", "units"):
        for entry in content[section]:
            entry.pop("ja", None)
            entry["en"] = "Something else"
    content["coordinates"] = {"java": [0.5, 0.5]}
    content["provenance"] = {"*": ["R", "somewhere"]}
    for kind in ("sea", "land"):
        content["lines"][kind] = [line[::-1] for line in reversed(content["lines"][kind])]
    content["ahead"]["rangoon"].reverse()
    content["ahead"]["mandalay"] = []
    content["hits"]["faces"] = [6, 5]
    content["sea_transport_loss"]["unescorted"] = [3, 1, 2]
    content["invasion_table"][5][5] = "NF/BF/CF"
    content["boxes"][0]["gp"] = {"army": 0}
    content["boxes"][0]["home_islands"] = False
    own = load(write(tmp_path, content, "other_name.yaml"))
    assert own.id == load("glory").id
    assert (own.tables == load("glory").tables).all()


def test_the_id_does_not_depend_on_remarks_and_layout_of_the_text(tmp_path):
    own = tmp_path / "own.yaml"
    own.write_text("# mine\n" + text_of("teaching").replace("\n\n", "\n# more\n"), "utf-8")
    assert load(own).id == load("teaching").id


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("tonnage.start", 295),
        ("boxes.solomons.gp.navy", 9),
        ("lines.sea.+", ["hokkaido", "bonins"]),
        ("crt.us.1-2.0", "E/35"),
        ("crt.us.1-2.0", "D/30"),
        ("invasion_table.2.0", "DF"),
        ("convoy_crt.small_convoys.2.0", 35),
        ("units.ise.start", "bonins"),
        ("units.cl_1.id", "cl_2"),
        ("ahead.hokkaido", []),
        ("initial.units_active", True),
    ],
)
def test_the_id_depends_on_every_value_of_play(tmp_path, path, value):
    assert load(edited(tmp_path, (path, value))).id != load("teaching").id


def test_the_order_of_units_is_a_value_of_play(tmp_path):
    content = content_of()
    content["units"].reverse()
    assert load(write(tmp_path, content)).id != load("teaching").id


# --- what a file may leave out, and odd but playable things ---------------------------------
def test_names_may_be_left_out(tmp_path):
    changes = [("boxes.bonins.en", DELETE), ("boxes.bonins.ja", DELETE), ("units.ise.en", DELETE)]
    own = load(edited(tmp_path, *changes))
    assert own.names["bonins"] == {"ja": "Bonins", "en": "Bonins"}
    assert own.names["ise"] == {"ja": "伊勢型", "en": "Ise"}


def test_provenance_may_be_left_out(tmp_path):
    own = load(edited(tmp_path, ("provenance", DELETE)))
    assert set(own.provenance.values()) == {("R", "")}


def test_base_bonus_may_be_left_out():
    assert load("teaching").tables["bonus_marker"] == [NONE]


def test_a_convoy_row_may_have_six_columns(tmp_path):
    own = load(edited(tmp_path, ("convoy_crt.small_convoys.3.6", DELETE)))
    assert own.tables["convoy_loss"][0, 0, 3, 6:].tolist() == [10, 10]
    assert own.tables["convoy_damage"][0, 0, 3, 1:].tolist() == [2, 1, 0, 0, 0, 0, 0]


def test_a_convoy_cell_may_be_damage_alone():
    tables = load("teaching").tables[0]
    assert (tables.convoy_loss[1, 3, 3], tables.convoy_damage[1, 3, 3]) == (0, 1)


def test_one_turn_may_be_a_band(tmp_path):
    own = load(
        edited(tmp_path, ("crt.us.1-2", DELETE), ("crt.us.1", ["E/5"]), ("crt.us.2", ["D/DR"]))
    )
    assert own.tables["crt_loss"][0, 1, 0].tolist() == [5] * 24
    assert own.tables["crt_gp"][0, 2, 0].tolist() == [2] * 24


def test_a_route_step_without_a_line_is_a_warning(tmp_path):
    own = load(edited(tmp_path, ("lines.sea.4", DELETE), ("lines.sea.+", ["homeland", "solomons"]),
                      ("ahead.marshalls", [])))  # fmt: skip
    assert own.notices == ("markers.N.route: no line for units joins solomons and marshalls",)


def test_boxes_drawn_over_each_other_are_a_warning(tmp_path):
    own = load(edited(tmp_path, ("coordinates.rangoon", [0.39, 0.65])))
    assert len(own.notices) == 1
    assert own.notices[0].startswith("coordinates.rangoon: drawn over saigon")


def places_are_apart(scenario) -> bool:
    points = scenario.coordinates.values()
    inside = all(0 <= v <= 1 for point in points for v in point)
    return inside and not any(overlap(a, b) for a, b in combinations(points, 2))


@pytest.mark.parametrize("base", ["glory", "teaching"])
def test_a_layout_is_computed_without_coordinates(tmp_path, base):
    own = load(edited(tmp_path, ("coordinates", DELETE), base=base))
    assert set(own.coordinates) == set(load(base).coordinates)
    assert places_are_apart(own)
    assert len(own.notices) == 1
    assert own.notices[0].startswith("coordinates: none for homeland, hokkaido, bonins, ")
    assert load(own.path).coordinates == own.coordinates  # always the same
    home, near, far = (np.array(own.coordinates[k]) for k in ("homeland", "hokkaido", "solomons"))
    assert np.linalg.norm(home - near) < np.linalg.norm(home - far)


def test_missing_coordinates_are_placed_among_the_given(tmp_path):
    changes = [("coordinates.java", DELETE), ("coordinates.base:N", DELETE)]
    own = load(edited(tmp_path, *changes, base="glory"))
    glory = load("glory")
    same = [key for key in own.coordinates if own.coordinates[key] == glory.coordinates[key]]
    assert len(same) == len(glory.coordinates) - 2
    assert list(own.coordinates) == list(glory.coordinates)
    assert places_are_apart(own)
    assert "none for java, base:N;" in own.notices[0]


def test_the_largest_map_has_a_layout(tmp_path):
    content = content_of()
    del content["coordinates"]
    for n in range(14):
        content["boxes"].append({"id": f"island_{n}", "kind": "sea"})
        content["lines"]["sea"].append(["homeland", f"island_{n}"])
    for n in range(5):
        route = {"route": [f"island_{n}"], "start": "base"}
        content["markers"].append({"id": f"X{n}", "nation": "us", **route})
    own = load(write(tmp_path, content))
    assert len(own.coordinates) == 32
    assert places_are_apart(own)


def test_data_is_the_content_of_the_file():
    assert load("glory").data == yaml.safe_load(text_of("glory"))
