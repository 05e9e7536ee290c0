"""Fetching: Scrapy's engine behind the `Site` port, with its politeness, its limits and its failures."""

from pagekin.fetch.answers import RawResponse
from pagekin.fetch.engine import ScrapySite, open_site
from pagekin.fetch.spider import FetchStats

__all__ = ["FetchStats", "RawResponse", "ScrapySite", "open_site"]
