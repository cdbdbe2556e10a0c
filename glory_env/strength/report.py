"""The tables of docs/training.md, from what has been measured."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

from glory_agents.learned.entries import PRETRAINED, stands_for
from glory_agents.scripted.named import NAMED
from glory_env.strength.adopt import seeds
from glory_env.strength.games import ANGLES, DIAL, SOLO, Pairing, scripted_pairs

COOPERATIVE, SELFISH = "cooperative", "selfish"
AHEAD = 10.0  # points of completion over the best scripted pair
GLORY = 65.0  # mean GP of both services in completed games
NEAR, NEAR_GP = 5.0, 5.0  # that the dial may be behind the specialists
MISSING = "not measured"

Figures = Mapping[str, Any]  # [mean, low, high]; low, high None: no interval


class Book:
    """Measured pairings by key."""

    def __init__(self, book: Mapping[str, Any]) -> None:
        self._pairings = book["pairings"]

    def of(self, army: str, navy: str, angle: float, solo: bool = False) -> Figures | None:
        found = self._pairings.get(Pairing(army, navy, angle, solo).key)
        return found and found["figures"]


def markdown(book: Mapping[str, Any]) -> str:
    """All tables."""
    known, groups = Book(book), seeds()
    parts = [
        trained(known, groups),
        cooperative(known, groups.get(COOPERATIVE, [])),
        solo(known, groups.get(COOPERATIVE, [])),
        selfish(known, groups.get(SELFISH, [])),
        dial(known, groups),
    ]
    return "\n\n".join(part for part in parts if part)


def trained(known: Book, groups: Mapping[str, list[str]]) -> str:
    """One row for each finished seed, with itself at its own angle."""
    rows = []
    for name, folders in groups.items():
        for folder in folders:
            about = json.loads((PRETRAINED / folder / "policy.json").read_text(encoding="utf-8"))
            found = known.of(folder, folder, ANGLES.get(name, 0.0))
            size = (PRETRAINED / folder / "policy.safetensors").stat().st_size / 1e6
            rows.append(
                [
                    f"`{folder}`",
                    f"`train.py --config configs/train/{name}.yaml --seed {about['seed']}`",
                    f"{about['seconds'] / 60:.1f}",
                    f"{about['steps'] / 1e6:.2f}",
                    f"{size:.2f}",
                    *_cells(found),
                ]
            )
    head = ["network", "command", "minutes", "million turns", "MB", *_CELLS]
    return "### Every seed, with itself\n\n" + _table(head, rows)


def cooperative(known: Book, folders: list[str]) -> str:
    """Self-play and cross-play against the best scripted pair."""
    if not folders:
        return ""
    angle = ANGLES[COOPERATIVE]
    scripts = {pair: known.of(*pair, angle) for pair in scripted_pairs()}
    measured = {pair: found for pair, found in scripts.items() if found}
    if not measured:
        return ""
    best = max(measured, key=lambda pair: measured[pair]["completion"][0])
    goal = 100 * measured[best]["completion"][0] + AHEAD
    rows = [
        [f"{' with '.join(dict.fromkeys(best))}, the best scripts", *_cells(measured[best]), ""]
    ]
    for a, b in [*((name, name) for name in folders), *permutations(folders, 2)]:
        found = known.of(a, b, angle)
        met = MISSING if found is None else _met(_is_strong(found, goal))
        rows.append([f"{a} with {b}", *_cells(found), met])
    return (
        f"### Cooperative: at least {goal:.1f} % completed ({AHEAD:g} points above the best "
        f"scripts) and both services' GP at least {GLORY:g}\n\n"
        + _table(["army with navy", *_CELLS, ""], rows)
    )


def _is_strong(found: Figures, goal: float) -> bool:
    glorious = all(found[f"gp_{seat}"][0] >= GLORY for seat in ("army", "navy"))
    return 100 * found["completion"][0] >= goal and glorious


def solo(known: Book, folders: list[str]) -> str:
    """Solo victories beside the planner's."""
    planner = known.of(SOLO, SOLO, ANGLES[COOPERATIVE], solo=True)
    rows = [[f"{SOLO}, a second a turn", _share(planner, "solo_victory"), ""]]
    for name in folders:
        found = known.of(name, name, ANGLES[COOPERATIVE], solo=True)
        met = MISSING
        if found and planner:
            met = _met(found["solo_victory"][0] > planner["solo_victory"][0])
        rows.append([name, _share(found, "solo_victory"), met])
    if not folders:
        return ""
    head = ["both services", "victories", ""]
    return "### Solo conditions: more victories than the planner\n\n" + _table(head, rows)


def selfish(known: Book, folders: list[str]) -> str:
    """Utility against every script, in both seats."""
    if not folders:
        return ""
    rows = []
    beaten, better = ({name: 0 for name in folders} for _ in range(2))
    for script in NAMED:
        row = [script]
        itself = known.of(script, script, ANGLES[COOPERATIVE])  # scripts heed no angle
        for name in folders:
            for army, navy, sign in ((name, script, 1.0), (script, name, -1.0)):
                found = known.of(army, navy, 0.0)
                row.append(_lead(found, sign))
                beaten[name] += bool(found) and sign * found["ahead_army"][0] > 0
                own = "utility_army" if sign > 0 else "utility_navy"
                better[name] += bool(found and itself) and found[own][0] > itself[own][0]
        rows.append(row)
    head = ["utility ahead of"]
    for name in folders:
        head += [f"{name} as army", "as navy"]
    total = 2 * len(NAMED)
    counts, gains = (
        ", ".join(f"{name} {count[name]} of {total}" for name in folders)
        for count in (beaten, better)
    )
    return (
        "### Selfish: ahead of every script in utility, in both seats\n\n"
        f"{_met(all(count == total for count in beaten.values())).capitalize()}. "
        f"Ahead in the mean: {counts}. Utility: win 1, draw 0.5, loss 0, game over -1; both lose "
        "alike where the game is lost. Better off with a script than the script with itself, in "
        f"the same seat: {gains}.\n\n" + _table(head, rows)
    )


def dial(known: Book, groups: Mapping[str, list[str]]) -> str:
    """The dial with itself at three angles, beside the specialists' middle seeds."""
    if not groups.get(DIAL):
        return ""
    rows = []
    for name, angle in ANGLES.items():
        special = stands_for(name) or (groups.get(name) or [""])[0]
        theirs = known.of(special, special, angle) if special else None
        rows.append([f"{angle:g}", special or MISSING, *_cells(theirs), ""])
        for own in groups[DIAL]:
            found = known.of(own, own, angle)
            met = _met(_is_near(found, theirs)) if found and theirs else MISSING
            rows.append([f"{angle:g}", own, *_cells(found), met])
    return (
        f"### The dial: at most {NEAR:g} points of completion and {NEAR_GP:g} GP behind the "
        "specialists\n\n" + _table(["angle", "network", *_CELLS, ""], rows)
    )


def _is_near(found: Figures, theirs: Figures) -> bool:
    behind = 100 * (theirs["completion"][0] - found["completion"][0])
    gp = [theirs[f"gp_{seat}"][0] - found[f"gp_{seat}"][0] for seat in ("army", "navy")]
    return behind <= NEAR and max(gp) <= NEAR_GP


# --- cells -----------------------------------------------------------------------------------
_CELLS = ["completed", "GP army", "GP navy", "reward"]


def _cells(found: Figures | None) -> list[str]:
    if found is None:
        return [MISSING] * len(_CELLS)
    return [_share(found, "completion"), *(_plain(found, f"gp_{s}") for s in ("army", "navy")),
            _plain(found, "reward", "+.3f")]  # fmt: skip


def _share(found: Figures | None, name: str) -> str:
    if found is None:
        return MISSING
    return _written(found[name], ".1f", 100, " %")


def _plain(found: Figures, name: str, form: str = ".1f") -> str:
    if name not in found:
        return "-"
    return _written(found[name], form)


def _lead(found: Figures | None, sign: float) -> str:
    if found is None:
        return MISSING
    mean, *ends = found["ahead_army"]
    return _written([mean, *(ends if sign > 0 else ends[::-1])], "+.2f", sign)


def _written(value: Sequence[float | None], form: str, scale: float = 1, unit: str = "") -> str:
    """mean [low, high]; the mean alone where there is no interval."""
    # + 0.0: nought has no sign
    mean, *ends = (f"{scale * x + 0.0:{form}}" for x in value if x is not None)
    return f"{mean}{unit}" + (f" [{', '.join(ends)}]" if ends else "")


def _met(good: bool) -> str:
    return "met" if good else "missed"


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(cells) + " |" for cells in [head, *rows]]
    return "\n".join([lines[0], "|" + "---|" * len(head), *lines[1:]])
