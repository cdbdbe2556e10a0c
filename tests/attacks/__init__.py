"""What a stranger may try: names of code, hidden things, floods, agents that misbehave."""
