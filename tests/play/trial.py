"""Whole games at the page beside each partner in either seat, by a person who knows the rules.

    python -m tests.play.trial --pictures runs/trial

plays them in Chromium, by clicks, over four sizes and two languages, and prints how each ended and
what went wrong in the page. The person makes the choices of a script. Pictures are taken of the
first decision of each kind, of the talks of each turn, and of the end.
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path
from typing import Any

from glory_agents.glory.characters.traits import CHARACTERS
from glory_env.envs.agent import GameView, make_agent
from glory_env.games.glory.play.choices import choice_id
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.view import state_view
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.warmup import compile_scripts
from glory_env.play.session import observation
from glory_env.record import agent_seed
from glory_env.record.lines import begin_record, is_choice
from tests.conftest import browsing
from tests.play.browser import SLOW, Tab, opened
from tests.play.conftest import SETTINGS
from tests.play.naive_page import choose
from tests.play.player import in_english

SCRIPT = "withdraw_in_time"
SIZES = ((390, 844), (1024, 768), (1280, 720), (1920, 1080))
LANGUAGES = ("en", "ja")


def scripted(session: GlorySession) -> dict[str, Any]:
    """The complete choice that the script would make now."""
    game, seat = session.game.clone(), session.game.actor
    record = begin_record(game, session.players)
    agent, view = make_agent(SCRIPT), GameView(game, seat)
    agent.reset(seat, agent_seed(game.seed, seat))
    while not any(map(is_choice, record.lines)):
        game.act(int(agent.act(observation(game, seat), game.mask.copy(), view)))
        record.add(game)
    found: dict[str, Any] = next(filter(is_choice, record.lines))["choice"]
    return found


def decide(tab: Tab) -> None:
    """Make the script's choice by clicks."""
    state, choice = in_english(state_view(tab.session)), scripted(tab.session)
    identity = choice_id(tab.session, choice)
    if state["choices"]["kind"] == "offer":
        for seat in SERVICES:
            tab.fill(f"#slide-{seat}", str(choice[seat]))
        tab.change(lambda: tab.click("[data-key=send-offer]"))
    elif state["choices"].get("amount") and "pool" in choice:
        if tab.count("[data-key=slide-pool]"):
            tab.fill("[data-key=slide-pool]", str(choice["pool"]))
        tab.change(lambda: tab.click("[data-key=pay-pool]"))
    else:
        assert identity is not None, choice
        tab.change(lambda: choose(tab, state, identity))


def play(tab: Tab, folder: Path | None, name: str) -> str:
    """Play a game to its end; how it ended, in words."""
    taken = set()

    def picture(what: str) -> None:
        if folder and what not in taken:
            taken.add(what)
            tab.page.screenshot(path=folder / f"{name}-{what}.png")

    while not tab.is_over:
        kind = str(tab.decision)
        picture(f"talks-{tab.turn:02d}" if kind == "offer" else kind)
        decide(tab)
    tab.see("#dialog[open] .result")
    picture("end")
    game = tab.session.game
    return f"turn {game.turn}, {game.outcome}, GP {game.gp['army']} / {game.gp['navy']}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--partners", nargs="*", default=list(CHARACTERS))
    parser.add_argument("--pictures", type=Path, default=None, help="folder of the pictures")
    parser.add_argument("--seed", type=int, default=11)
    given = parser.parse_args()
    compile_scripts()
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    looks = itertools.cycle(itertools.product(LANGUAGES, SIZES))
    with browsing() as chromium:
        for partner, seat in itertools.product(given.partners, SERVICES):
            language, size = next(looks)
            name = f"{partner}-{seat}-{size[0]}-{language}"
            session = new_session("glory", seat, partner, seed=given.seed)
            is_phone = size[0] < 600
            with opened(
                chromium, session, {**SETTINGS, "language": language}, size, patience=SLOW,
                has_touch=is_phone, is_mobile=is_phone, reduced_motion="reduce",
            ) as tab:  # fmt: skip
                print(f"{name}: {play(tab, given.pictures, name)}", flush=True)
                for problem in tab.problems:
                    print(f"  {problem}", flush=True)


if __name__ == "__main__":
    main()
