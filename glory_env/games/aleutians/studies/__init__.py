"""The studies of the Aleutians Campaign and the pages of its figures."""

from __future__ import annotations

from glory_env.games.aleutians.studies.settings import Calibrate, Rush

# Name -> settings, whose fields are the flags, and the module that holds the study as STUDY.
STUDIES: dict[str, tuple[type, str]] = {
    "calibrate": (Calibrate, "glory_env.games.aleutians.studies.calibration_page"),
    "rush": (Rush, "glory_env.games.aleutians.studies.rush_page"),
}
