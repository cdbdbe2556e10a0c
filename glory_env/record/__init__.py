"""The game record: one JSON line a choice, with its dice and what they caused (docs/record.md).

    game = Game("teaching", seed=7, on_phase_end=add_state)   # the hook: states as well
    record = play_record(game, {"army": make_agent("random"), "navy": make_agent("random")})
    write("game.jsonl", [record])
    verify("game.jsonl")                                      # [] = no problem
    replay(read("game.jsonl")[0], until=30)                   # the game before lines[30]

A game that people play keeps its record with `begin_record` and `add`; written without a footer
it is an unfinished record, read with `unfinished=True` and taken up again with `replay`.
"""

from glory_env.record.files import Problem, RecordError, read, write
from glory_env.record.lines import FORMAT, GameRecord, begin_record
from glory_env.record.play import agent_seed, play_record
from glory_env.record.replay import first_difference, replay, verify

__all__ = [
    "FORMAT",
    "GameRecord",
    "Problem",
    "RecordError",
    "agent_seed",
    "begin_record",
    "first_difference",
    "play_record",
    "read",
    "replay",
    "verify",
    "write",
]
