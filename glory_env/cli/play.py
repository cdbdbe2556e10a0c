"""`glory play`: a game with or against an agent, on a page or in the terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import tyro

from glory_env.cli import games
from glory_env.cli.arguments import (
    GameOptions,
    check_agents,
    check_settled,
    given_agents,
    pairs_from,
)
from glory_env.cli.plain_play import PlainPlay
from glory_env.core.installed import advice

if TYPE_CHECKING:
    from glory_env.play.saves import Saves

    Open = Callable[[], Any]  # makes a session of the game

HOST, PORT = "127.0.0.1", 8765


class Asked(NamedTuple):
    """What a game makes a session and a table of.

    given: agents that the command names. apart, clock, data: of the page, as the flags say.
    """

    scenario: str | None
    seed: int | None
    options: dict[str, Any]
    solo: bool
    force: bool
    given: frozenset[str]
    apart: bool
    clock: bool
    data: Path | None


class _Page(NamedTuple):
    """Where the page is served. seat: where two people play apart the one played here."""

    host: str
    port: int
    token: str | None
    opens: bool
    seat: str | None


def play(
    game: str = "glory",
    seat: Annotated[tuple[str, ...], tyro.conf.UseAppendAction] = (),
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
        game: Which game: glory, or aleutians, the Aleutians Campaign (docs/aleutians.md).
        seat: A seat of yours, or NAME=AGENT for who plays it (may be repeated): army or navy
            (default: navy), in the Aleutians Campaign japan or allies (default: japan); both: two
            people at one screen.
        partner: In the other seat: an agent's name or a checkpoint (default: sakaki; in the
            Aleutians Campaign: historical). With --resume: that of the saved game, to allow an
            agent that is not part of the project.
        solo: A single controller for both services of Glory.
        watch: Two agents play, in the order of the seats.
        apart: Two people play, each at a page of their own; --seat: yours (default: army).
        clock: With --apart: how long each has thought is shown.
        force: Load networks in spite of a mismatch.
        scenario: Name or path of a .yaml file (default: that of the game).
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
    seats = games.named(game).seats
    part: Any = games.named(game).play() or PlainPlay(games.named(game))
    own = {"solo": solo, "apart": apart, "clock": clock, "force": force, "data": data}
    games.refuse(game, own)
    page = {"host": host, "port": port, "token": token, "data": data}
    if terminal and (given := [name for name, value in page.items() if value is not None]):
        raise ValueError(f"--{given[0]}: the terminal serves no page")
    if apart and data:
        raise ValueError("--data: expected without --apart; games of two people are not kept there")
    if apart and (terminal or games.BOTH in seat):
        raise ValueError(f"--apart: not with {'--terminal' if terminal else '--seat both'}")
    if clock and not apart:
        raise ValueError("--clock: expected with --apart")
    file, saved = _file(save, resume), resume or replay
    named, here = games.seats_from(seat, seats), None
    if apart:
        if len(named) > 1 or any(named.values()):
            raise ValueError("--apart: expected --seat NAME, the one that is played here")
        here = next(iter(named), seats[0])
        seat = () if saved else (games.BOTH,)
    agents = given_agents(partner, watch, [agent for agent in named.values() if agent])
    if resume and replay:
        raise ValueError("--resume: the saved game settles --replay")
    if saved:
        flag = "--replay" if replay else "--resume"
        settled = {"seat": tuple(one for one in seat if replay or "=" not in one), "solo": solo}
        settled |= {"watch": watch if replay else None, "seed": seed, "option": option}
        check_settled(flag, settled)
    else:
        players = _players(seat, seats, part.OWN, partner, watch, solo)
    options = pairs_from(option)
    asked = Asked(scenario, seed, options, solo, force, agents, apart, clock, data)

    def open_session() -> Any:
        """The game asked for, and all it needs compiled: better waited for here than in play."""
        from glory_env.play.saves import claim

        if file and (save or file.is_file()):
            claim(file)  # before it is read; until this process ends
        if saved:
            session = part.resume(saved, asked, replay is not None)
            check_agents(flag, agents, session.players)
        else:
            session = part.new(players, asked)
        if not replay:
            part.compile_ahead(session)
        return session

    if terminal:
        return _in_terminal(part, open_session, file, language)
    settings = _Page(host or HOST, PORT if port is None else port, token, not no_open, here)
    return _on_page(part, open_session, settings, file, replay, asked)


# --- the game --------------------------------------------------------------------------------
def _file(save: Path | None, resume: Path | None) -> Path | None:
    """The file a game is kept in; ValueError where a new one cannot be."""
    if save and save.exists():
        raise ValueError(f"--save {save}: the file exists; go on with it by --resume")
    if save and not save.parent.is_dir():
        raise ValueError(f"--save {save}: expected a file in a folder that exists")
    return save or resume


def _players(
    seat: Sequence[str],
    seats: Sequence[str],
    own: str,
    partner: str | None,
    watch: tuple[str, str] | None,
    solo: bool,
) -> dict[str, str | None]:
    """Who plays, by seat; None: the default partner. seat: the values of `--seat`."""
    ways = {"--seat": seat, "--solo": solo, "--watch": watch}
    given = [flag for flag, value in ways.items() if value]
    if len(given) > 1:
        raise ValueError(f"{given[0]} and {given[1]} do not go together")
    named = games.seats_from(["both"] if solo else seat, seats)
    players = dict(zip(seats, watch, strict=True)) if watch else {}
    players |= {seat: agent or games.PERSON for seat, agent in named.items()}
    free = [seat for seat in seats if seat not in players]
    if free and games.PERSON not in players.values():
        players[own if own in free else free[0]] = games.PERSON
    if partner is not None and len(players) == len(seats):
        flag = given[0] if not seat else " ".join(f"--seat {one}" for one in seat)
        raise ValueError(f"--partner {partner}: with {flag} there is none")
    return {seat: players.get(seat, partner) for seat in seats}


# --- front ends ------------------------------------------------------------------------------
def _in_terminal(part: Any, open_session: Open, file: Path | None, language: str) -> int:
    from glory_env.report.usage import usage, usage_lines
    from glory_env.terminal.game import Terminal
    from glory_env.terminal.replay import TerminalReplay

    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    session = open_session()
    at_terminal = part.at_terminal(session, language)
    if session.is_replay:
        return TerminalReplay(at_terminal).run()
    code = Terminal(at_terminal, file or _new_file(session, part.FOLDER)).run()
    for line in usage_lines(usage(session.agents)):
        print(line)
    return code


def _new_file(session: Any, folder: Path) -> Path:
    """The next free file of the folder, taken at once: another game may begin beside this one."""
    from glory_env.play.saves import Saves

    saves = Saves(folder)
    name = saves.new_name()
    try:
        return saves.path(saves.save_new(session, name))
    except OSError:  # the terminal reports it when it saves
        return saves.path(name)


def _on_page(
    part: Any, open_session: Open, page: _Page, file: Path | None, replay: Path | None, asked: Asked
) -> int:
    try:
        from glory_env.play.server import check_address, serve
    except ModuleNotFoundError as error:
        raise ValueError(f"{error}: {advice('play')}, or --terminal") from None

    check_address(page.host, page.token, page.port)
    saves, name = _place(file, part.FOLDER)
    session = open_session()
    table = part.table(session, saves, replay.stem if replay else name, asked)
    with contextlib.suppress(KeyboardInterrupt):
        serve(table, page.host, page.port, page.token, opens=page.opens, seat=page.seat)
    return 0


def _place(file: Path | None, folder: Path) -> tuple[Saves, str | None]:
    """The folder of saved games, and the name of a file in it."""
    from glory_env.play.saves import ENDING, Saves

    if file is None:
        return Saves(folder), None
    if file.suffix != ENDING:
        raise ValueError(f"{file}: the page keeps games in files that end in {ENDING}")
    saves = Saves(file.parent)
    saves.path(file.stem)
    return saves, file.stem
