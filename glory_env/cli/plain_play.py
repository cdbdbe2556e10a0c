"""`glory play` of a game that adds nothing to it: lists of choices on a page or a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from glory_env.game.bundle import Bundle

if TYPE_CHECKING:
    from glory_env.cli.games import Sitting
    from glory_env.play.plain_table import PlainTable
    from glory_env.play.saves import Saves
    from glory_env.play.session import GameSession
    from glory_env.terminal.plain import PlainAtTerminal


class PlainPlay:
    """As the module of `Bundle.play` (`glory_env.cli.games`)."""

    def __init__(self, bundle: Bundle) -> None:
        self.bundle = bundle
        self.OWN, self.FOLDER = bundle.seats[0], Path("runs") / bundle.name

    def _session(self) -> type[GameSession]:
        from glory_env.play.session import GameSession

        return type("Session", (GameSession,), {"bundle": self.bundle})

    def new(self, players: Mapping[str, str | None], asked: Sitting) -> GameSession:
        who = {seat: name or self.bundle.partner for seat, name in players.items()}
        return self._session()(who, scenario=asked.scenario, seed=asked.seed, **asked.options)

    def resume(self, file: Path, asked: Sitting, is_replay: bool) -> GameSession:
        return self._session().resume(file, asked.scenario, asked.given, is_replay=is_replay)

    def compile_ahead(self, session: GameSession) -> None:
        """Making the session has compiled all."""

    def at_terminal(self, session: GameSession, language: str) -> PlainAtTerminal:
        from glory_env.terminal.plain import PlainAtTerminal

        return PlainAtTerminal(session, language)

    def table(
        self, session: GameSession, saves: Saves, name: str | None, asked: Sitting
    ) -> PlainTable:
        from glory_env.play.plain_table import PlainTable

        own: type[PlainTable] = type("Table", (PlainTable,), {"title": self.bundle.title})
        return own(session, saves, name)
