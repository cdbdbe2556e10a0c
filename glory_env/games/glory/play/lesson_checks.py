"""What a person has really done in a turn, read from the record: the tasks of lessons and coach.

A task is `done`, `other` (something else was done, and its time is over) or `open`. Undo takes it
back, and a saved game that goes on knows it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from glory_env.games.glory import state as st
from glory_env.games.glory.engine import odds
from glory_env.games.glory.game import Game
from glory_env.games.glory.generated.records import Tables
from glory_env.games.glory.play import partner_memory
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.words import facts
from glory_env.record.lines import Line

DONE, OTHER, OPEN = "done", "other", "open"
MANY = 4  # dice with which a battle is worth its loss more often than not


class Played(NamedTuple):
    """A turn of a game that a person plays. seat: the person's."""

    session: GlorySession
    seat: str
    turn: int

    # --- the record ------------------------------------------------------------------------
    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def tables(self) -> Tables:
        tables: Tables = self.game.scenario.tables[0]
        return tables

    @property
    def k(self) -> int:
        """The number of the seat."""
        return st.SERVICES.index(self.seat)

    @property
    def is_over(self) -> bool:
        """Whether the turn has ended."""
        return self.session.is_over or self.game.turn > self.turn

    def is_past(self, phase: str) -> bool:
        """Whether a phase of the turn is over."""
        now = self.game
        later = st.PHASES.index(now.phase) > st.PHASES.index(phase)
        return self.is_over or (now.turn == self.turn and later)

    def lines(self, decision: str, actor: str | None = None) -> list[tuple[int, Line]]:
        """The lines of a decision in the turn, with their numbers. actor: None: of anybody."""
        found = enumerate(self.session.record.lines)
        asked = self.turn, decision
        return [
            (n, line)
            for n, line in found
            if (line["turn"], line["decision"]) == asked and actor in (None, line["actor"])
        ]

    def own(self, decision: str) -> list[dict[str, Any]]:
        """The person's choices of a decision in the turn."""
        return [line["choice"] for _, line in self.lines(decision, self.seat)]

    @property
    def has_moved(self) -> bool:
        return {"end": True} in self.own("move") or self.is_past("movement")

    def after_moves(self) -> Game:
        """The position when the person's moves ended, or as it is while they go on."""
        ends = [n for n, line in self.lines("move", self.seat) if line["choice"] == {"end": True}]
        if not ends:
            return self.game
        game: Game = self.session.moments.after(ends[-1])
        return game

    def before_convoys(self) -> Game:
        """The position in which the convoys sailed, or as it is before that.

        A ship that was granted as an escort has left the convoy box by then.
        """
        rolls = self.lines("convoy", "system")
        game: Game = self.session.moments.before(rolls[0][0]) if rolls else self.game
        return game

    def escorts(self) -> int:
        """Ships in the convoy box then."""
        return int(odds.convoy_escorts(self.before_convoys().record, self.tables)[0])

    def before_split(self) -> Game | None:
        """The position in which the talks of the turn ended; None before that."""
        splits = self.lines("tonnage", "system")
        return self.session.moments.before(splits[0][0]) if splits else None

    # --- figures ---------------------------------------------------------------------------
    def transports(self) -> int:
        """Transports begun or moved on in the turn: both services build from the same share."""
        made = [line["choice"] for _, line in self.lines("produce")]
        return sum(self.is_transport(one.get("advance") or one.get("counter")) for one in made)

    def is_transport(self, counter: str | None) -> bool:
        kinds = self.tables.kind
        return counter is not None and kinds[self.game.counter(counter)] == st.TRANSPORT

    def dice(self) -> list[int]:
        """How many dice the person has rolled in each battle of the turn."""
        fights = [line["dice"] for _, line in self.lines("battle", self.seat)]
        return [
            sum(len(roll["faces"]) for roll in rolls if roll["purpose"] == "combat")
            for rolls in fights
        ]

    def lone_battles(self) -> int:
        """Battles of the person in which a loss is doubled: no Active unit of the other."""
        lone = 0
        for n, line in self.lines("battle", self.seat):
            game = self.session.moments.before(n)
            box = game.scenario.boxes.index(line["choice"]["box"])
            lone += odds.is_alone(self.tables, odds.survey(game.record, self.tables), box)
        return lone


def judged(is_done: bool, is_past: bool) -> str:
    return DONE if is_done else OTHER if is_past else OPEN


# --- pool and convoys ----------------------------------------------------------------------
def woken(p: Played) -> str:
    units = [one for one in p.own("activate") if "unit" in one]
    ended = {"end": True} in p.own("activate") or p.is_past("activation")
    return judged(bool(units), ended)


def box_filled(p: Played) -> str:
    """Whether as many ships as count escort the convoys when the moves end."""
    ships, _ = odds.convoy_escorts(p.after_moves().record, p.tables)
    return judged(ships >= p.tables.convoy_ships, p.has_moved)


def convoys_sailed(p: Played) -> str:
    return judged(bool(p.lines("convoy", "system")), p.is_over)


def convoys_escorted(p: Played) -> str:
    """As many ships as count were with the convoys when they sailed."""
    if convoys_sailed(p) != DONE:
        return convoys_sailed(p)
    return judged(p.escorts() >= p.tables.convoy_ships, True)


def transport_built(p: Played) -> str:
    ended = {"end": True} in p.own("produce") or p.is_past("production")
    made = [one.get("advance") or one.get("counter") for one in p.own("produce")]
    return judged(any(map(p.is_transport, made)), ended)


def built_something_else(p: Played) -> bool:
    return any("end" not in one for one in p.own("produce"))


def turn_ended(p: Played) -> str:
    return judged(p.game.turn > p.turn, p.session.is_over)


# --- talks ---------------------------------------------------------------------------------
def promised(p: Played) -> str:
    said = [one for one in p.own("speak") if "say" in one]
    return judged(bool(said), bool(p.own("offer")) or p.is_past("tonnage"))


def offered_half(p: Played) -> str:
    """An offer of the person that leaves the other service half of what it needs."""
    other = facts.other(p.seat)
    made = [
        2 * line["choice"][other] >= facts.need(p.session.moments.before(n), other)
        for n, line in p.lines("offer", p.seat)
    ]
    return judged(any(made), p.is_past("tonnage"))


def agreed(p: Played) -> str:
    answers = [line["choice"] for _, line in p.lines("answer")]
    return judged({"accept": True} in answers, p.is_past("tonnage"))


def kept_word(p: Played) -> str:
    own = [row["state"] for row in partner_memory.ledger(p.game) if row["of"] == p.seat]
    if "broken" in own:
        return OTHER
    following = p._replace(turn=p.turn + 1)
    has_offered = bool(following.own("offer") or following.own("answer"))
    return judged(has_offered, following.is_over)


def rewarded(p: Played) -> str:
    """The split of the next turn gives the person at least half of what its units need."""
    following = p._replace(turn=p.turn + 1)
    before = following.before_split()
    if before is None:
        return judged(False, following.is_over)
    share = int(p.game.record.log_shares[following.turn, p.k])
    return judged(2 * share >= facts.need(before, p.seat), True)


# --- battles -------------------------------------------------------------------------------
def many_dice(p: Played) -> str:
    """A box with an Allied marker in which the person would roll many dice."""
    game = p.after_moves()
    sums, boxes = odds.survey(game.record, p.tables), game.scenario.boxes
    most = max((sums[p.k, boxes.index(box), odds.DICE] for box in facts.contested(game)), default=0)
    return judged(int(most) >= MANY, p.has_moved)


def fought_well(p: Played) -> str:
    """All battles of the person were fought with many dice, and there was one."""
    dice = p.dice()
    if any(one < MANY for one in dice):
        return OTHER
    return judged(bool(dice), p.is_past("combat"))


def spared_pool(p: Played) -> str:
    """At most half of the losses of the person's battles came from the total."""
    g = p.game.record
    if not (p.own("pay") or p.is_past("combat")) or p.game.decision == "pay":
        return OPEN
    return judged(2 * g.log_burnt[p.turn, p.k] <= g.log_loss[p.turn, p.k], True)


# --- the end -------------------------------------------------------------------------------
def homes_safe(p: Played) -> str:
    """Fewer than two home boxes can hold a marker in the next turn, when the moves have ended."""
    lost, near = home_boxes(p.after_moves())
    return judged(p.has_moved and lost + near < 2, p.has_moved)


def home_boxes(game: Game) -> tuple[int, int]:
    """Home-island boxes that hold a marker, and others that one which nothing holds can enter."""
    g, s = game.record, game.scenario.tables[0]
    occupied, threatened = int(odds.occupied_boxes(g, s)), set()
    contested = {game.scenario.boxes.index(box) for box in facts.contested(game)}
    for m in range(s.markers):
        step = int(g.marker_step[m])
        is_held = step > 0 and (occupied >> int(s.route[m, step - 1])) & 1
        if step < s.route_length[m] and not is_held:
            threatened.add(int(s.route[m, step]))
    homes = {b for b in range(s.boxes) if s.home_islands[b]}
    return len(homes & contested), len(homes & threatened - contested)


def floor_kept(p: Played) -> str:
    """The game has gone on past the turn after: neither the floor nor the home boxes ended it."""
    following = p._replace(turn=p.turn + 1)
    lost = p.session.is_over and p.game.outcome != "completed"
    return judged(following.is_over and not lost, lost)


def completed(p: Played) -> str:
    return judged(p.game.outcome == "completed", p.session.is_over)


def has_won(p: Played) -> str:
    return judged(p.game.winner == p.seat, p.session.is_over)
