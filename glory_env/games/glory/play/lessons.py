"""Short lessons at the page: each task is checked by what the record says was done.

A lesson is a game of the teaching scenario with a fixed seed, beside a character who gives and
answers, saved under the lesson's own name. What comes before the person's first decision the same
character plays in both seats. How far a lesson has come is read from the record at any time, so
that undo takes steps back and a saved lesson goes on where it was left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from glory_env.envs.agent import GameView, make_agent
from glory_env.games.glory import state as st
from glory_env.games.glory.engine import odds
from glory_env.games.glory.play import lesson_checks as check
from glory_env.games.glory.play.lesson_checks import OPEN, Played
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.rules.handicap import floor_of, margin_of
from glory_env.games.glory.words import names
from glory_env.play.reading import PERSON
from glory_env.play.saves import LESSON
from glory_env.text.lazy import Joined, Say

SCENARIO, SEAT, PARTNER = "teaching", "navy", "hayashi"


class Step(NamedTuple):
    """key: of its sentences. judge: what has become of it. phase: of st.PHASES, the one in which it
    can be done; "": any. target: the part of the page. astray: whether something was done that
    looks like it and is not: its sentence is `astray`.
    """

    key: str
    judge: Callable[[Played], str]
    phase: str = ""
    target: str = "choices"
    astray: Callable[[Played], bool] | None = None


class Lesson(NamedTuple):
    """begins: turn and decision that the person takes first."""

    begins: tuple[int, str]
    steps: tuple[Step, ...]
    seed: int
    options: Mapping[str, Any]


LESSONS = {
    "pool": Lesson(
        (1, "activate"),
        (
            Step("wake", check.woken, "activation"),
            Step("escort", check.box_filled, "movement"),
            Step("convoys", check.convoys_sailed),
            Step("build", check.transport_built, "production", astray=check.built_something_else),
            Step("turn", check.turn_ended, target="total"),
        ),
        seed=16,
        options={},
    ),
    "talks": Lesson(
        (1, "speak"),
        (
            Step("promise", check.promised, target="lines"),
            Step("offer", check.offered_half, target="offer"),
            Step("agree", check.agreed),
            Step("keep", check.kept_word),
            Step("reward", check.rewarded),
        ),
        seed=17,
        options={"talk": "cheap"},
    ),
    "battle": Lesson(
        (1, "move"),
        (
            Step("sail", check.many_dice, "movement", "map"),
            Step("fight", check.fought_well),
            Step("pay", check.spared_pool),
            Step("turn", check.turn_ended, target="total"),
        ),
        seed=25,
        options={},
    ),
    "end": Lesson(
        (2, "move"),
        (
            Step("homes", check.homes_safe, "movement", "map"),
            Step("floor", check.floor_kept, target="total"),
            Step("last", check.completed),
            Step("won", check.has_won),
        ),
        seed=22,
        options={"handicap": {"start": -60}},
    ),
}


# --- beginning and showing -----------------------------------------------------------------
def begin(name: str) -> GlorySession:
    """A new game of a lesson, at the person's first decision."""
    lesson = LESSONS[name]
    session = new_session(SCENARIO, SEAT, PARTNER, seed=lesson.seed, options=dict(lesson.options))
    game = session.game
    twin, view = make_agent(PARTNER), GameView(game, SEAT)
    twin.reset(SEAT, lesson.seed)
    while not session.waits_for or (game.turn, game.decision) != lesson.begins:
        if session.waits_for:
            session.act(int(twin.act(session.observe(SEAT), game.mask.copy(), view)))
        else:
            session.play_on()
    return session


def is_lesson(session: GlorySession) -> bool:
    """Whether a game is one of a lesson: it says nothing of how a person plays."""
    seeds = {lesson.seed for lesson in LESSONS.values()}
    return session.game.scenario.name == SCENARIO and session.game.seed in seeds


def lesson_view(file: str, session: GlorySession) -> dict[str, Any] | None:
    """The message `lesson` of the game saved under a name; None where it is no lesson."""
    name = file.removeprefix(LESSON)
    if not file.startswith(LESSON) or name not in LESSONS or not is_lesson(session):
        return None
    if session.players[SEAT] != PERSON or session.is_replay:
        return None
    lesson = LESSONS[name]
    played = Played(session, SEAT, lesson.begins[0])
    states = [step.judge(played) for step in lesson.steps]
    at = next((k for k, state in enumerate(states) if state == OPEN), None)
    message = lesson_message(name, states, at)
    values = _values(played)
    if at is None:
        message["words"] = Say("lesson.over")
    else:
        step = lesson.steps[at]
        message["words"] = _todo(played, Say(f"lesson.{name}.{step.key}.todo", **values), step)
        message["target"] = step.target
        if step.astray and step.astray(played):
            message["said"] = Say(f"lesson.{name}.{step.key}.astray", **values)
            return message
    past = len(states) if at is None else at
    if past:
        message["said"] = Say(
            f"lesson.{name}.{lesson.steps[past - 1].key}.{states[past - 1]}", **values
        )
    return message


def lesson_message(name: str, states: list[str], at: int | None) -> dict[str, Any]:
    """The message without its sentences. at: the step to do now, None: none is left."""
    title = Say(f"lesson.{name}.title")
    about = {"type": "lesson", "name": name, "title": title, "states": states, "at": at}
    return about | {"words": None, "question": None, "said": None, "target": None}


def _todo(played: Played, words: Say, step: Step) -> Say:
    """What to do; before its phase has come, to end the one that goes on, if it can be ended."""
    game, phase = played.game, played.game.phase
    is_early = step.phase and st.PHASES.index(phase) < st.PHASES.index(step.phase)
    is_early = is_early and game.is_legal({"end": True})
    return Say("lesson.first", phase=Say(f"phase.{phase}"), todo=words) if is_early else words


def _values(played: Played) -> dict[str, Any]:
    """What the sentences of lessons name, in the position as it is."""
    game, s, turn, k = played.game, played.tables, played.turn, played.k
    g, boxes = game.record, game.scenario.boxes
    homes = [names.name(game.scenario, box) for b, box in enumerate(boxes) if s.home_islands[b]]
    fallen, near = check.home_boxes(played.after_moves())
    return {
        "total": int(g.total),
        "floor": int(floor_of(g, s)),
        "margin": int(margin_of(g, s, k)),
        "last": int(s.last_turn),
        "full": int(s.convoy_ships),
        "ships": int(odds.convoy_escorts(played.after_moves().record, s)[0]),
        "bare": round(odds.mean_convoy_loss(g, s, 0, 0, g.convoy_method)),
        "escorted": round(odds.mean_convoy_loss(g, s, s.convoy_ships, 0, g.convoy_method)),
        "sailed": played.escorts(),
        "convoys": int(g.log_convoy_loss[turn]),
        "dice": max(played.dice(), default=0),
        "many": check.MANY,
        "lost": int(g.log_loss[turn, k]),
        "battles": int(g.log_burnt[turn].sum()),
        "burnt": int(g.log_burnt[turn, k]),
        "share": int(g.log_shares[turn + 1, k]),
        "own": int(g.gp[k]),
        "theirs": int(g.gp[1 - k]),
        "homes": Joined(homes),
        "fallen": fallen,
        "near": near,
    }
