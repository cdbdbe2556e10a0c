"""What odds say, against playing every roll through the rules, and against the engine's dice."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from glory_env.core.record import copy_games
from glory_env.games.glory.engine import odds
from glory_env.games.glory.game import Game
from glory_env.games.glory.rules import activation, board, carriers, convoy, invasion, losses
from glory_env.games.glory.scenario.chances import hit_chances
from glory_env.games.glory.state import (
    INVASION,
    MAX_BOXES,
    MAX_HITS,
    MAX_MARKERS,
    ODDS_DICE,
    ODDS_MODIFIERS,
)
from glory_env.games.glory.words import choice_words, facts
from tests.observed import FACES, both, played, scripted, uncompiled
from tests.rules.common import position


# --- hits ------------------------------------------------------------------------------------
@pytest.mark.parametrize("stack", [0, 1])
@pytest.mark.parametrize("threshold", range(1, 7))
def test_hits_are_those_of_every_roll(threshold: int, stack: int) -> None:
    table = hit_chances(threshold, stack)
    for dice in range(4):
        for modifiers in range(6):
            rolled = np.zeros(MAX_HITS)
            for roll in product(FACES, repeat=dice):
                counts = np.bincount(roll, minlength=7) if roll else np.zeros(7, np.int64)
                rolled[carriers.count_hits(counts, threshold, modifiers, stack)] += 6.0**-dice
            assert table[dice, modifiers] == pytest.approx(rolled, abs=1e-12)
            exact = odds.count_hit_chances(threshold, stack, dice, modifiers)
            assert exact == pytest.approx(rolled, abs=1e-12)


@pytest.mark.parametrize("stack", [0, 1])
@pytest.mark.parametrize("threshold", [1, 3, 5, 6])
def test_the_table_and_the_sum_need_by_need_agree(threshold: int, stack: int) -> None:
    table = hit_chances(threshold, stack)
    assert table.sum(axis=2) == pytest.approx(1.0, abs=1e-12)
    for dice in (5, 12, 23, 24, ODDS_DICE):
        for modifiers in (0, 1, 3, ODDS_MODIFIERS):
            exact = odds.count_hit_chances(threshold, stack, dice, modifiers)
            assert table[dice, modifiers] == pytest.approx(exact, abs=1e-11)


def test_fights_beyond_the_table() -> None:
    """The sum is used there; one die or +1 too many for the table goes on where it ends."""
    game = position("combat", markers={"Ch": "hunan"}, units={"army_01": "hunan active"})
    g, s = both(game)
    for dice, modifiers in ((ODDS_DICE + 1, 0), (12, ODDS_MODIFIERS + 1), (500, 30)):
        chances = odds.hit_chances(g, s, dice, modifiers)
        assert chances.sum() == pytest.approx(1.0, abs=1e-11)
        assert chances == pytest.approx(odds.count_hit_chances(5, 0, dice, modifiers))
    counts = np.random.default_rng(1).multinomial(12, [1 / 6] * 6, 200_000)
    hits = counts[:, 4] + counts[:, 5] + np.minimum(counts[:, 3], ODDS_MODIFIERS + 1)
    seen = np.bincount(hits, minlength=MAX_HITS) / len(hits)
    expected = odds.hit_chances(g, s, 12, ODDS_MODIFIERS + 1)
    assert seen == pytest.approx(expected, abs=0.006)  # over 5 standard errors


# --- invasion --------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["glory", "teaching"])
def test_invasions_are_those_of_every_face(scenario: str) -> None:
    moved = np.zeros(2)
    for game in played(scenario):
        g, s = both(game)
        for phase in {int(g.phase), INVASION}:
            games = copy_games(game.games)
            g = games[0]
            g.phase = phase
            markers, boxes = np.zeros((2, MAX_MARKERS)), np.zeros(MAX_BOXES)
            odds.invasion_odds(g, s, odds.occupied_boxes(g, s), markers.reshape(-1), boxes)
            expected, entered = np.zeros((2, MAX_MARKERS)), np.zeros((2, MAX_BOXES))
            for ahead in range(2):
                over = game.outcome != "playing" or g.turn + ahead > s.last_turn
                if over or (phase != INVASION and ahead == 0):
                    continue
                for face in FACES:
                    after = copy_games(games)[0]
                    after.turn += ahead
                    invasion.continue_invasion(after, s, scripted([face]))
                    steps = np.flatnonzero(after.marker_step != g.marker_step)
                    expected[ahead, steps] += 1 / 6
                    arrived = {board.marker_box(after, s, m) for m in steps}
                    entered[ahead, list(arrived)] += 1 / 6
            assert markers == pytest.approx(expected)
            assert boxes == pytest.approx(entered[0 if phase == INVASION else 1])
            moved += markers.sum(axis=1)
    assert (moved > 10).all()


def test_no_invasion_after_the_last_turn() -> None:
    for turn, phase, expected in ((11, "combat", 12), (12, "combat", 0), (12, "activation", 0)):
        units = {"army_07": "mandalay active"}
        game = position(phase, turn=turn, markers={"I": "mandalay"}, units=units)
        assert odds.invasion_turn(*both(game)) == expected
    game = position("turn_end", turn=11, then_stop=True)
    assert (game.phase, odds.invasion_turn(*both(game))) == ("invasion", 12)


# --- convoys and sea transport ---------------------------------------------------------------
@pytest.mark.parametrize("method", ["A", "B"])
@pytest.mark.parametrize("aircraft", [0, 1])
@pytest.mark.parametrize("ships", range(5))
def test_convoys_are_those_of_every_face(method: str, aircraft: int, ships: int) -> None:
    names = ("de_1", "dd_1", "de_2", "dd_2")[:ships] + ("naf_1",) * aircraft
    damaged = ("de_1",)
    units = {u: "convoy damaged" if u in damaged and ships == 1 else "convoy" for u in names}
    game = position("activation", units=units, method=method)
    s = game.scenario.tables[0]

    def mean(add: str = "", large: bool = False) -> float:
        loss = 0
        for face in FACES:
            after = copy_games(game.games)
            g, t = after[0], scripted([face])
            if add:
                g.place[game.counter(add)] = s.convoy
            if large:
                g.convoy_method = convoy.LARGE
            convoy.fight_for_convoys(g, s, t)
            loss += int(game.record.total - g.total)
        return loss / 6

    g = game.record
    now, ship, plane, large = odds.convoy_odds(g, s)
    assert now == pytest.approx(mean())
    assert ship == pytest.approx(mean("de_3") if ships < 4 else now)
    assert plane == pytest.approx(mean("naf_2"))
    assert large == pytest.approx(mean(large=True))


def test_a_scenario_of_fewer_escorts() -> None:
    game = Game("teaching", seed=0)
    s = game.scenario.tables[0]
    for ships in (3, 4, 9):
        assert odds.mean_convoy_loss(game.record, s, ships, 0, 0) == s.convoy_loss[0, 3, 1:7].mean()


# --- prices and payment ----------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["glory", "teaching"])
def test_prices_of_what_is_idle(scenario: str) -> None:
    seen = 0
    for game in played(scenario):
        g, s = both(game)
        prices = np.zeros((2, MAX_BOXES))
        idle = np.zeros((2, MAX_BOXES))
        for u in range(int(s.counters)):
            if activation.is_idle(g, s, u):
                price = activation.activation_price(g, u, board.contested_boxes(g, s))
                prices[s.service[u], g.place[u]] += price
                idle[s.service[u], g.place[u]] += 1
        sums = odds.survey(g, s)
        assert (sums[:, :, odds.PRICE] == prices).all()
        assert (sums[:, :, odds.IDLE] == idle).all()
        seen += int(prices.sum() > 0)
    assert seen > 30


def test_what_a_loss_leaves() -> None:
    game = position(
        "combat", total=500, units={"army_07": "mandalay active"}, markers={"I": "mandalay"}
    )
    game.choose({"box": "mandalay"}, dice=[1] * 4)
    g, s = both(game)
    assert odds.total_after_loss(g) == 470
    assert losses.damage_capacity(g, s) == 60
    after = game.clone()
    after.choose({"pool": 5}, dice=())
    assert odds.total_after_loss(after.record) == 470
    game.choose({"pool": 30}, dice=())
    assert game.total == 470


# --- in words ---------------------------------------------------------------------------------
def test_lending_says_what_both_would_have() -> None:
    units = {name: "solomons active" for name in ("army_01", "shokaku", "aoba", "naf_1")}
    game = position("combat", units=units, markers={"N": "solomons"})
    game.play({"box": "solomons"}, {"request": True})
    before = facts.of_question(game)["battles"]
    assert [one["who"] for one in before] == ["navy", "army"]
    game.play({"unit": "shokaku"})
    navy, army = facts.of_question(game)["battles"]
    assert navy["gp"] <= before[0]["gp"]
    assert army["gp"] > before[1]["gp"]
    assert f"mean {army['gp']:.1f} GP" in str(choice_words.about(game))


def test_the_method_says_the_loss_and_what_an_escort_saves() -> None:
    game = position("convoy", units={"de_1": "convoy"})
    found = facts.of_question(game)
    assert (found["convoy_loss"], found["convoy_loss_escorted"]) == (78.3, 68.3)
    assert "convoys 78, with one escort more 68" in str(choice_words.about(game))


# --- compiled --------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["glory", "teaching"])
def test_compiled_and_plain_python_agree(scenario: str) -> None:
    def all_figures(module_function, game):
        g, s = both(game)
        sums = module_function(odds.survey)(g, s)
        battle_means = module_function(odds.battle_means)
        out = [battle_means(g, s, sums, k, box) for k in range(2) for box in range(MAX_BOXES)]
        markers, boxes = np.zeros((2, MAX_MARKERS)), np.zeros(MAX_BOXES)
        module_function(odds.invasion_odds)(
            g, s, odds.occupied_boxes(g, s), markers.reshape(-1), boxes
        )
        convoys = module_function(odds.convoy_odds)(g, s)
        large = module_function(odds.count_hit_chances)(5, 1, 45, 9)
        return [sums, out, markers, boxes, convoys, large]

    for game in played(scenario)[:25]:
        pairs = zip(
            all_figures(lambda f: f, game), all_figures(uncompiled, game), strict=True
        )  # fmt: skip
        for compiled, plain in pairs:
            assert np.asarray(compiled) == pytest.approx(np.asarray(plain), rel=1e-12, abs=1e-12)
