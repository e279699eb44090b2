"""The demo floor: a living floor on this machine, robots at its tables, nothing at stake."""
