"""The tasks: what each plays for a participant, and the headline figures made of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any, NamedTuple

from glory_env.bench.best_responses import response_to
from glory_env.bench.config import COOPERATIVE, SELFISH, ZERO_SUM, BenchConfig
from glory_env.bench.pairing import Pairing, Side, of_game, of_seat, pairing, seatings
from glory_env.bench.participants import Participant
from glory_env.bench.statistics import Apart, Estimate, Formula
from glory_env.bench.store import ResultsStore

Store = ResultsStore[BenchConfig]
Row = dict[str, Estimate | None]
SHARE, NUMBER, SIGNED = "share", "number", "signed"


class Column(NamedTuple):
    """A figure of a task: its key, how it is written, and what it says."""

    key: str
    label: str
    form: str


class Task(NamedTuple):
    """pairings: what has to be played for a participant. row: its figures, None where one means
    nothing for it. The first column is the headline."""

    name: str
    question: str
    columns: Callable[[BenchConfig], list[Column]]
    pairings: Callable[[BenchConfig, Participant], list[Pairing]]
    row: Callable[[Store, Participant], Row]


def held_out(config: BenchConfig) -> list[str]:
    """Names of the held-out partners."""
    return [f"held_out:seed={seed}" for seed in config.held_out]


def pairs_of(sides: Sequence[Side]) -> list[Pairing]:
    """Their pairings alone."""
    return [pair for pair, _ in sides]


def itself(participant: Participant, angle: float = SELFISH, **more: Any) -> Pairing:
    """A participant's first policy with itself."""
    policy = participant.policy(angle)
    return pairing(policy, policy, angle, **more)


def with_all(policy: str, partners: Sequence[str]) -> list[Side]:
    """A policy with every partner, both ways round."""
    return [side for partner in partners for side in seatings(policy, partner)]


# --- solo ----------------------------------------------------------------------------------
def _solo_pairings(config: BenchConfig, participant: Participant) -> list[Pairing]:
    return [itself(participant, COOPERATIVE, solo=True)]


def _solo(store: Store, participant: Participant) -> Row:
    figures = store.figures(itself(participant, COOPERATIVE, solo=True))
    return {name: figures[name] for name in ("solo_victory", "completion", "gp_army", "gp_navy")}


# --- coop ----------------------------------------------------------------------------------
def _coop_self(participant: Participant) -> list[Pairing]:
    return [pairing(one, one, COOPERATIVE) for one in participant.seeds[COOPERATIVE]]


def _coop_cross(participant: Participant) -> list[Pairing]:
    return [pairing(*two, COOPERATIVE) for two in permutations(participant.seeds[COOPERATIVE], 2)]


def _coop_pairings(config: BenchConfig, participant: Participant) -> list[Pairing]:
    return _coop_self(participant) + _coop_cross(participant)


def _coop(store: Store, participant: Participant) -> Row:
    own, cross = _coop_self(participant), _coop_cross(participant)
    columns = {
        f"{name}_{column}": [(pair, column) for pair in pairs]
        for name, pairs in (("self", own), ("cross", cross))
        for column in ("completed", "welfare", "completed_gp_army", "completed_gp_navy")
        if pairs
    }
    play = "cross" if cross else "self"
    formulas: dict[str, Any] = {
        "self": "self_completed",
        "welfare": f"{play}_welfare",
        "gp_army": lambda m: m[f"{play}_completed_gp_army"] / m[f"{play}_completed"],
        "gp_navy": lambda m: m[f"{play}_completed_gp_navy"] / m[f"{play}_completed"],
    }
    if cross:
        formulas |= {
            "cross": "cross_completed",
            "gap": lambda m: m["self_completed"] - m["cross_completed"],
        }
    return {"cross": None, "gap": None, **store.derive(formulas, columns)}


# --- selfish -------------------------------------------------------------------------------
def _selfish_pairings(config: BenchConfig, participant: Participant) -> list[Pairing]:
    return [itself(participant)]


def _selfish(store: Store, participant: Participant) -> Row:
    figures = store.figures(itself(participant))
    return {column.key: figures[column.key] for column in _ENDS}


# --- zero-sum ------------------------------------------------------------------------------
def _zero_sum_pairings(config: BenchConfig, participant: Participant) -> list[Pairing]:
    return [itself(participant, ZERO_SUM), itself(participant, COOPERATIVE)]


def _zero_sum(store: Store, participant: Participant) -> Row:
    """The loss is None for a policy that plays alike at both angles."""
    hostile, kind = itself(participant, ZERO_SUM), itself(participant, COOPERATIVE)
    columns = {"hostile": [(hostile, "completed")], "kind": [(kind, "completed")]}
    formulas: dict[str, Any] = {"completion": "hostile"}
    if hostile != kind:
        formulas["lost"] = lambda m: m["kind"] - m["hostile"]
    return {"lost": None, **store.derive(formulas, columns)}


# --- best response -------------------------------------------------------------------------
def _best_response(store: Store, participant: Participant) -> Row:
    """The stored result of the same policy in the same game, None without one."""
    response = response_to(store.config, participant.policy())
    if response is None:
        return dict.fromkeys(column.key for column in _RESPONSE)
    places = (column.key.split("_") for column in _RESPONSE)
    return {f"{what}_{at}": Estimate.read(response["figures"][at][what]) for what, at in places}


_RESPONSE = [
    Column("gain_both", "gain, mean of both seats", SIGNED),
    Column("gain_army", "gain as army", SIGNED),
    Column("gain_navy", "gain as navy", SIGNED),
    Column("damage_both", "damage to the policy", SIGNED),
]


# --- ad-hoc and held-out -------------------------------------------------------------------
def _ad_hoc_pairings(config: BenchConfig, participant: Participant) -> list[Pairing]:
    return pairs_of(with_all(participant.policy(), config.temperaments))


def _ad_hoc(store: Store, participant: Participant) -> Row:
    """Utility with each temperament, both seats."""
    columns = {
        partner: of_seat(seatings(participant.policy(), partner), "utility")
        for partner in store.config.temperaments
    }
    return store.derive({partner: partner for partner in columns}, columns)


def _held_out_pairings(config: BenchConfig, participant: Participant) -> list[Pairing]:
    strangers = with_all(participant.policy(), held_out(config))
    return pairs_of(strangers) + _ad_hoc_pairings(config, participant)


def _held_out(store: Store, participant: Participant) -> Row:
    public = with_all(participant.policy(), store.config.temperaments)
    strangers = with_all(participant.policy(), held_out(store.config))
    columns = {
        "known": of_seat(public, "utility"),
        "strange": of_seat(strangers, "utility"),
        "known_welfare": of_game(public, "welfare"),
        "strange_welfare": of_game(strangers, "welfare"),
    }
    return store.derive(
        {
            "gap": lambda m: m["known"] - m["strange"],
            "known": "known",
            "strange": "strange",
            "welfare_gap": lambda m: m["known_welfare"] - m["strange_welfare"],
        },
        columns,
    )


# --- rules-shift ---------------------------------------------------------------------------
def _shift_pairings(config: BenchConfig, participant: Participant) -> list[Pairing]:
    return [itself(participant), *(itself(participant, deadlock=rule) for rule in config.deadlocks)]


def _rules_shift(store: Store, participant: Participant) -> Row:
    """Welfare under each other rule over welfare under the configured one."""
    columns = {"home": [(itself(participant), "welfare")]}
    for rule in store.config.deadlocks:
        columns |= {rule: [(itself(participant, deadlock=rule), "welfare")]}
    return store.derive({rule: _retained(rule) for rule in store.config.deadlocks}, columns)


def _retained(rule: str) -> Formula:
    return Apart(lambda m: m[rule] / m["home"], (rule, "home"))


_COOP = [
    Column("cross", "completed, cross-play", SHARE),
    Column("self", "completed, self-play", SHARE),
    Column("gap", "self minus cross", SIGNED),
    Column("welfare", "welfare", NUMBER),
    Column("gp_army", "GP army", NUMBER),
    Column("gp_navy", "GP navy", NUMBER),
]
_ENDS = [
    Column("completion", "completed", SHARE),
    Column("win_army", "army wins", SHARE),
    Column("draw", "draws", SHARE),
    Column("win_navy", "navy wins", SHARE),
    Column("game_over", "game over", SHARE),
    Column("welfare", "welfare", NUMBER),
    Column("nash", "Nash product", NUMBER),
    Column("agreement", "agreed", SHARE),
]
_SOLO = [
    Column("solo_victory", "victories", SHARE),
    Column("completion", "completed", SHARE),
    Column("gp_army", "GP army", NUMBER),
    Column("gp_navy", "GP navy", NUMBER),
]
_ZERO = [Column("completion", "completed", SHARE), Column("lost", "lost against coop", SIGNED)]
_HELD = [
    Column("gap", "utility: ad-hoc minus held-out", SIGNED),
    Column("known", "utility, ad-hoc", SIGNED),
    Column("strange", "utility, held-out", SIGNED),
    Column("welfare_gap", "welfare: ad-hoc minus held-out", SIGNED),
]

PLAYED: dict[str, Task] = {
    task.name: task
    for task in (
        Task("solo", "single controller, both seats, floor 150: can it plan?",
             lambda config: _SOLO, _solo_pairings, _solo),
        Task("coop", "45 degrees, other training seeds: does it coordinate?",
             lambda config: _COOP, _coop_pairings, _coop),
        Task("selfish", "0 degrees, with itself: does it negotiate under rivalry?",
             lambda config: _ENDS, _selfish_pairings, _selfish),
        Task("zero_sum", "-45 degrees, with itself: what does hostility cost?",
             lambda config: _ZERO, _zero_sum_pairings, _zero_sum),
        Task("best_response", "a learner trained against it alone: can it be exploited?",
             lambda config: _RESPONSE, lambda config, participant: [], _best_response),
        Task("ad_hoc", "public temperaments, both seats: utility with each",
             lambda config: [Column(name, name, SIGNED) for name in config.temperaments],
             _ad_hoc_pairings, _ad_hoc),
        Task("held_out", "temperaments kept from training: does it generalise?",
             lambda config: _HELD, _held_out_pairings, _held_out),
        Task("rules_shift", "other deadlock rules, with itself: welfare retained",
             lambda config: [Column(rule, rule, NUMBER) for rule in config.deadlocks],
             _shift_pairings, _rules_shift),
    )
}  # fmt: skip
