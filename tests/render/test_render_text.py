"""Text rendering: complete, narrow, with the right marks."""

from __future__ import annotations

import dataclasses
import re

import numpy as np
import pytest

from glory_env.games.glory import state
from glory_env.games.glory.game import Game
from glory_env.games.glory.render import text
from glory_env.games.glory.render.position import name

COLUMNS = ("Box", "Kind", "Value", "Allied", "Army", "Navy")


def table(scenario, record):
    """The table of boxes: one list of six cells a box, in scenario order."""
    lines = text.board(scenario, record).split("\n")
    top = next(k for k, line in enumerate(lines) if line.startswith("Box "))
    starts = [lines[top].index(title) for title in COLUMNS]
    ends = [*starts[1:], None]
    rows = []
    for line in lines[top + 2 : lines.index("", top)]:
        cells = [line[a:b].strip() for a, b in zip(starts, ends, strict=True)]
        if line[0] != " ":
            rows.append(cells)
        else:
            rows[-1] = [f"{old} {new}".strip() for old, new in zip(rows[-1], cells, strict=True)]
    return rows


def count(cell):
    """How many counters a cell lists: "2xDD*, Army air" are three."""
    entries = [] if cell == "-" else cell.split(", ")
    return sum(int(re.match(r"(?:(\d+)x)?", entry).group(1) or 1) for entry in entries)


def put(scenario, record, box, *counters, **states):
    """Empty the map, put the counters into a box and set their fields."""
    record.place[: len(scenario.counters)] = state.POOL
    for key in counters:
        number = scenario.counters.index(key)
        record.place[number] = scenario.boxes.index(box)
        for field, value in states.items():
            record[field][number] = value


@pytest.mark.parametrize("position", ["start", "crowded"])
def test_every_box_marker_and_counter_is_listed(scenario, position, request):
    record = request.getfixturevalue(position)
    tables, rows = scenario.tables[0], table(scenario, record)
    assert [row[0] for row in rows] == [name(scenario, key) for key in scenario.boxes]
    services = tables.service[: len(scenario.counters)]
    for box, row in enumerate(rows):
        here = record.place[: len(scenario.counters)] == box
        assert count(row[4]) == np.sum(here & (services == state.ARMY)), row
        assert count(row[5]) == np.sum(here & (services == state.NAVY)), row
        letters = [
            marker
            for m, marker in enumerate(scenario.markers)
            if record.marker_step[m] and tables.route[m, record.marker_step[m] - 1] == box
        ]
        assert row[3] == ("+".join(letters) or "-")
    for m, marker in enumerate(scenario.markers):
        in_base = f"{marker} ({name(scenario, 'base:' + marker)})" in text.board(scenario, record)
        assert in_base == (record.marker_step[m] == 0)


def test_equal_counters_stand_together(scenario, start):
    put(scenario, start, "solomons", "dd_1", "dd_2", "nagato", active=1)
    assert table(scenario, start)[scenario.boxes.index("solomons")][5] == "Nagato class*, 2xDD*"


def test_marks_of_active_and_damaged_counters(scenario, start):
    put(scenario, start, "solomons", "nagato")
    box = scenario.boxes.index("solomons")
    counter = scenario.counters.index("nagato")
    seen = []
    for active, damage in ((0, 0), (1, 0), (0, 1), (1, 1)):
        start.active[counter], start.damage[counter] = active, damage
        seen.append(table(scenario, start)[box][5])
    assert seen == ["Nagato class", "Nagato class*", "Nagato class!", "Nagato class*!"]


def test_header_shows_turn_shipping_points_and_method(scenario, crowded):
    header = text.board(scenario, crowded).split("\n")[:3]
    assert header == [
        "Turn 7/12, combat phase | navy: pay",
        "Total 415 (floor 100, cap 730) | left/allotted: army 0/120, navy 40/150, civil 205/205",
        "GP army 34, navy 52 | convoys B (large)",
    ]


def test_solo_play_has_its_own_floor(scenario, start):
    start.opt_solo = 1
    assert "(floor 150, cap 730)" in text.board(scenario, start)


def test_end_of_the_game_is_named(scenario, start):
    start.phase, start.outcome = state.OVER, state.GAME_OVER
    start.decision, start.cause = state.NO_DECISION, state.BY_HOME_BOXES
    assert "game over: home boxes" in text.board(scenario, start).split("\n")[0]
    assert "| game over: home boxes |" in text.board_line(scenario, start)
    start.outcome, start.cause = state.COMPLETED, 0
    assert "| completed |" in text.board_line(scenario, start)


def test_production_track_pool_and_removed_counters(scenario, crowded):
    whole = text.board(scenario, crowded)
    track = re.search(r"Production +(.*?)\nPool", whole, re.S).group(1)
    assert re.search(r"1: Fort\(20\), Tpt;", track)
    assert re.search(r"2: .*DD, DE;", track)
    assert re.search(r"\nRemoved +Kongo class\n", whole)


def test_invasion_rows_of_this_and_the_next_turn(scenario, start):
    tables = scenario.tables[0]
    start.turn = 5
    lines = text.board(scenario, start).split("\n")
    first = next(k for k, line in enumerate(lines) if line.startswith("Invasion"))
    for line, turn in zip(lines[first : first + 2], (5, 6), strict=True):
        assert f"turn {turn} " in line
        for face in range(1, 7):
            cell = re.search(rf" {face}: (\S+)", line).group(1)
            called = 0 if cell == "-" else sum(
                1 << scenario.markers.index(marker) for marker in cell.split("+")
            )  # fmt: skip
            assert called == tables.invasion[turn, face]
    start.turn = 12
    assert "turn 13" not in text.board(scenario, start)


@pytest.mark.parametrize("position", ["start", "crowded"])
def test_at_most_110_columns_whatever_the_names(scenario, position, request):
    record = request.getfixturevalue(position)
    long = {"en": "An exceedingly long name of some far and windy place " * 2}
    keys = (*scenario.boxes, *scenario.counters, *(f"base:{m}" for m in scenario.markers))
    named = dataclasses.replace(scenario, names=dict.fromkeys(keys, long))
    for drawn in (scenario, named):
        assert max(len(line) for line in text.board(drawn, record).split("\n")) <= text.WIDTH


def test_board_line(scenario, crowded):
    line = text.board_line(scenario, crowded)
    assert line.startswith(
        "T7 combat | navy: pay | total 415 army 0/120 navy 40/150 civil 205/205 | gp 34:52 | "
        "convoys B | N@solomons B@east_new_guinea C@akyab I@mandalay Ch@hunan | map "
    )
    found = re.search(r"map (\d+)\+(\d+) active (\d+)\+(\d+) damaged (\d+)\+(\d+)$", line)
    numbers = [int(part) for part in found.groups()]
    on_map = crowded.place >= 0
    assert sum(numbers[:2]) == np.sum(on_map)
    assert sum(numbers[2:4]) == np.sum(on_map & (crowded.active == 1))
    assert sum(numbers[4:]) == np.sum(on_map & (crowded.damage == 1))
    assert "\n" not in line


def test_the_record_is_not_changed(scenario, crowded):
    before = crowded.tobytes()
    text.board(scenario, crowded)
    text.board_line(scenario, crowded)
    assert crowded.tobytes() == before


def shown_at(decision, seeds=range(60), **options):
    """The line "Asked" and the record at the first decision of a kind in random play."""
    for seed in seeds:
        game = Game("glory", seed=seed, **options)
        rng = np.random.default_rng(seed)
        while game.record.outcome == 0:
            if state.DECISIONS[game.record.decision] == decision:
                lines = text.board(game.scenario, game.record).split("\n")
                top = next(k for k, line in enumerate(lines) if line.startswith("Asked "))
                end = lines.index("", top)
                return " ".join(line[12:].strip() for line in lines[top:end]), game
            game.act(int(rng.choice(game.legal_actions())))
    raise AssertionError(f"no {decision} in any of these games")


def test_an_answer_shows_the_offer():
    words, game = shown_at("answer")
    seat = 1 - game.record.actor
    army, navy, civil = game.record.offer[seat].tolist()
    assert army + navy + civil == game.total
    assert f"{state.SERVICES[seat]} offers army {army}, navy {navy}, civil {civil}" in words


def test_a_sealed_offer_is_not_shown():
    words = []
    for seed in range(3):
        game = Game("teaching", seed=seed, negotiation="sealed")
        while state.DECISIONS[game.record.decision] in ("offer_civil", "offer_army"):
            words.append(text.board(game.scenario, game.record))
            game.act(game.legal_actions()[-1])
    assert len(words) >= 12
    assert not any("offers army" in board for board in words)


def test_a_move_shows_the_piece():
    words, game = shown_at("move_to")
    counter = int(game.record.chosen_counter)
    assert name(game.scenario, game.scenario.counters[counter]) in words
    box = game.scenario.boxes[int(game.record.place[counter])]
    assert name(game.scenario, box) in words


@pytest.mark.parametrize("decision", ["escort_request", "escort_grant", "embark"])
def test_an_escort_shows_what_for(decision):
    words, game = shown_at(decision)
    scenario, g = game.scenario, game.record
    for key in (
        scenario.counters[int(g.chosen_counter)],
        scenario.boxes[int(g.chosen_embark)],
        scenario.boxes[int(g.chosen_landing)],
    ):
        assert name(scenario, key) in words
    assert ("the army asked for it" in words) == bool(decision != "escort_request" and g.asked)


def test_a_payment_shows_the_loss():
    words, game = shown_at("pay")
    assert f"loss still to be paid {game.record.loss}" in words
    box = game.scenario.boxes[int(game.record.battle_box)]
    assert f"battle in {name(game.scenario, box)}" in words


def test_an_offer_in_two_steps_shows_the_first():
    words, game = shown_at("offer_army")
    assert words.startswith(f"civil {game.record.chosen_civil}")
