"""What is said at a craps table: players shoot and sensors read, as at any tumbler."""

from typing import Final

from openfelt.floor.base import Command
from openfelt.floor.play.tumbler.words import played, staff
from openfelt.floor.play.words import Said, Words


def device(*_: str | Said) -> tuple[Command, ...] | None:
    """Its tumbler says what any tumbler says."""
    return None


WORDS: Final = Words(staff, played, device, ())
