"""Games are played once, kept whole, and found by nothing but what they depend on."""

from __future__ import annotations

import gc
import json
import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from glory_env import jobs
from glory_env.bench import Results, play_pairs
from glory_env.core.files import whole_file
from glory_env.games.glory.bench import store as storing
from glory_env.games.glory.bench.config import BenchConfig
from glory_env.games.glory.bench.pairing import pairing
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.bench.suite import run
from tests.bench.handmade import LOST, config, ended, results

THREE = ("grim", "civil_first", "greedy_gp")
PAIRS = [pairing(army, navy) for army in THREE for navy in THREE]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Games asked for, call by call."""
    calls: list[int] = []

    def counting(army: Any, navy: Any, games: int, *more: Any, **options: Any) -> Results:
        calls.append(games)
        return play_pairs(army, navy, games, *more, **options)

    monkeypatch.setattr(storing, "play_pairs", counting)
    return calls


def alike(one: BenchConfig, other: BenchConfig, pairs: Any = PAIRS) -> None:
    """Both folders hold the same games."""
    for pair in pairs:
        here, there = ResultsStore(one).read(pair), ResultsStore(other).read(pair)
        assert here is not None
        assert there is not None
        assert here.columns.keys() == there.columns.keys()
        for name, column in here.columns.items():
            assert column.tobytes() == there.columns[name].tobytes(), name
        assert here.seeds.tolist() == there.seeds.tolist()
        assert here.by_turn == there.by_turn
        assert here.digests.tolist() == there.digests.tolist()


def only_games(folder: Path, stopped: bool = False) -> int:
    """How many files of games; there is nothing else, hidden or not.

    stopped: a process that was stopped while it wrote leaves a temporary file.
    """
    files = list((folder / "games").iterdir())
    if stopped:
        files = [file for file in files if file.suffix != ".tmp"]
    assert {file.suffix for file in files} <= {".npz"}
    assert not [file for file in files if file.name.startswith(".")]
    return len(files)


# --- kept ----------------------------------------------------------------------------------
def test_games_on_file_are_the_games_played(tmp_path: Path, monkeypatch: Any) -> None:
    """Games made by hand go through the suite's own file and come back as its figures."""
    settings, pair = config(tmp_path, games=4, scenario="glory"), pairing("grim", "grim")
    ends = (66, 66), (60, 30), LOST, (40, 41)

    def by_hand(army: Any, navy: Any, games: int, seed: int, *more: Any, **options: Any) -> Results:
        assert (games, seed) == (4, settings.first_seed)
        return results(ends, first=seed)

    monkeypatch.setattr(storing, "play_pairs", by_hand)
    ResultsStore(settings).play(pair)
    found = ResultsStore(settings).games(pair)
    assert found.seeds.tolist() == [settings.first_seed + k for k in range(4)]
    for name, column in ended(*ends).columns.items():
        assert found.columns[name] == pytest.approx(column), name
        assert (found.columns[name].dtype == np.bool_) == (column.dtype == np.bool_), name
    figures = ResultsStore(settings).figures(pair)
    assert figures["completion"].mean == 0.75
    assert figures["utility_army"].mean == (0.5 + 1 - 1 + 0.5) / 4
    assert figures["gp_army"].mean == pytest.approx((66 + 60 + 40) / 3)
    assert figures["welfare"].mean == pytest.approx((132 + 90 + 0 + 81) / 130 / 4)
    # What a selfish seat is paid: 1 for a win, 0 for a loss and -1 where both lost, or near it.
    army, navy = (found.columns[f"payoff_{seat}"] for seat in ("army", "navy"))
    assert army[2] == navy[2] == -1.0
    assert army[0] == pytest.approx(navy[0], abs=1e-6)
    assert army[1] > army[0] > navy[1] > -1.0


def test_games_that_are_not_there_are_named(tmp_path: Path) -> None:
    settings, pair = config(tmp_path), pairing("grim", "civil_first", deadlock="zero")
    with pytest.raises(ValueError, match=r"grim \| civil_first \(zero\)") as caught:
        ResultsStore(settings).games(pair)
    assert str(ResultsStore(settings).path(pair)) in str(caught.value)


def test_games_are_those_of_their_seeds(tmp_path: Path) -> None:
    """Seed by seed the games that evaluation plays, of the pairing's own rule."""
    settings = config(tmp_path, games=5, first_seed=77)
    for pair in (pairing("grim", "greedy_gp", deadlock="zero"), pairing("grim", "greedy_gp")):
        ResultsStore(settings).play(pair)
        found = ResultsStore(settings).read(pair)
        direct = play_pairs(
            *storing.make_pair("grim", "greedy_gp"), 5, 77, "teaching",
            deadlock=pair.deadlock or "lot",
        )  # fmt: skip
        assert found is not None
        assert found.seeds.tolist() == direct.seeds.tolist() == [77, 78, 79, 80, 81]
        assert found.columns["completed"].tolist() == direct.completed.tolist()
        assert found.columns["turns"].tolist() == direct.turn.tolist()
        for seat, name in enumerate(("army", "navy")):
            assert found.columns[f"payoff_{name}"] == pytest.approx(direct.rewards[:, seat])
        assert found.seconds > 0


def test_games_are_kept_and_not_played_twice(tmp_path: Path, counted: list[int]) -> None:
    settings, told = config(tmp_path), []
    ResultsStore(settings).play_missing(PAIRS[:3] + PAIRS[:2], told.append)
    assert counted == [6, 6, 6]
    assert sum(told) == 3  # none twice
    assert only_games(tmp_path) == 3
    ResultsStore(settings).play_missing(PAIRS[:4], told.append)
    assert counted == [6, 6, 6, 6]
    assert sum(told) == 3 + 4
    ResultsStore(settings.model_copy(update={"jobs": 2, "name": "other"})).play_missing(
        PAIRS[:4], told.append
    )
    assert len(counted) == 4


@pytest.mark.slow
def test_two_processes_play_the_same_games(tmp_path: Path) -> None:
    one, two = config(tmp_path / "1"), config(tmp_path / "2", jobs=2)
    told: list[int] = []
    ResultsStore(one).play_missing(PAIRS[:4], told.append)
    ResultsStore(two).play_missing(PAIRS[:4], told.append)
    assert sum(told) == 8
    assert only_games(tmp_path / "1") == only_games(tmp_path / "2") == 4
    alike(one, two, PAIRS[:4])


# --- interrupted ---------------------------------------------------------------------------
def figures(document: dict[str, Any]) -> dict[str, Any]:
    """A document without how long it took."""
    for pair in document["pairings"].values():
        del pair["seconds"]
    del document["wall_time_s"]
    return document


@pytest.mark.slow
@pytest.mark.parametrize("after", [1, 4])
def test_an_interrupted_run_goes_on(tmp_path: Path, counted: list[int], after: int) -> None:
    tasks = {"tasks": ("coop", "ad_hoc", "crossplay"), "temperaments": ("yielding",)}
    broken, whole = (config(tmp_path / name, "grim", "greedy_gp", **tasks) for name in "ab")

    def interrupt(total: int) -> Any:
        left = iter(range(after))

        def tell(count: int) -> None:
            if next(left, None) is None:
                raise KeyboardInterrupt

        return tell

    with pytest.raises(KeyboardInterrupt):
        run(broken, interrupt)
    kept = only_games(tmp_path / "a")
    assert after <= kept <= after + 1
    counted.clear()
    resumed = figures(run(broken))
    missing = len(resumed["pairings"]) - kept
    assert counted == [6] * missing
    alone = figures(run(whole))
    assert json.dumps(resumed) == json.dumps(alone)


@pytest.mark.slow
def test_two_processes_interrupted_go_on(tmp_path: Path) -> None:
    broken, whole = config(tmp_path / "a", jobs=2), config(tmp_path / "b")

    def stop(count: int) -> None:
        raise KeyboardInterrupt

    stopped = False
    try:
        ResultsStore(broken).play_missing(PAIRS, stop)
    except KeyboardInterrupt:
        stopped = True
    assert stopped
    gc.collect()  # the frames of the run, and with them its processes
    assert 1 <= only_games(tmp_path / "a", stopped=True) <= len(PAIRS)
    ResultsStore(broken).play_missing(PAIRS)
    ResultsStore(whole).play_missing(PAIRS)
    alike(broken, whole)


@pytest.mark.slow
def test_a_killed_process_costs_no_games(tmp_path: Path) -> None:
    broken, whole = config(tmp_path / "a", jobs=2), config(tmp_path / "b")
    told: list[int] = []

    def kill(count: int) -> None:
        if not told:
            for worker in multiprocessing.active_children():
                worker.kill()
        told.append(count)

    ResultsStore(broken).play_missing(PAIRS, kill)
    assert sum(told) == len(PAIRS)
    assert only_games(tmp_path / "a", stopped=True) == len(PAIRS)
    ResultsStore(whole).play_missing(PAIRS)
    alike(broken, whole)


@pytest.mark.slow
def test_processes_killed_again_and_again_are_one_line_and_the_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, whole = config(tmp_path / "a", jobs=2), config(tmp_path / "b")

    def kill(count: int) -> None:
        for worker in multiprocessing.active_children():
            worker.kill()

    with monkeypatch.context() as patch:
        patch.setattr(jobs.attempt, "TRIES", 1)
        with pytest.raises(ChildProcessError, match="the same command goes on") as caught:
            ResultsStore(broken).play_missing(PAIRS, kill)
    assert "killed" in str(caught.value)
    assert any(str(caught.value).startswith(f"{pair.key}: ") for pair in PAIRS)
    assert only_games(tmp_path / "a", stopped=True) >= 1
    ResultsStore(broken).play_missing(PAIRS)
    ResultsStore(whole).play_missing(PAIRS)
    alike(broken, whole)


def test_no_half_written_file_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings, pair = config(tmp_path), PAIRS[1]

    @contextmanager
    def half(path: Path) -> Iterator[Any]:
        with whole_file(path) as file:
            yield SimpleNamespace(write=lambda content: stop(file, content))

    def stop(file: Any, content: bytes) -> None:
        file.write(content[: len(content) // 2])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(storing, "whole_file", half)
        with pytest.raises(KeyboardInterrupt):
            ResultsStore(settings).play_missing([pair])
    assert only_games(tmp_path) == 0
    assert ResultsStore(settings).read(pair) is None
    ResultsStore(settings).play_missing([pair])
    assert ResultsStore(settings).read(pair) is not None


# --- damaged -------------------------------------------------------------------------------
def damage(settings: BenchConfig, pair: Any) -> Any:
    path = ResultsStore(settings).path(pair)
    whole = path.read_bytes()
    with np.load(path) as file:
        members = {name: file[name] for name in file.files}
    yield "empty", lambda: path.write_bytes(b"")
    yield "half", lambda: path.write_bytes(whole[: len(whole) // 2])
    yield "end", lambda: path.write_bytes(whole[:-1])
    yield "text", lambda: path.write_text("not games")
    yield "pickle", lambda: path.write_bytes(b"\x80\x04N.")
    for name in (storing.SEEDS, storing.TURNS, storing.SECONDS, storing.DIGESTS):
        rest = {key: value for key, value in members.items() if key != name}
        yield f"without {name}", lambda rest=rest: np.savez(path, **rest)
    words = {**members, storing.TURNS: np.array("{")}
    yield "turns cut", lambda: np.savez(path, **words)
    yield "an array", lambda: np.save(path.open("wb"), np.zeros(3))


def test_damaged_files_are_noticed_and_played_again(tmp_path: Path) -> None:
    settings, whole = config(tmp_path / "a"), config(tmp_path / "b")
    pair = PAIRS[1]
    ResultsStore(whole).play(pair)
    ResultsStore(settings).play(pair)
    missed = []
    for name, harm in list(damage(settings, pair)):
        harm()
        try:
            assert ResultsStore(settings).read(pair) is None
            ResultsStore(settings).play_missing([pair])
            alike(settings, whole, [pair])
        except (AssertionError, OSError, KeyError, ValueError, AttributeError, TypeError) as error:
            missed.append((name, repr(error)))
            ResultsStore(settings).play(pair)
    assert missed == []


@pytest.mark.slow
def test_no_flipped_bit_changes_a_figure_or_is_an_accident(tmp_path: Path) -> None:
    settings, whole = config(tmp_path / "a"), config(tmp_path / "b")
    pair = PAIRS[1]
    ResultsStore(settings).play(pair)
    ResultsStore(whole).play(pair)
    path = ResultsStore(settings).path(pair)
    content = path.read_bytes()
    rng = np.random.default_rng(0)
    noticed, missed = 0, []
    ends = np.arange(len(content) - 400, len(content))  # the archive's own table of contents
    for at in np.concatenate([rng.choice(len(content), 150, replace=False), ends]):
        changed = bytearray(content)
        changed[at] ^= 1 << int(rng.integers(8))
        path.write_bytes(changed)
        try:
            if ResultsStore(settings).read(pair) is None:
                noticed += 1
            else:
                alike(settings, whole, [pair])
        except Exception as error:
            missed.append((int(at), repr(error)[:80]))
    assert missed == []
    assert noticed > 80
