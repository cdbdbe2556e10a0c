"""Regressions with errors that are clustered by game: least squares, and Poisson for shares."""

from __future__ import annotations

from math import inf, nan, sqrt

import numpy as np

from glory_env.bench.statistics import ENOUGH, Estimate

NORMAL = 1.96  # standard errors to either side of a 95 % interval
_NOTHING = 1e-9  # mean square below which nothing is left of a column
_ROUNDS = 100  # of a Poisson fit
_SETTLED = 1e-8  # change of the deviance at which it ends


def coefficient(
    values: np.ndarray, treated: np.ndarray, controls: np.ndarray, clusters: np.ndarray
) -> Estimate | None:
    """What `treated` adds to `values` beside a constant and the controls, with a 95 % interval.

    values: float64 (M,); treated: (M,), 0 or 1; controls: float64 (M, K), (M, 0) for none;
    clusters: (M,), rows whose errors go together. The errors are the sandwich of the clusters, with
    the usual factors for few clusters and rows. None where the controls leave nothing of `treated`;
    no interval with fewer than ENOUGH clusters.
    """
    count = len(values)
    if count == 0:
        return None
    matrix, given = _with_constant(controls), np.asarray(treated, np.float64)
    left = _beside(given, matrix)
    size = float(left @ left)
    if size < _NOTHING * count:
        return None
    slope = float(left @ values) / size
    whole = np.column_stack([given, matrix])
    rest = values - whole @ np.linalg.lstsq(whole, values, rcond=None)[0]
    members = np.unique(clusters, return_inverse=True)[1]
    sums = np.bincount(members, weights=left * rest)
    groups, rank = len(sums), int(np.linalg.matrix_rank(whole))
    if groups < ENOUGH or count <= rank:
        return Estimate(slope, nan, nan)
    factor = groups / (groups - 1) * (count - 1) / (count - rank)
    error = sqrt(factor * float(sums @ sums)) / size
    return Estimate(slope, slope - NORMAL * error, slope + NORMAL * error)


def poisson_coefficient(
    values: np.ndarray,
    regressor: np.ndarray,
    controls: np.ndarray,
    effects: np.ndarray,
    clusters: np.ndarray,
) -> Estimate | None:
    """What `regressor` adds to the logarithm of the mean of `values`, with a 95 % interval.

    Poisson pseudo-maximum likelihood (Santos Silva and Tenreyro 2006): the values need not be
    counts, and 0 is no special case. values: float64 (M,), 0 or more; regressor: float64 (M,);
    controls: float64 (M, K), (M, 0) for none; effects: int64 (M, L), fixed effects of their L
    groupings; clusters: (M,), rows whose errors go together. Groups in which all values are 0 are
    left out, since any effect low enough fits them (Correia, Guimaraes and Zylkin 2019). None
    where there is nothing to estimate or no estimate is found; no interval with fewer than ENOUGH
    clusters.
    """
    at = _not_always_zero(values, effects)
    values, regressor, clusters = values[at], regressor[at].astype(np.float64), clusters[at]
    if not values.any():
        return None
    dummies = [column == group for column in effects[at].T for group in np.unique(column)[1:]]
    matrix = _independent(_with_constant(np.column_stack([controls[at], *dummies])))
    left = _beside(regressor, matrix)
    if float(left @ left) < _NOTHING * len(values) or len(values) <= 1 + matrix.shape[1]:
        return None
    members = np.unique(clusters, return_inverse=True)[1]
    whole = np.column_stack([regressor, matrix])
    fit = _poisson_fit(values, whole)
    if fit is None:
        return None
    coefficients, means = fit
    slope, groups = float(coefficients[0]), int(members.max()) + 1
    if groups < ENOUGH:
        return Estimate(slope)
    try:
        bread = np.linalg.inv(whole.T @ (whole * means[:, None]))
    except np.linalg.LinAlgError:
        return Estimate(slope)
    pulls = (whole @ bread[0]) * (values - means)  # of each row on the coefficient
    sums = np.bincount(members, weights=pulls)
    factor = groups / (groups - 1) * (len(values) - 1) / (len(values) - whole.shape[1])
    error = sqrt(factor * float(sums @ sums))
    return Estimate(slope, slope - NORMAL * error, slope + NORMAL * error)


def _poisson_fit(values: np.ndarray, matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Coefficients (K,) and fitted means (M,), by iteratively reweighted least squares.

    values: float64 (M,); matrix: float64 (M, K) of full rank. None where it does not settle, or
    where the means are the values themselves: the coefficients are then not determined.
    """
    means = (values + values.mean()) / 2
    logs, before, coefficients = np.log(means), inf, np.zeros(matrix.shape[1])
    for _ in range(_ROUNDS):
        deviance = _deviance(values, means)
        if not np.isfinite(deviance) or np.allclose(values - means, 0):
            return None
        if abs(deviance - before) <= _SETTLED:
            return coefficients, means
        before, weights = deviance, np.sqrt(means)
        target = (logs + (values - means) / means) * weights
        coefficients = np.linalg.lstsq(matrix * weights[:, None], target, rcond=None)[0]
        logs = matrix @ coefficients
        with np.errstate(over="ignore"):
            means = np.maximum(np.exp(logs), np.finfo(np.float64).eps)
    return None


def _deviance(values: np.ndarray, means: np.ndarray) -> float:
    ratios = np.where(values > 0, values, means) / means
    return 2 * float(np.sum(values * np.log(ratios) - values + means))


def _not_always_zero(values: np.ndarray, effects: np.ndarray) -> np.ndarray:
    """bool (M,): rows of no group whose values are all 0, also after others are left out."""
    at: np.ndarray = np.ones(len(values), np.bool_)
    while True:
        before = int(at.sum())
        for column in effects.T:
            at &= np.isin(column, column[at & (values > 0)])
        if int(at.sum()) == before:
            return at


def _with_constant(controls: np.ndarray) -> np.ndarray:
    """A constant and the controls that are none, alike in size: float64 (M, 1 + those)."""
    matrix = np.column_stack([np.ones(len(controls)), controls])
    matrix = matrix[:, (matrix != matrix[0]).any(axis=0) | (np.arange(matrix.shape[1]) == 0)]
    scaled: np.ndarray = matrix / np.maximum(np.abs(matrix).max(axis=0), 1e-12)
    return scaled


def _independent(matrix: np.ndarray) -> np.ndarray:
    """The columns that those before them do not make up."""
    kept = [0]
    for k in range(1, matrix.shape[1]):
        left = _beside(matrix[:, k], matrix[:, kept])
        if float(left @ left) >= _NOTHING * len(matrix):
            kept.append(k)
    return matrix[:, kept]


def _beside(column: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """What is left of a column once the others are taken out (Frisch and Waugh)."""
    left: np.ndarray = column - matrix @ np.linalg.lstsq(matrix, column, rcond=None)[0]
    return left
