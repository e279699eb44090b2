"""OpenFelt: the open electronic table game system."""

__version__ = "0.1.0"
