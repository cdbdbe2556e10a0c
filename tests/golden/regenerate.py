"""Write the golden games anew: python -m tests.golden.regenerate [NAME ...].

For changes of rules or record that are meant: read the difference before it is kept. A game
that can still be played as it stands keeps its choices; another is chosen anew.
"""

from __future__ import annotations

import sys

from glory_env.games.glory.game import IllegalChoice
from tests.golden.games import GAMES, actions_in, path_of, write_down


def regenerate(name: str) -> str:
    """The text of a golden game, with the choices of its file where they are still legal."""
    path = path_of(name)
    if path.exists():
        try:
            return write_down(name, actions_in(path.read_text()))
        except (IllegalChoice, StopIteration):
            print(f"{name}: the choices no longer fit, chosen anew")
    return write_down(name)


def main(names: list[str]) -> int:
    for name in names or GAMES:
        text = regenerate(name)
        path_of(name).write_text(text)
        print(f"{name}: {len(text) // 1000} KB, {len(actions_in(text))} actions")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
