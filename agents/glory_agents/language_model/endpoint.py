"""Chat completions of an OpenAI-compatible endpoint. Nothing that one sends is taken on trust."""

from __future__ import annotations

import json
import math
import os
import re
import time
import urllib.error
from collections.abc import Callable, Sequence
from http import HTTPStatus
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from glory_agents.language_model.transport import Transport
from glory_env.core import json_file
from glory_env.core.json_file import JsonError
from glory_env.envs.agent import AgentError

Message = dict[str, str]  # role, content
LOCAL = ("localhost", "127.0.0.1", "::1")
AGAIN = (408, 429)  # and all from 500 on: worth another try
LONGEST_WAIT = 60.0  # seconds between two tries
MOST_TOKENS = 10**9  # that a call may have taken
TOKEN = 4  # bytes of one, where the endpoint does not count them
SHORTEST_KEY = 8  # characters; a shorter one may be a common word, and is no secret


class CallError(RuntimeError):
    """A call that gave nothing after all tries. is_answered: whether the endpoint was there."""

    def __init__(self, words: str, is_answered: bool) -> None:
        super().__init__(words)
        self.is_answered = is_answered


class Reply(NamedTuple):
    """What the model wrote, and the tokens it took. estimated: those that the endpoint does not say
    are made of the length, a token for TOKEN bytes.
    """

    text: str
    prompt_tokens: int
    completion_tokens: int
    estimated: bool


class Endpoint:
    """url: up to and without /chat/completions. key: name of the environment variable that holds
    the key, empty for none. timeout: seconds a try. tries: of one call.

    AgentError, in one line, for an address or variable that cannot be used. `sleep` is called
    with the seconds between two tries; `retries` counts them. `clock`: seconds, any zero.
    """

    def __init__(
        self, url: str, model: str, key: str, temperature: float, max_tokens: int,
        timeout: float, tries: int,
    ) -> None:  # fmt: skip
        host = _checked_host(url)
        if key and not re.fullmatch(r"[A-Za-z_]\w*", key, re.ASCII):
            raise AgentError("parameter 'key': expected the name of an environment variable")
        self.url = url.rstrip("/")
        self.sleep: Callable[[float], object] = time.sleep
        self.clock: Callable[[], float] = time.monotonic
        self.retries = 0
        self._key = key
        self._body = {"model": model, "temperature": temperature, "max_tokens": max_tokens}
        self._timeout, self._tries = timeout, tries
        self._secret()  # whether there is one is said before the game
        self._transport = Transport(host in LOCAL)

    def complete(self, messages: Sequence[Message], end: float = math.inf) -> Reply:
        """The model's answer to a conversation. end: by `clock`, for all tries and pauses.

        AgentError where another try is no use: a wrong key, address or model. CallError after the
        last try, or where there is no time for another.
        """
        is_answered, words = True, "was left no time"
        for k in range(self._tries):
            wait = min(2.0**k, LONGEST_WAIT)
            seconds = min(self._timeout, end - self.clock())
            if seconds <= 0:
                break
            try:
                return self._once(messages, seconds)
            except urllib.error.HTTPError as error:
                with error:
                    words = _status(error.code)
                    if error.code not in AGAIN and error.code < 500:
                        hint = "; is the key right?" if error.code in (401, 403) else ""
                        raise AgentError(f"{self.url} answered {words}{hint}") from None
                    wait = _retry_after(error.headers.get("Retry-After"), wait)
                is_answered, words = True, f"answered {words}"
            except urllib.error.URLError as error:  # nothing was sent
                is_answered = isinstance(error.reason, TimeoutError)
                words = _failure(error.reason, seconds)
            except OSError as error:
                is_answered, words = True, _failure(error, seconds)
            except HTTPException as error:  # its text repeats what was sent
                is_answered, words = True, f"answered what is no HTTP ({type(error).__name__})"
            except ValueError as error:
                is_answered, words = True, f"answered what is no chat completion: {error}"
            if k + 1 < self._tries:
                if wait >= end - self.clock():
                    break
                self.retries += 1
                self.sleep(wait)
        raise CallError(f"{self.url} {words}", is_answered)

    def _once(self, messages: Sequence[Message], seconds: float) -> Reply:
        """ValueError says what is wrong with an answer, in words that are none of its own."""
        body = json.dumps({**self._body, "messages": list(messages)}).encode()
        headers = {"Content-Type": "application/json"}
        secret = self._secret()
        if secret:
            headers["Authorization"] = f"Bearer {secret}"
        raw = self._transport.post(f"{self.url}/chat/completions", body, headers, seconds)
        try:
            answer = json_file.parse(raw)
        except JsonError:
            raise ValueError("expected JSON") from None
        reply = _reply(answer, len(body))
        if len(secret) < SHORTEST_KEY:
            return reply
        return reply._replace(text=reply.text.replace(secret, "[key]"))

    def _secret(self) -> str:
        """The key, read each time: it stands in no attribute. No error repeats it."""
        secret = os.environ.get(self._key, "").strip() if self._key else ""
        if self._key and not re.fullmatch(r"[!-~]+", secret):
            raise AgentError(
                f"parameter 'key': the environment variable {self._key} is not set, or holds other "
                "characters than a key has"
            )
        return secret


def _checked_host(url: str) -> str:
    """The host of an address; AgentError where it is none, or holds what a record must not."""
    try:
        parts = urlsplit(url)
        is_usable = parts.scheme in ("http", "https") and (parts.port is None or parts.port > 0)
        is_plain = (
            parts.username is None and re.fullmatch(r"[!-~]+", url) and not set("?#") & {*url}
        )
        if is_usable and is_plain and parts.hostname:
            parts.hostname.encode("idna")
            return parts.hostname
    except ValueError:
        pass
    raise AgentError(
        "parameter 'url': expected http://host/path or https://host/path, without a user and "
        f"without '?', '#' or spaces, got {url!r}"
    )


def _status(code: int) -> str:
    """A status in the standard's words: those of the endpoint may repeat the key."""
    try:
        return f"{code} {HTTPStatus(code).phrase}"
    except ValueError:
        return str(code)


def _failure(reason: object, seconds: float) -> str:
    is_late = isinstance(reason, TimeoutError)
    return f"gave no answer in {seconds:.3g} s" if is_late else f"failed: {reason}"


def _reply(answer: Any, sent: int) -> Reply:
    """sent: bytes of the request. ValueError says what is missing."""
    try:
        text = answer["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        raise ValueError("choices[0].message.content is missing") from None
    text = "" if text is None else text
    if not isinstance(text, str):
        raise ValueError("choices[0].message.content is no text")
    usage = answer.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    prompt = _count(usage.get("prompt_tokens"), 1)  # there is no prompt without one
    completion = _count(usage.get("completion_tokens"), 0)
    return Reply(
        text,
        -(-sent // TOKEN) if prompt is None else prompt,
        -(-len(text.encode()) // TOKEN) if completion is None else completion,
        prompt is None or completion is None,
    )


def _count(given: Any, least: int) -> int | None:
    """A count of tokens; None for what cannot be one."""
    return given if type(given) is int and least <= given <= MOST_TOKENS else None


def _retry_after(given: str | None, usual: float) -> float:
    """Seconds to wait: what the endpoint asks for in seconds, up to LONGEST_WAIT."""
    try:
        asked = float(given or "")
    except ValueError:  # a date
        return usual
    return min(asked, LONGEST_WAIT) if 0 <= asked < math.inf else usual
