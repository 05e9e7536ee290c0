"""Strategy `auto`, the default: an adaptive search, membership by agreement, navigation as a graph."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from urllib.parse import urlsplit

from pagekin.discovery.adaptive_search import AdaptiveSearch
from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.learning_task import (
    LearningResult,
    LearningTask,
    check_scope,
    fetch_entry,
    fetch_sample,
    now,
    why_no_links,
)
from pagekin.discovery.navigation_deriving import derive
from pagekin.discovery.open_questions import open_questions
from pagekin.discovery.search_memory import NoMemory, SearchMemory, packed, unpacked
from pagekin.discovery.session_numbers import scope_without_sessions
from pagekin.dom import Page
from pagekin.errors import NothingFoundError, UsageError
from pagekin.navigation import Alternative, Crawler, LearningSummary, map_of_navigation
from pagekin.settings import Settings
from pagekin.similarity.membership import MembershipDecision
from pagekin.similarity.membership_rule import in_words, is_doubtful, rule_of
from pagekin.site import Failure, RememberingSite, Site, Stop, Watch
from pagekin.urls import Scope

NAME = "auto"
_NO_MEMORY = NoMemory()
_DOUBTFUL = 20  # close decisions to name


async def learn(
    site: Site,
    task: LearningTask,
    settings: Settings,
    stop: Stop,
    watch: Watch = lambda _: None,
    *,
    memory: SearchMemory = _NO_MEMORY,
) -> LearningResult:
    """Search for the samples' kin, then derive how to reach them again.

    If it turns out early that the site spells its URLs in another way, the search begins again. A search
    whose state is in the memory goes on from there.
    """
    check_scope(task)
    remembering = RememberingSite(site)
    known = unpacked(memory.recall())
    if isinstance(known, _Known):
        remembering.forget()
        known.search.attach(remembering, stop, watch)
    else:
        known = await _begun(remembering, task, settings, stop, watch)
    await _run(known, remembering, memory)
    while told := _respelled(known.task, known.search, remembering):
        known = await _begun_again(known, told, remembering, stop, watch)
        await _run(known, remembering, memory)
    return _result(known.task, known.search, known.dead_end)


@dataclass(frozen=True, slots=True)
class _Known:
    """A search, the task as the site spells its URLs, and why no link leads on from the entry, if so."""

    task: LearningTask
    search: AdaptiveSearch
    dead_end: str | None = None


async def _begun(
    site: RememberingSite, task: LearningTask, settings: Settings, stop: Stop, watch: Watch
) -> _Known:
    sample = await fetch_sample(site, task.samples[0])
    scope = replace(task.scope, scheme=urlsplit(sample.url).scheme)
    task = await _without_sessions(site, replace(task, scope=scope), sample)
    explored = ExploredSite(task.scope)
    search = AdaptiveSearch(site, explored, stop, watch, concurrency=settings.concurrency)
    return _Known(task, search, await _entered(site, task, search))


async def _begun_again(
    known: _Known,
    task: LearningTask,
    site: RememberingSite,
    stop: Stop,
    watch: Watch,
) -> _Known:
    """Begin again with another spelling, knowing which parameters were tried."""
    search = AdaptiveSearch(
        site,
        ExploredSite(task.scope),
        stop,
        watch,
        concurrency=known.search.concurrency,
        redundancies=known.search.redundancies,
    )
    # What was forgotten has to be fetched again, and counts again.
    search.counts.pages = 0 if site.all_known else known.search.counts.pages
    return _Known(task, search, await _entered(site, task, search))


async def _run(known: _Known, site: RememberingSite, memory: SearchMemory) -> None:
    """Search as far as it goes; once the first pages are forgotten, the state is kept."""

    def keep() -> None:
        if not site.all_known:
            memory.keep(partial(packed, known))

    def is_respelled() -> bool:
        return _respelled(known.task, known.search, site) is not None

    await known.search.run(is_respelled, keep)


async def _without_sessions(site: Site, task: LearningTask, sample: Page) -> LearningTask:
    """Return the task without session numbers, if the site writes some into its URLs."""
    scope = await scope_without_sessions(site, task.scope, sample)
    return task if scope == task.scope else _within(task, scope)


def _within(task: LearningTask, scope: Scope) -> LearningTask:
    """Return the task with its URLs as another scope spells them."""
    samples = (scope.follow(url) or url for url in task.samples)
    negatives = (scope.follow(url) or url for url in task.negatives)
    seeds = (scope.follow(url) or url for url in task.seeds)
    entry = task.entry and (scope.follow(task.entry) or task.entry)
    return replace(
        task,
        samples=tuple(samples),
        entry=entry,
        scope=scope,
        negatives=tuple(negatives),
        seeds=tuple(seeds),
    )


def _respelled(
    task: LearningTask, search: AdaptiveSearch, site: RememberingSite
) -> LearningTask | None:
    """Return the task with the site's own spelling of URLs; None if there is nothing new about that."""
    if search.redundant:
        redundant = (*task.scope.redundant, *search.redundant)
        return _within(task, replace(task.scope, redundant=redundant))
    if not site.all_known:
        return None
    samples = tuple(search.renamed.get(url, url) for url in task.samples)
    slash = task.scope.slash or search.explored.slash
    if samples == task.samples and slash == task.scope.slash:
        return None
    return replace(task, samples=samples, scope=replace(task.scope, slash=slash))


async def _entered(site: RememberingSite, task: LearningTask, search: AdaptiveSearch) -> str | None:
    """Fetch where a search begins, and return why no link leads on from the entry, if that is so."""
    explored = search.explored
    search.wider = task.wider
    for url in task.samples:
        page = await fetch_sample(site, url)
        number = explored.number(page.url)
        if number not in explored.samples:
            explored.samples.append(number)
            search.bodies[number] = page.body
            search.views.see(number, page)
            explored.add(explored.number(task.scope.follow(url) or url), page, is_sample=True)
            search.counts.pages += 1
    explored.evidence.vocabulary.close_texts()
    for url in task.negatives:
        search.negatives.add(_add(search, url, await fetch_sample(site, url, "--not")))
    if search.negatives & set(explored.samples):
        raise UsageError("the same page cannot be a sample and a --not at once")
    dead_end = await _enter(site, task, search)
    explored.expect_folders()
    return dead_end


async def _enter(site: Site, task: LearningTask, search: AdaptiveSearch) -> str | None:
    """Fetch the entry and the seeds; without an entry, the pages and sitemaps above the sample.

    Returns the reason if no link leads on from the last of them.
    """
    explored = search.explored
    dead_end = None
    starts = [task.entry] if task.entry else pages_above(task.samples[0])
    for url in dict.fromkeys([*starts, *task.seeds]):
        if not task.scope.contains(url):
            continue
        number = explored.number(url)
        if number not in explored.done:
            result = await (fetch_entry(site, url) if url == task.entry else site.fetch(url))
            if isinstance(result, Failure):
                search.counts.pages += 1
                search.counts.failed += 1
                explored.fail(number)
                continue
            _add(search, url, result)
            dead_end = why_no_links(result, task.scope)
        search.entries.append(explored.duplicates.get(number, number))
    search.entries = list(dict.fromkeys(search.entries)) or list(explored.samples)
    return dead_end


def pages_above(url: str) -> list[str]:
    """Return the root of a site, the folders that lead down to a page, and where sitemaps are."""
    parts = urlsplit(url)
    folders = parts.path.split("/")[1:-1]
    root = f"{parts.scheme}://{parts.netloc}/"
    paths = ["/".join(folders[: depth + 1]) + "/" for depth in range(len(folders))]
    return [root, *(root + path for path in paths), f"{root}sitemap.xml", f"{root}robots.txt"]


def _add(search: AdaptiveSearch, url: str, page: Page) -> int:
    """Note a page that was fetched at this URL, and return the number of the URL that it is at."""
    explored = search.explored
    number = explored.number(url)
    search.counts.pages += 1
    if number not in explored.done:
        explored.add(number, page)
    return explored.duplicates.get(number, number)


def _result(task: LearningTask, search: AdaptiveSearch, dead_end: str | None) -> LearningResult:
    explored = search.explored
    lists = [(page, path) for page, path, _ in search.lists]
    deriving = derive(explored, search.classes, search.entries, has_rule=not lists, lists=lists)
    navigation = deriving.navigation()
    likely = {explored.duplicates.get(url, url) for url in search.classes.likely_targets()}
    if not navigation.steps or likely <= set(explored.samples):
        raise NothingFoundError(_nothing(search, dead_end))
    rule = rule_of(search.decision)
    questions = open_questions(search)
    asked = (question.about[0] for question in questions)
    learned = LearningSummary(
        strategy=NAME,
        at=now(),
        pages=search.counts.pages,
        failed=search.counts.failed,
        targets=len(search.members),
        expected=deriving.reached,
        complete=search.ended_early is None,
        ended=_ended(search) + _missed(deriving.missed),
    )
    crawler = Crawler(
        samples=task.samples,
        negatives=task.negatives,
        seeds=task.seeds,
        entry=task.entry or navigation.starts[0],
        scope=task.scope,
        navigation=navigation,
        membership=rule if rule.steps else None,
        alternatives=_alternatives(search.decision),
        doubtful=tuple(dict.fromkeys((*asked, *_doubtful(search)))),
        questions=questions,
        learned=learned,
        map=map_of_navigation(
            navigation, deriving.kinds(), search.members, explored.urls, deriving.shapes
        ),
    )
    return LearningResult(crawler, deriving.target_urls)


def _ended(search: AdaptiveSearch) -> str:
    """Return why the search ended."""
    return search.ended_early or (
        "no unvisited link looks like a way to more; an audit of "
        f"{search.audited} random others found none"
    )


def _missed(urls: Sequence[str]) -> str:
    """Return which known targets no navigation reaches; nothing if there are none."""
    if not urls:
        return ""
    count = "1 known target is" if len(urls) == 1 else f"{len(urls)} known targets are"
    return (
        f"; {count} not reached, such as {urls[0]}: no way there is worth what it fetches, and it "
        "cannot be a start, since a form leads there or the depth of its domain is limited"
    )


def _nothing(search: AdaptiveSearch, dead_end: str | None) -> str:
    """Return why there is no crawler, and what could be tried."""
    explored = search.explored
    entry = explored.urls[search.entries[0]]
    if dead_end and not any(explored.outlinks[page].targets for page in search.entries):
        return f"the entry {entry} has no links to follow: {dead_end}"
    nothing = (
        f"no other page like the sample was found among {search.counts.pages} pages from {entry}"
    )
    if search.stopped:
        return f"{nothing} before the search was stopped: {search.stopped}"
    return f"{nothing}: the sample may be the only one of its kind; choose another sample or entry"


def _alternatives(decision: MembershipDecision) -> tuple[Alternative, ...]:
    """Return the next wider and the next narrower class, if there are any."""
    others = (("wider", decision.wider()), ("narrower", decision.narrower()))
    return tuple(
        Alternative(relation, other.count, in_words(other.column.features[0]))
        for relation, other in others
        if other is not None
    )


def _doubtful(search: AdaptiveSearch) -> tuple[str, ...]:
    """Return some of the pages seen that are near the border between kin and not kin."""
    explored = search.explored
    pages = range(len(explored.pages))
    close = (number for number, score in search.scores(pages) if is_doubtful(score))
    return tuple(explored.urls[explored.pages[number]] for number in islice(close, _DOUBTFUL))
