"""The network for micro-steps: it points at counters and boxes instead of numbering them.

What a plain perceptron lacks here (docs/training.md has the figures):

- A counter is scored by a key of its own, which hangs on what it is, where it stands and how, and
  on the box it stands in; a box is scored by its features. So the network learns once what to look
  for, and not again for every counter and box.
- The pending decision is a switch: it scales a hidden layer and has its own bias of the outputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import nn

from glory_agents.learned.micro import Looked, MicroNetwork, begin_even
from glory_agents.learned.network import perceptron
from glory_env.games.glory.actions import BOX, N_ACTIONS
from glory_env.games.glory.engine.observe_units import (
    INDEX_ABSENT,
    INDEX_ASIDE,
    INDEX_POOL,
    INDEX_REMOVED,
    N_INDICES,
)
from glory_env.games.glory.sections import BY_SECTION, OBSERVATION_SIZE, SECTIONS, TRACK_SCALE
from glory_env.games.glory.state import MAX_BOXES, MAX_COUNTERS

BOX_SIZE, KEY_SIZE, VALUE_LAYERS = 32, 64, (192, 64)
# What tells a counter's place and state; the other sections of counters are left out.
COUNTER_SECTIONS = ("box", "active", "damage", "space", "state")


class PointerNetwork(MicroNetwork):
    """Logits of all actions, float (M, N_ACTIONS), and a value (M, 1).

    `Looked.numbers` are what has no order and then box by box; of each counter, `states` is its
    entry of `observe_units.index_counters` and `places` its box + 1, 0 off the map.

    faces: int (MAX_COUNTERS,), which counters are alike (`TABLES.face`; NONE for no counter).
    They share their keys. layers: sizes of the two hidden layers. columns: which numbers of the
    observation it sees, int64; None: all that it can use. The value is a perceptron of its own:
    read off a layer of the policy it explains less of the reward to come (docs/training.md).
    """

    _rows: torch.Tensor

    def __init__(
        self,
        faces: Sequence[int],
        layers: Sequence[int] = (384, 384),
        columns: np.ndarray | None = None,
    ) -> None:
        super().__init__()
        first, second = layers
        own = own_columns() if columns is None else np.asarray(columns)
        plain, boxes, counters, decision = _parts(own)
        self._keep("columns", own)
        self._plain = len(plain)
        self.kinds = (decision - BY_SECTION["decision"].start).tolist()  # of decisions
        order = np.concatenate([plain, boxes.reshape(-1), decision, counters])
        self._keep("order", order)
        self._faces = [int(face) for face in faces]
        faces_from_0 = np.maximum(np.asarray(faces, np.int64), -1) + 1
        self._keep("_rows", faces_from_0 * N_INDICES)
        self.box = nn.Linear(boxes.shape[1], BOX_SIZE)
        self.box_number = nn.Parameter(torch.zeros(MAX_BOXES, BOX_SIZE))
        self.first = nn.Linear(len(plain) + MAX_BOXES * BOX_SIZE, first)
        self.second = nn.Linear(first, second)
        self.switch = nn.Linear(len(decision), second, bias=False)
        self.head = nn.Linear(second, N_ACTIONS)
        self.usual = nn.Linear(len(decision), N_ACTIONS, bias=False)
        self.keys = nn.Parameter(
            torch.randn(int(faces_from_0.max() + 1) * N_INDICES, KEY_SIZE) / 10
        )
        self.ask_counter = nn.Linear(second, KEY_SIZE)
        self.ask_place = nn.Linear(second, BOX_SIZE)
        self.ask_box = nn.Linear(second, BOX_SIZE)
        self.value = perceptron([len(plain) + boxes.size, *VALUE_LAYERS, 1], "relu", 1.0)
        begin_even(self.switch, self.usual, self.head)

    def scoring(self) -> tuple[nn.Module, ...]:
        return self.head, self.usual, self.ask_counter, self.ask_place, self.ask_box

    def described(self) -> dict[str, Any]:
        return {"kind": "pointer", "faces": self._faces}

    def encode(self, taken: torch.Tensor) -> Looked:
        of_counters = len(COUNTER_SECTIONS) * MAX_COUNTERS
        kinds = len(self.kinds)
        sizes = [taken.shape[1] - kinds - of_counters, kinds, of_counters]
        numbers, decision, counters = torch.split(taken, sizes, 1)
        seen = counters.float().view(len(taken), len(COUNTER_SECTIONS), MAX_COUNTERS)
        box, active, damage, space, state = seen.unbind(1)
        places = torch.round(box * MAX_BOXES).to(torch.int16)
        on_map = 4 * (places - 1) + 2 * (active > 0) + (damage > 0)
        spaces = torch.round(space * TRACK_SCALE).clamp(1, TRACK_SCALE).to(torch.int16)
        off_map = torch.full_like(places, INDEX_ABSENT)
        off_map.masked_fill_(state == 1.0, INDEX_POOL)
        off_map.masked_fill_(state == -1.0, INDEX_REMOVED)
        off_map.masked_fill_(state == -0.5, INDEX_ASIDE)
        off_map = torch.where(state == 0.5, INDEX_ABSENT + spaces, off_map)
        states = torch.where(places > 0, on_map, off_map)
        return Looked(numbers, decision, states, places)

    def score(self, looked: Looked) -> torch.Tensor:
        numbers, decision = looked.numbers.to(self.dtype), looked.decision.to(self.dtype)
        boxes = numbers[:, self._plain :].reshape(-1, self.box.in_features)  # one product is faster
        boxes = self.box(boxes).view(len(numbers), MAX_BOXES, BOX_SIZE)
        boxes = torch.relu(boxes + self.box_number.to(self.dtype))
        seen = torch.cat([numbers[:, : self._plain], boxes.flatten(1)], 1)
        second = torch.relu(self.second(torch.relu(self.first(seen)))) * self.switch(decision)
        logits = self.head(second) + self.usual(decision)
        counters = self._score_counters(looked, second, boxes)
        at_boxes = _score(self.ask_box(second), boxes)
        nothing = logits.new_zeros(len(logits), N_ACTIONS - BOX - MAX_BOXES)
        all_logits: torch.Tensor = logits + torch.cat([counters, at_boxes, nothing], 1)
        return all_logits

    def appraise(self, looked: Looked) -> torch.Tensor:
        values: torch.Tensor = self.value(looked.numbers.to(self.dtype))
        return values

    def _score_counters(
        self, looked: Looked, hidden: torch.Tensor, boxes: torch.Tensor
    ) -> torch.Tensor:
        """(M, MAX_COUNTERS). Every key is scored once, and each counter takes that of its own."""
        by_key = self.ask_counter(hidden) @ self.keys.T
        by_place = _score(self.ask_place(hidden), boxes)
        by_place = torch.cat([by_place.new_zeros(len(hidden), 1), by_place], 1)  # off the map: 0
        of_key = by_key.gather(1, looked.states.long() + self._rows)
        scores: torch.Tensor = of_key + by_place.gather(1, looked.places.long())
        return scores


def own_columns() -> np.ndarray:
    """The numbers of the observation that it can use: int64."""
    left_out = {s.name for s in SECTIONS if s.name.startswith("counter_")}
    left_out -= {f"counter_{name}" for name in COUNTER_SECTIONS}
    return np.concatenate([np.arange(s.start, s.stop) for s in SECTIONS if s.name not in left_out])


def _score(asked: torch.Tensor, boxes: torch.Tensor) -> torch.Tensor:
    """(M, boxes): how well what is asked for, (M, size), fits each box, (M, boxes, size)."""
    fit: torch.Tensor = boxes @ asked[:, :, None]
    return fit[:, :, 0]


def _parts(columns: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Of the columns: those without an order, those of boxes (box by box), counters, decision."""
    given = np.isin(np.arange(OBSERVATION_SIZE), columns)
    plain: list[Any] = []
    boxes: list[Any] = []
    for section in SECTIONS:
        at = np.arange(section.start, section.stop)
        if section.name.startswith("box_"):
            rows = at.reshape(MAX_BOXES, -1)
            boxes.append(rows[:, given[rows].all(axis=0)])
        elif not section.name.startswith("counter_"):
            plain.append(at[given[at]])
    sections = [BY_SECTION[f"counter_{name}"] for name in COUNTER_SECTIONS]
    counters = np.concatenate([np.arange(s.start, s.stop) for s in sections])
    decision = BY_SECTION["decision"]
    kinds = np.arange(decision.start, decision.stop)
    return np.concatenate(plain), np.concatenate(boxes, 1), counters, kinds[given[kinds]]
