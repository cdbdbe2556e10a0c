"""`glory record`: play games and write their records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import tyro

from glory_env.cli import games as parts
from glory_env.cli.arguments import GameOptions, Seats, Text, options_from

if TYPE_CHECKING:
    from glory_env.record import GameRecord


def record(
    *,
    out: Path,
    games: int = 1,
    seed: int = 1,
    seat: Seats = (),
    army: Text = "",
    navy: Text = "",
    japan: Text = "",
    allies: Text = "",
    scenario: Text = "",
    states: bool = False,
    auto_forced: Annotated[bool, tyro.conf.arg(help_behavior_hint="")] = True,
    option: GameOptions = (),
    game: str = "glory",
) -> None:
    """Play games and record them. `glory verify` checks records.

    Args:
        out: file to write.
        games: how many games are played.
        seed: of the first game's dice; one more for each game after it.
        seat: who plays a seat: an agent's name, or the folder of a network. May be repeated; a
            seat that is not named is played by random.
        army: the agent that plays the army, as --seat army=AGENT.
        navy: the agent that plays the navy, as --seat navy=AGENT.
        japan: the agent that plays Japan (aleutians), as --seat japan=AGENT.
        allies: the agent that plays the Allies (aleutians), as --seat allies=AGENT.
        scenario: its name, or the path of a .yaml file (default: that of the game).
        states: write the position after every phase, too (glory only).
        auto_forced: ask for decisions with a single legal choice, too; without this flag they are
            played at once.
        option: an option of the game, with the value as in YAML: optional=[20-1],
            deadlock=dice. May be repeated.
        game: glory, aleutians or empire.
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
