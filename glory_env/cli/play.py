"""`glory play`: a game with or against an agent, on a page or in the terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from glory_env.cli.arguments import (
    GameOptions,
    check_agents,
    check_settled,
    given_agents,
    options_from,
)
from glory_env.core.installed import advice

if TYPE_CHECKING:
    from glory_env.games.glory.play.session import GameSession
    from glory_env.play.allowed import Allowed
    from glory_env.play.saves import Saves

    Open = Callable[[], GameSession]

HOST, PORT = "127.0.0.1", 8765


class _Page(NamedTuple):
    """Where the page is served."""

    host: str
    port: int
    token: str | None
    opens: bool
    seat: str | None  # where two people play apart: the one played on this machine
    clock: bool
    data: Path | None  # of games that a person lets be kept; None: the default folder


def play(
    game: Literal["glory", "aleutians"] = "glory",
    seat: Literal["army", "navy", "japan", "allies", "both"] | None = None,
    partner: str | None = None,
    solo: bool = False,
    watch: tuple[str, str] | None = None,
    apart: bool = False,
    clock: bool = False,
    force: bool = False,
    scenario: str | None = None,
    seed: int | None = None,
    option: GameOptions = (),
    save: Path | None = None,
    resume: Path | None = None,
    replay: Path | None = None,
    data: Path | None = None,
    terminal: bool = False,
    language: Literal["en", "ja"] = "en",
    host: str | None = None,
    port: int | None = None,
    token: str | None = None,
    no_open: bool = False,
) -> int:
    """Play with or against an agent, on a page or in the terminal.

    Args:
        game: Which game: Glory or the Aleutians Campaign (docs/aleutians.md).
        seat: Your seat: army or navy (default: navy), in the Aleutians Campaign japan or allies
            (default: japan); both: two people at one screen.
        partner: In the other seat: an agent's name or a checkpoint (default: sakaki; in the
            Aleutians Campaign: historical). With --resume: that of the saved game, to allow an
            agent that is not part of the project.
        solo: A single controller for both services.
        watch: Two agents play, army and navy.
        apart: Two people play, each at a page of their own; --seat: yours (default: army).
        clock: With --apart: how long each has thought is shown.
        force: Load networks in spite of a mismatch.
        scenario: Name or path of a .yaml file (default: glory).
        seed: Of the dice (default: a new one).
        option: Of the game, as KEY=VALUE, the value as in YAML: deadlock=dice (may be repeated).
        save: Keeps the game in this file as it goes.
        resume: Go on with a saved game.
        replay: Look at a recorded game.
        data: Folder of the finished games that you let be kept on the page, to train partners
            from (default: glory-env/games in your folder for data).
        terminal: Play here, in the terminal.
        language: Of the terminal; the page has a button for it.
        host: Address to serve the page on (default: 127.0.0.1).
        port: Of the page, 0 for a free one (default: 8765).
        token: What pages have to bring; needed with another host.
        no_open: Do not open the page in a browser.

    Returns:
        0, or 1 if the game could not be saved.

    Raises:
        ValueError, OSError: for bad input, in one line.
    """
    page = {"host": host, "port": port, "token": token}
    if game == "aleutians":
        from glory_env.cli.play_aleutians import play_aleutians

        not_there = {
            "solo": solo, "watch": watch, "apart": apart, "clock": clock, "force": force,
            "replay": replay, "data": data,
        }  # fmt: skip
        if not_given := [name for name, value in not_there.items() if value]:
            raise ValueError(f"--{not_given[0]}: not in the Aleutians Campaign")
        return play_aleutians(
            seat, partner, scenario, seed, option, _file(save, resume), resume, terminal,
            language, page, no_open,
        )  # fmt: skip
    if seat in ("japan", "allies"):
        raise ValueError(f"--seat {seat}: expected with --game aleutians")
    given = {**page, "data": data}
    for_page = [f"--{name}" for name, value in given.items() if value is not None]
    if terminal and for_page:
        raise ValueError(f"{for_page[0]}: the terminal serves no page")
    if apart and data:
        raise ValueError("--data: expected without --apart; games of two people are not kept there")
    if apart and (terminal or seat == "both"):
        raise ValueError(f"--apart: not with {'--terminal' if terminal else '--seat both'}")
    if clock and not apart:
        raise ValueError("--clock: expected with --apart")
    file = _file(save, resume)
    own = (seat or "army") if apart else None
    if apart:
        seat = None if resume or replay else "both"
    chosen = {
        "seat": seat, "partner": partner, "solo": solo, "watch": watch, "seed": seed,
        "option": option,
    }  # fmt: skip

    def open_session() -> GameSession:
        """The game asked for, and all it needs compiled: better waited for here than in play."""
        from glory_env.games.glory.warmup import compile_scripts
        from glory_env.play.saves import claim

        if file and (save or file.is_file()):
            claim(file)  # before it is read; until this process ends
        if saved := resume or replay:
            if resume and replay:
                raise ValueError("--resume: the saved game settles --replay")
            session = _saved(saved, replay is not None, chosen, scenario, force)
        else:
            session = _new(chosen, scenario, force)
        if not replay:
            compile_scripts()
        return session

    if terminal:
        return _in_terminal(open_session, file, language)
    settings = _Page(
        host or HOST, PORT if port is None else port, token, not no_open, own, clock, data
    )  # fmt: skip
    return _on_page(open_session, settings, file, replay, _allowed(chosen, scenario, force))


# --- the game --------------------------------------------------------------------------------
def _file(save: Path | None, resume: Path | None) -> Path | None:
    """The file a game is kept in; ValueError where a new one cannot be."""
    if save and save.exists():
        raise ValueError(f"--save {save}: the file exists; go on with it by --resume")
    if save and not save.parent.is_dir():
        raise ValueError(f"--save {save}: expected a file in a folder that exists")
    return save or resume


def _saved(
    file: Path, is_replay: bool, chosen: dict[str, Any], scenario: str | None, force: bool
) -> GameSession:
    """A saved game; what it settles itself may not be asked for.

    A partner may be named that is the saved game's own: it is the person's word that it may run.
    """
    from glory_env.games.glory.play.session import GameSession

    flag = "--replay" if is_replay else "--resume"
    given = given_agents(chosen["partner"], chosen["watch"])
    named = ("partner",) if is_replay else ("partner", "watch")
    check_settled(flag, {key: value for key, value in chosen.items() if key not in named})
    session = GameSession.resume(file, scenario, given=given, force=force, is_replay=is_replay)
    check_agents(flag, given, session.players)
    return session


def _new(chosen: dict[str, Any], scenario: str | None, force: bool) -> GameSession:
    from glory_env.games.glory.play.start import new_session

    ways = [name for name in ("seat", "solo", "watch") if chosen[name]]
    if len(ways) > 1:
        raise ValueError(f"--{ways[0]} and --{ways[1]} do not go together")
    seat, partner = chosen["seat"] or "navy", chosen["partner"]
    seat = ways[0] if ways and ways[0] != "seat" else seat
    if seat not in ("army", "navy") and partner is not None:
        flag = f"--seat {seat}" if seat == "both" else f"--{seat}"
        raise ValueError(f"--partner {partner}: with {flag} there is none")
    options = options_from(chosen["option"])
    return new_session(
        scenario or "glory", seat, partner, chosen["watch"] or (),
        seed=chosen["seed"], force=force, options=options,
    )  # fmt: skip


# --- front ends ------------------------------------------------------------------------------
def _in_terminal(open_session: Open, file: Path | None, language: str) -> int:
    from glory_env.report.evaluation import usage, usage_lines
    from glory_env.terminal.game import Terminal
    from glory_env.terminal.look import Look
    from glory_env.terminal.replay import TerminalReplay

    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    session = open_session()
    look = Look(sys.stdout.isatty(), language=language)
    if session.is_replay:
        return TerminalReplay(session, look=look).run()
    code = Terminal(session, file or _new_file(session), look=look).run()
    for line in usage_lines(usage(session.agents)):
        print(line)
    return code


def _new_file(session: GameSession) -> Path:
    """The next free file of the folder, taken at once: another game may begin beside this one."""
    from glory_env.play.saves import Saves

    saves = Saves()
    name = saves.new_name()
    try:
        return saves.path(saves.save_new(session, name))
    except OSError:  # the terminal reports it when it saves
        return saves.path(name)


def _on_page(
    open_session: Open, page: _Page, file: Path | None, replay: Path | None, allowed: Allowed
) -> int:
    try:
        from glory_env.play.server import check_address, serve
    except ModuleNotFoundError as error:
        raise ValueError(f"{error}: {advice('play')}, or --terminal") from None
    from glory_env.games.glory.play.kept_games import Kept, default_folder
    from glory_env.games.glory.play.table import Table
    from glory_env.play.two_pages import Apart

    check_address(page.host, page.token, page.port)
    saves, name = _place(file)
    session = open_session()
    if page.seat and len(session.seats) != 2:
        raise ValueError("--apart: expected a game that two people play")
    apart = Apart(page.clock) if page.seat else None
    kept = None if apart else Kept(page.data or default_folder())
    table = Table(session, saves, replay.stem if replay else name, allowed, apart, kept)
    with contextlib.suppress(KeyboardInterrupt):
        serve(table, page.host, page.port, page.token, opens=page.opens, seat=page.seat)
    return 0


def _allowed(chosen: dict[str, Any], scenario: str | None, force: bool) -> Allowed:
    """What pages may name because the command has named it."""
    from glory_env.games.glory.scenario import names
    from glory_env.play.allowed import Allowed

    own = Path(scenario) if scenario is not None and scenario not in names() else None
    return Allowed(given_agents(chosen["partner"], chosen["watch"]), own, force)


def _place(file: Path | None) -> tuple[Saves, str | None]:
    """The folder of saved games, and the name of a file in it."""
    from glory_env.play.saves import ENDING, Saves

    if file is None:
        return Saves(), None
    if file.suffix != ENDING:
        raise ValueError(f"{file}: the page keeps games in files that end in {ENDING}")
    saves = Saves(file.parent)
    saves.path(file.stem)
    return saves, file.stem
