"""Chances and means of a scenario's charts, worked out once when it is frozen."""

from __future__ import annotations

from functools import cache

import numpy as np

from glory_env.games.glory.generated.records import Tables
from glory_env.games.glory.state import (
    DR,
    MAX_HITS,
    MAX_MARKERS,
    MEAN_DICE,
    MEAN_MODIFIERS,
    NATIONS,
    ODDS_DICE,
    ODDS_MODIFIERS,
)


def freeze_chances(t: Tables) -> None:
    """Fill the fields that follow from the charts of `t`, which must be filled already."""
    for late, threshold in enumerate(t.hit_from):
        for stack in range(2):
            t.hit_chance[late, stack] = hit_chances(int(threshold), stack)
    freeze_means(t)
    for aircraft in range(2):
        cells = t.convoy_loss[:, :, 1 + aircraft : 7 + aircraft]
        t.convoy_mean[:, :, aircraft] = cells.sum(axis=2) / 6.0
    for face in range(6):
        for m in range(MAX_MARKERS):
            t.invasion_shown[:, MAX_MARKERS * face + m] = t.invasion[:, face + 1] >> m & 1
    for m in range(t.markers):
        for face in range(1, 7):
            t.called_by[:, m] |= (t.invasion[:, face] >> m & 1) << (face - 1)


def freeze_means(t: Tables) -> None:
    """Means of fights up to MEAN_DICE and MEAN_MODIFIERS; a loss is not doubled, no bonus die."""
    chances = t.hit_chance[:, :, : MEAN_DICE + 1, : MEAN_MODIFIERS + 1]
    for turn in range(len(t.crt_gp)):
        for nation in range(len(NATIONS)):
            loss = t.crt_loss[turn, nation]
            figures = [t.crt_gp[turn, nation], np.where(loss == DR, 0, loss)]
            figures += [loss == DR, (loss == DR) | (loss == 0)]
            t.fight_mean[:, turn, nation] = chances @ np.stack(figures, axis=1).astype(float)


@cache
def hit_chances(threshold: int, stack: int) -> np.ndarray:
    """Chances of hits, float64 (ODDS_DICE + 1, ODDS_MODIFIERS + 1, MAX_HITS): dice, +1s, hits.

    threshold: lowest face that hits; stack: several +1 may go to one die. The same as playing
    `rules.carriers.count_hits` on every roll. The last entry is for that many hits or more.

    A state is the number of hits and of dice that need +1, +2 .. to hit. A die more moves chance
    one step along one of these axes. More dice of one need than all +1s can lift count as one.
    """
    needs = range(1, threshold if stack else min(2, threshold))
    shape = (MAX_HITS, *(ODDS_MODIFIERS // need + 1 for need in needs))
    states = np.zeros((ODDS_DICE + 1, *shape))
    states[(0,) * states.ndim] = 1.0
    lost = (threshold - 1 - len(needs)) / 6.0  # faces that no +1 can lift
    for dice in range(ODDS_DICE):
        now = states[dice]
        following = lost * now + (7 - threshold) / 6.0 * _one_more(now, 0)
        for axis in range(1, now.ndim):
            following += _one_more(now, axis) / 6.0
        states[dice + 1] = following
    chances = np.zeros((ODDS_DICE + 1, ODDS_MODIFIERS + 1, MAX_HITS))
    by_miss = states.reshape(ODDS_DICE + 1, MAX_HITS, -1)
    misses = np.indices(shape[1:]).reshape(len(needs), by_miss.shape[2])
    for modifiers in range(ODDS_MODIFIERS + 1):
        lifted = np.zeros(by_miss.shape[2], np.int64)
        left = np.full_like(lifted, modifiers)
        for need, number in zip(needs, misses, strict=True):
            now = np.minimum(number, left // need)
            lifted += now
            left -= now * need
        for more in range(modifiers + 1):
            part = by_miss[:, :, lifted == more].sum(axis=2)
            chances[:, modifiers, more:] += part[:, : MAX_HITS - more]
            chances[:, modifiers, -1] += part[:, MAX_HITS - more :].sum(axis=1)
    chances.setflags(write=False)
    return chances


def _one_more(states: np.ndarray, axis: int) -> np.ndarray:
    """The states one step farther along an axis, where the last place keeps all beyond."""
    moved = np.zeros_like(states)
    source, target = np.moveaxis(states, axis, 0), np.moveaxis(moved, axis, 0)
    target[1:] = source[:-1]
    target[-1] += source[-1]
    return moved
