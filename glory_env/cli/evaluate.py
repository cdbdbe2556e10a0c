"""`glory evaluate`: two agents against each other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import tyro

from glory_env.cli import games as parts
from glory_env.cli.arguments import GameOptions
from glory_env.core.files import check_writable, write_whole


def evaluate(
    army: str = "",
    navy: str = "",
    games: int = 1000,
    seed: int = 0,
    scenario: str = "",
    reward: str = "",
    option: GameOptions = (),
    deterministic: bool = False,
    force: bool = False,
    json_file: Annotated[Path | None, tyro.conf.arg(name="json")] = None,
    keep: Path | None = None,
    game: str = "glory",
    japan: str = "",
    allies: str = "",
    seat: Annotated[tuple[str, ...], tyro.conf.UseAppendAction] = (),
) -> None:
    """Play two agents against each other and print figures with 95 % intervals.

    Args:
        army: the same as --seat army=AGENT.
        navy: the same as --seat navy=AGENT.
        games: how many games.
        seed: of the first game's dice; the next ones follow.
        scenario: name or path of a .yaml file; that of the game.
        reward: preset, angle in degrees, or {army: R, navy: R}; selfish.
        option: of the game, KEY=VALUE with the value as in YAML: deadlock=dice (may be repeated).
        deterministic: agents that can play their most likely action; the table says which do.
        force: play networks of another action table, observation or scenario all the same.
        json_file: write everything, game by game.
        keep: file of the finished games; the same command goes on where it was stopped.
        game: glory, or aleutians; that game takes no --reward, --keep, --deterministic, --force.
        japan: of aleutians, the same as --seat japan=AGENT.
        allies: of aleutians, the same as --seat allies=AGENT.
        seat: NAME=AGENT, an agent's name or a checkpoint (may be repeated); random.
    """
    if games < 1 or not 0 <= seed < 2**62:
        raise ValueError("--games: expected at least 1, --seed: expected 0 to 2**62")
    seats = parts.named(game).seats
    own = {"army": army, "navy": navy, "japan": japan, "allies": allies}
    flags = {"reward": reward, "keep": keep, "deterministic": deterministic, "force": force}
    parts.refuse(game, own | flags)
    agents = parts.seats_from([*seat, *(f"{k}={v}" for k, v in own.items() if v)], seats)
    if none := [name for name, agent in agents.items() if agent is None]:
        raise ValueError(f"--seat {none[0]}: expected {none[0]}=AGENT")
    part = parts.named(game).evaluate()
    if json_file:
        check_writable(json_file, "--json")
    asked = parts.Evaluation(
        games, seed, scenario or game, option, reward, deterministic, force, keep
    )
    names = {name: agents.get(name) or parts.RANDOM for name in seats}
    found: parts.Evaluated
    if part is not None:
        found = part.evaluate(names, asked)
    else:
        from glory_env.cli.plain_evaluation import evaluate as rewards

        found = rewards(parts.named(game), names, asked)
    try:  # first of all: nothing that goes wrong with printing may cost the games
        if json_file:
            write_whole(json_file, json.dumps(found.document()) + "\n")
    finally:
        print(found.text())
    if json_file:
        print(f"\nwritten to {json_file}")
