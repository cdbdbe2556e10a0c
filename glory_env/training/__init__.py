"""Training of networks for any game: settings, self-play with PPO, imitation, checkpoints, export.

Needs the extra `train`. The commands are `glory train` and `glory imitate`, the manual is
docs/training.md.
"""
