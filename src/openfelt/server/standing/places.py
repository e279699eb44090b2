"""Where it is kept how far a floor has come: in its folder, with its keys, with its witness.

The witness is a folder that the operator names, on another disk or machine: heads and a mark are
kept there a second time, under the name of the node.
"""

from pathlib import Path
from typing import Final, NamedTuple

from openfelt.server.config.sections import Server

JOURNAL_FILE: Final = "journal.db"


class Places(NamedTuple):
    """The files of one node; those of the witness are None where none is named."""

    journal: Path
    follower: Path
    heads: Path
    mark: Path
    witness: Path | None
    witness_heads: Path | None
    witness_mark: Path | None


def places_of(server: Server) -> Places:
    """Return the files of a node."""
    folder = Path(server.folder)
    journal = folder / JOURNAL_FILE
    witness = Path(server.witness) if server.witness else None
    return Places(
        journal,
        journal.with_name(f"{journal.name}.follow"),
        folder / "heads.txt",
        server.key_file.with_name("acknowledged"),
        witness,
        witness / f"{server.node}.heads" if witness else None,
        witness / f"{server.node}.mark" if witness else None,
    )
