"""Parsing, links, URL patterns, and a whole page: parsed, its links listed, compared with the sample."""

import re
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from typing import Any

from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor

from bench.corpus import Case
from bench.micro.figures import Figure, cpu_ms, least_cpu_ms, least_of_rounds
from bench.micro.pages import ORIGIN, RealPage, bare_parse
from pagekin.dom import parse_page
from pagekin.similarity import RTDMSim
from pagekin.urls import levels, url_pattern

_ROUNDS = 3
WHOLE_PAGE_MS = 6.0
_HEADERS = {"content-type": "text/html"}

Compare = Callable[[RTDMSim, Any], float]


def parsing(pages: list[RealPage]) -> Figure:
    """Compare parse_page with lxml alone."""
    ours = [least_cpu_ms(partial(parse_page, p.url, p.body, _HEADERS)) for p in pages]
    bare = [least_cpu_ms(partial(bare_parse, page.body)) for page in pages]
    return Figure(
        "parse",
        statistics.median(ours),
        "ms a page",
        "lxml alone",
        statistics.median(bare),
        ratio=statistics.median(mine / its for mine, its in zip(ours, bare, strict=True)),
        ratio_means="the time of the rival",
    )


def linking(pages: list[RealPage]) -> Figure:
    """Compare the list of links, after the parse, with Scrapy's link extractor."""

    def response(page: RealPage) -> HtmlResponse:
        made = HtmlResponse(page.url, body=page.body)
        made.selector.root  # noqa: B018 - parses it now rather than within the measurement
        return made

    extract = LinkExtractor().extract_links
    ours, theirs = [], []
    for page in pages:
        parsed = [parse_page(page.url, page.body, _HEADERS) for _ in range(_ROUNDS)]
        ours.append(min(cpu_ms(partial(getattr, one, "links")) for one in parsed))
        theirs.append(least_cpu_ms(partial(extract, response(page)), _ROUNDS))
    return Figure(
        "links",
        statistics.median(ours),
        "ms a page",
        "Scrapy's LinkExtractor",
        statistics.median(theirs),
        ratio=statistics.median(mine / its for mine, its in zip(ours, theirs, strict=True)),
        ratio_means="the time of the rival",
    )


def whole_page(pages: list[RealPage]) -> Iterator[Figure]:
    """Parse each page, list its links and compare it with the sample: in full, and as mapping does.

    Mapping only asks whether a page is similar enough, which for most other pages is known early.
    """
    bare = [least_cpu_ms(partial(bare_parse, page.body)) for page in pages]
    for name, compare in (("compared", RTDMSim.similarity), ("decided", RTDMSim.matches)):
        ours = least_of_rounds(_round(pages, compare) for _ in range(_ROUNDS))
        yield Figure(
            f"whole page, {name}",
            statistics.median(ours),
            "ms a page",
            "lxml's parse alone",
            statistics.median(bare),
            at_most=WHOLE_PAGE_MS,
            ratio=statistics.median(mine / its for mine, its in zip(ours, bare, strict=True)),
            ratio_means=f"the time of the rival ({len(pages)} pages of about 1,000 elements)",
        )


def _round(pages: list[RealPage], compare: Compare) -> list[float]:
    times: list[float] = []
    for _, group in groupby(pages, key=lambda page: page.case):
        together = list(group)
        # A new one in each round: what it remembers of a page would flatter the next round.
        kin = RTDMSim(parse_page(ORIGIN, together[0].sample, _HEADERS).root)
        times += [cpu_ms(partial(_work_through, page, kin, compare)) for page in together]
    return times


def _work_through(page: RealPage, kin: RTDMSim, compare: Compare) -> tuple[int, float]:
    parsed = parse_page(page.url, page.body, _HEADERS)
    return len(parsed.links), compare(kin, parsed.root)


def patterns(cases: list[Case]) -> Iterator[Figure]:
    """Learn a pattern from the URLs of each class, and match them all against it."""
    groups = [group for case in cases for group in _by_levels(case)]
    count = sum(map(len, groups))
    learned = [url_pattern(group) for group in groups]
    learning = least_cpu_ms(lambda: [url_pattern(group) for group in groups], _ROUNDS)
    yield Figure("URLPattern, learn", 1000 * learning / count, "µs a URL")
    compiled = [re.compile(pattern.regex) for pattern in learned]
    pairs = list(zip(learned, compiled, groups, strict=True))
    ours = least_cpu_ms(lambda: [p.matches(url) for p, _, group in pairs for url in group])
    bare = least_cpu_ms(lambda: [r.fullmatch(url) for _, r, group in pairs for url in group])
    yield Figure(
        "URLPattern, match",
        1000 * ours / count,
        "µs a URL",
        "Python's re, same pattern",
        1000 * bare / count,
        ratio=ours / bare,
        ratio_means="the time of the rival",
    )


def _by_levels(case: Case) -> list[list[str]]:
    groups: dict[int, list[str]] = defaultdict(list)
    for page in sorted(case.targets):
        url = ORIGIN + case.url_path(page)
        groups[len(levels(url))].append(url)
    return list(groups.values())
