"""What stands in place of an action, and compiled functions over the masks of many games."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.dice import hash_key, mix

SKIP = -1  # of a batch: leave this game alone
PLAY_ON, LOOK = -1, -2  # of one game: let the system play on; only fill the mask
ILLEGAL = -1  # result of a step: the action is not legal and nothing has changed


@rule
def first_illegal(actions, masks):
    """The first game whose action is not legal, or -1."""
    for i in range(actions.shape[0]):
        a = actions[i]
        if a != SKIP and (a < 0 or a >= masks.shape[1] or not masks[i, a]):
            return i
    return -1


@rule
def sample_all(masks, key, count, actions):
    for i in range(masks.shape[0]):
        legal = 0
        for a in range(masks.shape[1]):
            legal += int(masks[i, a])
        actions[i] = SKIP
        if legal > 0:
            pick = (mix(hash_key(key, count, i), 0) * legal) >> 32
            for a in range(masks.shape[1]):
                if masks[i, a]:
                    if pick == 0:
                        actions[i] = a
                        break
                    pick -= 1
