"""tonnage-bench: who is measured, what is played and kept, what figures come of it."""
