"""A person made of a seed: answers a terminal's prompts, and keeps what was said."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from glory_env.games.glory.game import Game
from glory_env.games.glory.play.at_terminal import GloryAtTerminal, items
from glory_env.games.glory.play.session import GlorySession
from glory_env.play.past_positions import Moments
from glory_env.play.reading import PERSON
from glory_env.terminal.at_terminal import Item
from glory_env.terminal.game import Terminal
from glory_env.text.lazy import as_json


class Player:
    """Reads prompts and answers them legally at random, or with given answers, then EOF."""

    def __init__(
        self, session: GlorySession, answers: Sequence[str] | None = None, language: str = "en"
    ) -> None:
        self.session, self.at_terminal = session, GloryAtTerminal(session, language)
        self.answers = None if answers is None else list(answers)
        self.given: list[str] = []
        self.shown: list[str] = []
        self._rng = random.Random(1)
        self._inner: tuple[Item, ...] = ()

    @property
    def text(self) -> str:
        return "\n".join(self.shown)

    def read(self, prompt: str) -> str:
        if self.answers is not None:
            if not self.answers:
                raise EOFError
            answer = self.answers.pop(0)
        else:
            answer = self._think(prompt)
        self.given.append(answer)
        self.shown.append(prompt + answer)
        return answer

    def show(self, text: object) -> None:
        self.shown.append(str(text))

    def play(self, save: Path) -> int:
        return Terminal(self.at_terminal, save, self.read, self.show).run()

    def _think(self, prompt: str) -> str:
        if self.session.is_over:
            raise EOFError
        if self.session.is_offer:
            total = self.session.game.total
            army = self._rng.randrange(0, total // 10) * 5
            return f"{army} {self._rng.randrange(0, (total - army) // 10) * 5}"
        if prompt.endswith(("which> ", "どれ> ")):
            number = self._rng.randrange(len(self._inner))
            picked = self._inner[number]
            self._inner = picked.inner or self._inner
            return str(picked.number or 1 + number)
        entries = items(self.session)
        number = self._rng.randrange(len(entries))
        self._inner = entries[number].inner
        return str(1 + number)


def at(game: Game) -> GlorySession:
    """A session of two people that stands at a position."""
    session = GlorySession(game.scenario, {"army": PERSON, "navy": PERSON}, seed=0)
    session.game = game
    session.moments = Moments(game, len(session.record.lines))
    return session


def in_english(view: dict[str, Any]) -> dict[str, Any]:
    """A message as a page gets it."""
    return json.loads(as_json(view, "en"))


def any_choice(session: GlorySession, rng: random.Random) -> dict[str, Any]:
    """A legal choice of the pending decision; offers ask for half of the total."""
    if session.is_offer:
        room = session.game.total // 10 * 5 // 2
        return {"army": room // 5 * 5, "navy": rng.randrange(0, room // 5) * 5}
    group = rng.choice(session.groups())
    return rng.choice(group.entries).choice


def play_to_person(session: GlorySession) -> None:
    """Until a person is asked or the game is over."""
    while not session.is_over and not session.waits_for:
        session.play_on()
