"""Sources: pages from files, folders and WARC files, one at a time."""

from pagekin.sources.local_sources import is_url, local_source
from pagekin.sources.page_sources import Pages, Source, Unread
from pagekin.sources.saved import INDEX, SavedPages
from pagekin.sources.spool import Spool

__all__ = ["INDEX", "Pages", "SavedPages", "Source", "Spool", "Unread", "is_url", "local_source"]
