"""Crawl: run learned crawlers over the `Site` port."""

from pagekin.crawl.progress_counts import CrawlProgress
from pagekin.crawl.structure_driven import StructureDrivenCrawl, Target

__all__ = ["CrawlProgress", "StructureDrivenCrawl", "Target"]
