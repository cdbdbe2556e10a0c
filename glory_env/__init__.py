"""Glory: a two-player mixed-motive wargame of shared shipping, as reinforcement-learning env."""

__version__ = "0.1.0"
