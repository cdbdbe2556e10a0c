"""The studies of Glory: one question each that games answer, `glory study NAME`."""

from __future__ import annotations

from glory_env.games.glory.studies import settings as s

HERE = "glory_env.games.glory.studies"
# Name -> settings, whose fields are the flags, and the module that holds the study as STUDY.
STUDIES: dict[str, tuple[type, str]] = {
    "calibrate": (s.Calibrate, f"{HERE}.calibration_page"),
    "talk": (s.Talk, f"{HERE}.talk_page"),
    "reciprocity": (s.Reciprocity, f"{HERE}.reciprocity_page"),
    "reputation": (s.Reputation, f"{HERE}.reputation_page"),
    "promises": (s.Promises, f"{HERE}.promises_page"),
    "tension": (s.Tension, f"{HERE}.tension_page"),
    "families": (s.Families, f"{HERE}.families_page"),
    "cooperation": (s.Cooperation, f"{HERE}.cooperation_page"),
    "partners": (s.Partners, f"{HERE}.partners_page"),
    "strength": (s.Strength, f"{HERE}.strength_page"),
    "people": (s.People, f"{HERE}.people_page"),
    "ladder": (s.Ladder, f"{HERE}.ladder_page"),
}
