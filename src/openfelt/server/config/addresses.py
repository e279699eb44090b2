"""Where the faces are, under which names, and how their sockets are encrypted."""

import ssl
from urllib.parse import urlsplit

from openfelt.server.config.checks import is_loopback, split_address
from openfelt.server.config.sections import Config


def split(address: str) -> tuple[str, int]:
    """Return host and port of an address that the configuration was checked to have."""
    found = split_address(address)
    assert found is not None
    return found


def hosts_of(config: Config, address: str) -> set[str]:
    """Return the names under which browsers find a face."""
    host = split(address)[0]
    names = {host, config.server.public_host} - {""}
    return names | {"127.0.0.1", "localhost"} if is_loopback(host) else names


def origin_of(address: str) -> str:
    """Return whose an address is, as a browser's policy names it."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def tls_of(config: Config) -> ssl.SSLContext | None:
    """Return how the sockets are encrypted, None where only this machine reaches them."""
    if not config.server.certificate:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(config.server.certificate, config.server.key)
    return context
