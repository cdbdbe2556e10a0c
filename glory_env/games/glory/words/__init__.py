"""Positions, choices and records as texts: what is asked, what choices do, what happened."""
