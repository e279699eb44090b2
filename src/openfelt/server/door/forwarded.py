"""Who asks, where a proxy of ours stands in between."""

from collections.abc import Callable
from ipaddress import ip_address


def client_of(address: str, forwarded: str, is_proxy: Callable[[str], bool]) -> str:
    """Return the address a request came from: what a proxy says counts, and nobody else's word.

    Every proxy adds at the end whom it heard, so the last that is no proxy of ours is he.
    """
    if not is_proxy(address):
        return address
    for said in reversed(forwarded.split(",")):
        try:
            found = str(ip_address(said.strip()))
        except ValueError:  # No proxy says such a thing: what is before it is a client's.
            return address
        if not is_proxy(found):
            return found
    return address
