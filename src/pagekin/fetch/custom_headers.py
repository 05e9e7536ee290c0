"""The downloader middleware that sends the headers a person gave; secret ones only to their origin."""

from collections.abc import Iterable
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from pagekin.fetch.origin_secrets import is_private, origin_of
from pagekin.fetch.spider import site_spider
from pagekin.settings import setting_values


class GivenHeaders:
    """Adds the headers of the settings to requests."""

    def __init__(self, headers: Iterable[tuple[str, str]], origins: frozenset[str]) -> None:
        pairs = tuple(headers)
        self._for_all = [pair for pair in pairs if not is_private(pair[0])]
        self._for_origins = [pair for pair in pairs if is_private(pair[0])]
        self._origins = origins

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware, unless there are no such headers."""
        spider = site_spider(crawler)
        headers = setting_values.headers(spider.options.headers)
        if not headers:
            raise NotConfigured
        return cls(headers, spider.origins)

    def process_request(self, request: Request) -> None:
        """Set the headers, also over those that pagekin would send by itself."""
        for name, value in self._for_all:
            request.headers[name] = value
        is_home = origin_of(request.url) in self._origins
        for name, value in self._for_origins:
            # A redirected request has the headers of the one before.
            if is_home:
                request.headers[name] = value
            else:
                request.headers.pop(name, None)
