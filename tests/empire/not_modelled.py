"""Binding statements that a program does not play, with reasons."""

FIRST_TURN = "the first turn of December 1941 is not played yet"

NOT_MODELLED: dict[str, str] = {
    "R1.25-b": "it says of a number that it does nothing; here it names the card",
    "R1.3-cn": "no rule asks for islands, but for those of one hex (R1.3-co); barges: E-037",
    "R17.0-b": "which of two lists holds was settled when the set-ups were written down as one",
    **{f"R17.11-{clause}": FIRST_TURN for clause in "abcdefgj"},
}
NOT_VECTORS = dict.fromkeys(("VX-19.1", "VX-19.2", "VX-19.3", "VX-19.6"), FIRST_TURN)
