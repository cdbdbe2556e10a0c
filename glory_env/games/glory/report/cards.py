"""The model card of a network of Glory that comes with the project."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from glory_agents.learned.names import FLAT, MACRO, TENSORS
from glory_agents.learned.policy_file import load_policy
from glory_agents.learned.shipped import PRETRAINED
from glory_env.core.files import write_whole
from glory_env.games.glory.bench.policies import fingerprint
from glory_env.games.glory.state import SERVICES
from glory_env.report.cards import CARD, commit, experience, method, size_of
from glory_env.report.front_matter import Metric, front_matter
from glory_env.report.tables import interval

OPTIONS = ("negotiation", "deadlock", "production", "talk")


def write_cards(measured: Mapping[str, Any], folder: Path = PRETRAINED) -> list[Path]:
    """Write the card of every network; measured: name -> figures of `glory study partners`."""
    written = []
    for file in sorted(folder.glob(f"*/{TENSORS}")):
        network, about = load_policy(file.parent)
        size, figures = size_of(network, file.parent), figures_of(file.parent, measured)
        text = card(file.parent.name, about, size, figures)
        write_whole(file.parent / CARD, text)
        written.append(file.parent / CARD)
    return written


def figures_of(folder: Path, measured: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What was measured of the network in a folder; None for nothing, or where the figures are of
    another one that had the name before."""
    figures: Mapping[str, Any] | None = measured.get(folder.name)
    if figures and not fingerprint(str(folder)).startswith(figures["fingerprint"]):
        return None
    return figures


def card(name: str, about: Mapping[str, Any], size: str, figures: Mapping[str, Any] | None) -> str:
    """Markdown with front matter. about: the JSON beside the network; size: as from `size_of`;
    figures: of one player in what `glory study partners` measures, None for none.
    """
    config = about["config"]
    return "\n".join(
        [
            *front_matter(name, config["scenario"], [method(config)], _metrics(figures)),
            f"# {name}",
            "",
            *_what(name, config, size),
            "",
            "## Data and recipe",
            "",
            *_recipe(about, config),
            "",
            *(_strength(config, figures) if figures else ()),
            "## What it cannot do",
            "",
            *_limits(config),
            "",
        ]
    )


def _metrics(figures: Mapping[str, Any] | None) -> list[Metric]:
    """The means of the card, for the list of its results."""
    if figures is None:
        return []
    own, solo = figures["itself"]["figures"], figures["solo"]["figures"]
    rows = [("completion", "share of games with itself that are completed", own["completion"])]
    rows += [
        (f"gp_{seat}", f"Glory Points of the {seat} in completed games with itself", own[key])
        for seat in SERVICES
        if own.get(key := f"gp_{seat}") is not None
    ]
    rows += [("solo_victory", "share of solo games that are won", solo["solo_victory"])]
    return [Metric(kind, words, value[0]) for kind, words, value in rows]


def _what(name: str, config: Mapping[str, Any], size: str) -> list[str]:
    plays = (
        "It plays every micro-step of either seat itself, by its likeliest action "
        f"(`{name}:deterministic=false` draws). It asks no script."
        if config["interface"] == FLAT
        else "Once a turn it sets the parameters of a script, and the script plays the turn."
    )
    return [plays, size]


def _recipe(about: Mapping[str, Any], config: Mapping[str, Any]) -> list[str]:
    shares = ", ".join(
        f"{words} {config[key]:.0%}"
        for key, words in (
            ("self_share", "itself"),
            ("past_share", "past versions of itself"),
            ("script_share", "scripts"),
        )
    )
    command = f"`glory train --config configs/train/{config['name']}.yaml --seed {about['seed']}`"
    if config["interface"] == MACRO:
        command = "Trained at the commit below, with the settings in `policy.json`"
    start = config.get("start") or "none"
    partners = f"- Partners: {shares}."
    if config["script_share"]:
        partners += f" Scripts: {', '.join(config['scripts'])}."
    return [
        f"- {command}; the start is `{start}`, the curve is in `curves.csv`.",
        experience(about),
        partners,
        f"- Reward: {config['reward']}; solo games: {config.get('solo_share', 0):.0%}.",
        commit(about),
    ]


def _strength(config: Mapping[str, Any], figures: Mapping[str, Any]) -> list[str]:
    itself, solo, summary = figures["itself"], figures["solo"]["figures"], figures["summary"]
    own = itself["figures"]
    gp = " and ".join(f"{interval(own.get(f'gp_{seat}'), 'gp')} ({seat})" for seat in SERVICES)
    return [
        "## Strength",
        "",
        f"Means with 95 % intervals over {itself['games']} games with itself; all tables: "
        f"`docs/results/players-{config['name']}.md`.",
        "",
        f"- Completed: {interval(own['completion'], 'share')}; GP in completed games: {gp}.",
        *_other_way(figures.get("other_way")),
        f"- Solo victories: {interval(solo['solo_victory'], 'share')}.",
        f"- Beside the best script for each partner and seat: ahead in {summary['ahead']}, level "
        f"in {summary['level']}, behind in {summary['behind']} of {summary['rows']} rows.",
        "- Partners that clearly get more in the shared game: "
        f"{len(summary['behind_partner'])} of {summary['rows']} rows.",
        "",
    ]


def _other_way(other: Mapping[str, Any] | None) -> list[str]:
    """With itself, drawing where it usually plays the likeliest action, or back."""
    if not other:
        return []
    own = other["figures"]
    gp = " and ".join(interval(own.get(f"gp_{seat}"), "gp") for seat in SERVICES)
    return [f"- As `{other['name']}`: completed {interval(own['completion'], 'share')}; GP {gp}."]


def _limits(config: Mapping[str, Any]) -> list[str]:
    options = ", ".join(f"{key} {config['options'].get(key, 'as by default')}" for key in OPTIONS)
    return [
        f"- It has met one scenario ({config['scenario']}) and these options alone: {options}. It "
        "is always shown them as in training, whatever game it plays; another scenario is refused.",
        "- It does not remember anything but what the observation holds of the public log.",
        "- It was trained with the partners above; with others it can be worse than a script.",
    ]
