"""Binding statements that a program does not play, cases that are no tests, with reasons."""

NOT_MODELLED: dict[str, str] = {
    "R3-1a": "who plays which side is settled before the game, by those who seat the players",
    "R12-5c": "port and airfield of an island are one place and change hands together (R13-1c)",
    "R13-1b": "the open country of an area is one place and holds one stack of each side",
    "R13-1c": "an island is one place in the record, so its garrison is one stack",
    "R16-9b": "no rule, but advice: when ships that come early are of use",
    "RRF-3a": "the printed turn track; the schedule stands in the scenario file, open to both",
}
NOT_TESTED: dict[str, str] = {
    "RSQ-9b": "the list of the dice; each has a row of its own, RDX-01 to RDX-22",
}
NOT_VECTORS: dict[str, str] = {}
