"""Drawing primitives: of pictures of every game."""
