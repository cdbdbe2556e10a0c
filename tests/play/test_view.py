"""What a page is shown: choices in groups with their numbers, charts, talks, reasons, the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from glory_env.game.position import position
from glory_env.play.board_view import game_view
from glory_env.play.ending import turn_13_view
from glory_env.play.log_view import log_view
from glory_env.play.reasons import why_not
from glory_env.play.session import PERSON, GameSession
from glory_env.play.view import choice_id, chosen, state_view
from tests.play.player import any_choice, play_to_person

BOTH = {"army": PERSON, "navy": PERSON}


def at(game: Any) -> GameSession:
    """A session of two people that stands at a position."""
    session = GameSession(game.scenario, BOTH, seed=0)
    session.game = game
    return session


def groups_at(game: Any) -> list[dict[str, Any]]:
    return state_view(at(game))["choices"]["groups"]


# --- choices -------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(3))
def test_what_is_shown_is_what_is_legal(seed):
    """All legal choices are listed once, none is too many, and every id leads to its choice."""
    session = GameSession("teaching", BOTH, seed=seed)
    rng = random.Random(seed)
    while not session.is_over:
        play_to_person(session)
        if not session.is_over and not session.is_offer:
            shown = state_view(session)["choices"]
            listed = [one for group in shown["groups"] for one in group["choices"]]
            ids = {one["id"]: one["choice"] for one in listed}
            if shown["amount"]:
                ids |= {one: chosen(session, one) for one in shown["amount"]["ids"].values()}
            legal = session.game.choices()
            assert len(ids) == len(legal)
            assert all(choice in legal for choice in ids.values())
            for one, choice in ids.items():
                assert chosen(session, one) == choice
                assert choice_id(session, choice) == one
            ends = [one["id"] for one in listed if one["end"]]
            assert ends in ([], [listed[-1]["id"]])
        if not session.is_over:
            session.choose(any_choice(session, rng))


@pytest.mark.parametrize("choice_id", ["c99", "c-1", "g0", "", "c", "c1.0", "c٣"])
def test_no_other_id_leads_anywhere(choice_id):
    game = position("movement", scenario="teaching", units={"dd_1": "homeland"})
    assert chosen(at(game), choice_id) is None


def test_look_alikes_are_highlighted_together():
    units = {"dd_1": "homeland", "dd_2": "homeland", "naf_1": "homeland"}
    groups = groups_at(position("movement", scenario="teaching", units=units))
    assert [(group["key"], group["counters"]) for group in groups] == [
        ("piece", ["dd_1", "dd_2"]),
        ("piece", ["naf_1"]),
        ("end", []),
    ]
    assert groups[0]["boxes"] == ["homeland"]
    assert {one["boxes"][0] for one in groups[0]["choices"]} >= {"convoy", "hokkaido"}


def test_a_loss_is_paid_with_a_slider_or_damage():
    units = {"dd_1": "solomons", "myoko": "solomons active"}
    game = position("combat", scenario="teaching", turn=1, units=units, markers={"N": "solomons"})
    session = at(game)
    session.choose({"box": "solomons"})
    shown = state_view(session)
    amount, facts = shown["choices"]["amount"], shown["facts"]
    assert facts == {
        "box": "solomons", "loss": int(game.record.loss), "pool_paid": 0, "doubled": True,
    }  # fmt: skip
    assert amount["high"] == amount["default"] == facts["loss"]
    assert amount["low"] % 5 == 0
    assert chosen(session, amount["ids"][str(amount["high"])]) == {"pool": amount["high"]}
    damage = {
        one["choice"]["damage"]: one["facts"] for one in shown["choices"]["groups"][0]["choices"]
    }
    assert damage == {
        "dd_1": {"covers": 30, "removes": False},
        "myoko": {"covers": 15, "removes": False},
    }


def test_dice_are_announced_before_they_fall():
    game = position(
        "movement", scenario="teaching",
        units={"army_01": "saigon active", "fd_1": "saigon", "dd_1": "homeland"},
    )  # fmt: skip
    game.choose({"end": True})  # the navy moves first
    rolls = {
        (one["choice"].get("piece"), one["choice"].get("by")): one["dice"]
        for group in groups_at(game)
        for one in group["choices"]
        if "piece" in one["choice"]
    }
    assert rolls[("army_01", "land")] is False
    assert rolls[("fd_1", "air")] is False
    # A sea move is checked only after the navy has been asked for an escort.
    assert rolls[("army_01", "sea")] is False
    units = {"dd_1": "solomons", "dd_2": "aleutians"}
    markers = {"N": "solomons", "D": "aleutians"}
    [group] = groups_at(position("combat", scenario="teaching", units=units, markers=markers))
    assert [one["dice"] for one in group["choices"]] == [True, True]
    assert group["choices"][1]["facts"] == {"dice": 1, "markers": ["N"], "alone": True}


def test_prices_say_what_a_split_could_activate():
    units = {"army_01": "homeland", "army_03": "solomons", "shokaku": "marshalls active"}
    game = position(
        "activation", scenario="teaching", army=100, navy=100, units=units,
        markers={"N": "solomons"},
    )  # fmt: skip
    prices = state_view(at(game))["bargain"]["prices"]
    assert prices == {
        "army": [
            {"counter": "army_01", "price": 30, "doubled": False, "box": "homeland"},
            {"counter": "army_03", "price": 60, "doubled": True, "box": "solomons"},
        ],
        "navy": [],
    }


# --- what is hidden ------------------------------------------------------------------------
def test_a_sealed_offer_is_in_no_message():
    players = {"army": "random", "navy": PERSON}
    session = GameSession("teaching", players, seed=2, negotiation="sealed")
    play_to_person(session)
    assert (session.game.decision, session.game.actor) == ("offer", "navy")
    offer = session.record.lines[-1]["choice"]
    assert session.record.lines[-1]["actor"] == "army"
    state = state_view(session)
    assert state["bargain"]["last"] == {"army": None, "navy": None}
    assert state["bargain"]["talk"] == []
    assert state["lines"] == len(session.record.lines) - 1
    assert [e["actor"] for e in log_view(session, 0)["entries"]] == []
    session.choose({"army": 0, "navy": 50})
    talk = state_view(session)["bargain"]["talk"]
    assert talk[0]["choice"] == offer


def test_two_people_do_not_see_each_others_sealed_offer():
    session = GameSession("teaching", BOTH, seed=2, negotiation="sealed")
    session.choose({"army": 100, "navy": 50})
    state = state_view(session)
    assert (state["actor"], state["bargain"]["last"]["army"]) == ("navy", None)
    session.choose({"army": 50, "navy": 100})
    assert state_view(session)["bargain"]["last"]["army"] == {"army": 100, "navy": 50, "civil": 200}


# --- the log -------------------------------------------------------------------------------
def test_dice_are_shown_with_the_cell_they_hit():
    """The cells of the charts say what the events of the record say."""
    seen: dict[str, int] = {}
    for seed in range(6):
        session = GameSession("teaching", BOTH, seed=seed)
        rng = random.Random(seed)
        while not session.is_over:
            play_to_person(session)
            if not session.is_over:
                session.choose(any_choice(session, rng))
        charts = game_view(session, "x")["charts"]
        for entry in log_view(session, 0)["entries"]:
            for roll in entry["rolls"]:
                if roll["chart"] is not None:
                    check_cell(charts, entry, roll)
                    seen[roll["chart"]["name"]] = seen.get(roll["chart"]["name"], 0) + 1
                elif roll["purpose"] != "combat":
                    assert roll["purpose"] in NO_CHART
    assert set(seen) == {"crt", "convoy_crt", "invasion", "sea_transport_loss"}, seen


NO_CHART = ("opener", "production_opener", "lot", "dr_bonus", "turn_13_dice", "turn_13_battle")


def check_cell(charts: dict[str, Any], entry: dict[str, Any], roll: dict[str, Any]) -> None:
    chart = roll["chart"]
    table = charts[chart["name"]]
    for key in chart["path"]:
        table = table[int(key)] if isinstance(table, list) else table[key]
    if chart["name"] == "sea_transport_loss":
        assert (chart["cell"] == "D") == (roll["faces"][0] in table)
        return
    assert str(table[chart["index"]]) == chart["cell"]
    if chart["name"] == "crt":
        battle = entry["battle"]
        gained = [e["change"] for e in entry["events"] if "gp" in e]
        assert battle["gp"] == gained[0]
        loss = chart["cell"].split("/")[1]
        assert battle["retreat"] == (loss == "DR")
        if not battle["retreat"]:
            assert battle["loss"] == int(loss) * (2 if battle["doubled"] else 1)
        assert battle["evaluation"] == chart["cell"].split("/")[0]
        assert entry["communique"]
    elif chart["name"] == "convoy_crt":
        loss = sum(-e["change"] for e in entry["events"] if "total" in e)
        told = chart["cell"].split("/")[0]
        assert loss == (0 if told.startswith("D") else int(told))
    else:
        called = set(chart["cell"].split("+")) - {"-"}
        assert {e["marker"] for e in entry["events"] if "marker" in e} <= called


# --- reasons -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("phase", "counter", "key"),
    [
        ("activation", "dd_1", "always_active"),
        ("activation", "ise", "too_dear"),
        ("activation", "army_01", "other_service"),
        ("activation", "taiho", "not_on_map"),
        ("movement", "ise", "not_active"),
        ("movement", "army_01", "other_service"),
    ],
)
def test_reasons_of_clicks_on_counters(phase, counter, key):
    units = {"dd_1": "homeland", "ise": "homeland", "army_01": "homeland"}
    game = position(phase, scenario="teaching", navy=15, units=units)
    assert why_not(game, counter, None, True)["key"] == key
    assert why_not(game, counter, None, False)["key"] == "nobody_decides"


def test_a_piece_that_has_moved_says_so():
    game = position("movement", scenario="teaching", units={"dd_1": "homeland", "dd_2": "bonins"})
    game.choose({"unit": "dd_1", "to": "convoy"})
    assert why_not(game, "dd_1", None, True)["key"] == "already_moved"
    assert why_not(game, None, "mandalay", True)["key"] == "no_way"


# --- the end -------------------------------------------------------------------------------
def test_turn_13_is_shown_with_its_dice():
    units = {"army_01": "homeland", "ise": "homeland", "dd_1": "convoy", "fd_1": "homeland"}
    game = position(
        "turn_13", scenario="teaching", turn=4, units=units, markers={"D": "hokkaido"},
        gp=(10, 20),
    )  # fmt: skip
    view = turn_13_view(game)
    assert (view["declarer"], view["gap"], view["dice"]) == ("army", 10, 6)
    assert view["expected_gp"] == round((6 + 7) / 3 * 3, 1)
