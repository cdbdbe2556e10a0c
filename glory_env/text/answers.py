"""Answers in words: what is wrong with one."""

from __future__ import annotations

from glory_env.text.lazy import Text


class AnswerError(ValueError):
    """An answer that names no single legal action; `words` says what was expected."""

    def __init__(self, words: Text) -> None:
        super().__init__(str(words))
        self.words = words
