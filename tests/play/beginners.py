"""Models of people who play the page: what a handicap is to whom.

`python -m tests.play.beginners --games 40 --handicap none` plays them in both seats beside the
page's partner and prints the turn in which their games end, and how many are completed. They
answer messages as a page gets them; here these hold only what the models read (`spare_state`), and
many games are played side by side. The one with hints plays through the session of a page.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import yaml

from glory_env.bench.pairs import play_pairs
from glory_env.core.errors import OptionError
from glory_env.envs.agent import Agent, GamesView, GameView, make_agent
from glory_env.game.play import agrees
from glory_env.games.glory.actions import AMOUNT
from glory_env.games.glory.engine.handicaps import FOR_PEOPLE, handicap_of
from glory_env.games.glory.engine.options import make_options
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.best_offer import split_by_needs
from glory_env.games.glory.play.forecast import is_escorting
from glory_env.games.glory.play.menu import is_transport
from glory_env.games.glory.play.start import PARTNER, new_session
from glory_env.games.glory.state import COMPLETED, OFFER_ARMY, OFFER_CIVIL, SERVICES, STEP
from glory_env.games.glory.words import facts
from tests.play.naive import HalfHintedPlayer, LessonPlayer, NaivePlayer, play

Message = dict[str, Any]
SEED = 1_000_000  # of the first game
WHO_KNOWS = "withdraw_in_time"  # a script that knows the rules
NORMAL = 1.96  # standard errors to either side of a 95 % interval


class Ended(NamedTuple):
    """How games ended, one number a game: turns and leads (GP less those of the partner), int64
    (N,); completed: bool (N,)."""

    turns: np.ndarray
    completed: np.ndarray
    leads: np.ndarray


class AtPositions:
    """A model of a person as an agent that plays many games at once."""

    def __init__(self, player: NaivePlayer) -> None:
        self._player = player
        self._options = make_options()

    def reset(self, seat: str, seed: int) -> None:
        """It remembers nothing."""

    def explain(self) -> str:
        return "as a model of a person"

    def act(self, observation: np.ndarray, mask: np.ndarray, env_view: GameView) -> int:
        return self._act(env_view.clone(0))

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        games = view.records()
        rows = (games[k : k + 1] for k in range(len(games)))
        return np.array([self._act(Game.of(view.scenario, self._options, row)) for row in rows])

    def _act(self, game: Game) -> int:
        """The next micro-step of what the model chooses; it chooses anew at each."""
        choices = whole_choices(game)
        state = spare_state(game, choices)
        answer = self._player.answer(state)
        if answer["type"] == "offer":
            amounts = {seat: answer[seat] for seat in SERVICES}
            civil = state["bargain"]["room"] - sum(amounts.values())
            is_second = int(game.record.decision) == OFFER_ARMY
            return AMOUNT + (amounts["army"] if is_second else civil) // STEP
        choice = choices[int(answer["id"].removeprefix("c"))]
        return next(action for action in game.legal_actions() if _fits(game, action, choice))


def _fits(game: Game, action: int, choice: Message) -> bool:
    """Whether a micro-step is one of a choice."""
    return agrees(game.definition.part_of_choice(game.scenario, game.record, action), choice)


def whole_choices(game: Game) -> list[Message]:
    """The legal choices; in the middle of one what is left of it. Offers are too many."""
    return [] if _is_offer(game) else game.choices()


def _is_offer(game: Game) -> bool:
    return int(game.record.decision) in (OFFER_CIVIL, OFFER_ARMY)


def spare_state(game: Game, choices: list[Message]) -> Message:
    """Of the `state` message what the models read. choices: of `whole_choices`."""
    held = facts.contested(game) if game.decision == "move" else set()
    listed = [
        {
            "id": f"c{k}",
            "choice": choice,
            "end": "end" in choice,
            "facts": {"contested": choice.get("to") in held},
        }
        for k, choice in enumerate(choices)
        if "pool" not in choice
    ]
    listed.sort(key=lambda one: (bool(one["end"]), not is_transport(game, one["choice"])))
    pool = {choice["pool"]: f"c{k}" for k, choice in enumerate(choices) if "pool" in choice}
    amount = {"high": max(pool), "ids": {str(n): one for n, one in pool.items()}} if pool else None
    return {
        "decision": game.decision,
        "actor": game.actor,
        "choices": {
            "kind": "offer" if _is_offer(game) else "list",
            "groups": [{"choices": listed}],
            "amount": amount,
        },
        "bargain": _bargain(game) if _is_offer(game) else None,
        "forecast": {
            "escorting": [one["id"] for one in listed if is_escorting(game, one["choice"])]
        },
    }


def _bargain(game: Game) -> Message:
    grid, turn = int(game.record.opt_grid), game.turn
    before = dict(zip(SERVICES, map(int, game.record.log_shares[turn - 1]), strict=False))
    return {
        "grid": grid,
        "room": game.total - game.total % grid,
        "last": {seat: facts.offer(game, k) for k, seat in enumerate(SERVICES)},
        "previous": before if turn > 1 else None,
        "fair": split_by_needs(game),
        "prices": {seat: facts.prices(game, seat) for seat in SERVICES},
    }


# --- who plays -----------------------------------------------------------------------------
def beside(person: Agent, seat: str, games: int, first: int, **options: Any) -> Ended:
    """Games of an agent in a person's seat beside the page's partner."""
    pair = person, make_agent(PARTNER)
    finals = play_pairs(*(pair if seat == SERVICES[0] else pair[::-1]), games, first, **options)
    return _ended(finals.finals, SERVICES.index(seat))


def _ended(finals: np.ndarray, seat: int) -> Ended:
    gp = finals["gp"].astype(np.int64)
    turns = finals["turn"].astype(np.int64)
    return Ended(turns, finals["outcome"] == COMPLETED, gp[:, seat] - gp[:, 1 - seat])


def at_sessions(player: NaivePlayer, seat: str, games: int, first: int, **options: Any) -> Ended:
    """The same through the session of a page, game by game: for a model that asks for hints."""
    finals = []
    for seed in range(first, first + games):
        session = new_session("glory", seat, None, seed=seed, options=options)
        play(player, session, lambda at: spare_state(at.game, whole_choices(at.game)))
        finals.append(session.game.games)
    return _ended(np.concatenate(finals), SERVICES.index(seat))


def at_random(seat: str, games: int, first: int, **options: Any) -> Ended:
    """Random play in both seats."""
    finals = play_pairs(make_agent("random"), make_agent("random"), games, first, **options)
    return _ended(finals.finals, SERVICES.index(seat))


def knows_the_rules(seat: str, games: int, first: int, **options: Any) -> Ended:
    """A script that knows the rules in the person's seat."""
    return beside(make_agent(WHO_KNOWS), seat, games, first, **options)


def a_model(kind: type[NaivePlayer], seat: str, games: int, first: int, **options: Any) -> Ended:
    """A model that asks for no hints."""
    return beside(AtPositions(kind()), seat, games, first, **options)


def with_hints(seat: str, games: int, first: int, **options: Any) -> Ended:
    """The model that asks for a hint at every second decision: one game takes about a minute."""
    return at_sessions(HalfHintedPlayer(), seat, games, first, **options)


class Group(NamedTuple):
    """play: plays games from (seat, games, first seed, options). times: so many games for each
    one that is asked for."""

    play: Callable[..., Ended]
    times: float = 1.0


PLAYERS = {
    "random": Group(at_random, 25.0),
    "naive": Group(partial(a_model, NaivePlayer)),
    "hints in half": Group(with_hints, 0.1),
    "lesson-taught": Group(partial(a_model, LessonPlayer)),
    "knows the rules": Group(knows_the_rules, 5.0),
}


def interval(hits: int, n: int) -> tuple[float, float]:
    """95 % of a share of n games, by Wilson's formula."""
    share, square = hits / n, NORMAL**2
    middle = share + square / (2 * n)
    half = NORMAL * (share * (1 - share) / n + square / (4 * n * n)) ** 0.5
    low, high = (middle - half) / (1 + square / n), (middle + half) / (1 + square / n)
    return max(0.0, low), high


HEAD = "| handicap | player | seat | games | turn of the end | completed | GP ahead |"


def row(handicap: str, player: str, seat: str, ended: Ended) -> str:
    """A line of the table."""
    n, completed = len(ended.turns), int(ended.completed.sum())
    low, high = interval(completed, n)
    return (
        f"| {handicap} | {player} | {seat} | {n} | {ended.turns.mean():.1f} "
        f"| {completed / n:.0%} [{low:.0%}, {high:.0%}] | {ended.leads.mean():+.1f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="What handicaps are to beginners.")
    parser.add_argument("--games", type=int, default=40, help="of each model, seat and handicap")
    parser.add_argument("--handicap", nargs="*", default=list(FOR_PEOPLE), help="names or numbers")
    parser.add_argument("--player", nargs="*", default=list(PLAYERS), choices=list(PLAYERS))
    parser.add_argument("--seat", nargs="*", default=list(SERVICES[::-1]), choices=SERVICES)
    parser.add_argument("--first", type=int, default=SEED, help="seed of the first game")
    given = parser.parse_args()
    print(HEAD)
    print("|---" * (HEAD.count("|") - 1) + "|")
    for handicap in given.handicap:
        try:
            numbers = handicap_of(yaml.safe_load(handicap))
        except OptionError as error:
            parser.error(str(error))
        for player in given.player:
            play_games, times = PLAYERS[player]
            count = max(1, round(times * given.games))
            for seat in given.seat:
                ended = play_games(seat, count, given.first, handicap=numbers)
                print(row(handicap, player, seat, ended), flush=True)


if __name__ == "__main__":
    main()
