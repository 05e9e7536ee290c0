"""What is known of a site: pages fetched, links seen, and which page was the first to link to which."""

import re
from array import array
from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from zlib import crc32

from pagekin.dom import Link, Page
from pagekin.dom.features import Vocabulary
from pagekin.dom.links import is_form_path
from pagekin.dom.page_identity import address_of, headline_of, place_of
from pagekin.dom.page_notes import features_of
from pagekin.similarity.link_lists import ListedPages
from pagekin.similarity.page_evidence import FEWEST, Evidence, Inbound, as_bits
from pagekin.urls import Scope
from pagekin.urls.kind_nouns import names_many
from pagekin.urls.scope import folder_of, other_spellings, respelled
from pagekin.urls.url_shapes import UrlKinds, form

# In how many ways one page may link: the place of a link, and the form of its URL. Templates have some tens of them; what
# has thousands was made to keep whoever learns from it busy.
MAX_WAYS = 2_000
_REDIRECTS = 3  # of one kind, from which on they are a rule
# Lists of links that tell who is kin, as bits for all pages each: those that name a sample, then the longest. Sites that
# were looked at have some hundreds.
MAX_LISTS = 4_000
_SITE_NAME = re.compile(r"\s[|·»–—-]\s")  # what follows in a title
NOWHERE = -1  # in place of the page that first linked to a URL: a person named it


@dataclass(slots=True)
class Outlinks:
    """A page's links inside the site: target and root-to-anchor path of each, by number; and its lists."""

    targets: "array[int]" = field(default_factory=lambda: array("I"))
    paths: "array[int]" = field(default_factory=lambda: array("I"))
    lists: "list[tuple[int, array[int]]]" = field(default_factory=list)  # path, different targets


class ExploredSite:
    """Everything seen so far, in numbers; pages themselves are not kept.

    URLs are numbered in the order in which they were first seen. So iterating over them is deterministic,
    whatever the order of the responses.
    """

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.evidence = Evidence(Vocabulary())
        self.urls: list[str] = []
        self.url_kinds = UrlKinds()
        self.paths: list[str] = []
        self.first: list[int] = []  # for each URL: the page that linked to it first
        self.degree: list[int] = []  # for each URL: the number of pages that link to it
        self.samples: list[int] = []
        self.pages: list[int] = []  # URLs of the pages fetched, in order: page n of the evidence
        self.done: set[int] = set()
        self.failed: set[int] = set()
        self.duplicates: dict[int, int] = {}  # URL → the URL of the page that it turned out to be
        # URL → what tells copies of a page, whatever their query
        self.contents: dict[int, int] = {}
        self.inlink_paths: defaultdict[int, set[int]] = defaultdict(set)
        self.outlinks: dict[int, Outlinks] = {}
        self._number: dict[str, int] = {}
        self._path_number: dict[str, int] = {}
        self._targets_by_path: defaultdict[int, set[int]] = defaultdict(set)
        self._page_of: dict[int, int] = {}
        self._linking_to_samples: dict[int, None] = {}
        self._aliases: set[int] = set()  # URLs that redirect to samples
        self._slashes: Counter[str] = (
            Counter()
        )  # redirects to the spelling with a slash and without
        self._taken: set[str] = set()  # spellings that the site takes as they are
        self._folders: dict[str, tuple[int, int]] = {}  # folder → its page, and a hash of that
        self._naming_kinds: set[int] = set()  # pages that are called after things of one kind

    def number(self, url: str, found_on: int = NOWHERE) -> int:
        """Return the number of a URL, a new one if it was never seen."""
        number = self._number.get(url)
        if number is None:
            number = self._number[url] = len(self.urls)
            self.urls.append(url)
            self.url_kinds.add(url)
            self.first.append(found_on)
            self.degree.append(0)
        return number

    def fail(self, url: int) -> None:
        """Note that a URL gave no page."""
        self.done.add(url)
        self.failed.add(url)

    def add(self, url: int, page: Page, *, is_sample: bool = False) -> bool:
        """Note a page that was fetched, and return whether it is new rather than known under another URL."""
        number = self._settle(url, page.url)
        if number is None:
            return False
        known = self._page_of_folder(number, page.body)
        if known != number and not is_sample:
            self.duplicates[number] = known
            self.pages.pop()
            return False
        self.contents[number] = crc32(page.body, crc32(place_of(address_of(page.url)).encode()))
        features = features_of(page, self.evidence.vocabulary)
        self._page_of[number] = self.evidence.add(page.url, features, is_sample=is_sample)
        if any(map(names_many, _names_of(page))):
            self._naming_kinds.add(number)
        self._add_links(number, page.links)
        return True

    def add_links(self, url: str, final: str, links: Iterable[Link]) -> None:
        """Note only where a page links to."""
        number = self._settle(self.number(url), final)
        if number is not None:
            self._add_links(number, links)

    def _settle(self, url: int, final_url: str) -> int | None:
        """Mark a URL as fetched, and return the number of its page if that is new."""
        self.done.add(url)
        final = self.number(final_url, self.first[url])
        self._note_spelling(self.urls[url], final_url)
        if final != url:
            self.duplicates[url] = final
            if final in self.samples:
                self._note_alias(url)
            if final in self.done:
                return None
            self.done.add(final)
        self.pages.append(final)
        return final

    def _note_spelling(self, asked: str, came: str) -> None:
        """Note whether the site wants a slash at the end of URLs."""
        for slash, other in (("add", "drop"), ("drop", "add")):
            if came == asked:
                if respelled(asked, slash) == asked != respelled(asked, other):
                    self._taken.add(slash)
            elif respelled(asked, slash) == came:
                self._slashes[slash] += 1

    @property
    def slash(self) -> str:
        """The spelling that the site always redirects to ("add" or "drop"); empty if it takes URLs as they are."""
        for slash, other in (("add", "drop"), ("drop", "add")):
            if self._slashes[slash] >= _REDIRECTS and other not in self._taken:
                return slash
        return self.scope.slash

    def _page_of_folder(self, url: int, body: bytes) -> int:
        """Return the page of which this is another address: a folder is its index file, if both show the same."""
        address = self.urls[url]
        folder = folder_of(address) or address
        if not folder.partition("?")[0].endswith("/"):
            return url
        content = crc32(body)
        known, shown = self._folders.setdefault(folder, (url, content))
        return known if shown == content else url

    def expect_folders(self) -> None:
        """Treat the folders of samples that are index files as linked, if the site links to folders."""
        linked = [url for url, page in zip(self.urls, self.first, strict=True) if page != NOWHERE]
        if any(map(folder_of, linked)) or not any(url.endswith("/") for url in linked):
            return
        for sample in self.samples:
            folder = folder_of(self.urls[sample])
            if folder:
                self.number(folder)

    def other_spellings(self) -> dict[int, int]:
        """Return the URLs seen that probably are a sample's, each with the sample."""
        return {
            self._number[other]: sample
            for sample in self.samples
            for other in sorted(other_spellings(self.urls[sample]))
            if other in self._number
        }

    def _note_alias(self, url: int) -> None:
        """Find the pages that link to a sample under another of its URLs."""
        self._aliases.add(url)
        for page, out in self.outlinks.items():
            if url in out.targets:
                self._linking_to_samples[page] = None

    def _add_links(self, number: int, links: Iterable[Link]) -> None:
        out = self.outlinks[number] = Outlinks()
        own = self.urls[number]
        seen: set[tuple[int, int]] = set()
        targets: set[int] = set()
        samples = {*self.samples, *self._aliases}
        ways: set[tuple[str, tuple[int, str]]] = set()
        lists: defaultdict[tuple[int, int], dict[int, None]] = defaultdict(dict)
        for link in links:
            url = self.scope.follow(link.url) if link.leads_on else None
            if url is None or url == own:
                continue
            way = link.path, form(url)
            if len(ways) >= MAX_WAYS and way not in ways:
                continue
            ways.add(way)
            target = self.number(url, number)
            path = self._path_number.setdefault(link.path, len(self.paths))
            if path == len(self.paths):
                self.paths.append(link.path)
            lists[path, link.in_list][target] = None
            if (target, path) in seen:
                continue
            if target not in targets:
                targets.add(target)
                self.degree[target] += 1
            seen.add((target, path))
            out.targets.append(target)
            out.paths.append(path)
            self.inlink_paths[target].add(path)
            self._targets_by_path[path].add(target)
            if target in samples:
                self._linking_to_samples[number] = None
        out.lists = _lists_of(lists)

    def frontier(self) -> list[int]:
        """Return the URLs seen but not fetched, in the order in which they were seen."""
        return [url for url in range(len(self.urls)) if url not in self.done]

    def depths(self, starts: Collection[int]) -> list[int]:
        """Return for every URL how many links it is from what a person named, on the shortest way."""
        named = (url for url, page in enumerate(self.first) if page == NOWHERE)
        depth = dict.fromkeys([*starts, *named], 0)
        unfinished = deque(depth)
        while unfinished:
            url = unfinished.popleft()
            page = self.duplicates.get(url, url)
            depth.setdefault(page, depth[url])
            out = self.outlinks.get(page)
            for target in out.targets if out else ():
                if target not in depth:
                    depth[target] = depth[url] + 1
                    unfinished.append(target)
        return [depth.get(url, 0) for url in range(len(self.urls))]

    def is_view(self, url: int, members: Collection[int]) -> bool:
        """Return whether a URL only shows kin in another way: it comes from a form that leads to its own page."""
        paths = self.inlink_paths.get(url, ())
        first = self.first[url]
        if first not in members or not paths:
            return False
        if not all(is_form_path(self.paths[path]) for path in paths):
            return False
        return self.urls[first].partition("?")[0] == self.urls[url].partition("?")[0]

    def shuffle_key(self, url: int) -> int:
        """Return a URL's place in a pseudo-random order that is the same in every run, whatever the host."""
        return crc32(self.urls[url].partition("://")[2].partition("/")[2].encode())

    def inbound(self) -> Inbound:
        """Return what the samples' inbound links have in common, with the pages that are linked in the same way."""
        shared = set.intersection(*map(self._paths_to, self.samples))
        by_path = {self.paths[p]: self._as_pages(self._targets_by_path[p]) for p in sorted(shared)}
        by_collection = self._collections(shared)
        kinds = [one for one in by_collection if self._is_list_of_kind(*one)]
        return Inbound(by_path, by_collection, self._lists(), kinds, self._standing(shared))

    def _standing(self, paths: set[int]) -> dict[str, list[int]]:
        """Return the pages that have links at some paths."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for page, out in self.outlinks.items():
            if page in self._page_of:
                for path in paths.intersection(out.paths):
                    found[self.paths[path]].append(self._page_of[page])
        return found

    def _is_list_of_kind(self, url: str, place: str) -> bool:
        """Return whether a list stands on a page that is called after things of one kind, and is all that the page has there."""
        page, number = self._number[url], int(place.rpartition(" ")[2])
        if page not in self._naming_kinds:
            return False
        *earlier, (path, _) = self.outlinks[page].lists[: number + 1]
        return all(other != path for other, _ in earlier)

    def _lists(self) -> list[ListedPages]:
        """Return all lists of links: what one page links to in one list, if these are several."""
        sizes: dict[tuple[int, ...], int] = {}
        stands_on: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
        for page, out in self.outlinks.items():
            at_path: dict[int, int] = {}  # how many different pages all lists at a path name
            for path, held in out.lists:
                targets = {self.duplicates.get(target, target) for target in held}
                size = at_path.setdefault(path, len(targets))  # all of them together come first
                if len(targets) >= FEWEST and (pages := tuple(self._as_pages(targets))):
                    sizes[pages] = min(size, sizes.get(pages, size))
                    stands_on[pages].append(self._page_of.get(page, 0))
        total = len(self.pages)
        kept = list(sizes)
        if len(kept) > MAX_LISTS:
            samples = {self._page_of[sample] for sample in self.samples}
            kept.sort(key=lambda pages: (samples.isdisjoint(pages), -len(pages), pages))
        return [
            ListedPages(as_bits(pages, total), sizes[pages], as_bits(stands_on[pages], total))
            for pages in kept[:MAX_LISTS]
        ]

    def lists_of_samples(self) -> Iterator[set[int]]:
        """Yield the URLs on one list of a page, if a sample is among them."""
        samples = {*self.samples, *self._aliases}
        for page in self._linking_to_samples:
            for _, held in self.outlinks[page].lists:
                if not samples.isdisjoint(held):
                    yield set(held)

    def list_at(self, url: str, place: str) -> tuple[int, int, set[int]]:
        """Return a list that is given by its page, and its path and number there: page and path in numbers, and the URLs that it names."""
        page, number = self._number[url], int(place.rpartition(" ")[2])
        path, held = self.outlinks[page].lists[number]
        return page, path, {self.duplicates.get(target, target) for target in held}

    def _paths_to(self, sample: int) -> set[int]:
        aliases = (url for url in self._aliases if self.duplicates[url] == sample)
        return set().union(*(self.inlink_paths[url] for url in (sample, *aliases)))

    def _collections(self, shared: set[int]) -> dict[tuple[str, str], list[int]]:
        """Return the lists of links that hold all samples, by their page, path and number."""
        found = {}
        for page in self._linking_to_samples:
            for number, (path, held) in enumerate(self.outlinks[page].lists):
                targets = {self.duplicates.get(target, target) for target in held}
                if path in shared and targets.issuperset(self.samples):
                    key = self.urls[page], f"{self.paths[path]} {number}"
                    found[key] = self._as_pages(targets)
        return found

    def _as_pages(self, urls: set[int]) -> list[int]:
        pages = {self.duplicates.get(url, url) for url in urls}
        return sorted(self._page_of[page] for page in pages if page in self._page_of)


def _names_of(page: Page) -> Iterator[str]:
    """Yield what a page may be called: the last part of its address that says something, and its headline or title."""
    levels = page.url.partition("://")[2].partition("?")[0].rstrip("/").split("/")[1:]
    stems = [level.rpartition(".")[0] or level for level in levels]
    yield next((stem for stem in reversed(stems) if stem not in {"index", "default"}), "")
    yield headline_of(page) or _SITE_NAME.split(page.title)[0]


def _lists_of(
    held: Mapping[tuple[int, int], Iterable[int]],
) -> "list[tuple[int, array[int]]]":
    """Return the lists of a page, given the targets by path and number of the list.

    What all lists at one path hold together is one, too, and comes first: a page may list all commands in several tables.
    """
    by_path: defaultdict[int, list[Iterable[int]]] = defaultdict(list)
    for (path, _), targets in held.items():
        by_path[path].append(targets)
    found: list[tuple[int, array[int]]] = []
    for path, lists in by_path.items():
        if len(lists) > 1:
            found.append((path, array("I", dict.fromkeys(chain.from_iterable(lists)))))
        found += ((path, array("I", targets)) for targets in lists)
    return [(path, targets) for path, targets in found if len(targets) >= FEWEST]
