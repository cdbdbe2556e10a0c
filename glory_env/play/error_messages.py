"""The `error` message: stable codes, and no more of what was sent than is needed to know it by."""

from __future__ import annotations

from typing import Any

from glory_env.play.messages import Refusal
from glory_env.play.saves import SaveError
from glory_env.text import sentences
from glory_env.text.lazy import Say, Text

LONGEST = 300  # characters of an error that repeats what was sent


class NotSaved(Refusal):
    """A game that could not be written, and why."""

    def __init__(self, name: str, error: OSError) -> None:
        reason = error.strerror or str(error)
        words = Say("notice.not_saved", reason=f"{name}: {reason}")
        super().__init__("not_saved", words)
        self.notice = {"key": "not_saved", "facts": {"reason": reason}, "words": words}


def cut(text: str) -> str:
    """A text in one line, without its middle where it is long."""
    text = " ".join(text.split())
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]} ... {text[-half:]}"


def error_message(about: str, code: str, error: Exception) -> dict[str, Any]:
    """What a page is told about a message that changes nothing.

    Errors with `words` say those, others what the code means, or their own English text.
    """
    if isinstance(error, SaveError):
        code = error.code
    detail, key = cut(str(error)), f"error.{code}"
    words: Text | str = getattr(error, "words", None) or detail
    if isinstance(words, str):
        words = Say(key) if key in sentences("en") else cut(words)
    return {"type": "error", "code": code, "about": about, "words": words, "detail": detail}
