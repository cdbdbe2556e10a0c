"""The agent: a prompt for each decision, the answer read back, and a script where that fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from glory_agents.language_model.endpoint import CallError, Endpoint, Message, Reply
from glory_env.core.errors import one_line
from glory_env.envs.agent import Agent, AgentError, GameView
from glory_env.game.play import GamePlay
from glory_env.text.answers import AnswerError
from glory_env.text.lazy import Text

FAILED_IN_A_ROW = 5  # calls, after which the agent gives up
SHOWN = 200  # characters of an answer in `explain`
SENT_BACK = 4000  # characters of an invalid answer, its end, when the model is asked again


@dataclass
class Counts:
    """What an agent has used. tokens: as the endpoint reports them.

    decisions: those with a choice. calls: answered or not, retries apart. invalid: answers that
    named no legal action. failures: calls that gave nothing after all tries. fallbacks: decisions
    that the script made, over_budget: those of them for which no budget was left. estimated: calls
    whose tokens were not reported, or not as a number of them.
    """

    decisions: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    retries: int = 0
    invalid: int = 0
    failures: int = 0
    fallbacks: int = 0
    over_budget: int = 0
    estimated: int = 0

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens


class Limits(NamedTuple):
    """Of a game: calls and tokens, 0 = no limit. asks: of one decision, the first included;
    seconds: for all of a decision.
    """

    calls: int
    tokens: int
    asks: int
    seconds: float


class Reader(Protocol):
    """One moment of a game as a seat reads it; `game` is the copy that the texts are made of."""

    @property
    def game(self) -> GamePlay: ...
    def task(self) -> Text:
        """What the model is asked to do, before the first prompt."""

    def prompt(self, language: str, rules: bool) -> str:
        """Everything that the decision needs. rules: with the short rules."""

    def read(self, answer: str) -> int:
        """The legal action that an answer names; AnswerError."""


# reader(game, seat, game at the seat's last decision or None)
MakeReader = Callable[[Any, str, Any], Reader]


class _NoAnswer(Exception):
    """The model has not decided: why, in words."""


class LanguageModelAgent:
    """Plays what a language model answers, or what `fallback` plays instead.

    reader: makes the texts of a game. rules: whether each prompt holds the short rules.
    `counts`: of all games, `game`: of this one. AgentError from `act` where no call can ever
    succeed: a wrong key, address or model, an endpoint that cannot be reached, FAILED_IN_A_ROW
    calls in a row that gave nothing.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        limits: Limits,
        reader: MakeReader,
        fallback: Agent,
        language: str,
        rules: bool,
    ) -> None:
        self.endpoint, self.limits, self.fallback = endpoint, limits, fallback
        self._reader = reader
        self.language, self.rules = language, rules
        self.counts = Counts()
        self._has_answered = False
        self._failed = 0
        self._begin()

    def reset(self, seat: str, seed: int) -> None:
        self._begin()
        self.fallback.reset(seat, seed)

    def _begin(self) -> None:
        self.game = Counts()
        self._before: dict[str, GamePlay] = {}
        self._why = "nothing has been decided yet"

    def act(self, observation: np.ndarray, mask: np.ndarray, env_view: GameView) -> int:
        legal = np.flatnonzero(mask)
        if len(legal) == 1:
            self._why = "the only legal action"
            return int(legal[0])
        seat = env_view.seat
        reader = self._reader(env_view.clone(0), seat, self._before.get(seat))
        self._before[seat] = reader.game
        self._count(decisions=1)
        try:
            return self._ask(reader)
        except _NoAnswer as error:
            self._count(fallbacks=1)
            action = int(self.fallback.act(observation, mask, env_view))
            self._why = f"{error}; the fallback decided: {self.fallback.explain()}"
            return action

    def explain(self) -> str:
        return self._why

    def usage(self) -> dict[str, int]:
        """What all games have used: the fields of `Counts`."""
        return asdict(self.counts)

    # --- inside --------------------------------------------------------------------------
    def _ask(self, reader: Reader) -> int:
        messages: list[Message] = [
            {"role": "system", "content": reader.task().to(self.language)},
            {"role": "user", "content": reader.prompt(self.language, self.rules)},
        ]
        end = self.endpoint.clock() + self.limits.seconds
        for _ in range(self.limits.asks):
            answer = self._call(messages, end)
            try:
                action = reader.read(answer)
            except AnswerError as error:
                self._count(invalid=1)
                words = error.words.to(self.language)
                messages += [
                    {"role": "assistant", "content": answer[-SENT_BACK:]},
                    {"role": "user", "content": words},
                ]
                continue
            shown = " ".join(answer[-SENT_BACK:].split())[-SHOWN:]
            self._why = f"the model answered: {one_line(shown)}"
            return action
        raise _NoAnswer(f"no legal answer in {self.limits.asks} calls")

    def _call(self, messages: list[Message], end: float) -> str:
        limits, used = self.limits, self.game
        if (limits.calls and used.calls >= limits.calls) or (
            limits.tokens and used.tokens >= limits.tokens
        ):
            self._count(over_budget=1)
            raise _NoAnswer("the budget of the game is spent")
        if self.endpoint.clock() >= end:
            raise _NoAnswer(f"no legal answer in {limits.seconds:g} s")
        before = self.endpoint.retries
        self._count(calls=1)
        try:
            reply: Reply = self.endpoint.complete(messages, end)
        except CallError as error:
            self._failed += 1
            self._count(failures=1)
            if not self._has_answered and not error.is_answered:
                raise AgentError(f"cannot be reached: {error}") from None
            if self._failed >= FAILED_IN_A_ROW:
                raise AgentError(f"{self._failed} calls in a row failed: {error}") from None
            raise _NoAnswer(str(error)) from None
        finally:
            self._count(retries=self.endpoint.retries - before)
        self._has_answered, self._failed = True, 0
        self._count(
            prompt_tokens=reply.prompt_tokens,
            completion_tokens=reply.completion_tokens,
            estimated=int(reply.estimated),
        )
        return reply.text

    def _count(self, **more: Any) -> None:
        for counts in (self.counts, self.game):
            for key, count in more.items():
                setattr(counts, key, getattr(counts, key) + count)
