"""Stored best responses: what is read for a policy, and the task that shows it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from glory_agents.registry import make_agent
from glory_env.games.glory.bench.best_responses import (
    FORMAT,
    KEYS,
    file_name,
    read_responses,
    responses_to,
)
from glory_env.games.glory.bench.config import BenchConfig
from glory_env.games.glory.bench.policies import fingerprint
from glory_env.games.glory.scenario import load
from tests.bench.handmade import config, row_of


# --- files ---------------------------------------------------------------------------------
def stored(folder: Path, **values: Any) -> dict[str, Any]:
    """A document with these values in the folder, as `read_responses` finds it."""
    document = dict.fromkeys(KEYS) | {
        "format": FORMAT, "agent": "grim", "minutes": 2,
        "fingerprint": fingerprint("grim"), **values,
    }  # fmt: skip
    folder.mkdir(exist_ok=True)
    (folder / file_name(document)).write_text(json.dumps(document))
    return document


def test_results_are_read_by_file(tmp_path: Path) -> None:
    """One for each agent, policy, game and budget."""
    assert read_responses(tmp_path / "none") == {}
    kept = [
        stored(tmp_path, **values)
        for values in (
            {}, {"agent": "grim:claim=0.2"}, {"fingerprint": "ab"}, {"minutes": 6},
            {"scenario_id": "another"}, {"options": {"deadlock": "dice"}},
        )
    ]  # fmt: skip
    assert read_responses(tmp_path) == {tmp_path / file_name(one): one for one in kept}
    stored(tmp_path, seed=3, version="9.9")
    assert len(read_responses(tmp_path)) == len(kept)


def test_the_budgets_of_a_policy_are_read_in_order(tmp_path: Path) -> None:
    config = BenchConfig(agents=("grim",), scenario="teaching")
    game = {"scenario_id": load("teaching").id, "options": config.options.as_dict()}
    for minutes in (6, 18, 2):
        stored(tmp_path, minutes=minutes, **game)
    stored(tmp_path, minutes=40, **{**game, "scenario_id": "another"})
    stored(tmp_path, minutes=50, fingerprint="ab", **game)
    found = responses_to(config, tmp_path, "grim:retaliation=1")  # the same policy, by another name
    assert [one["minutes"] for one in found] == [2, 6, 18]


def test_the_stored_results_go_by_their_names() -> None:
    for file, document in read_responses().items():
        assert file.name == file_name(document)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"format": "glory-best-response-1"}', "expected format 'glory-best-response-2', got"),
        ("[1]", "expected format 'glory-best-response-2', got None"),
        ("{", "expected JSON, got nothing more"),
        ('{"format": "glory-best-response-2", "agent": "grim"}', "expected the keys fingerprint"),
    ],
)
def test_a_foreign_file_is_refused_by_name(text: str, words: str, tmp_path: Path) -> None:
    stored(tmp_path)
    (tmp_path / "odd.json").write_text(text)
    with pytest.raises(ValueError, match=words) as caught:
        read_responses(tmp_path)
    assert str(caught.value).startswith(str(tmp_path / "odd.json"))


# --- in the task ---------------------------------------------------------------------------
def store(folder: Path, agent: str = "grim", **given: Any) -> Path:
    """A stored best response to a policy, as the command writes one."""
    base = config(folder)
    figures = {
        place: {"gain": [gain, gain - 0.1, gain + 0.1], "damage": [-gain, -gain, -gain]}
        for place, gain in (("army", 0.2), ("navy", 0.4), ("both", 0.3))
    }
    document = dict.fromkeys(KEYS) | {
        "format": FORMAT, "agent": agent, "fingerprint": fingerprint(agent), "minutes": 18,
        "scenario_id": load("teaching").id, "options": base.options.as_dict(), "figures": figures,
        **given,
    }  # fmt: skip
    base.responses.mkdir(exist_ok=True)
    path = base.responses / f"{agent}.json"
    path.write_text(json.dumps(document))
    return path


def test_a_stored_best_response_is_read(tmp_path: Path) -> None:
    store(tmp_path)
    row = row_of("best_response", config(tmp_path), {})
    assert tuple(row["gain_both"]) == (0.3, pytest.approx(0.2), pytest.approx(0.4))
    assert (row["gain_army"].mean, row["gain_navy"].mean) == (0.2, 0.4)
    assert row["damage_both"].mean == -0.3


@pytest.mark.parametrize(
    "given",
    [
        {"fingerprint": "0" * 64},
        {"scenario_id": "another"},
        {"options": {"deadlock": "dice"}},
        {"agent": "grim", "fingerprint": fingerprint("civil_first")},
    ],
)
def test_a_response_to_another_policy_or_game_is_none(tmp_path: Path, given: Any) -> None:
    store(tmp_path, **given)
    assert set(row_of("best_response", config(tmp_path), {}).values()) == {None}


def test_a_response_to_the_same_policy_by_another_name_is_read(tmp_path: Path) -> None:
    """A pretrained name without a seed is one of the seeds."""
    seed = make_agent("cooperative").path
    of = json.loads((Path(seed) / "policy.json").read_text())["of"]
    store(tmp_path, agent="cooperative")
    (found,) = responses_to(config(tmp_path), config(tmp_path).responses, of)
    assert found["agent"] == "cooperative"


def test_without_a_stored_response_there_is_none(tmp_path: Path) -> None:
    assert set(row_of("best_response", config(tmp_path), {}).values()) == {None}


def test_a_foreign_file_among_the_responses_is_named(tmp_path: Path) -> None:
    path = store(tmp_path, format="glory-best-response-0")
    with pytest.raises(ValueError, match="expected format") as caught:
        row_of("best_response", config(tmp_path), {})
    assert str(path) in str(caught.value)
