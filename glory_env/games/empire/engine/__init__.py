"""The engine around the rules: who comes next."""
