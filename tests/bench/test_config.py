"""Settings of the suite: whatever is wrong is one clear error with file, key and value."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from glory_agents.learned.shipped import PRETRAINED
from glory_env.envs.agent import AgentError
from glory_env.game.settings import ConfigError, read_settings, shipped
from glory_env.games.glory.bench.config import ANGLES, QUICK_GAMES, TASKS, BenchConfig
from glory_env.games.glory.bench.pairing import pairing
from glory_env.games.glory.bench.participants import check, distinct, participants
from glory_env.games.glory.bench.policies import is_slow, kind, uses_objective
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.engine.options import make_options
from glory_env.games.glory.scenario import load
from tests.bench.handmade import config
from tests.bench.networks import write_network

DEFAULT = shipped("evaluate/tonnage_bench.yaml")
GOOD = {"agents": ["grim"], "scenario": "teaching"}


def write(folder: Path, **given: Any) -> Path:
    path = folder / "suite.yaml"
    path.write_text(yaml.safe_dump({**GOOD, **given}))
    return path


def refused(path: Path) -> str:
    """The only line of the error; it begins with the file."""
    with pytest.raises(ConfigError) as caught:
        read_settings(BenchConfig, path)
    said = str(caught.value)
    assert said.startswith(f"{path}: ")
    assert "\n" not in said
    return said.removeprefix(f"{path}: ")


# --- what is right -------------------------------------------------------------------------
def test_the_committed_file() -> None:
    found = read_settings(BenchConfig, DEFAULT)
    assert found.games == 1000
    assert (found.search_games, found.search_minutes) == (50, 20.0)
    assert found.tasks == TASKS
    assert QUICK_GAMES == 200
    assert found.family_games == 200
    assert len(found.temperaments) == 8
    assert len(found.deadlocks) >= 4
    assert found.options.deadlock not in found.deadlocks
    assert not found.deterministic
    assert [entry for entry in found.agents if isinstance(entry, dict)]


def test_defaults_are_filled_in(tmp_path: Path) -> None:
    found = read_settings(BenchConfig, write(tmp_path, options={"deadlock": "dice"},
                                             deadlocks=["lot", "zero"]))  # fmt: skip
    assert found.options.deadlock == "dice"
    assert found.options == make_options(deadlock="dice")
    assert (found.deadlocks, found.games, found.jobs) == (("lot", "zero"), 1000, 1)
    assert (
        found.responses == DEFAULT.parents[2] / "glory_env/games/glory/bench/responses"
    )  # wherever the command is called


# --- what is wrong -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"game": 10}, ("'game'", "did you mean 'games'")),
        ({"tasks": ["coop", "selfsh"]}, ("tasks", "'selfsh'", "did you mean 'selfish'")),
        ({"deadlocks": ["dise"]}, ("deadlocks", "'dise'", "did you mean 'dice'")),
        ({"options": {"deadlok": "lot"}}, ("options", "deadlok", "did you mean")),
        ({"options": {"deadlock": "dise"}}, ("options", "deadlock", "'dise'", "lot")),
        ({"options": {"solo": True}}, ("options", "solo", "True")),
        ({"deadlocks": ["dice", "lot"]}, ("deadlocks: ", "lot")),
        ({"games": 0}, ("games: ", "greater than or equal to 1", "got 0")),
        ({"games": "many"}, ("games: ", "'many'")),
        ({"jobs": 0}, ("jobs: ", "got 0")),
        ({"search_minutes": -1}, ("search_minutes: ", "got -1")),
        ({"search_minutes": float("nan")}, ("search_minutes: ", "finite number")),
        ({"first_seed": -1}, ("first_seed: ", "got -1")),
        ({"tasks": []}, ("tasks: ", "got []")),
        ({"deadlocks": []}, ("deadlocks: ", "got []")),
        ({"family_games": 0}, ("family_games: ", "got 0")),
        (
            {"temperaments": ["yielding", "held_out:seed=9001"]},
            ("temperaments: held_out:seed=9001: held out", "yielding"),
        ),
        ({"name": ".."}, ("name: ", "'..'")),
        ({"name": "."}, ("name: ", "'.'")),
        ({"name": ".hidden"}, ("name: ", "'.hidden'")),
        ({"name": "games"}, ("name: ", "the folder of the games", "'games'")),
        ({"temperaments": []}, ("temperaments: ", "got []")),
        ({"held_out": [9001, "x"]}, ("held_out", "'x'")),
        ({"name": "../up"}, ("name: ", "'../up'")),
        ({"scenario": "teechng"}, ("scenario", "teechng", "teaching, glory")),
        ({"agents": []}, ("agents: ", "got []")),
    ],
)
def test_bad_settings_are_named(tmp_path: Path, given: dict[str, Any], words: Any) -> None:
    said = refused(write(tmp_path, **given))
    for word in words:
        assert word in said


@pytest.mark.parametrize(
    "given",
    [
        {"deadlocks": ["dice", "lot"]},
        {"options": {"deadlock": "dice"}, "deadlocks": ["lot", "dice"]},
        {"agents": [{"all": {45: "grim", 0: "grim"}}]},
    ],
)
def test_settings_that_do_not_fit_together_are_named_alone(tmp_path: Path, given: Any) -> None:
    """The value that is wrong, not all settings there are."""
    said = refused(write(tmp_path, **given, name="all-of-my-settings"))
    assert said.startswith(next(key for key in ("deadlocks", "agents") if key in given))
    assert "all-of-my-settings" not in said


def test_of_another_kind_of_file_only_the_keys_are_named() -> None:
    said = refused(DEFAULT.with_name("best_response.yaml"))
    assert said.startswith("agents: expected at least one agent")
    assert "unknown keys minutes, selection_games, network" in said
    assert "best-response" not in said
    assert len(said) < 300


def test_a_file_without_agents(tmp_path: Path) -> None:
    path = tmp_path / "suite.yaml"
    path.write_text("name: mine\n")
    assert refused(path) == "agents: expected at least one agent, got no such key"


@pytest.mark.parametrize(
    "angles",
    [
        {45: "grim", 0: "grim"},
        {45: "grim", 0: "grim", -45: "grim", 30: "grim"},
        {45: "grim", 0: "grim", 45.5: "grim"},
    ],
)
def test_wrong_angles_are_named(tmp_path: Path, angles: dict[float, str]) -> None:
    said = refused(write(tmp_path, agents=["grim", {"mixed": angles}]))
    assert "agents: mixed: " in said
    assert "45, 0 and -45" in said


def test_agents_are_a_list_of_names_or_mappings(tmp_path: Path) -> None:
    for wrong in ("grim", [3], [{"mixed": {"warm": "grim"}}], [{"mixed": "grim"}]):
        path = write(tmp_path, agents=wrong)
        with pytest.raises(ConfigError, match=r"suite\.yaml: agents"):
            read_settings(BenchConfig, path)


def test_a_mapping_without_a_name_is_refused(tmp_path: Path) -> None:
    """An empty mapping is no participant."""
    said = refused(write(tmp_path, agents=["grim", {}]))
    assert "agents" in said


def test_a_file_that_is_not_there_or_no_settings(tmp_path: Path) -> None:
    missing = tmp_path / "none.yaml"
    assert "cannot be read" in refused(missing)
    assert "cannot be read" in refused(tmp_path)
    broken = tmp_path / "broken.yaml"
    broken.write_text("agents: [grim\ngames: 3")
    with pytest.raises(ConfigError, match=r"broken\.yaml, line 2, column 6: .*expected YAML"):
        read_settings(BenchConfig, broken)
    broken.write_bytes(b"\xff\xfe\x00bad")
    with pytest.raises(ConfigError, match=r"broken\.yaml: .*expected text in UTF-8"):
        read_settings(BenchConfig, broken)
    broken.write_text("- grim\n")
    assert refused(broken).startswith("expected keys and values")


# --- participants ------------------------------------------------------------------------------
def test_unknown_and_repeated_agents() -> None:
    def checked(*given: Any) -> None:
        policies = [name for one in participants(given) for name in one.policies]
        check(policies, load("teaching"))

    with pytest.raises(AgentError, match=r"agents: .*'gimr'.*did you mean 'grim'"):
        checked("civil_first", "gimr")
    with pytest.raises(AgentError, match="'gimr'"):
        checked({"mixed": {45: "grim", 0: "grim", -45: "gimr"}})
    with pytest.raises(AgentError, match="'gimr'"):
        checked("grim+gimr")
    with pytest.raises(AgentError, match="'grim' is named twice"):
        participants(["grim", "civil_first", "grim"])


def test_a_family_and_a_mapping() -> None:
    family, mixed = participants(
        ["grim+civil_first+stonewaller", {"mixed": {45: "conceder", 0: "boulware", -45: "grim"}}]
    )
    assert family.name == "grim"
    assert all(family.seeds[a] == ("grim", "civil_first", "stonewaller") for a in ANGLES)
    assert family.policy() == "grim"
    assert mixed.name == "mixed"
    assert [mixed.policy(angle) for angle in ANGLES] == ["conceder", "boulware", "grim"]
    assert mixed.policy() == "boulware"
    assert set(mixed.policies) == {"conceder", "boulware", "grim"}


def test_a_pretrained_name_means_all_of_its_seeds() -> None:
    family, single = participants(["cooperative", "cooperative-macro-1"])
    assert family.name == "cooperative"
    assert set(family.seeds[45.0]) == {f"cooperative-{seed}" for seed in range(6)}
    assert single.seeds[45.0] == ("cooperative-macro-1",)


@pytest.mark.parametrize(
    ("given", "names"),
    [
        (
            ["cooperative-macro-1+cooperative-macro-1"],
            "'cooperative-macro-1' and 'cooperative-macro-1'",
        ),
        (
            ["cooperative-macro-1+cooperative-macro-0+cooperative-macro-1"],
            "'cooperative-macro-1' and 'cooperative-macro-1'",
        ),
        ([{"mixed": {45: "grim+grim", 0: "grim", -45: "grim"}}], "'grim' and 'grim'"),
        (
            ["zero_sum-macro", f"{PRETRAINED}/zero_sum-macro-0"],
            f"'zero_sum-macro' and '{PRETRAINED}/zero_sum-macro-0'",
        ),
        (["zero_sum-macro-0", "grim", "zero_sum-macro"], "'zero_sum-macro-0' and 'zero_sum-macro'"),
        (
            ["selfish-macro-0", {"one": dict.fromkeys(ANGLES, "selfish-macro-0")}],
            "'selfish-macro-0' and 'one'",
        ),
    ],
)
def test_a_policy_that_is_named_twice_is_refused(given: Any, names: str) -> None:
    with pytest.raises(AgentError, match=f"agents: {names} are the same policy"):
        distinct(participants(given))


def test_different_participants_may_share_a_policy(tmp_path: Path) -> None:
    """A specialist of three is none of the three; scripts that play alike have their names."""
    distinct(participants(read_settings(BenchConfig, DEFAULT.with_name("full.yaml")).agents))
    distinct(participants(["grim", "grim:retaliation=1", "selfish-macro-0", "selfish-macro-1"]))
    flat = str(write_network(tmp_path / "flat", "flat"))
    distinct(participants([flat, f"{flat}:deterministic=true"]))


def test_kinds_of_agents(tmp_path: Path) -> None:
    network = str(write_network(tmp_path / "own"))
    assert [kind(name) for name in ("grim", "mcts", network)] == ["script", "planner", "network"]
    assert [is_slow(name) for name in ("grim", "mcts", network)] == [False, True, False]


def test_who_looks_at_the_angle(tmp_path: Path) -> None:
    """Nobody but a network that was not trained for one attitude is played at each angle."""
    told = str(write_network(tmp_path / "told"))
    other = write_network(tmp_path / "other")
    about = json.loads((other / "policy.json").read_text())
    del about["conditioning"]["objective.cos"], about["conditioning"]["objective.sin"]
    (other / "policy.json").write_text(json.dumps(about))
    assert not uses_objective(told)
    assert not uses_objective("grim")
    assert uses_objective(str(other))
    assert pairing("grim", told, 45.0) == pairing("grim", told, -45.0)
    assert pairing("grim", str(other), 45.0) != pairing("grim", str(other), -45.0)


def test_games_of_likeliest_actions_are_not_those_of_drawn_ones(tmp_path: Path) -> None:
    settings, flat = config(tmp_path), str(write_network(tmp_path / "flat", "flat"))
    sure = f"{flat}:deterministic=true"
    key = ResultsStore(settings).cache_key
    assert key(pairing(flat, "grim")) != key(pairing(sure, "grim"))


def test_options_of_a_pairing(tmp_path: Path) -> None:
    settings = config(tmp_path, options={"deadlock": "dice", "max_offers": 3}, deadlocks=("zero",))
    options = ResultsStore(settings).options
    plain = options(pairing("grim", "grim"))
    assert (plain["deadlock"], plain["max_offers"], plain["solo"]) == ("dice", 3, False)
    assert options(pairing("grim", "grim", deadlock="zero")) == {
        **plain, "deadlock": "zero"
    }  # fmt: skip
    assert options(pairing("grim", "grim", solo=True)) == {**plain, "solo": True}
