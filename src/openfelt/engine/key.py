"""Keys of a floor, each in a file of its own outside the journal."""

import os
import secrets
from pathlib import Path
from typing import Final

KEY_BYTES: Final = 32


def key_at(path: Path) -> bytes:
    """Read a key, or draw one where there is none yet."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return _draw_key(path)


def _draw_key(path: Path) -> bytes:
    """Write a new key that only this user can read; it is on disk before it is used."""
    path.parent.mkdir(parents=True, exist_ok=True)
    key = secrets.token_bytes(KEY_BYTES)
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(file, key)
        os.fsync(file)
    finally:
        os.close(file)
    fresh.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return key
