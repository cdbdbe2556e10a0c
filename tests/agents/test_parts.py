"""What a script commands and builds, in hand-made positions."""

from __future__ import annotations

import numpy as np
import pytest

from glory_agents.registry import make_agent
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import BOX
from glory_env.games.glory.game import Game
from glory_env.games.glory.position import position
from glory_env.games.glory.scenario import load
from glory_env.vector import GloryVector
from tests.agents.playing import action_of, choice_of, play_phase, play_tables

BOARD = load("glory")
TABLES = BOARD.tables[0]
END = {"end": True}


# --- paying losses -------------------------------------------------------------------------
CRUISERS = ("myoko", "takao", "mogami", "tone", "aoba")


def lost_battle(total: int = 500, damaged: int = 0) -> Game:
    """Five ships of 20 each in the Marshalls have to pay 80: 40 by the table, doubled."""
    words = {name: " damaged" if k < damaged else "" for k, name in enumerate(CRUISERS)}
    game = position(
        "combat",
        turn=6,
        total=total,
        markers={"N": "marshalls"},
        units={name: f"marshalls active{word}" for name, word in words.items()},
        printed={name: {"tonnage": 20} for name in CRUISERS},
        dice=(),
    )
    game.choose({"box": "marshalls"}, dice=[1, 1, 5, 6, 6])
    assert (game.decision, int(game.record.loss)) == ("pay", 80)
    return game


def pay(name: str, game: Game) -> tuple[int, list[int]]:
    """What is paid from the total, and the damages of the five afterwards; 2 = lost."""
    before = game.total
    while game.decision == "pay":
        game.act(action_of(name, game))
    lost = [game.record.place[game.counter(ship)] < 0 for ship in CRUISERS]
    return before - game.total, [
        2 if gone else game.damage(ship) for ship, gone in zip(CRUISERS, lost, strict=True)
    ]


@pytest.mark.parametrize(
    ("burn", "paid", "damages"),
    [(0.0, 0, [0, 1, 1, 1, 1]), (0.5, 40, [0, 0, 0, 1, 1]), (1.0, 80, [0, 0, 0, 0, 0])],
)
def test_a_loss_is_paid_from_the_total_as_far_as_the_temperament_goes(burn, paid, damages):
    from_total, found = pay(f"withdraw_in_time:burn={burn}", lost_battle())
    assert (from_total, sorted(found)) == (paid, damages)


def test_no_ship_is_lost_while_another_is_whole():
    for damaged in (1, 2, 3):
        _, found = pay("withdraw_in_time:burn=0", lost_battle(damaged=damaged))
        assert 0 not in found
        assert found.count(2) == damaged - 1


def test_a_poor_empire_does_not_burn_its_last_shipping():
    from_total, found = pay("withdraw_in_time:burn=1", lost_battle(total=140))
    assert from_total == 0
    assert sorted(found) == [0, 1, 1, 1, 1]


# --- escorts -------------------------------------------------------------------------------
def escort_asked_for(**destroyers: str) -> Game:
    """The army wants to sail from Home to Formosa."""
    units = {"army_01": "homeland active", **destroyers}
    game = position("movement", units=units, dice=())
    game.choose(END, dice=())  # the navy stays
    move = {"piece": "army_01", "to": "taiwan_okinawa", "by": "sea"}
    game.choose({**move, "embark": "homeland", "land": "taiwan_okinawa"}, dice=())
    game.choose({"request": True}, dice=())
    assert (game.actor, game.decision) == ("navy", "escort_grant")
    return game


def test_escorts_are_granted_by_the_temperament():
    game = escort_asked_for(dd_1="convoy", dd_2="homeland")
    assert choice_of("withdraw_in_time:escort=0", game) == {"refuse": True}
    assert choice_of("withdraw_in_time:escort=1", game) == {"unit": "dd_2"}
    granted = [
        choice_of("withdraw_in_time:escort=0.6", game, seed) != {"refuse": True}
        for seed in range(200)
    ]
    assert 0.5 < np.mean(granted) < 0.7


def test_the_convoys_keep_their_destroyers():
    game = escort_asked_for(dd_1="convoy", dd_2="convoy")
    assert choice_of("withdraw_in_time:escort=1", game) == {"refuse": True}


def test_a_navy_that_was_wronged_grants_nothing():
    for name, grants in (("tit_for_tat", False), ("withdraw_in_time:escort=1", True)):
        game = escort_asked_for(dd_1="homeland")
        game.record.log_shares[2] = (100, 100, 400)
        game.record.log_claim[2, st.ARMY] = 550
        assert (choice_of(name, game) == {"unit": "dd_1"}) == grants


@pytest.mark.parametrize(
    ("ships", "escort", "lent"), [(3, 1.0, 1), (5, 1.0, 1), (2, 1.0, 0), (5, 0.0, 0)]
)
def test_a_strong_force_lends_one_ship(ships, escort, lent):
    fleet = {name: "marshalls active" for name in CRUISERS[:ships]}
    units = {**fleet, "army_01": "marshalls active"}
    game = position("combat", markers={"N": "marshalls"}, units=units, dice=())
    game.choose({"box": "marshalls"}, dice=())
    assert choice_of("withdraw_in_time", game) == {"request": True}
    game.choose({"request": True}, dice=())
    choices = []
    while game.decision == "support":
        choices.append(choice_of(f"withdraw_in_time:escort={escort}", game))
        game.act(action_of(f"withdraw_in_time:escort={escort}", game))
    assert [choice for choice in choices if choice != END] == [{"unit": "myoko"}] * lent


def test_a_whole_escort_is_hurt_before_a_damaged_one():
    faces = np.flatnonzero(TABLES["convoy_damage"][0, 2, 1:7] == 1) + 1
    units = {"dd_1": "convoy damaged", "dd_2": "convoy"}
    game = position("convoy", units=units, dice=())
    game.choose({"request": False}, dice=())
    game.choose({"large": False}, dice=[int(faces[0])])
    assert game.decision == "convoy_damage"
    assert choice_of("withdraw_in_time", game) == {"unit": "dd_2"}


@pytest.mark.parametrize(("care", "most"), [(10.0, 4), (0.0, 0)])
def test_care_sends_destroyers_to_the_convoys(care, most):
    units = {f"dd_{k}": "homeland" for k in range(1, 7)}
    game = position("movement", units=units, dice=())
    play_phase(f"withdraw_in_time:care={care}", game)
    inside = [game.box(f"dd_{k}") for k in range(1, 7)].count("convoy")
    assert inside == most  # there is room for four


@pytest.mark.parametrize("plane", [False, True])
@pytest.mark.parametrize("escorts", range(5))
def test_large_convoys_only_where_their_table_loses_less(escorts, plane):
    units = {f"dd_{k}": "convoy" for k in range(1, escorts + 1)}
    if plane:
        units["naf_1"] = "convoy"
    rolls = np.arange(1, 7) + plane
    small, large = (TABLES["convoy_loss"][method, escorts, rolls].mean() for method in range(2))
    for name in ("withdraw_in_time", "civil_first", "greedy_gp"):
        game = position("convoy", units=units, dice=())
        assert choice_of(name, game) == {"request": bool(large < small)}
        game.choose({"request": True}, dice=())
        assert choice_of(name, game) == {"large": bool(large < small)}


# --- activation and the front --------------------------------------------------------------
def front(**shares: int) -> Game:
    """N stands in the Solomons, C in Akyab; some of both services are there, some at Home."""
    return position(
        "activation",
        turn=3,
        markers={"N": "solomons", "C": "akyab"},
        units={
            "kongo_1": "solomons", "kongo_2": "solomons", "takao": "solomons",
            "yamato": "homeland", "cl_1": "homeland",
            "army_01": "akyab", "army_02": "akyab", "army_03": "homeland",
        },
        dice=(),
        **shares,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["greedy_gp", "hold_the_line"])
def test_who_wants_the_front_activates_there(name):
    game = front(army=200, navy=200)
    play_phase(name, game)
    for fleet in (("kongo_1", "kongo_2", "takao"), ("army_01", "army_02")):
        active = [game.is_active(unit) for unit in fleet]
        assert all(active) if name == "greedy_gp" else any(active)


@pytest.mark.parametrize("name", ["never_activate", "all_civil"])
def test_who_never_activates_lets_the_share_lapse(name):
    game = front(army=200, navy=200)
    assert play_phase(name, game) == [END, END]


def test_who_withdraws_fights_before_that_turn_only():
    for retreat_turn, fights in ((4, True), (3, False)):
        game = front(navy=200)
        for _ in range(2):  # activation, movement
            play_phase(f"withdraw_in_time:retreat_turn={retreat_turn},care=0,thrift=0", game)
        at_front = [game.box(ship) == "solomons" for ship in ("kongo_1", "kongo_2", "takao")]
        assert any(at_front) == fights


def test_the_china_offensive_is_in_china():
    games = 8
    vector = GloryVector(games, BOARD, seed=100, autoreset=False, auto_forced=False)
    seated = np.stack([np.zeros(games, np.int64), np.ones(games, np.int64)])
    boxes = []

    def note(k, seat, at, records, draws, actions):
        battles = (seat == st.ARMY) & (records["decision"][at] == st.BATTLE)
        boxes.extend(BOARD.boxes[action - BOX] for action in actions[battles])

    play_tables([make_agent("china_offensive"), make_agent("civil_first")], seated, vector, note)
    assert set(boxes) == {"hunan"}
    assert len(boxes) > 3 * games


# --- production ----------------------------------------------------------------------------
YARDS = {
    **{f"de_{k}": "pool" for k in range(1, 5)},
    **{f"transport_{k}": "pool" for k in range(1, 5)},
    **{f"fort_{k}": "pool" for k in range(1, 3)},
    "dd_7": "pool", "naf_4": "pool", "army_16": "pool", "fd_4": "pool", "unryu": "pool",
    "ise": "homeland",
}  # fmt: skip


def yards(turn: int, civil: int, opener: str = "navy", total: int = 400, **more: str) -> Game:
    """The production phase, with everything still to be built."""
    return position(
        "production",
        turn=turn,
        total=total,
        civil=civil,
        units={**YARDS, **more},
        dice=[1 if opener == "army" else 6],
    )


def started(choices: list[dict]) -> list[str]:
    """Rows of what was begun, in order."""
    return [choice["start"] for choice in choices if "start" in choice]


def test_escorts_first_where_they_lack():
    def first(**more: str) -> list[str]:
        return started(play_phase("withdraw_in_time", yards(2, 80, **more)))[:1]

    assert first() == ["DE"]
    full = {"naf_1": "convoy", **{f"dd_{k}": "convoy" for k in range(1, 5)}}
    assert first(**full) == ["transport"]


def test_no_more_escorts_than_the_convoys_need():
    coming = {f"dd_{k}": "convoy" for k in range(1, 4)} | {"de_1": "track 2"}
    assert "DE" not in started(play_phase("withdraw_in_time", yards(2, 200, **coming)))


def test_no_transports_where_shipping_is_full():
    assert "transport" not in started(play_phase("all_transports", yards(2, 100, total=730)))
    assert started(play_phase("all_transports", yards(2, 100, total=725))) == ["transport"]


@pytest.mark.parametrize("turn", range(1, 13))
@pytest.mark.parametrize(
    "name", ["withdraw_in_time", "arming", "all_transports", "withdraw_in_time:taste=1"]
)
def test_nothing_is_begun_that_cannot_be_finished(name, turn):
    """An item of p spaces takes the payments of p more turns."""
    for method, period in enumerate(TABLES["period"].T):
        for opener in st.SERVICES:
            game = yards(turn, 400, opener)
            game.record.convoy_method = method
            found = started(play_phase(name, game))
            assert all(turn + period[st.ROWS.index(kind)] <= 12 for kind in found)
            if turn <= 6:
                assert found
            if name == "all_transports":
                assert set(found) <= {"transport"}


@pytest.mark.parametrize(
    ("space", "turn", "goes_on"), [(3, 6, True), (3, 11, False), (1, 11, True)]
)
def test_nothing_is_paid_for_that_comes_too_late(space, turn, goes_on):
    game = yards(turn, 400, de_1=f"track {space}", transport_1=f"track {space}")
    choices = play_phase("withdraw_in_time", game)
    advanced = {choice["advance"] for choice in choices if "advance" in choice}
    assert advanced == ({"de_1", "transport_1"} if goes_on else set())


def test_what_is_begun_comes_before_anything_new():
    game = yards(4, 25, de_1="track 1")
    assert play_phase("withdraw_in_time", game)[0] == {"advance": "de_1"}


@pytest.mark.parametrize("seat", st.SERVICES)
def test_taste_is_for_arms_of_its_own(seat):
    own = {
        "army": {"ground", "army_aircraft", "fort"},
        "navy": {"DD", "CV", "navy_aircraft", "BCV"},
    }
    shipping = {"DE", "transport", "navy_aircraft"}
    for taste, wanted in ((1, own[seat]), (0, shipping)):
        choice = choice_of(f"withdraw_in_time:taste={taste}", yards(2, 300, seat))
        assert choice["start"] in wanted


def test_who_builds_nothing():
    assert play_phase("greedy_gp", yards(2, 300)) == [END, END]


def test_a_vote_is_refused_in_anger_only():
    for wronged in (False, True):
        game = position(
            "production", turn=6, civil=200, units=YARDS, dice=[6], production="joint_vote"
        )
        game.choose({"start": "DE", "counter": "de_1"}, dice=())
        assert (game.actor, game.decision) == ("army", "vote")
        game.record.log_shares[5] = (100, 100, 400)
        game.record.log_claim[5, st.NAVY] = 500 if wronged else 100
        assert choice_of("tit_for_tat", game) == {"yes": not wronged}
        assert choice_of("withdraw_in_time", game) == {"yes": True}
