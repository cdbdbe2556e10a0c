"""A recorded game in the terminal: line by line, back and forth, and the review of decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from glory_env.play.reading import PERSON
from glory_env.terminal.at_terminal import AtTerminal
from glory_env.terminal.screen import Screen, ask_person
from glory_env.text.lazy import Say


class TerminalReplay(Screen):
    """Shows a session that is only looked at, as a person of it saw the game."""

    def __init__(
        self,
        game: AtTerminal,
        read: Callable[[str], str] = ask_person,
        show: Callable[[str], object] = print,
    ) -> None:
        super().__init__(game, read, show)
        players = game.session.players
        self.seat = next((seat for seat in players if players[seat] == PERSON), next(iter(players)))
        self.lines: list[dict[str, Any]] = game.session.record.lines
        self.at = -1  # the line shown last

    def run(self) -> int:
        """Until the person leaves; 0."""
        self.say(self.title(), Say("terminal.replay_help"))
        try:
            while True:
                numbers = {"line": self.at + 1, "lines": len(self.lines)}
                prompt = self.game.to(Say("terminal.prompt_replay", **numbers))
                answer = self.read(prompt).strip().lower()
                if answer in ("q", "quit"):
                    return 0
                self._answer(answer)
        except (EOFError, KeyboardInterrupt):
            self.show("")
            return 0

    def _answer(self, answer: str) -> None:
        first, *rest = answer.split() or [""]
        if answer == "":
            self._go_on()
        elif answer.isdecimal():
            if 1 <= int(answer) <= len(self.lines):
                self._go_to(int(answer) - 1)
            else:
                self.say(Say("terminal.no_line", answer=answer, n=len(self.lines)))
        elif first in ("t", "turn"):
            turn = int(rest[0]) if len(rest) == 1 and rest[0].isdecimal() else None
            at = next((k for k, one in enumerate(self.lines) if one["turn"] == turn), None)
            if at is None:
                self.say(Say("terminal.turn_usage", n=self.lines[-1]["turn"]))
            else:
                self._go_to(at)
        elif answer in ("b", "board"):
            self.say(*self.game.position(self.seat, self.at))
        elif answer in ("m", "map"):
            self.say(self.game.map(self.seat, self.at))
        elif answer in ("r", "review"):
            self.review()
        else:
            if first in ("h", "hint", "u", "undo"):
                self.say(Say("undo.replay"))
            self.say(Say("terminal.replay_help"))

    def _go_on(self) -> None:
        """To the next line that is worth showing."""
        for k in range(self.at + 1, len(self.lines)):
            if self.show_entry(self.seat, k):
                self.at = k
                return
        ended = self.game.ending() if self.game.session.is_over else ()
        self.say(*(ended or [Say("terminal.record_ends")]))

    def _go_to(self, at: int) -> None:
        self.at = at
        if not self.show_entry(self.seat, at):
            self.say(Say("terminal.nothing_to_show"))
