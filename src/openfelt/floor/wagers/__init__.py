"""Wagers: chips on a layout, what may lie there, and what is committed when wagering closes."""
