"""Training with MaskablePPO: settings, the vectorised environment, the trainer, export.

Needs the extra `train`; nothing else in glory_env imports this package or torch. The front door
is `train.py`, the manual docs/training.md.
"""
