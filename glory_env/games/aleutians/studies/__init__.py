"""The studies of the Aleutians Campaign and the pages of its figures."""

from __future__ import annotations

from glory_env.games.aleutians.studies.settings import Balance, Calibrate, Rush

# Name -> settings, whose fields are the flags, and the module that holds the study as STUDY.
STUDIES: dict[str, tuple[type, str]] = {
    "balance": (Balance, "glory_env.games.aleutians.studies.balance_page"),
    "calibrate": (Calibrate, "glory_env.games.aleutians.studies.calibration_page"),
    "rush": (Rush, "glory_env.games.aleutians.studies.rush_page"),
}
