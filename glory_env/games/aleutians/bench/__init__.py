"""Games of the Aleutians Campaign between agents: figures of them, and the calibration."""
