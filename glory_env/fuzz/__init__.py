"""The fuzzer: random legal play over random options, with invariants checked at every step."""

COMPILED = "the checks of the fuzzer"  # how `core.announce` names what is compiled here
