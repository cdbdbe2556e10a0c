"""The model cards of the networks of the Aleutians Campaign: one for the two of a policy."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from glory_agents.learned.names import TENSORS
from glory_agents.learned.policy_file import load_policy
from glory_agents.learned.shipped import PRETRAINED
from glory_env.core.files import write_whole
from glory_env.games.aleutians import GAME
from glory_env.games.aleutians.state import SIDES
from glory_env.report.cards import (
    CARD,
    NOT_MEASURED,
    commit,
    experience,
    is_imitation,
    method,
    size_of,
)
from glory_env.report.crossplay import circumstances
from glory_env.report.front_matter import Metric, front_matter
from glory_env.report.tables import Table, interval, markdown

NAMES = {"japan": "Japan", "allies": "The Allies"}


def write_cards(measured: Mapping[str, Any], folder: Path = PRETRAINED) -> list[Path]:
    """Write the card of every policy; measured: of `glory bench --game aleutians --json`."""
    written = []
    for file in sorted(folder.glob(f"*/{SIDES[0]}/{TENSORS}")):
        path = file.parents[1]
        write_whole(path / CARD, card(path, measured))
        written.append(path / CARD)
    return written


def card(path: Path, measured: Mapping[str, Any]) -> str:
    """Markdown, with front matter, of the policy in a folder."""
    policies = [load_policy(path / side) for side in SIDES]
    configs = [about["config"] for _, about in policies]
    methods, metrics = map(method, configs), _metrics(path.name, measured)
    lines = [
        *front_matter(path.name, configs[0]["scenario"], methods, metrics),
        f"# {path.name}",
        "",
        "Two networks of the Aleutians Campaign, `japan/` and `allies/`. Each plays all "
        "micro-steps of its side by its likeliest action "
        f"(`{path.name}:deterministic=false` draws).",
    ]
    for side, (network, about) in zip(SIDES, policies, strict=True):
        lines += ["", f"## {NAMES[side]}: data and recipe", ""]
        lines += [f"- {size_of(network, path / side)}", *_recipe(about, path.name)]
    limits = [
        "- They have met the scenario `aleutians` with the historical set-up and no optional "
        "rules. Another scenario is refused.",
        "- They do not remember anything but what the observation holds.",
        "- Against other opponents than those above they can be worse than a script.",
    ]
    if path.name in measured["measured"]:
        lines += ["", "## Strength", "", *_strength(path.name, measured)]
    else:
        lines += ["", NOT_MEASURED]
    lines += ["", "## What they cannot do", "", *limits, ""]
    return "\n".join(lines)


def _recipe(about: Mapping[str, Any], name: str) -> list[str]:
    config = about["config"]
    start = f"is `{config['start'] or 'none'}`"
    if config["start"] == name:  # which this network replaced
        start = "was made by the part before and is not in the project"
    if is_imitation(config):
        teachers = f"`{config['teacher']}` (Japan), `{config['allies_teacher']}` (the Allies)"
        how = f"`glory imitate`, seed {about['seed']}; teachers: {teachers}"
        shares = f"a script in one seat of {config['script_share']:.0%} of the games"
    else:
        how = f"`glory train`, seed {about['seed']}; side that learns: {config['seat']}"
        shares = f"itself {config['self_share']:.0%}, scripts {config['script_share']:.0%}"
    return [
        f"- Last part of the recipe: {how}. Settings: `config` in `policy.json`. All parts: "
        f"`docs/aleutians/agents.md`. Its start {start}.",
        f"- Opponents: {shares}. Scripts: {', '.join(config['scripts'])}.",
        experience(about),
        commit(about),
    ]


def _metrics(name: str, measured: Mapping[str, Any]) -> list[Metric]:
    """The means of the card, for the list of its results."""
    return [
        Metric("reward", f"own reward {GAME.role(side)} against {other}", sides[side]["reward"][0])
        for other, sides in measured.get("against", {}).get(name, {}).items()
        for side in SIDES
    ]


def _strength(name: str, measured: Mapping[str, Any]) -> list[str]:
    rows = [
        [other, *(interval(sides[side]["reward"], "signed") for side in SIDES)]
        for other, sides in measured["against"][name].items()
    ]
    head = ["against", *(GAME.role(side) for side in SIDES)]
    note = f"Own reward, -1 to 1, with 95 % intervals. {circumstances(measured)}."
    return [markdown([Table("against", "", note, head, rows)])]
