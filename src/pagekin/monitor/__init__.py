"""Change detection that does not cry wolf: what happened between two crawls, grouped and explained."""

from pagekin.monitor.crawl_comparison import CrawlComparison, compare_crawls, events_between
from pagekin.monitor.event_groups import EventGroup, EventPlace

__all__ = ["CrawlComparison", "EventGroup", "EventPlace", "compare_crawls", "events_between"]
