"""Training with MaskablePPO: settings, the vectorised environment, the trainer, export.

Needs the extra `train`; nothing else in glory_env imports this package or torch. The command is
`glory train`, the manual docs/training.md.
"""
