"""`glory record`: play games and write their records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from glory_env.cli.arguments import GameOptions, options_from

if TYPE_CHECKING:
    from glory_env.envs.agent import Agent
    from glory_env.game.play import GamePlay
    from glory_env.record import GameRecord


def record(
    *,
    out: Path,
    games: int = 1,
    seed: int = 1,
    army: str = "",
    navy: str = "",
    japan: str = "",
    allies: str = "",
    scenario: str = "",
    states: bool = False,
    auto_forced: bool = True,
    option: GameOptions = (),
    game: str = "glory",
) -> None:
    """Play games and record them. `glory verify` checks records.

    Args:
        out: file to write.
        games: how many.
        seed: of the first game's dice; one more for each game after it.
        army: agent in the army's seat, default random.
        navy: agent in the navy's seat, default random.
        japan: of the second game: agent of Japan, default random.
        allies: of the second game: agent of the Allies, default random.
        scenario: name or path of a .yaml file; that of the game.
        states: write the position after every phase; only Glory's.
        auto_forced: play decisions with a single legal choice without asking.
        option: of the game, the value as in YAML: optional=[20-1], deadlock=dice.
        game: glory, or aleutians.
    """
    from glory_env.cli import aleutians
    from glory_env.games.glory.trace import add_state
    from glory_env.record import play_record, write

    if games < 1 or seed < 0:
        raise ValueError("--games: expected at least 1, --seed: expected at least 0")
    if game == aleutians.GLORY:
        aleutians.check_game(game, {"--japan": japan, "--allies": allies}, aleutians.ALEUTIANS)
        seats, options = {"army": army, "navy": navy}, options_from(option)
    else:
        used = {"--army": army, "--navy": navy, "--states": states}
        aleutians.check_game(game, used, aleutians.GLORY)
        seats, options = {"japan": japan, "allies": allies}, aleutians.options_from(option)
    game_class, make_agent = parts_of(game)
    loaded = game_class.definition.scenario(scenario or None)
    names = {seat: name or "random" for seat, name in seats.items()}
    completed = 0

    def played() -> Iterator[GameRecord]:
        nonlocal completed
        agents = {seat: make_agent(name) for seat, name in names.items()}
        for k in range(games):
            one = game_class(
                loaded,
                seed=seed + k,
                auto_forced=auto_forced,
                on_phase_end=add_state if states else None,
                **options,
            )
            finished = play_record(one, agents, names)
            completed += one.outcome == "completed"
            yield finished

    write(out, played())
    print(f"{out}: {games} games, {completed} completed")


def parts_of(game: str) -> tuple[type[GamePlay], Callable[[str], Agent]]:
    """The class that plays a game, and what makes an agent for it."""
    if game == "glory":
        from glory_env.envs.agent import make_agent
        from glory_env.games.glory.game import Game

        return Game, make_agent
    from glory_env import aleutians_v0
    from glory_env.cli.aleutians import agent

    return aleutians_v0.Game, agent
