"""Which implementation carries the feed; only the one that is used is imported."""

from openfelt.server.feed.transport import Implementation, Listen


def listen_with(implementation: Implementation) -> Listen:
    """Return an implementation."""
    if implementation == "picows":
        from openfelt.server.feed.transport_picows import listen as listen_picows

        return listen_picows
    from openfelt.server.feed.transport_aiohttp import listen as listen_aiohttp

    return listen_aiohttp
