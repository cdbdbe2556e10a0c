"""The benchmark's plots show what the results document holds, and mark what it lacks."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from glory_env.games.glory.report import canvas, plots
from glory_env.games.glory.report.canvas import FEW, WIDTH, label_points
from glory_env.games.glory.report.page import PLOTS
from glory_env.games.glory.state import SERVICES
from tests.bench.shown import AGENTS, found_on

pytestmark = pytest.mark.filterwarnings("error")

SEAT_TITLES = ["utility of the army", "utility of the navy"]


def drawn(document: dict[str, Any], name: str) -> Figure:
    """One plot, which has to be there."""
    figure = plots.PLOTS[name](document)
    assert figure is not None
    return figure


def dots_of(axis: Axes, label: str = "") -> np.ndarray:
    """(x, y) of each dot of a series, float64 (dots, 2), rows from the top."""
    lines = [line for line in axis.get_lines() if line.get_marker() == "o"]
    (line,) = [one for one in lines if not label or one.get_label() == label]
    return np.column_stack([line.get_xdata(), line.get_ydata()])


def means(values: Any) -> list[float]:
    """Of [mean, low, high]; None has none."""
    return [value[0] for value in values if value is not None]


@pytest.mark.slow
def test_longer_searches_are_further_right(document: dict[str, Any]) -> None:
    (axis,) = [one for one in drawn(document, "budgets").axes if one.get_title("left")]
    (line,) = [one for one in axis.lines if len(one.get_xdata()) == 2 and one.get_marker() == "o"]
    assert line.get_xydata().tolist() == [[2.0, 0.1], [5.0, 0.25]]
    assert axis.get_title("left") == "civil_first"


# --- missing parts -------------------------------------------------------------------------
@pytest.mark.slow
def test_everything_is_drawn_and_shown(document: dict[str, Any]) -> None:
    assert set(plots.draw_all(document)) == set(plots.PLOTS) == set(PLOTS)
    assert {f"plot-{name}" for name in PLOTS} <= set(found_on(document).ids)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "lost"),
    [
        ("crossplay", {"crossplay"}),
        ("games", set()),
        ("by_turn", {"pool", "gp", "civil"}),
    ],
)
def test_a_part_that_is_missing_is_left_out(document: dict[str, Any], part: str, lost: set) -> None:
    document[part] = None
    assert set(plots.draw_all(document)) == set(plots.PLOTS) - lost
    ids = set(found_on(document).ids)
    assert {f"plot-{name}" for name in lost}.isdisjoint(ids)
    assert part not in ids


@pytest.mark.slow
@pytest.mark.parametrize(
    ("task", "lost"),
    [("ad_hoc", set()), ("rules_shift", {"deadlocks"}), ("solo", set()),
     ("best_response", {"budgets"}), ("held_out", set())],
)  # fmt: skip
def test_a_task_that_was_not_run_is_left_out(
    document: dict[str, Any], task: str, lost: set
) -> None:
    before = len(drawn(document, "leaderboard").axes)
    in_leaderboard = task in ("solo", "best_response", "held_out")
    del document["tasks"][task]
    assert set(plots.draw_all(document)) == set(plots.PLOTS) - lost
    assert len(drawn(document, "leaderboard").axes) == before - in_leaderboard
    assert task not in found_on(document).ids


@pytest.mark.slow
def test_tasks_that_nobody_has_played_are_left_out(document: dict[str, Any]) -> None:
    """Planners alone, for example, play a few of the tasks."""
    for task in document["tasks"].values():
        task["rows"] = {}
    document["tasks"]["held_out"]["partners"] = {}
    assert set(plots.PLOTS) - set(plots.draw_all(document)) == {"profiles", "deadlocks"}
    found_on(document)


@pytest.mark.slow
def test_figures_without_an_interval_are_dots_alone(document: dict[str, Any]) -> None:
    """Wherever there is a mean it is drawn, and no end of a whisker is."""
    text = json.dumps(document)
    bare = json.loads(re.sub(r"\[([-+.\de]+), (?:[-+.\de]+|null), (?:[-+.\de]+|null)\]",
                             r"[\1, null, null]", text))  # fmt: skip
    bare["games"] = document["games"]  # their splits are no figures
    assert set(plots.draw_all(bare)) == set(plots.PLOTS)
    axes = {axis.get_title("left"): axis for axis in drawn(bare, "leaderboard").axes}
    wanted = means(row["welfare"] for row in bare["tasks"]["selfish"]["rows"].values())
    assert dots_of(axes["selfish: welfare"])[:, 0].tolist() == wanted
    spans = axes["selfish: welfare"].collections[0].get_segments()
    assert not any(len(span) for span in spans)
    found_on(bare)


@pytest.mark.slow
def test_without_any_task_what_is_known_is_shown(document: dict[str, Any]) -> None:
    document["tasks"] = {}
    document["crossplay"] = None
    assert set(plots.draw_all(document)) == {"standing", "pool", "gp", "civil", "causes"}
    assert len(drawn(document, "causes").axes) == 1
    assert {"tasks", "leaderboard"}.isdisjoint(found_on(document).ids)


@pytest.mark.slow
def test_an_agent_that_completes_nothing_is_marked(document: dict[str, Any]) -> None:
    name = "civil_first"
    for task in document["tasks"].values():
        task["rows"][name] = dict.fromkeys(task["rows"][name])
    kept = document["by_turn"][name]
    for key in ("total", "gp_army", "gp_navy", "civil"):
        kept[key][1:] = [None] * (len(kept["turn"]) - 1)
    kept["alive"][1:] = [0.0] * (len(kept["turn"]) - 1)
    for figures in document["with_itself"][name].values():
        figures |= dict.fromkeys(("gp_army", "gp_navy", "grab", "margin"))
    assert set(plots.draw_all(document)) == set(plots.PLOTS)
    for axis in drawn(document, "deadlocks").axes:
        assert [t.get_position()[1] for t in axis.texts if t.get_text() == "no value"] == [1]
        assert dots_of(axis)[:, 1].tolist() == [0, 2]
    left, right = drawn(document, "civil").axes[:2]
    assert left.images[0].get_array().mask[1].tolist() == [False, True, True, True]
    assert [t.get_text() for t in right.texts] == ["no value"]
    found_on(document)


@pytest.mark.slow
def test_with_all_values_missing_nothing_breaks(document: dict[str, Any]) -> None:
    for task in document["tasks"].values():
        task["rows"] = {name: dict.fromkeys(row) for name, row in task["rows"].items()}
    crossplay = document["crossplay"]
    for key in ("field", "exploitability", "regret"):
        crossplay[key] = {name: dict.fromkeys(row) for name, row in crossplay[key].items()}
    for pairing in document["pairings"].values():
        pairing["figures"] = dict.fromkeys(pairing["figures"])
    assert set(plots.PLOTS) - set(plots.draw_all(document)) == {"leaderboard", "summary"}


# --- plot data -----------------------------------------------------------------------------
@pytest.mark.slow
def test_leaderboard_dots(document: dict[str, Any]) -> None:
    axes = {axis.get_title("left"): axis for axis in drawn(document, "leaderboard").axes}
    tasks = document["tasks"]
    for title, label, task, key in [
        ("solo: victories", "", "solo", "solo_victory"),
        ("coop: completed", "self-play", "coop", "self"),
        ("selfish: completed", "", "selfish", "completion"),
        ("selfish: welfare", "", "selfish", "welfare"),
        ("zero-sum: completed", "", "zero_sum", "completion"),
        ("partners: utility", "ad-hoc", "held_out", "known"),
        ("partners: utility", "held-out", "held_out", "strange"),
        ("best response: its gain", "navy", "best_response", "gain_navy"),
    ]:
        wanted = means(row[key] for row in tasks[task]["rows"].values())
        assert dots_of(axes[title], label)[:, 0].tolist() == wanted
    for seat in SERVICES:
        wanted = means(document["crossplay"]["field"][name][seat] for name in AGENTS)
        assert dots_of(axes["cross-play: utility"], seat)[:, 0].tolist() == wanted
    shown = [t.get_text() for t in axes["solo: victories"].get_yticklabels()]
    assert shown == list(AGENTS)
    low, high = zip(*[row["welfare"][1:] for row in tasks["selfish"]["rows"].values()], strict=True)
    spans = axes["selfish: welfare"].collections[0].get_segments()
    assert [span[:, 0].tolist() for span in spans] == list(map(list, zip(low, high, strict=True)))


@pytest.mark.slow
def test_profiles_and_rules(document: dict[str, Any]) -> None:
    tasks = document["tasks"]
    tasks["hidden"] = {"rows": {AGENTS[0]: {"secret": [0.5, 0.25, 0.75]}}, "columns": []}
    axes = drawn(document, "profiles").axes
    assert [axis.get_title("left") for axis in axes] == list(AGENTS)
    shown = [text.get_text() for text in axes[0].get_yticklabels()]
    assert shown == [
        "yielding", "dogged", "seed 9001", "seed 9002", "demands_60", "honest, cheap talk", "secret"
    ]  # fmt: skip
    for axis, name in zip(axes, AGENTS, strict=True):
        for label, rows, first in (
            ("ad hoc", tasks["ad_hoc"]["rows"], 0),
            ("held out", tasks["held_out"]["partners"], 2),
            ("outside", tasks["outside"]["rows"], 4),
        ):
            wanted = [(value[0], first + k) for k, value in enumerate(rows[name].values())]
            assert [tuple(dot) for dot in dots_of(axis, label)] == wanted
    assert [len(dots_of(axis, "hidden")) for axis in axes] == [1, 0, 0]
    assert [text.get_text() for text in axes[1].texts] == ["no value"]
    document["tasks"]["rules_shift"]["rows"]["stonewaller"]["zero"] = [3.75, 1.0, 5.0]
    rows = document["tasks"]["rules_shift"]["rows"].values()
    for axis in drawn(document, "deadlocks").axes:
        rule = axis.get_title("left")
        assert dots_of(axis)[:, 0].tolist() == means(row[rule] for row in rows)
        assert axis.get_xlim()[1] < 3.75
        assert [t.get_text() for t in axis.texts] == (["3.8 ▸"] if rule == "zero" else [])


@pytest.mark.slow
def test_heat_maps(document: dict[str, Any]) -> None:
    army, navy, _ = drawn(document, "crossplay").axes
    for axis, key in ((army, "u_row"), (navy, "u_col")):
        wanted = np.array(document["crossplay"][key])[:, :, 0]
        np.testing.assert_array_equal(axis.images[0].get_array(), wanted)
        assert [t.get_text() for t in axis.texts] == [f"{x:+.2f}" for x in wanted.ravel()]
    assert [axis.get_title("left") for axis in (army, navy)] == SEAT_TITLES
    left, right, _ = drawn(document, "civil").axes
    np.testing.assert_array_equal(
        left.images[0].get_array(), [run["civil"] for run in document["by_turn"].values()]
    )
    grabs = [document["with_itself"][n]["0"]["grab"] for n in AGENTS]
    assert dots_of(right)[:, 0].tolist() == means(grabs)


@pytest.mark.slow
def test_summary(document: dict[str, Any]) -> None:
    """The gain is that of the task's row, a search's where one has found more than the matrix."""
    document["agents"]["civil_first"]["kind"] = "network"
    axis = drawn(document, "summary").axes[0]
    gains = document["tasks"]["best_response"]["rows"]
    wanted = {
        name: (gains[name]["gain_both"][0], document["with_itself"][name]["0"]["welfare"][0])
        for name in AGENTS
    }
    assert wanted["civil_first"][0] == 0.25
    clouds = {cloud.get_label(): cloud for cloud in axis.collections if len(cloud.get_offsets())}
    names = {"script": ["withdraw_in_time", "stonewaller"], "network, searched": ["civil_first"]}
    assert set(clouds) >= set(names)
    for kind, some in names.items():
        np.testing.assert_array_equal(clouds[kind].get_offsets(), [wanted[n] for n in some])
    assert {note.get_text(): tuple(note.xy) for note in axis.texts} == wanted


@pytest.mark.slow
def test_fans_and_deaths(document: dict[str, Any]) -> None:
    document["by_turn"]["civil_first"]["alive"] = [1.0, 0.75, 0.5, 0.25]
    for name, keys in (("pool", ["total"]), ("gp", ["gp_army", "gp_navy"])):
        axes = drawn(document, name).axes
        count = len(document["by_turn"])
        for axis, twin, kept in zip(
            axes[:count], axes[count:], document["by_turn"].values(), strict=True
        ):
            medians = [line.get_ydata().tolist() for line in axis.get_lines()]
            assert medians == [[five[2] for five in kept[key]] for key in keys]
            assert twin.get_lines()[0].get_ydata().tolist() == kept["alive"]
            outer = axis.collections[0].get_paths()[0].get_extents()
            first = kept[keys[0]]
            assert outer.y0 == min(five[0] for five in first)
            assert outer.y1 == max(five[4] for five in first)


@pytest.mark.slow
def test_bars_add_up_to_all_games(document: dict[str, Any]) -> None:
    axes = drawn(document, "causes").axes
    assert len(axes) == 3
    for axis in axes:
        widths = {bars.get_label(): [bar.get_width() for bar in bars] for bars in axis.containers}
        for label, key in [("completed", "completion"), ("lost by tonnage", "cause_tonnage"),
                           ("lost by home boxes", "cause_home_boxes")]:  # fmt: skip
            wanted = [document["with_itself"][n]["0"][key][0] for n in AGENTS]
            assert widths[label] == wanted
        np.testing.assert_allclose(np.sum(list(widths.values()), axis=0), 1.0)


@pytest.mark.slow
def test_bars_of_another_attitude_are_of_its_games(document: dict[str, Any]) -> None:
    document["with_itself"]["stonewaller"]["-45"]["completion"][0] = 0.125
    shown = {
        axis.get_title("left"): axis.containers[0][2].get_width()
        for axis in drawn(document, "causes").axes
    }
    usual = document["with_itself"]["stonewaller"]["0"]["completion"][0]
    assert shown == {
        "coop, 45 degrees": usual, "selfish, 0 degrees": usual, "zero-sum, -45 degrees": 0.125
    }  # fmt: skip


# --- files and many participants ---------------------------------------------------------------
@pytest.mark.slow
def test_files_are_whole_valid_and_the_same_again(document: dict[str, Any], tmp_path: Path) -> None:
    first = canvas.save_all(plots.draw_all(document), tmp_path / "a")
    again = canvas.save_all(plots.draw_all(document), tmp_path / "b")
    assert {path.name for path in first} == {
        f"{n}.{e}" for n in plots.PLOTS for e in ("png", "svg")
    }
    assert sorted((tmp_path / "a").iterdir()) == sorted(first)
    for one, other in zip(first, again, strict=True):
        content = one.read_bytes()
        assert content == other.read_bytes()
        if one.suffix == ".svg":
            assert ElementTree.fromstring(content).tag == "{http://www.w3.org/2000/svg}svg"
            assert b"<dc:date>" not in content
        else:
            assert content.startswith(b"\x89PNG")


@pytest.mark.slow
def test_many_participants_are_drawn_without_numbers_in_cells(document: dict[str, Any]) -> None:
    crossplay = document["crossplay"]
    names = [f"stonewaller-{k}" for k in range(35)]
    assert len(names) > FEW
    crossplay["agents"] = names
    for key in ("u_row", "u_col"):
        crossplay[key] = [[crossplay[key][0][0]] * 35] * 35
    army = drawn(document, "crossplay").axes[0]
    assert army.images[0].get_array().shape == (35, 35)
    assert not army.texts


@pytest.mark.slow
def test_labels_of_many_points_keep_apart() -> None:
    height = 5.5
    axis = Figure(figsize=(WIDTH, height + 1)).add_axes((0.1, 0.1, 0.6, height / (height + 1)))
    points = np.array([[0.0, 0.0]] * 20 + [[1.0, 1.0]] * 15)
    axis.scatter(*points.T)
    names = [f"agent {k}" for k in range(35)]
    label_points(axis, names, points, height)
    at = np.sort([note.xyann[1] for note in axis.texts])
    assert sorted(note.get_text() for note in axis.texts) == sorted(names)
    assert np.diff(at).min() >= 0.15 / height - 1e-9
    assert at[0] >= 0.0
    assert at[-1] <= 1.0
