"""`glory record`: play games and write their records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from glory_env.cli.arguments import GameOptions, options_from

if TYPE_CHECKING:
    from glory_env.record import GameRecord


def record(
    *,
    out: Path,
    games: int = 1,
    seed: int = 1,
    army: str = "random",
    navy: str = "random",
    scenario: str = "glory",
    states: bool = False,
    auto_forced: bool = True,
    option: GameOptions = (),
) -> None:
    """Play games and record them. `glory verify` checks records.

    Args:
        out: file to write.
        games: how many.
        seed: of the first game's dice; one more for each game after it.
        army: agent in the army's seat.
        navy: agent in the navy's seat.
        scenario: name or path of a .yaml file.
        states: write the position after every phase.
        auto_forced: play decisions with a single legal choice without asking.
        option: of the game, the value as in YAML: optional=[20-1], deadlock=dice.
    """
    from glory_env.envs.agent import make_agent
    from glory_env.game.game import Game
    from glory_env.record import add_state, play_record, write
    from glory_env.scenarios import load

    if games < 1 or seed < 0:
        raise ValueError("--games: expected at least 1, --seed: expected at least 0")
    options = options_from(option)
    loaded = load(scenario)
    names = {"army": army, "navy": navy}
    completed = 0

    def played() -> Iterator[GameRecord]:
        nonlocal completed
        agents = {seat: make_agent(name) for seat, name in names.items()}
        for k in range(games):
            game = Game(
                loaded,
                seed=seed + k,
                auto_forced=auto_forced,
                on_phase_end=add_state if states else None,
                **options,
            )
            finished = play_record(game, agents, names)
            completed += finished.footer is not None and finished.footer["completed"]
            yield finished

    write(out, played())
    print(f"{out}: {games} games, {completed} completed")
