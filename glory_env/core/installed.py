"""How the project is installed here, and the pip command that adds what it lacks."""

from __future__ import annotations

import json
import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

NAME = "glory-env"
SOURCE = Path(__file__).resolve().parents[2]  # of a clone; of a wheel it is site-packages
_REQUIREMENT = re.compile(
    r"([\w.-]+)(\[[^]]*])?\s*([^;]*?)\s*(?:;.*\bextra == ['\"]([\w-]+)['\"])?"
)


def advice(extra: str = "") -> str:
    """The command that installs the project with an extra, "" for none, from where it came.

    No index need have the project. A clone and an address are named as they are; where the
    project came from an index, or its file is gone, the command names what the extra needs.
    """
    wanted = f"[{extra}]" if extra else ""
    try:
        here = distribution(NAME)
    except PackageNotFoundError:
        return f'pip install -e "{SOURCE}{wanted}"'
    if Path(str(here.locate_file(""))).resolve() == SOURCE and (SOURCE / "pyproject.toml").exists():
        # In a clone as the folder of the program, where what was built last has metadata, too.
        return f'pip install -e "{SOURCE}{wanted}"'
    origin = json.loads(here.read_text("direct_url.json") or "{}")
    if origin.get("dir_info", {}).get("editable"):
        return f'pip install -e "{_path(origin["url"])}{wanted}"'
    if address := _address(origin):
        return f'pip install "{NAME}{wanted} @ {address}"'
    return " ".join(["pip install", *(f'"{one}"' for one in _needed(here, extra))])


def extra_with(module: str) -> str | None:
    """The extra that brings a module, by its import name; None where there is none."""
    top = module.partition(".")[0]
    try:
        rows = _requirements(distribution(NAME))
    except PackageNotFoundError:
        return None
    return next((extra for name, _, extra in rows if extra and _imported(name) == top), None)


def _imported(name: str) -> str:
    return name.lower().replace("-", "_")


def _requirements(here: Distribution) -> list[tuple[str, str, str]]:
    """Name, requirement without its marker, and extra ("" for none) of each dependency."""
    rows = []
    for text in here.requires or ():
        if match := _REQUIREMENT.fullmatch(text):
            name, extras, versions, extra = match.groups(default="")
            rows.append((name, f"{name}{extras}{versions}", extra))
    return rows


def _needed(here: Distribution, extra: str) -> list[str]:
    return [whole for _, whole, of in _requirements(here) if of == extra]


def _path(url: str) -> Path:
    return Path(url2pathname(urlsplit(url).path))


def _address(origin: dict[str, Any]) -> str | None:
    """Where pip finds it again (PEP 610); None where nothing is known, or the file is gone."""
    url = origin.get("url")
    if url is None or (url.startswith("file:") and not _path(url).exists()):
        return None
    if version := origin.get("vcs_info"):
        url = f"{version['vcs']}+{url}@{version['commit_id']}"
    below = origin.get("subdirectory")
    return f"{url}#subdirectory={below}" if below else str(url)
