"""Binding statements that a program does not play, cases that are no tests, with reasons."""

_OPTION = "optional rule, not built yet"
_OPTIONS = (
    "R4-1g",
    *(f"R16-{n}" for n in ("1a", "2a", "2b", "2c", "2d", "3a", "3b", "4a", "4b", "5a", "5b")),
    *(f"R16-{n}" for n in ("6a", "7a", "8a", "9a", "9b")),
    *(f"REV-1{letter}" for letter in "abcdefg"),
    "RDX-23",
    "RDX-24",
    "RDX-25",
    "RHI-1d",
)
NOT_MODELLED: dict[str, str] = {
    "R3-1a": "who plays which side is settled before the game, by those who seat the players",
    "R12-5c": "port and airfield of an island are one place and change hands together (R13-1c)",
    "R13-1b": "the open country of an area is one place and holds one stack of each side",
    "R13-1c": "an island is one place in the record, so its garrison is one stack",
    "RRF-3a": "the printed turn track; the schedule stands in the scenario file, open to both",
    **dict.fromkeys((f"RFS-1{letter}" for letter in "abcd"), "free set-up, not built yet"),
    **dict.fromkeys(_OPTIONS, _OPTION),
}
NOT_TESTED: dict[str, str] = {
    "RSQ-9b": "the list of the dice; each has a row of its own, RDX-01 to RDX-22",
}
NOT_VECTORS: dict[str, str] = {
    "VX-15": "raids are optional rules, not built yet",
    "VX-24": "long-range fire is an optional rule, not built yet",
    "BV-73": "fair weather is an optional rule, not built yet",
}
