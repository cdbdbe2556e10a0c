"""From the command's settings to a face: the page's server or the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from glory_env.cli.warmup import compile_scripts
from glory_env.play.opening import Allowed
from glory_env.play.saves import ENDING, Saves
from glory_env.play.session import PERSON, GameSession
from glory_env.scenarios import names

PAGE_ONLY = ("host", "port", "token")


def face(given: argparse.Namespace, open_session: Callable[[], GameSession]) -> int:
    """Show the session; the command's exit code. ValueError or OSError on bad input."""
    if given.terminal:
        wrong = [f"--{name}" for name in PAGE_ONLY if getattr(given, name) is not None]
        if wrong:
            raise ValueError(f"{wrong[0]}: the terminal serves no page")
    if given.save and given.save.exists():
        raise ValueError(f"--save {given.save}: the file exists; go on with it by --resume")
    if given.save and not given.save.parent.is_dir():
        raise ValueError(f"--save {given.save}: expected a file in a folder that exists")
    return _terminal(given, open_session) if given.terminal else _page(given, open_session)


def _opened(given: argparse.Namespace, open_session: Callable[[], GameSession]) -> GameSession:
    """The session, and all it needs compiled: better waited for here than at the first choices."""
    session = open_session()
    if not given.replay:
        compile_scripts()
    return session


def _terminal(given: argparse.Namespace, open_session: Callable[[], GameSession]) -> int:
    from glory_env.play.terminal import Terminal
    from glory_env.play.terminal_look import Look
    from glory_env.play.terminal_replay import TerminalReplay

    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    session = _opened(given, open_session)
    look = Look(sys.stdout.isatty())
    if session.is_replay:
        return TerminalReplay(session, look=look).run()
    file = given.save or given.resume or _new_file(session)
    return Terminal(session, file, look=look).run()


def _new_file(session: GameSession) -> Path:
    """The next free file of the folder, taken at once: another game may begin beside this one."""
    saves = Saves()
    name = saves.new_name()
    try:
        return saves.path(saves.save_new(session, name))
    except OSError:  # the terminal says it when it saves
        return saves.path(name)


def _page(given: argparse.Namespace, open_session: Callable[[], GameSession]) -> int:
    from glory_env.play.server import HOST, PORT, check_address, serve
    from glory_env.play.table import Table

    host = given.host or HOST
    port = PORT if given.port is None else given.port
    check_address(host, given.token, port)
    saves, name = _place(given.save or given.resume)
    session = _opened(given, open_session)
    named = {*session.players.values(), *([given.partner] if given.partner else ())} - {PERSON}
    own = given.scenario is not None and given.scenario not in names()
    scenario = Path(given.scenario) if own else None
    name = given.replay.stem if given.replay else name
    table = Table(session, saves, name, Allowed(frozenset(named), scenario, given.force))
    serve(table, host, port, given.token, opens=not given.no_open)
    return 0


def _place(file: Path | None) -> tuple[Saves, str | None]:
    """The folder of saved games and the name in it that a file stands for."""
    if file is None:
        return Saves(), None
    if file.suffix != ENDING:
        raise ValueError(f"{file}: the page keeps games in files that end in {ENDING}")
    saves = Saves(file.parent)
    saves.path(file.stem)
    return saves, file.stem
