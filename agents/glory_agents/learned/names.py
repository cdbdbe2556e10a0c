"""Names of the interfaces; `interface` has what they do, and needs torch."""

from __future__ import annotations

FLAT, MACRO = "flat", "macro"
INTERFACES = (FLAT, MACRO)
OLD_NAMES = {"staff": MACRO}  # older spellings, in stored networks and settings
