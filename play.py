"""Play the army, the navy or both: `python play.py --terminal --seat navy --partner random`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from glory_env.commands import options_from

SEATS = {"army": ("army",), "navy": ("navy",), "both": ("army", "navy")}
# What a new game needs and a saved one brings along, with the defaults.
NEW_GAME: dict[str, Any] = {"seat": "army", "partner": "random", "seed": None, "option": []}


def parser() -> argparse.ArgumentParser:
    """The command line."""
    out = argparse.ArgumentParser(prog="play.py", description=__doc__)
    out.add_argument("--terminal", action="store_true", help="play here, in the terminal")
    out.add_argument("--seat", choices=SEATS, help="your seat (default: army)")
    out.add_argument("--partner", help="agent in the other seat: a name or a checkpoint")
    out.add_argument("--scenario", help="name or path of a .yaml file (default: glory)")
    out.add_argument("--seed", type=int, help="of the dice (default: a new one)")
    out.add_argument(
        "--option",
        action="append",
        metavar="KEY=VALUE",
        help="of the game, the value as in YAML: deadlock=dice, grid=25 (may be repeated)",
    )
    out.add_argument("--save", type=Path, metavar="FILE", help="game record to write on leaving")
    out.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    return out


def start(given: argparse.Namespace) -> int:
    """Make or resume the session and play it; ValueError or OSError on bad input."""
    from glory_env.play.session import PERSON, Session
    from glory_env.play.terminal import Terminal

    if given.resume:
        settled = [f"--{name}" for name in NEW_GAME if getattr(given, name) is not None]
        if settled:
            raise ValueError(f"--resume: the saved game settles {', '.join(settled)}")
        session = Session.resume(given.resume, given.scenario)
        return Terminal(session, given.save or given.resume).run()
    if given.seat == "both" and given.partner is not None:
        raise ValueError(f"--partner {given.partner}: with --seat both there is none")
    for name, value in NEW_GAME.items():
        if getattr(given, name) is None:
            setattr(given, name, value)
    if given.save and given.save.exists():
        raise ValueError(f"--save {given.save}: the file exists; go on with it by --resume")
    if given.save and not given.save.parent.is_dir():
        raise ValueError(f"--save {given.save}: expected a file in a folder that exists")
    if given.seed is not None and given.seed < 0:
        raise ValueError(f"--seed {given.seed}: expected 0 or more")
    players = {
        seat: PERSON if seat in SEATS[given.seat] else given.partner for seat in SEATS["both"]
    }
    session = Session(
        given.scenario or "glory",
        players,
        seed=given.seed,
        **options_from(given.option),
    )
    return Terminal(session, given.save).run()


def main(arguments: list[str] | None = None) -> int:
    """The command; 0, 1 if the game could not be saved, 2 with one line for bad input."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    given = parser().parse_args(arguments)
    if not given.terminal:
        print("play.py: only the terminal face exists so far; starting it", file=sys.stderr)
    try:
        return start(given)
    except (ValueError, OSError) as error:
        print(f"play.py: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
