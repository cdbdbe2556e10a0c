"""Networks on disk: what comes back, and what is refused."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_agents.glory.macro.parameters import table
from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.policy_file import load_policy, save_alias, save_policy
from glory_agents.learned.probabilities import sample
from glory_agents.learned.shipped import PRETRAINED
from glory_agents.registry import make_agent as make_registered
from glory_env.envs.agent import AgentError, make_agent
from glory_env.games.glory.actions import N_ACTIONS, table_hash
from glory_env.games.glory.engine import observation
from glory_env.games.glory.scenario import load
from glory_env.games.glory.state import GAME
from glory_env.training.files import provenance
from tests.training.stored_network import CONFIG, change, new_network, questions, written

ROOT = Path(__file__).parents[2]
LABELS = observation.labels()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return written(tmp_path)


def test_what_was_saved_acts_the_same_again(folder: Path) -> None:
    before = new_network().half().float()
    after, about = load_policy(folder)
    asked = questions(50)
    np.testing.assert_allclose(after.probabilities(*asked), before.probabilities(*asked))
    np.testing.assert_allclose(after.values(asked[0]), before.values(asked[0]))
    assert about["scenario"] == "teaching"
    assert len(about["scenario_id"]) == 64
    assert load_policy(folder / "policy.safetensors")[1] == about


def test_sampling_follows_the_distribution_and_the_draws() -> None:
    likely = np.array([[0.0, 0.25, 0.0, 0.75, 0.0]])
    assert sample(likely, np.array([0.0])) == [1]
    assert sample(likely, np.array([np.nextafter(1.0, 0.0)])) == [3]
    draws = (np.arange(1000) + 0.5) / 1000
    picked = sample(np.repeat(likely, 1000, axis=0), draws)
    assert np.bincount(picked, minlength=5).tolist() == [0, 250, 0, 750, 0]


def test_only_legal_actions_are_played(folder: Path) -> None:
    agent = LearnedAgent(folder)
    observations, masks = questions(200)
    actions = agent.act_batch(observations, masks, np.random.default_rng(1).random(200))
    assert masks[np.arange(200), actions].all()
    with pytest.raises(ValueError, match="without a legal action"):
        agent.act_batch(observations[:1], np.zeros((1, N_ACTIONS), np.int8), np.zeros(1))


def test_the_deterministic_agent_plays_the_likeliest_action(folder: Path) -> None:
    agent = LearnedAgent(folder, deterministic=True)
    observations, masks = questions(20)
    likely = agent.network.probabilities(observations, masks)
    actions = agent.act_batch(observations, masks, np.zeros(20))
    assert actions.tolist() == likely.argmax(axis=1).tolist()
    assert agent.act(observations[0], masks[0]) == actions[0]


def test_the_same_seed_plays_the_same_game(folder: Path) -> None:
    observations, masks = questions(40)

    def played(seed: int) -> list[int]:
        agent = LearnedAgent(folder)
        agent.reset("navy", seed)
        return [agent.act(o, m) for o, m in zip(observations, masks, strict=True)]

    assert played(1) == played(1)
    assert played(1) != played(2)


def test_explain_names_the_likeliest_actions(folder: Path) -> None:
    agent = LearnedAgent(folder)
    assert agent.explain() == "nothing has been decided yet"
    observations, masks = questions(1)

    class View:
        scenario = load("teaching")

        def records(self) -> np.ndarray:
            return np.zeros(1, GAME)

        def describe(self, action: int) -> str:
            return f"do thing {action}"

    action = agent.act(observations[0], masks[0], View())
    assert agent.explain().startswith(f"do thing {action} (")
    assert agent.explain().count("%") == 4
    about, weighed = agent.weigh()
    assert about == "the network's own probabilities"
    likely = agent.network.probabilities(observations, masks)[0]
    assert weighed[0] == (int(likely.argmax()), pytest.approx(likely.max()))
    assert [share for _, share in weighed] == sorted((s for _, s in weighed), reverse=True)
    assert agent.value(observations[0]) == pytest.approx(agent.network.values(observations)[0])


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"action_table": "0123"}, "action_table is '0123', but of this version it is"),
        ({"action_table": {"verbs": 99, "hash": table_hash()}}, "action_table is {'verbs': 99"),
        ({"action_table": {"verbs": 12, "hash": table_hash(13)}}, "action_table is {'verbs': 12"),
        ({"tensors_sha256": "00"}, "tensors_sha256 does not fit"),
        ({"scenario_id": None}, "scenario_id is missing"),
    ],
)
def test_a_network_for_another_game_is_refused_unless_forced(
    values: dict[str, Any], words: str, folder: Path
) -> None:
    change(folder, **values)
    with pytest.raises(AgentError, match=words) as caught:
        LearnedAgent(folder)
    assert str(folder / "policy.json") in str(caught.value)
    assert LearnedAgent(folder, force=True).about["config"] == CONFIG


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"format": "else"}, "expected format 'glory-policy-3'"),
        ({"config": None}, "config.layers is None"),
        ({"config": {**CONFIG, "layers": [16, -8]}}, "expected a list of sizes"),
        ({"config": {**CONFIG, "activation": "sine"}}, "one of tanh, relu"),
        ({"config": {**CONFIG, "layers": [16, 9]}}, "does not hold this network"),
        ({"config": {**CONFIG, "interface": "else"}}, "one of flat, macro"),
        ({"config": {**CONFIG, "interface": ["flat"]}}, "one of flat, macro"),
        ({"config": {**CONFIG, "activation": []}}, "one of tanh, relu"),
        ({"config": {**CONFIG, "layers": [True, True]}}, "expected a list of sizes"),
        ({"config": {**CONFIG, "layers": [16.0, 8]}}, "expected a list of sizes"),
        ({"config": {**CONFIG, "layers": [1] * 65}}, "expected a list of sizes"),
        ({"config": {**CONFIG, "layers": [10**6, 10**6]}}, "layers is .1000000, 1000000., which"),
        ({"config": {**CONFIG, "layers": [10**9]}}, "layers is .1000000000., which needs"),
        ({"config": {**CONFIG, "layers": [10**30, 8]}}, "does not hold this network"),
        ({"game": []}, "game is .., expected glory or aleutians"),
        ({"conditioning": None}, "conditioning is None, expected labels of the observation"),
        ({"conditioning": {"sollo": 1.0}}, "expected labels of the observation"),
        ({"conditioning": {"solo.solo": [1.0, 0.0]}}, "expected labels of the observation"),
        ({"conditioning": {"solo.solo": "no"}}, "expected labels of the observation"),
        ({"columns": None}, "columns is None, expected labels of the observation"),
        ({"columns": ["seat.army", "morale"]}, "this version's observation has no 'morale'"),
        ({"columns": ["solo.solo"]}, "does not hold this network"),
    ],
)
def test_a_description_that_fits_nothing_is_refused_even_if_forced(
    values: dict[str, Any], words: str, folder: Path
) -> None:
    change(folder, **values)
    with pytest.raises(AgentError, match=words):
        LearnedAgent(folder, force=True)


def test_damaged_and_missing_files_are_refused(folder: Path) -> None:
    tensors = folder / "policy.safetensors"
    whole = tensors.read_bytes()
    tensors.write_bytes(whole[:-100])
    with pytest.raises(AgentError, match="tensors_sha256"):
        LearnedAgent(folder)
    with pytest.raises(AgentError, match="does not hold this network"):
        LearnedAgent(folder, force=True)
    tensors.unlink()
    with pytest.raises(AgentError, match=r"policy\.safetensors: cannot be read"):
        LearnedAgent(folder)
    tensors.write_bytes(whole)
    (folder / "policy.json").write_text("{")
    with pytest.raises(AgentError, match=r"policy\.json: not JSON"):
        LearnedAgent(folder)


def test_an_alias_leads_to_a_network(folder: Path) -> None:
    save_alias(folder.parent / "first", folder.name)
    assert LearnedAgent(folder.parent / "first").about["config"] == CONFIG
    save_alias(folder.parent / "second", "second")
    with pytest.raises(AgentError, match="found another alias"):
        LearnedAgent(folder.parent / "second")
    change(folder.parent / "second", of=3)
    with pytest.raises(AgentError, match="of is 3, expected a folder's name"):
        LearnedAgent(folder.parent / "second")


def test_an_alias_stays_beside_its_folder(folder: Path) -> None:
    """And neither it nor what a name means goes round in a circle."""
    for of in ("../policy", "/", str(folder), "..", ".", "", "a/..", "x" * 5000):
        save_alias(folder.parent / "first", of)
        with pytest.raises(AgentError, match="policy"):
            make_agent(str(folder.parent / "first"))
    for of in ("first", "second"):
        save_alias(folder.parent / "second", "first")
        save_alias(folder.parent / "first", of)
        with pytest.raises(AgentError, match="found another alias"):
            make_agent(str(folder.parent / "first"))


@pytest.mark.parametrize(
    ("name", "game"), [("cooperative-0", "glory"), ("aleutians-0", "aleutians")]
)
def test_descriptions_of_the_shipped_networks_that_fit_nothing(
    name: str, game: str, tmp_path: Path
) -> None:
    """Of either game; nothing is allocated for a network that its file cannot hold."""
    macro = {"config": {"interface": "macro"}, "outputs": table()}
    wrong = [
        (
            macro,
            {"glory": "expected 'flat': the network is for every micro-step"}.get(game, "of flat"),
        ),
        ({"config": {"layers": [10**6, 10**6]}}, "layers is [1000000, 1000000], which needs"),
        ({"config": {"layers": [True, True]}}, "expected a list of sizes"),
        ({"conditioning": {"x": 1}}, "expected labels of the observation"),
        ({"conditioning": []}, "expected labels of the observation"),
        ({"network": [[]]}, "network is [[]], expected"),
        ({"network": {"kind": "perceptron", "faces": 3}}, "network is "),
    ]
    for values, words in wrong:
        shutil.copytree(PRETRAINED / name, tmp_path / "policy", dirs_exist_ok=True)
        for file in (tmp_path / "policy").rglob("policy.json"):
            about = json.loads(file.read_text())
            config = {**about["config"], **values.get("config", {})}
            file.write_text(json.dumps({**about, **values, "config": config}))
        with pytest.raises(AgentError) as error:
            make_registered(str(tmp_path / "policy"), game=game)
        assert words in str(error.value)
        assert len(str(error.value)) < 1500


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, '{"of": ' + "[" * 100_000])
def test_json_that_nests_deeply_is_refused(text: str, folder: Path) -> None:
    (folder / "policy.json").write_text(text)
    with pytest.raises(AgentError, match=r"policy\.json: not JSON"):
        make_agent(str(folder))


def test_a_folder_that_contains_itself_is_refused(folder: Path) -> None:
    place = folder.parent / "both"
    place.mkdir()
    (place / "allies").symlink_to(place)
    (place / "japan").mkdir()
    (place / "japan" / "policy.json").symlink_to(folder / "policy.json")
    (place / "japan" / "policy.safetensors").symlink_to(folder / "policy.safetensors")
    for game in ("glory", "aleutians"):
        with pytest.raises(AgentError, match="both"):
            make_registered(str(place), game=game)


@pytest.mark.parametrize("name", ["policy.json", "policy.safetensors"])
def test_a_file_too_large_for_a_policy_is_not_read(name: str, folder: Path) -> None:
    with (folder / name).open("r+b") as file:
        file.truncate(60 * 10**9)
    with pytest.raises(AgentError, match=f"{name}: expected at most .* MB, it has 60,000 MB"):
        make_agent(str(folder))


@pytest.mark.parametrize("game", ["glory", "aleutians"])
@pytest.mark.parametrize(
    "name",
    ["x" * 5000, f"/{'x' * 5000}", f"{'x' * 5000}.safetensors", f"{'x' * 5000}:claim=1",
     f"grim:claim={'9' * 5000}", f"grim:{'x' * 5000}", "a\0b", "a\0b/c", "\ud800"],
)  # fmt: skip
def test_a_name_that_no_file_can_have_is_one_short_line(name: str, game: str) -> None:
    with pytest.raises(AgentError) as error:
        make_registered(name, game=game)
    assert len(str(error.value)) < 3000
    assert "\n" not in str(error.value)


def test_numbers_that_are_not_finite_are_refused(tmp_path: Path, torch: Any) -> None:
    network = new_network([4])
    with torch.no_grad():
        network.value[0].weight[0, 0] = 1e6  # beyond float16
    save_policy(tmp_path, network, {**provenance("glory"), "config": {**CONFIG, "layers": [4]}})
    with pytest.raises(AgentError, match="not finite"):
        LearnedAgent(tmp_path)


@pytest.mark.slow
def test_another_scenario_is_refused_at_the_first_decision_unless_forced(folder: Path) -> None:
    words = ["--army", str(folder), "--navy", "random", "--games", "2"]
    run = [sys.executable, "evaluate.py", *words]
    refused = subprocess.run(run, cwd=ROOT, capture_output=True, text=True)
    assert refused.returncode == 2
    assert "trained in another scenario" in refused.stderr
    forced = subprocess.run([*run, "--force"], cwd=ROOT, capture_output=True, text=True)
    assert forced.returncode == 0, forced.stderr
    assert make_agent(f"{folder}:force=true,deterministic=true").deterministic
    with pytest.raises(AgentError, match="unknown parameter 'forse'"):
        make_agent(f"{folder}:forse=true")


def test_agents_by_name_and_by_path(folder: Path) -> None:
    assert isinstance(make_agent(str(folder)), LearnedAgent)
    assert isinstance(make_agent(str(folder / "policy.safetensors")), LearnedAgent)
    assert type(make_registered("random")) is type(make_agent("random"))
    with pytest.raises(AgentError, match="unknown agent 'randon': did you mean 'random'"):
        make_agent("randon")


def test_without_torch_a_learned_agent_says_what_to_install(folder: Path) -> None:
    """In a process of its own: modules taken out of this one would come back as others."""
    code = (
        "import sys; sys.modules['torch'] = None; from glory_agents.registry import make_agent; "
        f"make_agent({str(folder)!r})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 1
    assert "AgentError" in last
    assert "needs torch: pip install" in last
