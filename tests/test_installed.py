"""What is installed: types for users, help without the extras, and the advice for what lacks."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import setuptools

from glory_agents.glory.characters.traits import CHARACTERS
from glory_agents.glory.search.orders import shipped_orders
from glory_agents.learned.shipped import PRETRAINED, STARTS, alias_target
from glory_env.cli.main import COMMANDS, main
from glory_env.core import installed
from glory_env.core.installed import advice, extra_with
from glory_env.games.aleutians import GAME as ALEUTIANS
from glory_env.games.glory.bench.config import STANDING
from glory_env.games.glory.studies import STUDIES

ONLY_HERE = {"pretrained", "starts"}  # most files in these folders are in the repository alone
ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUP = PROJECT["tool"]["setuptools"]
FOLDERS = {"glory_env": ROOT / "glory_env", "glory_agents": ROOT / "agents" / "glory_agents"}
METADATA = """\
Metadata-Version: 2.4
Name: glory-env
Version: 0.1.0
Requires-Dist: numpy<3,>=1.26
Requires-Dist: torch<2.14,>=2.8; extra == "train"
Requires-Dist: stable-baselines3<3,>=2.8; extra == "train"
Requires-Dist: ray[rllib]<3,>=2.50; extra == "scale"
Requires-Dist: glory-env[train]; platform_system != "Windows" and extra == "dev"
"""
# Every command's help in one process, in which no package of an extra can be imported.
HELP = """
import contextlib, io, re, sys
from importlib.metadata import requires

extras = {re.match(r"[\\w-]+", one)[0].lower().replace("-", "_")
          for one in requires("glory-env") if "extra ==" in one}
blocked = extras - {"glory_env"} | {"pyspiel"}
assert {"torch", "stable_baselines3", "scipy", "fastapi", "ray"} <= blocked

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocked())
from glory_env.cli.main import COMMANDS, main

for arguments in [*([name] for name in COMMANDS), *map(str.split, sys.argv[1:])]:
    told = io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.suppress(SystemExit):
        main([*arguments, "--help"])
    assert "--help" in told.getvalue(), arguments
    print(*arguments)
"""


def test_help_of_every_command_needs_no_extra():
    more = ["train --game aleutians", "imitate --game aleutians", "bench --game aleutians"]
    more += [f"study {name}" for name in STUDIES]
    more += [f"study {name} --game aleutians" for name in ALEUTIANS.studies()]
    done = subprocess.run([sys.executable, "-c", HELP, *more], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [*COMMANDS, *more]


@pytest.mark.parametrize("command", [["train"], ["imitate"], ["train", "--game", "aleutians"]])
def test_a_run_without_torch_is_one_line_that_says_what_to_install(command, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    code = (
        "import sys; sys.modules['torch'] = None; from glory_env.cli.main import main; "
        f"sys.exit(main({command!r}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == f"glory {command[0]}: needs torch: {advice('train')}\n"
    assert list(tmp_path.iterdir()) == []


def test_a_module_of_no_extra_that_is_missing_is_no_matter_of_the_installation(monkeypatch):
    def missing(name):
        raise ModuleNotFoundError("No module named 'of_a_person'", name="of_a_person")

    monkeypatch.setattr("importlib.import_module", missing)
    with pytest.raises(ModuleNotFoundError):
        main(["envs"])


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Lets the metadata be found as pip leaves it: of this origin, None for an index."""

    def found(origin):
        folder = tmp_path / "site" / "glory_env-0.1.0.dist-info"
        folder.mkdir(parents=True)
        (folder / "METADATA").write_text(METADATA, encoding="utf-8")
        if origin is not None:
            (folder / "direct_url.json").write_text(json.dumps(origin), encoding="utf-8")
        monkeypatch.syspath_prepend(str(folder.parent))

    return found


def test_a_clone_is_installed_again_from_its_folder(install, tmp_path):
    install({"url": (tmp_path / "my clone").as_uri(), "dir_info": {"editable": True}})
    assert advice("train") == f'pip install -e "{tmp_path / "my clone"}[train]"'
    assert advice() == f'pip install -e "{tmp_path / "my clone"}"'


def test_a_wheel_is_installed_again_from_its_file(install, tmp_path):
    wheel = tmp_path / "glory_env-0.1.0-py3-none-any.whl"
    wheel.touch()
    install({"url": wheel.as_uri(), "archive_info": {}})
    assert advice("scale") == f'pip install "glory-env[scale] @ {wheel.as_uri()}"'


@pytest.mark.parametrize("origin", [None, {"url": "file:///gone/glory.whl", "archive_info": {}}])
def test_where_it_came_from_is_not_known_the_packages_are_named(install, origin):
    install(origin)
    assert advice("train") == 'pip install "torch<2.14,>=2.8" "stable-baselines3<3,>=2.8"'
    assert advice("scale") == 'pip install "ray[rllib]<3,>=2.50"'


@pytest.mark.parametrize(
    ("origin", "address"),
    [
        (
            {"url": "https://example.org/glory.whl", "archive_info": {}},
            "https://example.org/glory.whl",
        ),
        (
            {
                "url": "https://example.org/glory.git",
                "vcs_info": {"vcs": "git", "commit_id": "c0ffee"},
                "subdirectory": "py",
            },
            "git+https://example.org/glory.git@c0ffee#subdirectory=py",
        ),
    ],
)
def test_an_address_is_named_again(install, origin, address):
    install(origin)
    assert advice("play") == f'pip install "glory-env[play] @ {address}"'


def test_files_that_were_never_installed_are_installed_from_their_folder(monkeypatch):
    def nothing(name):
        raise installed.PackageNotFoundError(name)

    monkeypatch.setattr(installed, "distribution", nothing)
    assert advice("play") == f'pip install -e "{ROOT}[play]"'
    assert extra_with("torch") is None


def test_a_module_is_found_in_its_extra(install):
    install(None)
    assert extra_with("torch.nn") == "train"
    assert extra_with("stable_baselines3") == "train"
    assert extra_with("ray") == "scale"
    assert extra_with("numpy") is None  # of every installation
    assert extra_with("of_a_person") is None


def test_nothing_else_advises_how_to_install_the_project():
    said = {
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for folder in ("glory_env", "agents", "examples")
        for path in (ROOT / folder).rglob("*.py")
        if path.name != "installed.py"
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"pip install|glory-env\[", line)
    }
    assert [line for line in said if "pip install coverage" not in line] == []


@pytest.mark.parametrize("package", FOLDERS)
def test_a_wheel_has_every_file_and_says_that_it_has_types(package, monkeypatch):
    """What a build takes, read from its settings: packages, and data by pattern."""
    top = FOLDERS[package]
    files = {p for p in top.rglob("*") if p.is_file() and "__pycache__" not in p.parts}
    code = {p for p in files if p.suffix == ".py"}
    packages = {".".join([package, *p.parent.relative_to(top).parts]) for p in code}
    monkeypatch.chdir(ROOT)
    given = {}
    monkeypatch.setattr(setuptools, "setup", given.update)
    runpy.run_path("setup.py")
    listed = {name for name in given["packages"] if name.partition(".")[0] == package}
    assert packages - {"glory_env.configs"} == listed - {"glory_env.configs"}
    data = packed(package)
    away = {p for p in files - code - data if ONLY_HERE & set(p.relative_to(top).parts)}
    assert files - code - data == away
    assert top / "py.typed" in data


def packed(package):
    """The files of data that a wheel has."""
    top = FOLDERS[package]
    return {p for pattern in SETUP["package-data"][package] for p in top.glob(pattern)}


STUDIED = {  # families that only studies play
    "conditional", "silent", "cheap", "binding", "cooperative-hard", "competitive-hard",
    "spiteful-hard", "cooperative-long",
}  # fmt: skip


def test_a_wheel_has_the_weights_that_names_without_a_seed_and_players_need():
    """And what every network says of itself, with which the others are named."""
    data = packed("glory_agents")
    named = {path.name: alias_target(path.name) for path in PRETRAINED.iterdir()}
    needed = {to for name, to in named.items() if to is not None and name not in STUDIED}
    needed |= {traits.network for traits in CHARACTERS.values()}
    needed |= {orders.name for orders in shipped_orders()}  # of the planners
    needed |= {name for name in STANDING.values() if (PRETRAINED / name).is_dir()}
    assert {"cooperative-0", "competitive-0", "spiteful-0", "dial-macro-0"} < needed
    for name in needed:
        assert PRETRAINED / name / "policy.safetensors" in data, name
    assert set((PRETRAINED / "aleutians-0").rglob("policy.*")) <= data
    assert {STARTS / name / "policy.safetensors" for name in ("macro", "micro")} < data
    assert set(FOLDERS["glory_agents"].glob("*/**/policy.json")) <= data
    assert PRETRAINED / "cooperative-1" / "policy.safetensors" not in data


def test_the_project_is_in_no_public_index_by_mistake():
    assert "Private :: Do Not Upload" in PROJECT["project"]["classifiers"]
