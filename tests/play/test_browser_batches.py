"""Few clicks in Chromium: a piece and then its box, batches in the panel and in the card."""

from __future__ import annotations

import pytest

from glory_env.games.glory.position import position
from tests.play.player import at

pytestmark = pytest.mark.slow

MANY = {"dd_1": "homeland", "dd_2": "homeland", "naf_1": "homeland", "army_01": "homeland"}


def test_a_piece_is_clicked_and_then_its_box(open_tab):
    session = at(position("movement", scenario="teaching", units=MANY))
    tab = open_tab(session=session)
    tab.click("[data-box=homeland] .chip.navy:not(:first-child)")
    tab.see("[data-box=convoy].hot")
    tab.change(lambda: tab.click("[data-box=convoy] .frame"))
    assert "convoy" in {session.game.box(unit) for unit in MANY}


def test_a_click_makes_an_idle_piece_active(open_tab):
    units = {"myoko": "homeland", "shokaku": "homeland"}
    session = at(position("activation", scenario="teaching", navy=200, units=units))
    tab = open_tab(session=session)
    tab.change(lambda: tab.click("[data-box=homeland] [data-pieces~=myoko]"))
    assert session.game.is_active("myoko")
    assert not session.game.is_active("shokaku")


def test_all_pieces_of_a_box_move_in_one_go_and_come_back(open_tab):
    session = at(position("movement", scenario="teaching", units=MANY))
    tab = open_tab(session=session)
    tab.click("[data-box=homeland] .box-name")  # the card offers the same as the panel
    tab.click("#card [data-group^=bg]")
    tab.see("[data-box=solomons].hot")
    tab.change(lambda: tab.click("[data-box=solomons] .frame"))
    navy = [unit for unit in MANY if unit != "army_01"]
    assert {session.game.box(unit) for unit in navy} == {"solomons"}
    tab.change(lambda: tab.press("u"))
    assert {session.game.box(unit) for unit in navy} == {"homeland"}
    assert "all 3" in tab.text("#toast").lower()
    tab.change(lambda: tab.click("#view .batches [data-choice^=b]"))  # fills the convoy box
    assert {session.game.box(unit) for unit in navy} == {"convoy"}
