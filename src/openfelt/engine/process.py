"""What a process that runs an engine sets for the whole interpreter."""

import gc
from typing import Final

# Rows and answers wait in the thousands and go again by themselves; hardly anything of them is
# cyclic.  At Python's own threshold of 700 a tenth of the engine's time goes into looking for it.
_YOUNG: Final = 20_000
_MIDDLE: Final = 20
_OLD: Final = 50


def quiet_collector() -> None:
    """Keep what start-up made out of the collector's sight, and let it look less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
