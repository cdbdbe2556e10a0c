"""Rollouts cut into RLlib's episodes, and episodes put together to a batch for the learner.

RLlib appends to an episode step by step. Here the arrays of a whole rollout are cut once, and the
learner joins them again once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from ray.rllib.connectors.connector_v2 import ConnectorV2
from ray.rllib.core.columns import Columns
from ray.rllib.env.single_agent_episode import SingleAgentEpisode
from ray.rllib.env.utils.infinite_lookback_buffer import InfiniteLookbackBuffer
from ray.rllib.evaluation.postprocessing import Postprocessing
from ray.rllib.utils.torch_utils import convert_to_torch_tensor

from glory_env.games.glory.state import NONE, SERVICES
from glory_env.training.advantages import OVER


def cut(
    rows: np.ndarray,
    actions: np.ndarray,
    log_probs: np.ndarray,
    gained: np.ndarray,
    values: np.ndarray,
    seats: np.ndarray,
    paid: np.ndarray,
    following: np.ndarray,
) -> list[SingleAgentEpisode]:
    """The part of each game in a rollout, for each seat that learnt in it.

    Of the M decisions, step by step: rows uint8 (M, size), actions int64 (M,), log_probs and values
    float32 (M,), gained float32 (M,) (advantages); the others (T, N), as of
    `advantages.transitions`. The last decision of a part is left out where what it led to is not
    known: its row ends the part.
    """
    own = seats != NONE
    slots = np.broadcast_to(np.arange(seats.shape[1]), seats.shape)[own]
    seat, reward, end = seats[own], paid[own], following[own]
    order = np.lexsort((np.arange(len(rows)), seat, slots))
    key = 2 * slots[order] + seat[order]
    starts = np.flatnonzero(np.r_[True, (key[1:] != key[:-1]) | (end[order][:-1] < 0)])
    episodes = []
    for at in np.split(order, starts[1:]) if len(order) else ():
        over = end[at[-1]] == OVER
        taken = at if over else at[:-1]
        if not len(taken):
            continue
        last = at[-1:]  # after the end of a game nothing looks at this row
        episodes.append(
            SingleAgentEpisode(
                observations=_buffer(rows[np.r_[taken, last]]),
                actions=_buffer(actions[taken]),
                rewards=_buffer(reward[taken]),
                extra_model_outputs={
                    Columns.ACTION_LOGP: _buffer(log_probs[taken]),
                    Postprocessing.ADVANTAGES: _buffer(gained[taken]),
                    Postprocessing.VALUE_TARGETS: _buffer(gained[taken] + values[taken]),
                },
                terminated=bool(over),
                len_lookback_buffer=0,
                agent_id=SERVICES[seat[at[0]]],
                module_id=SERVICES[seat[at[0]]],
            )
        )
    return episodes


def _buffer(numbers: np.ndarray) -> InfiniteLookbackBuffer:
    return InfiniteLookbackBuffer(numbers, lookback=0)


class Join(ConnectorV2):  # type: ignore[misc]
    """The learner's only connector: the columns of all episodes, one after the other, by module.

    Advantages are those that the runner has computed, scaled to mean 0 and deviation 1 for each
    module. Logits are not sent; PPO asks for them although only its divergence term reads them, so
    there is one column of zeros in their place.
    """

    def __call__(
        self, *, rl_module: Any, episodes: list[SingleAgentEpisode], **kwargs: Any
    ) -> dict[str, Any]:
        batch = {}
        for module in sorted({episode.module_id for episode in episodes}):
            own = [episode for episode in episodes if episode.module_id == module]
            columns = {
                Columns.OBS: np.concatenate([episode.observations.data[:-1] for episode in own]),
                Columns.ACTIONS: np.concatenate([episode.actions.data for episode in own]),
            }
            for name in own[0].extra_model_outputs:
                parts = [episode.extra_model_outputs[name].data for episode in own]
                columns[name] = np.concatenate(parts)
            gained = columns[Postprocessing.ADVANTAGES]
            scaled = (gained - gained.mean()) / max(1e-4, gained.std())
            columns[Postprocessing.ADVANTAGES] = scaled.astype(np.float32)
            columns[Columns.ACTION_DIST_INPUTS] = np.zeros((len(gained), 1), np.float32)
            device = rl_module[module].network.order.device
            batch[module] = convert_to_torch_tensor(columns, device=device)
        return batch
