"""Exact mathematics of every bet, from the verdicts the floor pays with.  Fractions, no floats."""
