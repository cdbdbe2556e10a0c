"""How long a person waits at the page, measured in Chromium with a server that is warm.

    python -m tests.play.speed --loads 5 --clicks 60

prints, in milliseconds: from the address to a page that takes a click; from a click to the answer
on the screen, in a game of two people at one screen, so that no partner thinks in between; from the
key `H` to the first line of a hint in the talks, beside the usual partner. No test asserts these
figures.
"""

from __future__ import annotations

import argparse
import statistics

from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.warmup import compile_scripts
from tests.conftest import browsing
from tests.play.browser import opened
from tests.play.conftest import SETTINGS

# When the page first takes a click, and the time of each answer: from the last click to the frame
# after the state has changed.
WATCH = """(() => {
  window.answers = [];
  let clicked = null;
  addEventListener('click', () => { clicked = performance.now(); }, true);
  new MutationObserver(() => {
    const { seq, busy, waiting } = document.body.dataset;
    if (busy === 'false' && waiting === 'person') window.ready ??= performance.now();
    if (seq === window.seq) return;
    window.seq = seq;
    const from = clicked;
    if (from !== null) requestAnimationFrame(() => answers.push(performance.now() - from));
    clicked = null;
  }).observe(document, {
    subtree: true, attributeFilter: ['data-seq', 'data-busy', 'data-waiting'],
  });
})();"""
QUICK = {**SETTINGS, "confirm": False}  # a choice takes one click


def measure(loads: int, clicks: int) -> dict[str, list[float]]:
    """Times in milliseconds by what was waited for."""
    compile_scripts()
    ready, hints = [], []
    with browsing() as chromium:
        for _ in range(loads):
            session = new_session("glory", "navy", None, seed=7)
            with opened(chromium, session, QUICK, script=WATCH) as tab:
                ready.append(tab.page.evaluate("ready"))
                pressed = tab.page.evaluate("performance.now()")
                tab.press("h")
                tab.see("[data-hint] .hint-row")
                hints.append(tab.page.evaluate("performance.now()") - pressed)
        session = new_session("glory", "both", None, seed=7)
        with opened(chromium, session, QUICK, script=WATCH) as tab:
            while len(answers := tab.page.evaluate("answers")) < clicks and not tab.is_over:
                tab.choose_any(0 if tab.decision in ("activate", "move") else 99)
    return {"page ready": ready, "click to answer": answers, "first hint in the talks": hints}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--loads", type=int, default=5)
    parser.add_argument("--clicks", type=int, default=60)
    given = parser.parse_args()
    for name, times in measure(given.loads, given.clicks).items():
        print(
            f"{name}: median {statistics.median(times):.0f} ms, "
            f"95 % {sorted(times)[int(0.95 * (len(times) - 1))]:.0f} ms, {len(times)} times"
        )


if __name__ == "__main__":
    main()
