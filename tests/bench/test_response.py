"""Best responses: figures, a macro network as the frozen partner, stored results, the command."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import yaml

from glory_agents.base import AgentError
from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.interface import interface
from glory_agents.learned.network import Network
from glory_agents.learned.policy_file import save_alias, save_policy
from glory_agents.macro.parameters import SIZES, rows_of
from glory_agents.scripted.named import row_of
from glory_env.bench import Results, best_responses, bootstrap
from glory_env.bench.best_responses import file_name, read_responses, slug
from glory_env.bench.policies import fingerprint
from glory_env.cli import respond as command
from glory_env.cli.main import main
from glory_env.training import best_response as response
from glory_env.training.best_response import figures, settings
from glory_env.training.config import ConfigError
from glory_env.training.files import provenance
from glory_env.training.partners import make_partner
from glory_env.vector import GloryVector
from tests.bench.handmade import results

FRESH = ("civil_first", "--games", "4")


def write_network(
    folder: Path, kind: str = "macro", scenario: str = "teaching", seed: int = 1
) -> Path:
    """A network whose orders differ from situation to situation."""
    torch.manual_seed(seed)
    face = interface(kind)
    network = Network(**face.shape([16], "relu"))
    with torch.no_grad():
        network.policy[-1].weight.mul_(300)
    about = {
        **provenance(scenario),
        "config": {"interface": kind, "layers": [16], "activation": "relu", "name": "own"},
        "outputs": face.outputs(),
        "conditioning": {
            "objective.cos": 0.0,
            "objective.sin": 1.0,
            "turn.turn": 0.5,
            "turn.left": 0.5,
        },
    }
    save_policy(folder, network, about)
    return folder


def ended(margins: list[int | None], first: int = 10) -> Results:
    """Games that ended with these margins, army minus navy; None: game over. 12 GP are a win."""
    ends = [None if margin is None else (50 + margin, 50) for margin in margins]
    return results(ends, first=first, margin=12)


# --- figures -------------------------------------------------------------------------------
def test_gain_and_damage_of_hand_made_games() -> None:
    # Utilities (army, navy):  1, 0       .5, .5  -1, -1  0, 1
    alone = ended([20, 0, None, -15])
    as_army = ended([20, 30, 0, 15])  #  1, 0   1, 0   .5, .5   1, 0
    as_navy = ended([None, -12, -12, -12])  # -1, -1   0, 1   0, 1   0, 1
    found = figures(alone, as_army, as_navy)
    means = {place: {k: v[0] for k, v in values.items()} for place, values in found.items()}
    assert means["army"] == {
        "response": 0.875, "victim": 0.125, "policy": 0.125, "policy_with_itself": 0.125,
        "gain": 0.75, "damage": 0.0,
    }  # fmt: skip
    assert means["navy"] == {
        "response": 0.5, "victim": -0.25, "policy": 0.125, "policy_with_itself": 0.125,
        "gain": 0.375, "damage": 0.375,
    }  # fmt: skip
    assert means["both"]["gain"] == pytest.approx((0.75 + 0.375) / 2, abs=1e-4)
    assert means["both"]["damage"] == pytest.approx(0.375 / 2, abs=1e-4)


def test_intervals_are_of_paired_games_clustered_by_seed() -> None:
    """Where the response always gets half a point more than the policy, the gain is certain."""
    rng = np.random.default_rng(0)
    draws = rng.random(200) < 0.5
    alone = ended([0 if draw else -20 for draw in draws])  # army .5 or 0
    as_army = ended([20 if draw else 0 for draw in draws])  # army 1 or .5
    as_navy = ended([None] * 200)
    found = figures(alone, as_army, as_navy)
    assert found["army"]["gain"] == [0.5, None, None]  # alike in all: no spread to estimate
    low, high = found["army"]["response"][1:]
    assert high - low > 0.05
    # Both seats: the two games of a seed are drawn together, as in a mean of each seed's games.
    navy_gain = -1.0 - np.where(draws, 0.5, 1.0)
    by_seed = bootstrap({"gain": (0.5 + navy_gain) / 2}, alone.seeds)["gain"]
    assert found["both"]["gain"] == pytest.approx(list(by_seed), abs=1e-4)


def test_other_seeds_are_refused() -> None:
    with pytest.raises(ValueError, match="seeds of the policy with itself"):
        figures(ended([0, 0]), ended([0, 0]), ended([0, 0], first=11))


# --- the frozen partner --------------------------------------------------------------------
def test_a_staff_network_gives_the_orders_it_plays_by(tmp_path: Path) -> None:
    folder = write_network(tmp_path / "own")
    agent = LearnedAgent(folder)
    partner = make_partner("macro", str(folder), ["teaching"])
    looked = GloryVector(16, "teaching", seed=1).observations
    draws = np.random.default_rng(0).random((16, len(SIZES)))
    given = partner.script_rows(looked, draws)
    wanted = rows_of(agent.player.choices(agent.condition(looked)))
    assert given.tobytes() == wanted.tobytes()
    assert given.tobytes() == partner.script_rows(looked, 1 - draws).tobytes()  # the likeliest
    bare = rows_of(agent.player.choices(looked))
    assert given.tobytes() != bare.tobytes()


def test_who_cannot_be_a_partner_is_told(tmp_path: Path) -> None:
    flat = str(write_network(tmp_path / "flat", "flat"))
    for name in ("random", "mcts", "joint_planner", flat):
        with pytest.raises(AgentError) as caught:
            make_partner("macro", name)
        assert str(caught.value) == (
            f"agent {name!r}: only scripts and macro networks can be partners where script "
            "parameters are chosen"
        )
    other = str(write_network(tmp_path / "own"))
    with pytest.raises(AgentError, match="trained in another scenario"):
        make_partner("macro", other, ["teaching", "glory"])
    assert make_partner("macro", f"{other}:force=true", ["glory"]) is not None


# --- what an agent is ----------------------------------------------------------------------
def test_fingerprints(tmp_path: Path) -> None:
    folder = write_network(tmp_path / "own-0")
    content = [(folder / f"policy.{end}").read_bytes() for end in ("safetensors", "json")]
    network = hashlib.sha256(b"".join(content)).hexdigest()
    save_alias(tmp_path / "own", "own-0")
    sure = f"{folder}:deterministic=true"
    assert fingerprint(sure) == network  # a macro network always plays so
    flat = str(write_network(tmp_path / "flat", "flat"))
    assert fingerprint(f"{flat}:deterministic=true") != fingerprint(flat)
    assert fingerprint(f"{flat}:deterministic=false") == fingerprint(flat)
    for path in (folder, folder / "policy.safetensors", tmp_path / "own"):
        assert fingerprint(str(path)) == network
    (folder / "policy.json").write_text(content[1].decode().replace('"own"', '"new"'))
    assert fingerprint(str(folder)) != network
    script = hashlib.sha256(row_of("grim").tobytes()).hexdigest()
    assert fingerprint("grim") == fingerprint("grim:retaliation=1") == script
    assert fingerprint("grim:claim=0.2") != script
    assert fingerprint("mcts:seconds=2") == hashlib.sha256(b"mcts:seconds=2").hexdigest()
    assert fingerprint("random") == hashlib.sha256(b"random").hexdigest()
    with pytest.raises(AgentError, match="did you mean 'grim'"):
        fingerprint("gimr")


def test_every_name_has_its_own_file() -> None:
    assert slug("civil_first") == "civil_first"
    names = ["grim:claim=0.5", "grim-claim-0.5", "runs/a/policy", "runs-a-policy", "runs/a-policy"]
    slugs = [slug(name) for name in names]
    assert len(set(slugs)) == len(names)
    assert slugs[0].startswith("grim-claim-0.5-")
    assert not any("/" in one or ":" in one for one in slugs)


# --- settings ------------------------------------------------------------------------------
def test_settings_of_the_committed_file() -> None:
    config = settings(command.DEFAULT, "grim:claim=0.5", minutes=2.0, seed=None)
    assert config.scripts == ("grim:claim=0.5",)
    assert (config.minutes, config.seed, config.reward) == (2.0, 0, "selfish")
    assert (config.self_share, config.past_share, config.script_share) == (0, 0, 1)
    assert config.folder == Path(f"runs/best-response-{slug('grim:claim=0.5')}-0")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"minutes": -1.0}, "minutes:"),
        ({"reward": "selfis"}, "did you mean 'selfish'"),
        ({"reward": "uniform"}, "one reward"),
        ({"games": 0}, "games of at least 1"),
        ({"interface": "flat"}, "meets nobody but the policy"),
        ({"self_share": 0.5}, "meets nobody but the policy"),
    ],
)
def test_settings_that_are_no_best_response_are_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        settings(command.DEFAULT, "grim", **given)
    with pytest.raises(ConfigError, match="'held_out:seed=1' is kept for measuring"):
        settings(command.DEFAULT, "held_out:seed=1")


# --- stored results ------------------------------------------------------------------------
def stored(folder: Path, **values: Any) -> dict[str, Any]:
    document = dict.fromkeys(best_responses.KEYS) | {
        "format": best_responses.FORMAT, "agent": "grim",
        "fingerprint": fingerprint("grim"), **values,
    }  # fmt: skip
    folder.mkdir(exist_ok=True)
    (folder / file_name(document)).write_text(json.dumps(document))
    return document


def test_results_are_read_by_file(tmp_path: Path) -> None:
    """One for each agent, policy, game and angle."""
    assert read_responses(tmp_path / "none") == {}
    kept = [
        stored(tmp_path, **values)
        for values in (
            {}, {"agent": "grim:claim=0.2"}, {"fingerprint": "ab"}, {"angle": 45.0},
            {"scenario_id": "another"}, {"options": {"deadlock": "dice"}},
        )
    ]  # fmt: skip
    assert read_responses(tmp_path) == {tmp_path / file_name(one): one for one in kept}
    stored(tmp_path, minutes=3.0, version="9.9", reward="0")
    assert len(read_responses(tmp_path)) == len(kept)


def test_the_stored_results_go_by_their_names() -> None:
    for file, document in read_responses().items():
        assert file.name == file_name(document)


@pytest.mark.parametrize(
    ("gain", "games", "replaces"), [(0.2, 6, True), (0.1, 6, False), (0.2, 5, False)]
)
def test_the_highest_gain_is_kept(
    gain: float, games: int, replaces: bool, small: Path, tmp_path: Path, monkeypatch: Any,
    capsys: Any,
) -> None:  # fmt: skip
    """A best response is a lower bound; and a few lucky games are none."""
    values = {key: [0.0, None, None] for key in ("response", "victim", "damage")}

    def command(gain: float, games: int, seed: int, reward: str = "0") -> dict[Path, Any]:
        measured = {"both": {**values, "gain": [gain, None, None]}}
        with monkeypatch.context() as patch:
            patch.setattr(response, "_measure", lambda *given: measured)
            words = ["grim", "--config", str(small), "--reward", reward]
            words += ["--games", str(games), "--seed", str(seed)]
            assert respond(words, tmp_path / "kept") == 0
        return read_responses(tmp_path / "kept")

    first = command(0.15, 6, 0)
    capsys.readouterr()
    second = command(gain, games, 1)
    said = capsys.readouterr().out
    assert (second != first) == replaces
    assert ("not kept" in said, "written to" in said) == (not replaces, replaces)
    assert len(second) == 1
    third = command(-0.9, 6, 2, "45")  # for another attitude beside it
    assert len(third) == 2
    assert second.items() <= third.items()


def test_a_damaged_result_is_told_before_training(small: Path, tmp_path: Path, capsys: Any) -> None:
    stored(tmp_path / "kept")
    (tmp_path / "kept" / "odd.json").write_text("{")
    assert respond([*FRESH, "--config", str(small)], tmp_path / "kept") == 2
    assert "odd.json: not JSON" in capsys.readouterr().err
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"format": "glory-best-response-0"}', "expected format 'glory-best-response-1', got"),
        ("[1]", "expected format 'glory-best-response-1', got None"),
        ("{", "not JSON"),
        ('{"format": "glory-best-response-1", "agent": "grim"}', "expected the keys fingerprint"),
    ],
)
def test_a_foreign_file_is_refused_by_name(text: str, words: str, tmp_path: Path) -> None:
    stored(tmp_path)
    (tmp_path / "odd.json").write_text(text)
    with pytest.raises(ValueError, match=words) as caught:
        read_responses(tmp_path)
    assert str(caught.value).startswith(str(tmp_path / "odd.json"))


def respond(words: Any, folder: Path) -> int:
    return main(["respond", *words, "--folder", str(folder)])


# --- the command ---------------------------------------------------------------------------
@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A file of settings for seconds of training."""
    plain = yaml.safe_load(command.DEFAULT.read_text())
    tiny = {"scenario": "teaching", "steps": 256, "slots": 16, "rollout": 8, "batch": 64}
    path = tmp_path / "small.yaml"
    path.write_text(yaml.safe_dump({**plain, **tiny, "runs": str(tmp_path / "runs")}))
    return path


def test_a_response_is_trained_measured_and_kept(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = str(write_network(tmp_path / "own"))
    words = [name, "--config", str(small), "--games", "6", "--reward", "30"]
    assert respond([*words, "--seed", "2"], tmp_path / "kept") == 0
    (document,) = read_responses(tmp_path / "kept").values()
    assert document == json.loads((tmp_path / "kept" / file_name(document)).read_text())
    assert document["fingerprint"] == fingerprint(name)
    assert document["agent"] == name
    assert (document["scenario"], document["options"]["deadlock"]) == ("teaching", "lot")
    assert document["angle"] == 30.0
    assert document["transitions"] == 256
    assert document["seeds"] == {"training": 2, "first": 1_000_000, "games": 6}
    policy = tmp_path / "runs" / f"best-response-{slug(name)}-2" / "policy"
    assert LearnedAgent(policy).about["config"]["scripts"] == [name]
    assert document["response"] == fingerprint(str(policy))
    assert set(document["figures"]) == {"army", "navy", "both"}
    for values in document["figures"].values():
        gain = values["response"][0] - values["policy"][0]
        assert values["gain"][0] == pytest.approx(gain, abs=2e-4)
        for mean, low, high in values.values():
            assert low is None or low <= mean <= high
    assert "gain" in capsys.readouterr().out
    # Once more: an existing run is not overwritten, and may only go on against the same policy.
    assert respond([*words, "--seed", "2"], tmp_path / "kept") == 2
    assert "already holds a run" in capsys.readouterr().err
    assert respond([*words, "--seed", "2", "--resume"], tmp_path / "again") == 0
    (again,) = read_responses(tmp_path / "again").values()
    assert again["figures"] == document["figures"]
    file = tmp_path / "own" / "policy.json"
    file.write_text(file.read_text() + "\n")
    assert document["fingerprint"] != fingerprint(name)
    assert respond([*words, "--seed", "2", "--resume"], tmp_path / "kept") == 2
    assert "has changed since" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["gimr", "random", "mcts", "held_out:seed=3"])
def test_an_agent_that_cannot_be_met_is_one_line(
    name: str, small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert respond([name, "--config", str(small)], tmp_path / "kept") == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert name in said
    assert not (tmp_path / "runs").exists()
    assert not (tmp_path / "kept").exists()


def test_bad_agents_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["respond", "gimr"]) == 2
    assert "did you mean 'grim'" in capsys.readouterr().err
    assert main(["respond", "mcts"]) == 2
    assert "only scripts and macro networks" in capsys.readouterr().err


def test_a_stopped_run_says_how_it_goes_on(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(self: Any, console: Any) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(response.Trainer, "run", stop)
    assert respond([*FRESH, "--config", str(small)], tmp_path / "kept") == 130
    assert "--resume goes on" in capsys.readouterr().err
    assert not (tmp_path / "kept").exists()
