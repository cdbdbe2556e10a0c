"""The agents of Empire of the Sun: random, careful, a plan of each side."""

COMPILED = "the agents of Empire of the Sun"  # how `core.announce` names it
