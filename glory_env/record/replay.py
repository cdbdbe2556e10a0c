"""Playing a record again: to stand at any of its lines, or to check every one of them."""

from __future__ import annotations

from itertools import pairwise, zip_longest
from pathlib import Path
from typing import Any

from glory_env import __version__
from glory_env.game.play import DiceError, GamePlay, IllegalChoice
from glory_env.record.files import Problem, RecordError, scan, shown_value
from glory_env.record.forms import form_of
from glory_env.record.lines import GameRecord, Line, is_choice, make_footer
from glory_env.scenario.files import is_path
from glory_env.scenario.problems import ScenarioError

Source = Any  # a scenario, its name or file; None = the name in the header


def replay(
    record: GameRecord,
    until: int | None = None,
    scenario: Source = None,
    game_class: type[GamePlay] | None = None,
) -> Any:
    """The game as it stands before `lines[until]` is decided (default: after the last line).

    Plays all choices before that line with their recorded dice. The game goes on with the dice
    of the record's seed, so an unfinished record is resumed like this:

        record = read(path, unfinished=True)[-1]
        game = replay(record)
        game.choose(...)
        record.add(game)

    scenario: the scenario file where it is not one of the package. RecordError at the first
    line that is not what the rules make of the choices and dice before it.
    """
    until = len(record.lines) if until is None else until
    game_class = game_class or form_of(record.header).game_class
    try:
        play = _Replay(record, scenario, game_class)
        for index, group in _groups(record.lines):
            if index < until:
                play.take(index, group)
    except _Difference as difference:
        raise RecordError(record.path, difference.problem) from None
    game = play.game
    game.auto_forced = record.header["auto_forced"]
    game.lines = []
    return game


def verify(path: str | Path, unfinished: bool = False, scenario: Source = None) -> list[Problem]:
    """Check a file: its form, its digests, and every line of every game against the rules.

    Each game is played with the recorded choices and dice, and all lines are compared; where
    the record was written by this version of the package the dice are compared with those of
    the seed as well. Returns no problem, or of each wrong game the first difference and the
    digest, if it is wrong; of a file that is no record the first line that is wrong. OSError
    where the file cannot be read.
    """
    problems = []
    try:
        for record, digest in scan(path, unfinished):
            difference = first_difference(record, scenario)
            problems += [p for p in (difference, digest) if p is not None]
    except RecordError as error:
        return [error.problem]
    return problems


def first_difference(
    record: GameRecord, scenario: Source = None, game_class: type[GamePlay] | None = None
) -> Problem | None:
    """The first place where a game is not what rules, choices and dice (or the seed) make it.

    game_class: default that of the game the record is of.
    """
    game_class = game_class or form_of(record.header).game_class
    try:
        is_own = record.header["package"] == __version__
        play = _Replay(record, scenario, game_class, from_seed=is_own)
        for index, group in _groups(record.lines):
            play.take(index, group)
        if record.footer is not None:
            play.end(record.footer)
    except _Difference as difference:
        return difference.problem
    return None


# --- one game, step by step ----------------------------------------------------------------
class _Difference(Exception):
    def __init__(self, line: int, field: str, expected: str, got: str) -> None:
        super().__init__(field)
        self.problem = Problem(line, field, expected, got)


def _groups(lines: list[Line]) -> list[tuple[int, list[Line]]]:
    """Every choice with the lines it caused; first those before the first choice.

    Each with the index of its first line, -1 for those before the first choice.
    """
    starts = [index for index, line in enumerate(lines) if is_choice(line)]
    bounds = [*starts, len(lines)]
    groups = [(a, lines[a:b]) for a, b in pairwise(bounds)]
    return [(-1, lines[: bounds[0]]), *groups]


def _name(line: Line | None) -> str:
    """A whole line in a few words."""
    if line is None:
        return "none here"
    what = f"{line['actor']} {line['decision']}" if "decision" in line else "state"
    return f"{what} (turn {line['turn']}, {line['phase']})"


def _dice(group: list[Line]) -> list[int]:
    return [face for line in group for roll in line.get("dice", ()) for face in roll["faces"]]


class _Replay:
    """A game fed with the record's dice, and beside it one with the dice of the seed."""

    def __init__(
        self,
        record: GameRecord,
        scenario: Source,
        game_class: type[GamePlay],
        from_seed: bool = False,
    ) -> None:
        self.record = record
        self.game_class, self.definition = game_class, game_class.definition
        header = record.header
        values = {
            "scenario": self._scenario(scenario),
            "seed": header["seed"],
            "on_phase_end": game_class.definition.add_state if header["states"] else None,
        }
        try:
            values.update(self.definition.options(**header["options"]).as_dict())
        except (ValueError, TypeError) as error:
            raise _Difference(record.start, "options", "valid options", str(error)) from None
        self.values = values
        self.game: GamePlay
        self.seeded = game_class(**{**values, "on_phase_end": None}) if from_seed else None

    def _scenario(self, source: Source) -> Any:
        header, line = self.record.header, self.record.start
        words = "a scenario of the package, or the scenario file given with the command"
        if source is None and is_path(header["scenario"]):  # no record has files read
            raise _Difference(line, "scenario", words, shown_value(header["scenario"]))
        try:
            loaded = self.definition.scenario(source or header["scenario"])
        except ScenarioError as error:
            raise _Difference(line, "scenario", words, f"{header['scenario']} ({error})") from None
        if loaded.id != header["scenario_id"]:
            words = f"{loaded.id} (scenario {loaded.path})"
            raise _Difference(line, "scenario_id", words, header["scenario_id"])
        return loaded

    def take(self, index: int, group: list[Line]) -> None:
        """Play a choice (index -1: the beginning) and compare all lines it causes."""
        number = self.record.line_number(max(index, 0))
        dice = _dice(group)
        failed = None
        try:
            if index < 0:
                self._begin(number, dice)
            else:
                self._check_question(number, group[0])
                self._choose(group[0], dice)
        except IllegalChoice:
            field = "actions" if self.definition.by_actions else "choice"
            words = shown_value(group[0][field])
            raise _Difference(number, field, "a legal choice", words) from None
        except DiceError as error:
            failed = error
        self._compare(number, self.game.lines, group)
        if failed:
            raise _Difference(number, "dice", str(failed).split(":")[0], str(dice))
        if self.seeded is not None:
            for action in group[0]["actions"] if index >= 0 else ():
                self.seeded.act(action)
            self._compare_with_seed(number, self.seeded.lines, group)

    def _choose(self, line: Line, dice: list[int]) -> None:
        if self.definition.by_actions:
            self.game.repeat(line["actions"], dice)
        else:
            self.game.choose(line["choice"], dice)

    def _begin(self, number: int, dice: list[int]) -> None:
        try:
            self.game = self.game_class(**self.values, dice=dice)
        except DiceError as error:
            raise _Difference(number, "dice", str(error).split(":")[0], str(dice)) from None

    def _check_question(self, number: int, line: Line) -> None:
        """Whether the line answers what the game asks."""
        game = self.game
        if game.outcome != "playing":
            raise _Difference(number, "line", "the footer, the game is over", _name(line))
        asked = {"turn": game.turn, "phase": game.phase, "actor": game.actor}
        asked["decision"] = game.decision
        for key, value in asked.items():
            if line[key] != value:
                raise _Difference(number, key, shown_value(value), shown_value(line[key]))

    def _compare(self, number: int, expected: list[Line], got: list[Line]) -> None:
        for k, (right, line) in enumerate(zip_longest(expected, got)):
            if right is None or line is None or ("state" in right) != ("state" in line):
                raise _Difference(number + k, "line", _name(right), _name(line))
            wrong = difference(right, line)
            if wrong:
                raise _Difference(number + k, *wrong)

    def _compare_with_seed(self, number: int, expected: list[Line], got: list[Line]) -> None:
        dice = iter(expected)  # without states
        for k, line in enumerate(got):
            wrong = "dice" in line and difference(next(dice)["dice"], line["dice"], "dice")
            if wrong:
                field, face, recorded = wrong
                words = f"{face} (from seed {self.record.header['seed']})"
                raise _Difference(number + k, field, words, recorded)

    def end(self, footer: Line) -> None:
        """Compare the footer; its digest is a matter of the file (`scan`)."""
        number = self.record.line_number(len(self.record.lines))
        game, record = self.game, self.record
        if game.outcome == "playing":
            raise _Difference(number, "line", f"{game.actor} {game.decision}", "the footer")
        right = make_footer(game, record.header, record.lines)
        wrong = difference({**right, "digest": footer["digest"]}, footer)
        if wrong:
            raise _Difference(number, *wrong)


def difference(expected: Any, got: Any, field: str = "") -> tuple[str, str, str] | None:
    """The first place where two JSON values differ: field, expected, got; None if nowhere."""
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in [*expected, *(k for k in got if k not in expected)]:
            name = f"{field}.{key}" if field else key
            if key not in got:
                return name, shown_value(expected[key]), "nothing"
            if key not in expected:
                return name, "nothing", shown_value(got[key])
            wrong = difference(expected[key], got[key], name)
            if wrong:
                return wrong
        return None
    if isinstance(expected, list) and isinstance(got, list):
        if field.endswith("faces") and len(expected) != len(got):
            return field, f"{len(expected)} faces", shown_value(got)
        for k, (right, value) in enumerate(zip_longest(expected, got, fillvalue=_MISSING)):
            name = f"{field}[{k}]"
            if right is _MISSING:
                return name, "nothing", shown_value(value)
            if value is _MISSING:
                return name, shown_value(right), "nothing"
            wrong = difference(right, value, name)
            if wrong:
                return wrong
        return None
    if type(expected) is type(got) and expected == got:
        return None
    return field, shown_value(expected), shown_value(got)


_MISSING = object()
