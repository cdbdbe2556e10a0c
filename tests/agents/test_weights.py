"""Networks whose weights are not installed, as from a wheel; and columns that files share."""

from __future__ import annotations

import json
import shutil

import pytest

from glory_agents.glory.search.orders import orders_by, shipped_orders
from glory_agents.learned import columns, shipped
from glory_agents.learned.policy_file import load_policy, read_policy, save_policy
from glory_agents.learned.shipped import PRETRAINED, STARTS
from glory_agents.registry import AgentError, make_agent, registry
from glory_env.cli.main import main
from glory_env.games.glory.bench import participants
from glory_env.games.glory.play.background_networks import late_agent
from glory_env.games.glory.scenario import load
from glory_env.play.allowed_agents import Allowed

LINE = (
    "its weights are not installed, they are in the repository of the project: "
    "agents/glory_agents/pretrained/{}"
)


@pytest.fixture
def wheel(tmp_path, monkeypatch):
    """The networks of a wheel: of each what it says of itself, and the weights of few."""
    folder = tmp_path / "site" / "pretrained"
    for path in PRETRAINED.rglob("*.json"):
        place = folder / path.relative_to(PRETRAINED)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place)
    for name in ("cooperative-0", "selfish-macro-1", "aleutians-0/japan", "aleutians-0/allies"):
        shutil.copy(PRETRAINED / name / "policy.safetensors", folder / name)
    monkeypatch.setattr(shipped, "PRETRAINED", folder)
    monkeypatch.setattr(participants, "PRETRAINED", folder)
    return folder


@pytest.mark.parametrize(
    ("name", "game", "network", "here"),
    [
        ("cooperative-5", "glory", "cooperative-5", "cooperative-0"),
        ("cooperative-4:deterministic=true", "glory", "cooperative-4", "cooperative-0"),
        ("zero_sum-macro", "glory", "zero_sum-macro-0", ""),
        ("cooperative-macro-0", "glory", "cooperative-macro-0", ""),
        ("selfish-macro-0", "glory", "selfish-macro-0", "selfish-macro-1"),
        ("aleutians-2", "aleutians", "aleutians-2", "aleutians-0"),
    ],
)
def test_a_network_that_is_not_installed_says_where_it_is(wheel, name, game, network, here):
    with pytest.raises(AgentError) as error:
        make_agent(name, game=game)
    here = f"; installed of its family: {here}" if here else ""
    assert str(error.value) == f"agent {name!r}: {LINE.format(network)}{here}"
    assert not registry(game)[name.partition(":")[0]].installed


def test_what_is_installed_plays_and_its_folder_may_be_named(wheel):
    for name in ("cooperative", "cooperative-0", str(wheel / "cooperative-0")):
        assert make_agent(name).about["seed"] == 0
    assert make_agent("aleutians-0", game="aleutians").game == "aleutians"
    with pytest.raises(AgentError, match="not installed"):
        make_agent(str(wheel / "cooperative-1"))


def test_a_folder_of_a_person_without_weights_is_one_that_cannot_be_read(wheel, tmp_path):
    shutil.copytree(wheel / "cooperative-5", tmp_path / "mine")
    with pytest.raises(AgentError, match=r"mine/policy.safetensors: cannot be read"):
        make_agent(str(tmp_path / "mine"))


def test_the_list_of_agents_marks_it_and_no_page_offers_it(wheel, capsys):
    assert main(["agents"]) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines() if line}
    assert lines["cooperative-5"].endswith("; not installed")
    assert not lines["cooperative-0"].endswith("; not installed")
    offered = {one["name"] for one in Allowed().offered()}
    assert {"cooperative", "cooperative-0", "grim"} <= offered
    assert not {"cooperative-5", "dial-macro", "selfish-macro-0"} & offered


def test_a_partner_of_a_page_is_refused_at_once(wheel):
    with pytest.raises(AgentError, match="installed of its family: cooperative-0"):
        late_agent("cooperative-5", False, load("glory"))


def test_planners_take_what_is_installed_and_name_what_is_not(wheel):
    assert [orders.name for orders in shipped_orders()] == ["selfish-macro-1"]
    with pytest.raises(AgentError, match=r"parameter 'base': .* not installed"):
        orders_by("base", "cooperative-macro-0")


def test_a_family_of_a_benchmark_is_what_is_installed_and_a_line_says_so(wheel, capsys):
    participants._tell.cache_clear()
    for _ in range(2):
        assert participants.members("cooperative") == ("cooperative-0",)
    assert capsys.readouterr().err == (
        "cooperative: without cooperative-1, cooperative-2, cooperative-3, cooperative-4, "
        "cooperative-5: their weights are not installed, they are in the repository of the "
        "project; played by cooperative-0\n"
    )
    assert participants.families() == {
        "cooperative": ["cooperative-0"], "selfish-macro": ["selfish-macro-1"],
    }  # fmt: skip


def test_in_the_repository_every_seed_plays_and_nothing_is_said(capsys):
    assert len(participants.members("cooperative")) == 6
    assert all(
        entry.installed for game in ("glory", "aleutians") for entry in registry(game).values()
    )
    assert capsys.readouterr().err == ""


# --- columns that many files share ---------------------------------------------------------
def test_the_columns_of_a_list_are_read_as_if_the_file_had_them(tmp_path):
    network, about = load_policy(STARTS / "micro")
    assert about["columns"] == list(columns.labels_of("micro"))
    save_policy(tmp_path / "own", network, about)
    save_policy(tmp_path / "short", network, about, short=True)
    whole, short = (tmp_path / name / "policy.json" for name in ("own", "short"))
    assert json.loads(whole.read_text())["columns"] == about["columns"]
    assert json.loads(short.read_text())["columns"] == columns.reference("micro")
    # So fingerprints are the same as well.
    assert read_policy(short.parent)[1:] == read_policy(whole.parent)[1:]
    assert read_policy(short.parent)[2] == whole.read_bytes()


def test_the_networks_of_the_project_have_no_list_that_is_stored_already():
    for file in (*PRETRAINED.glob("*/policy.json"), *STARTS.glob("*/policy.json")):
        about = json.loads(file.read_text())
        assert columns.shortened(about) == about, file


@pytest.mark.parametrize(
    "given", [{"list": "micro", "sha256": "0" * 64}, {"list": "../micro"}, {}, {"list": ["micro"]}]
)
def test_a_list_that_is_not_here_is_refused(given, tmp_path):
    network, about = load_policy(STARTS / "micro")
    save_policy(tmp_path, network, about)
    file = tmp_path / "policy.json"
    file.write_text(json.dumps({**about, "columns": given}))
    with pytest.raises(AgentError) as error:
        load_policy(tmp_path)
    assert f"{file}: columns is {given!r}"[:60] in str(error.value)
    assert "expected labels of the observation, or {'list': 'micro'" in str(error.value)
    assert "\n" not in str(error.value)
