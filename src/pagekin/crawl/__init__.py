"""Crawl: run a learned crawler over the `Site` port."""

from pagekin.crawl.structure_driven import StructureDrivenCrawl, Target

__all__ = ["StructureDrivenCrawl", "Target"]
