"""The observation: one table, an encoder that keeps to it, and nothing hidden in it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from glory_env.core.compile import rule
from glory_env.core.trace import blank_trace
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.engine import observation
from glory_env.games.glory.game import Game
from glory_env.games.glory.generated.kernels import LOOK, step
from glory_env.games.glory.sections import AT, OBSERVATION_SIZE, SECTIONS
from glory_env.games.glory.state import (
    ABSENT,
    ANSWER,
    ARMY,
    ASIDE,
    COMBAT,
    CONCEDE,
    DECISIONS,
    FORT,
    GAME,
    GROUND,
    JANKEN,
    KINDS,
    MOVEMENT,
    NAVY,
    OFFER_ARMY,
    OFFER_CIVIL,
    PRODUCTION,
    REMOVED,
    SEALED,
    TONNAGE,
    TRACK,
)
from tests.observed import COUNTERS, hand_made_tables, new_games, random_games, uncompiled

SEATS = (ARMY, NAVY)
TABLES = hand_made_tables()
BY_NAME = {section.name: section for section in SECTIONS}


@rule
def encode_at(games, i, tables, seat, out):
    observation.encode(games[i], tables[0], seat, out)


def look(games: np.ndarray, seat: int, i: int = 0) -> np.ndarray:
    out = np.full(OBSERVATION_SIZE, np.nan, np.float32)
    encode_at(games, i, TABLES, seat, out)
    return out


def see(games: np.ndarray, seat: int, i: int = 0) -> dict[str, np.ndarray]:
    return observation.views(look(games, seat, i))


# --- the table -----------------------------------------------------------------------------
def test_sections_follow_each_other_and_fill_the_vector() -> None:
    assert SECTIONS[0].start == 0
    for before, section in pairwise(SECTIONS):
        assert section.start == before.stop
    assert SECTIONS[-1].stop == OBSERVATION_SIZE
    assert len(BY_NAME) == len(SECTIONS)


def test_version_1_has_its_size() -> None:
    assert (observation.OBSERVATION_VERSION, OBSERVATION_SIZE) == (1, 2583)


def test_each_section_names_record_fields_and_columns() -> None:
    for section in SECTIONS:
        assert set(section.fields.split()) <= set(GAME.names), section.name
        assert section.columns == () or len(section.columns) == section.shape[-1], section.name
        assert section.low < section.high


def test_no_section_reads_the_key() -> None:
    assert all("key" not in section.fields.split() for section in SECTIONS)


def test_views_cover_the_vector_once_without_copies() -> None:
    vector = np.zeros((3, OBSERVATION_SIZE), np.float32)
    for name, view in observation.views(vector).items():
        assert np.shares_memory(view, vector)
        assert view.shape == (3, *BY_NAME[name].shape)
        view += 1
    assert (vector == 1).all()


def test_views_refuse_another_length() -> None:
    with pytest.raises(ValueError, match=rf"\(\.\.\., {OBSERVATION_SIZE}\), not \(1190,\)"):
        observation.views(np.zeros(1190, np.float32))


def test_labels_name_each_entry_once() -> None:
    labels = observation.labels()
    assert len(set(labels)) == len(labels) == OBSERVATION_SIZE
    assert labels[AT.offers + 6] == "offers[1].civil"
    assert labels[AT.counter_damage + 3] == "counter_damage[3]"
    assert labels[AT.invasion + 8] == "invasion[0][1].marker_0"


def test_documentation_is_fresh() -> None:
    page = Path(__file__).parent.parent / "docs" / "observation.md"
    assert page.read_text(encoding="utf-8") == observation.document()


# --- the encoder keeps to the table ----------------------------------------------------------
def test_every_encoding_is_in_the_space() -> None:
    space = observation.space()
    games = random_games(TABLES, 400, seed=1)
    low, high = np.full(OBSERVATION_SIZE, np.inf), np.full(OBSERVATION_SIZE, -np.inf)
    for i in range(len(games)):
        for seat in SEATS:
            vector = look(games, seat, i)
            assert space.contains(vector)
            low, high = np.minimum(low, vector), np.maximum(high, vector)
    # The test is worth something: every section has been seen to vary.
    constant = [s.name for s in SECTIONS if (low == high)[s.start : s.stop].all()]
    assert constant == []


def test_encoding_writes_the_whole_vector_and_nothing_beyond() -> None:
    games = random_games(TABLES, 20, seed=2)
    for i in range(len(games)):
        memory = np.full(OBSERVATION_SIZE + 20, np.nan, np.float32)
        encode_at(games, i, TABLES, NAVY, memory[10:-10])
        assert np.isfinite(memory[10:-10]).all()
        assert np.isnan(memory[:10]).all()
        assert np.isnan(memory[-10:]).all()


def test_sections_change_exactly_with_the_fields_they_name() -> None:
    """Copying one field from another game changes only sections that name it, and each does."""
    declared = {(s.name, field) for s in SECTIONS for field in s.fields.split()}
    section_of = np.repeat([s.name for s in SECTIONS], [s.size for s in SECTIONS])
    seen = set()
    for seed in range(100):
        games = random_games(TABLES, 2, seed=seed)
        before = look(games, seed % 2)
        for field in GAME.names:
            changed = games[:1].copy()
            changed[field] = games[field][1]
            different = section_of[look(changed, seed % 2) != before]
            seen |= {(str(name), field) for name in set(different)}
    assert seen - declared == set()
    assert declared - seen == set()


def test_compiled_and_plain_python_agree_to_the_bit() -> None:
    plain = uncompiled(observation.encode)
    games = random_games(TABLES, 40, seed=3)
    for i in range(len(games)):
        for seat in SEATS:
            out = np.full(OBSERVATION_SIZE, np.nan, np.float32)
            plain(games[i], TABLES[0], seat, out)
            assert out.tobytes() == look(games, seat, i).tobytes()


# --- what is hidden --------------------------------------------------------------------------
def test_the_dice_key_is_not_seen() -> None:
    games = random_games(TABLES, 30, seed=4)
    before = [look(games, seat, i) for i in range(30) for seat in SEATS]
    games["key"] += 12345
    after = [look(games, seat, i) for i in range(30) for seat in SEATS]
    assert np.array_equal(before, after)


@pytest.mark.parametrize("decision", [OFFER_CIVIL, OFFER_ARMY])
def test_a_sealed_offer_is_hidden_from_the_second_writer(decision: int) -> None:
    games = new_games(TABLES)
    games["phase"], games["decision"], games["actor"] = TONNAGE, decision, NAVY
    games["opt_protocol"] = SEALED
    games["offer"][0, ARMY] = (200, 300, 130)
    hidden = look(games, NAVY)
    assert (observation.views(hidden)["offers"] == 0).all()
    assert see(games, ARMY)["offers"][ARMY] == pytest.approx([200 / 630, 300 / 630, 130 / 630, 1])
    games["offer"][0, ARMY] = (0, 5, 625)
    assert np.array_equal(look(games, NAVY), hidden)


@pytest.mark.parametrize("decision", [CONCEDE, ANSWER, JANKEN])
def test_offers_are_open_once_both_are_written(decision: int) -> None:
    games = new_games(TABLES)
    games["phase"], games["decision"] = TONNAGE, decision
    games["opt_protocol"] = SEALED
    games["offer"][0] = [(200, 300, 130), (100, 400, 130)]
    for seat in SEATS:
        assert see(games, seat)["offers"][:, 0] == pytest.approx([200 / 630, 100 / 630])


def test_an_offer_being_written_is_seen_by_its_writer_only() -> None:
    games = new_games(TABLES)
    games["phase"], games["decision"], games["actor"] = TONNAGE, OFFER_ARMY, ARMY
    games["chosen_civil"] = 315
    assert see(games, ARMY)["chosen_civil"].tolist() == [1, 0.5]
    assert see(games, NAVY)["chosen_civil"].tolist() == [0, 0]


def test_the_other_hand_is_hidden_until_janken_is_decided() -> None:
    games = new_games(TABLES)
    games["phase"], games["decision"], games["actor"] = TONNAGE, JANKEN, NAVY
    games["hand"][0] = (2, -1)
    assert see(games, NAVY)["hands"].tolist() == [[0, 0, 0], [0, 0, 0]]
    assert see(games, ARMY)["hands"].tolist() == [[0, 0, 1], [0, 0, 0]]
    games["decision"] = CONCEDE
    assert see(games, NAVY)["hands"].tolist() == [[0, 0, 1], [0, 0, 0]]


def test_the_other_objective_is_seen_only_when_revealed() -> None:
    games = new_games(TABLES)
    games["objective"] = [[1, 0], [0.6, -0.8]]
    assert see(games, ARMY)["objective"].tolist() == [1, 0]
    assert see(games, ARMY)["other_objective"].tolist() == [0, 0, 0]
    games["reveal_objective"] = 1
    assert see(games, ARMY)["other_objective"] == pytest.approx([1, 0.6, -0.8])
    assert see(games, NAVY)["other_objective"].tolist() == [1, 1, 0]


# --- values worked out by hand ---------------------------------------------------------------
def test_situation_and_accounts() -> None:
    games = new_games(TABLES)
    games["turn"], games["phase"], games["actor"] = 6, COMBAT, NAVY
    games["decision"] = DECISIONS.index("pay")
    games["total"], games["gp"], games["loss"] = 365, (30, 45), 80
    games["left"] = (73, 146, 0)
    army, navy = see(games, ARMY), see(games, NAVY)
    assert army["seat"].tolist() == [1, 0]
    assert navy["seat"].tolist() == [0, 1]
    assert (army["to_act"], navy["to_act"]) == (0, 1)
    assert navy["turn"].tolist() == [0.5, 6 / 16]
    assert navy["phase"].argmax() == COMBAT
    assert navy["decision"].argmax() == DECISIONS.index("pay")
    assert navy["phase"].sum() == navy["decision"].sum() == 1
    assert navy["tonnage"] == pytest.approx([0.5, 0, 1, 265 / 730])
    assert navy["left"] == pytest.approx([0.1, 0.2, 0])
    assert navy["glory"] == pytest.approx([0.3, 0.45])
    assert army["lead"] == pytest.approx([-0.15, -1])
    assert navy["lead"] == pytest.approx([0.15, 1])
    assert navy["payment"] == pytest.approx([0.8, 0])
    games["opt_solo"] = 1
    assert see(games, NAVY)["tonnage"][3] == pytest.approx(215 / 730)


def test_a_deadlock_offer_differs_from_a_counter_offer() -> None:
    games = new_games(TABLES)
    games["phase"], games["decision"], games["actor"] = TONNAGE, OFFER_CIVIL, NAVY
    games["offers"], games["opener"] = 1, ARMY
    assert see(games, NAVY)["negotiation"].tolist() == [0.25, 1, 0, 0]
    games["step"] = 1
    assert see(games, NAVY)["negotiation"].tolist() == [0.25, 1, 0, 1]


def test_counters() -> None:
    games = new_games(TABLES)
    g = games[0]
    g.place[:5] = (11, TRACK, REMOVED, ASIDE, 0)
    g.active[0], g.damage[0], g.space[1], g.chosen_counter = 1, 1, 5, 3
    g.moved[:2], g.escorted[:1] = 1, 1
    g.supports[4], g.handled[1] = 1, 1
    seen = see(games, ARMY)
    assert seen["counter_box"][:6] == pytest.approx([0.5, 0, 0, 0, 1 / 24, 0])
    assert seen["counter_state"][:6].tolist() == [0, 0.5, -1, -0.5, 0, 1]
    assert seen["counter_active"].sum() == seen["counter_active"][0] == 1
    assert seen["counter_damage"].sum() == seen["counter_damage"][0] == 0.5
    assert seen["counter_space"].sum() == seen["counter_space"][1] == 0.25
    assert np.flatnonzero(seen["counter_chosen"]).tolist() == [3]
    assert (seen["counter_state"][COUNTERS:] == 0).all()
    used = {MOVEMENT: [1, 0.5, 0, 0, 0], COMBAT: [0, 0, 0, 0, 1], PRODUCTION: [0, 1, 0, 0, 0]}
    for phase, expected in (used | {TONNAGE: [0] * 5}).items():
        g.phase = phase
        assert see(games, ARMY)["counter_used"][:5].tolist() == expected


def test_boxes_sum_what_stands_in_them() -> None:
    games = new_games(TABLES)
    g = games[0]
    kinds = [KINDS[k] for k in TABLES["kind"][0, :COUNTERS]]
    g.place[:COUNTERS] = ABSENT
    for kind in ("BB", "DD", "navy_aircraft", "army_aircraft"):
        g.place[kinds.index(kind)] = 7
        g.active[kinds.index(kind)] = 1
        g.printed_dice[kinds.index(kind)] = 2
    for kind, number in (("CV", 1), ("ground", 2), ("fort", 3)):
        units = [u for u, k in enumerate(kinds) if k == kind][:number]
        g.place[units] = 7
        g.printed_dice[units] = 4
    g.active[kinds.index("ground")] = 1
    seen = see(games, ARMY)
    sums = {name: view for name, view in seen.items() if name.startswith("box_")}
    classes = dict(zip(BY_NAME["box_classes"].columns, sums.pop("box_classes")[7], strict=True))
    counts = {"battleships": 1, "destroyers": 1, "navy_aircraft": 1, "army_aircraft": 1}
    counts |= {"carriers_idle": 1, "forts": 3}
    counts |= {"ground": 1, "ground_idle": 1}
    assert {name: 4 * value for name, value in classes.items() if value} == counts
    assert {name: view[7] for name, view in sums.items() if view.ndim == 1} == {
        "box_markers": 0,
        "box_ground_active": 4 / 16,
        "box_ground_idle": 4 / 16,
        "box_army_aircraft": 1 / 8,
        "box_forts": 3 / 8,
        "box_navy_strength": 6 / 16,
        "box_ships_active": 2 / 8,
        "box_ships_idle": 1 / 8,
        "box_destroyers": 1 / 8,
        "box_navy_aircraft": 1 / 8,
        "box_battle": 0,
        "box_fought_army": 0,
        "box_fought_navy": 0,
        "box_chosen": 0,
        "box_sea_leg": 0,
        "box_of_chosen": 0,
        "box_entered": 0,
    }
    assert all(view.sum() == view[7].sum() for view in sums.values())


def test_sums_of_a_box_stop_at_their_cap() -> None:
    games = new_games(TABLES)
    games["place"][0, :COUNTERS], games["active"], games["printed_dice"] = 0, 1, 100
    assert TABLES["kind"][0, :COUNTERS].tolist().count(GROUND) > 1
    assert see(games, ARMY)["box_ground_active"][0] == 4
    assert TABLES["kind"][0, :COUNTERS].tolist().count(FORT) == 5
    assert see(games, ARMY)["box_forts"][0] == 5 / 8


def test_choices_and_battles_mark_their_boxes() -> None:
    games = new_games(TABLES)
    g = games[0]
    g.phase, g.battle_box, g.battle_service, g.battle_hits = COMBAT, 4, NAVY, 6
    g.chosen_box, g.chosen_embark, g.chosen_landing, g.chosen_kind = 9, 0, 8, 2
    g.fought[:] = (1 << 5, 1 << 6 | 1 << 4)
    seen = see(games, ARMY)
    assert np.flatnonzero(seen["box_battle"]).tolist() == [4]
    assert np.flatnonzero(seen["box_chosen"]).tolist() == [9]
    assert np.flatnonzero(seen["box_fought_army"]).tolist() == [5]
    assert np.flatnonzero(seen["box_fought_navy"]).tolist() == [4, 6]
    assert seen["box_sea_leg"][[0, 8]].tolist() == [-1, 1]
    assert seen["chosen_kind"].argmax() == 2
    assert seen["battle"].tolist() == [0.25, 0, 0, 1, 0]


def test_markers_and_the_invasion_table() -> None:
    games = new_games(TABLES)
    g = games[0]
    g.turn = 2
    g.marker_step[:4] = (0, 1, 3, 2)  # routes of 1, 2, 3 and 4 boxes
    seen = see(games, ARMY)
    expected = [[1, 1, 0], [1, 0, 0.5], [1, 0, 1], [1, 0, 0.5]]
    assert np.array_equal(seen["markers"][:4], np.float32(expected))
    assert (seen["markers"][6:] == 0).all()
    boxes = [int(TABLES["route"][0, m, step - 1]) for m, step in ((1, 1), (2, 3), (3, 2))]
    assert np.flatnonzero(seen["box_markers"]).tolist() == sorted(boxes)
    # Row of turn 2 is 0..5 by die, of turn 3 6..11: the markers as bits.
    for ahead in range(2):
        for face in range(6):
            bits = seen["invasion"][ahead, face] @ 2.0 ** np.arange(8)
            assert bits == 6 * ahead + face
    g.turn = 12
    assert see(games, ARMY)["invasion"][0].any()
    assert not see(games, ARMY)["invasion"][1].any()


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("glory", {}),
        ("glory", {"negotiation": "sealed", "deadlock": "janken", "production": "joint_vote"}),
        ("teaching", {"solo": True}),
    ],
)
def test_games_played_at_random_stay_in_the_space(scenario: str, options: dict) -> None:
    game = Game(scenario, seed=5, **options)
    games, tables = game.games, game.scenario.tables
    trace, mask = blank_trace(), np.zeros(N_ACTIONS, np.int8)
    space, rng = observation.space(), np.random.default_rng(5)
    out = np.zeros(OBSERVATION_SIZE, np.float32)
    legal, decisions = step(games, 0, tables, trace, mask, LOOK, True), 0
    while legal:
        for seat in SEATS:
            encode_at(games, 0, tables, seat, out)
            assert space.contains(out)
            assert out[AT.to_act] == (games["actor"][0] == seat)
            assert out[AT.decision + games["decision"][0]] == 1
        legal = step(games, 0, tables, trace, mask, rng.choice(np.flatnonzero(mask)), True)
        decisions += 1
    assert decisions > 20
    encode_at(games, 0, tables, ARMY, out)
    assert space.contains(out)
    assert out[AT.to_act] == 0
    assert out[AT.outcome : AT.outcome + 2].sum() == 1
