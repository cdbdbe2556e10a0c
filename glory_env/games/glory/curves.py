"""What is kept of a training as curves beside a network: scalar -> words in the picture.

Without words it is not drawn.
"""

from __future__ import annotations

CURVES = {
    "time/minutes": "",
    "episode/count": "",
    "outcome/completion": "share completed",
    "outcome/completed_gp_army": "GP army, completed games",
    "outcome/completed_gp_navy": "GP navy, completed games",
    "outcome/reward": "reward trained for",
    "shaped/return": "",
    "talks/agreement": "",
    "talks/civil_share": "",
}
