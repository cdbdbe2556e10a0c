"""What changed beyond noise: found where it did, and rarely where it did not."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_env.bench import bootstrap
from glory_env.cli.main import main
from glory_env.games.glory.bench.suite import CIRCUMSTANCES, SCHEMA, read_results
from glory_env.games.glory.report.changes import LEVEL, changes, differences, report

HALF_WIDTH = 1.959964  # standard errors from a mean to either end of its interval


def document(
    means: np.ndarray, errors: np.ndarray | float = 0.1, **circumstances: Any
) -> dict[str, Any]:
    """Results with these figures, five a row, their intervals normal with these errors."""
    errors = np.broadcast_to(errors, means.shape)
    ends = np.column_stack([means, means - HALF_WIDTH * errors, means + HALF_WIDTH * errors])
    return of_intervals(ends.tolist(), **circumstances)


def of_intervals(values: list[Any], **circumstances: Any) -> dict[str, Any]:
    keys = [f"f{k}" for k in range(5)]
    rows = {
        f"agent{k}": dict(zip(keys, values[start : start + 5], strict=True))
        for k, start in enumerate(range(0, len(values), 5))
    }
    columns = [{"key": key, "label": f"figure {key}", "form": "signed"} for key in keys]
    task = {"question": "does it?", "columns": columns, "rows": rows}
    found = {key: f"the {key}" for key in CIRCUMSTANCES} | circumstances
    agents = {name: {"kind": "script", "fingerprints": {name: "ab"}} for name in rows}
    return {"schema": SCHEMA, **found, "agents": agents, "tasks": {"selfish": task}}


def likely_alarms(files: int) -> tuple[float, float]:
    """The least and the most that so many files raise by chance, but for one time in a thousand."""
    from scipy.stats import binom

    low, high = binom.ppf([0.0005, 0.9995], files, LEVEL)
    return low, high


# --- figures -------------------------------------------------------------------------------
def test_identical_files() -> None:
    one = document(np.linspace(-1, 1, 50))
    assert changes(one, copy.deepcopy(one)) == ([], 50, 0)
    assert differences(one, copy.deepcopy(one)) == []
    said = report(one, copy.deepcopy(one))
    assert "0 of 50 figures" in said
    assert "same circumstances" in said


def test_a_shifted_figure_is_found() -> None:
    before = np.random.default_rng(0).normal(0, 1, 200)
    after = before + np.random.default_rng(1).normal(0, 0.05, 200)
    after[37] += 1.0  # 7 standard errors of the difference
    found, count, left_out = changes(document(before), document(after))
    assert (count, left_out) == (200, 0)
    (change,) = found
    assert (change.task, change.agent, change.label) == ("selfish", "agent7", "figure f2")
    assert change.before[0] == before[37]
    assert change.after[0] == after[37]
    assert change.p < 1e-8
    said = report(document(before), document(after))
    assert "1 of 200 figures" in said
    assert "agent7" in said
    assert "agent8" not in said


def test_p_is_that_of_a_two_sided_normal_test() -> None:
    """Errors of 3 and 4 make 5: a difference of 1.96 times 5 has p = 0.05."""
    before = document(np.zeros(5), 3.0)
    above, below = (document(np.full(5, HALF_WIDTH * 5 * by), 4.0) for by in (1.0001, 0.9999))
    for pair in ((before, above), (above, before)):
        found = changes(*pair)[0]
        assert [change.p for change in found] == pytest.approx([0.05] * 5, abs=1e-4)
    assert changes(before, below)[0] == []


def test_figures_without_an_interval_are_not_compared() -> None:
    """A glory point in the only completed game of one run is no change; it is said so."""
    whole, alone, point = [0.5, 0.4, 0.6], [58.0, None, None], [58.0, 58.0, 58.0]
    before = of_intervals([whole, alone, alone, whole, point])
    after = of_intervals([whole, [59.0, None, None], [59.0, 58.5, 59.5], alone, [59.0] * 3])
    assert changes(before, after) == ([], 1, 4)
    assert differences(before, after) == []
    assert "4 not comparable: too few games" in report(before, after)
    assert "not comparable" not in report(document(np.zeros(5)), document(np.ones(5)))


def test_noise_in_rare_events_is_no_change() -> None:
    """Welfare where a game in a hundred is completed, from the suite's own intervals."""
    rng, files, alarms = np.random.default_rng(10), 40, 0
    for _ in range(files):
        pair = []
        for _ in range(2):
            drawn = (rng.random((50, 200)) < 0.01) * rng.normal(60, 1, (50, 200))
            found = bootstrap({str(k): x for k, x in enumerate(drawn)}, np.arange(200), 400)
            pair.append(of_intervals([found[str(k)].rounded(5) for k in range(50)]))
        alarms += bool(changes(*pair)[0])
    assert alarms <= likely_alarms(files)[1]


def test_figures_that_mean_nothing_are_not_compared() -> None:
    values: list[Any] = [[0.0, -0.1, 0.1]] * 10
    before, after = of_intervals(values), of_intervals([None, *values[:-2], None])
    assert changes(before, after) == ([], 8, 0)
    assert changes(of_intervals([None] * 5), of_intervals([None] * 5)) == ([], 0, 0)
    assert "0 of 0" in report(of_intervals([None] * 5), of_intervals([None] * 5))


@pytest.mark.parametrize("swapped", [False, True])
def test_a_figure_that_only_one_run_has_is_named(swapped: bool) -> None:
    """A best response that is not run any more is a change, too."""
    values: list[Any] = [[0.5, 0.4, 0.6]] * 5
    two = [of_intervals(values), of_intervals([*values[:3], None, values[4]])]
    before, after = reversed(two) if swapped else two
    assert any("figure f3" in line for line in differences(before, after))


# --- cross-play ----------------------------------------------------------------------------
def whole(field: float = 0.0, agents: tuple[str, ...] = ("agent0", "agent1")) -> dict[str, Any]:
    """Results with a matrix; field: of agent0 as navy."""

    def seats(army: float, navy: float) -> dict[str, Any]:
        return {"army": [army, army - 0.1, army + 0.1], "navy": [navy, navy - 0.1, navy + 0.1]}

    found = document(np.zeros(10))
    both = {name: {"both": [0.3, 0.2, 0.4]} for name in agents}
    found["crossplay"] = {
        "agents": list(agents),
        "field": {name: seats(0.0, field if name == "agent0" else 0.0) for name in agents},
        "regret": {name: seats(0.1, 0.1) for name in agents},
        "exploitability": both,
    }
    return found


def test_cross_play_is_compared() -> None:
    """Ten figures of the task, five of each agent in the matrix."""
    assert changes(whole(), whole()) == ([], 10 + 10, 0)
    assert differences(whole(), whole()) == []
    found, count, _ = changes(whole(), whole(field=1.0))
    assert count == 20
    (change,) = found
    assert (change.task, change.agent, change.label) == ("crossplay", "agent0", "utility as navy")
    assert change.p < 1e-8
    # One false discovery rate for all of them: a p of 0.01 among 20 figures is no change.
    near = whole(field=0.1 * np.sqrt(2) * 2.576 / HALF_WIDTH)
    assert changes(whole(), near) == ([], 20, 0)


def test_cross_play_that_only_one_run_has_is_named() -> None:
    for lost in (None, "no key"):
        less = whole()
        if lost is None:
            less["crossplay"] = None
        else:
            del less["crossplay"]
        assert differences(less, whole()) == ["cross-play: only in the second file"]
        assert differences(whole(), less) == ["cross-play: only in the first file"]
        assert changes(less, whole())[:2] == ([], 10)


def test_another_matrix_is_named_and_its_means_are_not_compared() -> None:
    """Who meets a weaker agent more has done nothing better."""
    after = whole(field=1.0, agents=("agent0", "agent2"))
    (line,) = differences(whole(), after)
    assert line.startswith("cross-play: other agents")
    assert changes(whole(), after) == ([], 10, 0)


# --- false alarms --------------------------------------------------------------------------
@pytest.mark.slow
def test_noise_is_called_a_change_as_rarely_as_promised() -> None:
    """Nothing changes in 200 figures: Benjamini-Hochberg lets 5 % of such files have an alarm."""
    rng, files = np.random.default_rng(7), 200
    alarms = 0
    for _ in range(files):
        true, errors = rng.normal(0, 1, 200), rng.uniform(0.01, 0.3, (2, 200))
        before, after = (document(rng.normal(true, error), error) for error in errors)
        alarms += bool(changes(before, after)[0])
    low, high = likely_alarms(files)
    assert low <= alarms <= high


@pytest.mark.slow
def test_false_alarms_among_real_changes() -> None:
    """150 figures as they were, 50 shifted: 5 % of 150 / 200 of what is found is false."""
    rng = np.random.default_rng(8)
    shares, found_of_50 = [], []
    for _ in range(100):
        true = rng.normal(0, 1, 200)
        moved = true + np.where(np.arange(200) < 50, 0.7, 0.0)
        before, after = (document(rng.normal(mean, 0.1), 0.1) for mean in (true, moved))
        rows = [(int(c.agent[5:]), int(c.label[-1])) for c in changes(before, after)[0]]
        wrong = sum(5 * row + column >= 50 for row, column in rows)
        shares.append(wrong / max(len(rows), 1))
        found_of_50.append(len(rows) - wrong)
    promised, error = LEVEL * 150 / 200, np.std(shares) / np.sqrt(len(shares))
    assert np.mean(shares) == pytest.approx(promised, abs=3.3 * error)
    assert np.mean(found_of_50) > 45


@pytest.mark.slow
def test_shares_of_few_games_raise_no_more_alarms() -> None:
    """The suite's own bootstrap intervals, of shares near 0 and 1 as well; independent runs."""
    rng, files, games = np.random.default_rng(9), 30, 200
    alarms = 0
    for _ in range(files):
        true = rng.choice([0.0, 0.005, 0.02, 0.2, 0.5, 0.97, 1.0], 200)
        pair = []
        for _ in range(2):
            drawn = rng.random((200, games)) < true[:, None]
            columns = {str(k): column for k, column in enumerate(drawn)}
            found = bootstrap(columns, np.arange(games), resamples=400)
            pair.append(of_intervals([found[str(k)].rounded(5) for k in range(200)]))
        alarms += bool(changes(*pair)[0])
    assert alarms <= likely_alarms(files)[1]


# --- circumstances -------------------------------------------------------------------------
@pytest.mark.parametrize("key", CIRCUMSTANCES)
def test_other_circumstances_are_named(key: str) -> None:
    one = document(np.zeros(5))
    (line,) = differences(one, {**one, key: "another"})
    assert key in line
    assert f"the {key}" in line
    assert "another" in line


def test_other_agents_and_tasks_are_named() -> None:
    one = document(np.zeros(10))
    less, more = copy.deepcopy(one), copy.deepcopy(one)
    assert changes(one, {**one, "crossplay": None})[1] == 10
    del less["agents"]["agent1"], less["tasks"]["selfish"]["rows"]["agent1"]
    more["agents"]["agent0"]["fingerprints"]["agent0"] = "cd"
    more["tasks"]["coop"] = more["tasks"]["selfish"]
    assert changes(less, one)[1] == changes(one, less)[1] == 5
    (line,) = differences(less, one)
    assert "agent1" in line
    assert "second" in line
    (line,) = differences(one, less)
    assert "first" in line
    lines = differences(one, more)
    assert len(lines) == 2
    assert "agent0" in lines[0]
    assert "coop" in lines[1]
    assert all(line in report(one, more) for line in lines)


# --- files and the command -----------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"schema": "tonnage-bench-0"}', f"expected schema '{SCHEMA}', got 'tonnage-bench-0'"),
        ('{"summary": {}}', "got None"),
        ("[1, 2]", "got None"),
        ("{", "expected JSON, got nothing more"),
        (b"\xff\xfe", "expected JSON, got the byte 0xff"),
        ("[" * 9999, "expected JSON, got more than 50 levels"),
        (json.dumps({"schema": SCHEMA, "tasks": []}), "expected the results of a run of the suite"),
    ],
)
def test_another_schema_is_refused(tmp_path: Path, capsys: Any, text: Any, words: str) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(document(np.zeros(5))))
    bad.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ValueError, match=r"bad\.json: ") as caught:
        read_results(bad)
    assert words in str(caught.value)
    for pair in ((good, bad), (bad, good)):
        assert main(["bench", "compare", *map(str, pair)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        assert "bad.json" in err
        assert words in err


def test_the_command(tmp_path: Path, capsys: Any) -> None:
    before, after = tmp_path / "a.json", tmp_path / "b.json"
    one = document(np.zeros(5))
    before.write_text(json.dumps(one))
    after.write_text(json.dumps(document(np.array([0, 0, 9, 0, 0]), package="9.9")))
    assert main(["bench", "compare", str(before), str(before)]) == 0
    assert "0 of 5 figures" in capsys.readouterr().out
    assert main(["bench", "compare", str(before), str(after)]) == 0
    out = capsys.readouterr().out
    assert "1 of 5 figures" in out
    assert "figure f2" in out
    assert "package: the package -> 9.9" in out
    assert main(["bench", "compare", str(before), str(tmp_path / "none.json")]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "none.json" in err
    with pytest.raises(SystemExit) as stopped:
        main(["bench", "compare", str(before)])
    assert stopped.value.code == 2
