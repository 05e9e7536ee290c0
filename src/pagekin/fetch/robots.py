"""The downloader middleware that obeys robots.txt: no way round it, redirects included."""

from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from pagekin.fetch.request_policy import terms_of
from pagekin.fetch.robots_txt import RobotsTxt
from pagekin.fetch.spider import site_spider


class Robots:
    """Refuses the requests that robots.txt forbids."""

    def __init__(self, robots_txt: RobotsTxt) -> None:
        self._robots_txt = robots_txt

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware, unless robots.txt is not to be obeyed."""
        spider = site_spider(crawler)
        if not spider.options.obey_robots:
            raise NotConfigured
        return cls(spider.robots_txt)

    async def process_request(self, request: Request) -> None:
        """Let a request pass or refuse it."""
        if terms_of(request).robots_apply:
            await self._robots_txt.check(request.url)
