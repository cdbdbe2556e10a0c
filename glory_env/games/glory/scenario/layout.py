"""Where to draw the boxes and bases a scenario gives no coordinates for.

Drawing only: nothing here has any effect on play.
"""

from __future__ import annotations

import numpy as np

from glory_env.games.glory.scenario.schema import File
from glory_env.scenario.problems import Problems

Point = tuple[float, float]

WIDTH, HEIGHT = 0.09, 0.08  # of a drawn box; nearer neighbours overlap
COLUMNS, ROWS = 10, 11  # of the grid that computed places are put on
STEP = 0.16  # wanted distance of neighbours
ROUNDS = 200


def overlap(a: Point, b: Point) -> bool:
    """Whether two boxes drawn at a and b would cover each other."""
    return abs(a[0] - b[0]) < WIDTH - 1e-9 and abs(a[1] - b[1]) < HEIGHT - 1e-9


def base_key(marker: str) -> str:
    """The key of a marker's base among names and coordinates."""
    return f"base:{marker}"


def place_all(file: File, problems: Problems) -> dict[str, Point]:
    """Coordinates of every box and base: those of the file, the others computed from the lines.

    Args:
        file: a checked scenario file.
        problems: gets a notice for computed places and for given ones that overlap.

    Returns:
        box id and `base:<marker>` -> (x, y), each 0..1, y down.
    """
    keys = [box.id for box in file.boxes] + [base_key(marker.id) for marker in file.markers]
    given = {key: file.coordinates[key] for key in keys if key in file.coordinates}
    missing = [key for key in keys if key not in given]
    for i, a in enumerate(given):
        for b in list(given)[:i]:
            if overlap(given[a], given[b]):
                problems.notice(f"coordinates.{a}: drawn over {b}, {WIDTH} x {HEIGHT} needed")
    if not missing:
        return {key: given[key] for key in keys}
    problems.notice(
        f"coordinates: none for {', '.join(missing)}; a layout was computed from the lines"
    )
    wanted = _relax(keys, _distances(file, keys), given)
    free = [
        ((column + 0.5) / COLUMNS, (row + 0.5) / ROWS)
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    free = [slot for slot in free if not any(overlap(slot, at) for at in given.values())]
    placed = dict(given)
    for key in missing:
        x, y = wanted[keys.index(key)]
        if free:
            slot = min(free, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
            free.remove(slot)
        else:  # the given places leave no room at all
            slot = (float(x), float(y))
        placed[key] = slot
    return {key: placed[key] for key in keys}


def _distances(file: File, keys: list[str]) -> np.ndarray:
    """Steps between any two places along lines and Allied routes: shape (n, n), float."""
    number = {key: i for i, key in enumerate(keys)}
    links = [*file.lines.sea, *file.lines.land]
    for marker in file.markers:
        links += zip((base_key(marker.id), *marker.route), marker.route, strict=False)
    far = len(keys) / 2  # of places that nothing joins
    steps = np.full((len(keys), len(keys)), far)
    np.fill_diagonal(steps, 0)
    for a, b in links:
        steps[number[a], number[b]] = steps[number[b], number[a]] = 1
    for via in range(len(keys)):
        steps = np.minimum(steps, steps[:, via, None] + steps[None, via, :])
    return steps


def _relax(keys: list[str], steps: np.ndarray, given: dict[str, Point]) -> np.ndarray:
    """Places whose distances come near to the steps: shape (n, 2); given ones stay."""
    count = len(keys)
    angles = 2 * np.pi * np.arange(count) / count
    places = 0.5 + 0.4 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    fixed = np.array([key in given for key in keys])
    for i, key in enumerate(keys):
        if key in given:
            places[i] = given[key]
    weights = 1 / np.maximum(steps, 1) ** 2
    np.fill_diagonal(weights, 0)
    for _ in range(ROUNDS):  # stress majorisation
        apart = places[:, None] - places[None]
        length = np.maximum(np.linalg.norm(apart, axis=2), 1e-9)
        target = places[None] + apart * (STEP * steps / length)[..., None]
        moved = (weights[..., None] * target).sum(axis=1) / weights.sum(axis=1)[:, None]
        places = np.where(fixed[:, None], places, moved)
    if not given:
        low, high = places.min(axis=0), places.max(axis=0)
        places = 0.05 + 0.9 * (places - low) / np.maximum(high - low, 1e-9)
    return places
