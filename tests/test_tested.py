"""constraints/tested.txt: versions that were tested together."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from itertools import chain
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.tested import constraints

ROOT = Path(__file__).parents[1]
FILE = ROOT / "constraints" / "tested.txt"
NEWEST = ROOT / ".github" / "workflows" / "newest.yml"
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


@pytest.mark.skipif(shutil.which("sed") is None, reason="there is no sed")
def test_the_weekly_workflow_lifts_every_upper_bound(tmp_path: Path) -> None:
    steps = yaml.safe_load(NEWEST.read_text(encoding="utf-8"))["jobs"]["test"]["steps"]
    (lift,) = [step["run"] for step in steps if "pyproject.toml" in step.get("run", "")]
    before = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(before, encoding="utf-8")
    subprocess.run(lift, shell=True, check=True, cwd=tmp_path)
    after = (tmp_path / "pyproject.toml").read_text(encoding="utf-8")
    bounded, free = (tomllib.loads(text)["project"] for text in (before, after))
    assert free["requires-python"] == bounded["requires-python"]
    pairs = [(bounded["dependencies"], free["dependencies"])]
    pairs += [
        (asked, free["optional-dependencies"][extra])
        for extra, asked in bounded["optional-dependencies"].items()
    ]
    for old, new in pairs:
        for one, lifted in zip(map(Requirement, old), map(Requirement, new), strict=True):
            assert (one.name, one.extras, one.marker) == (
                lifted.name, lifted.extras, lifted.marker,
            )  # fmt: skip
            lower = {spec for spec in one.specifier if spec.operator == ">="}
            assert set(lifted.specifier) == lower, lifted


@pytest.mark.slow
def test_what_is_installed_is_written_sorted_and_without_the_project() -> None:
    found = read(constraints())
    assert list(found) == sorted(found)
    assert {"numpy", "gymnasium", "pettingzoo"} <= set(found)
    assert "pip" not in found
    assert "glory-env" not in found
    pytest_version = Version(pytest.__version__)
    assert found["pytest"] == pytest_version  # of an extra
    assert "iniconfig" in found  # which pytest needs
