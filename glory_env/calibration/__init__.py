"""Does play look as the designer says it does: statements, sensitivity, agents against agents.

`python -m glory_env.cli.calibrate` is the command.
"""
