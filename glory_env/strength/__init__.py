"""How strong the trained networks are: taken over from runs, measured, and written down.

`python -m glory_env.strength --help`; the tables and curves of docs/training.md come from here.
"""
