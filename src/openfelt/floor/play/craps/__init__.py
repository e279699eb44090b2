"""Craps: two dice in a tumbler, a point, a shooter who keeps the dice, and wagers that stand."""
