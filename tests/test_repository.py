"""What a visitor of the repository meets first: how to report, how to cite."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from glory_env import __version__

ROOT = Path(__file__).parents[1]
TEMPLATES = sorted(
    path for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config"
)
FIELDS = {"input", "textarea", "dropdown"}


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_a_template_of_an_issue_is_a_form(path: Path) -> None:
    form = read(path)
    assert form["name"]
    assert form["description"]
    fields = [part for part in form["body"] if part["type"] in FIELDS]
    assert {part["type"] for part in form["body"]} <= {"markdown", *FIELDS}
    assert len({part["id"] for part in fields}) == len(fields) > 0
    assert all(part["attributes"]["label"] for part in fields)
    assert any(part["validations"]["required"] for part in fields)


def test_there_is_a_form_for_bugs_rules_and_features() -> None:
    fields = {path.stem: {part.get("id") for part in read(path)["body"]} for path in TEMPLATES}
    assert set(fields) == {"bug", "feature", "rules"}
    assert {"version", "command", "record"} <= fields["bug"]
    assert "rule" in fields["rules"]


def test_the_example_of_a_rule_is_one() -> None:
    (field,) = [part for part in read(TEMPLATES[-1])["body"] if part.get("id") == "rule"]
    rules = (ROOT / "docs" / "rules_map.md").read_text(encoding="utf-8")
    assert f"| {field['attributes']['placeholder']} |" in rules


def test_the_citation_is_of_this_version_and_year() -> None:
    cited = read(ROOT / "CITATION.cff")
    preferred = cited["preferred-citation"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert cited["version"] == preferred["version"] == project["version"] == __version__
    assert cited["authors"] == preferred["authors"]
    assert cited["title"] == preferred["title"]
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert f"(c) {preferred['year']} {cited['authors'][0]['name']}" in licence


def test_a_hole_is_reported_in_private_and_to_no_invented_address() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert "*Report a vulnerability*" in text
    assert re.findall(r"\S+@\S+|https?://", text) == []
    assert len(re.findall(r"^\d+\. ", text, re.M)) == 10
