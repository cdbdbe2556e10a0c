"""The games of the family, a folder each."""
