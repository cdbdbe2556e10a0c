"""The agent that asks a language model, against a local endpoint."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from glory_agents.language_model.agent import FAILED_IN_A_ROW, LanguageModelAgent
from glory_agents.registry import AgentError, make_agent
from glory_env import glory_v0, solo_v0
from glory_env.cli.main import main
from glory_env.envs.agent import GameView
from glory_env.games.glory.game import Game
from tests.agents.stub_endpoint import Stub, first_answer, serving, valid

SECRET = "sk-Abc123-very-secret"


def agent_of(stub: Stub, **given: Any) -> LanguageModelAgent:
    """An agent at the endpoint whose pauses take no time."""
    words = ",".join(f"{key}={value}" for key, value in given.items())
    agent: Any = make_agent(f"llm:url={stub.url}{',' if words else ''}{words}")
    agent.waits = []
    agent.endpoint.sleep = agent.waits.append
    return agent


def play(agent: Any, seed: int = 1, scenario: str = "teaching", **options: Any) -> tuple[int, int]:
    """A game of the agent as army against random play: its decisions with a choice, and forced."""
    env = glory_v0.raw_env(scenario, auto_forced=False, **options)
    env.reset(seed=seed)
    partner = make_agent("random")
    agent.reset("army", seed)
    partner.reset("navy", seed)
    free = forced = 0
    while not env.terminations["army"]:
        seat = env.agent_selection
        mask, view = env.mask.copy(), GameView(env, seat)
        if seat == "army":
            free += mask.sum() > 1
            forced += mask.sum() == 1
        action = (agent if seat == "army" else partner).act(env.full_observation(seat), mask, view)
        assert mask[action]
        env.step(action)
    return int(free), int(forced)


def decide(agent: Any, scenario: str = "teaching", seed: int = 1) -> int:
    """The first decision of a game."""
    game = Game(scenario, seed=seed)
    agent.reset(game.actor, seed)
    action: int = agent.act(None, game.mask, GameView(game, game.actor))
    assert game.mask[action]
    return action


# --- answers -----------------------------------------------------------------------------------
def test_a_whole_game_by_valid_answers_costs_one_call_a_choice() -> None:
    with serving(valid) as stub:
        agent = agent_of(stub, model="small", temperature=0.5, max_tokens=99)
        free, forced = play(agent)
    assert forced > 0  # they cost nothing
    counts = agent.counts
    assert counts.decisions == counts.calls == len(stub.bodies) == free
    assert (counts.invalid, counts.failures, counts.fallbacks, counts.retries) == (0, 0, 0, 0)
    assert (counts.prompt_tokens, counts.completion_tokens) == (100 * free, 7 * free)
    body = stub.bodies[0]
    assert (body["model"], body["temperature"], body["max_tokens"]) == ("small", 0.5, 99)
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert "Authorization" not in stub.headers[0]
    assert "## Since your last decision" not in body["messages"][1]["content"]
    assert all(
        "## Since your last decision" in one["messages"][1]["content"] for one in stub.bodies[1:]
    )
    assert agent.usage()["calls"] == free


def test_it_plays_in_japanese_without_the_rules() -> None:
    with serving(lambda *_: "5") as stub:
        agent = agent_of(stub, language="ja", rules="false", calls=1)
        decide(agent)
    assert agent.explain() == "the model answered: 5"
    prompt = stub.bodies[0]["messages"][1]["content"]
    assert "## 合法な答え" in prompt
    assert "## ルール" not in prompt
    assert agent.counts.fallbacks == 0


def test_an_invalid_answer_is_asked_again_with_the_error_named() -> None:
    def plan(number: int, body: dict[str, Any]) -> str:
        return "whatever you like" if number == 1 else valid(number, body)

    with serving(plan) as stub:
        agent = agent_of(stub)
        decide(agent)
    messages = stub.bodies[1]["messages"]
    assert [one["role"] for one in messages] == ["system", "user", "assistant", "user"]
    assert messages[2]["content"] == "whatever you like"
    assert messages[3]["content"].startswith("'whatever you like' is no legal answer; expected a")
    assert (agent.counts.calls, agent.counts.invalid, agent.counts.fallbacks) == (2, 1, 0)


def test_after_the_last_invalid_answer_the_fallback_decides() -> None:
    with serving(lambda *_: "no idea") as stub:
        agent = agent_of(stub, asks=2, fallback="grim")
        action = decide(agent)
        other = make_agent("grim")
        game = Game("teaching", seed=1)
        other.reset(game.actor, 1)
        env = glory_v0.raw_env("teaching")
        env.reset(seed=1)
        seen, view = env.full_observation(game.actor), GameView(game, game.actor)
        assert action == other.act(seen, game.mask, view)
    assert (agent.counts.calls, agent.counts.invalid, agent.counts.fallbacks) == (2, 2, 1)
    assert "no legal answer in 2 calls; the fallback decided" in agent.explain()


# --- failures ------------------------------------------------------------------------------------
def test_errors_of_the_server_are_tried_again_with_growing_pauses() -> None:
    with serving(lambda k, body: (500, {}) if k <= 2 else valid(k, body)) as stub:
        agent = agent_of(stub)
        decide(agent)
    assert agent.waits == [1.0, 2.0]
    counts = agent.counts
    assert (counts.calls, counts.retries, counts.failures, counts.fallbacks) == (1, 2, 0, 0)


def test_a_retry_waits_as_long_as_it_is_asked_to() -> None:
    def plan(number: int, body: dict[str, Any]) -> Any:
        after = {1: "7", 2: "Wed, 21 Oct 2026 07:28:00 GMT", 3: "100000"}.get(number)
        return valid(number, body) if after is None else (429, {"Retry-After": after})

    with serving(plan) as stub:
        agent = agent_of(stub)
        decide(agent)
    assert agent.waits == [7.0, 2.0, 60.0]  # a date is not read, and nobody waits for a day


def test_a_time_out_is_tried_again_and_then_a_failure() -> None:
    with serving(lambda *_: ("late", 0.5)) as stub:
        agent = agent_of(stub, timeout=0.05, tries=2)
        decide(agent)
    assert (agent.counts.failures, agent.counts.retries, agent.counts.fallbacks) == (1, 1, 1)
    assert "gave no answer in 0.05 s" in agent.explain()


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"choices": []}', b"\xff"])
def test_what_is_no_completion_is_a_failure(content: bytes) -> None:
    with serving(lambda *_: content) as stub:
        agent = agent_of(stub, tries=1)
        decide(agent)
    assert (agent.counts.failures, agent.counts.fallbacks) == (1, 1)


def test_calls_that_fail_one_after_the_other_end_the_game() -> None:
    with serving(lambda *_: (503, {})) as stub:
        agent = agent_of(stub, tries=1)
        for _ in range(FAILED_IN_A_ROW - 1):
            decide(agent)
        with pytest.raises(AgentError, match=r"5 calls in a row failed: http.* answered 503"):
            decide(agent)


@pytest.mark.parametrize(
    ("status", "says"),
    [(401, r"answered 401 Unauthorized; is the key right\?"), (404, "answered 404 Not Found")],
)
def test_a_wrong_key_or_model_is_one_line_without_another_try(
    status: int, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GLORY_TEST_KEY", SECRET)
    with serving(lambda *_: (status, {})) as stub:
        agent = agent_of(stub, key="GLORY_TEST_KEY")
        with pytest.raises(AgentError, match=says) as caught:
            decide(agent)
    assert len(stub.bodies) == 1
    assert SECRET not in str(caught.value)


def test_an_endpoint_that_is_not_there_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with serving(valid) as stub:
        pass  # closed: nobody listens there any more
    name = f"llm:url={stub.url},tries=1"
    assert main(["evaluate", "--army", name, "--games", "1", "--scenario", "teaching"]) == 2
    err = capsys.readouterr().err
    assert f"cannot be reached: {stub.url} failed:" in err
    assert err.count("\n") == 1


# --- the budget -----------------------------------------------------------------------------------
@pytest.mark.parametrize(("given", "calls"), [({"calls": 3}, 3), ({"tokens": 250}, 3)])
def test_a_spent_budget_leaves_the_rest_of_the_game_to_the_fallback(
    given: dict[str, Any], calls: int
) -> None:
    with serving(valid) as stub:
        agent = agent_of(stub, **given)
        free, _ = play(agent)
        assert len(stub.bodies) == calls
        counts = agent.counts
        assert counts.fallbacks == counts.over_budget == free - calls > 0
        play(agent, seed=2)  # each game has its own
        assert len(stub.bodies) == 2 * calls
    assert agent.game.calls == calls
    assert agent.counts.calls == 2 * calls


def test_a_partner_in_the_terminal_has_its_usage_printed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("40 60\n" * 3))  # offers until the input ends
    with serving(valid) as stub:
        words = ["--partner", f"llm:url={stub.url}", "--scenario", "teaching", "--seed", "1"]
        assert main(["play", "--terminal", *words, "--save", str(tmp_path / "game.jsonl")]) == 0
    assert stub.bodies
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(f"army: decisions {len(stub.bodies)}, calls {len(stub.bodies)}, ")


# --- the key --------------------------------------------------------------------------------------
def test_the_key_goes_to_the_endpoint_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GLORY_TEST_KEY", SECRET + "\n")
    file = tmp_path / "evaluation.json"
    with serving(valid) as stub:
        name = f"llm:url={stub.url},key=GLORY_TEST_KEY"
        options = ["--games", "1", "--scenario", "teaching", "--json", str(file)]
        assert main(["evaluate", "--army", name, *options]) == 0
        record = tmp_path / "game.jsonl"
        words = ["--army", name, "--scenario", "teaching", "--games", "1", "--out", str(record)]
        assert main(["record", *words]) == 0
        assert SECRET not in repr(vars(make_agent(name).endpoint))
    assert stub.headers[0]["Authorization"] == f"Bearer {SECRET}"
    printed = capsys.readouterr()
    assert f"army: decisions {len(stub.bodies) // 2}" in printed.out
    for text in (printed.out, printed.err, file.read_text(), *map(str, stub.bodies)):
        assert SECRET not in text
    for written in tmp_path.rglob("*"):
        assert SECRET.encode() not in written.read_bytes()
    document = json.loads(file.read_text())
    assert document["agents"]["army"] == name
    assert document["usage"]["army"]["calls"] == len(stub.bodies) // 2


def test_the_key_does_not_follow_a_redirect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLORY_TEST_KEY", SECRET)
    with serving(valid) as other:
        to = {"Location": f"{other.url}/chat/completions"}
        redirecting = serving(lambda *_: (302, to))
        with redirecting as stub, pytest.raises(AgentError, match="answered 302"):
            decide(agent_of(stub, key="GLORY_TEST_KEY"))
        assert other.bodies == []


# --- parameters -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("url=ftp://x", "parameter 'url': expected http"),
        ("url=localhost", "parameter 'url': expected http"),
        ("url=http://h:port/v1", "parameter 'url': expected http"),
        ("url=http://me:word@h/v1", "without a user"),
        ("url=http://h/v1?key", "without '?'"),
        ("key=GLORY_NO_SUCH_KEY", "environment variable GLORY_NO_SUCH_KEY is not set"),
        ("key=sk-1", "expected the name of an environment variable"),
        ("temperature=3", "parameter 'temperature': expected a number from 0 to 2, got '3'"),
        ("tries=0", "parameter 'tries': expected a whole number from 1"),
        ("calls=1.5", "parameter 'calls': expected a whole number from 0"),
        ("language=fr", "unknown language 'fr'"),
        ("rules=yes", "expected true or false, got 'yes'"),
        ("fallback=mcts", "unknown script 'mcts'"),
        ("modell=x", "did you mean 'model'"),
    ],
)
def test_what_is_wrong_with_a_parameter_is_one_line(given: str, says: str) -> None:
    with pytest.raises(AgentError) as caught:
        make_agent(f"llm:{given}")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_one_agent_plays_both_services_alone() -> None:
    env: Any = solo_v0.SoloEnv("teaching", auto_forced=True)
    env.reset(seed=1)
    with serving(valid) as stub:
        agent = agent_of(stub)
        for _ in range(10):
            seat = ("army", "navy")[int(env.games["actor"][0])]
            action = agent.act(None, env.mask, GameView(env, seat))
            assert env.mask[action]
            env.step(action)
    assert agent.counts.calls == len(stub.bodies) == 10
    assert all("You play both services" in b["messages"][1]["content"] for b in stub.bodies)
    assert first_answer(stub.bodies[0]["messages"][1]["content"]).isdecimal()
