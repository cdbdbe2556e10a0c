"""`glory evaluate`: two agents against each other."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated

import tyro

from glory_env.cli.arguments import GameOptions, options_from, value_of
from glory_env.core.files import check_writable, write_whole

PIECE, SLOW_PIECE = 1024, 4  # games between two writings of --keep; a planner's take long


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
) -> None:
    """Play two agents against each other and print figures with 95 % intervals.

    Args:
        army: agent, a name or a checkpoint; random.
        navy: agent, a name or a checkpoint; random.
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
        japan: agent of that game; random.
        allies: agent of that game; random.
    """
    from glory_env.cli import aleutians

    if games < 1 or not 0 <= seed < 2**62:
        raise ValueError("--games: expected at least 1, --seed: expected 0 to 2**62")
    if game == aleutians.ALEUTIANS:
        others = {"--army": army, "--navy": navy, "--reward": reward, "--keep": keep,
                  "--deterministic": deterministic, "--force": force}  # fmt: skip
        aleutians.check_game(game, others, aleutians.GLORY)
        aleutians.evaluate(
            japan or "random", allies or "random", games, seed, scenario or "aleutians", option,
            json_file,
        )  # fmt: skip
        return
    aleutians.check_game(game, {"--japan": japan, "--allies": allies}, aleutians.ALEUTIANS)
    army, navy = army or "random", navy or "random"
    scenario, reward = scenario or "glory", reward or "selfish"
    # Late, so that --help and its errors do not wait for Numba.
    from glory_env.bench import Results, play_pairs
    from glory_env.bench.kept import play_kept
    from glory_env.bench.policies import fingerprint_of
    from glory_env.envs.agent import RandomAgent, make_pair, plays_batches
    from glory_env.games.glory.engine.rewards import parse_reward
    from glory_env.games.glory.scenario import load
    from glory_env.games.glory.state import SERVICES
    from glory_env.report import evaluation

    if json_file:
        check_writable(json_file, "--json")
    if keep:
        check_writable(keep, "--keep")
    options = options_from(option)
    if options["solo"] and army != navy:
        raise ValueError(
            "option 'solo': a single controller plays both: name one agent for --army and --navy"
        )
    rewards = value_of("--reward", reward)
    names, board = (army, navy), load(scenario)
    specs = parse_reward(rewards)
    agents = make_pair(*names, options["solo"], force, deterministic)
    players = dict(zip(SERVICES, agents, strict=True))
    fixed = [getattr(agent, "deterministic", False) for agent in agents]  # a macro policy always is
    settings = evaluation.Settings(
        scenario=board,
        options=options,
        reward=specs,
        agents=names,
        fingerprints=(fingerprint_of(agents[0], army), fingerprint_of(agents[1], navy)),
        sampled=(not fixed[0], not fixed[1]),
        seed=seed,
    )
    play_pairs(RandomAgent(), RandomAgent(), 1)  # so that no compiling is counted
    with evaluation.progress_bar(games) as progress:

        def play(count: int, first: int) -> Results:
            return play_pairs(*agents, count, first, board, rewards, progress=progress, **options)

        if keep:
            piece = PIECE if all(map(plays_batches, agents)) else SLOW_PIECE
            about = evaluation.about(settings)
            results, seconds = play_kept(keep, about, play, games, seed, piece, board.tables[0])
        else:
            start = time.perf_counter()
            results = play(games, seed)
            seconds = time.perf_counter() - start
    try:  # first of all: nothing that goes wrong with printing may cost the games
        if json_file:
            document = evaluation.document(results, settings, seconds)
            if used := evaluation.usage(players):
                document["usage"] = used
            write_whole(json_file, json.dumps(document) + "\n")
    finally:
        print(evaluation.table(results, settings, seconds))
        for line in evaluation.usage_lines(evaluation.usage(players)):
            print(line)
    if json_file:
        print(f"\nwritten to {json_file}")
