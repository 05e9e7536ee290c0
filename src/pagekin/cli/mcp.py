"""`pagekin mcp`: pagekin as tools for agents, over stdin and stdout."""

from __future__ import annotations

import importlib.util

import click

from pagekin.errors import UsageError
from pagekin.lazy import lazy_imports

with lazy_imports():
    from pagekin.mcp_server import tools


@click.command("mcp")
def command() -> None:
    """Serve pagekin's tools to an agent, over stdin and stdout.

    The Model Context Protocol: tools to find the pages like one, to extract their records, to ask stored crawls,
    and to see what has changed. Agents start this command themselves; docs/agents.md says how. Crawlers
    are kept in the data directory, crawls in the store. Private addresses are asked only if allow_networks has them.

    \b
    Example:
      pagekin mcp
    """
    if importlib.util.find_spec("mcp") is None:
        raise UsageError(
            "this needs the MCP SDK, which is not installed: pip install 'pagekin[mcp]'"
        )
    tools.server().run("stdio")
