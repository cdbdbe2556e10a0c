"""The terminal of every game: the seat's text, a numbered list of choices, commands."""
