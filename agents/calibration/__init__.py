"""Does play look as the designer says it does: statements, sensitivity, agents against agents.

`python -m agents.calibrate` is the command.
"""
