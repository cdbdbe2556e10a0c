"""People at the board: a session of one game, and its two faces, the page and the terminal."""
