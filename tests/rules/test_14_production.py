"""Chapter 14: the production phase and who may act in it."""

from __future__ import annotations

import pytest

from tests.rules.common import END, position
from tests.rules.kit import covers

# kind: pool counter, cost, period with method A and B
TABLE = {
    "DD": ("dd_7", 35, 2, 3),
    "DE": ("de_1", 25, 2, 3),
    "CV": ("unryu", 30, 3, 4),
    "navy_aircraft": ("naf_4", 20, 1, 1),
    "army_aircraft": ("fd_4", 20, 1, 1),
    "ground": ("army_16", 30, 1, 2),
    "transport": ("transport_1", 75, 2, 3),
    "fort": ("fort_1", 10, 1, 1),
}


def production(units, civil=300, **options):
    options = {"turn": 5, "total": 500, "production": "navy_first", **options}
    return position("production", units=units, civil=civil, **options)


def start(kind, counter=None):
    return {"start": kind, "counter": counter or TABLE[kind][0]}


def items(game):
    """What may be started or advanced now: kinds and counters."""
    choices = [c for c in game.choices() if c != END]
    return {c.get("start") or c.get("advance") or c["convert"] for c in choices}


@pytest.mark.parametrize("method", ["A", "B"])
@pytest.mark.parametrize("kind", TABLE)
@covers("R14-0a", "R14-1a", "R14-1b", "R14-1d", "R14-1e", "R14-1f", "R4-0o", "A-31", "A-33")
@covers("R14-2c")
def test_start_costs_and_period(kind, method):
    counter, cost, *periods = TABLE[kind]
    period = periods[method == "B"]
    game = production({counter: "pool"}, method=method)
    game.play(start(kind))
    assert (game.box(counter), game.space(counter)) == ("track", period)
    assert (game.left["civil"], game.total) == (300 - cost, 500)
    assert not game.is_legal({"advance": counter})  # not in the turn of the start


@pytest.mark.parametrize("method", ["A", "B"])
@pytest.mark.parametrize("kind", TABLE)
@covers("R14-1b", "R14-1d", "R14-1g", "R14-2c", "A-31", "A-33", "A-34")
def test_each_space_is_paid_again(kind, method):
    counter, cost, *_ = TABLE[kind]
    game = production({counter: "track 2"}, method=method)
    game.play({"advance": counter})
    assert (game.space(counter), game.left["civil"]) == (1, 300 - cost)
    assert not game.is_legal({"advance": counter})
    game = production({counter: "track 1"}, method=method)
    game.play({"advance": counter})
    assert game.left["civil"] == 300 - cost
    assert game.box(counter) == ("pool" if kind == "transport" else "homeland")
    assert game.total == (550 if kind == "transport" else 500)
    if kind in ("CV", "ground"):
        assert not game.is_active(counter)
    assert game.damage(counter) == 0


@pytest.mark.parametrize("kind", TABLE)
@covers("R14-1i", "R14-1b", "R14-1c")
def test_without_the_tonnage_nothing_starts_or_advances(kind):
    counter, cost, *_ = TABLE[kind]
    for civil, legal in ((cost, True), (cost - 5, False)):
        game = production({counter: "pool"}, civil=civil, army=200, navy=200)
        assert game.is_legal(start(kind)) is legal
        game = production({counter: "track 2"}, civil=civil)
        assert game.is_legal({"advance": counter}) is legal


@covers("A-33", "R14-1f", "R13-0a")
def test_a_change_of_method_counts_in_the_same_turns_production():
    units = {"dd_7": "pool", "de_1": "track 2"}
    game = position("convoy", turn=5, total=500, civil=300, units=units, production="navy_first")
    game.play({"request": True})
    game.choose({"large": True}, dice=[6])
    game.play(start("DD"), {"advance": "de_1"})
    assert (game.space("dd_7"), game.space("de_1")) == (3, 1)


@covers("R14-0c", "N-18", "A-32", "R14-0b")
def test_the_initial_track_may_be_continued():
    units = {"taiho": "track 5", "agano": "track 2", "shinano": "track 8"}
    game = production(units)
    for counter, cost in (("taiho", 30), ("agano", 10), ("shinano", 30)):
        before = game.left["civil"]
        game.play({"advance": counter})
        assert before - game.left["civil"] == cost
    assert [game.space(counter) for counter in units] == [4, 1, 7]
    assert game.choices() == [END]


@covers("R14-0b", "R14-2d")
def test_nothing_else_can_be_started():
    units = {"nagato": "pool", "myoko": "pool", "cl_1": "pool", "ise_bcv": "pool"}
    units |= {"shokaku": "removed", "army_01": "removed", "yamato": "removed"}
    assert items(production(units)) == set()


@covers("R14-2a", "R14-2b", "A-35")
def test_one_start_of_a_type_each_turn():
    units = {"unryu": "pool", "shinano": "pool", "cvl": "pool", "dd_7": "pool", "dd_8": "pool"}
    units |= {"naf_3": "pool", "naf_4": "pool", "fd_3": "pool", "fd_4": "pool"}
    game = production(units)
    assert items(game) == {"CV", "DD", "navy_aircraft", "army_aircraft"}
    game.play(start("CV"))
    assert items(game) == {"DD", "navy_aircraft", "army_aircraft"}
    game.play(start("navy_aircraft", "naf_3"))
    assert items(game) == {"DD", "army_aircraft"}
    game.play(start("army_aircraft", "fd_3"), start("DD"))
    assert items(game) == set()


@covers("R14-2a", "R14-2c", "A-31", "A-36")
def test_several_items_advance_one_space_each_and_one_more_may_start():
    units = {"dd_7": "track 2", "dd_8": "track 1", "dd_1": "pool", "de_1": "track 3"}
    game = production(units)
    game.play(start("DD", "dd_1"), {"advance": "dd_7"}, {"advance": "dd_8"}, {"advance": "de_1"})
    assert (game.space("dd_1"), game.space("dd_7"), game.space("de_1")) == (2, 1, 2)
    assert game.box("dd_8") == "homeland"
    assert game.is_active("dd_8")
    assert game.left["civil"] == 300 - 3 * 35 - 25
    assert items(game) == set()


@pytest.mark.parametrize("kind", TABLE)
@covers("R14-2d", "R14-2e", "N-23")
def test_no_counter_no_start(kind):
    counter = TABLE[kind][0]
    for place in ("homeland", "track 1", "removed"):
        if kind != "transport" or place != "homeland":
            assert kind not in items(production({counter: place}))


@covers("R14-2d", "N-23", "R12-5l", "R14-2e")
def test_a_lost_dd_is_built_again_undamaged_and_a_lost_carrier_is_not():
    game = position(
        "combat",
        turn=3,
        total=500,
        civil=300,
        markers={"C": "rangoon"},
        units={"dd_1": "rangoon damaged", "shokaku": "rangoon active damaged"},
        production="navy_first",
    )
    game.choose({"box": "rangoon"}, dice=[1, 1])  # the carrier makes no 5 of a 1
    game.play({"damage": "dd_1"}, {"damage": "shokaku"}, {"pool": 10}, {"request": False})
    game.choose({"large": False}, dice=[6])
    assert items(game) == {"DD"}
    game.play(start("DD", "dd_1"))
    assert (game.space("dd_1"), game.damage("dd_1")) == (2, 0)


@covers("R14-1h", "R14-2f", "N-18", "R14-2a")
def test_a_finished_transport_is_a_counter_again():
    game = production({"transport_1": "track 1"}, total=690)
    game.play({"advance": "transport_1"})
    assert (game.total, game.box("transport_1")) == (730, "pool")
    assert game.is_legal(start("transport"))


@covers("R14-1h", "A-30")
def test_a_transport_does_not_enlarge_this_turns_shares():
    game = production({"transport_1": "track 1"}, civil=75)
    game.play({"advance": "transport_1"})
    assert (game.total, game.left["civil"]) == (550, 0)


@covers("R14-1c", "R14-1j", "R14-1i")
def test_leftovers_vanish_and_the_track_stands_still():
    game = production({"dd_7": "track 2"}, civil=30, markers={"Ch": "hunan"})
    game.play(END)
    game.until_phase_end(END, dice=())
    assert (game.left["civil"], game.total, game.space("dd_7")) == (0, 500, 2)


POOL = {"dd_7": "pool", "de_1": "pool", "unryu": "pool", "fort_1": "pool", "army_16": "pool"}


@pytest.mark.parametrize(("die", "first", "second"), [(2, "army", "navy"), (5, "navy", "army")])
@covers("R14-2h", "R14-0a")
def test_alternate_pick(die, first, second):
    game = position("production", turn=5, total=500, civil=300, units=POOL, dice=[die])
    seats = []
    for choice in (start("DD"), start("fort"), END, start("ground"), END):
        seats.append(game.actor)
        game.play(choice)
    assert seats == [first, second, first, second, first]
    assert game.actor == second
    game.until_phase_end(END)  # the second pass in a row
    assert game.phase == "turn_end"
    assert [game.box(c) for c in ("dd_7", "fort_1", "army_16")] == ["track"] * 3


@pytest.mark.parametrize(("rule", "first"), [("navy_first", "navy"), ("army_first", "army")])
@covers("R14-2h")
def test_one_seat_first(rule, first):
    game = position("production", turn=5, civil=300, units=POOL, production=rule)
    game.play(start("DD"), start("ground"))
    assert game.actor == first
    game.play(END)
    assert game.actor != first
    game.play(start("DE"))
    assert game.actor != first
    game.until_phase_end(END, dice=())
    assert game.phase == "turn_end"


@covers("R14-2h")
def test_joint_vote():
    game = position(
        "production",
        turn=5,
        total=500,
        civil=300,
        units=POOL | {"taiho": "track 4"},
        production="joint_vote",
        dice=[1],
    )
    game.play(start("DD"))
    assert (game.decision, game.actor, game.box("dd_7")) == ("vote", "navy", "pool")
    game.play({"yes": True})
    assert (game.box("dd_7"), game.left["civil"]) == ("track", 265)
    game.play({"advance": "taiho"}, {"yes": False})
    assert (game.space("taiho"), game.left["civil"]) == (4, 265)
    assert not game.is_legal({"advance": "taiho"})
    game.play(start("fort"), {"yes": False})
    assert not game.is_legal(start("fort"))
    assert game.is_legal(start("ground"))
    game.play(END)
    game.until_phase_end(END, dice=())
    assert game.phase == "turn_end"
