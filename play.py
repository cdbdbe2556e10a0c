"""Play with or against a trained partner: on a page, or with --terminal here."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from glory_env.cli.arguments import options_from

# What a new game needs and a saved one brings along.
NEW_GAME = ("seat", "partner", "solo", "watch", "seed", "option")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    out = argparse.ArgumentParser(prog="play.py", description=__doc__)
    who = out.add_argument_group("who plays")
    who.add_argument("--seat", choices=("army", "navy", "both"), help="your seat (default: navy)")
    who.add_argument(
        "--partner", help="in the other seat: an agent's name or a checkpoint (default: selfish)"
    )
    who.add_argument("--solo", action="store_true", default=None, help="one mind, both services")
    who.add_argument("--watch", nargs=2, metavar=("ARMY", "NAVY"), help="look on as agents play")
    who.add_argument("--force", action="store_true", help="load networks in spite of a mismatch")
    game = out.add_argument_group("the game")
    game.add_argument("--scenario", help="name or path of a .yaml file (default: glory)")
    game.add_argument("--seed", type=int, help="of the dice (default: a new one)")
    game.add_argument(
        "--option",
        action="append",
        metavar="KEY=VALUE",
        help="of the game, the value as in YAML: deadlock=dice, grid=25 (may be repeated)",
    )
    game.add_argument("--save", type=Path, metavar="FILE", help="keeps the game as it goes")
    game.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    game.add_argument("--replay", type=Path, metavar="FILE", help="look at a recorded game")
    face = out.add_argument_group("the face")
    face.add_argument("--terminal", action="store_true", help="play here, in the terminal")
    face.add_argument("--host", help="address to serve the page on (default: 127.0.0.1)")
    face.add_argument("--port", type=int, help="port, 0 for a free one (default: 8765)")
    face.add_argument("--token", help="what pages have to bring; needed with another host")
    face.add_argument("--no-open", action="store_true", help="do not open the page in a browser")
    return out


def open_session(given: argparse.Namespace) -> Any:
    """The session asked for; ValueError or OSError on bad input."""
    from glory_env.play.session import GameSession
    from glory_env.play.start import new_session

    file = given.resume or given.replay
    if file:
        flag = "--resume" if given.resume else "--replay"
        settled = [f"--{name}" for name in NEW_GAME if getattr(given, name) is not None]
        if settled or (given.resume and given.replay):
            raise ValueError(f"{flag}: the saved game settles {', '.join(settled) or '--replay'}")
        is_replay = bool(given.replay)
        return GameSession.resume(file, given.scenario, force=given.force, is_replay=is_replay)
    ways = [name for name in ("seat", "solo", "watch") if getattr(given, name)]
    if len(ways) > 1:
        raise ValueError(f"--{ways[0]} and --{ways[1]} do not go together")
    seat = given.seat or "navy"
    seat = ways[0] if ways and ways[0] != "seat" else seat
    if seat not in ("army", "navy") and given.partner is not None:
        flag = f"--seat {seat}" if seat == "both" else f"--{seat}"
        raise ValueError(f"--partner {given.partner}: with {flag} there is none")
    return new_session(
        given.scenario or "glory", seat, given.partner, given.watch or (),
        seed=given.seed, force=given.force, options=options_from(given.option or []),
    )  # fmt: skip


def main(arguments: list[str] | None = None) -> int:
    """The command; 0, 1 if the game could not be saved, 2 with one line for bad input."""
    given = parser().parse_args(arguments)
    try:
        from glory_env.play.faces import face

        return face(given, lambda: open_session(given))
    except ModuleNotFoundError as error:
        print(f"play.py: {error}: pip install -e '.[play]'", file=sys.stderr)
        return 2
    except (ValueError, OSError) as error:
        print(f"play.py: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
