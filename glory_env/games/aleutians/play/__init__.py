"""People at the board of the Aleutians Campaign: views of a seat, session, terminal, page."""
