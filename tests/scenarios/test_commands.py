"""`glory scenario` list, show and check."""

from __future__ import annotations

import subprocess
import sys

import pytest

from glory_env.cli.main import main
from glory_env.games.glory.scenario import load
from tests.scenarios.editing import DELETE, edited
from tests.scenarios.frozen_values import INFERRED, STATED


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["scenario", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_list(capsys):
    code, out, _ = run(capsys, "list")
    assert code == 0
    first, second = out.splitlines()
    assert first.split()[0] == "glory"
    assert "12 turns, 19 boxes, 71 counters, 6 Allied markers" in first
    assert load("glory").id[:12] in first
    assert second.startswith("teaching")


def test_show(capsys):
    code, out, _ = run(capsys, "show", "glory")
    lines = out.splitlines()
    assert code == 0
    assert lines[1] == f"id {load('glory').id}"
    assert lines[2] == f"S {len(STATED):4d} values stated in the rulebook"
    assert lines[3] == f"I {len(INFERRED):4d} values inferred from it"
    assert lines[4].startswith("R ")
    assert len(lines) == 5 + len(load("glory").provenance)
    assert any(line.split() == ["S", "preface", "tonnage.start", "=", "630"] for line in lines)
    assert any(line.startswith("S  15-1") and "boxes.solomons.gp" in line for line in lines)


def test_check_of_a_good_file(tmp_path, capsys):
    code, out, err = run(capsys, "check", str(edited(tmp_path, ("coordinates", DELETE))))
    assert (code, err) == (0, "")
    assert "notice: coordinates: none for homeland" in out
    assert out.splitlines()[-1] == "good"


def test_check_of_a_bad_file(tmp_path, capsys):
    file = edited(tmp_path, ("units.ise.start", "homeland"), ("units.ise.tonnage", 21))
    code, out, err = run(capsys, "check", str(file))
    assert (code, out) == (1, "")
    assert err == f"{file}: units.ise.tonnage = 21, expected a multiple of 5 from 0 to 730\n"


@pytest.mark.parametrize("command", ["show", "check"])
def test_unknown_name(capsys, command):
    code, out, err = run(capsys, command, "glori")
    assert (code, out) == (1, "")
    assert "'glori', expected one of glory, teaching" in err


@pytest.mark.parametrize("arguments", [[], ["shw", "glory"]])
def test_bad_usage(arguments):
    with pytest.raises(SystemExit) as caught:
        main(["scenario", *arguments])
    assert caught.value.code == 2


def test_draw_writes_the_starting_position(capsys, tmp_path):
    picture = tmp_path / "map.svg"
    assert run(capsys, "draw", "teaching", "--out", str(picture)) == (0, f"{picture}\n", "")
    assert picture.read_text(encoding="utf-8").startswith(("<svg", "<?xml"))
    assert run(capsys, "draw", "teaching") == (
        2, "", "glory scenario: --out: expected the file to write, .png or .svg\n"
    )  # fmt: skip
    code, _, err = run(capsys, "show", "teaching", "--out", str(picture))
    assert (code, err) == (2, "glory scenario: --out, --width: only with draw\n")


EXPECTED = "expected list, show NAME, check FILE or draw NAME --out FILE"


@pytest.mark.parametrize("arguments", [["show"], ["list", "glory"]])
def test_a_name_goes_with_show_and_check_alone(capsys, arguments):
    code, _, err = run(capsys, *arguments)
    assert (code, err) == (2, f"glory scenario: {EXPECTED}\n")


def test_as_a_module_into_a_reader_that_stops():
    command = [sys.executable, "-m", "glory_env.cli.main", "scenario", "show", "glory"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline().startswith(b"glory: 12 turns")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_scenarios_of_another_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "list", "--game", "aleutians"]) == 0
    assert capsys.readouterr().out.startswith("aleutians    12 turns, id ")
    assert main(["scenario", "show", "aleutians", "--game", "aleutians"]) == 0
    assert "turns.last = 12" in capsys.readouterr().out
    assert main(["scenario", "draw", "--game", "aleutians", "--out", "board.png"]) == 2
    assert "--game aleutians: has no pictures" in capsys.readouterr().err
    assert main(["scenario", "list", "--game", "chess"]) == 2
    assert "--game: unknown game 'chess'" in capsys.readouterr().err
