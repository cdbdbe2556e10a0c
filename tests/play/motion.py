"""How much work motion is for the browser: a partner's phases of a game, measured in Chromium.

    python -m tests.play.motion --turns 2

prints, of the frames while something moved: their number, the work of one (median, 95 %), and the
longest task and the longest script. Work is CPU time of the page's main thread, so that other
processes on the machine do not change it much. No test asserts these figures.
"""

from __future__ import annotations

import argparse
import bisect
import json
import statistics
from collections.abc import Iterator
from typing import Any

from glory_env.games.glory.play.start import new_session
from tests.conftest import browsing
from tests.play.browser import opened
from tests.play.conftest import SETTINGS

CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
SCRIPTS = ("FunctionCall", "EvaluateScript", "FireAnimationFrame", "RunMicrotasks")
FRAME = "Commit"  # the main thread has done its part of a frame
TASK = "ThreadControllerImpl::RunTask"
LONG = 50  # milliseconds
# Marks in the trace, when motion begins and ends.
MARK = """() => new MutationObserver(() => console.timeStamp(document.body.dataset.moving))
  .observe(document.body, { attributeFilter: ['data-moving'] })"""


def measure(turns: int, seed: int, motion: str) -> dict[str, Any]:
    """Plays so many turns of the scenario glory against a script; the figures."""
    session = new_session("glory", "navy", "withdraw_in_time", seed=seed)
    settings = {**SETTINGS, "motion": motion, "confirm": False}
    with browsing() as chromium, opened(chromium, session, settings) as tab:
        tab.page.evaluate(MARK)
        chromium.start_tracing(page=tab.page, categories=CATEGORIES)
        while not tab.is_over and tab.turn <= turns:
            tab.choose_any(0 if tab.decision in ("activate", "move") else 99)
            tab.see("body[data-moving=false]")
        events = json.loads(chromium.stop_tracing())["traceEvents"]
    return figures(events)


def figures(events: list[dict[str, Any]]) -> dict[str, Any]:
    """What the trace says of the time in which something moved."""
    marks = [event for event in events if event["name"] == "TimeStamp"]
    thread = (marks[0]["pid"], marks[0]["tid"]) if marks else None
    own = [e for e in events if (e.get("pid"), e.get("tid")) == thread and "ts" in e]
    own.sort(key=lambda event: event["ts"])
    spans = list(_spans(own))
    inside = [e for e in own if any(start <= e["ts"] <= end for start, end in spans)]
    tasks = [e for e in inside if e["name"] == TASK]
    frames = [e["ts"] for e in inside if e["name"] == FRAME]
    work = [0.0] * (len(frames) + 1)
    for task in tasks:
        work[bisect.bisect_left(frames, task["ts"])] += _time(task)
    scripts = [_time(event) for event in inside if event["name"] in SCRIPTS]
    times = [_time(task) for task in tasks]
    return {
        "seconds in motion": round(sum(end - start for start, end in spans) / 1e6, 1),
        "frames": len(frames),
        "work of a frame, median, ms": round(statistics.median(work), 2),
        "work of a frame, 95 %, ms": round(sorted(work)[int(0.95 * (len(work) - 1))], 2),
        f"tasks over {LONG} ms": sum(time > LONG for time in times),
        "longest task, ms": round(max(times, default=0.0), 1),
        f"scripts over {LONG} ms": sum(time > LONG for time in scripts),
        "longest script, ms": round(max(scripts, default=0.0), 1),
    }


def _time(event: dict[str, Any]) -> float:
    """CPU time of a trace event in milliseconds; wall time where that is not known."""
    return float(event.get("tdur", event.get("dur", 0))) / 1000


def _spans(events: list[dict[str, Any]]) -> Iterator[tuple[float, float]]:
    """From each beginning of motion to its end, in microseconds."""
    start = None
    for event in events:
        if event["name"] != "TimeStamp":
            continue
        is_start = event["args"]["data"].get("message") == "true"
        if is_start and start is None:
            start = event["ts"]
        elif not is_start and start is not None:
            yield start, event["ts"]
            start = None


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--motion", choices=("normal", "fast"), default="normal")
    given = parser.parse_args()
    for name, value in measure(given.turns, given.seed, given.motion).items():
        print(f"{name}: {value}")


if __name__ == "__main__":
    main()
