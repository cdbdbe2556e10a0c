"""`glory evaluate`: two agents against each other."""

from __future__ import annotations

import json

from glory_env.cli import games as parts
from glory_env.cli.arguments import GameOptions, JsonPath, OptionalPath, Seats, Text
from glory_env.core.files import check_writable, write_whole


def evaluate(
    army: Text = "",
    navy: Text = "",
    games: int = 1000,
    seed: int = 0,
    scenario: Text = "",
    reward: Text = "",
    option: GameOptions = (),
    deterministic: bool = False,
    force: bool = False,
    json_file: JsonPath = None,
    keep: OptionalPath = None,
    game: str = "glory",
    japan: Text = "",
    allies: Text = "",
    seat: Seats = (),
) -> None:
    """Play two agents against each other and print figures with 95 % intervals.

    Args:
        army: the agent that plays the army, as --seat army=AGENT.
        navy: the agent that plays the navy, as --seat navy=AGENT.
        games: how many games are played.
        seed: of the first game's dice; one more for each game after it.
        scenario: its name, or the path of a .yaml file (default: that of the game).
        reward: a preset, an angle in degrees, or {army: R, navy: R} (default: selfish).
        option: an option of the game, with the value as in YAML: deadlock=dice,
            handicap=balanced. May be repeated.
        deterministic: networks play their most likely action; the table says which do.
        force: play a network of another action table, observation or scenario all the same.
        json_file: file to write all figures to, game by game.
        keep: file for finished games; the same command goes on where it was stopped.
        game: glory, aleutians or empire; the last two take no --reward, --keep, --deterministic,
            --force.
        japan: the agent that plays Japan (aleutians), as --seat japan=AGENT.
        allies: the agent that plays the Allies (aleutians), as --seat allies=AGENT.
        seat: who plays a seat: an agent's name, or the folder of a network. May be repeated; a
            seat that is not named is played by random.
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
    default = parts.named(game).definition().default_scenario
    asked = parts.Evaluation(
        games, seed, scenario or default, option, reward, deterministic, force, keep
    )
    names = {name: agents.get(name) or parts.RANDOM for name in seats}
    evaluated: parts.Evaluated
    if part is not None:
        evaluated = part.evaluate(names, asked)
    else:
        from glory_env.cli.plain_evaluation import evaluate as rewards

        evaluated = rewards(parts.named(game), names, asked)
    try:  # first of all: nothing that goes wrong with printing may cost the games
        if json_file:
            write_whole(json_file, json.dumps(evaluated.document()) + "\n")
    finally:
        print(evaluated.text())
    if json_file:
        print(f"\nwritten to {json_file}")
