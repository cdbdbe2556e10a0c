"""The studies of Empire of the Sun and the pages of their figures."""

from __future__ import annotations

from glory_env.games.empire.studies.settings import Calibrate

# Name -> settings, whose fields are the flags, and the module that holds the study as STUDY.
STUDIES: dict[str, tuple[type, str]] = {
    "calibrate": (Calibrate, "glory_env.games.empire.studies.calibration_page"),
}
