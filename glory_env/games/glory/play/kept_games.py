"""Finished games that a person lets be kept, to train partners from: consent, records, ratings.

Kept are games of one person with an agent, each as an ordinary record `<name>.jsonl` and, beside
it, `<name>.json` with seat, partner and rating. The answer to the question stands in
`consent.json`.
Nothing is kept before a yes, and nothing leaves the machine.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from glory_env.core.files import write_whole
from glory_env.games.glory.play.lessons import is_lesson
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.state import SERVICES
from glory_env.play.messages import Refusal
from glory_env.play.reading import PERSON
from glory_env.play.saves import ENDING, name_of_ended
from glory_env.text.lazy import Say

CONSENT = "consent.json"


def default_folder() -> Path:
    """In the user's folder for data; RuntimeError for a user without a home."""
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    if given.is_absolute():  # the convention: empty is unset, and relative is not valid
        parent = given
    elif sys.platform == "win32":
        parent = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        parent = Path.home() / "Library" / "Application Support"
    else:
        parent = Path.home() / ".local" / "share"
    return parent / "glory-env" / "games"


class Kept:
    """The folder of kept games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def consent(self) -> bool | None:
        """Whether games may be kept; None: not asked yet, or the answer cannot be read."""
        try:
            keeps = json.loads((self.folder / CONSENT).read_text(encoding="utf-8"))["keep"]
        except (OSError, ValueError, LookupError, TypeError):
            return None
        return keeps if isinstance(keeps, bool) else None

    def answer(self, keep: bool) -> None:
        """What the person says to the question, or in the menu; OSError if it cannot be stored."""
        write_whole(self.folder / CONSENT, json.dumps({"keep": keep}) + "\n")

    def keep(self, session: GlorySession) -> str:
        """Write a finished game and return its name; the same game always has the same one."""
        name = name_of_ended(session.record)
        if not (self.folder / f"{name}.json").exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            session.save(self.folder / f"{name}{ENDING}")
            self._describe(session, name, None)
        return name

    def rate(self, session: GlorySession, name: str, rating: int) -> None:
        """What the person thinks of the partner, 1 (bad) to 5 (good)."""
        self._describe(session, name, rating)

    def rating(self, name: str) -> int | None:
        """The rating of a kept game; None where there is none, or none that can be read."""
        try:
            about = json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))
            return int(about["rating"])
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def _describe(self, session: GlorySession, name: str, rating: int | None) -> None:
        seat = next(seat for seat in SERVICES if session.players[seat] == PERSON)
        partner = next(who for who in session.players.values() if who != PERSON)
        about = {"seat": seat, "partner": partner, "rating": rating}
        write_whole(self.folder / f"{name}.json", json.dumps(about) + "\n")


class Keeping:
    """What the table does with the game on it. publish: hands messages to all pages. kept: None
    where nothing is to be kept or asked (two people apart)."""

    def __init__(self, kept: Kept | None, publish: Callable[..., None]) -> None:
        self._kept, self._publish = kept, publish
        self._of: str | None = None  # name under which the game on the table is kept
        self._problem: str | None = None

    def answer(self, session: GlorySession, keep: bool) -> None:
        """The person's answer; a finished game on the table is kept at once."""
        try:
            self._folder().answer(keep)
        except OSError as error:
            raise Refusal("refused", f"{CONSENT}: {error.strerror or error}") from None
        self.look_at(session)
        self._publish(*self.messages())

    def rate(self, session: GlorySession, rating: int) -> None:
        """Refusal where the game on the table is not kept."""
        if self._of is None:
            raise Refusal("not_now", Say("data.not_kept_here"))
        try:
            self._folder().rate(session, self._of, rating)
        except OSError as error:
            raise Refusal("refused", f"{self._of}: {error.strerror or error}") from None
        self._publish(*self.messages())

    def look_at(self, session: GlorySession) -> bool:
        """Keep the game if it is over and may be kept; whether there is anything new to say."""
        before, self._of, self._problem = (self._of, self._problem), None, None
        if self._kept is not None and _may_be_kept(session) and self._kept.consent:
            try:
                self._of = self._kept.keep(session)
            except OSError as error:
                self._problem = f"{self._kept.folder}: {error.strerror or error}"
        return before != (self._of, self._problem)

    def messages(self) -> list[dict[str, Any]]:
        """What pages have to know."""
        if self._kept is None:
            return []
        about: dict[str, Any] = {"type": "data", "consent": self._kept.consent}
        about |= {"folder": str(self._kept.folder.resolve()), "game": self._of, "rating": None}
        problem = self._problem and Say("data.not_kept", reason=self._problem)
        if self._of is not None:
            about["rating"] = self._kept.rating(self._of)
        return [{**about, "problem": problem}]

    def _folder(self) -> Kept:
        if self._kept is None:
            raise Refusal("not_now", Say("data.not_kept_here"))
        return self._kept


def _may_be_kept(session: GlorySession) -> bool:
    """Whether it is a finished game that one person has played with an agent here."""
    people = [seat for seat in SERVICES if session.players[seat] == PERSON]
    is_own = len(people) == 1 and not is_lesson(session)
    return session.is_over and not session.is_replay and is_own
