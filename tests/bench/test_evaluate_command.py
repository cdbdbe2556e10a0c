"""`glory evaluate` as it is called: table, JSON, one-line errors."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from glory_env import __version__
from glory_env.bench import play_pairs
from glory_env.cli.main import main
from glory_env.envs.agent import RandomAgent
from glory_env.games.glory.bench.policies import fingerprint
from glory_env.games.glory.engine.rewards import PRESETS
from glory_env.games.glory.scenario import load
from tests.bench.agents import Picker
from tests.bench.networks import write_network

ROOT = Path(__file__).resolve().parents[2]
SHORT = ["--scenario", "teaching", "--games", "12", "--seed", "40"]


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["evaluate", *SHORT, *arguments])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_table_and_json_say_the_same(capsys, tmp_path):
    file = tmp_path / "result.json"
    code, out, err = run(
        capsys, "--json", str(file), "--option", "deadlock=pro_rata", "--reward", "cooperative"
    )
    assert (code, err) == (0, "")
    found = json.loads(file.read_text())
    direct = play_pairs(
        RandomAgent(), RandomAgent(), 12, 40, "teaching", "cooperative", deadlock="pro_rata"
    )
    assert [game["gp"]["navy"] for game in found["games"]] == direct.gp[:, 1].tolist()
    assert [game["seed"] for game in found["games"]] == list(range(40, 52))
    for name, value in direct.summary().items():
        assert found["summary"][name] == pytest.approx(value.plain())
    turns = direct.summary()["turns"]
    assert not turns.has_interval  # nearly all of twelve random games end in the same turn
    assert found["summary"]["turns"]["low"] is None
    assert f"{turns.mean:.2f}\n" in out
    assert f"{100 * direct.summary()['completion'].mean:.1f} %" in out
    assert "deadlock pro_rata" in out
    assert "(sampled)" in out
    assert list(tmp_path.iterdir()) == [file]  # nothing half-written is left behind


def test_json_carries_everything_the_figures_depend_on(capsys, tmp_path):
    file = tmp_path / "result.json"
    run(capsys, "--json", str(file), "--reward", "{army: zero_sum, navy: 30}", "--deterministic")
    found = json.loads(file.read_text())
    assert found["package"] == __version__
    assert found["scenario_id"] == load("teaching").id
    assert found["deadlock"] == found["options"]["deadlock"] == "lot"
    assert found["options"]["max_offers"] == 6
    assert found["reward"]["army"]["theta"] == PRESETS["zero_sum"].theta
    assert found["reward"]["navy"]["theta"] == 30
    assert found["agents"] == {"army": "random", "navy": "random"}
    assert found["fingerprints"]["army"] == hashlib.sha256(b"random").hexdigest()
    assert found["deterministic"] == {"army": False, "navy": False}  # random has no such mode
    assert found["seeds"] == {"first": 40, "games": 12}
    assert found["wall_time_s"] > 0
    game = found["games"][0]
    assert set(game) == {"seed", "outcome", "cause", "turn", "gp", "total", "rewards"}
    assert game["outcome"] in ("completed", "game_over")


def test_json_says_what_the_agents_are(capsys, tmp_path):
    file, planner = tmp_path / "result.json", "one_ply:simulations=1,horizon=1"
    seats = ["--seat", f"navy={planner}", "--seat", "army=grim"]
    words = [*seats, "--games", "1", "--json", str(file)]
    assert run(capsys, *words)[0] == 0
    found = json.loads(file.read_text())
    assert found["agents"] == {"army": "grim", "navy": planner}
    assert found["fingerprints"] == {"army": fingerprint("grim"), "navy": fingerprint(planner)}


def test_a_forced_network_has_its_fingerprint(capsys, tmp_path):
    """That of its files, which could not be loaded by name alone."""
    file, folder = tmp_path / "result.json", write_network(tmp_path / "own", scenario="glory")
    about = folder / "policy.json"
    about.write_text(json.dumps({**json.loads(about.read_text()), "action_table": "0"}))
    code, _, err = run(capsys, "--army", str(folder), "--json", str(file))
    assert code == 2
    assert f"{folder}:force=true" in err
    assert run(capsys, "--army", str(folder), "--json", str(file), "--force")[0] == 0
    content = [(folder / f"policy.{end}").read_bytes() for end in ("safetensors", "json")]
    wanted = hashlib.sha256(b"".join(content)).hexdigest()
    assert json.loads(file.read_text())["fingerprints"]["army"] == wanted


def test_agents_that_can_be_deterministic_are(capsys, tmp_path, monkeypatch):
    agents = {"army": Picker(), "navy": RandomAgent()}
    agents["army"].deterministic = False
    monkeypatch.setattr("glory_env.envs.agent.make_agent", agents.get)
    file = tmp_path / "result.json"
    code, out, _ = run(
        capsys, "--army", "army", "--navy", "navy", "--deterministic", "--json", str(file)
    )
    assert code == 0
    assert agents["army"].deterministic is True
    assert json.loads(file.read_text())["deterministic"] == {"army": True, "navy": False}
    assert "army army (deterministic), navy navy (sampled)" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--scenario", "teechng"], "expected one of teaching, glory"),
        (["--option", "deadlok=lot"], "did you mean 'deadlock' or 'talk'? valid are deadlock, "),
        (["--option", "deadlock=lottery"], "valid are lot, "),
        (["--option", "deadlock"], "expected key=value"),
        (["--option", "grid=[5"], "not a YAML value"),
        (["--option", "solo=true", "--army", "greedy_gp"], "option 'solo': a single controller"),
        (["--reward", "selfsh"], "did you mean 'selfish'"),
        (["--games", "0"], "--games: expected at least 1"),
        (["--army", "no/such"], "agent 'no/such': no such folder or .safetensors file\n"),
        (["--army", "net.safetensors"], "agent 'net.safetensors': no such folder or .safetensors"),
        (["--navy", "runs\\\\net:force=true"], "no such folder or .safetensors file\n"),
        (["--json", "no_such_folder/x.json"], "--json no_such_folder/x.json: expected a file"),
        (["--json", "/proc/x.json"], "--json /proc/x.json: expected a folder that can be written"),
    ],
)
def test_bad_input_is_one_line_and_code_2(capsys, arguments, words):
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.startswith("glory evaluate: ")
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.slow
def test_unknown_agent_from_another_folder(tmp_path):
    done = subprocess.run(
        [sys.executable, ROOT / "evaluate.py", "--army", "randm"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert "unknown agent 'randm'" in done.stderr
    assert "random" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_table_is_printed_even_where_the_json_cannot_be_written(capsys, tmp_path, monkeypatch):
    """A disk may fill up while games are played: then they are not lost."""

    def full(path, text):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("glory_env.cli.evaluate.write_whole", full)
    code, out, err = run(capsys, "--json", str(tmp_path / "result.json"))
    assert code == 2
    assert "completion" in out
    assert "No space left on device" in err
    assert "result.json" in err


def test_kept_games_are_not_played_again(capsys, tmp_path, monkeypatch):
    """Stopped after one piece: the same command plays the rest, and the figures are the same."""
    file = tmp_path / "games.npz"
    monkeypatch.setattr("glory_env.games.glory.evaluate.PIECE", 5)
    _, whole, _ = run(capsys)
    asked = []

    def few(army, navy, games, seed=0, *rest, **options):
        if seed == 50:
            raise KeyboardInterrupt
        asked.append((seed, games))
        return play_pairs(army, navy, games, seed, *rest, **options)

    monkeypatch.setattr("glory_env.bench.play_pairs", few)
    assert run(capsys, "--keep", str(file))[0] == 130
    monkeypatch.setattr("glory_env.bench.play_pairs", play_pairs)
    code, out, _ = run(capsys, "--keep", str(file))
    assert [pair for pair in asked if pair[0] >= 40] == [(40, 5), (45, 5)]
    assert code == 0
    assert out.split("\n")[2:] == whole.split("\n")[2:]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (["--option", "deadlock=dice"], "deadlock is 'lot' there, 'dice' here"),
        (["--seed", "41"], "seed is 40 there, 41 here"),
        (["--games", "4"], "holds 12 games, expected at most 4"),
    ],
)
def test_kept_games_of_other_settings_are_refused(capsys, tmp_path, change, words):
    file = tmp_path / "games.npz"
    assert run(capsys, "--keep", str(file))[0] == 0
    code, _, err = run(capsys, "--keep", str(file), *change)
    assert code == 2
    assert words in err
    file.write_bytes(b"no games")
    assert "expected games that were kept" in run(capsys, "--keep", str(file))[2]


@pytest.mark.parametrize("about", ["[" * 9999, "[]", "9" * 5000, '{"a": NaN}'])
def test_kept_games_that_somebody_has_made_up_are_refused(capsys, tmp_path, about):
    file = tmp_path / "games.npz"
    np.savez(file, about=np.array(about), seconds=0.0, finals=np.zeros(0, np.uint8), rewards=[])
    code, _, err = run(capsys, "--keep", str(file))
    assert code == 2
    assert f"{file}: expected games that were kept" in err
    assert err.count("\n") == 1


def test_a_handicap_is_given_as_other_options_are(capsys, tmp_path):
    file = tmp_path / "result.json"
    code, out, err = run(capsys, "--option", "handicap=balanced", "--json", str(file))
    assert (code, err) == (0, "")
    assert "options handicap={'lead_army': 20, 'lead_navy': 1}" in out
    found = json.loads(file.read_text())
    assert found["options"]["handicap"] == {"lead_army": 20, "lead_navy": 1}
    done = [game for game in found["games"] if game["outcome"] == "completed"]
    ahead = [game["gp"]["army"] - game["gp"]["navy"] for game in done]
    assert found["summary"]["navy_win"]["mean"] == sum(lead < 0 for lead in ahead) / 12
    assert found["summary"]["army_win"]["mean"] == sum(lead >= 20 for lead in ahead) / 12
    for wrong in ("{floor: 7}", "balancd", "{flor: 5}"):
        code, out, err = run(capsys, "--option", f"handicap={wrong}")
        assert (code, out) == (2, "")
        assert "handicap" in err
        assert err.count("\n") == 1
