"""`glory record`: play games and write their records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import tyro

from glory_env.cli import games as parts
from glory_env.cli.arguments import GameOptions, options_from

if TYPE_CHECKING:
    from glory_env.record import GameRecord


def record(
    *,
    out: Path,
    games: int = 1,
    seed: int = 1,
    seat: Annotated[tuple[str, ...], tyro.conf.UseAppendAction] = (),
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
        seat: NAME=AGENT, an agent's name or a checkpoint (may be repeated); random.
        army: the same as --seat army=AGENT.
        navy: the same as --seat navy=AGENT.
        japan: of aleutians, the same as --seat japan=AGENT.
        allies: of aleutians, the same as --seat allies=AGENT.
        scenario: name or path of a .yaml file; that of the game.
        states: write the position after every phase; only Glory's.
        auto_forced: play decisions with a single legal choice without asking.
        option: of the game, the value as in YAML: optional=[20-1], deadlock=dice.
        game: glory, or aleutians.
    """
    from glory_agents.registry import make_agent
    from glory_env.record import play_record, write

    if games < 1 or seed < 0:
        raise ValueError("--games: expected at least 1, --seed: expected at least 0")
    bundle = parts.named(game)
    own = {"army": army, "navy": navy, "japan": japan, "allies": allies}
    parts.refuse(game, {**own, "states": states})
    named = [*seat, *(f"{name}={agent}" for name, agent in own.items() if agent)]
    names = {name: "random" for name in bundle.seats}
    names |= {
        name: agent or "random" for name, agent in parts.seats_from(named, bundle.seats).items()
    }
    options = options_from(option, game)
    game_class = bundle.vector().game_class
    loaded = game_class.definition.scenario(scenario or None)
    completed = 0

    def played() -> Iterator[GameRecord]:
        nonlocal completed
        agents = {one: make_agent(name, game=game) for one, name in names.items()}
        for k in range(games):
            one = game_class(
                loaded,
                seed=seed + k,
                auto_forced=auto_forced,
                on_phase_end=game_class.definition.add_state if states else None,
                **options,
            )
            finished = play_record(one, agents, names)
            completed += one.outcome == "completed"
            yield finished

    write(out, played())
    print(f"{out}: {games} games, {completed} completed")
