"""Games of the Aleutians Campaign on a table, as tests of its page need them."""

from __future__ import annotations

from glory_env.games.aleutians.play.start import new_session
from glory_env.games.aleutians.play.table import CampaignTable
from glory_env.play.saves import Saves

# What the page would have kept from an earlier visit of a person who chooses step by step.
SETTINGS = {
    "language": "en", "theme": "light", "guide": True, "campaignWelcomed": True, "byHand": True,
}  # fmt: skip


def new_table(folder, seat="japan", seed=5, session=None):
    against = None if seat == "both" else "random"
    return CampaignTable(session or new_session(seat, against, seed=seed), Saves(folder))
