"""Glory at the board: its session, its table, what people are told of a position."""
