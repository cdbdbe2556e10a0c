"""The language model's place in the registry of a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from glory_agents.base import Agent, AgentError, Entry, build
from glory_agents.language_model.agent import LanguageModelAgent, Limits, MakeReader
from glory_agents.language_model.endpoint import Endpoint
from glory_agents.number_parameters import number, whole
from glory_env.core.errors import unknown
from glory_env.text import LANGUAGES

URL = "http://127.0.0.1:8080/v1"


def _llm(
    reader: MakeReader, scripts: Mapping[str, Entry], script: str, given: dict[str, Any]
) -> Agent:
    endpoint = Endpoint(
        str(given.get("url", URL)),
        str(given.get("model", "default")),
        str(given.get("key", "")),
        number(given, "temperature", 0.0, 0.0, 2.0),
        whole(given, "max_tokens", 512, 1, 10**6),
        number(given, "timeout", 60.0, 0.01, 3600.0),
        whole(given, "tries", 4, 1, 100),
    )
    limits = Limits(
        whole(given, "calls", 0, 0, 10**9),
        whole(given, "tokens", 0, 0, 10**12),
        whole(given, "asks", 3, 1, 100),
        number(given, "deadline", 300.0, 0.01, 86400.0),
    )
    language = given.get("language", "en")
    if language not in LANGUAGES:
        raise AgentError("parameter 'language': " + unknown("language", language, LANGUAGES))
    rules = given.get("rules", "true")
    if rules not in ("true", "false"):
        raise AgentError(f"parameter 'rules': expected true or false, got {rules!r}")
    name = str(given.get("fallback", script))
    if name not in scripts:
        raise AgentError("parameter 'fallback': " + unknown("script", name, scripts))
    fallback = build(name, scripts)
    return LanguageModelAgent(endpoint, limits, reader, fallback, language, rules == "true")


def entries(reader: MakeReader, scripts: Mapping[str, Entry], script: str) -> dict[str, Entry]:
    """Of a game. reader: makes its texts. scripts: those that may decide where the model does not;
    script: the one that does if none is named.
    """
    return {
        "llm": Entry(
            partial(_llm, reader, scripts, script),
            {
                "url": f"of an OpenAI-compatible endpoint, without /chat/completions; {URL}",
                "model": "its name for the endpoint; default",
                "key": "name of the environment variable that holds the key; none",
                "temperature": "of the sampling, 0 to 2; 0",
                "max_tokens": "of one answer; 512",
                "timeout": "seconds a try may take; 60",
                "tries": "of one call: again after time-outs, 429 and 5xx, with growing pauses; 4",
                "asks": "of one decision: again after an invalid answer, with the error named; 3",
                "deadline": "seconds a decision may take: all its calls, tries and pauses; 300",
                "calls": "budget of a game, 0 = no limit; 0",
                "tokens": "budget of a game, as the endpoint counts them, 0 = no limit; 0",
                "fallback": f"the script that decides where the model does not; {script}",
                "language": "of the prompts, en or ja; en",
                "rules": "whether each prompt holds the short rules, true or false; true",
            },
            "asks a language model over HTTP: docs/language_models.md",
            "language models",
            in_files=None,  # it would send the person's key to any address
        )
    }
