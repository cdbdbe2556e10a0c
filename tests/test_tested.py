"""constraints/tested.txt: versions that were tested together."""

from __future__ import annotations

import tomllib
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.tested import constraints

ROOT = Path(__file__).parents[1]
FILE = ROOT / "constraints" / "tested.txt"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def read(text: str) -> dict[str, Version]:
    lines = [line.partition("==") for line in text.splitlines() if not line.startswith("#")]
    return {name: Version(version) for name, _, version in lines}


def test_every_dependency_has_a_version_within_its_bounds() -> None:
    tested = read(FILE.read_text(encoding="utf-8"))
    asked = chain(PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    wanted = [one for one in map(Requirement, asked) if canonicalize_name(one.name) != "glory-env"]
    assert len(wanted) > 20
    for one in wanted:
        assert tested[canonicalize_name(one.name)] in one.specifier, one
    assert not any(version.local for version in tested.values())  # +cpu is of one index alone


def test_what_is_installed_is_written_sorted_and_without_the_project() -> None:
    found = read(constraints())
    assert list(found) == sorted(found)
    assert {"numpy", "gymnasium", "pettingzoo"} <= set(found)
    assert "pip" not in found
    assert "glory-env" not in found
    pytest_version = Version(pytest.__version__)
    assert found["pytest"] == pytest_version  # of an extra
    assert "iniconfig" in found  # which pytest needs
