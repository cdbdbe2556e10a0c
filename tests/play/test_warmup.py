"""What is compiled ahead, and when that is announced."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from glory_agents import scripted
from glory_env.cli import warmup
from glory_env.envs import agent as partners
from glory_env.play import hint, start


def test_every_checkout_compiles_and_says_so_once(tmp_path, monkeypatch, capsys):
    """Two checkouts share the folder of compiled code, but not what Numba finds in it."""
    view = SimpleNamespace(game=SimpleNamespace(actor="navy", mask=None), waits_for_person=True)
    monkeypatch.setattr(start, "new_session", lambda *_, **__: view)
    monkeypatch.setattr(hint, "hint", lambda *_: None)
    monkeypatch.setattr(partners, "GameView", lambda *_: None)

    def starts_in(checkout: str) -> bool:
        """Whether the scripts of that checkout are compiled now."""
        sources = Path(checkout, "agents", "scripted", "compiled.py")
        scripts = SimpleNamespace(FOLDER=tmp_path, __file__=str(sources))
        monkeypatch.setattr(scripted, "compiled", scripts)
        warmup.compile_scripts()
        return "compiling the scripts" in capsys.readouterr().err

    assert [starts_in(name) for name in ("/a", "/a", "/b", "/b", "/a")] == [
        True, False, True, False, False,
    ]  # fmt: skip
