"""The fuzzer of Empire of the Sun: its invariants and its options."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np

from glory_env.core.record import copy_games
from glory_env.core.trace import TRACE_ENTRIES
from glory_env.fuzz.games import GameFuzzer
from glory_env.games.empire import state as st
from glory_env.games.empire.actions import CARD, EVENT
from glory_env.games.empire.codes import (
    ATTACK_CARD,
    INTELLIGENCE_CARD,
    LATE_CARD,
    OFFENSIVE,
    WEATHER,
)
from glory_env.games.empire.engine.observation import OBSERVATION_SIZE, encode
from glory_env.games.empire.envs import Game
from glory_env.games.empire.limits import MAX_DECISIONS, MAX_PER_TURN
from glory_env.games.empire.options import MAX_BID
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.switches import SWITCHES

SEEN_EVERY = 8  # calls of the engine for one in which observation and supply are checked
KEPT_EVERY = 4096  # calls for one whose text, copy and snapshot are checked: they take long
CACHES = (
    "zone_reach", "zone_neutral", "held", "served", "near_kunming", "road_ends", "road", "supply",
)  # fmt: skip
REACTIONS = (WEATHER, INTELLIGENCE_CARD, LATE_CARD, ATTACK_CARD)
RAREST = 12  # events that are named with how often they were played
# Lowest and highest value of tracks
TRACKS = {"will": (0, 10), "wie": (-7, 3), "front": (0, 5), "india": (0, 4), "escort": (0, 4)}


class Fuzzer(GameFuzzer):
    """Plays games of Empire of the Sun, from the set-up on."""

    game_class = Game

    def __init__(self, scenario: Any, checked: bool = True) -> None:
        super().__init__(scenario, checked)
        s = self.scenario.tables[0]
        self._units = slice(0, int(s.units))
        self._side, self._naval = s.unit_side[self._units], s.kind[self._units] == st.NAVAL
        self._most = s.stack.tolist()
        self._seen = np.zeros(OBSERVATION_SIZE, np.float32)
        self._calls = 0
        self._events: Counter[str] = Counter()  # cards that were played as events

    def random_options(self, rng: random.Random) -> dict[str, Any]:
        """Any readings of the rules in half of the games, any bid, mostly with events."""
        some = rng.random() < 0.5
        rulings = {name: rng.choice(values) for name, values in SWITCHES.items() if some}
        return {
            "tournament": rng.random() < 0.2,
            "rulings": rulings,
            "bid": rng.randint(-MAX_BID, MAX_BID),
            "events": rng.random() < 0.8,
            "historical_hand": rng.random() < 0.1,
        }

    def choose(self, seed: int, careful: bool) -> int:
        action = super().choose(seed, careful)
        asked, side = int(self.now["decision"][0]), st.SIDES[int(self.now["actor"][0])]
        if action == EVENT:
            self._events[f"{side}{int(self.now['chosen_card'][0]) + 1}"] += 1
        elif asked in REACTIONS and CARD <= action < CARD + st.MAX_CARDS:
            self._events[f"{side}{action - CARD + 1}"] += 1
        return action

    def reached(self) -> list[str]:
        """How often the rarest events were played, and which cards never were."""
        s = self.scenario.tables[0]
        cards = [f"{side}{k + 1}" for i, side in enumerate(st.SIDES) for k in range(s.cards[i])]
        played = sorted((self._events[card], card) for card in cards if self._events[card])
        rare = ", ".join(f"{card} {n}" for n, card in played[:RAREST])
        never = ", ".join(card for card in cards if not self._events[card])
        return [f"events: {len(played)} cards, the rarest {rare}", f"never: {never or 'none'}"]

    def scatter(self, games: np.ndarray, seed: int) -> None:
        """There are no random positions: cards, zones and stacks have to fit each other."""

    def check(self, in_phase: int) -> str:
        self._calls += 1
        if self.trace["entries"][0] >= TRACE_ENTRIES:
            return "trace_full: the trace is full"
        if in_phase > MAX_PER_TURN or len(self.actions) > MAX_DECISIONS:
            return "length: more decisions than limits.py allows"
        found = self._check_asked() or self._check_units() or self._check_cards()
        found = found or self._check_tracks()
        if found or self._calls % SEEN_EVERY:
            return found
        return self._check_derived() or self._check_now_and_then()

    def _check_asked(self) -> str:
        asked, legal = int(self.now["decision"][0]), int(self.masks[0].sum())
        over = self.now["outcome"][0] != 0
        if (legal > 0) != (asked != 0):
            return f"mask: {legal} legal actions at decision {asked}"
        if (self.now["actor"][0] in (st.JP, st.AL)) != (asked != 0):
            return "actor: a side without a decision, or a decision without a side"
        if over != (self.now["phase"][0] == st.OVER):
            return "over: phase and outcome do not agree on whether the game is over"
        return ""

    def _check_units(self) -> str:
        at, place = self.now["hex"][0][self._units], self.now["place"][0][self._units]
        steps, on_map = self.now["steps"][0][self._units], place == st.MAP
        if not np.array_equal(at != st.NONE, on_map):
            return "place: a unit off the map has a hex, or one on it has none"
        if (steps[on_map] < 1).any() or (steps > 2).any():
            return "steps: a unit on the map has none, or one has more than two"
        if self.now["depth"][0] and OFFENSIVE in self.now["frame_state"][0][: self.now["depth"][0]]:
            return ""
        for side in range(2):
            for ships, most in ((True, self._most[0]), (False, self._most[1])):
                here = at[on_map & (self._side == side) & (self._naval == ships)]
                if ships and len(here) and np.bincount(here).max() > most:
                    return f"stack: more than {most} ships of a side in a hex"
        return ""

    def _check_cards(self) -> str:
        held = (self.now["card_at"][0] == st.CARD_HAND).sum(axis=1)
        if not np.array_equal(held, self.now["hand"][0]):
            return f"hand: {held.tolist()} cards in hand, {self.now['hand'][0].tolist()} counted"
        future = (self.now["card_at"][0] == st.CARD_FUTURE).sum(axis=1)
        if not np.array_equal(future, self.now["future_card"][0] != st.NONE):
            return "future: the card set aside is not the one named"
        return ""

    def _check_tracks(self) -> str:
        for name, (low, high) in TRACKS.items():
            if not low <= self.now[name][0] <= high:
                return f"track: {name} is {self.now[name][0]}, expected {low} to {high}"
        return ""

    def _check_derived(self) -> str:
        """Zones and supply are those that are made from nothing; observations are in -1..1."""
        fresh = copy_games(self.games)
        fresh["dirty"] = st.ALL_DIRTY
        refresh(fresh[0], self.scenario.tables[0])
        for name in CACHES:
            if not np.array_equal(fresh[name], self.games[name]):
                return f"cache: {name} is out of date"
        for seat in range(2):
            encode(self.games[0], self.scenario.tables[0], seat, self._seen)
            if (worst := np.abs(self._seen).max()) > 1:
                at = int(np.abs(self._seen).argmax())
                return f"seen: entry {at} of an observation is {worst}"
        return ""

    def _check_now_and_then(self) -> str:
        between = self.now["decision"][0] == 0 and self.now["outcome"][0] == 0
        return "" if between or self._calls % KEPT_EVERY else self.check_kept(self.games)
