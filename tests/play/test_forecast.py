"""The forecast of the total: it is what the engine does in the mean; what it says helps, does."""

from __future__ import annotations

from statistics import mean

import pytest

from glory_env.games.glory.play.choices import chosen
from glory_env.games.glory.play.forecast import doubt, forecast, forecast_view
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.table import Table
from glory_env.games.glory.play.view import moment_view, state_view
from glory_env.games.glory.position import position
from glory_env.play.saves import Saves
from tests.play.pages import pages
from tests.play.player import at, in_english

ESCORTS = {"dd_1": "convoy", "dd_2": "convoy", "naf_1": "convoy"}
AT_HOME = {"dd_1": "homeland", "dd_2": "homeland"}


@pytest.mark.parametrize("units", [{}, {"dd_1": "convoy"}, ESCORTS])
def test_the_convoys_cost_what_the_six_faces_of_their_die_cost_in_the_mean(units):
    ready = {**units, "shokaku": "marshalls active"}
    expected = forecast(position("movement", units=ready, method="B"))
    fights = [
        position("convoy", units=units, method="B", dice=[face], then_stop=True)
        for face in range(1, 7)
    ]
    assert expected.rates["convoy"] == pytest.approx(mean(game.total - 500 for game in fights))


def test_the_turn_end_costs_what_the_engine_takes():
    markers = {"N": "marshalls", "D": "base"}
    expected = forecast(position("movement", units=AT_HOME, markers=markers)).rates["turn_end"]
    ended = position("turn_end", units=AT_HOME, markers=markers, then_stop=True)
    assert expected == ended.total - 500


def test_it_goes_on_from_now_to_the_last_turn_and_says_when_the_floor_is_crossed():
    game = position("movement", total=250, turn=3, units=AT_HOME)
    found = forecast(game)
    assert list(found.totals) == list(range(3, 13))
    steps = list(found.totals.values())
    assert steps[0] == pytest.approx(250 + sum(found.rates.values()))
    assert steps[1] - steps[0] == pytest.approx(sum(found.rates.values()))
    assert found.falls is not None
    assert found.totals[found.falls] < found.floor == 100 <= found.totals[found.falls - 1]
    view = state_view(at(game))["forecast"]
    for language in ("en", "ja"):
        assert str(found.falls) in view["alarm"].to(language)
        said = view["words"].to(language)
        assert str(found.falls) in said
        assert f"{found.rates['convoy']:+.0f}" in said


def test_no_alarm_where_the_total_lasts():
    units = {f"dd_{k}": "convoy" for k in range(1, 5)} | {"dd_5": "homeland"}
    view = forecast_view(position("movement", total=700, turn=12, units=units))
    assert (view["alarm"], view["falls"]) == (None, None)
    assert str(view["totals"][-1]["total"]) in str(view["words"])


@pytest.mark.parametrize(
    ("decision", "units", "key"),
    [
        ("move", {f"dd_{k}": "homeland" for k in range(1, 6)}, "all_ships"),
        ("move", AT_HOME, "ship"),  # two are not enough
        ("move", {"shokaku": "solomons active"}, "battles"),
        ("pay", {"shokaku": "solomons active"}, "battles"),
        ("activate", AT_HOME, None),
        ("produce", AT_HOME, None),
    ],
)
def test_the_alarm_says_in_a_line_what_can_be_done_now_or_there_is_none(decision, units, key):
    phase = {"move": "movement", "pay": "combat", "activate": "activation"}
    markers = {"N": "solomons"} if key == "battles" else {}
    game = position(
        phase.get(decision, "production"), total=250, turn=3, units=units, markers=markers
    )
    game.record.log_burnt[1:3] = 30 if key == "battles" else 0
    session = at(game)
    while game.decision != decision:
        session.choose(game.choices()[0])
    view = state_view(session)["forecast"]
    assert view["falls"] is not None
    if key is None:
        assert view["alarm"] is None
    else:
        assert view["alarm"].values["help"].key == f"forecast.help.{key}"
        assert len(str(view["alarm"])) < 90
    assert moment_view(session, -1)["forecast"]["alarm"] is None  # nothing is chosen there


def test_an_escort_saves_what_is_said_and_its_move_is_named():
    session = at(position("movement", total=250, units=AT_HOME))
    state = in_english(state_view(session))
    before = state["forecast"]
    saves = {one["key"]: one["saves"] for one in before["helps"]}
    assert before["helps"] == sorted(before["helps"], key=lambda one: -one["saves"])
    assert before["escorts"] == {"ships": 0, "aircraft": 0}
    assert str(saves["ship"]) in before["help_words"]
    (escorting,) = before["escorting"]
    choice = chosen(session, escorting)
    assert choice["to"] == "convoy"
    session.choose(choice)
    after = state_view(session)["forecast"]
    assert after["rates"]["convoy"] - before["rates"]["convoy"] == pytest.approx(
        saves["ship"], abs=1
    )


def test_battles_are_those_ahead_at_first_and_then_the_mean_of_the_turns():
    units = {"shokaku": "solomons active"}
    game = position("movement", units=units, markers={"N": "solomons"})
    game.record.log_burnt[1:3] = ((10, 0), (0, 20))
    assert forecast(game).rates["battles"] == -15
    game.record.turn = 1
    assert forecast(game).rates["battles"] < 0  # by the odds: no turn is over yet


def test_none_once_the_game_is_over():
    game = position("movement", units=AT_HOME)
    game.games["outcome"] = 2
    assert forecast(game) is None


# --- the question before a decision --------------------------------------------------------
def at_a_payment(total: int) -> GlorySession:
    units = {"shokaku": "solomons active", **ESCORTS}
    game = position("combat", total=total, turn=12, units=units, markers={"N": "solomons"})
    session = at(game)
    session.choose({"box": "solomons"})
    assert session.game.decision == "pay"
    return session


def test_a_payment_that_crosses_the_floor_is_asked_about_once():
    game = at_a_payment(700).game
    loss, lasting = int(game.record.loss), forecast(game).totals[12]
    assert doubt(game, {"pool": loss}) is None
    game.games["total"] = 700 - int(lasting) + 100 + loss - 5
    assert doubt(game, {"pool": 5}) is None
    words = doubt(game, {"pool": loss})
    assert words.key == "forecast.doubt"
    assert words.values["turn"] == 12


def test_ending_the_moves_is_asked_about_while_an_escort_could_still_come():
    game = position("movement", total=250, units=AT_HOME)
    words = doubt(game, {"end": True})
    assert words.key == "forecast.doubt_escorts"
    assert doubt(position("movement", total=250, units={"shokaku": "marshalls active"}),
                 {"end": True}) is None  # fmt: skip
    lasting = position("movement", total=700, turn=12, units=AT_HOME)
    assert doubt(lasting, {"end": True}) is None


def test_nothing_is_changed_by_the_question_and_going_on_does_it(tmp_path):
    session = at(position("movement", total=250, units=AT_HOME))
    with pages(Table(session, Saves(tmp_path))) as (page,):
        state = page.state
        (end,) = [
            one["id"] for group in state["choices"]["groups"] for one in group["choices"]
            if one["end"]
        ]  # fmt: skip
        before = session.game.snapshot()
        asked = page.ask("sure", type="choose", seq=state["seq"], id=end, asks=True)
        assert (asked["type"], asked["id"], asked["seq"]) == ("sure", end, state["seq"])
        assert session.game.snapshot() == before
        page.say(type="choose", seq=state["seq"], id=end)
        while session.game.phase == "movement":  # states for other reasons may come before
            page.until("state")
