"""Positions for the tests of talk: who opens, what stands beside the offer, what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from glory_env.games.glory import state as st
from tests.rules.common import END, position
from tests.rules.kit import RuleGame

ACCEPT, COUNTER, WALK = {"accept": True}, {"counter": True}, {"walk": True}
SEATS = st.SERVICES
OPENERS = {"army": 1, "navy": 6}  # the die that draws the opener
ARGUMENTS = ("box", "amount", "kind")
Choice = dict[str, Any]
SAIL = {"army_01": "homeland active", "army_02": "homeland active", "dd_1": "homeland"}
YES, NO = {"request": True}, {"request": False}
CARRIED = {"kept": "carried_out", "broken": "not_carried_out", "void": "void"}
RANGOON = {"markers": {"C": "rangoon"}}
CHINA = {"Ch": "hunan"}  # in its base it would bring tonnage


def other(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


def say(statement: str, **argument: Any) -> Choice:
    return {"say": statement, **argument}


def ask(seat: str, statement: str, **argument: Any) -> Choice:
    """A line in which `seat` is asked for a statement."""
    return {"ask": seat, "for": statement, **argument}


def talks(opener: str | None = "army", talk: str = "cheap", **values: Any) -> RuleGame:
    """The first line of a negotiation of turn 5 over 500, unless given otherwise."""
    values = {"turn": 5, "total": 500, "deadlock": "zero", **values}
    dice = () if opener is None else (OPENERS[opener],)
    return position("tonnage", dice=dice, talk=talk, **values)


def write(game: RuleGame, *lines: Choice, army: int = 100, navy: int = 100) -> list[Choice]:
    """One offer with its lines, dice-free; returns the promises' events it caused."""
    game.play(*lines)
    if game.decision == "speak":
        game.play(END)
    game.play({"army": army, "navy": navy})
    return promises(game)


def agree(game: RuleGame, *lines: Choice, **split: int) -> list[Choice]:
    """An offer with its lines, accepted; returns the promises' events of the answer."""
    write(game, *lines, **split)
    game.play(ACCEPT)
    return promises(game)


def promised(seat: str, *lines: Choice, talk: str = "cheap", **values: Any) -> RuleGame:
    """After `seat` has opened the talks with these lines and the other one has accepted."""
    split = {name: values.pop(name, 100) for name in SEATS}
    game = talks(seat, talk, **values)
    agree(game, *lines, **split)
    return game


def promises(game: RuleGame) -> list[Choice]:
    """The events about statements in the lines of the last call."""
    return [event for line in game.lines for event in line["events"] if "promise" in event]


def became(game: RuleGame, statement: str, seat: str) -> list[str]:
    """What the last call made of a statement."""
    found = [e for e in promises(game) if (e["promise"], e["of"]) == (statement, seat)]
    return [event["state"] for event in found]


def state(game: RuleGame, statement: str, seat: str) -> str:
    """The state of the newest such promise of a seat, by the record's fields."""
    g, k = game.record, SEATS.index(seat)
    code = st.STATEMENTS.index(statement)
    if code >= st.THREAT_POOL:
        states = [int(n) for n in g.threat_state[:, k, code - st.THREAT_POOL] if n]
    else:
        where = (g.promise_kind[:, k] == code) & (g.promise_state[:, k] != st.NOT_MADE)
        states = g.promise_state[:, k][where].tolist()
    return st.PROMISE_STATES[states[-1]] if states else "none"


def tally(game: RuleGame, statement: str, seat: str) -> dict[str, int]:
    """The columns of the game's count that are not nought."""
    row = game.record.tally[SEATS.index(seat), st.STATEMENTS.index(statement)].tolist()
    return {name: count for name, count in zip(st.TALLY, row, strict=True) if count}


def sayable(game: RuleGame, asked: bool = False) -> dict[str, list[Any]]:
    """Statements that may be said (or asked for) now, each with the arguments it takes."""
    found: dict[str, list[Any]] = {}
    for choice in game.choices():
        name = choice.get("for" if asked else "say")
        if name is not None:
            arguments = [choice[key] for key in ARGUMENTS if key in choice]
            found.setdefault(name, []).extend(arguments)
    return found


def ends(game: RuleGame, times: int, dice: Sequence[int] = ()) -> None:
    """Several `end` in a row; the dice fall with the last."""
    for k in range(times):
        game.choose(END, dice=dice if k == times - 1 else ())


def units(*names: str, at: str) -> dict[str, str]:
    return dict.fromkeys(names, at)


def checked_count(game: RuleGame, names: Iterable[str] = st.STATEMENTS) -> None:
    """made = kept + broken + void + open, of every seat and statement; bits as the states."""
    g = game.record
    for seat in SEATS:
        k, bits = SEATS.index(seat), 0
        for statement in names:
            code, row = st.STATEMENTS.index(statement), tally(game, statement, seat)
            threat = code - st.THREAT_POOL
            if threat >= 0:
                opened = int((g.threat_state[:, k, threat] == st.OPEN).sum())
            else:
                is_open = g.promise_state[:, k] == st.OPEN
                opened = int((is_open & (g.promise_kind[:, k] == code)).sum())
                bits |= bool(opened) << code
            judged = sum(row.get(name, 0) for name in ("kept", "broken", "void"))
            assert row.get("made", 0) == judged + opened, (seat, statement, row, opened)
        low = (1 << st.THREAT_POOL) - 1
        assert int(g.promised[k]) & low == bits, (seat, int(g.promised[k]), bits)


def expect(game: RuleGame, statement: str, seat: str, outcome: str) -> None:
    """What the last call made of it, by event, fields and count."""
    threat = statement.startswith("threat")
    assert became(game, statement, seat) == [CARRIED[outcome] if threat else outcome]
    assert state(game, statement, seat) == outcome
    assert tally(game, statement, seat)[outcome] == 1
    checked_count(game)


def still_open(game: RuleGame, statement: str, seat: str) -> None:
    assert state(game, statement, seat) == "open"
    assert not set(tally(game, statement, seat)) & {"kept", "broken", "void"}


def next_turn(game: RuleGame, opener: str) -> RuleGame:
    """An idle turn (the convoys cost 70) until the opener of the next one speaks."""
    ends(game, 4)
    game.play(NO)
    game.choose({"large": False}, dice=[6])
    dice = [1, {"army": 1, "navy": 6}[opener]]
    ends(game, 2, dice)
    assert (game.decision, game.actor) == ("speak", opener)
    return game
