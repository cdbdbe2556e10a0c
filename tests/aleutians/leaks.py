"""Pairs of positions that differ in hidden things alone: whatever a seat gets must be the same.

`python -m tests.aleutians.leaks --comparisons 100000` compares positions of random games with
positions in which everything that the seat does not know is drawn anew, and with positions in which
two hidden counters that look alike have changed numbers. A planner's worlds are compared byte by
byte, also with those of a position in which secret marks and loads are others.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from glory_env import aleutians_v0
from glory_env.core.record import copy_games
from glory_env.core.stepping import LOOK, sample_all
from glory_env.core.trace import blank_trace
from glory_env.games.aleutians import actions as a
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.definition import ALEUTIANS
from glory_env.games.aleutians.engine.alike import exchange_numbers, look_alike
from glory_env.games.aleutians.engine.observation import OBSERVATION_SIZE, UNIT_COLUMNS, UNITS
from glory_env.games.aleutians.engine.visible import is_hidden
from glory_env.games.aleutians.fuzz import invariants
from glory_env.games.aleutians.generated import kernels
from glory_env.games.aleutians.rules.board import ground_count
from glory_env.games.aleutians.rules.free_setup import is_secret
from glory_env.games.aleutians.rules.surface import is_shown
from glory_env.games.aleutians.rules.task_forces import cargo_in, lifts_in, ships_in
from glory_env.games.aleutians.text import board
from tests.aleutians.positions import scenario

EVERY = 4  # steps of the games between two positions that are compared
GAMES = 24
TEXTS = 10  # positions for one whose text is compared, too: writing it takes long
SILENT = (a.PASS, a.DONE, a.NO)  # actions that do nothing but go on


def random_games(
    seed: int, steps: int, n: int = GAMES, **options: Any
) -> Iterator[aleutians_v0.Vector]:
    """n games played at random; the same environment after each of so many steps."""
    vector = aleutians_v0.Vector(n, seed=seed, **options)
    actions = np.zeros(n, np.int64)
    for count in range(steps):
        sample_all(vector.masks, seed, count, actions)
        vector.step(actions)
        yield vector


class Comparison:
    """Counts what has been compared: positions, and how many differed in the place of a unit.

    `masks` counts positions whose mask was compared, `texts` those whose text was, `like_counters`
    those with two hidden like counters; see `go_on` for `next_decisions`. `worlds` counts pairs of
    drawn worlds, `other_loads` those of them with hidden troops, floatplanes or SP elsewhere,
    `no_answer` worlds in which the other side has nothing to choose.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._tables = scenario().tables
        self._seen = np.zeros((2, OBSERVATION_SIZE), np.float32)
        self._masks = np.zeros((2, a.N_ACTIONS), np.int8)

    def compare(self, games: np.ndarray, i: int, seat: int, drawing: int) -> None:
        """Game i of (N,) records, as a seat sees it; drawing: a number that no other one has.

        AssertionError with the decision where something differs.
        """
        self.compare_alike(games, i, seat, drawing)
        two = copy_games(games[[i, i]]).view(np.recarray)
        two["key"][1] = drawing
        kernels.hide(two, 1, self._tables, seat)
        two["key"][1] = two["key"][0]
        one, other = two
        self.compare_worlds(two, seat, drawing)
        at = st.DECISIONS[one["decision"]]
        for k in range(2):
            kernels.observe(two, k, self._tables, seat, self._seen[k])
            kernels.step(two, k, self._tables, blank_trace(), self._masks[k], LOOK, False)
        self.check_seen(at, seat)
        if self.counts["positions"] % TEXTS == 0:
            assert self.shown(one, seat) == self.shown(other, seat), at
            self.counts["texts"] += 1
        self.counts["positions"] += 1
        self.counts["changed"] += bool((one["at"] != other["at"]).any())
        if one["actor"] == seat:
            assert np.array_equal(*self._masks), f"{at}: mask of {st.SIDES[seat]}"
            self.counts["masks"] += 1
        else:
            self.go_on(two, at)

    def compare_worlds(self, two: np.ndarray, seat: int, drawing: int) -> None:
        """Draw a world from each of three positions that a seat cannot tell apart.

        two: GAME (2,); the third is the second with other secret marks and loads.
        """
        three = copy_games(two[[0, 1, 1]]).view(np.recarray)
        rng = np.random.default_rng(drawing)
        if not is_secret(three[2]):
            scatter(three[2], self._tables[0], seat, rng)
        at = st.DECISIONS[three["decision"][0]]
        for k in (0, 2):
            kernels.observe(three, k, self._tables, seat, self._seen[k // 2])
        self.check_seen(f"{at} scattered", seat)
        names = ("at", "fleet_supply", "fleet_floatplane")
        self.counts["other_loads"] += any((three[n][1] != three[n][2]).any() for n in names)
        three["key"] = drawing + 1
        for k in range(3):
            kernels.hide(three, k, self._tables, seat)
        for name in three.dtype.names:
            for k in (1, 2):
                same = np.array_equal(three[name][0], three[name][k])
                assert same, f"{at}: {name} of the world for {st.SIDES[seat]}"
        assert three[0].tobytes() == three[1].tobytes() == three[2].tobytes()
        self.counts["worlds"] += 1
        self.check_world(two, three[:1], seat)

    def check_world(self, two: np.ndarray, world: np.ndarray, seat: int) -> None:
        """A world is legal, and the seat sees in it what it does in the true position.

        two: its first is the true position; world: GAME (1,).
        """
        at = st.DECISIONS[two["decision"][0]]
        for k, games in enumerate((two, world)):
            kernels.observe(games, 0, self._tables, seat, self._seen[k])
            kernels.step(games, 0, self._tables, blank_trace(), self._masks[k], LOOK, False)
        self.check_seen(f"{at} in a world", seat)
        g, s = world[0], self._tables[0]
        code = invariants.check_units(g, s) or invariants.check_limits(g, s)
        code = code or invariants.check_points(g, s)
        if self._masks[1].any() or g.actor == seat:
            code = code or invariants.check_decision(g, self._masks[1])
        else:
            self.counts["no_answer"] += bool(self._masks[0].any())
        assert not code, f"{at}: {invariants.message_of(code)}"
        if g.actor == seat:
            assert np.array_equal(*self._masks), f"{at}: mask of {st.SIDES[seat]} in a world"
        for slot in range((1 - seat) * st.FLEETS, (2 - seat) * st.FLEETS):
            # Both fleets of a battle can be short; the owner of the other one is asked next.
            known = g.short_fleet == slot or is_overloaded(two[0], s, slot)
            assert known or not is_overloaded(g, s, slot), f"{at}: lifts"

    def check_seen(self, at: str, seat: int) -> None:
        where = np.flatnonzero(self._seen[0] != self._seen[1])
        assert not where.size, f"{at}: observation of {st.SIDES[seat]} at {where[:5].tolist()}"

    def compare_alike(self, games: np.ndarray, i: int, seat: int, drawing: int) -> None:
        """Exchange the numbers of two hidden like counters, and play one action in both games.

        Before it the seat sees the same. After it all is the same but for the numbers of like
        counters; the two are neighbours in number, so that all dice fall in the same order.
        """
        s = self._tables[0]
        two = copy_games(games[[i, i]]).view(np.recarray)
        g = two[0]
        gone = [
            u for u in np.flatnonzero(s.alike) if s.side[u] != seat and is_hidden(g, s, u, seat)
        ]
        assert g.unseen[gone].all(), "a unit has gone out of sight and kept its number"
        pairs = [(u, u + 1) for u in gone if u + 1 in gone and look_alike(s, u, u + 1)]
        pairs = [(u, v) for u, v in pairs if g.place[u] != g.place[v] or g.at[u] != g.at[v]]
        if not pairs:
            return
        u, v = pairs[drawing % len(pairs)]
        exchange_numbers(two[1], u, v)
        at = st.DECISIONS[g.decision]
        for k in range(2):
            kernels.observe(two, k, self._tables, seat, self._seen[k])
            kernels.step(two, k, self._tables, blank_trace(), self._masks[k], LOOK, False)
        self.check_seen(at, seat)
        renamed = renaming(int(u), int(v))
        assert np.array_equal(self._masks[0], self._masks[1][renamed]), f"{at}: mask"
        if g.actor == seat:
            assert np.array_equal(*self._masks), f"{at}: mask of {st.SIDES[seat]}"
        legal = np.flatnonzero(self._masks[0])
        action = int(legal[drawing % legal.size])
        for k, one in enumerate((action, int(renamed[action]))):
            kernels.step(two, k, self._tables, blank_trace(), self._masks[k], one, False)
            kernels.observe(two, k, self._tables, seat, self._seen[k])
            self.forget_numbers(self._seen[k])
        self.check_seen(f"after {at}", seat)
        for name in ("decision", "actor", "phase"):
            assert two[name][0] == two[name][1], f"after {at}: {name}"
        self.counts["like_counters"] += 1

    def forget_numbers(self, seen: np.ndarray) -> None:
        """Sort the rows of like counters in an observation."""
        s = self._tables[0]
        rows = seen[UNITS : UNITS + st.MAX_UNITS * UNIT_COLUMNS].reshape(st.MAX_UNITS, -1)
        for face in np.unique(s.face[: s.units][s.alike[: s.units] == 1]):
            same = np.flatnonzero(s.face[: s.units] == face)
            rows[same] = rows[same][np.lexsort(rows[same].T)]

    def shown(self, g: np.record, seat: int) -> tuple[str, str]:
        """What a person or a log gets: the board, and the final information."""
        info = ALEUTIANS.final_info(g, self._tables[0], seat)
        return board(scenario(), g), repr(info)

    def go_on(self, two: np.ndarray, at: str) -> None:
        """Count where the game asks another question once the enemy has only gone on from `at`.

        A seat is not shown the enemy's questions, so this is no part of what it observes. But who
        counts micro-steps could learn from it.
        """
        silent = [k for k in SILENT if self._masks[:, k].all()]
        if not silent:
            return
        for k in range(2):
            args = self._tables, blank_trace(), self._masks[k]
            kernels.step(two, k, *args, silent[0], False)
        self.counts["next_decisions"] += 1
        names = ("decision", "actor", "phase")
        if any(two[n][0] != two[n][1] for n in names):
            asked = " or ".join(sorted(st.DECISIONS[number] for number in two["decision"]))
            self.counts[f"times after {at} next {asked}"] += 1


def scatter(g: Any, s: Any, seat: int, rng: np.random.Generator) -> None:
    """Change what a seat does not see and a drawing of the engine may leave: marks and loads."""
    enemy = 1 - seat
    slots = [k for k in range(enemy * st.FLEETS, (enemy + 1) * st.FLEETS) if g.fleet_used[k]]
    for u in range(int(s.units)):
        if s.side[u] != enemy:
            continue
        g.struck[u] = rng.integers(2)
        if not is_hidden(g, s, u, seat):
            continue
        g.flown[u], g.done[u], g.hit_by[u] = rng.integers(2, size=3)
        g.aim[u] = rng.integers(-1, int(s.units))
        if s.kind[u] == st.GROUND:
            g.disrupted[u] = rng.integers(2)
            if g.place[u] == st.FLEET:
                g.at[u] = rng.choice(slots)
        elif s.kind[u] == st.SHIP and g.place[u] != st.FLEET:
            g.place[u] = rng.choice([st.GONE, st.WITHDRAWN])
            g.when[u] = rng.integers(0, g.turn + 1)
    move_about(g, s, seat, slots, rng)
    g.rolled[:] = rng.integers(0, 9, g.rolled.shape)
    g.dealt = rng.integers(99)
    g.last_strategy[enemy] = g.strategy[enemy]
    for slot in slots:
        g.fleet_receives[slot], g.fleet_lifts_used[slot] = rng.integers(2, size=2)
        if enemy == st.ALLIES and g.seattle:
            g.seattle -= 1
            g.fleet_supply[slot] += 1
        other = int(rng.choice(slots))
        waits = g.fleet_floatplane
        waits[slot], waits[other] = int(waits[other]), int(waits[slot])
        if enemy == st.JAPAN and g.opt_setup == st.FREE and g.fleet_node[slot] == st.NONE:
            g.fleet_entry[slot] = rng.integers(-1, int(s.nodes))
    if seat == st.ALLIES:
        g.paramushiro_only = rng.integers(2)
    else:
        g.railway_real, g.kept_ships = rng.integers(2, size=2)
        if g.fleet_d > 1:
            g.fleet_d = rng.integers(2, 4)


def move_about(g: Any, s: Any, seat: int, slots: list[int], rng: np.random.Generator) -> None:
    """Units from flag to flag, and ships from fleet to fleet where their numbers are closed."""
    enemy = 1 - seat
    flags = [p for p in range(st.MAX_SPOTS) if g.flag[p, enemy]]
    unfound = [k for k in slots if not is_shown(g, k) and not g.fleet_found[k]]
    unfound = [k for k in unfound if g.battle_fleet[enemy] != k]
    for u in range(int(s.units)):
        if s.side[u] != enemy or not is_hidden(g, s, u, seat) or s.home_spot[u] != st.NONE:
            continue
        here = int(g.at[u])
        if s.kind[u] == st.GROUND and g.place[u] == st.SPOT:
            there = int(rng.choice(flags))
            number = [ground_count(g, s, enemy, p) for p in (here, there)]
            if number[0] > 1 and number[1] < st.MAX_STACK:
                g.at[u] = there
        elif s.kind[u] == st.SHIP and here in unfound and g.switch[st.CLOSED_FLEET_SIZE]:
            there = int(rng.choice(unfound))
            if ships_in(g, s, here) > 1 and ships_in(g, s, there) < st.MAX_SHIPS:
                g.at[u] = there


def is_overloaded(g: Any, s: Any, slot: int) -> bool:
    """Whether a fleet has more troops and SP aboard than its ships can lift."""
    return cargo_in(g, s, slot) + int(g.fleet_supply[slot]) > lifts_in(g, s, slot)


def renaming(u: int, v: int) -> np.ndarray:
    """Action -> the same action when two units have changed numbers."""
    renamed = np.arange(a.N_ACTIONS)
    renamed[[a.UNIT + u, a.UNIT + v]] = a.UNIT + v, a.UNIT + u
    return renamed


def compare_games(comparisons: int, seed: int, **options: Any) -> Counter[str]:
    """Compare at least so many positions of random games; AssertionError at the first leak."""
    made = Comparison()
    while made.counts["positions"] < comparisons:
        steps = EVERY * comparisons // (2 * GAMES) + EVERY
        games = random_games(seed, steps, **options)
        for count, vector in enumerate(games):
            if count % EVERY:
                continue
            for i in range(GAMES):
                for seat in range(2):
                    drawing = (seed * 1_000_000 + count) * 100 + i
                    try:
                        made.compare(vector.games, i, seat, drawing)
                    except AssertionError as error:
                        error.add_note(f"seed {seed}, step {count}, game {i}, for {st.SIDES[seat]}")
                        raise
        seed += 1
    return made.counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--comparisons", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    counts = compare_games(given.comparisons, given.seed)
    print(", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in counts.items()))
    print("nothing hidden shows")


if __name__ == "__main__":
    main()
