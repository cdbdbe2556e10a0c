"""Glory of the Japanese Empire, August 1942 - August 1945."""

COMPILED = "the rules of Glory"  # how `core.announce` names what is compiled here
