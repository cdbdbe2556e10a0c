"""A recording for the docs: a partner's moves and a battle, as they are seen at the usual pace.

`GLORY_SCREENSHOTS=docs python -m pytest tests/play/test_browser_recording.py` writes
docs/play-recording.webp.
"""

from __future__ import annotations

import io
import os
import time
from pathlib import Path

import pytest
from PIL import Image

from tests.play.browser import ASKS, YES

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(
        "GLORY_SCREENSHOTS" not in os.environ, reason="GLORY_SCREENSHOTS is not set"
    ),
]
PACE = 0.06  # of the usual one: a screenshot takes longer than a frame of the recording
FRAME = 66  # milliseconds of the recording, at least
HOLD = 1500  # milliseconds in which nothing moves, where a person reads and decides
SIZE = (960, 540)
MOST = 2_000_000  # bytes


class Recorder:
    """Frames of a tab whose animations run slowly, with the time each is shown, in ms."""

    def __init__(self, tab) -> None:
        self.tab = tab
        self.images: list[Image.Image] = []
        self.times: list[int] = []
        browser = tab.page.context.new_cdp_session(tab.page)
        browser.send("Animation.enable")
        browser.send("Animation.setPlaybackRate", {"playbackRate": PACE})

    def hold(self) -> None:
        self._take()
        self.times.append(HOLD)

    def until_asked(self, seq: str) -> None:
        """Take frames while something moves, until the next question after seq."""
        taken = None
        while True:
            moving = self._is("[data-moving=true]")
            now = time.monotonic()
            if taken is not None and (not moving or 1000 * PACE * (now - taken) >= FRAME):
                self.times.append(round(1000 * PACE * (now - taken)))
                taken = None
            if moving and taken is None:
                taken = now
                self._take()
            elif not moving and self.tab.count(ASKS):
                self.tab.page.locator(f"#dialog[open] {YES}").press("Enter")
            elif not moving and self.tab.seq != seq and self._is("[data-waiting=person]"):
                return
            time.sleep(0.02)

    def _is(self, state: str) -> bool:
        return bool(self.tab.count(f"body{state}"))

    def _take(self) -> None:
        image = Image.open(io.BytesIO(self.tab.page.screenshot()))
        self.images.append(image.convert("RGB").resize(SIZE, Image.Resampling.LANCZOS))

    def save(self, file: Path) -> None:
        first, *rest = self.images
        how = {"duration": self.times, "loop": 0, "quality": 55, "method": 4}
        first.save(file, save_all=True, append_images=rest, **how)


def test_a_partners_moves_and_a_battle(open_tab, pictures):
    tab = open_tab(scenario="glory", partner="cooperative", seed=7, settings={"confirm": False})
    tab.until("activate")
    tab.choose_any()
    tab.until("move")
    tab.click("[data-key=menu]")
    tab.page.select_option("[data-key=select-motion]", "normal")
    tab.press("Escape")
    recorder = Recorder(tab)
    recorder.hold()
    while tab.decision != "pay":
        seq = tab.seq
        tab.page.locator("#view .groups [data-choice]").last.click()
        recorder.until_asked(seq)
        recorder.hold()
    file = pictures / "play-recording.webp"
    recorder.save(file)
    assert len(recorder.images) == len(recorder.times) > 20
    assert file.stat().st_size < MOST
