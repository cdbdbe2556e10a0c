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
    OptionalInt,
    OptionalPath,
    OptionalText,
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


class _Page(NamedTuple):
    """Where the page is served. seat: where two people play apart the one played here."""

    host: str
    port: int
    token: str | None
    opens: bool
    seat: str | None


def play(
    game: str = "glory",
    seat: Annotated[
        tuple[str, ...],
        tyro.conf.UseAppendAction,
        tyro.conf.arg(metavar="NAME", help_behavior_hint=""),
    ] = (),
    partner: OptionalText = None,
    solo: bool = False,
    watch: Annotated[
        tuple[str, str] | None, tyro.conf.arg(metavar="AGENT AGENT", help_behavior_hint="")
    ] = None,
    apart: bool = False,
    clock: bool = False,
    force: bool = False,
    scenario: OptionalText = None,
    seed: OptionalInt = None,
    option: GameOptions = (),
    handicap: OptionalText = None,
    save: OptionalPath = None,
    resume: OptionalPath = None,
    replay: OptionalPath = None,
    data: OptionalPath = None,
    people: OptionalPath = None,
    questions: OptionalPath = None,
    terminal: bool = False,
    language: Literal["en", "ja"] = "en",
    host: OptionalText = None,
    port: OptionalInt = None,
    token: OptionalText = None,
    no_open: bool = False,
) -> int:
    """Play with or against an agent, on a page or in the terminal.

    Args:
        game: the game to play, glory, aleutians (docs/aleutians.md) or empire (docs/empire.md).
        seat: the seat that you play: army or navy (default: navy), in the other games japan or
            allies (default: japan), or both, for two people at one screen. NAME=AGENT gives a seat
            to an agent. May be repeated.
        partner: the agent in the other seat, a name or a folder (default: sakaki, with --game
            aleutians historical, with --game empire plan). With --resume it allows a saved game to
            run the code of an agent of your own.
        solo: play both services of Glory alone.
        watch: let two agents play each other, in the order of the seats.
        apart: two people play, each in a browser of their own; --seat is yours (default: army).
        clock: with --apart: show how long each person has thought.
        force: play a network of another action table, observation or scenario all the same.
        scenario: its name, or the path of a .yaml file (default: that of the game).
        seed: of the dice (default: a new one).
        option: an option of the game, with the value as in YAML: deadlock=dice,
            'handicap={floor: -20}'. May be repeated.
        handicap: how hard the game is: gentle, easy, normal or hard (docs/play.md), or another
            name of the option handicap.
        save: keep the game in this file while it is played.
        resume: go on with the saved game of this file.
        replay: look at the recorded game of this file.
        data: folder for finished games that you allow the page to keep, to train partners from
            (default: glory-env/games in your folder for data).
        people: folder for a study: finished games whose people have agreed, with times, hints and
            chat (docs/play.md).
        questions: with --people: a YAML file of what is asked after a game.
        terminal: play in the terminal, not in the browser.
        language: of the terminal; the page has a button for it.
        host: the address to serve the page on (default: 127.0.0.1).
        port: of the page, 0 for a free one (default: 8765).
        token: the secret that a browser has to send; needed with another --host.
        no_open: do not open the page in a browser.

    Returns:
        0, or 1 if the game could not be saved.

    Raises:
        ValueError, OSError: for bad input, in one line.
    """
    seats = games.named(game).seats
    part: Any = games.named(game).play() or PlainPlay(games.named(game))
    study = {"people": people, "questions": questions}
    own: dict[str, Any] = {"solo": solo, "apart": apart, "clock": clock, "force": force}
    own |= {"data": data, "handicap": handicap, **study}
    games.refuse(game, own)
    page = {"host": host, "port": port, "token": token, "data": data, **study}
    if terminal and (given := [name for name, value in page.items() if value is not None]):
        raise ValueError(f"--{given[0]}: the terminal serves no page")
    if apart and data:
        raise ValueError("--data: expected without --apart; games of two people are not kept there")
    if apart and (terminal or games.BOTH in seat):
        raise ValueError(f"--apart: not with {'--terminal' if terminal else '--seat both'}")
    if data and people:
        raise ValueError("--data: not with --people, which keeps games in its own folder")
    if questions and not people:
        raise ValueError("--questions: expected with --people")
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
        settled["handicap"] = handicap
        check_settled(flag, settled)
    else:
        players = _players(seat, seats, part.OWN, partner, watch, solo)
    options = pairs_from(option)
    if handicap is not None:
        if "handicap" in options:
            raise ValueError("--handicap: expected without --option handicap=...")
        options["handicap"] = handicap
    asked = games.Sitting(
        scenario, seed, options, solo, force, agents, apart, clock, data, **study
    )  # fmt: skip

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
    part: Any,
    open_session: Open,
    page: _Page,
    file: Path | None,
    replay: Path | None,
    asked: games.Sitting,
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
