"""A plain Scrapy CrawlSpider that fetches every page of a site and writes down their URLs.

python bench/rivals/spider.py ENTRY_URL OUTPUT.jsonl
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from scrapy.crawler import CrawlerProcess
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule

SETTINGS = {
    "CONCURRENT_REQUESTS_PER_DOMAIN": 8,
    "DOWNLOAD_DELAY": 0,
    "LOG_LEVEL": "ERROR",
    "ROBOTSTXT_OBEY": True,
    "TELNETCONSOLE_ENABLED": False,
}


class WholeSite(CrawlSpider):
    """Follows every link of the site; each page is a result."""

    name = "whole-site"
    rules = (Rule(LinkExtractor(), callback="parse_page", follow=True),)

    def __init__(self, entry: str, output: str) -> None:
        super().__init__(start_urls=[entry], allowed_domains=[urlsplit(entry).hostname])
        self.output = Path(output).open("w", encoding="utf-8")  # noqa: SIM115 - open until closed()

    def parse_start_url(self, response: Response, **_: Any) -> Iterator[Any]:
        """Count the entry page like any other."""
        return self.parse_page(response)

    def parse_page(self, response: Response) -> Iterator[Any]:
        """Write the page's URL; there are no items: a feed would only cost time."""
        if isinstance(response, HtmlResponse):
            self.output.write(json.dumps({"url": response.url}) + "\n")
        yield from ()

    def closed(self, _reason: str) -> None:
        """Finish the output."""
        self.output.close()


if __name__ == "__main__":
    process = CrawlerProcess(SETTINGS)
    process.crawl(WholeSite, entry=sys.argv[1], output=sys.argv[2])
    process.start()
