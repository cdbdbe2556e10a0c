"""One game in plain Python: read a position, play complete choices, describe them."""
