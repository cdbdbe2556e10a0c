"""The network of one seat of the Aleutians Campaign, for every micro-step.

Units, fleets and what the pending choice is aimed at are pieces. A piece is a sum of three rows of
tables: what it is, its state, and its place. The pieces of a place are added up there, so a place
is seen by what stands in it. A unit, a fleet, a place or a part of the sea is scored by its own
vector, which the position as a whole asks for: the network learns once what to look for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from glory_agents.learned.micro import Looked, MicroNetwork, begin_even
from glory_agents.learned.network import perceptron
from glory_env.games.aleutians.actions import (
    ENEMY_FLEET,
    FIELD,
    N_ACTIONS,
    NODE,
    OWN_FLEET,
    PORT,
    SPOT_ACTION,
    UNIT,
)
from glory_env.games.aleutians.engine import observation as seen
from glory_env.games.aleutians.state import (
    ABSENT,
    BOX,
    CARRIER,
    COLUMNS,
    FLEET,
    FLEETS,
    MAX_AREAS,
    MAX_SHIPS,
    MAX_SPOTS,
    MAX_UNITS,
    PLACES,
    ROWS,
    SIDES,
    SLOTS,
    SPOT,
    SUBMARINE,
    TARGET_KINDS,
)

# Where pieces are added up: places on land, fleets, areas, elsewhere (the other places, hidden),
# and what the pending choice is about.
AT_FLEETS = MAX_SPOTS
AT_AREAS = AT_FLEETS + SLOTS
AT_OTHERS = AT_AREAS + MAX_AREAS
HIDDEN = AT_OTHERS + len(PLACES)
CHOICE = HIDDEN + 1
N_AT = CHOICE + 1
# States: of units by square of the line, by what it does there, by six yes-or-no; then parts of
# the sea of fleets, and aims of the pending choice.
DAMAGED, DISRUPTED, FLOWN, CHOSEN, HAS_ACTED, IN_WORK, BITS = 1, 2, 4, 8, 16, 32, 64
ON_CARRIER, ABOARD = len(TARGET_KINDS) + 1, len(TARGET_KINDS) + 2
DOINGS = len(TARGET_KINDS) + 3
OF_FLEETS = BITS * DOINGS * (MAX_SHIPS + 1)

TOKEN, VALUE_TOKEN, VALUE_LAYERS = 32, 16, (192, 64)


class Widths(NamedTuple):
    """Numbers that come of each place of a kind."""

    spot: int
    fleet: int
    area: int
    other: int


POLICY_WIDTHS, VALUE_WIDTHS = Widths(24, 24, 8, 16), Widths(12, 12, 4, 8)


class Board(NamedTuple):
    """What the network knows of a scenario, in plain values.

    faces, sides: of each unit, what it is printed as and whose it is. areas: of each part of the
    sea.
    """

    faces: list[int]
    sides: list[int]
    areas: list[int]

    @classmethod
    def of(cls, scenario: Any) -> Board:
        s = scenario.tables[0]
        units, nodes = int(s["units"]), int(s["nodes"])
        sides, areas = s["side"][:units].tolist(), s["node_area"][:nodes].tolist()
        return cls(s["face"][:units].tolist(), sides, areas)


class Columns(NamedTuple):
    """Where the observation has what: int64."""

    plain: np.ndarray
    spots: np.ndarray  # (MAX_SPOTS, ...)
    fleets: np.ndarray  # (SLOTS, ...)
    decision: np.ndarray
    units: np.ndarray  # (units, UNIT_COLUMNS)


def columns_for(units: int) -> Columns:
    """Of the first units of the scenario's maximum."""
    at = {
        s.name: np.arange(s.start, s.start + int(np.prod(s.shape))).reshape(s.shape)
        for s in seen.SECTIONS
    }
    whole = ("units", "fleets", "spots", "flags", "decision")
    plain = np.concatenate([part.reshape(-1) for name, part in at.items() if name not in whole])
    spots = np.concatenate([at["spots"], at["flags"].T], 1)
    return Columns(plain, spots, at["fleets"], at["decision"], at["units"][:units])


class Vectors(NamedTuple):
    """What a `Reader` makes of M positions."""

    units: torch.Tensor  # (M, units, token)
    spots: torch.Tensor  # (M, MAX_SPOTS, ...)
    fleets: torch.Tensor  # (M, SLOTS, ...)
    areas: torch.Tensor  # (M, MAX_AREAS, ...)
    all: torch.Tensor  # (M, width): all places one after the other, then the fleet asked about


class Reader(nn.Module):
    """Pieces to vectors of places. classes, states: rows of the tables; token: size of a row."""

    def __init__(self, classes: int, states: int, token: int, spot: int, fleet: int, w: Widths):
        super().__init__()
        self.classes = nn.Parameter(torch.randn(classes, token) / 10)
        self.states = nn.Parameter(torch.randn(states, token) / 10)
        self.at = nn.Parameter(torch.randn(N_AT, token) / 10)
        self.spot, self.spot_number = _layer(MAX_SPOTS, spot + token, w.spot)
        self.fleet, self.fleet_number = _layer(SLOTS, fleet + token, w.fleet)
        self.area, self.area_number = _layer(MAX_AREAS, token, w.area)
        self.other, self.other_number = _layer(N_AT - AT_OTHERS, token, w.other)
        self.width = MAX_SPOTS * w.spot + SLOTS * w.fleet + MAX_AREAS * w.area
        self.width += (N_AT - AT_OTHERS) * w.other + w.fleet + token

    def forward(
        self, looked: Looked, classes: torch.Tensor, spots: torch.Tensor, fleets: torch.Tensor
    ) -> Vectors:
        """classes int64 (pieces,); spots (M, MAX_SPOTS, ...), fleets (M, SLOTS, ...): numbers."""
        m, pieces = looked.states.shape
        kind = spots.dtype
        places = looked.places.int()
        tokens = nn.functional.embedding(looked.states.int(), self.states.to(kind))
        tokens = tokens + nn.functional.embedding(places, self.at.to(kind))
        tokens = torch.relu(tokens + self.classes.to(kind)[classes])
        added = tokens.new_zeros(m * N_AT, tokens.shape[2])
        rows = torch.arange(0, m * N_AT, N_AT, device=places.device)[:, None]
        added = added.index_add(0, (places + rows).view(-1), tokens.view(m * pieces, -1))
        added = added.view(m, N_AT, -1)
        sizes = [MAX_SPOTS, SLOTS, MAX_AREAS, N_AT - AT_OTHERS - 1, 1]
        land, ships, areas, others, choice = torch.split(added, sizes, 1)
        units = pieces - SLOTS - 1
        is_chosen = (looked.states[:, None, :units] & CHOSEN > 0).to(kind)
        others = torch.cat([others, choice + is_chosen @ tokens[:, :units]], 1)
        of_spots = self._of(self.spot, self.spot_number, torch.cat([spots, land], 2))
        of_fleets = self._of(self.fleet, self.fleet_number, torch.cat([fleets, ships], 2))
        of_areas = self._of(self.area, self.area_number, areas)
        # Which fleet is asked about, and where it is: else a flag among the numbers of 16 fleets.
        asked = fleets[:, None, :, seen.FLEET_ASKED]
        own = torch.cat([asked @ of_fleets, asked @ tokens[:, units : units + SLOTS]], 2)
        of_others = self._of(self.other, self.other_number, others)
        flat = [part.flatten(1) for part in (of_spots, of_fleets, of_areas, of_others, own)]
        return Vectors(tokens, of_spots, of_fleets, of_areas, torch.cat(flat, 1))

    @staticmethod
    def _of(layer: nn.Linear, numbers: nn.Parameter, inputs: torch.Tensor) -> torch.Tensor:
        outputs = layer(inputs.reshape(-1, inputs.shape[2])).view(*inputs.shape[:2], -1)
        return torch.relu(outputs + numbers.to(outputs.dtype))


class Valuer(nn.Module):
    """The value: a reader of its own and a perceptron."""

    reader: Reader

    def __init__(self, reader: Reader, plain: int) -> None:
        super().__init__()
        self.reader = reader
        self.expects = perceptron([plain + reader.width, *VALUE_LAYERS, 1], "relu", 1.0)


class UnitNetwork(MicroNetwork):
    """Logits of all actions, float (M, N_ACTIONS), and a value (M, 1), of one seat.

    seat: of SIDES. layers: sizes of the two hidden layers. `Looked.numbers` are what has no order,
    then spot by spot, then fleet by fleet. Pieces are the units, the fleets, and the aim of the
    pending choice; `Looked.places` says where each is added up (N_AT).
    """

    reader: Reader
    value: Valuer
    _classes: torch.Tensor
    _slot: torch.Tensor
    _areas: torch.Tensor

    def __init__(self, seat: str, board: Board, layers: Sequence[int] = (384, 384)) -> None:
        super().__init__()
        first, second = layers
        self.seat, self._board = seat, board
        self._columns = own = columns_for(len(board.faces))
        order = [own.plain, own.spots.reshape(-1), own.fleets.reshape(-1), own.decision]
        self._keep("order", np.concatenate([*order, own.units.reshape(-1)]))
        self._keep("columns", np.sort(self.order.numpy()))
        self.kinds = list(range(len(own.decision)))
        faces = np.unique(board.faces, return_inverse=True)[1]
        n_faces = int(faces.max()) + 1
        self._keep("_classes", np.concatenate([faces, n_faces + np.arange(SLOTS + 1)]))
        self._keep("_slot", FLEETS * np.asarray(board.sides))
        self._keep("_areas", np.asarray(board.areas))
        self._aims = OF_FLEETS + len(board.areas) + 1
        states = self._aims + MAX_UNITS + 1
        plain, spot, fleet = len(own.plain), own.spots.shape[1], own.fleets.shape[1]
        tables = n_faces + SLOTS + 1, states
        self.reader = Reader(*tables, TOKEN, spot, fleet, POLICY_WIDTHS)
        self.first = nn.Linear(plain + self.reader.width, first)
        self.second = nn.Linear(first, second)
        self.switch = nn.Linear(len(self.kinds), second, bias=False)
        self.head = nn.Linear(second, N_ACTIONS)
        self.usual = nn.Linear(len(self.kinds), N_ACTIONS, bias=False)
        w = POLICY_WIDTHS
        sizes = {"unit": TOKEN, "node": w.area, "spot": w.spot, "field": w.spot, "port": w.spot}
        sizes |= {"own": w.fleet, "enemy": w.fleet}
        self.ask = nn.ModuleDict({name: nn.Linear(second, size) for name, size in sizes.items()})
        self.value = Valuer(Reader(*tables, VALUE_TOKEN, spot, fleet, VALUE_WIDTHS), plain)
        begin_even(self.switch, self.usual, self.head)

    def scoring(self) -> tuple[nn.Module, ...]:
        return self.head, self.usual, self.ask

    def described(self) -> dict[str, Any]:
        return {"kind": "units", "seat": self.seat, **self._board._asdict()}

    # --- reading -------------------------------------------------------------------------
    def encode(self, taken: torch.Tensor) -> Looked:
        own = self._columns
        sizes = [len(own.plain) + own.spots.size + own.fleets.size, len(self.kinds), own.units.size]
        numbers, decision, units = torch.split(taken, sizes, 1)
        states, places = self._of_units(units.float().view(len(taken), *own.units.shape))
        of_fleets = self._of_fleets(self._split(numbers.float())[2])
        aims = self._of_aim(numbers.float())
        parts = [(states, places), of_fleets, aims]
        whole = (torch.cat(part, 1).to(torch.int16) for part in zip(*parts, strict=True))
        return Looked(numbers, decision, *whole)

    def _of_units(self, units: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """State and place of each unit, (M, units), from its columns."""
        names = seen.N_PLACES + np.arange(seen.UNIT_COLUMNS - seen.N_PLACES)
        (
            hidden, row, column, stand, damaged, disrupted, flown, _, kind, chosen, square, _,
            acted, work, _,
        ) = (units[:, :, k] for k in names)  # fmt: skip
        order = torch.arange(seen.N_PLACES, dtype=units.dtype, device=units.device)
        where = (units[:, :, : seen.N_PLACES] @ order).int()
        area = _whole(row, ROWS) * COLUMNS + _whole(column, COLUMNS) - COLUMNS - 1
        at = torch.where(row > 0, AT_AREAS + area, AT_OTHERS + where)
        at = torch.where(where == SPOT, _whole(stand, MAX_SPOTS) - 1, at)
        slot = AT_FLEETS + self._slot.int() + _whole(stand, FLEETS) - 1
        at = torch.where(where == FLEET, slot, at)
        at = torch.where(hidden > 0, HIDDEN, at)
        doing = _whole(kind, 8)
        doing = torch.where(where == CARRIER, ON_CARRIER, doing)
        doing = torch.where(where == SUBMARINE, ABOARD, doing)
        bits = DAMAGED * (damaged > 0) + DISRUPTED * (disrupted > 0)
        bits += FLOWN * (flown > 0) + CHOSEN * (chosen > 0)
        bits += HAS_ACTED * (acted > 0) + IN_WORK * (work > 0)
        state = bits + BITS * (doing + DOINGS * _whole(square, MAX_SHIPS))
        return state, at.clamp(0, N_AT - 1)

    def _of_fleets(self, fleets: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        used, row, column, node = fleets.unbind(2)[:4]
        area = _whole(row, ROWS) * COLUMNS + _whole(column, COLUMNS) - COLUMNS - 1
        off_map = torch.where(used > 0, AT_OTHERS + BOX, AT_OTHERS + ABSENT)
        places = torch.where(row > 0, AT_AREAS + area, off_map)
        return OF_FLEETS + _whole(node, len(self._areas)), places

    def _of_aim(self, numbers: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        aim = _whole(numbers[:, self._aim_column : self._aim_column + 1], MAX_UNITS)
        return self._aims + aim, torch.full_like(aim, CHOICE)

    @property
    def _aim_column(self) -> int:
        """Where the numbers have the unit, spot or slot that the pending choice is aimed at."""
        return int(np.flatnonzero(self._columns.plain == seen.TURN + 34)[0])

    def _split(self, numbers: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """The numbers without an order, those of spots and those of fleets."""
        own, m = self._columns, len(numbers)
        sizes = [len(own.plain), own.spots.size, own.fleets.size]
        plain, spots, fleets = torch.split(numbers, sizes, 1)
        return plain, spots.reshape(m, *own.spots.shape), fleets.reshape(m, *own.fleets.shape)

    # --- deciding ------------------------------------------------------------------------
    def score(self, looked: Looked) -> torch.Tensor:
        decision = looked.decision.to(self.dtype)
        plain, spots, fleets = self._split(looked.numbers.to(self.dtype))
        vectors: Vectors = self.reader(looked, self._classes, spots, fleets)
        inputs = torch.cat([plain, vectors.all], 1)
        second = torch.relu(self.second(torch.relu(self.first(inputs)))) * self.switch(decision)
        asked = {name: layer(second) for name, layer in self.ask.items()}
        units = vectors.units[:, : len(self._slot)]
        own = FLEETS * SIDES.index(self.seat)
        enemy = FLEETS - own
        scores = {
            UNIT: _fit(units, asked["unit"]),
            NODE: _fit(vectors.areas, asked["node"])[:, self._areas],
            SPOT_ACTION: _fit(vectors.spots, asked["spot"]),
            FIELD: _fit(vectors.spots, asked["field"]),
            PORT: _fit(vectors.spots, asked["port"]),
            OWN_FLEET: _fit(vectors.fleets[:, own : own + FLEETS], asked["own"]),
            ENEMY_FLEET: _fit(vectors.fleets[:, enemy : enemy + FLEETS], asked["enemy"]),
        }
        logits: torch.Tensor = self.head(second) + self.usual(decision)
        return logits + _side_by_side(scores, N_ACTIONS)

    def appraise(self, looked: Looked) -> torch.Tensor:
        plain, spots, fleets = self._split(looked.numbers.to(self.dtype))
        vectors: Vectors = self.value.reader(looked, self._classes, spots, fleets)
        values: torch.Tensor = self.value.expects(torch.cat([plain, vectors.all], 1))
        return values


def _layer(count: int, size: int, width: int) -> tuple[nn.Linear, nn.Parameter]:
    """A layer that all places of a kind share, and what each has of its own."""
    return nn.Linear(size, width), nn.Parameter(torch.zeros(count, width))


def _whole(numbers: torch.Tensor, scale: int) -> torch.Tensor:
    """Whole numbers, int32, from shares of their scale."""
    return torch.round(numbers * scale).int()


def _fit(vectors: torch.Tensor, asked: torch.Tensor) -> torch.Tensor:
    """(M, K): how well what is asked for, (M, size), fits each of the vectors (M, K, size)."""
    fit: torch.Tensor = vectors @ asked[:, :, None]
    return fit[:, :, 0]


def _side_by_side(scores: dict[int, torch.Tensor], width: int) -> torch.Tensor:
    """Blocks of logits (M, K), by their first action, in a row of that width, else zeros."""
    parts: list[torch.Tensor] = []
    end = 0
    for start, block in sorted(scores.items()):
        parts += [block.new_zeros(len(block), start - end), block]
        end = start + block.shape[1]
    parts.append(parts[-1].new_zeros(len(parts[-1]), width - end))
    return torch.cat(parts, 1)
