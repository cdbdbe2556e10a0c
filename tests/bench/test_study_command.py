"""`glory study`: the list of studies, their flags, what moved there."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from glory_env.cli import main as command
from glory_env.cli.main import COMMANDS, MOVED, main
from glory_env.cli.study import _study
from glory_env.games.glory.studies import STUDIES

RESULTS = Path(__file__).parents[2] / "docs" / "results"
OF_FILES = {"players": "partners"} | {name: name for name in STUDIES}
FIGURES = {
    file: OF_FILES[kind]
    for file in sorted(RESULTS.glob("*.json"))
    if (kind := file.stem.partition("-")[0]) in OF_FILES
}


def test_help_shows_few_commands_in_groups(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    shown = re.findall(r"^  (\w+) ", printed, re.M)
    assert shown == list(COMMANDS)
    assert len(shown) <= 16
    assert re.findall(r"^(\w+):$", printed, re.M) == list(command.GROUPS)
    modules = {file.stem for file in Path(command.__file__).parent.glob("*.py")}
    assert set(shown) <= modules


@pytest.mark.parametrize("words", [[], ["--help"]])
def test_without_a_name_the_studies_are_listed(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", *words]) == 0
    rows = dict(re.findall(r"^  (\w+) +(.+\.)$", capsys.readouterr().out, re.M))
    assert list(rows) == list(STUDIES)
    for name, (settings, _) in STUDIES.items():
        assert (settings.__doc__ or "").startswith(f"{rows[name]}\n")
    assert set(command.STUDIES) == set(STUDIES) - {
        "families", "reputation", "promises", "people"
    }  # fmt: skip  # the others were commands once


@pytest.mark.parametrize("name", STUDIES)
def test_help_of_a_study_shows_each_flag_with_one_default(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["study", name, "--help"])
    assert stop.value.code == 0
    printed = " ".join(re.sub("[│╭╮╰╯─]", " ", capsys.readouterr().out).split())
    flags = {f"--{one.name.replace('_', '-')}" for one in fields(STUDIES[name][0])}
    first = {"--agents", "--rungs"} & flags  # those have no flag, but for the matrix
    first |= {"--folder"} if name == "people" else set()
    assert flags - set(re.findall(r"--[a-z-]+", printed)) <= first
    assert "{None}" not in printed
    assert "(default: )" not in printed
    for part in re.split(r" (?=--[a-z-]+ )", printed):
        assert part.count("default: ") <= 1, part


@pytest.mark.parametrize("name", STUDIES)
def test_the_table_names_the_settings_of_the_study(name: str) -> None:
    settings, module = STUDIES[name]
    assert _study(module).settings is settings


@pytest.mark.parametrize(("name", "now"), MOVED.items())
def test_a_command_that_moved_says_where_to(
    name: str, now: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert name not in COMMANDS
    assert main([name, "--games", "1"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"glory {name} is now: glory {now}\n")
    assert now.split()[0] in COMMANDS


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tlk"], "unknown study 'tlk': did you mean 'talk'?"),
        (["talk", "--gmes", "3"], "unknown flag '--gmes': did you mean '--games'"),
        (["talk", "honest"], "unknown flag 'honest'"),
        (["calibrate", "--game", "chess"], "--game: unknown game 'chess'"),
        (["talk", "--seed", "-1"], "--seed: expected 0 to 2**62, got -1"),
        (["tension", "--jobs", "0"], "--jobs: expected 1 to 1024, got 0"),
        (["partners", "--search-games", "0"], "--search-games: expected 1 to 1000000, got 0"),
        (["reciprocity"], "agents: expected at least one name"),
        (["calibrate", "--minutes", "-1"], "--minutes: expected at least 0, got -1"),
    ],
)
def test_bad_input_of_a_study_is_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("glory study: ")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(("file", "name"), FIGURES.items(), ids=lambda one: Path(one).stem)
def test_pages_of_the_docs_are_made_of_the_stored_figures(
    file: Path, name: str, tmp_path: Path
) -> None:
    document = json.loads(file.read_text(encoding="utf-8"))
    page = tmp_path / f"{file.stem}.md"
    _study(STUDIES[name][1]).page(document.get("rungs", document)).write(page)
    assert page.read_bytes() == file.with_suffix(".md").read_bytes()
