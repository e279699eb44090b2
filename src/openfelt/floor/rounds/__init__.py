"""Rounds: opened, settled, void, corrected; stopped and announced."""
