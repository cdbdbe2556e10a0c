"""What is checked at every step of random legal games."""

COMPILED = "the checks of the fuzzer"  # how `core.announce` names what is compiled here
