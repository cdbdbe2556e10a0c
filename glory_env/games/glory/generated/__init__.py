"""Generated, do not edit."""
