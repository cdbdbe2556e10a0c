"""The option `handicap`, key by key: no rule of the rulebook, so worked out by hand here."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.core.errors import OptionError
from glory_env.games.glory.bench.metrics import columns
from glory_env.games.glory.definition import RESULTS
from glory_env.games.glory.engine import odds, rewards
from glory_env.games.glory.engine.handicaps import (
    FOR_PEOPLE,
    HANDICAPS,
    LIMITS,
    handicap_of,
    name_of,
)
from glory_env.games.glory.engine.options import Options
from glory_env.games.glory.game import Game
from glory_env.games.glory.render.board import board
from glory_env.games.glory.render.position import box_value
from glory_env.games.glory.scenario import load
from glory_env.games.glory.sections import AT, OBSERVATION_SIZE
from glory_env.games.glory.state import (
    ARMY,
    BROKEN,
    COMPLETED,
    GAME,
    HANDICAP,
    MAX_TONNAGE,
    NAVY,
    OPEN,
    OVER,
    SERVICES,
    THREAT_ESCORTS,
    THREAT_POOL,
    VOID,
)
from glory_env.games.glory.words import charts
from glory_env.render.drawing import Text
from tests.rules.common import finish_turn, owed, position, raw_scenario, rolls, sea

S = load("glory").tables[0]  # 630 at the start, cap 730, floor 100 (solo 150), a lead of 10 wins


def convoys(face: int, total: int, **options):
    """Small convoys without escorts after this die."""
    game = position("convoy", turn=5, total=total, **options)
    game.play({"request": False})
    game.until_phase_end({"large": False}, dice=[face])
    return game


def ended(army: int, navy: int, **numbers) -> Game:
    """A completed game with these glory points."""
    game = Game(seed=1, handicap=numbers)
    game.record.outcome, game.record.phase = COMPLETED, OVER
    game.record.gp[:] = army, navy
    return game


def seen(game: Game, seat: int) -> np.ndarray:
    out = np.zeros(OBSERVATION_SIZE, np.float32)
    game.definition.kernels.observe(game.games, 0, game.scenario.tables, seat, out)
    return out


# --- what may be given -----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("balancd", "unknown handicap 'balancd': did you mean 'balanced'?"),
        ({"flor": 5}, "unknown key of option 'handicap' 'flor': did you mean 'floor'?"),
        ({1: 5}, "unknown key of option 'handicap' 1: valid are start, floor"),
        ({"start": 7}, "start: expected a multiple of 5 from -300 to 300, got 7"),
        ({"floor": 305}, "floor: expected a multiple of 5 from -300 to 300, got 305"),
        ({"convoy_losses": -1}, "convoy_losses: expected 0 to 300, got -1"),
        ({"lead_army": 0}, "lead_army: expected 1 to 99, got 0"),
        ({"lead_navy": 2.5}, "lead_navy: expected 1 to 99, got 2.5"),
        ({"escorts": True}, "escorts: expected 0 to 20, got True"),
        ({"battle_losses": 105}, "battle_losses: expected 0 to 100, got 105"),
        ({"occupation_losses": 305}, "occupation_losses: expected 0 to 300, got 305"),
        ({"escorts": None}, "escorts: expected 0 to 20, got None"),
        (
            None,
            "hard, balanced or numbers like {floor: -20}, got None",
        ),
        (
            [["floor", 5]],
            "hard, balanced or numbers like {floor: -20}, got [['floor'",
        ),
    ],
)
def test_bad_handicaps_are_explained(given, words):
    with pytest.raises(OptionError) as caught:
        Game(handicap=given)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_every_handicap_is_its_numbers():
    assert tuple(LIMITS) == HANDICAP
    for name, numbers in HANDICAPS.items():
        assert handicap_of(name) == handicap_of(numbers) == numbers
        assert Options(handicap=name).as_dict().get("handicap", {}) == numbers
    losses = dict.fromkeys(("convoy_losses", "battle_losses", "occupation_losses"), 100)
    usual = {"start": 0, "floor": 0, "escorts": 0, **losses}
    assert handicap_of(usual) == {}
    assert Options(handicap=usual) == Options(handicap="none") == Options()
    given = {"floor": np.int64(-20), "convoy_losses": 80}
    assert Options(handicap=given).as_dict()["handicap"] == {"floor": -20, "convoy_losses": 80}
    games = np.zeros(2, GAME)
    Options(handicap=given).write(games)
    assert games["opt_handicap"].tolist() == [[0, -20, -20, 0, 0, 0, 0, 0]] * 2
    Options().write(games)
    assert not games["opt_handicap"].any()


def test_people_choose_by_name_how_hard_it_is():
    assert set(FOR_PEOPLE) < set(HANDICAPS)
    assert [name_of(HANDICAPS[name]) for name in FOR_PEOPLE] == list(FOR_PEOPLE)
    assert (name_of(HANDICAPS["balanced"]), name_of({"floor": -5})) == ("balanced", None)
    assert HANDICAPS["normal"] == {}
    assert all(len(HANDICAPS[name]) <= 3 for name in FOR_PEOPLE)


# --- total and floor -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("start", "floor", "total"),
    [(0, 0, 630), (50, 0, 680), (-80, 0, 550), (200, 0, 730), (-300, 300, 400), (-300, 0, 330)],
)
def test_the_total_at_the_start(start, floor, total):
    game = Game(seed=1, handicap={"start": start, "floor": floor})
    assert game.total == total
    small = Game("teaching", seed=1, handicap={"start": -300, "floor": 100})
    assert small.total == 200  # 350 - 300 is below the floor of 200


@pytest.mark.parametrize(("solo", "printed"), [(False, 100), (True, 150)])
@pytest.mark.parametrize("more", [-50, 0, 40])
def test_the_game_is_lost_below_the_new_floor_and_not_at_it(solo, printed, more):
    for total, outcome in ((printed + more + 80, "playing"), (printed + more + 75, "game_over")):
        game = position("convoy", turn=5, total=total, handicap={"floor": more}, solo=solo)
        if not solo:
            game.play({"request": False})
        game.until_phase_end({"large": False}, dice=[5])  # 80 sunk
        assert (game.outcome, game.total) == (outcome, total - 80)
        floor = seen(game, ARMY)[AT.tonnage + 3] * MAX_TONNAGE
        assert floor == pytest.approx(game.total - printed - more, abs=1e-3)


def test_no_floor_lies_below_0():
    game = convoys(1, 110, handicap={"floor": -300})
    assert (game.outcome, game.total) == ("playing", 0)
    assert convoys(1, 105, handicap={"floor": -300}).cause == "tonnage"


def test_the_shaping_goes_from_the_new_start_to_the_new_floor():
    params = rewards.reward_params(rewards.parse_reward(45.0), 1.0, None)
    for numbers, total, part in (({}, 365, 0.5), ({"start": 100, "floor": 30}, 430, 0.5)):
        game = Game(seed=1, handicap=numbers)
        whole = rewards.potential(game.record, S, params, ARMY)
        game.record.total = total
        assert rewards.potential(game.record, S, params, ARMY) == pytest.approx(part * whole)


# --- convoys ---------------------------------------------------------------------------------
@pytest.mark.parametrize("per_cent", [0, 50, 85, 100, 130])
def test_the_losses_of_convoys_are_scaled_and_rounded_down_to_fives(per_cent):
    row = raw_scenario()["convoy_crt"]["small_convoys"][0]
    losses = [int(int(cell) * per_cent / 100 / 5 + 1e-9) * 5 for cell in row]
    for face in range(1, 7):
        game = convoys(face, 500, handicap={"convoy_losses": per_cent})
        assert 500 - game.total == losses[face - 1]
        assert game.record.log_convoy_loss[5] == losses[face - 1]
    assert {85: 90, 130: 140}.get(per_cent, losses[0]) == losses[0]  # of 110: 93.5 and 143
    game = position("convoy", turn=5, handicap={"convoy_losses": per_cent})
    now, _, plane, _ = odds.convoy_odds(game.record, S)
    assert now == pytest.approx(np.mean(losses[:6]))
    assert plane == pytest.approx(np.mean(losses[1:]))
    assert seen(game, NAVY)[AT.convoy_odds] == pytest.approx(now / 100)


def test_damages_of_escorts_stay_as_printed():
    units = dict.fromkeys(("de_1", "dd_1"), "convoy")
    game = position("convoy", turn=5, units=units, handicap={"convoy_losses": 0})
    game.play({"request": False})
    game.until_phase_end({"large": False}, dice=[1])  # 90/D1
    assert (game.decision, game.total) == ("convoy_damage", 500)


# --- battles ---------------------------------------------------------------------------------
@pytest.mark.parametrize(("per_cent", "loss"), [(0, 0), (30, 15), (85, 40), (100, 50)])
@pytest.mark.parametrize("alone", [False, True])
def test_the_losses_of_battles_are_scaled_and_then_doubled(per_cent, loss, alone):
    """US, turns 3 to 6, no hit: E/50."""
    units = {"nagato": "solomons active"}
    if not alone:
        units["army_01"] = "solomons active"
    game = position(
        "combat", turn=3, units=units, markers={"N": "solomons"},
        printed={"nagato": {"dice": 1, "tonnage": 5}}, handicap={"battle_losses": per_cent},
    )  # fmt: skip
    box, times = game.scenario.boxes.index("solomons"), 2 if alone else 1
    means = odds.battle_means(game.record, S, odds.survey(game.record, S), NAVY, box)
    hits = 40 if per_cent == 85 else loss  # one hit: E/50 too
    assert means[1] == pytest.approx(times * hits)
    assert means[3] == (1.0 if per_cent == 0 else 0.0)  # nothing is to be paid
    assert seen(game, NAVY)[AT.box_odds + (box * 2 + NAVY) * 4 + 1] == pytest.approx(
        min(times * hits / 128, 4.0)
    )
    assert charts.combat(game, "solomons", 3, 0)[1]["cells"][0] == f"E/{loss}"
    game.choose({"box": "solomons"}, dice=[1])
    assert game.record.log_loss[3, NAVY] == times * loss
    if loss:
        assert owed(game) == times * loss


def test_a_retreat_stays_a_retreat():
    units = {"army_01": "akyab active"}
    game = position(
        "combat", turn=3, units=units, markers={"C": "akyab"},
        printed={"army_01": {"dice": 4, "tonnage": 5}}, handicap={"battle_losses": 0},
    )  # fmt: skip
    game.choose({"box": "akyab"}, dice=[6, 6, 1, 1, 3])
    assert game.marker("C") == "base"
    assert game.gp["army"] > 3


# --- occupation ------------------------------------------------------------------------------
@pytest.mark.parametrize("net", [False, True])
@pytest.mark.parametrize(("per_cent", "loss"), [(0, 0), (70, 245), (33, 110), (100, 350)])
def test_the_penalties_of_occupation_are_scaled_box_by_box(per_cent, loss, net):
    """Java 300 and the Marianas 50; 33 per cent are 95 and 15. The bonus of base Ch stays 50."""
    game = position(
        "turn_end", turn=4, total=500, markers={"C": "java", "N": "marianas"}, dice=[1, 1],
        handicap={"occupation_losses": per_cent}, rulings={"check_net_in_15_2": net},
    )  # fmt: skip
    assert (game.turn, game.total) == (5, 550 - loss)


@pytest.mark.parametrize(("per_cent", "words"), [(0, ""), (50, "-150T"), (100, "-300T")])
def test_a_box_shows_what_its_occupation_costs_in_this_game(per_cent, words):
    game = position("movement", handicap={"occupation_losses": per_cent})
    java = game.scenario.boxes.index("java")
    assert box_value(game.scenario, game.record, java) == words
    drawn = {one.text for one in board(game.scenario, game.record) if isinstance(one, Text)}
    assert drawn & {"-150", "-300"} == ({words[:-1]} if words else set())


# --- the lead that wins ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("army", "navy", "winner"),
    [(74, 60, "draw"), (75, 60, "army"), (60, 63, "draw"), (60, 64, "navy"), (60, 60, "draw")],
)
def test_each_seat_wins_by_its_own_lead(army, navy, winner):
    game = ended(army, navy, lead_army=15, lead_navy=4)
    g = game.record
    assert game.winner == winner
    utility = {"draw": (0, 0), "army": (1, -1), "navy": (-1, 1)}[winner]
    assert tuple(rewards.outcome_of(g, S, seat) for seat in (ARMY, NAVY)) == utility
    measured = columns(game.games, S)
    for seat, name in enumerate(SERVICES):
        info = game.definition.final_info(g, S, seat)
        expected = "draw" if winner == "draw" else "win" if winner == name else "loss"
        assert RESULTS[info["result"]] == expected
        assert measured[f"win_{name}"].tolist() == [winner == name]
        lead = (army - navy) * (1 if seat == ARMY else -1)
        needed = 15 if army > navy else 4
        part = seen(game, seat)[AT.lead + 1]
        assert part == pytest.approx(np.clip(lead / needed, -1, 1))
    assert measured["draw"].tolist() == [winner == "draw"]


def test_a_key_for_one_seat_leaves_the_other_its_lead():
    assert ended(0, 10, lead_army=30).winner == "navy"
    assert ended(0, 9, lead_army=30).winner == "draw"
    assert ended(29, 0, lead_army=30).winner == "draw"


# --- escorts ---------------------------------------------------------------------------------
def two_sea_moves(**options):
    units = {"army_01": "homeland active", "army_02": "homeland active"}
    units |= {"dd_1": "marshalls", "dd_2": "marianas", "dd_3": "homeland"}
    game = position("movement", turn=3, units=units, **options)
    game.play({"end": True}, sea("army_01", "hokkaido"))
    assert (game.decision, game.actor) == ("escort_request", "army")
    return game


def test_an_escort_is_granted_without_asking_the_navy():
    game = two_sea_moves(handicap={"escorts": 1})
    game.choose({"request": True}, dice=[2])  # lost only without an escort
    assert rolls(game, "sea_check") == [[2]]
    assert [game.box(one) for one in ("army_01", "dd_1")] == ["hokkaido"] * 2
    assert game.damage("army_01") == 0
    assert (game.decision, game.actor) == ("move", "army")
    assert not game.record.log_asked.any()
    assert not game.record.log_granted.any()
    game.play(sea("army_02", "hokkaido"), {"request": True})  # the second one is asked for
    assert (game.decision, game.actor) == ("escort_grant", "navy")
    assert game.record.log_asked[3] == 1


def test_the_army_may_sail_alone_all_the_same():
    game = two_sea_moves(handicap={"escorts": 2})
    game.choose({"request": False}, dice=[2])
    assert (game.damage("army_01"), game.record.escorted.sum()) == (1, 0)
    game.play(sea("army_02", "hokkaido"))
    game.choose({"request": True}, dice=[1])
    assert (game.damage("army_02"), game.record.escorted.sum()) == (1, 1)


def test_every_turn_grants_anew():
    game = two_sea_moves(handicap={"escorts": 1})
    game.choose({"request": True}, dice=[5])
    game.play({"end": True})
    finish_turn(game)
    game.play({"army": 100, "navy": 0}, {"accept": True}, {"end": True})
    game.play({"unit": "army_02"}, {"end": True}, {"end": True}, sea("army_02", "hokkaido"))
    game.choose({"request": True}, dice=[5])
    assert (game.turn, game.box("army_02"), game.actor) == (4, "hokkaido", "army")


def test_in_solo_play_the_squadron_is_chosen_as_ever():
    units = {"army_01": "homeland active", "dd_1": "solomons", "dd_2": "homeland"}
    game = position("movement", turn=5, units=units, solo=True, handicap={"escorts": 3})
    game.play({"end": True}, sea("army_01", "hokkaido"))
    assert game.decision == "escort_grant"


@pytest.mark.parametrize(("escorts", "state"), [(1, 0), (0, 1)])
def test_a_grant_that_nobody_made_is_no_threat_dropped(escorts, state):
    """The threat to refuse escorts is void, not broken, where the navy was not asked."""
    game = two_sea_moves(talk="cheap", handicap={"escorts": escorts})
    game.record.threat_state[3, NAVY, THREAT_ESCORTS - THREAT_POOL] = OPEN
    game.choose({"request": True}, dice=[5] if escorts else [])
    if not escorts:
        game.choose({"unit": "dd_1"}, dice=[5])
    game.until_phase_end({"end": True})
    assert game.record.threat_state[3, NAVY, THREAT_ESCORTS - THREAT_POOL] == (VOID, BROKEN)[state]
