"""The fuzzer: random legal play over random options, with invariants checked at every step."""
