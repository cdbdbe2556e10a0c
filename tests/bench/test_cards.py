"""The cards of the networks that come with the project."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from glory_agents.learned import shipped
from glory_agents.learned.policy_file import load_policy
from glory_env.games.aleutians.studies import cards as aleutians_cards
from glory_env.games.glory.report import cards
from glory_env.games.glory.studies import strength
from tests.bench.networks import head_of

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "card", sorted(shipped.PRETRAINED.glob("*/card.md")), ids=lambda card: card.parent.name
)
def test_the_head_of_every_card_is_what_hugging_face_reads(card: Path) -> None:
    head = head_of(card)
    assert (head["license"], head["library_name"]) == ("mit", "glory-env")
    assert head["pipeline_tag"] == "reinforcement-learning"
    assert {"reinforcement-learning", "safetensors"} < set(head["tags"])
    models = head.get("model-index", [])  # none where nothing was measured
    assert bool(models) == ("\n## Strength\n" in card.read_text(encoding="utf-8"))
    for model in models:
        assert model["name"] == card.parent.name
        (result,) = model["results"]
        assert set(result) == {"task", "dataset", "metrics"}
        assert result["dataset"]["type"] in ("glory", "aleutians")
        for metric in result["metrics"]:
            assert isinstance(metric["value"], float)
            assert metric["type"]
            assert metric["name"]


def test_the_shipped_networks_have_their_cards() -> None:
    families = strength.players(ROOT / "docs" / "results").values()
    measured = {name: one for family in families for name, one in family["agents"].items()}
    for file in shipped.PRETRAINED.glob("*/policy.safetensors"):
        folder = file.parent
        network, about = load_policy(folder)
        figures = cards.figures_of(folder, measured)
        text = cards.card(folder.name, about, cards.size_of(network, folder), figures)
        assert (folder / "card.md").read_text(encoding="utf-8") == text
        assert about["git"]["commit"] in text


def test_the_networks_of_the_second_game_have_theirs() -> None:
    measured = json.loads((ROOT / "docs" / "results" / "aleutians-training.json").read_text())
    for name in measured["measured"]:
        folder = shipped.PRETRAINED / name
        text = aleutians_cards.card(folder, measured)
        assert (folder / "card.md").read_text(encoding="utf-8") == text
        for side, rows in measured["against"][name]["aggressive"].items():
            about = json.loads((folder / side / "policy.json").read_text(encoding="utf-8"))
            assert about["git"]["commit"] in text
            assert f"{rows['reward'][0]:+.3f}" in text


def test_a_network_that_was_not_measured_says_so(tmp_path: Path) -> None:
    shutil.copytree(shipped.PRETRAINED / "aleutians-0", tmp_path / "mine")
    (file,) = aleutians_cards.write_cards({"measured": []}, tmp_path)
    assert file == tmp_path / "mine" / "card.md"
    assert aleutians_cards.NOT_MEASURED in file.read_text(encoding="utf-8")
    assert "model-index" not in head_of(file)


@pytest.mark.parametrize(
    ("name", "start"),
    [("mine", "is `aleutians-1`."), ("aleutians-1", "was made by the part before")],
)
def test_a_card_says_with_which_network_the_last_part_began(
    tmp_path: Path, name: str, start: str
) -> None:
    shutil.copytree(shipped.PRETRAINED / "aleutians-1", tmp_path / name)
    text = aleutians_cards.card(tmp_path / name, {"measured": [], "against": {}})
    assert text.count(f"Its start {start}") == 2
