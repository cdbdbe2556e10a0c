"""Random battles: the game's own steps reach what a plain allocator reaches, no more, no less."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import ceil
from random import Random

import pytest

from glory_env.games.empire.laboratory import Laboratory
from tests.covers import covers

from . import world
from .battles import ISLAND, lay, reached
from .positions import board
from .test_air_naval_combat import TABLE

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
        distant = target.outside and target.kind == "flyer"
        if distant and k not in matched and len(matched) >= self.flyers:
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


def units_of(side: str, *kinds: str) -> list[str]:
    """Counters of a side, by the kinds of targets; Chinese armies have nowhere to retreat to."""
    return sorted(
        name
        for name, unit in UNITS.items()
        if unit["side"] == side and kind_of(name) in kinds and unit["nation"] != "chinese"
    )


UNITS = world.scenario("y1941").data["units"]["units"]
CITY, TOWN = 2609, 2112  # Canton, of Japan, with garrisons; Kota Bharu
OUTSIDE = {  # of a battle hex: where units stand that fight from outside
    ISLAND: {"JP": {"air": 4222, "naval": 4420}, "AL": {"air": 4322, "naval": 4425}},
    CITY: {"AL": {"air": 2709, "naval": 2610}},
}
OTHER = {"JP": "AL", "AL": "JP"}


def kind_of(name: str) -> str:
    unit = UNITS[name]
    if unit["kind"] == "naval":
        return "flyer" if unit["type"] in ("CV", "CVL", "CVE") else "ship"
    return {"air": "flyer"}.get(unit["kind"], unit["kind"])


def draw(random: Random, name: str, outside: int = 0) -> tuple[str, Target, int]:
    """A unit as the laboratory puts it, as a target, and its attack strength."""
    unit = UNITS[name]
    full = "reduced" in unit and random.random() < 0.6
    steps = 2 if full else 1
    attack, defence = unit["full" if full or "reduced" not in unit else "reduced"][:2]
    text = f"{name}/{steps}"
    if outside:
        text += f"@{OUTSIDE[outside][unit['side']][unit['kind']]}"
        attack = attack if kind_of(name) == "flyer" else 0
    return text, Target(name, kind_of(name), defence, steps, outside > 0), attack


def fleet(random: Random, side: str, count: int, at: int = ISLAND) -> list[tuple[str, Target, int]]:
    """Ships and aircraft, some outside; escorts stand outside only with a carrier."""
    names = random.sample(units_of(side, "flyer", "ship"), count)
    far = {name for name in names if kind_of(name) == "flyer" and random.random() < 0.5}
    carriers = any(UNITS[name]["kind"] == "naval" for name in far)
    far |= {n for n in names if kind_of(n) == "ship" and carriers and random.random() < 0.5}
    return [draw(random, name, at if name in far else 0) for name in names]


def crowded(drawn: list[tuple[str, Target, int]]) -> bool:
    """More than three air and ground units: some might go at the end of the play."""
    return sum(UNITS[target.name]["kind"] != "naval" for _, target, _ in drawn) > 3


def check_air_naval(seed: int) -> None:
    """A fire on ships and aircraft, or on ground units alone, perhaps with garrisons."""
    random = Random(seed)
    firing = random.choice(("JP", "AL"))
    fired = OTHER[firing]
    count = random.choice((0, 0, 1, 2, 3, 3, 4, 4))
    at = CITY if firing == "AL" and not count and random.random() < 0.5 else ISLAND
    garrisons = random.randint(1, 3) if at == CITY else 0
    firers = fleet(random, firing, random.randint(1, 3), at)
    targets = fleet(random, fired, count)
    if count < 4 and (not count or random.random() < 0.3):
        ground = random.sample(units_of(fired, "ground"), random.randint(1, 3 - count // 2))
        targets += [draw(random, name) for name in ground]
    strength = sum(attack for _, _, attack in firers)
    if crowded(firers) or crowded(targets) or not strength:
        return check_air_naval(seed + 1_000_000)
    side = random.choice((firing, fired)) if count else firing
    die = random.choice((3, 6, 6, 7, 8, 9, 9))
    hits = ceil(strength * TABLE[die])
    flyers = sum(target.kind == "flyer" for _, target, _ in firers)
    hit = (*(target for _, target, _ in targets), *[Target("", "garrison", 12, 1)] * garrisons)
    fire = Fire(hits, hit, die == 9, flyers)
    texts = [text for text, _, _ in firers + targets]
    lab = lay(*texts, at=at, side=side, dice=(die,), effects=[("silent", fired)])
    check(lab, fire, [target.name for _, target, _ in targets], firing, garrisons)


def check_at_once(seed: int) -> None:
    """Two fleets fire at the same time: each result of one with each of the other."""
    random = Random(seed)
    sides = random.sample(("JP", "AL"), 2)
    fleets = [fleet(random, side, random.randint(1, 3)) for side in sides]
    dice = [random.choice((3, 6, 6, 7, 9)) for _ in sides]
    strengths = [sum(attack for _, _, attack in drawn) for drawn in fleets]
    if not all(strengths):
        return check_at_once(seed + 1_000_000)
    left = []
    for k, die in enumerate(dice):
        flyers = sum(target.kind == "flyer" for _, target, _ in fleets[k])
        targets = tuple(target for _, target, _ in fleets[1 - k])
        hits = ceil(strengths[k] * TABLE[die])
        left.append(Fire(hits, targets, die == 9, flyers).results())
    names = [[target.name for _, target, _ in drawn] for drawn in fleets]
    found = reached(
        lay(*(text for drawn in fleets for text, _, _ in drawn), side=sides[0], dice=dice),
        lambda lab: tuple(tuple(lab.steps(name) for name in names[1 - k]) for k in (0, 1)),
    )
    assert found == set(product(*left)), (seed, fleets, dice)


def check(lab: Laboratory, fire: Fire, counters: list[str], firing: str, garrisons: int) -> None:
    """Every choice of a laid battle against the plain allocator: steps left, and steps lost."""
    lab.g.divisions = 4 * garrisons
    before = sum(target.steps for target in fire.targets)
    fired = 1 if firing == "JP" else 0
    found = reached(
        lab,
        lambda lab: (
            next(f["hits"] for f in lab.fires if f["side"] == firing),
            tuple(lab.steps(name) for name in counters),
            before - int(lab.g.battle_lost[fired, 0]),
        ),
        actor=None if fire.air else firing,
    )
    left = fire.results()
    assert found == {(fire.hits, steps[: len(counters)], sum(steps)) for steps in left}, fire


def check_ground(seed: int) -> None:
    """A fire of ground combat on either side, landed or not, with or without garrisons."""
    random = Random(seed)
    city = random.random() < 0.5
    op, at = ("AL", CITY) if city else ("JP", TOWN)
    rp = OTHER[op]
    firing = random.choice((op, rp))
    attackers = random.sample(units_of(op, "ground"), random.choice((1, 2, 3, 3)))
    defenders = random.sample(units_of(rp, "ground"), random.randint(0 if city else 1, 3))
    garrisons = random.randint(1, 3) if city else 0
    landed = {name for name in attackers if random.random() < 0.4}
    units = {name: draw(random, name) for name in (*attackers, *defenders)}
    by_land, home = (2708, 2813) if city else (2012, 2212)
    come = {n: f"@home={home}" if n in landed else f"@from={by_land}" for n in attackers}
    strength = sum(units[n][2] for n in (attackers if firing == op else defenders))
    strength += 9 * garrisons if firing == rp else 0
    die = random.choice((0, 3, 5, 6, 7, 8, 8, 9, 9))
    modifier = (3 if landed else 0) if firing == rp else (-2 if city else 0)
    modifier += "a_arm7" in (attackers if firing == op else defenders)
    hits = ceil(strength * GROUND_TABLE[min(max(die + modifier, 0), 9)])
    targets = [units[n][1] for n in (defenders if firing == op else attackers)]
    if firing == rp:
        halved = [t.name in landed for t in targets]
        targets = [
            Target(t.name, t.kind, (t.defence + 1) // 2 if half else t.defence, t.steps)
            for t, half in zip(targets, halved, strict=True)
        ]
    counters = [t.name for t in targets]
    if firing == op:
        targets += [Target("", "garrison", 12, 1) for _ in range(garrisons)]
    lab = lay(
        *(units[n][0] + come.get(n, "") for n in (*attackers, *defenders)),
        at=at,
        side=op,
        dice=(die, 0) if firing == op else (0, die),
        allies=(2813,),
        japan=(2012,),
    )
    check(lab, Fire(hits, tuple(targets), air=False), counters, firing, garrisons)


def check_offensive(seed: int) -> None:
    """A whole offensive with random answers ends in order."""
    random = Random(seed)
    op = random.choice(("JP", "AL"))
    at = random.choice((ISLAND, TOWN)) if op == "JP" else ISLAND
    texts: list[str] = []
    before: dict[str, int] = {}
    for side in (op, OTHER[op]):
        drawn = fleet(random, side, random.randint(0, 3)) if at == ISLAND else []
        room = 3 - sum(UNITS[target.name]["kind"] == "air" for _, target, _ in drawn)
        drawn += [draw(random, n) for n in random.sample(units_of(side, "ground"), room)]
        come = f"@home={4021 if op == 'JP' else 4825}" if at == ISLAND else "@from=2012"
        for text, target, _ in drawn:
            texts.append(text + come * (side == op and target.kind == "ground"))
            before[target.name] = target.steps
    lab = lay(
        *texts, at=at, side=op, condition=random.choice(("surprise", "intercept")),
        turn=random.randint(1, 12), ov=random.randint(1, 3), japan=(2012,),
    )  # fmt: skip
    lab.dice(*(random.randint(0, 9) for _ in range(4)))
    lab.play(lambda lab, options: random.choice(list(options)))
    sides = [(fire["kind"], fire["side"]) for fire in lab.fires]
    assert len(sides) == len(set(sides)), (seed, texts)
    assert lab.winner(at) == lab.holder(at), (seed, texts)
    for name, steps in before.items():
        hex_, side, kind = lab.hex(name), UNITS[name]["side"], UNITS[name]["kind"]
        if hex_ is None:
            continue
        assert 0 < lab.steps(name) <= steps, (seed, name)
        assert lab.holder(hex_) == side, (seed, name)
        if kind != "ground" and (hex_ != at or side == op):
            assert board().has(hex_, "port" if kind == "naval" else "airfield"), (seed, name)


KINDS = {"air and sea": check_air_naval, "at once": check_at_once, "ground": check_ground}


@covers("P-13", "E-070", "E-078", "R9.2-aa", "R9.2-m", "R9.4-l", "R9.4-m", "R13.76-b", "E-590")
@pytest.mark.parametrize("kind", KINDS)
def test_random_hits(kind):
    for seed in range(70):
        KINDS[kind](seed)


@pytest.mark.slow
@covers("P-13", "E-070", "E-078", "R9.2-aa", "R9.2-m", "R9.4-l", "R9.4-m", "R13.76-b", "E-590")
@pytest.mark.parametrize("kind", KINDS)
def test_many_random_hits(kind):
    for seed in range(100, 800):
        KINDS[kind](seed)


@covers("P-14", "P-15", "R9.1-a", "R9.4-p", "R9.61-a", "R9.62-d", "R9.33-c", "R9.5-e")
def test_random_offensives_end_in_order():
    """One fire a side and kind, one holder of the hex, all in bases of their own."""
    for seed in range(200):
        check_offensive(seed)
