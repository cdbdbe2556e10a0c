"""What the documentation shows runs: every python snippet, the example, the README's facts."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from glory_env.core.actions import N_ACTIONS
from glory_env.engine.observation import OBSERVATION_SIZE

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SNIPPETS = [
    pytest.param(code, id=f"{page.stem}-{k}")
    for page in PAGES
    for k, code in enumerate(
        re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    )
]


@pytest.mark.parametrize("code", SNIPPETS)
def test_snippet_runs(code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "snippet", "exec"), {"__name__": "snippet"})


def test_readme_has_snippets_and_true_facts():
    text = PAGES[0].read_text(encoding="utf-8")
    assert any(param.id.startswith("README") for param in SNIPPETS)
    assert f"Discrete({N_ACTIONS})" in text
    assert f"int8 ({N_ACTIONS},)" in text
    assert f"Box({OBSERVATION_SIZE}, float32)" in text


def test_links_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_own_training_loop_learns_something(capsys):
    spec = importlib.util.spec_from_file_location(
        "own_training_loop", ROOT / "examples" / "own_training_loop.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    curve = module.main(12)
    assert len(curve) == 12
    assert sum(curve[-4:]) > sum(curve[:4])


def test_importing_the_environment_leaves_torch_alone():
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from glory_env import glory_v0, solo_v0, vector, record\n"
        "glory_v0.env().reset(seed=1)\nprint('played')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "played"
