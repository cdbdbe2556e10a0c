"""tonnage-bench: what cooperation and selfishness cost, and whether a policy generalises."""
