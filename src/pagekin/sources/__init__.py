"""Sources: pages from files, folders and WARC files, one at a time."""

from pagekin.sources.local_sources import is_url, local_source
from pagekin.sources.page_sources import Pages, Source, Unread
from pagekin.sources.saved import SavedPages
from pagekin.sources.spool import Spool

__all__ = ["Pages", "SavedPages", "Source", "Spool", "Unread", "is_url", "local_source"]
