"""The teacher that draws how it bargains."""

from __future__ import annotations

import numpy as np
import pytest

from glory_agents.glory.macro.varied import STYLES, draw_styles
from glory_agents.registry import make_agent
from glory_env.bench import play_pairs
from glory_env.games.glory.state import ARMY, GAME, NAVY

GAMES = 40


def drawn(games: np.ndarray, draws: np.ndarray) -> np.ndarray:
    numbers = np.zeros(len(games), np.int64)
    draw_styles(games, draws, numbers)
    return numbers


def test_a_seat_has_one_style_a_turn_and_another_one_in_another_game() -> None:
    rng = np.random.default_rng(3)
    games = np.zeros(64, GAME)
    games["turn"], games["actor"] = 5, ARMY
    games["log_gp"][:, 1:5] = rng.integers(0, 40, (64, 4, 2))
    numbers = drawn(games, rng.random(64))
    assert (numbers == drawn(games, rng.random(64))).all()
    assert len(set(numbers.tolist())) > 60
    games["log_gp"][:, 5] = 99  # of the turn itself
    games["total"] = 400
    assert (numbers == drawn(games, rng.random(64))).all()
    games["actor"] = NAVY
    assert (numbers != drawn(games, rng.random(64))).all()


def test_in_the_first_turn_the_draw_decides() -> None:
    games = np.zeros(800, GAME)
    games["turn"] = 1
    styles = STYLES[drawn(games, np.linspace(0, 1, 800, endpoint=False)) % len(STYLES)]
    for style in set(STYLES.tolist()):
        expected = 100 * (style == STYLES).sum()
        assert (styles == style).sum() == pytest.approx(expected, rel=0.3)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [ARMY, NAVY])
def test_first_offers_reach_from_nothing_to_much(seat: int) -> None:
    games = play_pairs(make_agent("varied"), make_agent("varied"), GAMES, seed=4).finals
    offered = games["log_first_other"][:, 1:, seat].astype(float)
    total = games["log_shares"][:, 1:].sum(axis=2)
    made = (offered >= 0) & (total > 0)
    shares = offered[made] / total[made]
    for low, high in ((0, 0.05), (0.05, 0.2), (0.2, 0.5)):
        assert ((shares >= low) & (shares < high)).mean() > 0.15


@pytest.mark.slow
def test_it_speaks_where_words_are_allowed() -> None:
    agents = make_agent("varied"), make_agent("varied")
    games = play_pairs(*agents, GAMES // 2, seed=4, talk="cheap").finals
    assert (games["promise_kind"] > 0).sum() > GAMES
