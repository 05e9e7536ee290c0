"""A Scrapy project as files: spider, page object, helpers, settings, and tests as web-poet has them."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from pagekin.dom import Page
from pagekin.errors import UsageError
from pagekin.export import parts
from pagekin.export.item_layout import ItemLayout, item_layout
from pagekin.export.page_object_code import class_name, page_object_code
from pagekin.export.seen_pages import Choices, SeenRecord, choices_for, page_item, seen_record
from pagekin.export.spider_code import spider_code
from pagekin.navigation import Crawler
from pagekin.version import __version__

FIXTURES = 3  # pages that the tests of a project hold
_PARTS = ("addresses", "following", "found_text", "meanings", "reading", "signs", "trees")
_SETTINGS = '''"""Settings of the project; https://docs.scrapy.org/en/latest/topics/settings.html has all of them."""

BOT_NAME = "{package}"
SPIDER_MODULES = ["{package}.spiders"]
ADDONS = {{"scrapy_poet.Addon": 300}}

ROBOTSTXT_OBEY = True
DOWNLOAD_DELAY = 0.25  # seconds between two requests to the site
CONCURRENT_REQUESTS_PER_DOMAIN = 8
DOWNLOAD_MAXSIZE = 32 * 1024 * 1024
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False
FEED_EXPORT_ENCODING = "utf-8"

# What was found first is visited first.
SCHEDULER_DISK_QUEUE = "scrapy.squeues.PickleFifoDiskQueue"
SCHEDULER_MEMORY_QUEUE = "scrapy.squeues.FifoMemoryQueue"
'''
_README = """# {spider}

Finds the pages like {sample}, and yields their data. Exported by pagekin {version}; it needs no pagekin.

```
pip install -r requirements.txt
scrapy crawl {spider} -O items.jsonl
pytest
```

- `{package}/spiders/{spider}.py`: where it starts, and which links it follows
- `{package}/pages.py`: which pages are wanted, and where their fields stand
- `{package}/meanings.py`: what their texts mean; the other modules are helpers
- `fixtures/`: pages with the items that they should give (`pytest`)

## What is not as in pagekin

{limits}
"""
_SCRAPY_CFG = "[settings]\ndefault = {package}.settings\n"
_PYTEST_INI = "[pytest]\npythonpath = .\ntestpaths = fixtures\n"
_REQUIREMENTS = "lxml\nparsel\npytest<9\nscrapy>=2.13\nscrapy-poet>=0.27\nw3lib\nweb-poet>=0.24\n"


@dataclass(frozen=True, slots=True)
class ScrapyProject:
    """The files of a project by their paths, and what it does not do as pagekin does."""

    package: str
    spider: str
    files: Mapping[str, bytes]
    limits: tuple[str, ...]
    checked: int  # pages whose values were compared


def scrapy_project(crawler: Crawler, pages: Sequence[Page]) -> ScrapyProject:
    """Return a crawler as a project; `pages` are targets by which it is seen what is kept of their values."""
    _check(crawler)
    layout = item_layout(crawler.wrapper)  # type: ignore[arg-type]  # checked
    records = [seen_record(page, layout) for page in pages]
    choices = choices_for(layout, records)
    name, package = class_name(crawler), package_name(crawler)
    spider = package
    limits = tuple(_limits(crawler, layout, choices))
    about = {
        "package": package,
        "spider": spider,
        "sample": crawler.samples[0],
        "version": __version__,
        "limits": "\n".join(f"- {limit}" for limit in (*limits, *_ALWAYS)),
    }
    texts = {
        "scrapy.cfg": _SCRAPY_CFG.format(**about),
        "pytest.ini": _PYTEST_INI,
        "requirements.txt": _REQUIREMENTS,
        "README.md": _README.format(**about),
        f"{package}/__init__.py": "",
        f"{package}/settings.py": _SETTINGS.format(**about),
        f"{package}/pages.py": page_object_code(crawler, layout, choices, package, name),
        f"{package}/spiders/__init__.py": "",
        f"{package}/spiders/{spider}.py": spider_code(crawler, package, name, spider),
    }
    texts |= {f"{package}/{part}.py": _part(part, package) for part in _PARTS}
    content = {path: text.encode() for path, text in texts.items()}
    for number, (page, record) in enumerate(zip(pages[:FIXTURES], records, strict=False), 1):
        folder = f"fixtures/{package}.pages.{name}/test-{number}"
        content |= _fixture(folder, page, record, choices)
    return ScrapyProject(package, spider, content, limits, len(pages))


def package_name(crawler: Crawler) -> str:
    """Return a name for the package and the spider: that of the site."""
    host = crawler.scope.host.partition(":")[0].removeprefix("www.")
    name = re.sub(r"\W+", "_", host, flags=re.ASCII).strip("_").lower() or "site"
    return f"site_{name}" if name[0].isdigit() else name


_ALWAYS = (
    "Of several URLs of one page the first to be seen is kept, which may be another one from run to run.",
    (
        "Links are followed as long as there are any: endless calendars and filters are not noticed, "
        "nor are versions of a page in other languages."
    ),
    "Nothing is stored between two runs, and nobody is told of changes.",
)


def _check(crawler: Crawler) -> None:
    if crawler.wrapper is None:
        raise UsageError(
            "this crawler has no wrapper, so there are no fields to export: 'pagekin induce' learns one"
        )
    if crawler.navigation.everything:
        raise UsageError(
            "a crawler of a whole site follows every link: Scrapy's own CrawlSpider does that"
        )


def _limits(crawler: Crawler, layout: ItemLayout, choices: Choices) -> list[str]:
    """Return what cannot be exported faithfully, in words."""
    scope, found = crawler.scope, []
    if crawler.render:
        found.append("Scripts are not run, but pagekin renders these pages: add scrapy-playwright.")
    if crawler.forms or any(step.fills_in for step in crawler.navigation.steps):
        found.append("Forms are not filled in: pages that only forms lead to are not found.")
    if scope.domains:
        hosts = ", ".join(host for host, _ in scope.domains)
        found.append(f"The further domains {hosts} are not followed.")
    if scope.sessions or scope.session_level or scope.redundant:
        found.append("Session ids and needless parameters stay in URLs: a page may come twice.")
    if any(start.partition("?")[0].endswith(".gz") for start in crawler.navigation.starts):
        found.append("Compressed sitemaps are not read.")
    types = {name: one.field.type for name, one in layout.all_fields()}
    for name, choice in choices.items():
        if choice.lost and choice.code == "read.only_text":
            found.append(
                f"{name} is only a text: values of type {types[name]} are not taken apart."
            )
        elif choice.lost:
            found.append(f"{name} ({types[name]}): of some values, only the text is kept.")
    found.append("Logins, cookies and headers are not part of a crawler file, and not of this.")
    return found


def _part(name: str, package: str) -> str:
    """Return a helper module, with imports from its new package."""
    text = files(parts).joinpath(f"{name}.py").read_text("utf-8")
    return re.sub(r"^from \.(\w+) import", rf"from {package}.\1 import", text, flags=re.MULTILINE)


def _fixture(folder: str, page: Page, record: SeenRecord, choices: Choices) -> dict[str, bytes]:
    """Return a test as web-poet has them: a response, and the item that it gives."""
    kind = page.headers.get("content-type", "text/html")
    info = {
        "url": page.url,
        "status": 200,
        "headers": [["Content-Type", kind]],
        "_encoding": None,
    }
    return {
        f"{folder}/inputs/HttpResponse-body.html": page.body,
        f"{folder}/inputs/HttpResponse-info.json": _json(info),
        f"{folder}/output.json": _json(page_item(page, record, choices)),
        f"{folder}/meta.json": b"{}\n",
    }


def _json(content: Any) -> bytes:
    return (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode()
