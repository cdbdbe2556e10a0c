"""What is compiled ahead, and when that is announced."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from glory_agents.compiled_agent import CompiledAgent
from glory_agents.registry import make_agent, registry
from glory_env import games
from glory_env.bench import pairs
from glory_env.cli.main import main
from glory_env.core import cache_folder, compile, sources
from glory_env.envs import agent as partners
from glory_env.games.glory import warmup
from glory_env.games.glory.play import hint, start


def test_the_same_sources_compile_once(tmp_path, monkeypatch):
    view = SimpleNamespace(game=SimpleNamespace(actor="navy", mask=None), waits_for=True)
    begun = []
    monkeypatch.setattr(compile, "CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(start, "new_session", lambda *_, **__: begun.append(1) or view)
    monkeypatch.setattr(hint, "hint", lambda *_: None)
    monkeypatch.setattr(partners, "GameView", lambda *_: None)

    def starts_with(text: str, again: bool = False) -> bool:
        """Whether scripts of that source are compiled now."""
        begun.clear()
        monkeypatch.setattr(sources, "digest_of", lambda files: f"{text}{len(list(files)) > 99}")
        warmup.compile_scripts(again)
        return bool(begun)

    assert [starts_with(text) for text in "aabba"] == [True, False, True, False, False]
    assert starts_with("a", again=True)


@pytest.fixture
def done(monkeypatch):
    """The games that are compiled."""
    names: list[str] = []
    for name in games.GAMES:
        bundle = games.game(name)
        monkeypatch.setattr(bundle, "compile_all", lambda name=name: names.append(name))
    return names


@pytest.mark.parametrize(
    ("flags", "compiled"),
    [
        ("", ["glory"]),
        ("--game glory", ["glory"]),
        ("--game aleutians", ["aleutians"]),
        ("--game all", ["glory", "aleutians", "empire"]),
    ],
)
def test_the_command_compiles_the_games_it_is_asked_for(monkeypatch, capsys, done, flags, compiled):
    monkeypatch.setattr(compile, "drop_damaged", lambda: 3 if flags else 0)
    assert main(["warmup", *flags.split()]) == 0
    assert done == compiled
    told = capsys.readouterr().out
    assert ("damaged files of compiled rules deleted from" in told) == bool(flags)
    assert "compiled rules are in" in told


def test_the_command_deletes_what_is_compiled_and_compiles_nothing(
    monkeypatch, tmp_path, capsys, done
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = tmp_path / "glory-env" / "0123456789abcdef"
    folder.mkdir(parents=True)
    assert main(["warmup", "--clear"]) == 0
    assert done == []
    assert not folder.exists()
    assert f"folders of compiled rules deleted from {folder.parent}: 1," in capsys.readouterr().out


def test_nothing_can_be_deleted_for_a_user_without_a_home(monkeypatch, capsys):
    def without_home() -> str:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(cache_folder, "clear", without_home)
    assert main(["warmup", "--clear"]) == 2
    assert "XDG_CACHE_HOME" in capsys.readouterr().err


def test_another_game_is_refused(capsys):
    assert main(["warmup", "--game", "chess"]) == 2
    words = "unknown game 'chess': valid are glory, aleutians, empire, all"
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("game", ["aleutians", "empire"])
def test_all_that_the_scripts_of_a_game_compile_is_run(monkeypatch, game):
    """An agent that is added later is in it, or plays by the same compiled function."""
    played = []
    real = pairs.play_pairs
    monkeypatch.setattr(pairs, "play_pairs", lambda *a, **k: played.append(a[0]) or real(*a, **k))
    games.game(game).compile_all()
    made = {name: make_agent(name, game=game) for name in registry(game)}
    scripts = {name: agent for name, agent in made.items() if isinstance(agent, CompiledAgent)}
    functions = {agent._play for agent in played}
    assert len(scripts) > 1
    assert [name for name, script in scripts.items() if script._play not in functions] == []
