"""Best responses: figures, a macro network as the frozen partner, the command."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from glory_agents.base import AgentError
from glory_agents.glory.macro.parameters import SIZES, rows_of
from glory_agents.glory.macro.partners import macro_partner
from glory_agents.glory.scripted.named import row_of
from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.policy_file import save_alias
from glory_env.bench import bootstrap, play_pairs
from glory_env.cli.main import main
from glory_env.envs.agent import make_agent
from glory_env.game.settings import ConfigError
from glory_env.games.glory import respond as response
from glory_env.games.glory.bench import policies
from glory_env.games.glory.bench import respond_command as command
from glory_env.games.glory.bench.best_responses import file_name, read_responses, slug
from glory_env.games.glory.bench.policies import fingerprint
from glory_env.games.glory.respond import SPACE, field, figures, settings, utility_beside
from glory_env.games.glory.state import NAVY
from glory_env.games.glory.studies.partners import SCRIPTS
from glory_env.macro_v0 import MacroEnv
from glory_env.training.script_search import ScriptSearch
from glory_env.vector import GloryVector
from tests.bench.networks import write_network
from tests.bench.test_stored_responses import stored


def utilities(*pairs: tuple[float, float]) -> dict[str, np.ndarray]:
    """Columns of games with these utilities of army and navy."""
    army, navy = np.array(pairs, np.float64).T
    return {"utility_army": army, "utility_navy": navy}


# --- figures -------------------------------------------------------------------------------
def test_gain_and_damage_of_hand_made_games() -> None:
    alone = utilities((1, 0), (0.5, 0.5), (-1, -1), (0, 1))
    as_army = utilities((1, 0), (1, 0), (0.5, 0.5), (1, 0))
    as_navy = utilities((-1, -1), (0, 1), (0, 1), (0, 1))
    found = figures(alone, as_army, as_navy, np.arange(4))
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
    draws = np.random.default_rng(0).random(200) < 0.5
    alone = utilities(*((0.5, 0.5) if draw else (0.0, 1.0) for draw in draws))
    as_army = utilities(*((1.0, 0.0) if draw else (0.5, 0.5) for draw in draws))
    as_navy = utilities(*[(-1.0, -1.0)] * 200)
    seeds = np.arange(200)
    found = figures(alone, as_army, as_navy, seeds)
    assert found["army"]["gain"] == [0.5, None, None]  # alike in all: no spread to estimate
    low, high = found["army"]["response"][1:]
    assert low is not None
    assert high is not None
    assert high - low > 0.05
    # Both seats: the two games of a seed are drawn together, as in a mean of each seed's games.
    navy_gain = -1.0 - np.where(draws, 0.5, 1.0)
    by_seed = bootstrap({"gain": (0.5 + navy_gain) / 2}, seeds)["gain"]
    assert found["both"]["gain"] == pytest.approx(list(by_seed), abs=1e-4)


# --- the frozen partner --------------------------------------------------------------------
def test_a_macro_network_gives_the_orders_it_plays_by(tmp_path: Path) -> None:
    folder = write_network(tmp_path / "own")
    agent = LearnedAgent(folder)
    partner = macro_partner(agent)
    looked = GloryVector(16, "teaching", seed=1).observations
    draws = np.random.default_rng(0).random((16, len(SIZES)))
    given = partner.script_rows(looked, draws)
    wanted = rows_of(agent.player.choices(agent.condition(looked)))
    assert given.tobytes() == wanted.tobytes()
    assert given.tobytes() == partner.script_rows(looked, 1 - draws).tobytes()  # the likeliest
    bare = rows_of(agent.player.choices(looked))
    assert given.tobytes() != bare.tobytes()


def test_who_cannot_be_a_partner_is_named(tmp_path: Path) -> None:
    flat = str(write_network(tmp_path / "flat", "flat"))
    for name in ("random", "mcts", "joint_planner", flat):
        with pytest.raises(AgentError) as caught:
            macro_partner(make_agent(name), name)
        assert str(caught.value) == (
            f"agent {name!r}: only scripts and macro networks can be partners where script "
            "parameters are chosen"
        )
    other = str(write_network(tmp_path / "own"))
    with pytest.raises(AgentError, match="trained in another scenario"):
        MacroEnv(partner=other, scenario="glory")
    assert MacroEnv(partner=f"{other}:force=true", scenario="glory").partner is not None


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
    config = settings(command.DEFAULT, "grim:claim=0.5", minutes=(1.0, 3.0), seed=None, field=())
    assert (config.agent, config.minutes, config.seed) == ("grim:claim=0.5", (1.0, 3.0), 0)
    assert config.place == Path(f"runs/best-response-{slug('grim:claim=0.5')}-0")
    network = config.trained(3.0, "")
    assert network.scripts == ("grim:claim=0.5",)
    assert (network.self_share, network.past_share, network.script_share) == (0, 0, 1)
    assert (network.minutes, network.reward, network.start) == (1.5, "selfish", "")
    assert network.folder == config.place / "network-0"
    assert settings(command.DEFAULT, "grim").minutes == (2, 6, 18)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"minutes": (0.0, 1.0)}, "minutes: expected budgets above 0"),
        ({"minutes": (2.0, 2.0)}, "each larger than the last"),
        ({"games": 0}, "games:"),
        ({"field": ("grim", "held_out:seed=2")}, "'held_out:seed=2' is kept for measuring"),
        ({"network": {"slotz": 3}}, "slotz"),
    ],
)
def test_wrong_settings_are_refused(given: dict[str, Any], words: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=words):
        settings(command.DEFAULT, "grim", **given).trained(1.0, "")


def test_nothing_is_trained_against_what_is_held_out() -> None:
    with pytest.raises(ConfigError, match="'held_out:seed=1' is kept for measuring"):
        settings(command.DEFAULT, "held_out:seed=1")


def test_the_field_has_networks_of_this_scenario_alone() -> None:
    here = field(settings(command.DEFAULT, "grim"))
    there = field(settings(command.DEFAULT, "grim", scenario="teaching"))
    assert {"cooperative-0", "dial-macro-0", "withdraw_in_time"} <= set(here)
    assert set(there) == set(SCRIPTS)


# --- the search over a script's parameters -------------------------------------------------
@pytest.mark.slow
def test_a_script_search_gains_on_where_it_began() -> None:
    """As navy beside who accepts every first offer, on dice that the search has not seen."""
    partner = make_agent("takes_first_offer")
    search = ScriptSearch("greedy_gp", utility_beside(partner, NAVY, scenario="teaching"), 3, SPACE)
    found = [search.run(0.0) for _ in range(6)]  # a generation each
    assert found[0].startswith("greedy_gp:claim=")
    assert len(set(found)) > 1

    def utility(name: str) -> float:
        games = play_pairs(partner, make_agent(name), 200, 9_000, "teaching")
        return float(games.columns()["utility_navy"].mean())

    assert utility(found[-1]) > utility("greedy_gp") + 0.5


def test_a_search_begins_with_a_script() -> None:
    with pytest.raises(AgentError, match="expected a script to search from"):
        ScriptSearch("random", utility_beside(make_agent("grim"), NAVY), 0, SPACE)


# --- the command ---------------------------------------------------------------------------
def respond(words: Any, folder: Path) -> int:
    return main(["respond", *words, "--folder", str(folder)])


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A file of settings for seconds of search."""
    plain = yaml.safe_load(command.DEFAULT.read_text())
    network = plain["network"] | {"slots": 16, "rollout": 8, "batch": 64, "layers": [16, 16]}
    few = {"games": 6, "selection_games": 4, "jobs": 1, "minutes": [0.01, 0.02]}
    places = {"runs": str(tmp_path / "runs"), "folder": str(tmp_path / "games")}
    field = ["withdraw_in_time", "grim", "takes_first_offer"]
    path = tmp_path / "small.yaml"
    path.write_text(
        yaml.safe_dump(
            {**plain, **few, **places, "network": network, "scenario": "teaching", "field": field}
        )
    )
    return path


@pytest.mark.slow
def test_responses_are_found_measured_and_kept(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = str(write_network(tmp_path / "own", "flat"))
    words = [name, "--config", str(small), "--seed", "2"]
    assert respond(words, tmp_path / "kept") == 0
    documents = sorted(read_responses(tmp_path / "kept").values(), key=lambda one: one["minutes"])
    assert [one["minutes"] for one in documents] == [0.01, 0.02]
    runs = tmp_path / "runs" / f"best-response-{slug(name)}-2"
    assert (runs / "at-0.01" / "policy.safetensors").exists()
    assert LearnedAgent(runs / "at-0.02").about["config"]["scripts"] == [name]
    for document in documents:
        assert document["fingerprint"] == fingerprint(name)
        assert (document["scenario"], document["options"]["deadlock"]) == ("teaching", "lot")
        assert document["seeds"] == {"first": 1_000_000, "games": 6}
        assert document["search"]["selection"] == {"first": 2_000_000, "games": 4}
        for seat in ("army", "navy"):
            reply, values = document["replies"][seat], document["figures"][seat]
            assert reply["fingerprint"] == fingerprint(reply["agent"])
            assert values["gain"][0] >= 0
            assert (reply["kind"] == "itself") == (reply["agent"] == name)
            again = play_pairs(
                *[make_agent(one) for one in _seated(reply["agent"], name, seat)],
                6, 1_000_000, "teaching",
            )  # fmt: skip
            mean = again.columns()[f"utility_{seat}"].mean()
            assert values["response"][0] == pytest.approx(mean, abs=1e-4)
    assert "best response to" in capsys.readouterr().out
    # Once more: an existing run is not overwritten, and may only go on against the same policy.
    assert respond(words, tmp_path / "kept") == 2
    assert "already holds a run" in capsys.readouterr().err
    assert respond([*words, "--resume"], tmp_path / "again") == 0
    again = read_responses(tmp_path / "again")
    assert {path.name: one for path, one in again.items()} == {
        file_name(one): one for one in documents
    }
    file = tmp_path / "own" / "policy.json"
    file.write_text(file.read_text() + "\n")
    policies.policy.cache_clear()
    assert respond([*words, "--resume"], tmp_path / "kept") == 2
    assert "has changed since" in capsys.readouterr().err


def _seated(reply: str, policy: str, seat: str) -> tuple[str, str]:
    return (reply, policy) if seat == "army" else (policy, reply)


@pytest.mark.slow
def test_a_stopped_run_goes_on_with_the_budgets_that_are_missing(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from glory_env.training.trainer import Trainer

    words = ["grim", "--config", str(small)]
    run, stopped = Trainer.run, []

    def stop(self: Any, console: Any) -> Path:
        stopped.append(self.config.minutes)
        if len(stopped) == 2:
            raise KeyboardInterrupt
        return run(self, console)

    monkeypatch.setattr(Trainer, "run", stop)
    assert respond(words, tmp_path / "kept") == 130
    assert "--resume goes on" in capsys.readouterr().err
    (first,) = read_responses(tmp_path / "kept").values()
    assert respond([*words, "--resume"], tmp_path / "kept") == 0
    assert stopped == [0.005, 0.01, 0.01]  # the first budget was not trained for again
    after = sorted(read_responses(tmp_path / "kept").values(), key=lambda one: one["minutes"])
    assert after[0] == first
    assert after[1]["minutes"] == 0.02


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("gimr", "did you mean 'grim'"),
        ("mcts", "a planner is too slow to be searched against"),
        ("held_out:seed=3", "is kept for measuring"),
    ],
)
def test_an_agent_that_cannot_be_met_is_one_line(
    name: str, says: str, small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert respond([name, "--config", str(small)], tmp_path / "kept") == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert says in said
    assert not (tmp_path / "runs").exists()
    assert not (tmp_path / "kept").exists()


def test_a_damaged_result_is_named_before_anything_is_played(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored(tmp_path / "kept")
    (tmp_path / "kept" / "odd.json").write_text("{")
    assert respond(["grim", "--config", str(small)], tmp_path / "kept") == 2
    assert "odd.json: expected JSON" in capsys.readouterr().err
    assert not (tmp_path / "runs").exists()


def test_a_run_that_goes_on_makes_scripts_alone(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the folder says was found is a file as any other."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strange.py").write_text("open('touched', 'w').close()")
    place = response.settings(small, "grim").place
    place.mkdir(parents=True)
    found = {"victim": fingerprint("grim"), "scripts": {"0.005": ["strange:Agent", "grim"]}}
    (place / response.FOUND).write_text(json.dumps(found))
    assert respond(["grim", "--config", str(small), "--resume"], tmp_path / "kept") == 2
    assert "unknown agent 'strange:Agent'" in capsys.readouterr().err
    assert not (tmp_path / "touched").exists()


def test_there_is_no_run_to_resume(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert respond(["grim", "--config", str(small), "--resume"], tmp_path / "kept") == 2
    assert "holds no run to resume" in capsys.readouterr().err
