"""A recorded game in the terminal: line by line, back and forth, with the board of any moment."""

from __future__ import annotations

from collections.abc import Callable

from glory_env.game.game import Game
from glory_env.play import telling
from glory_env.play.session import REPLAY, GameSession
from glory_env.play.terminal import ask_person
from glory_env.play.terminal_look import Look

HELP = """\
  Enter   what happened next      b   the board at this moment
  NUMBER  go to that line         m   the map
  t N     go to turn N            q   leave"""


class TerminalReplay:
    """Shows a session that is only looked at. read, show: in place of stdin and print."""

    def __init__(
        self,
        session: GameSession,
        read: Callable[[str], str] = ask_person,
        show: Callable[[str], object] = print,
        look: Look | None = None,
    ) -> None:
        self.session = session
        self.read = read
        self.show = show
        self.look = look or Look()
        self.at = -1  # the line shown last

    def run(self) -> int:
        """Until the person leaves; 0."""
        game, lines = self.session.game, self.session.record.lines
        names = ", ".join(f"{seat}: {who}" for seat, who in self.session.players.items())
        self.show(f"Glory, scenario {game.scenario.name}, seed {game.seed} ({names})\n{HELP}")
        try:
            while True:
                answer = self.read(f"line {self.at + 1} of {len(lines)}> ").strip().lower()
                if answer in ("q", "quit"):
                    return 0
                self._answer(answer)
        except (EOFError, KeyboardInterrupt):
            self.show("")
            return 0

    def _answer(self, answer: str) -> None:
        lines = self.session.record.lines
        first, *rest = answer.split() or [""]
        if answer == "":
            self._go_on()
        elif answer.isdecimal():
            if not 1 <= int(answer) <= len(lines):
                self.show(f"{answer!r} is not one of 1 to {len(lines)}")
                return
            self._go_to(int(answer) - 1)
        elif first in ("t", "turn"):
            wanted = int(rest[0]) if len(rest) == 1 and rest[0].isdecimal() else 0
            found = [k for k, line in enumerate(lines) if line["turn"] == wanted]
            if found:
                self._go_to(found[0])
            else:
                self.show(f"t N goes to turn N, 1 to {lines[-1]['turn']}")
        elif answer in ("b", "board"):
            self.show(self.look.board(self._moment()))
        elif answer in ("m", "map"):
            self.show(self.look.map(self._moment()))
        else:
            if first in ("h", "hint", "u", "undo"):
                self.show(REPLAY)
            self.show(HELP)

    def _moment(self) -> Game:
        return self.session.moments.after(self.at)

    def _go_on(self) -> None:
        """To the next line that is worth telling."""
        lines = self.session.record.lines
        at = self.at + 1
        while at < len(lines) and telling.is_dull(lines[at]):
            at += 1
        if at < len(lines):
            self._go_to(at)
        else:
            end = self.session.is_over
            self.show(telling.result_words(self.session.game) if end else "the record ends here")

    def _go_to(self, at: int) -> None:
        lines = self.session.record.lines
        before = lines[self.at] if self.at >= 0 else None
        self.at = at
        heading = (before["phase"], before["turn"]) if before else ("", 0)
        said, _ = telling.story(self.session.game.scenario, [lines[at]], heading)
        self.show("\n".join(said) or "(nothing to tell)")
