"""Another game for the table: a new one, a saved one, a lesson, or this one from a moment on."""

from __future__ import annotations

from glory_env.games.glory.play import coached, lessons
from glory_env.games.glory.play import messages as m
from glory_env.games.glory.play.opening import open_new, open_saved
from glory_env.games.glory.play.session import GlorySession
from glory_env.play.allowed_agents import Allowed
from glory_env.play.from_moment import again
from glory_env.play.messages import Again, Load, Refusal
from glory_env.play.saves import EXTREMES, LESSON, SaveError, Saves
from glory_env.play.two_pages import Apart
from glory_env.text.lazy import Say

Asking = m.New | Load | m.Replay | Again | m.Lesson


def another(
    message: Asking, session: GlorySession, saves: Saves, allowed: Allowed
) -> tuple[GlorySession, str | None]:
    """The game a page asks for, and the name it is saved under, None: the next free one.

    session: the game on the table, which stays as it is. Raises Refusal and SaveError.
    """
    match message:
        case m.New():
            return _new(message, allowed), None
        case Again():
            return _again(message, session, allowed), None
        case m.Lesson():
            return _lesson(message, saves)
        case _:
            return _saved(message, saves, allowed), message.name


def check_asked(message: Asking, apart: Apart | None, session: GlorySession) -> None:
    """Refusal where another game would end that of two people, or show what they may not see.

    That is what is sealed in it, and dice that follow from a seed that one of them has chosen.
    """
    if apart is None:
        return
    if session.has_begun and not (session.is_over or session.is_replay):
        raise Refusal("not_now", Say("error.apart"))
    if isinstance(message, m.New) and message.seed is not None:
        raise Refusal("not_now", "seed: expected none where two people play apart")


def _new(message: m.New, allowed: Allowed) -> GlorySession:
    try:
        return open_new(message, allowed)
    except (ValueError, OSError) as error:
        raise Refusal("bad_input", str(error)) from None


def _lesson(message: m.Lesson, saves: Saves) -> tuple[GlorySession, str]:
    if message.name == coached.COACHED:
        try:
            return coached.begin(message.seat), saves.new_name(kind=coached.COACHED)
        except ValueError as error:
            raise Refusal("refused", str(error)) from None
    if message.seat != lessons.SEAT:
        raise Refusal("bad_input", f"seat: expected {lessons.SEAT} in the lesson {message.name}")
    return lessons.begin(message.name), f"{LESSON}{message.name}"


def _again(message: Again, session: GlorySession, allowed: Allowed) -> GlorySession:
    if message.line >= session.shown:
        raise Refusal("illegal", f"line {message.line}: the log does not go so far")
    try:
        return again(session.record, message.line, lambda path: open_saved(path, False, allowed))
    except (ValueError, OSError) as error:
        raise Refusal("refused", str(error)) from None


def _saved(message: Load | m.Replay, saves: Saves, allowed: Allowed) -> GlorySession:
    is_replay = message.type == "replay"
    try:
        if is_replay:
            return open_saved(saves.existing(message.name), True, allowed)
        with saves.taken_up(message.name) as path:
            return open_saved(path, False, allowed)
    except SaveError:
        raise
    except (ValueError, OSError, *EXTREMES) as error:
        raise Refusal("refused", str(error)) from None
