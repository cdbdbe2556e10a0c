"""`glory study partners` as a command: files, printed tables, bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from glory_env.cli.main import main


def command(folder: Path, *more: str) -> list[str]:
    return [
        "study", "partners", "grim", "civil_first", "--games", "20", "--selection-games", "8",
        "--scenario", "teaching", "--partners", "pool_burner", "one_turn_planner",
        "--scripts", "grim", "--folder", str(folder), *more,
    ]  # fmt: skip


@pytest.mark.slow
def test_the_command_writes_page_and_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, figures = tmp_path / "partners.md", tmp_path / "partners.json"
    files = ("--no-search", "--write", str(page), "--json", str(figures))
    assert main(command(tmp_path / "games", *files)) == 0
    out = capsys.readouterr().out
    document = json.loads(figures.read_text())
    assert document["partners"] == ["pool_burner"]  # the planner is left out
    assert list(document["agents"]) == ["grim", "civil_first"]
    for agent in document["agents"].values():
        for name in ("completion", "gp_army", "gp_navy", "utility_army", "utility_navy"):
            assert len(agent["itself"]["figures"][name]) == 3
        assert 0.0 <= agent["solo"]["figures"]["solo_victory"][0] <= 1.0
    pairs = [(pair["army"], pair["navy"]) for pair in document["cross_play"]["pairs"]]
    assert pairs == [(a, b) for a in document["agents"] for b in document["agents"]]
    worst = min(document["cross_play"]["pairs"], key=lambda p: p["figures"]["completion"][0])
    named = document["cross_play"]["worst_completion"]
    assert (named["army"], named["navy"]) == (worst["army"], worst["navy"])
    text = page.read_text()
    assert text.startswith("# Partners of other kinds\n")
    for title in ("Summary", "With itself", "Grim beside the best scripts"):
        assert f"### {title}\n" in text
    assert "grim in the shared game" in out
    assert f"In the middle by utility: {document['family']['middle']}" in out
    assert main(command(tmp_path / "games", "--no-search")) == 0
    again = capsys.readouterr().out
    assert again.split("\n", 1)[1] in out  # the same tables


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "agents: expected at least one name"),
        (["grim", "--games", "0"], "games: expected 1 to"),
        (["grim", "--write", "/nowhere/at/all/page.md"], "--write"),
        (["grim", "--no-search", "--partners", "one_turn_planner"], "partners: expected"),
    ],
)
def test_the_command_names_what_is_wrong(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "partners", *arguments]) == 2
    assert words in capsys.readouterr().err
