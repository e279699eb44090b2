"""Statistical tests on what the live virtual devices give: cards, dice and numbers."""

from typing import Final

# What can be tested, as the command line names it.
DEVICES: Final = ("craps", "sicbo", "wheel", "shoe")
