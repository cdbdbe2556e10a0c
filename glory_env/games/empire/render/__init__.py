"""Drawing of the map and of a position: pure functions of (scenario, record)."""
