"""teaching.yaml: small, but with everything the game has."""

from __future__ import annotations

import numpy as np

from glory_env.games.glory.scenario import load
from glory_env.games.glory.state import DR, KINDS, POOL, ROWS, TRACK

TEACHING = load("teaching")
TABLES = TEACHING.tables[0]


def test_size():
    assert TABLES.last_turn == 4
    assert (TABLES.boxes, TABLES.counters, TABLES.markers) == (10, 23, 3)
    assert TEACHING.notices == ()


def test_every_kind_of_counter_is_there():
    assert {KINDS[kind] for kind in TABLES.kind[: TABLES.counters]} == set(KINDS)


def test_every_production_row_has_something_to_make():
    in_pool = TABLES.row[np.flatnonzero(TABLES.start_place == POOL)]
    made_again = {"DD", "navy_aircraft", "army_aircraft"}  # their counters return to the pool
    startable = {ROWS[row] for row in in_pool} | made_again | {"BCV"}
    assert startable == set(ROWS)
    assert (TABLES.start_place == TRACK).sum() == 2


def test_every_table_has_every_kind_of_result():
    for nation in (0, 1):
        assert DR in TABLES.crt_loss[1:5, nation]
        assert (TABLES.crt_loss[1:5, nation] > 0).any()
    assert set(TABLES.convoy_damage.flat) == {0, 1, 2}
    assert TABLES.sea_loss.sum(axis=1).tolist() == [3, 1]
    called = np.bitwise_or.reduce(TABLES.invasion[2:5].ravel())
    assert called == 0b111
    assert (TABLES.box_tonnage < 0).sum() == 3
    assert TABLES.home_islands.sum() == 2


def test_two_markers_can_take_two_home_islands_in_time():
    ends = {int(TABLES.route[m, TABLES.route_length[m] - 1]) for m in range(TABLES.markers)}
    assert set(np.flatnonzero(TABLES.home_islands)) < ends


def test_nothing_has_a_provenance_but_this_file():
    assert set(TEACHING.provenance.values()) == {("R", "invented for teaching")}


def test_what_has_the_same_id_as_in_glory_is_the_same_thing():
    glory = load("glory")
    for key in set(TEACHING.names) & set(glory.names):
        assert TEACHING.names[key] == glory.names[key]
    kinds = {box["id"]: box["kind"] for box in glory.data["boxes"]}
    units = {unit["id"]: unit for unit in glory.data["units"]}
    for box in TEACHING.data["boxes"]:
        assert box["kind"] == kinds.get(box["id"], box["kind"])
    for unit in TEACHING.data["units"]:
        assert (unit["service"], unit["kind"]) == (
            units[unit["id"]]["service"],
            units[unit["id"]]["kind"],
        )
