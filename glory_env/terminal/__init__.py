"""The game in a terminal: lines of text, numbered lists, a board and a map in characters."""
