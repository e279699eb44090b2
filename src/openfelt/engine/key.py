"""Keys of a floor, each in a file of its own outside the journal, and what they prove.

Archive and snapshots are caches of the journal that are believed without folding it again.  They
are not chained, so they carry a mark that only who holds the floor's key can make.
"""

import hmac
import os
import secrets
from pathlib import Path
from typing import Final

KEY_BYTES: Final = 32
MARK_BYTES: Final = 32
KEY_FILE: Final = "floor.key"
FIGURES_FILE: Final = "figures.token"


def keys_beside(folder: Path) -> Path:
    """Return where a floor has its keys by itself: not beside what they prove."""
    return folder.with_name(f"{folder.name}.keys")


def mark(secret: bytes, *what: bytes) -> bytes:
    """Return what proves that the floor itself wrote this, under this name."""
    lengths = b"".join(len(part).to_bytes(8, "big") for part in what)
    return hmac.digest(secret, lengths + b"".join(what), "sha256")


def is_marked(secret: bytes, said: bytes, *what: bytes) -> bool:
    """Say whether a mark is right."""
    return hmac.compare_digest(said, mark(secret, *what))


def key_at(path: Path) -> bytes:
    """Read a key, or draw one where there is none yet."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return _drawn(path, secrets.token_bytes(KEY_BYTES))


def token_at(path: Path) -> str:
    """Read what somebody shows to be let in, or draw it; an empty file lets nobody in."""
    drawn = secrets.token_hex(KEY_BYTES)
    try:
        return path.read_text(encoding="ascii").strip() or drawn
    except FileNotFoundError:
        return _drawn(path, drawn.encode()).decode()


def _drawn(path: Path, key: bytes) -> bytes:
    """Write a new key that only this user can read; it is on disk before it is used."""
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
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
