"""What a process that runs an engine sets for the whole interpreter."""

import gc
import resource
import sys
from typing import Final

# Rows and answers wait in the thousands and go again by themselves; hardly anything of them is
# cyclic.  At Python's own threshold of 700 a tenth of the engine's time goes into looking for it.
_YOUNG: Final = 20_000
_MIDDLE: Final = 20
_OLD: Final = 50
# A commit that has ended in its thread must be heard of at once.  At Python's own 5 ms a busy loop
# keeps every answer waiting for that long, or longer: the loop lets go of the interpreter at each
# turn and has it back before the thread is awake, and whoever waits then begins to wait anew.  So
# this is shorter than a turn of a busy loop.
_SWITCH_S: Final = 0.0001


def allow_files() -> int:
    """Raise how many files and sockets this process may open as far as it may; return how many.

    The usual soft limit is for programs that know nothing else; every station needs a few.
    """
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed != most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        except (ValueError, OSError):  # A system that calls it unlimited and means less.
            return allowed
    return sys.maxsize if most == resource.RLIM_INFINITY else most


def tune() -> None:
    """Keep what start-up made out of the collector's sight, and let threads have their say."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
    sys.setswitchinterval(_SWITCH_S)
