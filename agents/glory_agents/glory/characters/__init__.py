"""Partners with a character, each at six levels of play."""
