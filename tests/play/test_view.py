"""What a page is shown: choices in groups with their numbers, charts, talks, reasons, the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from glory_env.games.glory.play.choices import choice_id, chosen
from glory_env.games.glory.play.log_view import log_view
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.view import state_view
from glory_env.games.glory.position import position
from glory_env.games.glory.words import facts
from glory_env.games.glory.words.reasons import why_not
from glory_env.play.reading import PERSON
from tests.play.player import any_choice, at, in_english, play_to_person

BOTH = {"army": PERSON, "navy": PERSON}


def groups_at(game: Any) -> list[dict[str, Any]]:
    return state_view(at(game))["choices"]["groups"]


# --- choices -------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(3))
def test_what_is_shown_is_what_is_legal(seed):
    """All legal choices are listed once, none is too many, and every id leads to its choice."""
    session = GlorySession("teaching", BOTH, seed=seed)
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
        "after": game.total - int(game.record.loss), "capacity": 90,
    }  # fmt: skip
    assert amount["high"] == facts["loss"]
    assert "default" not in amount
    assert {int(one) for one in amount["after"]} == {0, *map(int, amount["ids"])}
    for paid, after in amount["after"].items():
        assert after["total"] == game.total - int(paid)
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
    means = {"who": "navy", "box": "solomons", "gp": 1.33, "loss": 76.7, "retreat": 0.0}
    expected = {"dice": 1, "markers": ["N"], "alone": True, "means": means}
    assert group["choices"][1]["facts"] == expected


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
    session = GlorySession("teaching", players, seed=2, negotiation="sealed")
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
    session = GlorySession("teaching", BOTH, seed=2, negotiation="sealed")
    session.choose({"army": 100, "navy": 50})
    state = state_view(session)
    assert (state["actor"], state["bargain"]["last"]["army"]) == ("navy", None)
    session.choose({"army": 50, "navy": 100})
    assert state_view(session)["bargain"]["last"]["army"] == {"army": 100, "navy": 50, "civil": 200}


# --- the log -------------------------------------------------------------------------------
def test_dice_are_shown_with_the_cell_they_hit():
    """The cells of the charts say what the events of the record say."""
    seen: set[str] = set()
    for seed in range(6):
        session = GlorySession("teaching", BOTH, seed=seed)
        rng = random.Random(seed)
        while not session.is_over:
            play_to_person(session)
            if not session.is_over:
                session.choose(any_choice(session, rng))
        for entry in in_english(log_view(session, 0))["entries"]:
            for roll in entry["rolls"]:
                if roll["chart"] is not None:
                    check_cell(entry, roll)
                    seen.add(roll["purpose"])
                else:
                    assert roll["purpose"] in NO_CHART
            if entry["battle"]:
                check_battle(entry)
                seen |= {"battle", "carriers"} if entry["battle"]["bonus"] else {"battle"}
    assert seen == {"battle", "carriers", "convoy", "invasion", "sea_check"}


NO_CHART = (
    "opener", "production_opener", "lot", "dr_bonus", "turn_13_dice", "turn_13_battle", "combat",
)  # fmt: skip


def cell_of(chart: dict[str, Any]) -> str:
    assert len(chart["heads"]) == len(chart["cells"])
    return chart["cells"][chart["at"]]


def check_cell(entry: dict[str, Any], roll: dict[str, Any]) -> None:
    cell, face = cell_of(roll["chart"]), roll["faces"][0]
    head = roll["chart"]["heads"][roll["chart"]["at"]]
    if roll["purpose"] == "sea_check":
        assert head == face
        assert (cell == "D") == any(is_loss(event) for event in entry["events"])
    elif roll["purpose"] == "convoy":
        assert head == face + (roll["note"] is not None)
        assert (roll["note"] is None) == (head == face)
        loss = sum(-e["change"] for e in entry["events"] if "total" in e)
        assert loss == (0 if cell.startswith("D") else int(cell.split("/")[0]))
    else:
        assert head == face
        called = set(cell.split("+")) - {"-"}
        assert {e["marker"] for e in entry["events"] if "marker" in e} <= called


def is_loss(event: dict[str, Any]) -> bool:
    return "damage" in event or event.get("to") in ("pool", "removed")


def check_battle(entry: dict[str, Any]) -> None:
    battle = entry["battle"]
    chart = battle["chart"]
    evaluation, loss = cell_of(chart).split("/")
    assert chart["at"] == min(battle["hits"], len(chart["cells"]) - 1)
    gained = [e["change"] for e in entry["events"] if "gp" in e]
    assert battle["gp"] == gained[0]
    assert battle["retreat"] == (loss == "DR")
    if not battle["retreat"]:
        assert battle["loss"] == int(loss) * (2 if battle["doubled"] else 1)
    assert battle["evaluation"] == evaluation
    assert entry["communique"]
    for roll in entry["rolls"]:
        if roll["purpose"] == "combat":
            assert battle["bonus"] == battle["hits"] - sum(roll["hits"]) >= 0
            assert f"{battle['hits']} hit" in roll["count"]
            named = f"{battle['bonus']} of them by the +1 of carriers" in roll["count"]
            assert named == (battle["bonus"] > 0)


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
    figures = facts.turn_13(game)
    assert (figures["declarer"], figures["gap"], figures["dice"]) == ("army", 10, 6)
    assert figures["expected"] == round((6 + 7) / 3 * 3, 1)
    about = in_english(state_view(at(game)))["about"]
    assert about.startswith("You are 10 GP behind. 6 dice are rolled")
