"""Zones, supply and paths written plainly: sets, queues and hex numbers, no bitmaps, no record.

It is the judge of the fast rules and shares no code with them. Hexes are numbers CCRR (column,
row), sides of the game "JP" and "AL". A state of a supply search is (hex, medium, changes).
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

State = tuple[int, str]  # (hex, medium)
SEA, LAND = "sea", "land"
SHIPS, GROUND = set("WBV"), set("LBN")
WET, DRY = set("WBVNwm"), set("LBVNlm")
EVEN = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))  # N NE SE S SW NW
ODD = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
COST = {"open": 2, "mountain": 6}  # half points; every other ground 4
ZONE, LIMIT = 2, 8  # hexes of a zone; half points of the land logistics limit
KUNMING, RANGOON, MADRAS = 2407, 2008, 1406
HUMP_FIELDS = (1905, 2104)


class Board:
    """The printed map, from plain data: hexes with terrain, features and sides; sea; routes."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.land = {h["id"]: h for h in data["hexes"]}
        self.hexes = set(self.land)
        for column, rows in data["ocean"].items():
            for part in str(rows).split(","):
                first, _, last = part.strip().partition("-")
                for row in range(int(first), int(last or first) + 1):
                    self.hexes.add(int(column) * 100 + row)
        self.blocked = {frozenset(pair) for pair in data["blocked_sides"]["pairs"]}
        self.routes = {frozenset((r["a"], r["b"])): r.get("name", "") for r in data["routes"]}
        sources = data["supply_sources"]
        self.sources = {
            "JP": set(sources["JP"]["hexes"]),
            "AL": {h for edge in ("west", "south", "east") for h in sources["AL"][edge]},
        }
        self.east = set(sources["AL"]["east"])
        self.near: dict[tuple[int, int], set[int]] = {}
        sides = {a: [(self.step(a, k), self.side(a, k)) for k in range(6)] for a in self.hexes}
        self.ways = {
            name: {a: [b for b, s in found if s in letters] for a, found in sides.items()}
            for name, letters in ((SEA, SHIPS), (LAND, GROUND), ("wet", WET), ("dry", DRY))
        }

    def step(self, a: int, k: int) -> int:
        """The neighbour number in direction k, on the map or not."""
        column, row = divmod(a, 100)
        more, down = (ODD if column % 2 else EVEN)[k]
        return (column + more) * 100 + row + down if row + down >= 0 else 0

    def side(self, a: int, k: int) -> str:
        """The letter of a hexside."""
        b = self.step(a, k)
        if b not in self.hexes or frozenset((a, b)) in self.blocked:
            return "X"
        if a in self.land:
            return self.land[a]["s"][k]
        return self.land[b]["s"][(k + 3) % 6] if b in self.land else "W"

    def has(self, a: int, feature: str) -> bool:
        return feature in self.land.get(a, {}).get("f", ())

    def dry(self, a: int) -> bool:
        return a in self.land and self.land[a]["t"] != "ocean"

    def cost(self, a: int) -> int:
        return COST.get(self.land[a]["t"], 4)

    def within(self, a: int, far: int) -> set[int]:
        """Hexes of the map at most `far` hexes away, counted over hexes of the map (E-003)."""
        if (a, far) not in self.near:
            found, edge = {a}, {a}
            for _ in range(far):
                edge = {b for h in edge for b in self.around(h)} - found
                found |= edge
            self.near[a, far] = found
        return self.near[a, far]

    def around(self, a: int) -> list[int]:
        return [b for k in range(6) if (b := self.step(a, k)) in self.hexes]


@dataclass(frozen=True)
class Unit:
    """A unit or HQ on the map; `serves`: the classes an HQ supplies, all if empty."""

    name: str
    side: str
    kind: str  # hq, air, cv, ship or ground
    hex: int
    reach: int = 0  # command range of an HQ
    lrb: bool = False
    type: str = ""  # class for 6.12
    serves: frozenset[str] = frozenset()
    active: bool = False
    silent: bool = False  # in a strategic move, or its zone is cancelled
    new: bool = False  # arrived this turn (E-501)


@dataclass
class Position:
    """Everything supply depends on."""

    board: Board
    units: list[Unit]
    japan: set[int]  # hexes JP controls
    closed: set[int] = field(default_factory=set)  # with a No Transport Route marker
    kwai: bool = False
    garrisons: bool = True
    hump: bool = False
    express: int = 0
    kunming: bool = True

    def own(self, side: str, a: int) -> bool:
        return (a in self.japan) == (side == "JP")

    def port(self, side: str, a: int) -> bool:
        return self.board.has(a, "port") and self.own(side, a)

    # --- P-1, P-2 -----------------------------------------------------------------------------
    def zone(self, units: Iterable[Unit], neutral: bool) -> set[int]:
        """Hexes that the zones of these units reach, or neutralise."""
        found: set[int] = set()
        for u in units:
            if not u.silent and not (neutral and (u.lrb or u.new)):
                found |= self.board.within(u.hex, ZONE)
        return found

    def live(self, own: Iterable[Unit], enemy: Iterable[Unit]) -> set[int]:
        """P-1: hexes in an enemy zone that is not neutralised."""
        return self.zone(enemy, False) - self.zone(own, True)

    def guarded(self, a: int) -> bool:
        """An intrinsic garrison stands here; Japan's alone (13.76, 13.94)."""
        board = self.board
        city = board.has(a, "garrison_china") or board.has(a, "garrison_home")
        return self.garrisons and a in self.japan and city

    def enemies(self, side: str, hq: bool = True) -> set[int]:
        """Hexes with enemy ground or air units, garrisons, with `hq` also HQs."""
        kinds = {"ground", "air"} | ({"hq"} if hq else set())
        found = {u.hex for u in self.units if u.side != side and u.kind in kinds}
        if side == "AL":
            found |= {a for a in self.board.land if self.guarded(a)}
        return found

    def held(self, side: str, hq: bool = True) -> set[int]:
        """P-2: such hexes without a unit of the side's own."""
        return self.enemies(side, hq) - {u.hex for u in self.units if u.side == side}

    # --- P-3, P-4, P-5 ------------------------------------------------------------------------
    def flood(
        self,
        side: str,
        live: set[int],
        start: Iterable[tuple[int, str]],
        ports: set[int],
        most: int,
    ) -> set[State]:
        """Every (hex, medium) reached, with at most so many changes of medium in these ports."""
        done: set[State] = set()
        bad = {SEA: live, LAND: self.held(side)}
        front = list(start)
        for _ in range(most + 1):  # paths with fewer changes of medium first
            changed: list[State] = []
            queue = deque(front)
            while queue:
                a, medium = queue.popleft()
                if (a, medium) in done:
                    continue
                done.add((a, medium))
                if a in ports:
                    changed.append((a, LAND if medium == SEA else SEA))
                if a not in bad[medium]:
                    ways = self.board.ways[medium][a]
                    queue.extend((b, medium) for b in ways if b not in bad[medium])
            front = [state for state in changed if state not in done]
            if not front:
                break
        return done

    def sources(self, side: str, east: bool = False) -> list[State]:
        """P-4: ultimate sources with the medium in which a path leaves them."""
        found = self.board.east if east else self.board.sources[side]
        if side == "JP":
            found = found & self.japan
        start = [(a, LAND if self.board.dry(a) else SEA) for a in found]
        return start + [(a, SEA) for a in found if self.port(side, a)]

    def own_ports(self, side: str) -> set[int]:
        return {a for a in self.board.land if self.port(side, a)}

    def hqs(self, side: str) -> list[Unit]:
        return [u for u in self.units if u.side == side and u.kind == "hq"]

    def hq_supplied(self, side: str, live: set[int], east: bool = False) -> set[str]:
        """P-4: names of the HQs with a path from an ultimate source."""
        start = self.sources(side, east)
        hexes = {a for a, _ in self.flood(side, live, start, self.own_ports(side), 99)}
        return {u.name for u in self.hqs(side) if u.hex in hexes}

    def eligible_ports(self, side: str, live: set[int]) -> set[int]:
        """P-5: own ports joined to an own HQ by sea, the HQs' own ports among them."""
        start = [(u.hex, SEA) for u in self.hqs(side) if not u.new]
        reached = {a for a, _ in self.flood(side, live, start, set(), 0)}
        return reached & self.own_ports(side)

    def eligible_fields(self, side: str, live: set[int]) -> set[int]:
        """P-5: own airfields joined to an own HQ, with at most one change of medium."""
        start = [(u.hex, m) for u in self.hqs(side) if not u.new for m in (SEA, LAND)]
        reached = self.flood(side, live, start, self.eligible_ports(side, live), 1)
        return {a for a, _ in reached if self.board.has(a, "airfield") and self.own(side, a)}

    # --- P-6, P-7 -----------------------------------------------------------------------------
    def route(self, side: str, a: int, b: int, enemies: set[int]) -> bool:
        """E-014: a built route whose hexes are own, or without enemy ground, air and HQ."""
        name = self.board.routes.get(frozenset((a, b)))
        if name is None or (name == "kwai" and not self.kwai) or {a, b} & self.closed:
            return False
        return all(self.own(side, h) or h not in enemies for h in (a, b))

    def land_costs(self, side: str, start: Iterable[int]) -> dict[int, int]:
        """P-7: half points over land from any of these hexes, up to the limit."""
        costs: dict[int, int] = {}
        queue = [(0, a) for a in start]
        heapq.heapify(queue)
        held, enemies = self.held(side), self.enemies(side)
        while queue:
            cost, a = heapq.heappop(queue)
            if a in costs:
                continue
            costs[a] = cost
            if a in held:
                continue
            for b in self.board.ways[LAND][a]:
                if b in held:
                    continue
                route = self.route(side, a, b, enemies)
                total = cost + (1 if route else self.board.cost(b))
                if total <= LIMIT:
                    heapq.heappush(queue, (total, b))
        return costs

    def reach(self, hq: Unit, live: set[int], ports: set[int]) -> set[State]:
        """P-6: (hex, medium) on a path of at most the command range, one change of medium."""
        held = self.held(hq.side)
        done: set[tuple[int, str, int]] = set()
        front = [(hq.hex, SEA, 0), (hq.hex, LAND, 0)]
        for length in range(hq.reach + 1):
            after: list[tuple[int, str, int]] = []
            queue = deque(front)
            while queue:  # a change of medium costs no length
                a, medium, changes = queue.popleft()
                if (a, medium, changes) in done:
                    continue
                done.add((a, medium, changes))
                if changes == 0 and a in ports:
                    queue.append((a, LAND if medium == SEA else SEA, 1))
                bad = live if medium == SEA else held
                if length < hq.reach and a not in bad:
                    ways = self.board.ways[medium][a]
                    after.extend((b, medium, changes) for b in ways if b not in bad)
            front = after
        return {(a, medium) for a, medium, _ in done}

    def kunming_open(self, live: set[int]) -> bool:
        """13.75: the road is open, or the Hump is active and has its airfield."""
        if not self.kunming:
            return False
        enemies = self.enemies("AL")
        reached, queue = {KUNMING}, deque([KUNMING])
        while queue:
            a = queue.popleft()
            for b in self.board.around(a):
                known = frozenset((a, b)) in self.board.routes
                free = self.own("AL", b) and b not in enemies
                if known and free and b not in reached and self.route("AL", a, b, enemies):
                    reached.add(b)
                    queue.append(b)
        if MADRAS in reached:
            return True
        if RANGOON in reached:
            sea = {a for a, _ in self.flood("AL", live, [(RANGOON, SEA)], set(), 0)}
            if sea & self.board.sources["AL"] or (MADRAS in sea and self.own("AL", MADRAS)):
                return True
        return self.hump and bool(self.eligible_fields("AL", live) & set(HUMP_FIELDS))

    def supplied_by(self, side: str, live: set[int]) -> set[str]:
        """P-4 to P-7: names of the supplied units and HQs, given the live zones."""
        found = self.hq_supplied(side, live)
        ports = self.eligible_ports(side, live)
        near_port = self.land_costs(side, ports)
        for hq in self.hqs(side):
            if hq.name not in found:
                continue
            reached = {(hq.hex, SEA)} if hq.new else self.reach(hq, live, ports)
            near = near_port.keys() | self.land_costs(side, [hq.hex]).keys()
            for u in self.units:
                if u.side != side or u.kind == "hq" or (hq.serves and u.type not in hq.serves):
                    continue
                by_land = (u.hex, LAND) in reached and u.hex in near
                if u.hex == hq.hex or (u.hex, SEA) in reached or by_land:
                    found.add(u.name)
        if side == "AL":
            others = [u for u in self.units if u.side == side and u.kind != "hq"]
            if any(u.name not in found for u in others) and self.kunming_open(live):
                near = self.land_costs(side, [KUNMING]).keys()
                found |= {u.name for u in others if u.hex in near}
        found |= {u.name for u in self.units if u.side == side and u.active}
        if side == "JP" and self.express:
            here = [u for u in self.units if u.side == side and u.hex == self.express]
            found |= {u.name for u in here if u.kind != "hq"}
        return found

    # --- P-8 ----------------------------------------------------------------------------------
    def flyers(self, side: str) -> list[Unit]:
        return [u for u in self.units if u.side == side and u.kind in ("air", "cv")]

    def largest(self, side: str, enemy: list[Unit]) -> tuple[set[str], list[Unit]]:
        """What is supplied against these zones: all own ones on, then drop until still."""
        own = self.flyers(side)
        while True:
            found = self.supplied_by(side, self.live(own, enemy))
            still = [u for u in own if u.name in found]
            if still == own:
                return found, own
            own = still

    def supplied(self) -> set[str]:
        """P-8: AL without enemy zones, JP against that, AL, JP ... until nothing changes."""
        allies, allied = self.largest("AL", [])
        before = None
        while True:
            japan, japanese = self.largest("JP", allied)
            if before == (allied, japanese):
                return allies | japan
            before = (allied, japanese)
            allies, allied = self.largest("AL", japanese)
            if before == (allied, japanese):
                return allies | japan

    def zones(self, supplied: set[str]) -> tuple[list[Unit], list[Unit]]:
        """The units of JP and of AL whose zones exist."""
        japan = [u for u in self.flyers("JP") if u.name in supplied]
        return japan, [u for u in self.flyers("AL") if u.name in supplied]

    def live_for(self, side: str, supplied: set[str]) -> set[int]:
        japan, allied = self.zones(supplied)
        return self.live(japan, allied) if side == "JP" else self.live(allied, japan)

    # --- P-9 and ships ------------------------------------------------------------------------
    def activation(self, hq: Unit, live: set[int], battles: Iterable[int] = ()) -> set[int]:
        """P-9: hexes on an activation path of this HQ; battles: declared ones, for RP's path."""
        held = self.held(hq.side, hq=False) - set(battles)
        found, edge = {hq.hex}, {hq.hex}
        for _ in range(hq.reach):
            after: set[int] = set()
            for a in edge:
                if a not in live:
                    after.update(b for b in self.board.ways["wet"][a] if b not in live)
                if a not in held:
                    after.update(b for b in self.board.ways["dry"][a] if b not in held)
            edge = after - found
            found |= edge
        return found

    def sail(self, start: int, far: int, barred: Iterable[int] = ()) -> set[int]:
        """Hexes ships reach in so many hexes; barred ones are neither left nor entered."""
        bad = set(barred)
        found, edge = {start}, {start}
        for _ in range(far):
            after = {b for a in edge - bad for b in self.board.ways[SEA][a] if b not in bad}
            edge = after - found
            found |= edge
        return found

    def but(self, **changes: dict[str, Any]) -> Position:
        """The same with units changed: name=fields."""
        units = [replace(u, **changes.get(u.name, {})) for u in self.units]
        return replace(self, units=units)
