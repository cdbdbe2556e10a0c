"""Random battles: the game's own steps reach what a plain allocator reaches, no more, no less."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import ceil
from random import Random
from typing import Any

import pytest

from tests.covers import covers

from . import world
from .test_air_naval_combat import ISLAND, TABLE, lay
from .test_hits import reached

State = tuple[int, tuple[int, ...], frozenset[int]]  # hits left, steps, matched targets
GROUND_TABLE = (0.5, 0.5, 0.5, 1, 1, 1, 1, 1.5, 1.5, 2)


@dataclass(frozen=True)
class Target:
    """A unit that may be hit; `garrison`: it goes last and is in no list of counters."""

    name: str
    kind: str  # flyer, ship, ground or garrison
    defence: int
    steps: int
    outside: bool = False


@dataclass(frozen=True)
class Fire:
    """Hits of one fire; `flyers`: own aircraft and carriers; `air`: it is air-naval combat."""

    hits: int
    targets: tuple[Target, ...]
    critical: bool = False
    flyers: int = 0
    air: bool = True

    def on_land(self) -> bool:
        """Air-naval hits on ground units: the last step of the hex is safe."""
        return self.air and all(t.kind in ("ground", "garrison") for t in self.targets)

    def may_hit(self, k: int, state: State, strict: bool = True) -> bool:
        """One step off a target is legal (P-13); `strict` looks at the hits that are left."""
        left, steps, matched = state
        target = self.targets[k]
        if not steps[k] or (strict and left < target.defence):
            return False
        if self.air and not self.on_land() and target.kind in ("ground", "garrison"):
            return False
        if self.on_land() and sum(steps) == 1:
            return False
        if target.kind == "garrison" and any(
            steps[j] for j, t in enumerate(self.targets) if t.kind == "ground"
        ):
            return False
        if target.outside and target.kind == "flyer":
            if k not in matched and len(matched) >= self.flyers:
                return False
        full = [j for j, t in enumerate(self.targets) if self.counts(t) and steps[j] == 2]
        return self.critical or steps[k] == 2 or not full

    def counts(self, target: Target) -> bool:
        """Its full strength protects others."""
        return not self.air or self.on_land() or target.kind in ("flyer", "ship")

    def after(self, k: int, state: State) -> State:
        left, steps, matched = state
        target = self.targets[k]
        more = frozenset([k]) if target.outside and target.kind == "flyer" else frozenset()
        fewer = tuple(n - (j == k) for j, n in enumerate(steps))
        return left - target.defence, fewer, matched | more

    def results(self) -> set[tuple[int, ...]]:
        """Steps that may be left to the targets."""
        start: State = (self.hits, tuple(t.steps for t in self.targets), frozenset())
        found, seen, todo = set(), {start}, [start]
        while todo:
            state = todo.pop()
            legal = [k for k in range(len(self.targets)) if self.may_hit(k, state)]
            for k in legal:
                after = self.after(k, state)
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
            if not legal:
                found.add(state[1])
        if self.critical and self.hits and found == {start[1]}:
            weak = [k for k in range(len(self.targets)) if self.may_hit(k, start, strict=False)]
            least = min((self.targets[k].defence for k in weak), default=0)
            hit = [k for k in weak if self.targets[k].defence == least]
            found = {self.after(k, start)[1] for k in hit} or found
        return found


def pick(random: Random, kinds: Iterable[str], side: str, count: int) -> Iterator[str]:
    """Counters of some kinds of a side."""
    units = world.scenario("y1941").data["units"]["units"]
    names = sorted(n for n, u in units.items() if u["side"] == side and kind_of(n) in kinds)
    yield from random.sample(names, count)


def kind_of(name: str) -> str:
    unit = world.scenario("y1941").data["units"]["units"][name]
    if unit["kind"] == "naval":
        return "flyer" if unit["type"] in ("CV", "CVL", "CVE") else "ship"
    return {"air": "flyer"}.get(unit["kind"], unit["kind"])
