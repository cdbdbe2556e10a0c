"""Chat completions of an OpenAI-compatible endpoint, over the standard library's HTTP."""

from __future__ import annotations

import json
import os
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from glory_env.envs.agent import AgentError

Message = dict[str, str]  # role, content
LOCAL = ("localhost", "127.0.0.1", "::1")
AGAIN = (408, 429)  # and all from 500 on: worth another try
LONGEST_WAIT = 60.0  # seconds between two tries


class CallError(RuntimeError):
    """A call that gave nothing after all tries. is_answered: whether the endpoint was there."""

    def __init__(self, words: str, is_answered: bool) -> None:
        super().__init__(words)
        self.is_answered = is_answered


class Reply(NamedTuple):
    """What the model wrote, and the tokens the endpoint says it took; 0 where it says nothing."""

    text: str
    prompt_tokens: int
    completion_tokens: int


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key goes to the address that was given, and to no other."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Endpoint:
    """url: up to and without /chat/completions. key: name of the environment variable that holds
    the key, empty for none. timeout: seconds a try. tries: of one call.

    AgentError, in one line, for an address or variable that cannot be used. `sleep` is called
    with the seconds between two tries; `retries` counts them.
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
        self.retries = 0
        self._key = key
        self._body = {"model": model, "temperature": temperature, "max_tokens": max_tokens}
        self._timeout, self._tries = timeout, tries
        self._secret()  # whether there is one is said before the game
        no_proxy = [urllib.request.ProxyHandler({})] if host in LOCAL else []
        self._opener = urllib.request.build_opener(_NoRedirect, *no_proxy)

    def complete(self, messages: Sequence[Message]) -> Reply:
        """The model's answer to a conversation.

        AgentError where another try is no use: a wrong key, address or model. CallError after the
        last try.
        """
        for k in range(self._tries):
            wait = min(2.0**k, LONGEST_WAIT)
            try:
                return self._once(messages)
            except urllib.error.HTTPError as error:
                with error:
                    words = f"{error.code} {error.reason}"
                    if error.code not in AGAIN and error.code < 500:
                        hint = "; is the key right?" if error.code in (401, 403) else ""
                        raise AgentError(f"{self.url} answered {words}{hint}") from None
                    wait = _retry_after(error.headers.get("Retry-After"), wait)
                is_answered, words = True, f"answered {words}"
            except (OSError, HTTPException) as error:  # URLError and time-outs among them
                reason = getattr(error, "reason", None) or error
                is_late = isinstance(error, TimeoutError) or isinstance(reason, TimeoutError)
                is_answered = is_late
                words = f"gave no answer in {self._timeout:g} s" if is_late else f"failed: {reason}"
            except ValueError as error:
                is_answered, words = True, f"answered what is no chat completion: {error}"
            if k + 1 < self._tries:
                self.retries += 1
                self.sleep(wait)
        raise CallError(f"{self.url} {words}", is_answered)

    def _once(self, messages: Sequence[Message]) -> Reply:
        body = json.dumps({**self._body, "messages": list(messages)}).encode()
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._secret()}"
        request = urllib.request.Request(f"{self.url}/chat/completions", body, headers)
        with self._opener.open(request, timeout=self._timeout) as answer:
            return _reply(json.loads(answer.read()))

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
        if is_usable and parts.hostname and not parts.query and parts.username is None:
            return parts.hostname
    except ValueError:
        pass
    raise AgentError(
        "parameter 'url': expected http://host/path or https://host/path, without a user and "
        f"without '?', got {url!r}"
    )


def _reply(found: Any) -> Reply:
    """ValueError says what is missing."""
    try:
        text = found["choices"][0]["message"]["content"] or ""
    except (KeyError, IndexError, TypeError):
        raise ValueError("choices[0].message.content is missing") from None
    usage = found.get("usage") or {}
    counts = [usage.get(f"{name}_tokens") for name in ("prompt", "completion")]
    prompt, completion = (count if isinstance(count, int) else 0 for count in counts)
    return Reply(str(text), prompt, completion)


def _retry_after(given: str | None, usual: float) -> float:
    """Seconds to wait: what the endpoint asks for in seconds, up to LONGEST_WAIT."""
    try:
        return min(max(float(given or usual), 0.0), LONGEST_WAIT)
    except ValueError:  # a date
        return usual
