"""The option `bid`, and the study of balance that looks for the one that makes the game even."""

from __future__ import annotations

import json

import numpy as np
import pytest

from glory_env import aleutians_v0
from glory_env.cli.main import main
from glory_env.core.errors import OptionError
from glory_env.games.aleutians.bench.balance import BIDS, fair_bid, pairs_of
from glory_env.games.aleutians.definition import ALEUTIANS
from glory_env.games.aleutians.options import Options
from glory_env.games.aleutians.rules.victory import vp
from glory_env.games.aleutians.studies.settings import Balance


def points(bid: int, steps: int = 0) -> int:
    env = aleutians_v0.raw_env(bid=bid)
    env.reset(seed=3)
    rng = np.random.default_rng(1)
    for _ in range(steps):
        env.step(int(rng.choice(np.flatnonzero(env.mask))))
    return int(vp(env.games.view(np.recarray)[0], env.scenario.tables[0]))


@pytest.mark.parametrize("steps", [0, 60])
def test_japan_begins_with_the_points_of_the_bid(steps):
    """It leads to the same random game: nothing but the points is another."""
    usual = points(0, steps)
    assert [points(bid, steps) - usual for bid in (-1, 0, 2)] == [-1, 0, 2]


@pytest.mark.parametrize("bid", [-11, 11, 1.5, True, "2", None])
def test_other_values_are_refused(bid):
    with pytest.raises(OptionError, match=r"option 'bid': expected -10 to 10, got"):
        Options(bid=bid)


def test_a_bid_of_nothing_is_not_named():
    assert "bid" not in Options().as_dict()
    assert Options(bid=np.int64(-2)).as_dict()["bid"] == -2
    assert Options(**Options(bid=-2).as_dict()) == Options(bid=-2)


def test_a_record_holds_the_bid(tmp_path, capsys):
    file = tmp_path / "game.jsonl"
    words = ["--game", "aleutians", "--seat", "japan=careful", "--seat", "allies=careful"]
    assert main(["record", *words, "--option", "bid=2", "--out", str(file)]) == 0
    header = json.loads(file.read_text("utf-8").splitlines()[0])
    assert header["options"]["bid"] == 2
    assert header["game"] == ALEUTIANS.name
    assert main(["verify", str(file)]) == 0
    assert "1 game" in capsys.readouterr().out


def test_the_fair_bid_lies_between_two_whole_ones():
    rising = dict(zip(BIDS, (0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8), strict=True))
    assert fair_bid(rising) == pytest.approx(0.5)
    assert fair_bid({bid: 0.6 for bid in BIDS}) is None
    assert fair_bid({**rising, 0: 0.5}) == 0.0


def test_the_rows_of_the_study():
    asked = Balance(agents=("careful",), pairs=("rush:linger=1/guard",))
    assert pairs_of(asked) == [("careful", "careful"), ("rush:linger=1", "guard")]
    with pytest.raises(ValueError, match="--pairs rush: expected JAPAN/ALLIES"):
        pairs_of(Balance(pairs=("rush",)))


@pytest.mark.slow
def test_more_points_help_japan(tmp_path, capsys):
    file = tmp_path / "balance.json"
    words = ["--agents", "historical", "--pairs", "aggressive/guard", "--json", str(file)]
    assert main(["study", "balance", "--game", "aleutians", "--quick", *words]) == 0
    rows = json.loads(file.read_text("utf-8"))["rows"]
    assert [(row["japan"], row["allies"]) for row in rows] == [
        ("historical", "historical"), ("aggressive", "guard"),
    ]  # fmt: skip
    for row in rows:
        assert row["bid_-3"][0] < row["bid_3"][0]
    assert "balance" in capsys.readouterr().out
