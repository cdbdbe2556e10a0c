"""Names of the interfaces and of a network's files; what has to do with them needs torch."""

from __future__ import annotations

FLAT, MACRO = "flat", "macro"
OLD_NAMES = {"staff": MACRO}  # older spellings, in stored networks and settings
TENSORS, ABOUT = "policy.safetensors", "policy.json"
MOST_BYTES = {TENSORS: 2 * 10**9, ABOUT: 10**7}  # of what is read
