"""What a seat sees as plain data: nothing hidden in the position, the choices or the log."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.aleutians_v0 import Game
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.play import story, words
from glory_env.games.aleutians.play.choices import decision_view
from glory_env.games.aleutians.play.position import map_view, position_view
from glory_env.games.aleutians.play.session import Session
from glory_env.games.aleutians.text import area_name
from glory_env.text import LANGUAGES, say
from glory_env.text.lazy import as_json

from .at_sea import bare
from .positions import blank, node, scenario, unit

STEPS = 500  # of one random game: two turns, fleets at sea, found and not


def drawn_anew(game, seat, key):
    """A game that agrees with what the seat knows, with other dice and other hidden things."""
    twin = Game.of(game.scenario, game.options, game.games)
    twin.games["key"] = key
    twin.hide_unseen(st.SIDES[seat])
    return twin


@pytest.fixture(scope="module")
def walk():
    """Games of a random walk through a game, each with the action that was taken there."""
    game, rng, found = Game(seed=4), np.random.default_rng(4), []
    for _ in range(STEPS):
        action = int(rng.choice(game.legal_actions()))
        found.append((game.clone(), action))
        game.act(action)
    return found


@pytest.mark.slow
def test_nothing_hidden_is_in_the_view(walk):
    """RHI: positions that differ in hidden things alone are the same text for a seat."""
    changed = decisions = 0
    for key, (game, _) in enumerate(walk[::5]):
        for seat in range(2):
            twin = drawn_anew(game, seat, key + 1)
            views = [position_view(scenario(), one.record, seat) for one in (game, twin)]
            assert as_json(views[0], "en") == as_json(views[1], "en"), st.DECISIONS[
                game.record.decision
            ]
            asked = [decision_view(scenario(), one.record, one.mask, seat) for one in (game, twin)]
            assert as_json({"d": asked[0]}, "ja") == as_json({"d": asked[1]}, "ja")
            decisions += asked[0] is not None
            changed += bool((game.games["at"] != twin.games["at"]).any())
    assert changed > len(walk) // 10  # the drawing does change what is hidden
    assert decisions > len(walk) // 6


def test_an_unfound_fleet_shows_its_marker_alone_and_a_found_one_its_ships():
    g, _s, _ = blank()
    slot = int(g.at[unit("takao")])
    assert not g.fleet_found[slot]
    view = position_view(scenario(), g, st.ALLIES)
    assert not {"takao", "junyo", "a6m2_junyo"} & set(view["units"])
    fleet = next(one for one in view["fleets"] if one["id"] == "japan_D")
    assert fleet["sea"] == "D8"
    assert fleet["ships"] == 5
    assert "supply" not in fleet
    assert "takao" in position_view(scenario(), g, st.JAPAN)["units"]
    g.fleet_found[slot] = 1
    view = position_view(scenario(), g, st.ALLIES)
    assert view["units"]["takao"]["at"] == "japan_D"
    assert view["units"]["a6m2_junyo"]["place"] == "carrier"


def test_a_strategy_is_seen_by_its_own_side():
    g, _, _ = blank()
    g.strategy[:] = st.J1, st.L4
    own = position_view(scenario(), g, st.JAPAN)["strategy"]
    other = position_view(scenario(), g, st.ALLIES)["strategy"]
    assert (own["number"], str(own["name"])) == (1, "occupy Alaska")
    assert (other["number"], str(other["name"])) == (4, "invade Japan")


def test_a_line_of_battle_is_seen_when_both_are_laid_out():
    g, _, _ = blank()
    slots = int(g.at[unit("nachi")]), int(g.at[unit("louisville")])
    g.battle_fleet[:] = slots
    g.battle_node = node("C11")
    g.line[0, 0], g.line[1, 0] = unit("nachi"), unit("louisville")
    hidden = position_view(scenario(), g, st.ALLIES)["battle"]
    assert hidden["lines"] == {"japan": [], "allies": ["louisville"]}
    g.line_length[:] = 1
    shown = position_view(scenario(), g, st.ALLIES)["battle"]
    assert shown["lines"] == {"japan": ["nachi"], "allies": ["louisville"]}


@pytest.mark.slow
def test_the_words_of_a_hidden_choice_stay_with_its_side(walk):
    """Another answer, the same log of the enemy, wherever that sees no difference."""
    compared = 0
    for game, action in walk:
        decision, actor = st.DECISIONS[game.record.decision], int(game.record.actor)
        if decision in story.OPEN:
            continue
        seat = 1 - actor
        before = position_view(scenario(), game.record, seat)
        line = {
            "turn": game.turn, "phase": game.phase, "actor": st.SIDES[actor],
            "decision": decision, "dice": [],
        }  # fmt: skip
        entries = [
            story.entry(scenario(), game.record, {**line, "actions": [k]}, name, before, before)
            for name in (st.SIDES[seat], st.SIDES[actor])
            for k in {action, game.legal_actions()[0]}
        ]
        half = len(entries) // 2
        assert entries[:half] == [None] * half  # the enemy has noticed nothing
        assert all(entries[half:])  # who has chosen knows of it
        compared += 1
    assert compared > STEPS // 4


def test_dice_rolled_in_secret_stay_with_their_side():
    line = {
        "dice": [{"purpose": "allied_strategy", "faces": [6]}, {"purpose": "search", "faces": [2]}]
    }
    assert [one["purpose"] for one in story.dice_of(line, "japan")] == ["search"]
    assert [one["faces"] for one in story.dice_of(line, "allies")] == [[6], [2]]


def test_what_happens_is_told_from_what_is_seen():
    g, _, _ = blank()
    before = position_view(scenario(), g, st.ALLIES)
    slot = int(g.at[unit("takao")])
    g.fleet_found[slot] = 1
    g.supply[1] += 1
    told = [
        str(one["words"])
        for one in story.events(scenario(), before, position_view(scenario(), g, st.ALLIES))
    ]
    assert "Japan, fleet D is found at D8" in told
    assert any(one.startswith("new: ") and "Takao" in one for one in told)
    assert "supply of Allies: 2 to 3" in told
    place, at = int(g.place[unit("takao")]), int(g.at[unit("takao")])
    before = position_view(scenario(), g, st.ALLIES)
    g.damaged[unit("takao")] = 1
    g.place[unit("maya")], g.at[unit("maya")] = st.LOST, st.NONE
    told = [
        str(one["words"])
        for one in story.events(scenario(), before, position_view(scenario(), g, st.ALLIES))
    ]
    assert told == ["Maya lost", "Takao damaged"]
    assert (place, at) == (st.FLEET, slot)


def test_entries_of_the_same_hidden_work_become_one():
    line = {
        "turn": 1, "phase": "return", "actor": "allies", "told": False, "words": "Allies: x",
        "dice": [], "events": ["a"], "also": [], "news": True, "areas": ["B5"],
    }  # fmt: skip
    both = story.merged(line, {**line, "events": ["b"], "areas": ["A4"]})
    assert both["events"] == ["a", "b"]
    assert both["areas"] == ["A4", "B5"]
    assert story.merged(line, {**line, "told": True}) is None
    assert story.merged(line, {**line, "phase": "air"}) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_words(walk, language):
    for name in st.DECISIONS[1:]:
        assert say(f"campaign.question.{name}", language)
        assert say(f"campaign.doing.{name}", language)
    for phase in st.PHASES:
        assert say(f"campaign.phase.{phase}", language)
    for purpose in st.PURPOSES:
        assert say(f"campaign.die.{purpose}", language)
    for game, _ in walk[::10]:
        view = decision_view(scenario(), game.record, game.mask, int(game.record.actor))
        assert as_json(view, language)
        choices = [one["words"].to(language) for one in view["choices"]]
        assert len(set(choices)) == len(choices), view["name"]  # nothing is listed twice alike


def test_the_map_has_coordinates_and_names():
    board = map_view(scenario())
    assert len(board["areas"]) == 60
    assert len(board["seas"]) == 59
    assert {one["id"]: one["xy"] for one in board["areas"]}["C8"] == (0, -277)
    names = [str(one["name"]) for one in board["units"]]
    assert len(names) == 177
    assert len({*zip(names, (one["side"] for one in board["units"]), strict=True)}) == 177
    assert str(words.unit(scenario(), unit("us_dd_2"))) == "DD 2"
    kiska = next(one for one in board["sites"] if one["id"] == "kiska")
    assert kiska["name"].to("ja") == "キスカ島"


def test_sessions_refuse_unknown_players():
    with pytest.raises(ValueError, match="agent 'nobody'"):
        Session({"japan": "person", "allies": "nobody"})
    with pytest.raises(ValueError, match="expected japan, allies"):
        Session({"army": "person", "navy": "person"})


def test_an_aircraft_over_an_area_without_sea():
    """A transport aircraft that has flown inland has a place, too."""
    g, s, _ = bare(st.RECON_STAGE, st.ALLIES)
    inland = int(np.flatnonzero((s.area_land == 1) & (s.area_nodes == 0))[0])
    g.place[unit("tr_1")], g.at[unit("tr_1")] = st.SEA, st.MAX_NODES + inland
    view = position_view(scenario(), g, st.JAPAN)["units"]["tr_1"]
    assert str(view["where"]) == view["area"] == area_name(inland)
    assert "at" not in view
