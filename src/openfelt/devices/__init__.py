"""Devices: one protocol each, virtual ones for demo and tests, and the rack that joins them."""
