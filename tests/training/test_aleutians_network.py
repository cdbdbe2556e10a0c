"""The network of the Aleutians Campaign: what it reads of the observation, and its size."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from glory_env.aleutians_v0 import Vector
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.engine import observation
from glory_env.games.aleutians.scenario import load
from tests.training.aleutians import GAME, new_network

SEAT = observation.TURN  # column: 0 Japan, 1 the Allies
UNITS = int(load(GAME).tables[0]["units"])


@pytest.fixture(scope="module")
def net() -> Any:
    """The module of the network, which imports torch."""
    from glory_agents.aleutians import network

    return network


def played(n: int = 16, steps: int = 400) -> Vector:
    games = Vector(n, seed=3)
    for count in range(steps):
        games.step(games.sample(2, count))
    return games


def test_a_unit_has_as_many_columns_as_the_network_reads() -> None:
    assert observation.UNIT_COLUMNS == observation.N_PLACES + 15
    assert observation.SECTIONS[3].name == "scalars"


def test_places_and_states_are_those_of_the_record(torch: Any, net: Any) -> None:
    vector = played()
    looked = new_network().look(torch.from_numpy(vector.full_observations))
    tables = vector.scenario.tables[0]
    kinds = set()
    for game, g in enumerate(vector.games):
        seat = int(vector.seats[game])
        for u in range(UNITS):
            found = int(looked.places[game, u])
            bits = int(looked.states[game, u]) % net.BITS
            if found == net.HIDDEN:
                assert tables["side"][u] != seat
                continue
            place, at = int(g["place"][u]), int(g["at"][u])
            kinds.add(place)
            if place == st.SPOT:
                assert found == at
            elif place == st.FLEET:
                assert found == net.AT_FLEETS + at
            elif found >= net.AT_OTHERS:
                assert found == net.AT_OTHERS + place
            else:
                assert net.AT_AREAS <= found < net.AT_OTHERS
            in_group = place == st.TARGET and at == g["operation"]
            flags = [
                g["damaged"][u], g["disrupted"][u], g["flown"][u], g["chosen_unit"] == u,
                tables["side"][u] == seat and g["done"][u],
                in_group or u in (g["air_ship"], g["search_unit"]),
            ]  # fmt: skip
            assert bits == sum(2**k * bool(flag) for k, flag in enumerate(flags))
    assert {st.SPOT, st.FLEET, st.CARRIER, st.ABSENT} <= kinds


def test_the_fleet_asked_about_is_read_by_itself(torch: Any, net: Any) -> None:
    """At the end of what all places say: the vector of that fleet, and its piece; else zeros."""
    vector = played()
    network: Any = new_network().networks["japan"]  # both read in the same way
    looked = network.look(torch.from_numpy(vector.full_observations))
    with torch.no_grad():
        numbers = network._split(looked.numbers)[1:]
        made = network.reader(looked, network._classes, *numbers)
    width = made.fleets.shape[2]
    asked = made.all[:, -width - net.TOKEN :]
    chosen = numbers[1][:, :, observation.FLEET_ASKED] > 0
    assert chosen.any(), "a fleet is asked about in no game"
    for game in range(vector.n):
        slots = chosen[game].nonzero()[:, 0]
        if not len(slots):
            assert (asked[game] == 0).all()
            continue
        (slot,) = slots.tolist()
        piece = made.units[game, UNITS + slot]
        assert torch.allclose(asked[game], torch.cat([made.fleets[game, slot], piece]))


def test_the_fleets_and_the_aim_are_pieces_too(torch: Any, net: Any) -> None:
    vector = played()
    looked = new_network().look(torch.from_numpy(vector.full_observations))
    tables = vector.scenario.tables[0]
    nodes, aims = int(tables["nodes"]), 0
    for game, g in enumerate(vector.games):
        for slot in range(st.SLOTS):
            node = int(g["fleet_node"][slot])
            piece = UNITS + slot
            if g["fleet_used"][slot] and node != st.NONE:
                assert looked.places[game, piece] == net.AT_AREAS + tables["node_area"][node]
                assert looked.states[game, piece] == net.OF_FLEETS + node + 1
        aim = int(looked.states[game, -1]) - net.OF_FLEETS - nodes - 1
        assert aim == int(g["chosen_target"]) + 1
        aims += aim > 0
    assert looked.places[:, -1].eq(net.CHOICE).all()
    assert aims > 0


def test_each_seat_has_a_network_of_its_own(torch: Any) -> None:
    vector, network = played(), new_network()
    seen = torch.from_numpy(vector.full_observations)
    looked = network.look(seen)
    assert network.is_second(looked).tolist() == (seen[:, SEAT] > 0).tolist()
    with torch.no_grad():
        both = network.actor(looked)
        for seat, one in enumerate(network.networks.values()):
            own = torch.from_numpy(vector.seats == seat)
            assert own.any()
            alone = one.actor(looked.take(own))
            torch.testing.assert_close(both[own], alone, atol=1e-5, rtol=1e-4)
    first, second = network.networks.values()
    before = [weight.clone() for weight in second.parameters()]
    network.actor(looked.take(~network.is_second(looked))).square().mean().backward()
    assert all(weight.grad is None for weight in second.parameters())
    assert any(weight.grad is not None for weight in first.parameters())
    assert all(torch.equal(a, b) for a, b in zip(before, second.parameters(), strict=True))


def test_every_number_without_a_category_reaches_an_output(torch: Any, net: Any) -> None:
    torch.manual_seed(0)
    one = new_network().networks["japan"]
    for layer in (one.usual, one.head):
        torch.nn.init.normal_(layer.weight)
    inputs = torch.rand(4, observation.OBSERVATION_SIZE, requires_grad=True)
    logits, values = one(inputs)
    (logits.square().sum() + values.sum()).backward()
    assert inputs.grad is not None
    own = net.columns_for(UNITS)
    parts = (own.plain, own.spots.reshape(-1), own.fleets.reshape(-1), own.decision)
    reached = set(np.flatnonzero(inputs.grad.abs().sum(0)).tolist())
    assert reached == set(np.concatenate(parts).tolist())


def test_a_network_of_the_default_size_is_at_most_4_mb() -> None:
    from glory_agents.aleutians.policy import new_policy

    network = new_policy(load(GAME), (384, 384)).networks["japan"]
    weights = sum(weight.numel() for weight in network.parameters())
    assert 2 * weights < 4_000_000
