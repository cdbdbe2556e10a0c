"""What the engine of the third game reports of a call, after the codes every game has."""

from __future__ import annotations

from glory_env.core.trace import T_DIE

(
    T_FIRE,  # a = hex, b = side (ground combat: 2 + side), c = strength
    T_HITS,  # of the fire before: a = die as rolled, b = modifiers, c = hits
    T_STEPS,  # a = unit, b = steps it has lost, c = steps it has left
    T_DRAFT,  # a = unit, b = die with modifiers, c = 1: it goes to Europe
    T_SUBMARINES,  # a = die with modifiers, b = 1: success
    T_BOMBING,  # a = unit, b = die with modifiers, c = 1: success
) = range(T_DIE + 1, T_DIE + 7)
