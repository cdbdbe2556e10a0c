"""Talk in random games: the count adds up, cheap words bind nothing, binding ones do."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from glory_env.core.stepping import LOOK
from glory_env.core.trace import blank_trace
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import END, N_ACTIONS, TALK
from glory_env.games.glory.fuzz.random_start import random_options, scatter
from glory_env.games.glory.game import Game
from glory_env.games.glory.generated import kernels
from glory_env.games.glory.trace import THREAT_STATES
from glory_env.record import begin_record, verify, write
from tests.properties.playing import NUMBERS, bounded

TALKING = tuple(name for name in st.TALKS if name != "off")
MADE, JUDGED = st.MADE, slice(st.OFFERED + st.KEPT + 1, st.OFFERED + st.VOID + 2)
BOUND = (  # not `use` and `build`: what is spent may leave too little for what it was meant for
    st.SAY_ESCORT, st.SAY_OWN_LOSSES, st.SAY_CIVIL, st.SAY_LARGE, st.SAY_NO_GRAB,
    st.SAY_NO_TURN_13,
)  # fmt: skip
BLANK = (
    "chosen_ask", "line_count", "line_ask", "promised", "promise_state", "threat_state", "tally",
    "build_missed",
)  # fmt: skip
UNNAMED = ("chosen_statement", "line_kind", "line_argument", "promise_kind", "promise_argument")
IN_FORCE = ("promise_kind", "promise_argument", "promise_state", "threat_state")


def begun(number: int, scattered: bool | None = None, **options: Any) -> tuple[Game, random.Random]:
    """A random game over random options at its first decision, and what chooses in it."""
    rng = random.Random(number)
    given_options = random_options(rng)
    given_options |= {"negotiation": rng.choice(("alternating", "sealed")), "solo": False}
    given_options |= {"talk": rng.choice(TALKING), **options}
    game = Game(rng.choice(("glory", "teaching")), seed=number, **given_options)
    if rng.random() < 0.6 if scattered is None else scattered:
        kernels.begin(game.games, 0, game.scenario.tables)
        scatter(game.games, 0, game.scenario.tables, number)
        game.go_on()
    return game, rng


def pick(game: Game, rng: random.Random) -> int:
    """A legal action; offers that leave something to everybody."""
    legal = game.legal_actions()
    if game.record.decision in (st.OFFER_CIVIL, st.OFFER_ARMY):
        return legal[int(len(legal) * rng.triangular(0, 1, 0.35))]
    return rng.choice(legal)


def played(number: int, **options: Any) -> Iterator[tuple[Game, int]]:
    """A random game before each decision, with the action that will be played."""
    game, rng = begun(number, **options)
    while game.outcome == "playing":
        action = pick(game, rng)
        yield game, action
        game.act(action)
    yield game, -1


def count_open(game: Game) -> np.ndarray:
    """Statements in force and not judged, shape (2, statements)."""
    g, counts = game.record, np.zeros((2, len(st.STATEMENTS)), int)
    for turn, seat, line in np.argwhere(g.promise_state == st.OPEN):
        counts[seat, g.promise_kind[turn, seat, line]] += 1
    counts[:, st.THREAT_POOL :] = (g.threat_state == st.OPEN).sum(axis=0)
    return counts


@bounded(60)
@given(number=NUMBERS)
def test_the_count_adds_up(number):
    for game, _ in played(number):
        tally, waiting = game.record.tally.astype(int), count_open(game)
        np.testing.assert_array_equal(tally[:, :, MADE], tally[:, :, JUDGED].sum(axis=2) + waiting)
        assert (tally[:, st.THREAT_POOL :, st.ASKED] == 0).all()
        made_at_most = tally[:, :, st.OFFERED] + tally[::-1, :, st.ASKED]
        assert (tally[:, :, MADE] <= made_at_most).all()
        for seat in range(2):
            promised = {k for k in range(st.THREAT_POOL) if waiting[seat, k]}
            bits = int(game.record.promised[seat])
            assert {k for k in range(st.THREAT_POOL) if bits >> k & 1} == promised
        if game.record.opt_protocol == st.SEALED:
            assert (tally[:, :, st.ASKED] == 0).all()
            assert (tally[:, st.THREAT_POOL :] == 0).all()


@bounded(60)
@given(number=NUMBERS)
def test_events_tell_the_same_as_the_count(number):
    told: dict[tuple[str, str], list[str]] = {}
    game, rng = begun(number)
    while game.outcome == "playing":
        game.act(pick(game, rng))
        for event in (e for line in game.lines for e in line["events"] if "promise" in e):
            states = told.setdefault((event["of"], event["promise"]), [])
            assert event["state"] in ("open", "kept", "broken", "void") or (
                event["promise"].startswith("threat")
                and event["state"] in ("carried_out", "not_carried_out")
            )
            states.append(event["state"])
    for seat, name in enumerate(st.SERVICES):
        for kind, statement in enumerate(st.STATEMENTS):
            states = told.get((name, statement), [])
            row = dict(zip(st.TALLY, game.record.tally[seat, kind].tolist(), strict=True))
            assert states.count("open") == row["made"]
            assert states.count("kept") + states.count("carried_out") == row["kept"]
            assert states.count("broken") + states.count("not_carried_out") == row["broken"]
            assert states.count("void") == row["void"]


def carry_out(told: dict[str, np.ndarray], game: Game, turn: int, event: dict[str, Any]) -> None:
    """Write what an event says into the only place that it can be about."""
    seat, kind = st.SERVICES.index(event["of"]), st.STATEMENTS.index(event["promise"])
    if kind >= st.THREAT_POOL:
        k, state = (turn, seat, kind - st.THREAT_POOL), THREAT_STATES.index(event["state"])
        assert (told["threat_state"][k] == st.OPEN) != (state == st.OPEN)
        told["threat_state"][k] = state
        return
    argument = event.get("amount", st.NONE)
    if "box" in event or "kind" in event:
        names = game.scenario.boxes if "box" in event else st.ROWS
        argument = names.index(event.get("box", event.get("kind")))
    state = st.PROMISE_STATES.index(event["state"])
    was = (st.NONE, st.NONE, st.NOT_MADE) if state == st.OPEN else (kind, argument, st.OPEN)
    free = [told[name][:, seat] == value for name, value in zip(IN_FORCE, was, strict=False)]
    places = np.argwhere(np.logical_and.reduce(free))
    row, line = next(place for place in places if state != st.OPEN or place[0] == turn)
    for name, value in zip(IN_FORCE, (kind, argument, state), strict=False):
        told[name][row, seat, line] = value


@bounded(60)
@given(number=NUMBERS)
def test_events_alone_lead_to_the_promises(number):
    """And none is changed once it is judged."""
    game, rng = begun(number)
    told = {name: game.record[name].copy() for name in IN_FORCE}
    while game.outcome == "playing":
        game.act(pick(game, rng))
        for line in game.lines:
            for event in line["events"]:
                if "promise" in event:
                    carry_out(told, game, line["turn"], event)
        for name in IN_FORCE:
            np.testing.assert_array_equal(told[name], game.record[name])


def mask_of(games: np.ndarray, game: Game) -> np.ndarray:
    """What is legal in a changed copy of the record."""
    mask = np.zeros(N_ACTIONS, np.int8)
    tables = game.scenario.tables
    kernels.step(games, 0, tables, blank_trace(), mask, LOOK, False)
    return mask


@bounded(40)
@given(number=NUMBERS)
def test_cheap_words_bind_nothing(number):
    """The lines beside an offer apart, the mask is the same without any word in force."""
    for game, _ in played(number, talk="cheap"):
        if game.outcome == "playing" and game.record.decision < st.SPEAK:
            games = game.games.copy()
            for name in ("promised", "promise_state", "threat_state"):
                games[name] = 0
            np.testing.assert_array_equal(mask_of(games, game), game.mask)


@bounded(40)
@given(number=NUMBERS)
def test_binding_words_only_forbid(number):
    """No action is gained, one is always left, and a word that is bound is not broken."""
    masked = 0
    for game, _ in played(number, talk="binding"):
        assert not game.record.tally[:, BOUND, st.OFFERED + st.BROKEN + 1].any()
        if game.outcome == "playing" and game.record.decision < st.SPEAK:
            games = game.games.copy()
            games["opt_talk"] = st.CHEAP
            loose = mask_of(games, game)
            assert game.mask.any()
            assert (game.mask <= loose).all()
            masked += int((game.mask < loose).any())
            if not game.record.promised[game.record.actor]:
                np.testing.assert_array_equal(game.mask, loose)


@bounded(30)
@given(number=NUMBERS)
def test_off_is_the_game_without_words(number):
    """Nothing about talk is written, and who says nothing plays the same game."""
    silent, _ = begun(number, talk="cheap", scattered=False)
    lines, spoken = [], list(silent.lines)
    for game, action in played(number, talk="off", scattered=False):
        assert game.record.decision < st.SPEAK
        assert not any(game.record[name].any() for name in BLANK)
        assert all((game.record[name] == st.NONE).all() for name in UNNAMED)
        while silent.record.decision == st.SPEAK:
            assert silent.mask[TALK : TALK + len(st.STATEMENTS)].any()
            silent.act(END)
            spoken += silent.lines
        np.testing.assert_array_equal(silent.mask, game.mask)
        lines += game.lines
        if action >= 0:
            silent.act(action)
            spoken += silent.lines
    assert [line for line in spoken if line["decision"] != "speak"] == lines
    same = silent.games.copy()
    same["opt_talk"] = st.NO_TALK
    differing = [n for n in st.GAME.names if not np.array_equal(same[n], game.games[n])]
    assert differing == []


def test_records_with_talk_are_verified(tmp_path):
    records = []
    for number in range(8):
        talk = TALKING[number % 2]
        game, rng = begun(number, talk=talk, scattered=False)
        record = begin_record(game, {seat: "random" for seat in st.SERVICES})
        while game.outcome == "playing":
            game.act(pick(game, rng))
            record.add(game)
        assert record.header["options"]["talk"] == talk
        records.append(record)
    write(tmp_path / "games.jsonl", records)
    assert verify(tmp_path / "games.jsonl") == []


# --- compiled and not ----------------------------------------------------------------------
SEEDS = range(5)


def digests() -> list[str]:
    """Of every position of some random games on the teaching map."""
    found = []
    for number in SEEDS:
        digest = hashlib.sha256()
        options = {"talk": TALKING[number % 2], "production": "navy_first"}
        game = Game("teaching", seed=number, **options)
        rng = random.Random(number)
        while game.outcome == "playing":
            game.act(pick(game, rng))
            digest.update(game.games.tobytes() + game.mask.tobytes())
        assert game.record.tally.any()
        found.append(digest.hexdigest())
    return found


@pytest.mark.slow
def test_the_same_games_uncompiled():
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":
        pytest.skip("the rules are not compiled here")
    output = subprocess.run(
        [sys.executable, "-c", "from tests.properties.test_talk import digests; print(*digests())"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert output.split() == digests()
