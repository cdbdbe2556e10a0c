"""Scripts: negotiator, commander and producer as compiled functions over the game record."""
