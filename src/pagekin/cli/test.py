"""`pagekin test`: whether a URL and its page match a crawler."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pagekin.cli.options import FETCHING, setting_options, settings_from
from pagekin.lazy import lazy_imports

with lazy_imports():
    import pagekin.app.kin_test as app
    import pagekin.navigation.crawler_file as crawler_files
    from pagekin import discovery
    from pagekin.cli import running

_NOT_KIN = 3  # exit code: nothing found


@click.command("test")
@click.argument("crawler_file", metavar="CRAWLER", type=click.Path(path_type=Path))
@click.argument("url")
@setting_options(*FETCHING)
def command(crawler_file: Path, url: str, **flags: Any) -> int:
    """Say whether a URL and its page match a crawler, and why.

    The exit code is 0 if both match and 3 if not.

    \b
    Example:
      pagekin test crawler.json https://shop.example/p/18-kettle
    """
    crawler = crawler_files.read(crawler_file)
    settings = settings_from(flags, crawler.scope.host)
    url = discovery.checked_url(url, "URL")
    findings = app.findings(crawler, url, settings, running.TerminalRunner())
    for finding in findings:
        click.echo(f"{'yes' if finding.good else 'no '}  {finding.why}")
    kin = all(finding.good for finding in findings)
    click.echo(f"{url} is {'kin' if kin else 'not kin'}")
    return 0 if kin else _NOT_KIN
