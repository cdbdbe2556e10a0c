"""The figures of a rollout, for TensorBoard and progress-*.csv; docs/training.md explains each."""

from __future__ import annotations

import numpy as np

from glory_env.games.glory.state import ARMY, BY_HOME_BOXES, CIVIL, COMPLETED, NAVY
from glory_env.training.games import Episodes

SEATS = ((ARMY, "army"), (NAVY, "navy"))


def of_episodes(episodes: Episodes) -> dict[str, float]:
    """Means over the games that ended in a rollout; empty where none did."""
    count = len(episodes.seats)
    figures = {"episode/count": float(count)}
    if count == 0:
        return figures
    finals = episodes.finals
    completed = finals["outcome"] == COMPLETED
    figures |= {
        "episode/decisions": episodes.decisions.mean(),
        "shaped/return": episodes.returns.mean(),
        "outcome/reward": episodes.outcomes.mean(),
        "outcome/completion": completed.mean(),
        "outcome/turns": finals["turn"].mean(),
        "outcome/lost_by_home_boxes": (finals["cause"] == BY_HOME_BOXES).mean(),
        "outcome/shipping": finals["total"].mean(),
    }
    for seat, name in SEATS:
        figures[f"outcome/gp_{name}"] = finals["gp"][:, seat].mean()
        if completed.any():
            figures[f"outcome/completed_gp_{name}"] = finals["gp"][completed, seat].mean()
        if (episodes.seats == seat).any():
            figures[f"outcome/reward_{name}"] = episodes.outcomes[episodes.seats == seat].mean()
    return {name: float(value) for name, value in (figures | _of_talks(finals)).items()}


def in_words(figures: dict[str, float]) -> str:
    """The figures that the progress bar shows."""
    return (
        f"completed {figures['outcome/completion']:.0%}  "
        f"GP {figures['outcome/gp_army']:.0f}/{figures['outcome/gp_navy']:.0f}  "
        f"agreed {figures.get('talks/agreement', float('nan')):.0%}  "
        f"turns {figures['outcome/turns']:.1f}  reward {figures['outcome/reward']:+.2f}"
    )


def _of_talks(finals: np.ndarray) -> dict[str, float]:
    """From the logs, over the turns with talks."""
    talked = finals["log_offers"] > 0
    if not talked.any():
        return {}
    shares = finals["log_shares"][talked].astype(float)
    whole = np.maximum(shares.sum(axis=1, keepdims=True), 1)
    claims = finals["log_claim"][talked].astype(float)
    figures = {
        "talks/agreement": 1.0 - (finals["log_deadlock"][talked] > 0).mean(),
        "talks/offers": finals["log_offers"][talked].mean(),
        "talks/civil_share": (shares / whole)[:, CIVIL].mean(),
    }
    for seat, name in SEATS:
        figures[f"talks/share_{name}"] = (shares / whole)[:, seat].mean()
        claimed = claims[:, seat] >= 0
        if claimed.any():
            figures[f"talks/claim_{name}"] = (claims[claimed, seat] / whole[claimed, 0]).mean()
    asked = finals["log_asked"].sum()
    if asked:
        figures["talks/escorts_granted"] = finals["log_granted"].sum() / asked
    return figures
