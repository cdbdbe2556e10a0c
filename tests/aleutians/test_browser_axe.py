"""axe-core finds no barriers on this game's page: welcome, plans, choices, fights, fleets, log."""

from __future__ import annotations

import pytest

from tests.play.test_browser_axe import SCREENS, look

from .at_a_table import new_table
from .test_play_page import in_surface_battle

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
NEW = {"campaignWelcomed": False, "byHand": False}


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_a_turn_has_no_barriers(open_tab, tmp_path, screen):
    tab = open_tab(new_table(tmp_path), **SCREENS[screen], **NEW)
    tab.see("#dialog[open][data-name=welcome]")
    found = look(tab, "welcome")
    tab.click("[data-key=welcome-begin]")
    tab.my_turn()
    found += look(tab, "plan")
    tab.click("[data-key=legend]")
    tab.click(".plan-line")
    tab.click("[data-key=change]")
    found += look(tab, "choices")
    tab.change(lambda: tab.click("[data-key=accept]"))
    found += look(tab, "news")
    for name in ("fleets", "log"):
        tab.click(f"[data-key=tab-{name}]")
        found += look(tab, name)
    tab.click("[data-key=new]")
    assert found + look(tab, "another game") == []


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_a_surface_battle_has_no_barriers(open_tab, tmp_path, screen):
    tab = open_tab(new_table(tmp_path, session=in_surface_battle()), **SCREENS[screen])
    found = []
    while tab.decision != "shift":
        found += look(tab, tab.decision)
        tab.change(lambda: tab.click("[data-choice]"))
    assert found + look(tab, "shift") == []
