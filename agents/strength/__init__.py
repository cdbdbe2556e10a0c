"""How strong the trained networks are: taken over from runs, measured, and written down.

`python -m agents.strength --help`; the tables and curves of docs/training.md come from here.
"""
