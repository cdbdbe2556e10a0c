"""`glory study talk`: the price of a broken word on made-up games, and the command."""

from __future__ import annotations

import json

import numpy as np
import pytest

from glory_env.cli.main import main
from glory_env.games.glory import state as st
from glory_env.games.glory.studies import talk as bench

ARMY, NAVY = range(2)


def games(count: int) -> np.ndarray:
    """Quiet games: from turn 1 to 12 the navy's first offer leaves the army a fifth of 500."""
    found = np.zeros(count, st.GAME)
    found["log_first_other"] = -1
    found["log_first_other"][:, 1:13, NAVY] = 100
    found["log_shares"][:, 1:13] = (100, 100, 300)
    found["promise_kind"] = st.NONE
    return found


def judge(found: np.ndarray, at: slice, turn: int, state: int, kind: int = st.SAY_USE) -> None:
    """A word of the army made in that turn."""
    found["promise_kind"][at, turn, ARMY, 0] = kind
    found["promise_state"][at, turn, ARMY, 0] = state


def test_the_price_is_what_the_listener_offers_less():
    found = games(40)
    judge(found, slice(0, 20), 5, st.BROKEN)
    judge(found, slice(20, 40), 5, st.KEPT)
    found["log_first_other"][:20, 6, NAVY] = np.arange(20) * 5  # in the mean 47.5
    found["log_first_other"][20:, 6, NAVY] = 60 + np.arange(20) * 5  # 107.5
    price = bench.price([(found, ARMY)], np.arange(40))
    assert (price["broken"], price["kept"]) == (20, 20)
    for state, mean in (("broken", 47.5), ("kept", 107.5)):  # one of the two turns after
        assert price[f"after_{state}"][0] == pytest.approx((mean + 100) / 2 / 500, abs=1e-3)
    for name in ("apart", "change"):
        mean, low, high = price[name]
        assert mean == pytest.approx(-60 / 2 / 500, abs=1e-3)
        assert low < mean < high < 0


def test_only_turns_of_one_number_are_compared():
    """Offers fall from turn to turn, and words are broken late: that is no price."""
    found = games(60)
    found["log_first_other"][:, 1:13, NAVY] = 130 - 10 * np.arange(1, 13)
    judge(found, slice(0, 30), 8, st.BROKEN)
    judge(found, slice(30, 60), 3, st.KEPT)
    price = bench.price([(found, ARMY)], np.arange(60))
    assert price["after_broken"][0] < price["after_kept"][0]
    assert "apart" not in price  # nothing to compare
    judge(found, slice(30, 60), 8, st.KEPT)
    price = bench.price([(found, ARMY)], np.arange(60))
    assert price["apart"][0] == pytest.approx(0.0)
    assert price["change"][0] == pytest.approx(0.0)


def test_a_civil_share_is_judged_a_turn_later_and_words_for_the_game_are_left_out():
    found = games(3)
    judge(found, slice(0, 1), 4, st.BROKEN, st.SAY_CIVIL)
    judge(found, slice(1, 2), 4, st.BROKEN, st.SAY_USE)
    judge(found, slice(2, 3), 4, st.BROKEN, st.SAY_NO_GRAB)
    broken = bench._judged(found, ARMY, st.BROKEN)
    assert [np.flatnonzero(row).tolist() for row in broken] == [[5], [4], []]


def test_offers_that_were_not_made_do_not_count():
    found = games(1)
    found["log_first_other"][0, 6, NAVY] = -1
    found["log_first_other"][0, 7, NAVY] = 50
    after, change, _, _ = bench._turns(found, ARMY)
    assert after[0, 5] == pytest.approx(0.1)
    assert change[0, 5] == pytest.approx(0.1 - 0.2)
    assert np.isnan(after[0, 12])


@pytest.mark.slow
def test_the_command_writes_page_and_figures(tmp_path, capsys):
    page, figures = tmp_path / "talk.md", tmp_path / "talk.json"
    scripts = ("honest", "deceiver", "withdraw_in_time")
    arguments = ["--games", "3", "--scenario", "teaching", "--seed", "5", "--scripts", *scripts]
    assert main(["study", "talk", *arguments, "--write", str(page), "--json", str(figures)]) == 0
    assert "statements by kind, talk = cheap" in capsys.readouterr().out
    document = json.loads(figures.read_text())
    assert document["seeds"] == {"first": 5, "games": 3}
    assert [entry["pair"] for entry in document["pairs"]][:2] == [
        ["honest", "honest"],
        ["honest", "deceiver"],
    ]
    for talk in ("cheap", "binding"):
        speakers = document["speakers"][talk]
        assert speakers["withdraw_in_time"]["words"]["offered"][0] == 0.0
        assert speakers["honest"]["words"]["offered"][0] > 0.0
    text = page.read_text()
    assert text.startswith("# Talk\n")
    assert "### Completion by pair" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", "0"], "--games: expected 1 to"),
        (["--games", "1", "--scripts", "random"], "expected a script"),
        (["--games", "1", "--scripts", "nobody"], "nobody"),
        (["--write", "/nowhere/at/all/page.md"], "--write"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(arguments, words, capsys):
    assert main(["study", "talk", *arguments]) == 2
    assert words in capsys.readouterr().err
