"""What is checked at every step of random legal games."""
