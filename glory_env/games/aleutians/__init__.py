"""The Aleutians Campaign."""

COMPILED = "the rules of the Aleutians Campaign"  # how `core.announce` names what is compiled here
