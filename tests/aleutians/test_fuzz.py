"""The invariants hold in random games, and what breaks one is noticed."""

import numpy as np
import pytest

from glory_env.cli.main import main
from glory_env.core.record import copy_games
from glory_env.fuzz.games import play_games, read_failure, replay_failure, write_failure
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.engine.observation import OBSERVATION_SIZE
from glory_env.games.aleutians.fuzz import invariants
from glory_env.games.aleutians.fuzz.fuzzer import Fuzzer
from glory_env.games.aleutians.fuzz.invariants import MESSAGES, check_call, message_of
from glory_env.games.aleutians.limits import MAX_DECISIONS
from glory_env.games.aleutians.rules.victory import vp

from .positions import scenario, spot, unit

ENOUGH = 400  # decisions into a game


@pytest.fixture(scope="module")
def fuzzer():
    made = Fuzzer(scenario())
    assert made.play(made.random_header(1, 0, 0.5)), made.failure
    return made


@pytest.fixture(scope="module")
def position():
    """GAME (1,) some way into a historical game, and its mask, int8."""
    game = Fuzzer.game_class(scenario(), seed=4)
    rng = np.random.default_rng(4)
    for _ in range(ENOUGH):
        game.act(int(rng.choice(game.legal_actions())))
    return copy_games(game.games), game.mask.copy()


def found(before, after, mask, in_phase=1, in_game=1):
    """The name of the broken invariant, or ""."""
    seen = np.zeros(OBSERVATION_SIZE, np.float32)
    code = check_call(before, after, scenario().tables, mask, in_phase, in_game, seen)
    return message_of(int(code)).split(":")[0] if code else ""


def put(place, at, name):
    def change(g):
        g.place[unit(name)], g.at[unit(name)] = place, at

    return change


def set_to(field, value, *index):
    def change(g):
        if index:
            g[field][index] = value
        else:
            g[field] = value

    return change


def crowd(g):
    """Five battalions on one island."""
    ground = np.flatnonzero(scenario().tables[0].kind == st.GROUND)
    side = scenario().tables[0].side[ground]
    for u in ground[side == st.JAPAN][: st.MAX_STACK + 1]:
        g.place[u], g.at[u] = st.SPOT, spot("kiska")


def crowd_fleet(g):
    ships = np.flatnonzero(scenario().tables[0].kind == st.SHIP)
    side = scenario().tables[0].side[ships]
    g.fleet_used[0] = 1
    for u in ships[side == st.JAPAN][: st.MAX_SHIPS + 1]:
        g.place[u], g.at[u], g.unseen[u] = st.FLEET, 0, 1


def crowd_deck(g):
    for name in ("a6m2_junyo", "d3a_junyo_1", "d3a_junyo_2", "a6m2_ryujo"):
        g.place[unit(name)], g.at[unit(name)], g.unseen[unit(name)] = st.CARRIER, unit("junyo"), 1


BROKEN = [
    ("place", put(st.SPOT, spot("kiska"), "junyo")),
    ("place", put(st.FLEET, 4, "junyo")),
    ("place", put(st.SPOT, st.MAX_SPOTS - 1, "inf_4")),
    ("place", put(st.CARRIER, unit("jp_dd_1"), "a6m2_junyo")),
    ("place", set_to("place", st.BOX, st.MAX_UNITS - 1)),
    ("duty", lambda g: g.duty.__setitem__(unit("jp_dd_1"), g.duty[unit("jp_dd_2")])),
    ("duty", set_to("duty", unit("junyo"), unit("jp_dd_2"))),
    ("unseen", set_to("unseen", 0, slice(None))),
    ("fleet", crowd_fleet),
    ("deck", crowd_deck),
    ("stack", crowd),
    ("supply", set_to("supply", 99, 0)),
    ("supply", set_to("seattle", -1)),
    ("decision", set_to("actor", st.SYSTEM)),
    ("mask", set_to("decision", st.NO_DECISION)),
    ("over", set_to("phase", st.OVER)),
    ("seen", set_to("passes", 3)),
    ("turn", set_to("turn", 0)),
    ("rolled", set_to("rolled", 0, slice(None))),
]


@pytest.mark.parametrize(("name", "change"), BROKEN)
def test_what_is_broken_is_noticed(position, name, change):
    before, mask = position
    after = copy_games(before).view(np.recarray)
    assert found(after, after, mask) == ""
    change(after[0])
    assert found(before if name in ("turn", "rolled") else after, after, mask) == name


def test_fleets_may_be_short_of_lifts_until_their_owners_are_asked(position):
    """Fire in both directions can leave a fleet of each side short: one waits for the other."""
    before, mask = position
    after = copy_games(before).view(np.recarray)
    g = after[0]
    s = scenario().tables[0]
    for side, slot in ((st.JAPAN, 1), (st.ALLIES, st.FLEETS + 3)):
        u = np.flatnonzero((s.kind == st.GROUND) & (s.side == side) & (g.place == st.SPOT))[0]
        g.fleet_used[slot] = 1
        g.place[u], g.at[u], g.unseen[u] = st.FLEET, slot, 1
    assert found(after, after, mask) == "fleet"
    g.short_fleet = 1
    assert found(after, after, mask) == ""


def test_a_unit_that_comes_back_is_noticed(position):
    before, mask = copy_games(position[0]).view(np.recarray), position[1]
    before[0].place[unit("b17_1")] = st.GONE
    assert found(before, position[0], mask) == "gone"


def test_a_false_count_of_points_is_noticed(position, monkeypatch):
    """The rules count one point more than the places give."""
    count = getattr(invariants.check_points, "py_func", invariants.check_points)
    g, s = position[0][0], scenario().tables[0]
    assert count(g, s) == 0
    monkeypatch.setattr(invariants, "vp", lambda g, s: vp(g, s) + 1)
    assert message_of(count(g, s)).startswith("points: ")


def test_a_mask_with_other_numbers_is_noticed(position):
    before, mask = position
    for wrong in (mask * 0, mask * 2):
        assert found(before, before, wrong) == "mask"


def test_too_many_decisions_are_noticed(position):
    before, mask = position
    assert found(before, before, mask, in_phase=10**6) == "phase_length"
    assert found(before, before, mask, in_game=MAX_DECISIONS + 1) == "game_length"


def test_every_invariant_can_break():
    elsewhere = {"gone", "points", "phase_length", "game_length"}
    tested = elsewhere | {name for name, _ in BROKEN}
    assert tested == set(MESSAGES)


def test_text_copy_and_snapshot(fuzzer, position, monkeypatch):
    games = position[0]
    assert fuzzer.check_kept(games) == ""
    kind = fuzzer.game_class
    with monkeypatch.context() as patch:
        patch.setattr(kind, "clone", lambda self: kind(scenario(), seed=1))
        assert fuzzer.check_kept(games).startswith("copy")
    with monkeypatch.context() as patch:
        patch.setattr(kind, "restore", lambda self, data: None)
        assert fuzzer.check_kept(games).startswith("snapshot")


def test_options_are_drawn_and_games_repeat(fuzzer):
    headers = [fuzzer.random_header(1, number, 0.5) for number in range(60)]
    assert {header["options"]["setup"] for header in headers} == set(st.SETUPS)
    assert headers[7] == fuzzer.random_header(1, 7, 0.5)


def test_a_failure_is_written_and_replayed(fuzzer, tmp_path, capsys):
    header = fuzzer.random_header(1, 0, 0.5)
    assert fuzzer.play(header)
    fuzzer.failure = "made up"
    path = write_failure(tmp_path, header, fuzzer)
    assert read_failure(path, fuzzer.game_class)[1] == fuzzer.actions
    assert replay_failure(path, Fuzzer) == 0
    assert capsys.readouterr().out.endswith("failure: none\n")


def test_a_broken_game_ends_the_run(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(Fuzzer, "check_kept", lambda self, games: "text: made up")
    monkeypatch.setattr("glory_env.games.aleutians.fuzz.fuzzer.KEPT_EVERY", 2048)
    assert play_games(Fuzzer(scenario()), 2, 1, 0.5, tmp_path) == 1
    assert "game 0: text: made up" in capsys.readouterr().err
    assert len(list(tmp_path.iterdir())) == 1


def test_the_command_goes_on_from_a_game(tmp_path, capsys):
    arguments = ["fuzz", "--game", "aleutians", "--games", "1", "--first", "3"]
    assert main([*arguments, "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("1 games (3 to 3), ")


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ("--game chess", "chess"),
        ("--first -1", "--first -1: expected at least 0"),
        ("--game aleutians --replay nowhere.jsonl", "nowhere.jsonl"),
        ("--game aleutians --scenario atlantis", "atlantis"),
    ],
)
def test_bad_input_is_one_line(capsys, flags, words):
    assert main(["fuzz", *flags.split()]) == 2
    shown = capsys.readouterr().err
    assert words in shown
    assert shown.count("\n") == 1
