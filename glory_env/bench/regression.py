"""Least squares with errors that are clustered by game."""

from __future__ import annotations

from math import nan, sqrt

import numpy as np

from glory_env.bench.statistics import ENOUGH, Estimate

NORMAL = 1.96  # standard errors to either side of a 95 % interval


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
    matrix = np.column_stack([np.ones(count), controls])
    matrix = matrix[:, (matrix != matrix[0]).any(axis=0) | (np.arange(matrix.shape[1]) == 0)]
    matrix = matrix / np.maximum(np.abs(matrix).max(axis=0), 1e-12)  # alike in size
    given = np.asarray(treated, np.float64)
    # Frisch and Waugh: what is left of both once the controls are taken out.
    left = given - matrix @ np.linalg.lstsq(matrix, given, rcond=None)[0]
    size = float(left @ left)
    if size < 1e-9 * count:
        return None
    found = float(left @ values) / size
    whole = np.column_stack([given, matrix])
    rest = values - whole @ np.linalg.lstsq(whole, values, rcond=None)[0]
    members = np.unique(clusters, return_inverse=True)[1]
    sums = np.bincount(members, weights=left * rest)
    groups, rank = len(sums), int(np.linalg.matrix_rank(whole))
    if groups < ENOUGH or count <= rank:
        return Estimate(found, nan, nan)
    factor = groups / (groups - 1) * (count - 1) / (count - rank)
    error = sqrt(factor * float(sums @ sums)) / size
    return Estimate(found, found - NORMAL * error, found + NORMAL * error)
