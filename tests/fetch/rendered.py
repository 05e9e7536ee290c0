"""A site on loopback whose pages are rendered."""

from loopback import opened


def rendering(server, **settings):
    """Open the server's site so that all of its pages are rendered."""
    return opened(server, **{"render": "always", **settings})
