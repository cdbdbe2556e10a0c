"""What is kept of a training as curves beside a network: scalar -> words in the picture.

Without words it is not drawn.
"""

from __future__ import annotations

CURVES = {
    "time/minutes": "",
    "episode/count": "",
    "outcome/reward": "reward of the side that learns",
    "outcome/vp": "victory points",
    "outcome/turns": "turns",
}
