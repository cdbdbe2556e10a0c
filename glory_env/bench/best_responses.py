"""Stored best responses: what a learner gained against one frozen policy, a file each."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from glory_env.bench.config import RESPONSES, SELFISH, BenchConfig
from glory_env.bench.policies import fingerprint
from glory_env.scenarios import load

FORMAT = "glory-best-response-1"
KEYS = (
    "format", "agent", "fingerprint", "response", "scenario", "scenario_id", "options", "version",
    "reward", "angle", "minutes", "transitions", "seeds", "figures",
)  # fmt: skip
KEY = ("fingerprint", "scenario_id", "options", "angle")  # alike in results that measure the same
BOTH = "both"
LEARNING = "learning"  # in a table: how a reply was found


def slug(name: str) -> str:
    """An agent's name as that of a file; names that differ never share one."""
    plain = re.sub(r"[^\w.-]+", "-", name).strip("-.")
    return plain if plain == name else f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def file_name(document: dict[str, Any]) -> str:
    """Of a result: the agent's name, and what else has to be the same for it to be replaced."""
    key = json.dumps([document[name] for name in KEY], sort_keys=True)
    return f"{slug(document['agent'])}-{hashlib.sha256(key.encode()).hexdigest()[:8]}.json"


def gain(document: dict[str, Any]) -> float:
    """What the response gains, mean of both seats."""
    mean: float = document["figures"][BOTH]["gain"][0]
    return mean


def replaces(new: dict[str, Any], old: dict[str, Any]) -> bool:
    """Whether it gains more, in no fewer games."""
    return gain(new) > gain(old) and new["seeds"]["games"] >= old["seeds"]["games"]


def response_to(config: BenchConfig, policy: str) -> dict[str, Any] | None:
    """The best response stored for a policy, by whatever name, in this game; None without one."""
    wanted = [fingerprint(policy), load(config.scenario).id, config.options.as_dict(), SELFISH]
    stored = read_responses(config.responses).values()
    fitting = (result for result in stored if [result[key] for key in KEY] == wanted)
    return max(fitting, key=gain, default=None)


def read_responses(folder: Path = RESPONSES) -> dict[Path, dict[str, Any]]:
    """File -> stored result, several to an agent; nothing for a folder that is not there.

    ValueError names a file that is no best response of this format.
    """
    documents = {}
    for file in sorted(folder.glob("*.json")):
        try:
            document = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{file}: not JSON: {error}") from None
        kind = document.get("format") if isinstance(document, dict) else None
        if kind != FORMAT:
            raise ValueError(f"{file}: expected format {FORMAT!r}, got {kind!r}")
        missing = [key for key in KEYS if key not in document]
        if missing:
            raise ValueError(f"{file}: expected the keys {', '.join(missing)} as well")
        documents[file] = document
    return documents
