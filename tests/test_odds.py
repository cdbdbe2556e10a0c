"""What odds say, against playing every roll through the rules, and against the engine's dice."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import numpy as np
import pytest

from glory_env.core.state import (
    ARMY,
    DR,
    HYBRID_MODIFIER,
    INVASION,
    MAX_BOXES,
    MAX_HITS,
    MAX_MARKERS,
    NAVY,
    NAVY_AIRCRAFT,
    ODDS_DICE,
    ODDS_MODIFIERS,
    blank_trace,
    copy_games,
)
from glory_env.engine import odds
from glory_env.game.game import Game
from glory_env.rules import activation, board, carriers, combat, convoy, invasion, losses
from glory_env.scenarios import load
from glory_env.scenarios.chances import hit_chances
from glory_env.wording import choice_words, facts
from tests.observed import uncompiled
from tests.rules.common import position, variant

SERVICE = {"army": ARMY, "navy": NAVY}
FACES = range(1, 7)


@cache
def played(scenario: str) -> tuple[Game, ...]:
    """Positions of all phases out of games played at random."""
    found = []
    rng = random.Random(7)
    for seed in range(2):
        optional = ("20-1",) if seed % 2 else ()
        game = Game(scenario, seed=seed, optional=optional)
        while game.outcome == "playing":
            found.append(game.clone())
            game.choose(rng.choice(game.choices()))
        found.append(game.clone())
    return tuple(rng.sample(found, 120))


def both(game: Game):
    return game.record, game.scenario.tables[0]


def scripted(faces):
    trace = blank_trace()
    trace["scripted"] = len(faces)
    trace["faces"][0, : len(faces)] = faces
    return trace[0]


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


# --- battles ---------------------------------------------------------------------------------
def fight_once(game: Game, service: int, box: int, faces) -> tuple[float, int, bool]:
    """GP, loss and retreat of one fight with these faces, the hybrid's +1 not used."""
    games = copy_games(game.games)
    g, s, t = games[0], game.scenario.tables[0], scripted(faces)
    g.battle_box, g.battle_service = box, service
    before = int(g.gp[service])
    combat.fight(g, s, t)
    if g.decision == HYBRID_MODIFIER:
        combat.apply_hybrid_modifier(g, s, t, combat.NO)
    result = next(e for e in t.entry[: t.entries] if e[0] == combat.T_RESULT)
    return int(g.gp[service]) - before, int(g.loss), result[3] == DR


def every_fight(game: Game, service: int, box: int, dice: int) -> tuple[float, ...]:
    """Means over every roll of the dice; 1 and 6 are enough for the bonus die (same mean)."""
    cells = []
    for faces in product(FACES, repeat=dice):
        for bonus in (1, 6):
            gp, loss, retreat = fight_once(game, service, box, [*faces, bonus])
            cells.append((gp, loss, retreat, loss == 0))
    return tuple(np.mean(np.array(cells, float), axis=0))


FIGHTS = {
    "army, alone": ("army", {"army_13": "east_new_guinea active"}, {"B": "east_new_guinea"}, {}),
    "army with aircraft on land": (
        "army", {"army_07": "mandalay active", "fd_1": "mandalay"}, {"I": "mandalay"}, {},
    ),
    "carriers": (
        "navy",
        {"shokaku": "solomons active", "hiyo": "solomons active", "aoba": "solomons active",
         "naf_1": "solomons", "cl_1": "solomons"},
        {"N": "solomons"},
        {},
    ),
    "carriers, stacked": (
        "navy",
        {"shokaku": "rangoon active", "hiyo": "rangoon active", "cvl": "rangoon active"},
        {"C": "rangoon"},
        {"rulings": {"stack_die_modifiers": True}},
    ),
    "only sixes": (
        "navy",
        {"shokaku": "rangoon active", "aoba": "rangoon active", "army_10": "rangoon active"},
        {"C": "rangoon", "I": "rangoon"},
        {"turn": 11, "optional": ("20-1",)},
    ),
    "the hybrid's dice": (
        "navy", {"ise_bcv": "solomons active", "shokaku": "solomons active"}, {"N": "solomons"}, {},
    ),
    "no dice": ("navy", {"de_1": "solomons"}, {"N": "solomons"}, {}),
}  # fmt: skip


@pytest.mark.parametrize("name", FIGHTS)
def test_battles_are_those_of_every_roll(name: str) -> None:
    seat, units, markers, options = FIGHTS[name]
    printed = {unit: {"dice": 2} for unit in units if unit.startswith("army_")}
    game = position("combat", units=units, markers=markers, printed=printed, **options)
    g, s = both(game)
    service, box = SERVICE[seat], game.scenario.boxes.index(next(iter(markers.values())))
    sums = odds.survey(g, s)
    found = odds.battle_means(g, s, sums, service, box)
    dice = int(sums[service, box, odds.DICE])
    assert found == pytest.approx(every_fight(game, service, box, dice), abs=1e-12)


def test_lent_units_fight_for_the_army() -> None:
    units = {
        "army_13": "east_new_guinea active", "shokaku": "east_new_guinea active",
        "aoba": "east_new_guinea active",
    }  # fmt: skip
    game = position(
        "combat",
        units=units,
        markers={"B": "east_new_guinea"},
        printed={"army_13": {"dice": 2}},
    )
    g, s = both(game)
    box = game.scenario.boxes.index("east_new_guinea")
    g.supports[game.counter("shokaku")] = 1
    sums = odds.survey(g, s)
    assert list(sums[ARMY, box, :4]) == [2, 3, 1, 1]
    assert list(sums[NAVY, box, :4]) == [1, 1, 0, 2]
    for service, dice in ((ARMY, 3), (NAVY, 1)):
        found = odds.battle_means(g, s, sums, service, box)
        assert found == pytest.approx(every_fight(game, service, box, dice), abs=1e-12)
    g.place[game.counter("aoba")] = -1  # the lent carrier alone still counts as the navy (12-7)
    sums = odds.survey(g, s)
    found = odds.battle_means(g, s, sums, ARMY, box)
    assert found == pytest.approx(every_fight(game, ARMY, box, 3), abs=1e-12)


def test_a_row_of_no_loss(tmp_path) -> None:
    name = variant(tmp_path, ("3-6:   [E/30, E/15, E/DR", "3-6:   [E/0, E/15, E/DR"))
    game = position(
        "combat",
        scenario=name,
        units={"army_07": "mandalay active"},
        markers={"I": "mandalay"},
        printed={"army_07": {"dice": 3}},
    )
    g, s = both(game)
    box = game.scenario.boxes.index("mandalay")
    found = odds.battle_means(g, s, odds.survey(g, s), ARMY, box)
    assert found == pytest.approx(every_fight(game, ARMY, box, 3), abs=1e-12)
    assert found[odds.RETREAT] == pytest.approx(7 / 27)
    assert found[odds.NO_LOSS] == pytest.approx(15 / 27)


@pytest.mark.parametrize("scenario", ["glory", "teaching"])
def test_who_fights_has_points_to_win(scenario: str) -> None:
    fought = 0
    for game in played(scenario):
        g, s = both(game)
        sums = odds.survey(g, s)
        for service in range(2):
            fights = board.contested_boxes(g, s) & board.active_boxes(g, s, service)
            for box in range(MAX_BOXES):
                means = odds.battle_means(g, s, sums, service, box)
                if not g.supports.any():
                    assert (means[odds.GP] > 0) == bool(fights >> box & 1)
                fought += means[odds.GP] > 0
    assert fought > 30


@pytest.mark.parametrize("seat", ["army", "navy"])
def test_battles_of_the_engines_own_dice(seat: str) -> None:
    units = dict.fromkeys(("army_13", "army_14", "shokaku", "naf_1", "dd_1"), "solomons active")
    game = position("combat", units=units, markers={"N": "solomons"}, turn=8)
    g, s = both(game)
    service, box = SERVICE[seat], game.scenario.boxes.index("solomons")
    cells = []
    for key in range(3000):
        games = copy_games(game.games)
        one = games[0]
        one.key, one.battle_box, one.battle_service = key * 7919, box, service
        combat.fight(one, s, blank_trace()[0])
        gp = int(one.gp[service] - g.gp[service])
        cells.append((gp, one.loss, one.marker_step[1] < g.marker_step[1], one.loss == 0))
    seen = np.array(cells, float)
    error = 4.5 * seen.std(axis=0) / len(seen) ** 0.5 + 0.003
    means = np.array(odds.battle_means(g, s, odds.survey(g, s), service, box))
    if service == NAVY:
        assert not seen[:, odds.RETREAT].any()  # its DR drives nobody back (12-4)
        seen[:, odds.RETREAT] = seen[:, odds.NO_LOSS]
    assert (abs(seen.mean(axis=0) - means) < error).all()


# --- invasion --------------------------------------------------------------------------------
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

    def mean(add: str = "", large: bool = False) -> tuple[float, float]:
        loss = damages = 0
        for face in FACES:
            after = copy_games(game.games)
            g, t = after[0], scripted([face])
            if add:
                g.place[game.counter(add)] = s.convoy
            if large:
                g.convoy_method = convoy.LARGE
            convoy.fight_for_convoys(g, s, t)
            loss += int(game.record.total - g.total)
            before = int(g.damage.sum())
            while g.convoy_hits and convoy.count_escorts(g, s):
                inside = np.flatnonzero((g.place == s.convoy) & (s.kind != NAVY_AIRCRAFT))
                convoy.apply_convoy_damage(g, s, t, convoy.COUNTER + int(inside[-1]))
                damages += 1
            assert before <= 1
        return loss / 6, damages / 6

    g = game.record
    now, ship, plane, large = odds.convoy_odds(g, s)
    assert now == pytest.approx(mean()[0])
    assert ship == pytest.approx(mean("de_3")[0] if ships < 4 else now)
    assert plane == pytest.approx(mean("naf_2")[0])
    assert large == pytest.approx(mean(large=True)[0])
    assert odds.mean_escort_damage(g, s, g.convoy_method) == pytest.approx(mean()[1])
    assert odds.mean_escort_damage(g, s, 1) == pytest.approx(mean(large=True)[1])


def test_a_scenario_of_fewer_escorts() -> None:
    game = Game("teaching", seed=0)
    s = game.scenario.tables[0]
    for ships in (3, 4, 9):
        assert odds.mean_convoy_loss(s, ships, 0, 0) == s.convoy_loss[0, 3, 1:7].mean()
    assert odds.sea_check_chance(s, 0) == s.sea_loss[0, 1:].mean()


def test_sea_checks() -> None:
    s = load("glory").tables[0]
    assert odds.sea_check_chance(s, 0) == 1 / 2
    assert odds.sea_check_chance(s, 1) == 1 / 6


# --- prices and payment ----------------------------------------------------------------------
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
