"""The tables that are exported, and what they are made of.

A crawl shares what did not change with the crawls before it, in the files as in the store: its folder has its own
pages, and beside them what no earlier folder has. What all crawls have in common is small and stands on top.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

COMMON = "common"
_PREFIX = "pagekin_"


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """A table: its name in the store, and its columns with their types, as both databases and Parquet know them."""

    name: str
    columns: tuple[tuple[str, str], ...]

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.name.removeprefix(_PREFIX)}.parquet"

    @property
    def names(self) -> Sequence[str]:
        """The names of its columns."""
        return [name for name, _ in self.columns]

    @property
    def selected(self) -> str:
        """The columns as they are selected."""
        return ", ".join(f'"{name}"' for name in self.names)


def _table(name: str, columns: str) -> ExportedTable:
    """Declare a table; numbers are bigint unless something else stands behind the name of a column."""
    parts = (column.partition(":") for column in columns.split())
    return ExportedTable(_PREFIX + name, tuple((one, kind or "bigint") for one, _, kind in parts))


COMMON_TABLES = (
    _table("site", "id name:text"),
    _table("crawler", "id site_id uid:text name:text"),
    _table("crawler_version", "id crawler_id number finding_digest:text"),
    _table("wrapper_version", "id crawler_id number digest:text content:text"),
    _table(
        "wrapper_field",
        "wrapper_version_id field_id bundle_name:text name:text type:text many:boolean key:boolean position",
    ),
    _table("bundle", "id crawler_id uid:text name:text"),
    _table("field", "id bundle_id uid:text name:text type:text many:boolean"),
    _table("kind", "id site_id crawler_id name:text hub:boolean"),
    _table(
        "crawl",
        "id site_id crawler_id crawler_version_id number purpose:text state:text began_at:double ended_at:double",
    ),
    _table("crawl_class", "id crawl_id crawler_id crawler_version_id wrapper_version_id"),
    _table("repair_proposal", "id crawler_id state:text found:text finds:text"),
)
CRAWL_PAGE = _table(
    "crawl_page",
    "crawl_id page_id version_id records_id links_id outcome:text failure:text redirect_to_id detail:text "
    "status size content_type:text fetched_at:double depth kind_id score found_on_id",
)
PAGE = _table("page", "id site_id digest:blob url:text")
PAGE_VERSION = _table("page_version", "id page_id digest:blob title:text")
META_TAG = _table("meta_tag", "version_id name:text position content:text")
RECORD_SET = _table("record_set", "id page_id wrapper_version_id")
RECORD = _table("record", "set_id number bundle_id index parent key:text")
VALUE = _table("value", "field_id set_id record position text:text num:double unit:text")
ATTRIBUTE = _table("attribute", "field_id name:text set_id record position text:text num:double")
LINK_SET = _table("link_set", "id page_id")
LINK = _table("link", "set_id number to_id anchor:text kind_id tag:text")
CRAWL_TABLES = (
    CRAWL_PAGE,
    PAGE,
    PAGE_VERSION,
    META_TAG,
    RECORD_SET,
    RECORD,
    VALUE,
    ATTRIBUTE,
    LINK_SET,
    LINK,
)


def site_folder(directory: Path, site: str) -> Path:
    """Return the folder of a site's crawls, named as Parquet's partitions are."""
    return directory / f"site={quote(site, safe='')}"


def crawl_folder(directory: Path, site: str, crawl: int) -> Path:
    """Return the folder of a crawl."""
    return site_folder(directory, site) / f"crawl={crawl}"


def crawl_folders(directory: Path) -> list[Path]:
    """Return the folders of all crawls that were exported; those being written have other names."""
    return sorted(directory.glob("site=*/crawl=*"))


def number_of(folder: Path) -> int:
    """Return the crawl that a folder is of."""
    return int(folder.name.partition("=")[2])
