"""The documentation is true: snippets and the example run, links are valid, the site builds."""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from glory_env.cli.main import COMMANDS
from glory_env.games import GAMES, game
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.engine.observation import OBSERVATION_SIZE

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted(DOCS.rglob("*.md")),
]
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


def test_ids_are_written_with_their_module():
    """Without it they are unknown in the processes that a library starts."""
    files = [*PAGES, *(ROOT / "examples").glob("*.py"), *(ROOT / "examples").glob("*.ipynb")]
    for file in files:
        text = file.read_text(encoding="utf-8")
        plain = re.findall(r'(?:gymnasium\.make|make_vec|make_vec_env|GymEnv)\(\s*\\?"Glory', text)
        assert not plain, file.name
    assert any('"glory_env:Glory-v0"' in page.read_text(encoding="utf-8") for page in PAGES)


def test_commands_exist():
    studies = {"NAME", *(study for name in GAMES for study in game(name).studies())}
    for page in PAGES:
        for command in re.findall(r"^glory (\w+)", page.read_text(encoding="utf-8"), re.M):
            assert command in COMMANDS, f"{page.name}: glory {command}"
        for study in re.findall(r"\bglory study (\w+)", page.read_text(encoding="utf-8")):
            assert study in studies, f"{page.name}: glory study {study}"


def pages_in(nav: object) -> list[str]:
    """The pages of a navigation: a page, or a list or mapping of navigations."""
    if isinstance(nav, str):
        return [nav]
    parts = nav.values() if isinstance(nav, dict) else nav
    return [page for part in parts for page in pages_in(part)]


def test_every_page_is_in_the_navigation_once():
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    assert sorted(pages_in(nav)) == sorted(
        page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")
    )


@pytest.mark.parametrize("page", sorted((DOCS / "api").glob("*.md")), ids=lambda page: page.stem)
def test_api_page_names_what_exists(page):
    text = page.read_text(encoding="utf-8")
    entries = re.findall(r"^::: (\S+)\n    options:\s*{?\s*members: \[([^]]*)\]", text, re.M)
    assert len(entries) == text.count("\n:::")
    for module, members in entries:
        assert not [
            name
            for name in re.split(r",\s*", members)
            if not hasattr(importlib.import_module(module), name)
        ], module


@pytest.mark.slow
def test_site_builds_without_a_warning(tmp_path):
    for module in ("mkdocs", "material", "mkdocstrings_handlers"):
        pytest.importorskip(module, reason=f"{module} is not installed: pip install -e '.[docs]'")
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)],
        cwd=ROOT,
        # The environment need not be activated; mkdocstrings formats signatures with ruff.
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "GloryVector" in (tmp_path / "api/environments/index.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_own_training_loop_learns_something(capsys):
    spec = importlib.util.spec_from_file_location(
        "own_training_loop", ROOT / "examples" / "own_training_loop.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    curve = module.main(12)
    assert len(curve) == 12
    assert sum(curve[-4:]) > sum(curve[:4])


def test_the_language_model_example_plays_with_its_own_endpoint(capsys):
    spec = importlib.util.spec_from_file_location(
        "language_model", ROOT / "examples" / "language_model.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    counts = module.main()
    assert counts["calls"] > counts["decisions"] > 10
    assert counts["invalid"] > 0
    assert counts["failures"] == 0
    out = capsys.readouterr().out
    assert str(counts) in out
    assert "'outcome': " in out


def test_importing_the_environment_leaves_torch_alone():
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from glory_env import glory_v0, solo_v0, vector, record\n"
        "glory_v0.env().reset(seed=1)\nprint('played')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "played"
