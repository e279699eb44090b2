"""Who may change the folders a floor lives in."""

import stat
from pathlib import Path


def is_open_to_all(folder: Path) -> bool:
    """Say whether any user could change what lies in a folder, or put another in its place."""
    try:
        own = folder.stat().st_mode
        above = folder.resolve().parent.stat().st_mode
    except OSError:
        return False  # It is made later, for its owner alone.
    return bool(own & stat.S_IWOTH) or bool(above & stat.S_IWOTH and not above & stat.S_ISVTX)
