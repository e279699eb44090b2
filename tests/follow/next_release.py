"""Read a journal in every way there is and print what was read, as this release or the next.

Run as `python next_release.py JOURNAL` and `python next_release.py JOURNAL next`.  In the next
release two events are a version on: the present code is their new form, and OLD says how rows of
the version before looked.  They are raised before anything else is imported, as a release would
have them.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

Fields = dict[str, Any]


def _old_opened(new: Fields) -> Fields:
    """Neither the key nor the table's name stands in the old row as it is written now."""
    return {"at": f"pit/{new['table']}", **{key: new[key] for key in new if key != "table"}}


def _old_settled(new: Fields) -> Fields:
    return {**{key: new[key] for key in new if key != "outcome"}, "result": new["outcome"]}


def _new_opened(old: Fields) -> Fields:
    return {**old, "table": old["at"].removeprefix("pit/")}


def _new_settled(old: Fields) -> Fields:
    return {**old, "outcome": old["result"]}


OLD: dict[str, Callable[[Fields], Fields]] = {
    "RoundOpened": _old_opened,
    "RoundSettled": _old_settled,
}
OLD_KEYS = {"RoundOpened": "at", "RoundSettled": "result"}
NEW = {"RoundOpened": _new_opened, "RoundSettled": _new_settled}


def raise_versions() -> None:
    from openfelt.audit import event as audited
    from openfelt.floor.rounds import round as floor
    from openfelt.journal.codec import version_of
    from openfelt.journal.upcasts import UPCASTS

    for name, upcast in NEW.items():
        present = version_of(getattr(floor, name))
        for module in (floor, audited):
            getattr(module, name).version = present + 1
        UPCASTS[name, present] = upcast
    # With the shapes came the whole auditor, made for version 1: it is to be made again.
    for name in [one for one in sys.modules if one.startswith("openfelt.audit")]:
        if name != audited.__name__:
            del sys.modules[name]
    _know_old_keys()


def _know_old_keys() -> None:
    """Have the list of keys that were ever written say what the version before wrote."""
    from openfelt.audit.keys import _trees
    from openfelt.floor.rounds import round as floor
    from openfelt.journal.codec import version_of

    for name, key in OLD_KEYS.items():
        tree = _trees()[name, version_of(getattr(floor, name)) - 1]
        assert isinstance(tree, dict)
        tree[key] = None


async def _read(path: Path) -> Fields:
    from openfelt.audit.whole import audit_journal
    from openfelt.engine.stream import Stream
    from openfelt.journal.row import GENESIS
    from openfelt.journal.sqlite_reader import SqliteReader
    from openfelt.server.feed.recall import recall
    from openfelt.stations.memory import Memory

    reader = await SqliteReader.open(path)
    stream, memory = Stream("pit", GENESIS), Memory()
    async for rows in reader.read("pit"):
        for row in rows:
            stream.fold(row)
    await recall(reader, "pit", memory)
    auditor, findings = await audit_journal(reader)
    await reader.close()
    return {
        "fold": msgspec.to_builtins(stream.state, str_keys=True),
        "recall": msgspec.to_builtins(memory.results),
        "audit": [[str(one) for one in findings], auditor.summary()],
    }


def _replayed(path: Path) -> list[str]:
    from click.testing import CliRunner

    from openfelt.cli import main

    words = (["replay", str(path), "--table", "B1", "--round", str(one)] for one in range(1, 5))
    return [CliRunner().invoke(main, each).output for each in words]


def _modelled(path: Path) -> Fields:
    from follow_floor import Following

    from openfelt.follow.model import Model

    following = Following(path)
    following.once()
    model = Model(following.model_path)
    made = model.made()
    model.close()
    del made["position"]  # It has the hashes, and those are of what was stored.
    return {**made, "found": list(map(str, following.found))}


def main() -> None:
    path = Path(sys.argv[1])
    if sys.argv[2:] == ["next"]:
        raise_versions()
    seen = asyncio.run(_read(path))
    seen["replay"] = _replayed(path)  # Before there is a model, then with its help.
    seen["follow"] = _modelled(path)
    seen["replay with model"] = _replayed(path)
    print(msgspec.json.encode(seen, order="deterministic").decode())


if __name__ == "__main__":
    main()
