"""The adaptive search: broad first, then by what each kind of link has yielded, until an audit finds nothing."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice

from pagekin.discovery.explored_site import NOWHERE, ExploredSite
from pagekin.discovery.link_classes import LIKELY, TRIES, LinkClass, LinkClasses
from pagekin.discovery.parameter_trials import ParameterTrials
from pagekin.discovery.target_views import TargetViews
from pagekin.dom import Page
from pagekin.dom.page_identity import fingerprint, name_of, named_as_canonical
from pagekin.dom.page_notes import is_hollow
from pagekin.dom.shown_digest import shown_digest
from pagekin.similarity.class_readings import ClassReading, readings, settled
from pagekin.similarity.membership import (
    MembershipDecision,
    SeenPages,
    decide,
    shifted,
    unlike,
)
from pagekin.similarity.membership_rule import KIN, rule_of, step_score
from pagekin.similarity.page_evidence import as_bits
from pagekin.site import BreadthFirst, Counts, Failure, Site, Stop, Watch
from pagekin.urls.redundant_parameters import Redundant, query_kind

# As long as nothing sets the sample apart, any page may show what does: so many are looked at.
UNDECIDED = 300
TWINS = 8  # pages with URLs of the sample's shape that are fetched before any label is trusted
CONFIRM = 20  # targets of one link class that are looked at
AUDIT = 40  # random others that are fetched before stopping
MENU = 20  # a collection of the entry page of up to this size is followed completely
MENUS = 400  # URLs at most, if there are very many collections
POPULAR = 0.1  # a URL that this share of all pages link to is fetched
_GROWTH = 1.5  # who is kin is decided again when there are so many times the pages
_GAIN = 0.2  # new likely targets per page from which on a class of hubs is worth following
_STEADY = 0.05  # the same if it lasts, and much is still to come: as little as navigation takes a step for
_MUCH = 0.05  # of the likely targets that are known
_RARE = 0.01  # kin among pages that nothing tells apart, for all of them to be looked at
_BARREN = 10  # pages on the way from the last one that brought anything
_NEARLY_ALL = 0.9
_FRUITLESS = (
    3  # audits in a row without news, after which ways that only might lead to kin are left alone
)
_BATCH = 16
_TOLD = 8  # kinds of URLs that those who watch hear of: a screen of them
# Taking stock takes time for every URL that is known, so a batch is at least one in so many of them.
_URLS_A_FETCH = 400
# Links of one page that may bring nothing, however different they look; as many more for each that is kin or leads there.
_VAIN = 250


class AdaptiveSearch:
    """A search for the kin of some samples, led by what is known of their site."""

    def __init__(
        self,
        site: Site,
        explored: ExploredSite,
        stop: Stop,
        watch: Watch,
        *,
        concurrency: int,
        redundancies: ParameterTrials | None = None,
    ) -> None:
        self.explored = explored
        self.entries: list[int] = []
        self.negatives: set[int] = set()
        self._weighs = False  # whether it goes by all readings, and by what is known not to be kin
        self.wider = 0
        self.readings: list[ClassReading] = []  # the classes that may be meant
        self.bodies: dict[int, bytes] = {}  # of the samples
        self.counts = Counts()
        self.stopped: str | None = None
        self.audited = 0
        self._site = site
        self._stop = stop
        self._watch = watch
        self.concurrency = concurrency
        self._decided_on = 0  # so many pages
        self._judged = 0
        self._known: set[int] = set()  # kin, and likely kin, at the last audit
        self._names: dict[int, int] = {}  # what pages call themselves, as fingerprints
        self.hollow: set[int] = set()  # pages with nothing on them, which are no samples
        self.views = TargetViews(explored)
        self._views: set[int] = set()
        self.classes: LinkClasses
        self.renamed: dict[str, str] = {}  # samples → the URLs under which the site links to them
        self._spellings: dict[int, int] = {}  # URLs that probably are a sample's → the sample
        self.redundancies = redundancies or ParameterTrials(site)
        self.redundancies.begin_again()
        self._shown: dict[int, bytes] = {}  # what pages show whose URLs have several parameters
        self._needless: list[Redundant] = []  # parameters that URLs turned out not to need
        self.redundant: list[
            Redundant
        ] = []  # the same, once the search should begin again without them
        self._fruitless = 0  # audits in a row that brought nothing new
        self._doubted = True  # whether likely kin have to be looked at

    def survey(self, *, settle: bool = False) -> None:
        """Take stock of all that is known now: who is kin, and which links lead to them.

        Deciding who is kin takes a while. Until there are a good part more pages, new ones are judged by the
        last decision, unless `settle` asks for another.
        """
        pages = len(self.explored.pages)
        if self._decided_on:
            self._views = self.views.among(self.members, self.classes.likely_targets())
        by_list = self._decided_on and self.decision.is_by_list  # which cannot be seen on a page
        if settle or by_list or pages >= _GROWTH * self._decided_on:
            self._decide()
            self._decided_on = self._judged = pages
        else:
            self._judge_new()
        self.members -= self._views
        self.classes = LinkClasses(self.explored, self.members | self._ways(), self._listed())
        self.counts.targets = len(self.members)
        self.counts.kinds = self.classes.largest_kinds(_TOLD)
        self._spellings = self.explored.other_spellings()
        self._within = self._find_within()

    def _decide(self) -> None:
        """Decide who is kin among the pages seen; what a person has said about further pages rules readings out."""
        explored = self.explored
        self._weighs |= len(explored.pages) >= UNDECIDED
        seen = SeenPages.of(explored.evidence, explored.inbound())
        decision = decide(seen, self._as_bits(self._views))
        if not decision.steps:
            decision = unlike(explored.evidence, self._numbers({*self.entries, *self.negatives}))
        if self._weighs:
            universe = seen.everything & ~self._as_bits(self._views)
            self.readings = readings(seen, decision, universe, self._as_bits(self.negatives))
            if decision.steps or len(explored.samples) > 1 or self.negatives:
                decision = settled(decision, self.readings)  # else nothing splits the pages
        self.decision: MembershipDecision = shifted(decision, self.wider)
        self._rule = rule_of(self.decision)
        bits = self.decision.bits & ~self._as_bits(self.negatives)
        self.members = {url for i, url in enumerate(explored.pages) if bits >> i & 1}

    def _numbers(self, urls: Collection[int]) -> Iterator[int]:
        """Yield the pages seen that are at some URLs."""
        return (number for number, url in enumerate(self.explored.pages) if url in urls)

    def _as_bits(self, urls: Collection[int]) -> int:
        return as_bits(self._numbers(urls), len(self.explored.pages))

    @property
    def lists(self) -> list[tuple[int, int, set[int]]]:
        """The lists that alone tell who is kin, by page and path, each with the URLs that it names; none if pages tell it."""
        if not self.decision.is_by_list:
            return []
        features = self.decision.steps[-1].column.features
        found = (feature.value.partition(" ") for feature in features)
        return [self.explored.list_at(url, place) for url, _, place in found]

    def _listed(self) -> set[int] | None:
        """Return the URLs that all of these lists name; None if there are none."""
        return set.intersection(*found) if (found := [urls for _, _, urls in self.lists]) else None

    def _judge_new(self) -> None:
        """Judge the pages that came since the last decision."""
        pages = self.explored.pages
        scores = self.scores(range(self._judged, len(pages)))
        self.members.update(pages[number] for number, score in scores if score >= KIN)
        self._judged = len(pages)

    def scores(self, numbers: Iterable[int]) -> Iterator[tuple[int, float]]:
        """Yield pages with their scores by the rule; from one half on they are kin."""
        evidence = self.explored.evidence
        holders = [[set(evidence.holders(f)) for f in step] for step in self._rule.steps]
        for number in numbers:
            steps = zip(self._rule.steps, holders, strict=True)
            scores = (step_score(step, [number in have for have in h]) for step, h in steps)
            yield number, min(scores, default=1.0)

    def _ways(self) -> set[int]:
        """Return the URLs that redirect to kin, unless nearly all of those are linked directly as well."""
        kin = {url: page for url, page in self.explored.duplicates.items() if page in self.members}
        direct = sum(bool(self.explored.inlink_paths.get(page)) for page in kin.values())
        return set(kin) if direct < _NEARLY_ALL * len(kin) else set()

    def _find_within(self) -> list[bool]:
        """Return for every URL whether it is near enough to what a person named, and to what paid.

        A chain of pages that bring nothing, each with links to further ones, is a trap; so is a page with very many
        links that bring nothing.
        """
        first, chance = self.explored.first, self.classes.chance
        brought = {page for url, page in enumerate(first) if chance[url] >= LIKELY}
        named = {*self.entries, *self.explored.samples}
        barren: list[int] = []
        for url, page in enumerate(first):
            starts = page == NOWHERE or url in named
            barren.append(0 if starts or page in brought else barren[page] + 1)
        vain = self._in_vain(brought)
        near = [
            b <= _BARREN and (page not in vain or url in named)
            for url, (b, page) in enumerate(zip(barren, first, strict=True))
        ]
        scope = self.explored.scope
        if not self._stop.max_depth and not scope.domains:
            return near
        return [
            is_near and not self._stop.too_deep(depth) and not scope.too_deep(url, depth)
            for url, depth, is_near in zip(
                self.explored.urls, self.explored.depths(named), near, strict=True
            )
        ]

    @property
    def ended_early(self) -> str | None:
        """Why not all was seen that could have been; None if it was."""
        if self.stopped or not self._stop.max_depth:
            return self.stopped
        depths = self.explored.depths({*self.entries, *self.explored.samples})
        unseen = (depth for url, depth in enumerate(depths) if url not in self.explored.done)
        return self._stop.at_depth if any(map(self._stop.too_deep, unseen)) else None

    def _in_vain(self, brought: set[int]) -> set[int]:
        """Return the pages whose links were tried often enough without bringing kin, or what leads to them."""
        explored, in_vain, paid = self.explored, Counter[int](), Counter[int]()
        for url in explored.done:
            page, final = explored.first[url], explored.duplicates.get(url, url)
            (paid if final in self.members or final in brought else in_vain)[page] += 1
        del in_vain[NOWHERE]
        return {page for page, count in in_vain.items() if count >= _VAIN * (1 + paid[page])}

    def __getstate__(self) -> dict[str, object]:
        """Return all that is known, without those who help to find out more: see `attach`."""
        helpers = ("_site", "_stop", "_watch")
        return {name: value for name, value in vars(self).items() if name not in helpers}

    def attach(self, site: Site, stop: Stop, watch: Watch) -> None:
        """Go on with a search whose state was kept, on a site that is open now."""
        self._site, self._stop, self._watch = site, stop, watch
        self.redundancies.attach(site)

    async def run(
        self,
        broken_off: Callable[[], bool] = lambda: False,
        keep: Callable[[], None] = lambda: None,
    ) -> None:
        """Search until nothing is worth fetching and an audit confirms that, or until stopped.

        `keep` is called whenever the state is one to go on from.
        """
        if not self._decided_on:  # else it goes on from such a state
            self.survey()
        while not self.stopped and not broken_off():
            keep()
            if await self._find_redundant():
                break
            wanted = list(islice(self._wanted(), self._batch()))
            if wanted:
                await self.fetch(wanted)
                if not self.stopped:  # then stock is taken below, once and for all
                    self.survey()
            elif self._decided_on < len(self.explored.pages):
                self.survey(settle=True)
            elif await self._audit() and not self._changes_by_weighing():
                return
        self._weighs = True
        self.survey(settle=True)

    def _changes_by_weighing(self) -> bool:
        """Go by all readings from now on, and by what a person has said is not kin; return whether others are kin then.

        Before that, enough has to be seen: of few pages readings say little, and what a person says is said of the whole site.
        """
        if self._weighs:
            return False
        self._weighs = True
        known = self.members
        self.survey(settle=True)
        return self.members != known

    def _batch(self) -> int:
        """Return how many pages are fetched before stock is taken again."""
        explored = self.explored
        return max(_BATCH, len(explored.pages) // 4, len(explored.urls) // _URLS_A_FETCH)

    async def _find_redundant(self) -> bool:
        """Look for parameters that URLs do not need, and return whether to begin again without them."""
        redundancies, kin = self.redundancies, self.members
        self._needless += await redundancies.find(self._shown, self.explored, kin)
        if redundancies.worth_a_restart(self._needless, self.explored, kin):
            self.redundant = self._needless
        return bool(self.redundant)

    async def _audit(self) -> bool:
        """Fetch some pages at random, likely kin and others, and return whether the search can end.

        It can if the others bring neither new kin nor new ways to kin, and likely kin are what they are taken for (they
        are looked at again if it turned out that many more, or less, are kin than it seemed). Ways
        that only might lead to some are tried after an audit, but not for ever. As long as nothing sets the sample
        apart, it cannot end.
        """
        known = self.members | self.classes.likely_targets()
        self._fruitless = self._fruitless + 1 if known <= self._known else 0
        self._known = known
        undecided = not self.decision.steps and len(self.explored.pages) < UNDECIDED
        unseen = self.explored.frontier()
        open_urls = [url for url in unseen if self._within[url] and not self._is_view(url)]
        open_urls.sort(key=self.explored.shuffle_key)
        others = [url for url in self._untried_first(open_urls) if url not in known][:AUDIT]
        likely = [url for url in open_urls if url in known and self._doubted][:AUDIT]
        await self.fetch([*others, *likely])
        self.audited += len(others)
        self.survey(settle=True)
        now = self.members | self.classes.likely_targets()
        self._doubted = len(known ^ now) > _MUCH * len(known)
        if not others and not likely:
            return True
        if undecided or now - known or self._doubted:
            return False
        return self._fruitless >= _FRUITLESS or not any(True for _ in self._wanted())

    def _untried_first(self, urls: Iterable[int]) -> list[int]:
        """Return URLs, at first some of which each stands for a kind of links that was never followed."""
        tried = {key for key, link_class in self.classes.by_key.items() if link_class.fetched}
        first: list[int] = []
        rest: list[int] = []
        for url in urls:
            keys = self.classes.keys(url)
            is_untried = len(first) < AUDIT / 2 and tried.isdisjoint(keys)
            (first if is_untried else rest).append(url)
            if is_untried:
                tried.update(keys)
        return first + rest

    async def fetch(self, urls: Iterable[int]) -> None:
        """Fetch pages concurrently and note them in the given order."""
        queue: BreadthFirst[int] = BreadthFirst(
            self._site, self._stop, ahead=2 * self.concurrency, merge=False
        )
        queue.visited = self.counts.pages
        for url in urls:
            if url not in self.explored.done:
                queue.add(self.explored.urls[url], url)
        async for visit in queue:
            if isinstance(visit.result, Failure):
                self.counts.failed += 1
                self.explored.fail(visit.note)
            elif visit.note not in self.explored.done:
                self._add(visit.note, visit.result)
            self.counts.pages = queue.visited
            self.counts.queued = len(self.explored.urls) - len(self.explored.done)
            self._watch(self.counts)
            del visit  # with its page, whose memory the next one may need
        self.stopped = queue.stopped or self._stop.reason(self.counts.pages)

    def _add(self, url: int, page: Page) -> None:
        """Note a page, under its canonical URL if that is the same but for the query."""
        explored, name = self.explored, fingerprint(name_of(page))
        named = explored.scope.follow(named_as_canonical(page) or "")
        if named and named.partition("?")[0] == page.url.partition("?")[0]:
            number = explored.number(named, explored.first[url])
            is_there = number in explored.done or number in explored.inlink_paths
            if is_there and self._names.get(number, name) == name:
                page = page.under(named)
        if url in self._spellings:
            self._compare(self._spellings[url], explored.urls[url], page)
        if query_kind(page.url):
            self._shown[explored.number(page.url, explored.first[url])] = shown_digest(page)
        if explored.add(url, page):
            number = explored.duplicates.get(url, url)
            self._names[number] = name
            self.views.see(number, page)
            if is_hollow(page):
                self.hollow.add(number)

    def _compare(self, sample: int, url: str, page: Page) -> None:
        """Check whether a page is a sample that the site itself links to under this URL only."""
        if not self.explored.inlink_paths.get(sample) and page.body == self.bodies[sample]:
            self.renamed[self.explored.urls[sample]] = url

    def _wanted(self) -> Iterator[int]:
        """Yield the URLs worth fetching next, best first."""
        seen = set(self.explored.done)
        for url in self._worth_it():
            if url not in seen and self._within[url] and not self._is_view(url):
                seen.add(url)
                yield url

    def _is_view(self, url: int) -> bool:
        return self.explored.is_view(url, self.members)

    def _worth_it(self) -> Iterator[int]:
        yield from self._spellings
        shapes = self.classes.by_shape
        for shape in {self.classes.shape[sample]: None for sample in self.explored.samples}:
            yield from self._some(shapes[shape], TWINS)
        yield from self._beside_samples()
        yield from islice(self._menus(), MENUS * len(self.entries))
        yield from self._popular()
        ranked = sorted(self.classes.by_key.items(), key=lambda item: (-len(item[1].urls), item[0]))
        known = len(self.classes.likely_targets())
        for (_, shape), link_class in ranked:
            wanted = self._worth_it_in(link_class, shapes[shape], known)
            told = self.classes.told if link_class.gain < _GAIN else ()
            yield from (url for url in wanted if url not in told)
        yield from self._by_chance(known)

    def _worth_it_in(
        self, link_class: LinkClass, same_shape: LinkClass, known: int
    ) -> Iterator[int]:
        """Yield what is worth fetching of one link class, beside all of the same shape and the likely kin known."""
        chance, share = self.classes.chance, link_class.share
        if link_class.fetched < TRIES and link_class.gain < _GAIN:
            large = len(link_class.urls) >= TWINS
            if same_shape.fetched < TRIES or (large and not self._settled(same_shape)):
                yield from self._some(link_class, TRIES)
        elif share >= LIKELY and link_class.fetched < CONFIRM:
            yield from self._some(link_class, CONFIRM)
        elif link_class.gain >= _GAIN or _goes_on(link_class, known):
            urls = self._open(link_class)
            yield from (url for url in urls if share >= LIKELY or chance[url] < LIKELY)
        elif share >= _GAIN:  # of several pages one is kin, but which is not to be told
            yield from (url for url in self._open(link_class) if _GAIN <= chance[url] < LIKELY)

    def _beside_samples(self) -> Iterator[int]:
        """Yield some pages that the shortest list names that names a sample: no others are kin as often."""
        listed = min(self.explored.lists_of_samples(), key=len, default=set())
        left = sorted(listed - self.explored.done, key=self.explored.shuffle_key)
        yield from left[: max(0, TWINS - len(listed & self.explored.done))]

    def _by_chance(self, known: int) -> Iterator[int]:
        """Yield what stands beside kin that nothing but a look tells, if most kin are like that.

        Then a crawl has to look at all of it as well. It is not worth it for fewer than one in many.
        """
        untold = self.classes.untold_members()
        if len(untold) < 2 or 2 * len(untold) < len(self.members):
            return
        chance = self.classes.chance
        for link_class in self.classes.by_key.values():
            kin = sum(url in untold for url in link_class.urls)
            rate = kin / link_class.fetched if kin else 0.0
            if rate >= _RARE:
                left = [url for url in self._open(link_class) if chance[url] < LIKELY]
                if rate * len(left) >= max(1, _MUCH * known):
                    yield from left

    def _menus(self) -> Iterator[int]:
        """Yield what the entry pages link to in short collections: menus, tables of contents."""
        for page in self.entries:
            out = self.explored.outlinks.get(page)
            if out is None:
                continue
            groups: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
            for target, path in zip(out.targets, out.paths, strict=True):
                groups[path, self.classes.shape[target]].append(target)
            for urls in groups.values():
                if len(urls) <= MENU:
                    yield from urls

    def _some(self, link_class: LinkClass, enough: int) -> list[int]:
        return self._open(link_class)[: max(0, enough - link_class.fetched)]

    def _open(self, link_class: LinkClass) -> list[int]:
        """Return the URLs of a class that were not fetched, in an order that favours none."""
        left = (url for url in link_class.urls if url not in self.explored.done)
        return sorted(left, key=self.explored.shuffle_key)

    def _popular(self) -> Iterator[int]:
        """Yield the URLs that a good part of all pages link to: indices, site maps."""
        pages = len(self.explored.pages)
        if pages >= AUDIT:
            for url, degree in enumerate(self.explored.degree):
                if degree >= POPULAR * pages:
                    yield url

    def _settled(self, link_class: LinkClass) -> bool:
        """Return whether enough pages with such URLs were seen: all of them kin, none of them, or all missing."""
        done, failed = self.explored.done, self.explored.failed
        if all(url in failed for url in link_class.urls if url in done):
            return link_class.fetched >= TRIES
        return link_class.fetched >= CONFIRM / 2 and link_class.members in (0, link_class.fetched)


def _goes_on(link_class: LinkClass, known: int) -> bool:
    """Return whether pages of a class bring a target now and then, and so many are left that it adds up."""
    return link_class.rate >= _STEADY and link_class.promise >= _MUCH * known
