"""The address of a PostgreSQL server: its password is shown nowhere, and no process list has it."""

import re
from typing import Final
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit

HIDDEN: Final = "…"
# Up to the last @ of the word, for a password may hold one that nobody has written as %40.
_IN_AUTHORITY: Final = re.compile(r"(postgres(?:ql)?://[^\s:/@\"']*):[^\s\"']*@")
_IN_QUERY: Final = re.compile(r"([?&]password=)[^\s&\"']*")


def masked(text: str) -> str:
    """Return a text without the password of any address in it."""
    if "://" not in text:
        return text
    return _IN_QUERY.sub(rf"\1{HIDDEN}", _IN_AUTHORITY.sub(rf"\1:{HIDDEN}@", text))


def split_password(address: str) -> tuple[str, str]:
    """Return an address without its password, and the password, "" where it has none."""
    parts = urlsplit(address)
    user, at, host = parts.netloc.rpartition("@")
    name, colon, password = user.partition(":")
    query = parse_qsl(parts.query, keep_blank_values=True)
    password = next((value for key, value in query if key == "password"), unquote(password))
    if not colon and all(key != "password" for key, _ in query):
        return address, ""
    rest = urlencode([one for one in query if one[0] != "password"], safe="/")
    return urlunsplit((parts.scheme, f"{name}{at}{host}", parts.path, rest, "")), password
