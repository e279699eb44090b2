"""Writing a document to a file."""

import os
from contextlib import suppress
from pathlib import Path


def write_whole(target: Path, document: str) -> None:
    """Put the document in its place whole: whoever reads sees the old one or the new one."""
    write_bytes(target, document.encode())


def write_bytes(target: Path, document: bytes) -> None:
    """Do the same with a document that is no text."""
    target = target.resolve()
    if target.exists() and not target.is_file():
        raise OSError(None, "not a regular file")
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(document)
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
