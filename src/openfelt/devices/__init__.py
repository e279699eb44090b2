"""Devices.  For now the virtual ones: dice, wheel and shoe on the system's secure source."""
