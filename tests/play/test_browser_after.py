"""Around whole games: rematch, own results, files, links to moments."""

from __future__ import annotations

import pytest

from tests.play.ended import played

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def test_a_rematch_swaps_the_seats_and_keeps_partner_and_options(open_tab):
    session = played()
    tab = open_tab(session=session)
    tab.change(lambda: tab.click("[data-key=rematch]"))
    again = tab.session
    assert again is not session
    assert again.players == {"army": "person", "navy": session.players["army"]}
    assert again.game.scenario.name == session.game.scenario.name
    assert again.game.options == session.game.options
    assert again.game.seed != session.game.seed


def test_a_link_opens_its_moment_and_a_file_is_opened_again(open_tab, tmp_path):
    tab = open_tab(session=played())
    name = tab.served.table.name
    tab.press("Escape", "2")
    tab.click("[data-look]")
    line = int(tab.page.input_value("[data-key=scrub]"))
    link = tab.page.get_attribute("[data-key=link]", "href")
    assert link == f"#game={name}&moment={line}"
    with tab.page.expect_download() as download:
        tab.page.locator("#past a[download]").click()
    file = tmp_path / "moment.jsonl"
    download.value.save_as(file)
    tab.press("Escape")
    tab.miss("#past")
    tab.page.goto(tab.served.address + link)
    tab.see("#past:not([hidden])")
    tab.page.reload()
    tab.see("#past:not([hidden])")
    tab.page.wait_for_function(
        "line => document.querySelector('[data-key=scrub]')?.value === line", arg=str(line)
    )
    assert tab.text("[data-total]") == str(tab.session.moments.after(line).total)
    tab.press("Escape", "Escape", "o")
    tab.page.set_input_files("[data-key=upload]", file)
    tab.miss("#dialog[open]")
    tab.page.wait_for_function("() => document.body.dataset.waiting !== 'nobody'")
    assert tab.served.table.name != name
    assert len(tab.session.record.lines) > line


def test_own_results_are_shown(open_tab):
    tab = open_tab(session=played())
    tab.press("Escape", "o")
    tab.click("[data-key=results]")
    tab.see("[data-partner=withdraw_in_time]")
    row = tab.page.locator("[data-partner] td").all_inner_texts()
    gp = tab.session.game.gp
    assert row[1:4] == ["Navy", "1", "1"]
    assert (float(row[5]), float(row[6])) == (gp["navy"], gp["army"])
