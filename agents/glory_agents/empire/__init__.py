"""The agents of Empire of the Sun."""
