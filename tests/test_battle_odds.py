"""What the odds of a battle say, against every roll through the rules and the engine's dice."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from glory_env.core.record import copy_games
from glory_env.core.trace import blank_trace
from glory_env.games.glory.engine import odds
from glory_env.games.glory.game import Game
from glory_env.games.glory.rules import board, combat
from glory_env.games.glory.state import ARMY, DR, HYBRID_MODIFIER, MAX_BOXES, NAVY
from tests.observed import FACES, both, played, scripted
from tests.rules.common import position, variant

SERVICE = {"army": ARMY, "navy": NAVY}


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
    """Means over every roll of the dice; the bonus die counts as its mean as 1 and as 6."""
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
    g.place[game.counter("aoba")] = -1  # the lent carrier alone still counts for the navy (12-7)
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


@pytest.mark.slow
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
