"""Three short lessons at the page: each step is checked by what the record says was done.

A lesson is a game of the teaching scenario with a fixed seed, saved under the lesson's own name. A
script plays its beginning. How far it has come is read from the record at any time, so that undo
takes steps back and a saved lesson goes on where it was left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from glory_env.envs.agent import GameView, make_agent
from glory_env.games.glory import state as st
from glory_env.games.glory.play import partner_memory
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.words import facts
from glory_env.play.reading import PERSON
from glory_env.play.saves import LESSON
from glory_env.text.lazy import Say

SCENARIO, SEED, SEAT, PARTNER = "teaching", 12, "navy", "withdraw_in_time"
DONE, OTHER, OPEN = "done", "other", "open"  # states of a step: other: something else was done
Judge = Callable[[GlorySession], str]


class Step(NamedTuple):
    """key: of its sentences. judge: what has become of it. phase: of st.PHASES, the one in which it
    can be done; "": any. target: the part of the page.
    """

    key: str
    judge: Judge
    phase: str = ""
    target: str = "choices"


class Lesson(NamedTuple):
    """begins: the person's first decision that a script does not make."""

    begins: str
    steps: tuple[Step, ...]
    options: dict[str, Any]


# --- what was done -------------------------------------------------------------------------
def _own(session: GlorySession, decision: str, turn: int = 1) -> list[dict[str, Any]]:
    """The person's choices of a decision in a turn."""
    lines = session.record.lines
    asked = turn, SEAT, decision
    return [
        line["choice"] for line in lines if (line["turn"], line["actor"], line["decision"]) == asked
    ]


def _is_past(session: GlorySession, phase: str) -> bool:
    """Whether a phase of turn 1 is over."""
    game = session.game
    later = st.PHASES.index(game.phase) > st.PHASES.index(phase)
    return session.is_over or game.turn > 1 or later


def _judged(is_done: bool, is_over: bool) -> str:
    return DONE if is_done else OTHER if is_over else OPEN


def _woken(session: GlorySession) -> str:
    units = [one for one in _own(session, "activate") if "unit" in one]
    ended = {"end": True} in _own(session, "activate") or _is_past(session, "activation")
    return _judged(bool(units), ended)


def _has_moved_on(session: GlorySession) -> bool:
    return {"end": True} in _own(session, "move") or _is_past(session, "movement")


def _escorting(session: GlorySession) -> str:
    scenario = session.game.scenario
    convoy = scenario.boxes[int(scenario.tables[0].convoy)]
    moves = [one for one in _own(session, "move") if one.get("to") == convoy]
    return _judged(bool(moves), _has_moved_on(session))


def _convoys_sailed(session: GlorySession) -> str:
    rolls = [roll["purpose"] for line in session.record.lines for roll in line["dice"]]
    return _judged("convoy" in rolls, session.is_over)


def _built(session: GlorySession) -> str:
    kinds = session.game.scenario.tables[0].kind
    built = [
        one
        for one in _own(session, "produce")
        if (about := one.get("advance") or one.get("counter"))
        and kinds[session.game.counter(about)] == st.TRANSPORT
    ]
    ended = {"end": True} in _own(session, "produce") or _is_past(session, "production")
    return _judged(bool(built), ended)


def _promised(session: GlorySession) -> str:
    said = [one for one in _own(session, "speak") if "say" in one]
    return _judged(bool(said), bool(_own(session, "offer")) or _is_past(session, "tonnage"))


def _offered(session: GlorySession) -> str:
    """An offer of the person that leaves the Army half of what it needs."""
    need = sum(one["price"] for one in facts.prices(session.moments.after(-1), "army"))
    fair = [one for one in _own(session, "offer") if 2 * one["army"] >= need]
    return _judged(bool(fair), _is_past(session, "tonnage"))


def _agreed(session: GlorySession) -> str:
    answers = [
        line["choice"]
        for line in session.record.lines
        if (line["turn"], line["decision"]) == (1, "answer")
    ]
    return _judged({"accept": True} in answers, _is_past(session, "tonnage"))


def _kept_word(session: GlorySession) -> str:
    own = [row["state"] for row in partner_memory.ledger(session.game) if row["of"] == SEAT]
    has_offered = bool(_own(session, "offer", 2) or _own(session, "answer", 2))
    if "broken" in own:
        return OTHER
    return _judged(has_offered, session.is_over or session.game.turn > 2)


def _sailed_out(session: GlorySession) -> str:
    held = facts.contested(session.game)
    moves = [one for one in _own(session, "move") if one.get("to") in held]
    return _judged(bool(moves), _has_moved_on(session))


def _fought(session: GlorySession) -> str:
    fights = _own(session, "battle")
    return _judged(bool(fights), _is_past(session, "combat"))


def _paid(session: GlorySession) -> str:
    return _judged(bool(_own(session, "pay")), _is_past(session, "combat"))


def _turn_ended(session: GlorySession) -> str:
    return _judged(session.game.turn > 1, session.is_over)


LESSONS = {
    "pool": Lesson(
        "activate",
        (
            Step("wake", _woken, "activation"),
            Step("escort", _escorting, "movement"),
            Step("convoys", _convoys_sailed),
            Step("build", _built, "production"),
            Step("turn", _turn_ended, target="total"),
        ),
        {},
    ),
    "talks": Lesson(
        "speak",
        (
            Step("promise", _promised),
            Step("offer", _offered, target="offer"),
            Step("agree", _agreed),
            Step("keep", _kept_word),
        ),
        {"talk": "cheap"},
    ),
    "battle": Lesson(
        "move",
        (
            Step("sail", _sailed_out, "movement", "map"),
            Step("fight", _fought),
            Step("pay", _paid),
            Step("turn", _turn_ended, target="total"),
        ),
        {},
    ),
}


# --- beginning and showing -----------------------------------------------------------------
def begin(name: str) -> GlorySession:
    """A new game of a lesson, played by a script up to where the person takes over."""
    lesson = LESSONS[name]
    session = new_session(SCENARIO, SEAT, PARTNER, seed=SEED, options=lesson.options)
    script, view = make_agent(PARTNER), GameView(session.game, SEAT)
    script.reset(SEAT, SEED)
    while not (session.waits_for and session.game.decision == lesson.begins):
        if session.waits_for:
            action = int(script.act(session.observe(SEAT), session.game.mask.copy(), view))
            session.act(action)
        else:
            session.play_on()
    return session


def is_lesson(session: GlorySession) -> bool:
    """Whether a game is one of a lesson: it says nothing of how a person plays."""
    return session.game.scenario.name == SCENARIO and session.game.seed == SEED


def _todo(session: GlorySession, name: str, step: Step) -> Say:
    """What to do; before its phase has come, to end the one that goes on."""
    words = Say(f"lesson.{name}.{step.key}.todo")
    game = session.game
    is_early = step.phase and st.PHASES.index(game.phase) < st.PHASES.index(step.phase)
    return Say("lesson.first", phase=Say(f"phase.{game.phase}"), todo=words) if is_early else words


def lesson_view(file: str, session: GlorySession) -> dict[str, Any] | None:
    """The message `lesson` of the game saved under a name; None where it is no lesson."""
    name = file.removeprefix(LESSON)
    if not file.startswith(LESSON) or name not in LESSONS or not is_lesson(session):
        return None
    if session.players[SEAT] != PERSON or session.is_replay:
        return None
    steps = LESSONS[name].steps
    states = [step.judge(session) for step in steps]
    at = next((k for k, state in enumerate(states) if state == OPEN), None)
    past = states[: len(steps) if at is None else at]
    about: dict[str, Any] = {"type": "lesson", "name": name, "states": states, "at": at}
    about["title"] = Say(f"lesson.{name}.title")
    about["words"] = Say("lesson.over") if at is None else _todo(session, name, steps[at])
    about["target"] = steps[at].target if at is not None else None
    about["said"] = None
    if past:
        about["said"] = Say(f"lesson.{name}.{steps[len(past) - 1].key}.{past[-1]}")
    return about
