"""Game records: writing, reading, replaying, and finding what is wrong in them."""

from __future__ import annotations

import copy
import hashlib
import json

import pytest

from glory_env import __version__
from glory_env.games.glory.game import Game, IllegalChoice
from glory_env.games.glory.scenario import load
from glory_env.games.glory.trace import add_state
from glory_env.record import (
    RecordError,
    agent_seed,
    begin_record,
    first_difference,
    play_record,
    read,
    replay,
    verify,
    write,
)
from tests.record_files import NAMES, Edited, random_game, recorded


@pytest.fixture
def edited(tmp_path):
    return Edited(tmp_path / "game.jsonl", copy.deepcopy(recorded()))


def problems(edited, seal=True, **settings) -> list[str]:
    return [str(problem) for problem in verify(edited.save(seal), **settings)]


def has_dice(purpose):
    return lambda line: any(roll["purpose"] == purpose for roll in line.get("dice", ()))


def is_choice(decision, **choice):
    return lambda line: line.get("decision") == decision and line["choice"] == choice


# --- round trip ----------------------------------------------------------------------------
def test_several_games_round_trip(tmp_path):
    games = [recorded(), random_game(12, states=False, negotiation="sealed", optional=("20-1",))]
    write(tmp_path / "new" / "games.jsonl", games)
    found = read(tmp_path / "new" / "games.jsonl")
    assert [(g.header, g.lines, g.footer) for g in found] == [
        (g.header, g.lines, g.footer) for g in games
    ]
    assert found[1].start == len(recorded().lines) + 3
    assert verify(tmp_path / "new" / "games.jsonl") == []
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["games.jsonl"]


def test_nothing_is_left_of_a_file_that_could_not_be_finished(tmp_path):
    def games():
        yield recorded()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "games.jsonl", games())
    assert list(tmp_path.iterdir()) == []


def test_header():
    assert recorded().header == {
        "format": 2,
        "package": __version__,
        "scenario": "teaching",
        "scenario_id": load("teaching").id,
        "options": Game("teaching", seed=0).options.as_dict(),
        "auto_forced": True,
        "states": True,
        "seed": 11,
        "agents": NAMES,
    }


def test_footer_and_digest(edited):
    path = edited.save(seal=False)
    *lines, last = path.read_bytes().splitlines(keepends=True)
    assert json.loads(last) == {
        "gp": {"army": 2, "navy": 18},
        "completed": False,
        "outcome": "game_over",
        "cause": "tonnage",
        "turn": 3,
        "winner": "none",
        "decisions": sum(line.get("actor") in NAMES for line in recorded().lines),
        "digest": hashlib.sha256(b"".join(lines)).hexdigest(),
    }


def test_solo_games_say_whether_the_one_mind_has_won():
    game = random_game(3, states=False, solo=True)
    assert game.footer["solo_victory"] is False
    assert first_difference(game) is None


def test_states_stand_at_the_end_of_every_phase():
    seen = []

    def look(game, turn, phase):
        add_state(game, turn, phase)
        seen.append((turn, phase, game.total, game.gp, {c: game.box(c) for c in COUNTERS}))

    game = Game("teaching", seed=11, on_phase_end=look)
    for line in recorded().lines:
        for action in line.get("actions", ()):
            game.act(action)
    states = [line for line in recorded().lines if "state" in line]
    assert seen == [
        (
            line["turn"],
            line["phase"],
            line["state"]["total"],
            line["state"]["gp"],
            {c: line["state"]["counters"][c]["at"] for c in COUNTERS},
        )
        for line in states
    ]
    phases = ["invasion", "tonnage", "activation", "movement", "combat", "convoy", "production"]
    turn = [*phases, "turn_end"]
    order = [*turn[1:], *turn, *turn[: turn.index("convoy") + 1]]  # over in turn 3
    assert [line["phase"] for line in states] == order


COUNTERS = load("teaching").counters


def test_a_state_says_of_every_counter_what_the_game_says():
    """Read in one go for the speed, the same as asked one by one."""
    game = Game("glory", seed=4, auto_forced=True)
    while game.outcome == "playing":
        game.act(game.legal_actions()[-1])
        add_state(game, game.turn, game.phase)
        for name, seen in game.lines[-1]["state"]["counters"].items():
            wanted = {"at": game.box(name)}
            if wanted["at"] == "track":
                wanted["space"] = game.space(name)
            elif wanted["at"] in game.scenario.boxes:
                wanted |= {"active": game.is_active(name), "damage": game.damage(name)}
            assert json.dumps(seen) == json.dumps(wanted)
        assert tuple(game.lines[-1]["state"]["counters"]) == game.scenario.counters


def test_content_of_a_state():
    state = next(
        x["state"] for x in recorded().lines if "state" in x and x["phase"] == "production"
    )
    assert {key: state[key] for key in state if key != "counters"} == {
        "total": 280,
        "allotment": {"army": 0, "navy": 10, "civil": 340},
        "left": {"army": 0, "navy": 0, "civil": 0},
        "gp": {"army": 1, "navy": 1},
        "method": "A",
        "markers": {"D": "base", "N": "solomons", "I": "mandalay"},
    }
    counters = state["counters"]
    assert tuple(counters) == COUNTERS
    assert counters["dd_1"] == {"at": "solomons", "active": True, "damage": 1}
    assert counters["agano"] == {"at": "homeland", "active": False, "damage": 0}
    assert counters["unryu"] == {"at": "track", "space": 2}
    assert counters["ise"] == {"at": "aside"}
    assert counters["fort_2"] == {"at": "pool"}


# --- replaying -----------------------------------------------------------------------------
@pytest.mark.parametrize("share", [0.0, 0.3, 0.7, 1.0])
def test_replay_stands_at_a_line(share):
    index = int(share * len(recorded().lines))
    game = replay(recorded(), until=index)
    other = Game("teaching", seed=11)
    for line in recorded().lines[:index]:
        for action in line.get("actions", ()):
            other.act(action)
    assert game.snapshot() == other.snapshot()
    assert (game.decision, game.actor, game.auto_forced) == (other.decision, other.actor, True)


def test_an_unfinished_game_is_saved_and_taken_up_again(tmp_path):
    choices = [line for line in recorded().lines if line.get("actor") in NAMES]
    path = tmp_path / "saved.jsonl"
    game = Game("teaching", seed=11, auto_forced=True, on_phase_end=add_state)
    record = begin_record(game, NAMES)
    for number, line in enumerate(choices):
        if "forced" in line:
            continue
        if number % 9 == 0 and record.footer is None:
            write(path, [record])
            with pytest.raises(RecordError, match="expected footer of the game of line 1"):
                read(path)
            record = read(path, unfinished=True)[-1]
            assert record.footer is None
            game = replay(record)
        for action in line["actions"]:
            game.act(action)
            record.add(game)
    assert record.lines == recorded().lines
    assert record.footer == recorded().footer


def test_a_choice_that_is_half_made_is_not_in_the_record():
    game = Game("teaching", seed=11)
    record = begin_record(game, NAMES)
    game.act(recorded().lines[1]["actions"][0])
    record.add(game)
    assert [line["decision"] for line in record.lines] == ["opener"]
    assert replay(record).decision == "offer"


def test_own_scenario_file(tmp_path, edited):
    path = tmp_path / "mine.yaml"
    path.write_text(load("teaching").path.read_text())
    edited.lines[0]["scenario"] = "mine"
    assert problems(edited)[0].startswith("line 1: scenario: expected a scenario of the package")
    assert problems(edited, scenario=path) == []
    path.write_text(path.read_text().replace("start: 350", "start: 345"))
    (problem,) = problems(edited, scenario=path)
    assert problem.startswith(f"line 1: scenario_id: expected {load(path).id} (scenario {path})")


# --- what is wrong -------------------------------------------------------------------------
def test_a_changed_die_that_changes_the_game(edited):
    k = edited.find(has_dice("combat"))
    edited.lines[k]["dice"][0]["faces"] = [4]
    assert problems(edited) == [f"line {k + 1}: events[0].hits: expected 0, got 1"]


def test_a_changed_die_that_changes_nothing_but_is_not_of_the_seed(edited):
    k = edited.find(has_dice("opener"))
    assert edited.lines[k]["dice"][0]["faces"] == [1]
    edited.lines[k]["dice"][0]["faces"] = [2]
    expected = f"line {k + 1}: dice[0].faces[0]: expected 1 (from seed 11), got 2"
    assert problems(edited) == [expected]
    edited.lines[0]["package"] = "0.0.1"  # another version may roll otherwise
    assert problems(edited) == []


@pytest.mark.parametrize(
    ("faces", "words"),
    [([], "1 faces, got []"), ([5, 5], "1 faces, got [5, 5]"), ([7], "a face from 1 to 6, got 7")],
)
def test_dice_that_do_not_fit(edited, faces, words):
    k = edited.find(has_dice("combat"))
    edited.lines[k]["dice"][0]["faces"] = faces
    (problem,) = problems(edited)
    assert problem.startswith(f"line {k + 1}: dice[0].faces")
    assert problem.endswith(f"expected {words}")


def test_faces_of_a_hundred_belong_to_offers(edited):
    k = edited.find(has_dice("combat"))
    edited.lines[k]["dice"][0] = {"purpose": "break_off", "faces": [100]}
    assert problems(edited) == [
        f"line {k + 1}: dice[0].faces[0]: expected a face from 1 to 6, got 100"
    ]


def test_a_changed_choice(edited):
    k = edited.find(is_choice("convoy_request", request=True))
    edited.lines[k]["choice"] = {"request": False}
    assert problems(edited) == [f"line {k + 1}: actions[0]: expected 263, got 262"]
    edited.lines[k]["choice"] = {"request": True, "large": True}
    expected = 'a legal choice, got {"request": true, "large": true}'
    assert problems(edited) == [f"line {k + 1}: choice: expected {expected}"]
    edited.lines[k]["choice"] = {"request": 1}
    assert problems(edited) == [f"line {k + 1}: choice.request: expected true, got 1"]


@pytest.mark.parametrize("amount", [-1000, -5, 3, 10**20, 3.0])
def test_an_impossible_offer(edited, amount):
    k = edited.find(lambda line: line.get("decision") == "offer")
    edited.lines[k]["choice"]["army"] = amount
    (problem,) = problems(edited)
    assert problem.startswith(f"line {k + 1}: choice: expected a legal choice, got ")


def test_a_changed_event(edited):
    k = edited.find(has_dice("convoy"))
    edited.lines[k]["events"][0]["total"] += 5
    assert problems(edited) == [f"line {k + 1}: events[0].total: expected 280, got 285"]
    edited.lines[k]["events"] = []
    expected = 'events[0]: expected {"total": 280, "change": -40}, got nothing'
    assert problems(edited) == [f"line {k + 1}: {expected}"]


def test_a_changed_question(edited):
    k = edited.find(is_choice("convoy_request", request=True))
    edited.lines[k]["actor"] = "navy"
    assert problems(edited) == [f'line {k + 1}: actor: expected "army", got "navy"']


def test_forced_flags(edited):
    k = edited.find(lambda line: "forced" in line)
    del edited.lines[k]["forced"]
    assert problems(edited) == [f"line {k + 1}: forced: expected true, got nothing"]
    edited.lines[k]["forced"] = False
    assert problems(edited) == [f"line {k + 1}: forced: expected true or nothing, got false"]


def test_a_removed_choice(edited):
    k = edited.find(is_choice("convoy_request", request=True))
    del edited.lines[k]
    assert problems(edited) == [f'line {k + 1}: actor: expected "army", got "navy"']
    edited.lines[k]["actor"] = "army"
    words = 'expected "convoy_request", got "convoy_method"'
    assert problems(edited) == [f"line {k + 1}: decision: {words}"]


def test_a_removed_line_of_the_system(edited):
    k = edited.find(has_dice("convoy"))
    del edited.lines[k]
    words = "expected system convoy (turn 1, convoy), got state (turn 1, convoy)"
    assert problems(edited) == [f"line {k + 1}: {words}"]


def test_a_changed_and_a_removed_state(edited):
    k = edited.find(lambda line: "state" in line)
    edited.lines[k]["state"]["counters"]["dd_1"]["damage"] = 1
    expected = "state.counters.dd_1.damage: expected 0, got 1"
    assert problems(edited) == [f"line {k + 1}: {expected}"]
    del edited.lines[k]
    words = "expected state (turn 1, tonnage), got none here"
    assert problems(edited) == [f"line {k + 1}: {words}"]


def test_lines_after_the_end(edited):
    k = len(edited.lines) - 1
    edited.lines.insert(k, edited.lines[edited.find(is_choice("convoy_request", request=True))])
    words = "expected the footer, the game is over, got army convoy_request (turn 1, convoy)"
    assert problems(edited) == [f"line {k + 1}: {words}"]


def test_a_footer_too_early(edited):
    k = edited.find(is_choice("convoy_request", request=True))
    del edited.lines[k:-1]
    words = "expected army convoy_request, got the footer"
    assert problems(edited) == [f"line {k + 1}: {words}"]


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("turn", 4, "turn: expected 3, got 4"),
        ("winner", "army", 'winner: expected "none", got "army"'),
        ("gp", {"army": 3, "navy": 18}, "gp.army: expected 2, got 3"),
        ("completed", True, "completed: expected false, got true"),
        ("decisions", 1, "decisions: expected {decisions}, got 1"),
    ],
)
def test_an_edited_footer(edited, key, value, words):
    edited.lines[-1][key] = value
    words = words.format(**recorded().footer)
    assert problems(edited) == [f"line {len(edited.lines)}: {words}"]


def test_an_edited_line_does_not_fit_the_digest(edited):
    end = len(edited.lines)
    edited.lines[0]["agents"]["army"] = "somebody else"
    (problem,) = problems(edited, seal=False)
    assert problem.startswith(f"line {end}: digest: expected ")
    with pytest.raises(RecordError, match=f"game.jsonl: line {end}: digest: expected "):
        read(edited.path)
    k = edited.find(has_dice("convoy"))
    edited.lines[k]["events"][0]["total"] += 5
    first, second = problems(edited, seal=False)
    assert (first.split(":")[0], second.split(":")[0]) == (f"line {k + 1}", f"line {end}")


def test_replay_refuses_what_the_rules_refuse(edited):
    k = edited.find(has_dice("convoy"))
    edited.lines[k]["events"][0]["total"] += 5
    (record,) = read(edited.save())
    with pytest.raises(RecordError, match=rf"game.jsonl: line {k + 1}: events\[0\].total"):
        replay(record)
    assert replay(record, until=k - 5).turn == 1


def test_illegal_choices_and_plain_functions_as_agents():
    def nonsense(observation, mask, view):
        return 300

    with pytest.raises(IllegalChoice, match=r"action 300 \(.*\) is not legal"):
        play_record(Game("teaching", seed=1), {"army": nonsense, "navy": nonsense})


def test_agents_seeds_differ_by_game_and_seat():
    seeds = {agent_seed(seed, seat) for seed in range(50) for seat in NAMES}
    assert len(seeds) == 100
    assert all(0 <= seed < 2**32 for seed in seeds)
