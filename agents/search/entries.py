"""The planners' place in the registry."""

from __future__ import annotations

from agents.base import Entry

ENTRIES: dict[str, Entry] = {}
