"""Dice in a tumbler: who shoots, and what the sensors read."""
