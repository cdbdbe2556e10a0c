"""Bad messages: malformed, too large, stale, out of turn: an error, and nothing changes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glory_env.games.glory.play.messages import ADAPTER
from glory_env.play.messages import LARGEST, Refusal, parse
from tests.play.pages import at, new_table, pages

TYPES = (
    "choose", "offer", "undo", "hint", "why_not", "look", "save", "load", "replay", "new", "pace",
    "judge",
)  # fmt: skip


@pytest.fixture
def table(tmp_path):
    return new_table(tmp_path)


BAD = {
    "no JSON": ("{{{", "malformed"),
    "a list": ("[]", "malformed"),
    "nested": ("[" * 8000, "malformed"),
    "no type": ("{}", "malformed"),
    "unknown type": ('{"type": "cheat"}', "malformed"),
    "no seq": ('{"type": "choose", "id": "c0"}', "malformed"),
    "seq as text": ('{"type": "choose", "seq": "0", "id": "c0"}', "malformed"),
    "an extra key": ('{"type": "undo", "seq": 0, "line": 3}', "malformed"),
    "a huge number": ('{"type": "undo", "seq": 1e400}', "malformed"),
    "NaN": ('{"type": "pace", "delay": NaN}', "malformed"),
    "too large": ('{"type": "choose", "id": "' + "c" * LARGEST + '"}', "too_large"),
    "an old seq": ('{"type": "choose", "seq": 0, "id": "c0"}', "stale"),
    "a seq to come": ('{"type": "choose", "seq": 99, "id": "c0"}', "stale"),
    "an old offer": ('{"type": "offer", "seq": 0, "army": 5, "navy": 5}', "stale"),
    "an old split to judge": ('{"type": "judge", "seq": 0, "army": 5, "navy": 5}', "stale"),
    "half a split to judge": ('{"type": "judge", "seq": 0, "army": 5}', "malformed"),
    "pace in a game": ('{"type": "pace", "playing": false}', "not_now"),
    "a path to save": ('{"type": "save", "name": "../game"}', "malformed"),
    "a path to load": ('{"type": "load", "name": "/etc/passwd"}', "malformed"),
    "a newline": ('{"type": "load", "name": "game-1\\n"}', "malformed"),
    "no such game": ('{"type": "load", "name": "nothing"}', "name"),
    "no such replay": ('{"type": "replay", "name": "nothing"}', "name"),
    "a path as partner": ('{"type": "new", "seat": "navy", "partner": "/etc"}', "bad_input"),
    "a parameter": (
        '{"type": "new", "seat": "navy", "partner": "random:script=/etc/x"}', "bad_input",
    ),
    "a path as scenario": (
        '{"type": "new", "seat": "navy", "scenario": "../x.yaml"}', "bad_input",
    ),
    "an unknown option": (
        '{"type": "new", "seat": "navy", "options": {"deadlok": "lot"}}', "bad_input",
    ),
    "an option of another kind": (
        '{"type": "new", "seat": "navy", "options": {"optional": 5}}', "bad_input",
    ),
    "rulings of another kind": (
        '{"type": "new", "seat": "navy", "options": {"rulings": [1]}}', "bad_input",
    ),
    "a person as partner": ('{"type": "new", "seat": "navy", "partner": "person"}', "bad_input"),
    "a negative seed": ('{"type": "new", "seat": "navy", "seed": -1}', "bad_input"),
    "an infinite seed": ('{"type": "new", "seat": "navy", "seed": 1e999}', "malformed"),
    "one to watch": ('{"type": "new", "seat": "watch"}', "bad_input"),
    "beyond the log": ('{"type": "look", "line": 4000}', "illegal"),
    "no counter": ('{"type": "why_not", "counter": "bismarck"}', "malformed"),
    "counter and box": ('{"type": "why_not", "counter": "dd_1", "box": "rangoon"}', "malformed"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_a_bad_message_is_answered_and_changes_nothing(table, case):
    text, code = BAD[case]
    with pages(table) as [page]:
        if page.state["seq"] == 0:  # so that 0 is old
            page.choose()
        before = at(table)
        page.socket.send_text(text)
        answer = page.until("error")
        assert answer["type"] == "error"
        assert (answer["code"], bool(answer["words"])) == (code, True)
        assert answer["seq"] == page.state["seq"]
        assert at(table) == before
        page.choose()  # and the game goes on
        assert at(table) != before


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ('{"grid": 1e400}', "option 'grid': expected int, got inf"),
        ('{"max_offers": -1e999}', "option 'max_offers': expected int, got -inf"),
        ('{"optional": 5}', "option 'optional': expected a list like ['20-1'], got 5"),
        ('{"optional": [[1]]}', "unknown optional rule [1]: valid are 20-1, 20-2"),
        *((f'{{"{name}": 1}}', f"unknown option '{name}': ")
          for name in ("scenario", "seed", "make", "self", "force", "players", "dice", "also")),
    ],
)  # fmt: skip
def test_options_that_do_not_exist_are_reported_in_the_projects_words(table, options, words):
    with pages(table) as [page]:
        before = at(table)
        page.socket.send_text(
            f'{{"type": "new", "seat": "navy", "partner": "random", "options": {options}}}'
        )
        answer = page.until("error")
        assert answer["code"] == "bad_input"
        assert words in answer["detail"]
        assert ("deadlock" in answer["detail"]) == words.startswith("unknown option ")
        assert at(table) == before
        page.choose()


@pytest.mark.parametrize(("seed", "fits"), [(2**53 - 1, True), (2**53, False)])
def test_seeds_are_those_a_page_can_show(table, seed, fits):
    with pages(table) as [page]:
        new = {"type": "new", "seat": "army", "partner": "random", "scenario": "teaching"}
        new["seed"] = seed
        answer = page.ask("game", **new)
        if fits:
            assert answer["seed"] == seed
        else:
            assert answer["code"] == "bad_input"
            assert f"seed {seed}: expected 0 to {2**53 - 1}" in answer["detail"]


KEYS = st.sampled_from(
    ["seq", "id", "army", "navy", "counter", "box", "line", "name", "seat", "partner", "partners",
     "scenario", "seed", "options", "playing", "delay", "step"]
)  # fmt: skip
VALUES = st.sampled_from(
    [None, True, 0, -1, 17, 1 << 70, 0.5, float("nan"), "", "c0", "navy", "../x", "x" * 999, [],
     ["a", "b"], [[]], {}, {"a": {}}]
)  # fmt: skip


@given(st.sampled_from([*TYPES, "x"]), st.dictionaries(KEYS, VALUES, max_size=4))
def test_any_message_is_understood_or_refused(kind, rest):
    code, message = "", None
    try:
        message = parse(json.dumps({"type": kind, **rest}), ADAPTER)
    except Refusal as refusal:
        code = refusal.code
    assert code in ("malformed", "too_large") if message is None else message.type == kind


@given(st.text())
def test_any_text_is_refused_or_understood(text):
    with pytest.raises(Refusal):
        parse(text, ADAPTER)


def test_a_binary_frame_is_no_message(table):
    with pages(table) as [page]:
        before = at(table)
        page.socket.send_bytes(b"\x00\xff")
        assert page.until("error")["code"] == "malformed"
        assert at(table) == before


def test_the_same_message_twice_counts_once(table):
    with pages(table) as [page]:
        page.choose()
        message = {"type": "choose", "seq": page.state["seq"], "id": "c0"}
        if page.state["choices"]["kind"] == "offer":
            message = {"type": "offer", "seq": page.state["seq"], "army": 0, "navy": 0}
        page.ask("state", **message)
        page.my_turn()
        after = at(table)
        answer = page.ask("error", **message)
        assert answer["code"] == "stale"
        assert at(table) == after


@pytest.mark.parametrize(
    ("army", "navy", "words"),
    [(7, 0, "multiples of 5"), (-5, 0, "0 or more"), (350, 5, "more than 350")],
)
def test_an_offer_that_cannot_be_made_says_why(tmp_path, army, navy, words):
    table = new_table(tmp_path, "both", None)
    with pages(table) as [page]:
        before = at(table)
        answer = page.ask("error", type="offer", seq=page.state["seq"], army=army, navy=navy)
        assert answer["code"] == "illegal"
        assert words in answer["detail"]
        wrong = page.ask("error", type="choose", seq=page.state["seq"], id="c0")
        assert wrong["code"] == "illegal"  # an offer is asked for, no entry of a list
        assert at(table) == before
