"""Crawl: run learned crawlers over the `Site` port."""

from pagekin.crawl.crawl_progress import CrawlProgress
from pagekin.crawl.structure_driven import StructureDrivenCrawl, Target

__all__ = ["CrawlProgress", "StructureDrivenCrawl", "Target"]
