"""`glory respond --game aleutians`: the reply is chosen and measured on other seeds."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from glory_agents.aleutians.rows import NAMED, PARAMETERS
from glory_env.aleutians_v0 import Vector
from glory_env.bench.pairs import play_pairs
from glory_env.cli.main import main
from glory_env.games.aleutians import respond as respond_aleutians
from glory_env.games.aleutians.respond import Met, make_agent, space_of

POLICY = "careful"


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """The reply to careful random play, which every script beats."""
    file = tmp_path_factory.mktemp("found") / "found.json"
    words = ["--game", "aleutians", "--minutes", "0.01", "--games", "6", "--json", str(file)]
    assert main(["respond", POLICY, *words]) == 0
    return json.loads(file.read_text())


@pytest.mark.slow
def test_each_seat_has_a_reply_that_gains(found):
    assert set(found["replies"]) == {"japan", "allies"}
    for reply in found["replies"].values():
        assert reply["gain"][0] > 0
        assert reply["agent"] in (*found["field"], reply["searched"], POLICY)


@pytest.mark.slow
def test_the_figures_are_those_of_the_reporting_seeds(found):
    reply = found["replies"]["japan"]
    agents = [make_agent(name, game="aleutians") for name in (reply["agent"], POLICY)]
    first, games = found["seeds"]["first"], found["seeds"]["games"]
    played = play_pairs(*agents, games, first, "aleutians", "outcome", vector_class=Vector)
    assert reply["reward"][0] == pytest.approx(played.rewards[:, 0].mean(), abs=1e-5)
    assert found["selection"]["first"] + games <= first or found["selection"]["first"] > first


@pytest.mark.slow
def test_the_search_begins_with_the_best_script(found):
    searched = {reply["searched"].partition(":")[0] for reply in found["replies"].values()}
    assert searched <= set(NAMED)


@pytest.mark.slow
def test_the_search_begins_with_a_better_script_of_the_field(monkeypatch):
    starts = []

    class Start:
        """In place of the search: notes what it would begin with, and finds that."""

        def __init__(self, start, *_):
            self.start = start
            starts.append(start)

        def run(self, _):
            return self.start

    monkeypatch.setattr(respond_aleutians, "ScriptSearch", Start)
    respond_aleutians.respond("guard", 0.01, 2, 20, field=["rush:linger=1", "careful"])
    assert starts[0] == "rush:linger=1"
    assert starts[1] in NAMED


@pytest.mark.parametrize(
    ("seat", "absent"),
    [(0, {"allied_reach", "answer"}), (1, {"japan_reach", "rush", "linger"})],
)
def test_a_side_s_search_leaves_out_what_is_of_the_other(seat, absent):
    names = {parameter.name for parameter in PARAMETERS}
    assert set(space_of(seat).highest) == names - absent


def test_the_reward_is_that_of_the_reply_s_seat():
    met = Met(make_agent("random", game="aleutians"), scenario="aleutians")
    strong = make_agent("aggressive", game="aleutians")
    for seat in range(2):
        assert met.rewards(strong, 4, 5, seat)[:, seat].mean() > 0.5
    assert np.isclose(met.mean(0, 4, strong, 5), met.rewards(strong, 4, 5, 0)[:, 0].mean())


def test_the_search_is_of_other_dice_than_the_choice():
    seeds = (respond_aleutians.SELECTION, respond_aleutians.REPORTING)
    from glory_env.training.script_search import SEEDS

    assert len({*seeds, SEEDS}) == 3


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--minutes", "0"], "--minutes 0"),
        (["--games", "1"], "--games"),
        (["--resume"], "--resume"),
        (["--scenario", "nowhere.yaml"], "nowhere.yaml"),
        (["--field", "nobody"], "nobody"),
    ],
)
def test_what_is_refused(capsys, words, named):
    assert main(["respond", POLICY, "--game", "aleutians", *words]) == 2
    assert named in capsys.readouterr().err


def test_a_flag_of_the_second_game(capsys):
    assert main(["respond", "grim", "--json", "found.json"]) == 2
    assert "--json: only with --game aleutians" in capsys.readouterr().err
    assert not Path("found.json").exists()
