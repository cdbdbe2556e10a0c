"""The agents of Glory: scripts, temperaments, planners, networks for a script's parameters."""

COMPILED = "the agents of Glory"  # how `core.announce` names what is compiled here
