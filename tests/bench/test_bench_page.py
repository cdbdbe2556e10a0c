"""The benchmark's plots and page show what the results document holds, and no more."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from glory_env.games.glory.report import canvas, plots
from glory_env.games.glory.report.page import page
from glory_env.games.glory.report.plots import draw_all
from glory_env.games.glory.report.suite import tables
from tests.bench.shown import AGENTS, Found, found_on

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("error")]


# --- the page ------------------------------------------------------------------------------
def test_every_table_is_on_the_page_cell_by_cell(document: dict[str, Any]) -> None:
    shown, wanted = found_on(document).tables, tables(document)
    for table in wanted:
        assert shown[table.title] == [table.head, *table.rows]
    assert set(shown) == {"participants", *(table.title for table in wanted)}


@pytest.mark.parametrize("task", ["solo", "coop", "selfish", "zero_sum", "held_out", "rules_shift"])
def test_numbers_of_a_task_are_those_of_the_document(document: dict[str, Any], task: str) -> None:
    found = document["tasks"][task]
    _, *rows = found_on(document).tables[task.replace("_", " ")]
    shown = {row[0]: row[1:] for row in rows}
    assert list(shown) == list(found["rows"]) == list(AGENTS)
    for agent, cells in shown.items():
        for cell, column in zip(cells, found["columns"], strict=True):
            value = found["rows"][agent][column["key"]]
            numbers = [float(x) for x in re.findall(r"[-+]?\d+\.\d+", cell)]
            if value is None:
                assert cell == "-"
                continue
            scale, slack = {"share": (100, 0.051), "number": (1, 0.0051), "signed": (1, 6e-4)}[
                column["form"]
            ]
            assert ("%" in cell) == (scale == 100)
            known = [x for x in value if x is not None]
            np.testing.assert_allclose(numbers, scale * np.array(known), atol=slack)


def test_header_says_what_the_figures_depend_on(document: dict[str, Any]) -> None:
    found = found_on(document)
    wanted = [
        document["package"], document["code"], document["scenario"], document["scenario_id"],
        f"deadlock rule {document['deadlock']}", "max_offers 6", "coop 45, selfish 0, zero_sum -45",
        f"{document['seeds']['first']} and on, 60 games", "sampled: ", "95 % percentile bootstrap",
        "9001, 9002", document["held_out"]["sha256"], f"{document['wall_time_s']:g} s",
    ]  # fmt: skip
    for words in wanted:
        assert words in found.words
    _, *rows = found.tables["participants"]
    assert [(row[0], row[3]) for row in rows] == [
        (name, about["fingerprints"][name]) for name, about in document["agents"].items()
    ]
    document["deterministic"] = True
    assert "deterministic: " in found_on(document).words


def test_a_policy_for_each_attitude_is_distinguished(document: dict[str, Any]) -> None:
    about = document["agents"]["civil_first"]
    about["seeds"]["45"] = ["one", "two"]
    about["fingerprints"] = {"one": "ab", "two": "cd", "civil_first": "ef"}
    row = found_on(document).tables["participants"][2]
    assert row[2:] == [
        "45°: one, two; 0°: civil_first; -45°: civil_first",
        "one ab, two cd, civil_first ef",
    ]


def test_games_are_shown_turn_by_turn(document: dict[str, Any]) -> None:
    words = found_on(document).words
    first, second = AGENTS[:2]
    assert [(game["about"], game["army"], game["navy"]) for game in document["games"]] == [
        ("median", first, first), ("lowest", first, first), ("across", first, second)
    ]  # fmt: skip
    for game in document["games"]:
        assert f"Seed {game['seed']}, welfare {game['welfare']:.2f}." in words
        assert f"{game['ending']}." in words
        before = game["start"]
        for turn in game["turns"]:
            split = " + ".join(map(str, turn["shares"])) if sum(turn["shares"]) else "none"
            assert f"Turn {turn['turn']} split {split} pool {before} to {turn['total']}" in words
            before = turn["total"]
            for told in turn["story"].get("tonnage", ()):
                assert told[0] in words


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_nothing_is_wider_than_the_window(
    document: dict[str, Any], chromium: Any, tmp_path: Path, width: int, scheme: str
) -> None:
    """At 1280 pixels no table either; at 390 those go sideways in a frame of their own."""
    many = [f"temperament-{k}" for k in range(12)]
    task = document["tasks"]["ad_hoc"]
    task["columns"] = [{"key": key, "label": key, "form": "signed"} for key in many]
    task["rows"] = {
        "runs/" + "long-" * 20 + name: {key: [-0.5, -0.625, -0.375] for key in many}
        for name in task["rows"]
    }
    (tmp_path / "report.html").write_text(page(document, tables(document), draw_all(document)))
    context = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    tab = context.new_page()
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto((tmp_path / "report.html").as_uri())
    tab.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    wide = tab.evaluate(
        "[...document.querySelectorAll('.scroll')].filter(one => one.scrollWidth > one.clientWidth)"
        ".map(one => one.querySelector('table').dataset.title)"
    )
    assert wide == [] or width < 1280
    paper = {"light": "rgb(253, 253, 251)", "dark": "rgb(20, 24, 28)"}[scheme]
    for place in ("body", "#plot-summary svg #summary-patch_1 path"):
        key = "fill" if "svg" in place else "backgroundColor"
        shown = "one => getComputedStyle(one)." + key
        assert tab.eval_on_selector(place, shown) == paper
    assert not [url for url in asked if not url.startswith(("file:", "data:"))]
    context.close()


def test_page_needs_nothing_but_itself(document: dict[str, Any]) -> None:
    text = page(document, tables(document), draw_all(document))
    bare = re.sub(r'xmlns(:\w+)?="[^"]*"|"data:image/png;base64,[\w+/=\s]*"', "", text)
    assert not re.search(r"https?:|//\w|@import|url\((?!#)", bare)
    found = Found(text)
    assert not found.elements & {"script", "link", "iframe", "object", "embed"}
    assert len(found.ids) == len(set(found.ids))
    inner = {link for link in found.links if not link.startswith("data:image/png;base64,")}
    assert inner <= {f"#{name}" for name in found.ids}
    references = set(re.findall(r"url\(#([^)]*)\)", text))
    assert references
    assert references <= set(found.ids)


def test_plots_follow_light_and_dark(document: dict[str, Any]) -> None:
    text = page(document, tables(document), draw_all(document))
    pictures = text[text.index("</style>") :]
    assert "prefers-color-scheme: dark" in text
    assert "var(--ink)" in pictures
    assert "#1b1f24" not in pictures


def test_a_hostile_name_stays_text(document: dict[str, Any]) -> None:
    name = """<script>alert('x')</script> & "a" $\\frac$ {{ 1 }}"""
    text = json.dumps(document).replace("stonewaller", json.dumps(name)[1:-1])
    changed = json.loads(text)
    made = page(changed, tables(changed), draw_all(changed))
    assert "<script" not in made
    found = Found(made)
    assert [row[0] for row in found.tables["selfish"]] == ["agent", *AGENTS[:2], name]
    for figure in plots.draw_all(changed).values():
        ElementTree.fromstring(canvas.svg(figure, "salt"))
