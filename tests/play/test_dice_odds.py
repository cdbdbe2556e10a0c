"""The odds shown before dice: that they add up, and are read in the row of the outcome."""

from __future__ import annotations

import pytest

from glory_env.games.glory.play.choices import choices_view
from glory_env.games.glory.play.log_view import log_view
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.position import position
from tests.play.player import at, in_english


def listed(session: GlorySession) -> list[dict]:
    groups = in_english(choices_view(session))["groups"]
    return [one for group in groups for one in group["choices"]]


def fight_in_solomons(units: dict[str, str]) -> GlorySession:
    return at(position("combat", units=units, markers={"N": "solomons"}))


def test_a_battle_shows_the_row_its_dice_are_read_in():
    session = fight_in_solomons({"shokaku": "solomons active", "myoko": "solomons active"})
    (battle,) = listed(session)
    shown = battle["odds"]
    assert sum(shown["chances"]) == pytest.approx(1, abs=1e-3)
    mean = sum(chance * gp for chance, gp in zip(shown["chances"], shown["gp"], strict=True))
    assert mean == pytest.approx(shown["means"]["gp"], abs=0.02)
    assert any("+1" in words for words in shown["words"])
    session.choose({"box": "solomons"})
    (chart, hits) = next(
        (entry["battle"]["chart"], entry["battle"]["hits"])
        for entry in in_english(log_view(session, 0))["entries"]
        if entry["battle"]
    )
    assert shown["title"] == chart["title"]
    column = shown["heads"].index(chart["heads"][chart["at"]])
    assert chart["heads"][chart["at"]] == hits
    assert shown["cells"][column] == chart["cells"][chart["at"]]


def test_only_what_can_be_rolled_is_shown():
    """One die and no +1: none or one hit, by the lowest face that hits."""
    (battle,) = listed(fight_in_solomons({"myoko": "solomons active"}))
    assert battle["odds"]["heads"] == [0, 1]
    assert battle["odds"]["chances"] == pytest.approx([4 / 6, 2 / 6], abs=1e-3)


@pytest.mark.parametrize("units", [{"dd_1": "convoy"}, {"dd_1": "convoy", "naf_1": "convoy"}])
def test_the_convoy_die_is_shown_for_the_method_that_is_chosen(units):
    small, large = (
        next(one for one in listed(_at_the_method(units)) if one["choice"] == {"large": is_large})
        for is_large in (False, True)
    )
    for one, is_large in ((small, False), (large, True)):
        session = _at_the_method(units)
        session.choose(one["choice"])
        entries = in_english(log_view(session, 0))["entries"]
        (chart,) = [
            roll["chart"] for entry in entries for roll in entry["rolls"]
            if roll["purpose"] == "convoy"
        ]  # fmt: skip
        shown = one["odds"]
        assert shown["title"] == chart["title"]
        assert sum(shown["chances"]) == pytest.approx(1, abs=1e-3)
        column = shown["heads"].index(chart["heads"][chart["at"]])
        assert shown["cells"][column] == chart["cells"][chart["at"]]
        assert session.game.method == ("B" if is_large else "A")
    assert small["odds"]["cells"] != large["odds"]["cells"]


def _at_the_method(units) -> GlorySession:
    session = at(position("convoy", units=units))
    session.choose({"request": False})
    return session


def test_what_rolls_no_dice_has_no_odds():
    game = position("movement", units={"dd_1": "homeland", "shokaku": "marshalls active"})
    assert all(one["odds"] is None for one in listed(at(game)) if not one["dice"])
