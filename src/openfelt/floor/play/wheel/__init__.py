"""A wheel: the dealer spins, a sensor or he reads the number, he confirms it."""
