"""Crawl: run a learned crawler over the `Site` port."""

from pagekin.crawl.structure_driven import Progress, StructureDrivenCrawl, Target

__all__ = ["Progress", "StructureDrivenCrawl", "Target"]
