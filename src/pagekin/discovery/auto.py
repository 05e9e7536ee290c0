"""Strategy `auto`, the default: an adaptive search, membership by agreement, navigation as a graph."""

import datetime as dt
from urllib.parse import urlsplit

from pagekin.discovery.deriving import Deriving
from pagekin.discovery.explored import Explored
from pagekin.discovery.search import Search
from pagekin.discovery.start import Task, check_scope, fetch_entry, fetch_sample
from pagekin.dom import Page
from pagekin.errors import NothingFoundError
from pagekin.navigation import Crawler, Learned, map_of_navigation
from pagekin.settings import Settings
from pagekin.similarity.rule import rule_of
from pagekin.site import Site, Stop, Watch

NAME = "auto"


async def learn(
    site: Site, task: Task, settings: Settings, stop: Stop, watch: Watch = lambda _: None
) -> Crawler:
    """Search for the samples' kin, then derive how to reach them again."""
    check_scope(task)
    explored = Explored(task.scope)
    search = Search(site, explored, stop, watch, concurrency=settings.concurrency)
    for url in task.samples:
        page = await fetch_sample(site, url)
        number = explored.number(page.url)
        if number not in explored.samples:
            explored.samples.append(number)
            explored.add(number, page, is_sample=True)
            search.counts.pages += 1
    explored.evidence.vocabulary.close_texts()
    for url in task.negatives:
        page = await fetch_sample(site, url)
        number = explored.number(page.url)
        search.negatives.add(number)
        _add(explored, search, page)
    await _enter(site, task, explored, search)
    await search.run()
    return _crawler(task, search)


async def _enter(site: Site, task: Task, explored: Explored, search: Search) -> None:
    """Fetch the entry; if none was given, the pages above the sample that there are, root first."""
    if task.entry is not None:
        page = await fetch_entry(site, task.entry)
        search.entries.append(_add(explored, search, page))
        return
    for url in pages_above(task.samples[0]):
        if task.scope.contains(url):
            result = await site.fetch(url)
            search.counts.pages += 1
            if isinstance(result, Page):
                search.entries.append(_add(explored, search, result))
    if not search.entries:
        search.entries = list(explored.samples)


def pages_above(url: str) -> list[str]:
    """Give the root of a site and the folders that lead down to a page."""
    parts = urlsplit(url)
    folders = parts.path.split("/")[1:-1]
    root = f"{parts.scheme}://{parts.netloc}/"
    paths = ["/".join(folders[: depth + 1]) + "/" for depth in range(len(folders))]
    return [root, *(root + path for path in paths)]


def _add(explored: Explored, search: Search, page: Page) -> int:
    number = explored.number(page.url)
    if number not in explored.done:
        explored.add(number, page)
        search.counts.pages += 1
    return number


def _crawler(task: Task, search: Search) -> Crawler:
    explored = search.explored
    deriving = Deriving(explored, search.classes)
    deriving.run(search.entries)
    navigation = deriving.navigation()
    if not navigation.steps:
        raise NothingFoundError(_nothing(search))
    learned = Learned(
        strategy=NAME,
        at=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        pages=search.counts.pages,
        failed=search.counts.failed,
        targets=len(search.members),
        expected=deriving.reached,
        complete=search.stopped is None,
        ended=search.stopped
        or "no unvisited link looks like a way to more; an audit of "
        f"{search.audited} random others found none",
    )
    return Crawler(
        samples=task.samples,
        negatives=task.negatives,
        entry=task.entry or navigation.starts[0],
        scope=task.scope,
        navigation=navigation,
        membership=rule_of(search.decision),
        learned=learned,
        map=map_of_navigation(navigation, deriving.kinds(), search.members, explored.urls),
    )


def _nothing(search: Search) -> str:
    """Say why there is no crawler, and what could be tried."""
    explored = search.explored
    entry = explored.urls[search.entries[0]]
    if not any(explored.outlinks[page].targets for page in search.entries):
        return (
            f"the entry {entry} has no links to follow; choose an entry page that links to others of "
            "its site (links that only scripts make cannot be seen)"
        )
    return (
        f"no other page like the sample was found among {search.counts.pages} pages from {entry}: the "
        "sample may be the only one of its kind; choose another sample or entry"
    )
