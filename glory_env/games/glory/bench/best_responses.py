"""Stored best responses: the most that has been found to gain against one policy, a file each."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from glory_env.core import json_file
from glory_env.core.errors import shown
from glory_env.games.glory.bench.config import RESPONSES, PlayConfig
from glory_env.games.glory.bench.policies import fingerprint
from glory_env.games.glory.scenario import load
from glory_env.games.glory.state import SERVICES

FORMAT = "glory-best-response-2"
KEYS = (
    "format", "agent", "fingerprint", "scenario", "scenario_id", "options", "version", "minutes",
    "seed", "search", "replies", "seeds", "figures",
)  # fmt: skip
KEY = ("fingerprint", "scenario_id", "options")  # alike in results of the same policy and game
BUDGET = "minutes"
BOTH = "both"
SEARCHED = "search"  # in a table: how a reply was found


def slug(name: str) -> str:
    """An agent's name as that of a file; names that differ never share one."""
    plain = re.sub(r"[^\w.-]+", "-", name).strip("-.")
    return plain if plain == name else f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def file_name(document: dict[str, Any]) -> str:
    """Of a result: the agent's name, and what else has to be the same for it to be replaced."""
    key = json.dumps([document[name] for name in (*KEY, BUDGET)], sort_keys=True)
    return f"{slug(document['agent'])}-{hashlib.sha256(key.encode()).hexdigest()[:8]}.json"


def gain(document: dict[str, Any]) -> float:
    """What the replies gain, mean of both seats."""
    mean: float = document["figures"][BOTH]["gain"][0]
    return mean


def responses_to(config: PlayConfig, folder: Path, policy: str) -> list[dict[str, Any]]:
    """Results stored for a policy, by whatever name, in this game; the smallest budget first."""
    wanted = [fingerprint(policy), load(config.scenario).id, config.options.as_dict()]
    stored = read_responses(folder).values()
    fitting = [result for result in stored if [result[key] for key in KEY] == wanted]
    return sorted(fitting, key=lambda result: float(result[BUDGET]))


def words(document: dict[str, Any]) -> str:
    """Where the replies are from: the budget and, in either seat, the kind."""
    kinds = [f"{document['replies'][seat]['kind']} as {seat}" for seat in SERVICES]
    return f"{SEARCHED}, {document[BUDGET]:g} minutes: {', '.join(kinds)}"


def read_responses(folder: Path = RESPONSES) -> dict[Path, dict[str, Any]]:
    """File -> stored result, several to an agent; nothing for a folder that is not there.

    ValueError names a file that is no best response of this format.
    """
    documents = {}
    for file in sorted(folder.glob("*.json")):
        document = json_file.read(file)
        kind = document.get("format") if isinstance(document, dict) else None
        if kind != FORMAT:
            raise ValueError(f"{file}: expected format {FORMAT!r}, got {shown(kind)}")
        missing = [key for key in KEYS if key not in document]
        if missing:
            raise ValueError(f"{file}: expected the keys {', '.join(missing)} as well")
        documents[file] = document
    return documents
