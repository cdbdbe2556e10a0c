"""Tables of speed beside the package: `python benchmarks/NAME.py`."""
