"""The address of a PostgreSQL server, and where its password does not go."""

import asyncio
import traceback

import pytest

from openfelt.journal.address import masked, split_password
from openfelt.journal.errors import JournalFault
from openfelt.journal.postgres import PostgresJournal


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://ann:secret@db:5432/floor", "postgresql://ann:…@db:5432/floor"),
        ("postgres://ann:se@cr:et@db/floor is down", "postgres://ann:…@db/floor is down"),
        (
            "postgresql://db/floor?user=ann&password=secret",
            "postgresql://db/floor?user=ann&password=…",
        ),
        ("postgresql://ann@db/floor", "postgresql://ann@db/floor"),
        ("http://127.0.0.1:8080/s/T1/", "http://127.0.0.1:8080/s/T1/"),
        ("no address", "no address"),
    ],
)
def test_no_text_shows_a_password(text: str, shown: str) -> None:
    assert masked(text) == shown


@pytest.mark.parametrize(
    ("address", "rest", "password"),
    [
        ("postgresql://ann:s%40cret@db:1/floor", "postgresql://ann@db:1/floor", "s@cret"),
        (
            "postgresql://db/f?user=a&password=x&host=/tmp/y",
            "postgresql://db/f?user=a&host=/tmp/y",
            "x",
        ),
        ("postgresql://ann@db/floor", "postgresql://ann@db/floor", ""),
        ("sqlite", "sqlite", ""),
    ],
)
def test_an_address_is_parted_from_its_password(address: str, rest: str, password: str) -> None:
    assert split_password(address) == (rest, password)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:s3cret/9@127.0.0.1:1/floor",
        "postgresql://ann:s3cret@127.0.0.1:port/floor",
        "postgresql://ann:s3cret#x@127.0.0.1:1/floor",
        "postgresql://ann:s3cret@127.0.0.1:1/floor",
        "postgresql://ann:s3cret@127.0.0.1:1/floor?sslmode=nonsense",
    ],
)
def test_no_error_says_it(address: str) -> None:
    with pytest.raises(JournalFault) as caught:
        asyncio.run(PostgresJournal.open(address))
    assert "s3cret" not in "".join(traceback.format_exception(caught.value, chain=True)).replace(
        address, ""
    )
    assert "s3cret" not in str(caught.value)
