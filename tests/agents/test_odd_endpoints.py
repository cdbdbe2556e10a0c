"""Endpoints that send what none should: each decision ends, is played and is counted."""

from __future__ import annotations

import gzip
import io
import itertools
import json
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from glory_agents.language_model import transport
from glory_agents.language_model.agent import SENT_BACK
from glory_agents.registry import AgentError, make_agent
from tests.agents.stub_endpoint import Stub, first_answer, serving, valid
from tests.agents.test_language_model import SECRET, agent_of, decide, play

Write = Callable[[io.BufferedIOBase], None]
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


def completion(text: Any, **more: Any) -> bytes:
    return json.dumps({"choices": [{"message": {"content": text}}], **more}).encode()


def dripping(*begin: bytes, piece: bytes = b" ", seen: threading.Event | None = None) -> Write:
    """An answer that goes on for ever, a piece at a time, each long before a read is late."""

    def write(file: io.BufferedIOBase) -> None:
        file.write(b"".join(begin))
        try:
            while True:
                file.write(piece)
                time.sleep(0.01)
        finally:
            if seen is not None:
                seen.set()

    return write


def whole(content: bytes) -> Write:
    return lambda file: file.write(content) and None


def counted(agent: Any) -> tuple[int, int, int]:
    return agent.counts.invalid, agent.counts.failures, agent.counts.fallbacks


# --- without an end --------------------------------------------------------------------------
@pytest.mark.parametrize(
    "begin",
    [
        (HEAD, b"Content-Length: 1000\r\n\r\n"),
        (HEAD, b"\r\n{"),
        (HEAD, b"Transfer-Encoding: chunked\r\n\r\n5\r\n[1,2,\r\n"),
        (HEAD, b"X: "),
        (b"HTTP/1.1 ",),
    ],
    ids=["body", "no length", "chunk", "header", "status"],
)
def test_an_answer_that_drips_is_late_and_its_connection_is_shut(begin: tuple[bytes, ...]) -> None:
    gone = threading.Event()
    with serving(lambda *_: dripping(*begin, seen=gone)) as stub:
        agent = agent_of(stub, timeout=0.2, tries=1)
        decide(agent)
        assert gone.wait(60)
    assert counted(agent) == (0, 1, 1)
    assert "gave no answer in 0.2 s" in agent.explain()


def test_a_hundred_continues_are_late_as_well() -> None:
    write = dripping(piece=b"HTTP/1.1 100 Continue\r\n\r\n")
    with serving(lambda *_: write) as stub:
        agent = agent_of(stub, timeout=0.2, tries=1)
        decide(agent)
    assert counted(agent) == (0, 1, 1)


@pytest.mark.parametrize(
    "begin",
    [
        b"Content-Length: 3000000000\r\n\r\n",
        b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"Content-Length: -1\r\n\r\n",
        b"\r\n",
        b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFF\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n-1\r\n",
    ],
)
def test_a_body_is_read_up_to_the_bound(begin: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "MAX_BYTES", 1 << 18)
    sent = 0

    def write(file: io.BufferedIOBase) -> None:
        nonlocal sent
        file.write(HEAD + begin)
        while True:
            sent += file.write(b"[" * (1 << 14))

    with serving(lambda *_: write) as stub:
        agent = agent_of(stub, tries=1)
        decide(agent)
    assert counted(agent) == (0, 1, 1)
    assert "no chat completion: more than 262,144 bytes" in agent.explain()
    assert sent < 1 << 26  # what lies in the buffers of the system


def test_the_deadline_holds_for_tries_and_pauses_together() -> None:
    with serving(lambda *_: (503, {})) as stub:
        agent = with_clock(agent_of(stub, tries=100, deadline=10))
        decide(agent)
    assert agent.waits == [1.0, 2.0, 4.0]  # a pause of 8 s would end after it
    assert (len(stub.bodies), agent.counts.retries) == (4, 3)
    assert counted(agent) == (0, 1, 1)


def test_the_deadline_holds_for_all_calls_of_a_decision() -> None:
    def plan(*_: Any) -> str:
        agent.now += 4
        return "no idea"

    with serving(plan) as stub:
        agent = with_clock(agent_of(stub, asks=100, deadline=10))
        decide(agent)
        assert len(stub.bodies) == 3
        assert "no legal answer in 10 s; the fallback decided" in agent.explain()
        decide(agent)  # the next decision has its own
        assert len(stub.bodies) == 6
    assert counted(agent) == (6, 0, 2)


def test_a_try_takes_no_longer_than_the_deadline_leaves() -> None:
    with serving(lambda *_: dripping(HEAD, b"\r\n")) as stub:
        agent = agent_of(stub, timeout=60, tries=5, deadline=0.2)
        decide(agent)
    assert len(stub.bodies) == 1
    assert counted(agent) == (0, 1, 1)


def with_clock(agent: Any) -> Any:
    """Its pauses take time on a clock of its own, which stands still elsewhere."""

    def sleep(seconds: float) -> None:
        agent.waits.append(seconds)
        agent.now += seconds

    agent.now = 0.0
    agent.endpoint.sleep, agent.endpoint.clock = sleep, lambda: agent.now
    return agent


@pytest.mark.parametrize("asked", ["nan", "inf", "-inf", "-5", "1e999", "", "soon", "9" * 5000])
def test_an_odd_pause_is_the_usual_one(asked: str) -> None:
    def plan(number: int, body: dict[str, Any]) -> Any:
        return (429, {"Retry-After": asked}) if number == 1 else valid(number, body)

    with serving(plan) as stub:
        agent = agent_of(stub)
        decide(agent)
    assert agent.waits == [1.0]
    assert counted(agent) == (0, 0, 0)


# --- what is no completion ---------------------------------------------------------------------
@pytest.mark.parametrize(
    "content",
    [
        b"[" * 100_000,
        b'{"choices":' * 100_000,
        b"9" * 5000,
        b"NaN",
        b'"choices"',
        b"null",
        b'{"choices": {"0": 1}}',
        b'{"choices": ["text"]}',
        b'{"choices": [{"message": "text"}]}',
        b'{"choices": [{"message": []}]}',
        b'{"choices": [{"message": {"content": ["1"]}}]}',
        b'{"choices": [{"message": {"content": 1}}]}',
        b'{"choices": [{"message": {"content": {"text": "1"}}}]}',
        b'{"choices": [{"message": {"content": "\\ud800"}}]}',
        b'{"choices": [{"message": {"content": "1", "content": "2"}}]}',
        completion("1").decode().encode("utf-16"),
        completion("1").decode().encode("utf-32"),
        '{"choices": [{"message": {"content": "é"}}]}'.encode("latin-1"),
        gzip.compress(completion("1"), mtime=0),
        completion("1", usage={"prompt_tokens": 1})[:-1] + b"\0",
        completion("1")[:-3],
        b"data: " + completion("1") + b"\n\ndata: [DONE]\n",
    ],
    ids=repr,
)
def test_a_body_of_another_kind_is_a_failure(content: bytes) -> None:
    with serving(lambda *_: content) as stub:
        agent = agent_of(stub, tries=1)
        decide(agent)
    assert counted(agent) == (0, 1, 1)
    assert "answered what is no chat completion: " in agent.explain()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"good day\r\n\r\n",
        b"HTTP/9.9 200 OK\r\n\r\n",
        b"HTTP/1.1 99999 What\r\n\r\n",
        b"HTTP/1.1 777 What\r\n\r\n",
        HEAD + b"X: " + b"x" * 100_000 + b"\r\n\r\n",
        HEAD + b"X: x\r\n" * 1000 + b"\r\n",
        HEAD + b"Content-Length: 5000\r\n\r\n" + completion("1")[:-3],
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n-5\r\n{}\r\n0\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"9" * 5000 + b"\r\n{}\r\n0\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n50\r\n{}",
    ],
    ids=lambda content: repr(content[-40:]),
)
def test_odd_http_is_a_failure(content: bytes) -> None:
    with serving(lambda *_: whole(content)) as stub:
        agent = agent_of(stub, tries=1)
        decide(agent)
    assert counted(agent) == (0, 1, 1)


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.0 200 OK\r\n\r\n",
        b"HTTP/1.1 200 " + b"x" * 999 + b"\r\n\r\n",
        HEAD + b"Content-Length: many\r\n\r\n",
        HEAD + b"Content-Encoding: gzip\r\n\r\n",
    ],
)
def test_http_of_an_older_kind_is_read(head: bytes) -> None:
    def plan(number: int, body: dict[str, Any]) -> Write:
        return whole(head + completion(valid(number, body)))

    with serving(plan) as stub:
        agent = agent_of(stub)
        decide(agent)
    assert counted(agent) == (0, 0, 0)


# --- odd answers and figures -------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "9" * 5000,
        "1 " + "9" * 5000,
        "9" * 5000 + ". x",
        "٣" * 20,
        "a" + "\u0327\u0301" * 200_000,  # seconds to hours, if it were made plain
        "x" * 3_000_000,
        "\x1b[2J\u202e",
        "\0",
        "",
        None,
        "`" * 5000,
        "\n" * 100_000,
    ],
    ids=lambda text: repr(text)[:20],
)
def test_an_odd_answer_is_an_invalid_one(text: str | None) -> None:
    with serving(lambda *_: completion(text)) as stub:
        agent = agent_of(stub, asks=2)
        decide(agent)
    assert counted(agent) == (2, 0, 1)
    assert len(stub.bodies[1]["messages"][2]["content"]) <= SENT_BACK
    assert len(stub.bodies[1]["messages"][3]["content"]) < 500


def test_control_characters_of_an_answer_are_shown_as_escapes() -> None:
    def plan(number: int, body: dict[str, Any]) -> bytes:
        return completion("\x1b[2J \u202e\u200b\n" + valid(number, body))

    with serving(plan) as stub:
        agent = agent_of(stub)
        decide(agent)
    assert counted(agent) == (0, 0, 0)
    assert agent.explain().isprintable()


USAGES = [
    None, [], "many", 7, {}, {"prompt_tokens": -100, "completion_tokens": -7},
    {"prompt_tokens": "100", "completion_tokens": "7"}, {"prompt_tokens": True},
    {"prompt_tokens": 1.5}, {"prompt_tokens": 10**90, "completion_tokens": 10**90},
    {"prompt_tokens": 0, "completion_tokens": 0}, {"prompt_tokens": [], "completion_tokens": {}},
]  # fmt: skip


@pytest.mark.parametrize("usage", USAGES, ids=repr)
def test_tokens_that_are_not_reported_are_estimated_and_spend_the_budget(usage: Any) -> None:
    def plan(number: int, body: dict[str, Any]) -> bytes:
        return completion(first_answer(body["messages"][1]["content"]), usage=usage)

    with serving(plan) as stub:
        agent = agent_of(stub, tokens=2000)
        free, _ = play(agent)
        sizes = [int(headers["Content-Length"]) for headers in stub.headers]
    counts = agent.counts
    assert 0 < counts.calls == counts.estimated < free
    assert counts.over_budget == counts.fallbacks == free - counts.calls
    assert counts.prompt_tokens == sum(-(-size // 4) for size in sizes)
    assert counts.prompt_tokens + counts.completion_tokens >= 2000
    assert 0 <= counts.completion_tokens <= counts.calls * 10


# --- the key -----------------------------------------------------------------------------------
ECHO = f"Bearer {SECRET}"


@pytest.mark.parametrize(
    "plan",
    [
        lambda *_: f"{ECHO} is what you sent",
        lambda *_: completion(f"{SECRET} {SECRET}"),
        lambda *_: completion("".join(f"\\u{ord(c):04x}" for c in SECRET)),
        lambda *_: completion("x").replace(b"x", b"".join(b"\\u%04x" % ord(c) for c in SECRET)),
        lambda *_: ECHO.encode(),
        lambda *_: completion([ECHO]),
        lambda *_: whole(f"{ECHO}\r\n\r\n".encode()),
        lambda *_: whole(f"HTTP/1.1 500 {ECHO}\r\n{ECHO}: {ECHO}\r\n\r\n{ECHO}".encode()),
        lambda *_: whole(f"HTTP/1.1 401 {ECHO}\r\nContent-Length: 9\r\n\r\n{ECHO}".encode()),
        lambda *_: whole(f"HTTP/1.1 302 {ECHO}\r\nLocation: http://{SECRET}\r\n\r\n".encode()),
        lambda *_: whole(HEAD + f"Transfer-Encoding: chunked\r\n\r\n{ECHO}\r\n".encode()),
        lambda *_: whole(f"HTTP/1.1 429 No\r\nRetry-After: {ECHO}\r\n\r\n".encode()),
    ],
)
def test_a_key_that_is_sent_back_stands_nowhere(
    plan: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("GLORY_TEST_KEY", SECRET)
    said = []
    with serving(plan) as stub:
        agent = agent_of(stub, key="GLORY_TEST_KEY", tries=2)
        try:
            for _ in range(5):
                decide(agent)
                said.append(agent.explain())
        except AgentError as error:
            said.append(str(error))
        assert stub.headers[0]["Authorization"] == ECHO
    said += [caplog.text, repr(agent.usage()), *map(str, stub.bodies)]
    for text in itertools.chain(said, map(str.casefold, said)):
        assert SECRET not in text
        assert SECRET.casefold() not in text


def test_a_key_inside_a_legal_answer_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLORY_TEST_KEY", SECRET)

    def plan(number: int, body: dict[str, Any]) -> str:
        return f"{ECHO}\n{valid(number, body)}"

    with serving(plan) as stub:
        agent = agent_of(stub, key="GLORY_TEST_KEY")
        decide(agent)
    assert "the model answered: Bearer [key] " in agent.explain()


def test_a_short_key_of_a_local_server_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLORY_TEST_KEY", "0")
    with serving(valid) as stub:
        agent = agent_of(stub, key="GLORY_TEST_KEY")
        play(agent)
    assert counted(agent) == (0, 0, 0)


# --- addresses ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "url",
    ["http://h/a b", "http://h/\x7f", "http://h/é", "http://" + "a" * 64 + ".org", "http://h/v1#x",
     "http://h\\@other/", "http://[::1", "http://h:99999/"],
)  # fmt: skip
def test_an_address_that_no_request_can_use_is_refused_before_the_game(url: str) -> None:
    with pytest.raises(AgentError, match="parameter 'url': expected http"):
        make_agent(f"llm:url={url}")


def test_an_endpoint_that_resets_every_connection_ends_the_game_after_some_calls() -> None:
    with serving(lambda *_: whole(b"")) as stub:
        agent = agent_of(stub, tries=1)
        for _ in range(4):
            decide(agent)
        with pytest.raises(AgentError, match="5 calls in a row failed: http"):
            decide(agent)
    assert isinstance(stub, Stub)
    assert agent.counts.failures == 5
