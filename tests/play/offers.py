"""A judge of what partners with a character offer a person, and of what they accept.

`python -m tests.play.offers` plays the four characters in both seats beside three persons
(`tests.play.bargainers`) and prints which offers were sensible, odd and absurd and why, which
offers of the persons were accepted, and what a greedy person gains. An offer by needs gives the
other service no less than the rule "fixed by needs" does. `--partner NAME` judges any other agent,
too: a network, which says nothing, calls nothing a wrong.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from glory_agents.glory.characters.bargain import by_needs, need
from glory_agents.glory.characters.traits import CHARACTERS
from glory_agents.glory.scripted.temper import BURNS, MATTERS
from glory_env.bench.pairs import play_pairs
from glory_env.envs.agent import make_agent
from glory_env.games.glory.engine.options import Options
from glory_env.games.glory.game import Game
from glory_env.games.glory.generated import records
from glory_env.games.glory.play.characters import Profile
from glory_env.games.glory.play.speech import Scene, offers
from glory_env.games.glory.rules.negotiation import NAMING
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.state import (
    ANSWER,
    ARMY,
    COMPLETED,
    OFFER_CIVIL,
    SERVICES,
    SPEAK,
    STEP,
    TALKS,
)
from tests.play.bargainers import PERSONS, Bargainer, Person

SEED = 4_000_000  # of the first game
LEVEL = 5  # of the characters: the network decides alone
SENSIBLE, ODD, ABSURD = "sensible", "odd", "absurd"
REASONS = {
    "civil early": "civil above 60 % in turns 1 to 3, while both services get under 40 % of need",
    "needs a wrong": "an offer by needs is called a wrong",
    "nothing": "0, without a refused escort or a burnt loss in the turn before",
    "again": "the same offer again in the turn",
    "civil half": "civil above half, while the other service gets under half of its need",
    "civil late": "civil above 40 % in turns 11 and 12",
    "own cover": "own share of need above 2.5 times the other's, which is under 30 %",
}
WORST = ("civil early", "needs a wrong", "nothing")  # of them, what is absurd
BLAMES = ("speech.threat.claim", "recall.reproach.claimed")  # keys that call a claim a wrong


class Offer(NamedTuple):
    """An offer of one seat, in the position that it was made in.

    split: army, navy and civil; needs: army and navy; by_needs: their shares by needs. again:
    made in this turn before. blames: calls an offer by needs a wrong. wronged: the other seat
    refused escorts or burnt a loss in the turn before. answer: accept, counter or walk.
    """

    seat: int
    turn: int
    total: int
    split: tuple[int, int, int]
    needs: tuple[int, int]
    by_needs: tuple[int, int]
    again: bool = False
    blames: bool = False
    wronged: bool = False
    answer: str = ""

    @property
    def yours(self) -> int:
        return self.split[1 - self.seat]

    @property
    def is_by_needs(self) -> bool:
        """Whether the other seat gets no less than by needs, but for a step."""
        return self.yours + STEP > self.by_needs[1 - self.seat]

    @property
    def is_low(self) -> bool:
        """Whether the other seat gets less than half of its need, and less than by needs."""
        return 2 * self.yours < self.needs[1 - self.seat] and not self.is_by_needs

    def cover(self, seat: int) -> float:
        """The share of its need that a seat gets; 1 where it has none."""
        return self.split[seat] / self.needs[seat] if self.needs[seat] else 1.0


def faults(one: Offer) -> list[str]:
    """Keys of REASONS that speak against an offer."""
    own, other, civil = one.cover(one.seat), one.cover(1 - one.seat), one.split[2] / one.total
    found = {
        "civil early": one.turn <= 3 and civil > 0.6 and max(own, other) < 0.4,
        "needs a wrong": one.blames,
        "nothing": not one.yours and one.needs[1 - one.seat] > 0 and not one.wronged,
        "again": one.again,
        "civil half": civil > 0.5 and other < 0.5,
        "civil late": one.turn >= 11 and civil > 0.4,
        "own cover": own > 2.5 * other and other < 0.3,
    }
    return [key for key in REASONS if found[key]]


def verdict(one: Offer) -> str:
    reasons = faults(one)
    return ABSURD if any(key in WORST for key in reasons) else ODD if reasons else SENSIBLE


# --- watching games ------------------------------------------------------------------------
class Watch:
    """Collects the offers of many games while they are played; an observer of `play_pairs`.

    name, seat: of the character. After the games `offers` holds those of both seats.
    """

    def __init__(self, name: str, seat: int, board: Scenario, talk: str = "off") -> None:
        self.name, self.seat, self._board, self._options = name, seat, board, Options(talk=talk)
        self.offers: list[Offer] = []
        self._said: dict[int, tuple[int, set[tuple[int, ...]]]] = {}  # by game: turn and offers
        self._before: dict[int, Any] = {}  # the position before the character's offer
        self._open: dict[int, Offer] = {}  # by game, not answered yet
        self._fair: dict[int, set[int]] = defaultdict(set)  # turns of first claims by needs

    def __call__(self, games: np.ndarray, forced: np.ndarray, at: slice) -> None:
        for k in range(len(games)):
            g = games[k]
            if k + at.start in self._open:
                self._answered(k + at.start, g)
            if g.decision == ANSWER:
                self._made(k + at.start, g)
            elif g.decision in (OFFER_CIVIL, SPEAK) and g.actor == self.seat:
                self._before[k + at.start] = games[k : k + 1].copy()

    def _answered(self, k: int, g: records.Game) -> None:
        one = self._open.pop(k)
        if g.turn == one.turn and (g.log_deadlock[g.turn] or g.step == NAMING):
            self.offers.append(one._replace(answer="walk"))
        elif g.turn == one.turn and g.decision in (OFFER_CIVIL, SPEAK, ANSWER):
            self.offers.append(one._replace(answer="counter"))
        else:
            self.offers.append(one._replace(answer="accept"))

    def _made(self, k: int, g: records.Game) -> None:
        """The offer that is to be answered now."""
        seat, s, turn = 1 - int(g.actor), self._board.tables[0], int(g.turn)
        split = tuple(int(v) for v in g.offer[seat])
        before = self._said.get(k, (0, set()))
        said = before[1] if before[0] == turn else set()
        one = Offer(
            seat, turn, int(g.total), split, (need(g, s, 0), need(g, s, 1)), by_needs(g, s),
            again=(seat, *split) in said, wronged=has_hurt(g, 1 - seat),
        )  # fmt: skip
        self._said[k] = turn, said | {(seat, *split)}
        if seat == self.seat:
            one = one._replace(blames=self._blames(k, split))
        elif g.log_claim[turn, seat] == split[seat] and one.is_by_needs:
            self._fair[k].add(turn)
        self._open[k] = one

    def _blames(self, k: int, split: tuple[int, ...]) -> bool:
        """Whether what the character says calls a first claim a wrong that was by needs."""
        if self.name not in CHARACTERS:
            return False
        game = Game.of(self._board, self._options, self._before[k])
        choice = dict(zip(SERVICES, split, strict=False))
        who = Profile(self.name, LEVEL)
        scene = Scene(game, SERVICES[self.seat], who, choice, "offer", seed=k)
        blamed = {
            words.values.get("turn", game.turn)
            for words in offers(scene)
            if words.key.startswith(BLAMES)
        }
        return bool(blamed & self._fair[k])


def has_hurt(g: records.Game, seat: int) -> bool:
    """Whether a seat refused all escorts or burnt a loss in the turn before."""
    last = int(g.turn) - 1
    lost, burnt = int(g.log_loss[last, seat]), int(g.log_burnt[last, seat])
    refused = seat != ARMY and g.log_asked[last] > 0 and g.log_granted[last] == 0
    return bool(refused or (lost >= MATTERS and burnt > BURNS * lost))


class Cell(NamedTuple):
    """Games of a character in a seat beside a person.

    utility, gp: of the person, the second less that of the partner, float64 (N,); completed:
    bool (N,).
    """

    name: str
    person: Person
    offers: list[Offer]
    utility: np.ndarray
    gp: np.ndarray
    completed: np.ndarray
    seat: int


def play(
    name: str, seat: int, person: Person, games: int, first: int = SEED, talk: str = "off"
) -> Cell:
    """The character, or agent, in that seat, 0 army, beside the person in the other one.

    talk: as the option; with it the persons speak as the honest script.
    """
    board = Game(seed=0).scenario
    watch = Watch(name, seat, board, talk)
    players = [Bargainer(person, talk), Bargainer(person, talk)]
    players[seat] = make_agent(f"{name}:level={LEVEL}" if name in CHARACTERS else name)
    ended = play_pairs(*players, games, first, board, observer=watch, forced=False, talk=talk)
    gp = ended.finals["gp"].astype(np.float64)
    return Cell(
        name, person, watch.offers, ended.rewards[:, 1 - seat], gp[:, 1 - seat] - gp[:, seat],
        ended.finals["outcome"] == COMPLETED, seat,
    )  # fmt: skip


def play_all(games: int, names: Iterable[str] = CHARACTERS, talk: str = "off") -> Iterator[Cell]:
    """Every character in both seats beside every person, the same dice for all persons."""
    for name in names:
        for seat in range(2):
            for person in PERSONS:
                yield play(name, seat, person, games, talk=talk)


# --- in words ------------------------------------------------------------------------------
def of_characters(cells: Iterable[Cell]) -> list[Offer]:
    return [one for cell in cells for one in cell.offers if one.seat == cell.seat]


def of_persons(cells: Iterable[Cell]) -> list[Offer]:
    return [one for cell in cells for one in cell.offers if one.seat != cell.seat]


def share(part: int, whole: int) -> str:
    return f"{part} of {whole}" + (f" ({part / whole:.0%})" if whole else "")


def judged(cells: list[Cell]) -> Iterator[str]:
    """The table of verdicts, and how often each reason was met."""
    yield "| character | offers | sensible | odd | absurd |"
    yield "|---|---|---|---|---|"
    for name in (*dict.fromkeys(cell.name for cell in cells), "all"):
        made = of_characters(cell for cell in cells if name in (cell.name, "all"))
        count = Counter(map(verdict, made))
        shares = (f"{count[key] / max(1, len(made)):.0%}" for key in (SENSIBLE, ODD, ABSURD))
        yield f"| {name} | {len(made)} | " + " | ".join(shares) + " |"
    met = Counter(key for one in of_characters(cells) for key in faults(one))
    for key, words in REASONS.items():
        yield f"{ABSURD if key in WORST else ODD}: {met[key]} {words}"


def answered(cells: list[Cell]) -> Iterator[str]:
    """What the characters did with the persons' offers."""
    yield "| character | offers by needs accepted | offers below half of the need accepted |"
    yield "|---|---|---|"
    for name in dict.fromkeys(cell.name for cell in cells):
        made = of_persons(cell for cell in cells if cell.name == name)
        kinds = [one for one in made if one.is_by_needs], [one for one in made if one.is_low]
        shares = (share(sum(one.answer == "accept" for one in k), len(k)) for k in kinds)
        yield f"| {name} | " + " | ".join(shares) + " |"


def gained(cells: list[Cell]) -> Iterator[str]:
    """What a greedy person has more than a fair one beside the same character and dice."""
    yield "| character | greedy | utility more | GP lead more | completed, fair | greedy | talks |"
    yield "|---|---|---|---|---|---|---|"
    fair = {(cell.name, cell.seat): cell for cell in cells if cell.person is PERSONS[0]}
    for name in (*dict.fromkeys(cell.name for cell in cells), "all"):
        for person in PERSONS[1:]:
            pairs = [
                (fair[cell.name, cell.seat], cell)
                for cell in cells
                if name in (cell.name, "all") and cell.person is person
            ]
            own = [b for _, b in pairs]
            more = (
                _mean(np.concatenate([getattr(b, key) - getattr(a, key) for a, b in pairs]))
                for key in ("utility", "gp")
            )
            done = (np.mean([pair[i].completed.mean() for pair in pairs]) for i in range(2))
            made = len(of_persons(own))
            yield (
                f"| {name} | {person.name} | "
                + " | ".join((*more, *(f"{one:.0%}" for one in done), str(made)))
                + " |"
            )


def _mean(values: np.ndarray) -> str:
    half = 1.96 * values.std() / max(1, len(values)) ** 0.5
    return f"{values.mean():+.2f} [{values.mean() - half:+.2f}, {values.mean() + half:+.2f}]"


def main() -> None:
    parser = argparse.ArgumentParser(description="Offers of the characters, judged.")
    parser.add_argument("--games", type=int, default=1, help="of each character, seat and person")
    parser.add_argument("--partner", nargs="*", default=list(CHARACTERS), help="names")
    parser.add_argument("--talk", default="off", choices=TALKS, help="the option of the games")
    given = parser.parse_args()
    cells = list(play_all(given.games, given.partner, given.talk))
    for table in (judged, answered, gained):
        print("\n".join(table(cells)), end="\n\n")


if __name__ == "__main__":
    main()
