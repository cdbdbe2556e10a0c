"""The tasks: what each plays for a participant, and the headline figures made of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from glory_agents.custom_agents import CARD
from glory_env.bench.statistics import Apart, Estimate, Formula
from glory_env.envs.agent import AgentError
from glory_env.games.glory.bench.best_responses import responses_to
from glory_env.games.glory.bench.config import COOPERATIVE, SELFISH, ZERO_SUM, BenchConfig
from glory_env.games.glory.bench.family_members import Part, across, derive, each
from glory_env.games.glory.bench.metrics import METRICS
from glory_env.games.glory.bench.pairing import (
    Pairing,
    Side,
    Source,
    of_game,
    of_seat,
    pairing,
    seatings,
)
from glory_env.games.glory.bench.participants import Participant
from glory_env.games.glory.bench.store import ResultsStore

Store = ResultsStore[BenchConfig]
Row = dict[str, Estimate | None]
Columns = Callable[[Sequence[Side], str], list[Source]]  # `of_seat` or `of_game`
Partners = dict[str, tuple[str, dict[str, Any]]]  # label -> agent, and how its games differ
SHARE, NUMBER, SIGNED = "share", "number", "signed"
NETWORK = "policy.json"  # in the folder of a network


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


def hidden_partners(config: BenchConfig) -> list[str]:
    """The agents of `hidden`: those named, and of a folder of agents each that is in it."""
    partners: list[str] = []
    for name in config.hidden:
        place = Path(name)
        is_agent = any((place / file).is_file() for file in (CARD, NETWORK))
        if is_agent or not place.is_dir():
            partners.append(name)
            continue
        inside = sorted(
            {file.parent for pattern in (CARD, NETWORK) for file in place.glob(f"*/{pattern}")}
        )
        if not inside:
            raise AgentError(f"hidden: {name} holds no folders with {CARD} or {NETWORK}")
        partners += map(str, inside)
    return partners


def itself(participant: Participant, angle: float = SELFISH, **more: Any) -> Pairing:
    """A participant's first policy with itself."""
    return _alone(participant, participant.policy(angle), angle, **more)


def each_itself(participant: Participant, angle: float = SELFISH, **more: Any) -> list[Pairing]:
    """Each of its policies with itself."""
    return [_alone(participant, policy, angle, **more) for policy in participant.seeds[angle]]


def figures(
    store: Store, participant: Participant, angle: float = SELFISH, **more: Any
) -> dict[str, Estimate | None]:
    """All metrics of its policies with themselves."""
    pairs = each_itself(participant, angle, **more)
    if len(pairs) == 1:
        return store.figures(pairs[0])
    parts = {
        column: _own(participant, column, angle, **more) for column in store.games(pairs[0]).columns
    }
    return derive(store, {name: metric.formula for name, metric in METRICS.items()}, parts)


def _alone(participant: Participant, policy: str, angle: float, **more: Any) -> Pairing:
    return pairing(policy, policy, angle, games=participant.games, **more)


def _own(participant: Participant, column: str, angle: float = SELFISH, **more: Any) -> Part:
    """A column of each policy's games with itself."""
    return each(
        participant.seeds[angle],
        lambda policy: [(_alone(participant, policy, angle, **more), column)],
    )


def _with_all(
    participant: Participant, policy: str, partners: Sequence[str], **more: Any
) -> list[Side]:
    """A policy with every partner, both ways round."""
    more["games"] = participant.games
    return [side for partner in partners for side in seatings(policy, partner, **more)]


def _all_with(participant: Participant, partners: Sequence[str], **more: Any) -> list[Pairing]:
    """What all its policies play with partners."""
    family = participant.seeds[SELFISH]
    return [pair for one in family for pair, _ in _with_all(participant, one, partners, **more)]


# --- solo ----------------------------------------------------------------------------------
def _solo_pairings(config: BenchConfig, participant: Participant) -> list[Pairing]:
    return each_itself(participant, COOPERATIVE, solo=True)


def _solo(store: Store, participant: Participant) -> Row:
    values = figures(store, participant, COOPERATIVE, solo=True)
    return {column.key: values[column.key] for column in _SOLO}


# --- coop ----------------------------------------------------------------------------------
def _coop_cross(participant: Participant, column: str) -> Part:
    """A column of the games of different policies."""
    family = participant.seeds[COOPERATIVE]
    return across(
        family,
        family,
        lambda one, other: [(pairing(one, other, COOPERATIVE, games=participant.games), column)],
    )


def _coop_pairings(config: BenchConfig, participant: Participant) -> list[Pairing]:
    cross = _coop_cross(participant, "").sources.values()
    return each_itself(participant, COOPERATIVE) + [pair for ((pair, _),) in cross]


def _coop(store: Store, participant: Participant) -> Row:
    has_cross = len(participant.seeds[COOPERATIVE]) > 1
    columns = ("completed", "welfare", "completed_gp_army", "completed_gp_navy")
    parts = {f"self_{name}": _own(participant, name, COOPERATIVE) for name in columns}
    if has_cross:
        parts |= {f"cross_{name}": _coop_cross(participant, name) for name in columns}
    play = "cross" if has_cross else "self"
    formulas: dict[str, Any] = {
        "self": "self_completed",
        "welfare": f"{play}_welfare",
        "gp_army": lambda m: m[f"{play}_completed_gp_army"] / m[f"{play}_completed"],
        "gp_navy": lambda m: m[f"{play}_completed_gp_navy"] / m[f"{play}_completed"],
    }
    if has_cross:
        formulas |= {
            "cross": "cross_completed",
            "gap": lambda m: m["self_completed"] - m["cross_completed"],
        }
    return {"cross": None, "gap": None, **derive(store, formulas, parts)}


# --- selfish -------------------------------------------------------------------------------
def _selfish_pairings(config: BenchConfig, participant: Participant) -> list[Pairing]:
    return each_itself(participant)


def _selfish(store: Store, participant: Participant) -> Row:
    values = figures(store, participant)
    return {column.key: values[column.key] for column in _ENDS}


# --- zero-sum ------------------------------------------------------------------------------
def _zero_sum_pairings(config: BenchConfig, participant: Participant) -> list[Pairing]:
    return each_itself(participant, ZERO_SUM) + each_itself(participant, COOPERATIVE)


def _zero_sum(store: Store, participant: Participant) -> Row:
    """The loss is None for a policy that plays alike at both angles."""
    hostile = _own(participant, "completed", ZERO_SUM)
    kind = _own(participant, "completed", COOPERATIVE)
    formulas: dict[str, Any] = {"completion": "hostile"}
    if hostile != kind:
        formulas["lost"] = lambda m: m["kind"] - m["hostile"]
    return {"lost": None, **derive(store, formulas, {"hostile": hostile, "kind": kind})}


# --- best response -------------------------------------------------------------------------
def _best_response(store: Store, participant: Participant) -> Row:
    """The stored result with the largest budget of the first policy in this game; None without."""
    config = store.config
    responses = responses_to(config, config.responses, participant.policy())
    if not responses:
        return dict.fromkeys(column.key for column in _RESPONSE)
    response = responses[-1]
    places = (column.key.split("_") for column in _RESPONSE)
    return {f"{what}_{at}": Estimate.read(response["figures"][at][what]) for what, at in places}


_RESPONSE = [
    Column("gain_both", "gain, mean of both seats", SIGNED),
    Column("gain_army", "gain as army", SIGNED),
    Column("gain_navy", "gain as navy", SIGNED),
    Column("damage_both", "damage to the policy", SIGNED),
]


# --- ad-hoc and held-out -------------------------------------------------------------------
def _met(
    participant: Participant, partners: Sequence[str], of: Columns, column: str, **more: Any
) -> Part:
    """A column of each policy's games with partners, both seats."""
    return each(
        participant.seeds[SELFISH],
        lambda policy: of(_with_all(participant, policy, partners, **more), column),
    )


def _profile(name: str, question: str, partners: Callable[[BenchConfig], Partners]) -> Task:
    """A task whose figures are the utilities with some partners, mean of both seats."""

    def pairings(config: BenchConfig, participant: Participant) -> list[Pairing]:
        met = partners(config).values()
        return [pair for partner, more in met for pair in _all_with(participant, [partner], **more)]

    def row(store: Store, participant: Participant) -> Row:
        parts = {
            label: _met(participant, [partner], of_seat, "utility", **more)
            for label, (partner, more) in partners(store.config).items()
        }
        return derive(store, {label: label for label in parts}, parts)

    def columns(config: BenchConfig) -> list[Column]:
        return [Column(label, label, SIGNED) for label in partners(config)]

    return Task(name, question, columns, pairings, row)


def _as_they_are(names: Sequence[str]) -> Partners:
    return {name: (name, {}) for name in names}


def _outside(config: BenchConfig) -> Partners:
    speak: Partners = {f"{name}, cheap talk": (name, {"talk": "cheap"}) for name in config.talking}
    return _as_they_are(config.outside) | speak


def _held_out_pairings(config: BenchConfig, participant: Participant) -> list[Pairing]:
    return _all_with(participant, [*config.temperaments, *held_out(config)])


def _held_out(store: Store, participant: Participant) -> Row:
    partners = {"known": store.config.temperaments, "strange": held_out(store.config)}
    parts = {}
    for name, group in partners.items():
        parts[name] = _met(participant, group, of_seat, "utility")
        parts[f"{name}_welfare"] = _met(participant, group, of_game, "welfare")
    formulas: dict[str, Any] = {
        "gap": lambda m: m["known"] - m["strange"],
        "known": "known",
        "strange": "strange",
        "welfare_gap": lambda m: m["known_welfare"] - m["strange_welfare"],
    }
    return derive(store, formulas, parts)


def _each_held_out(config: BenchConfig) -> Partners:
    return {f"seed {seed}": (f"held_out:seed={seed}", {}) for seed in config.held_out}


# --- rules-shift ---------------------------------------------------------------------------
def _shift_pairings(config: BenchConfig, participant: Participant) -> list[Pairing]:
    shifted = [each_itself(participant, deadlock=rule) for rule in config.deadlocks]
    return sum(shifted, each_itself(participant))


def _rules_shift(store: Store, participant: Participant) -> Row:
    """Welfare under each other rule over welfare under the configured one."""
    rules = store.config.deadlocks
    parts = {rule: _own(participant, "welfare", deadlock=rule) for rule in rules}
    parts["home"] = _own(participant, "welfare")
    return derive(store, {rule: _retained(rule) for rule in rules}, parts)


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

# The games of the task `held_out`, partner by partner.
EACH_HELD_OUT = _profile("held_out", "utility with each held-out partner", _each_held_out)

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
        Task("best_response", "the best reply found, by learning or in cross-play: what it gains",
             lambda config: _RESPONSE, lambda config, participant: [], _best_response),
        _profile("ad_hoc", "public temperaments, both seats: utility with each",
                 lambda config: _as_they_are(config.temperaments)),
        Task("held_out", "temperaments kept from training: does it generalise?",
             lambda config: _HELD, _held_out_pairings, _held_out),
        _profile("outside", "partners outside the scripts' family, both seats: utility with each",
                 _outside),
        _profile("hidden", "partners known to this run alone, both seats: utility with each",
                 lambda config: _as_they_are(hidden_partners(config))),
        Task("rules_shift", "other deadlock rules, with itself: welfare retained",
             lambda config: [Column(rule, rule, NUMBER) for rule in config.deadlocks],
             _shift_pairings, _rules_shift),
    )
}  # fmt: skip
