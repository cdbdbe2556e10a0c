"""Tests of Empire of the Sun."""
