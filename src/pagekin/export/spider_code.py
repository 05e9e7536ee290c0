"""The spider of an exported project: where it starts, what it follows, as code."""

from collections.abc import Iterator
from dataclasses import fields

from pagekin.export.literals import comment, literal
from pagekin.export.parts.addresses import SiteScope
from pagekin.navigation import Crawler
from pagekin.navigation.sentences import sentences

_SPIDER = '''"""Finds the pages like {sample}, and yields their data.

{navigation}
"""

from collections.abc import AsyncIterator
from typing import Any

import scrapy
from scrapy.http import Response, TextResponse

from {package}.following import ANY, TARGET, Follow, KnownPages, SiteSteps
from {package}.pages import {page}
from {package}.addresses import Forms, SiteScope

STARTS = {starts}
SCOPE = {scope}
FORMS = Forms(
    parts={parts},
    plain={plain},
)
STEPS = SiteSteps(
    SCOPE,
    FORMS,
    [
{steps}    ],
)
_HUBS_FIRST = 1_000_000  # lists are read before they shift


class {name}Spider(scrapy.Spider):
    """Finds the pages and yields an item for each."""

    name = "{spider}"

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.pages = KnownPages()
        self.found: dict[str, bool] = {{}}  # URLs, and whether as a page that leads to others
        self.taken: set[str] = set()

    async def start(self) -> AsyncIterator[Any]:
        """Begin at the pages that lead to all others."""
        for url in STARTS:
            self.found[url] = True
            yield self._request(url, url, 0)

    async def parse(  # what scrapy-poet makes of the page is an argument
        self, response: Response, page: {page}, asked: str, kind: str, depth: int
    ) -> AsyncIterator[Any]:
        """Look at a page: yield its item if it is one of those wanted, and follow its links."""
        url = page.address
        is_known_elsewhere = url != asked and url in self.found
        if asked in self.taken or is_known_elsewhere or not isinstance(response, TextResponse):
            return
        self.taken.add(asked)
        self.found.setdefault(url, True)
        if SCOPE.follow(url) is None:  # it was redirected to another site
            return
        is_wanted = {is_wanted}
        if is_wanted and self.pages.is_new(page.root, url, response.body):
            yield await page.to_item()
        if url != asked and kind == TARGET and not is_wanted:
            return
        kinds = {{TARGET}} if is_wanted else {{kind}} - {{TARGET}}
        if kind == asked:  # a start
            kinds |= {{asked}} if is_wanted else {{asked, STEPS.form(url)}}
        for link, leads_to in STEPS.followed(page.links(), kinds):
            is_hub = leads_to != TARGET
            if link not in self.found or (is_hub and not self.found[link]):
                self.found[link] = is_hub
                yield self._request(link, leads_to, depth + 1)

    def _request(self, url: str, kind: str, depth: int) -> scrapy.Request:
        priority = (_HUBS_FIRST if kind != TARGET else 0) - depth
        arguments = {{"asked": url, "kind": kind, "depth": depth}}
        return scrapy.Request(
            url, self.parse, cb_kwargs=arguments, priority=priority, dont_filter=True
        )
'''


def spider_code(crawler: Crawler, package: str, page: str, spider: str) -> str:
    """Return the module with the spider."""
    navigation = crawler.navigation
    return _SPIDER.format(
        sample=comment(crawler.samples[0]),
        navigation="\n".join(map(comment, sentences(crawler))),
        package=package,
        page=page,
        name=page.removesuffix("Page") or "Wanted",
        spider=spider,
        starts=_listed(map(literal, navigation.starts), 0),
        scope=_scope(crawler),
        parts=_listed((literal(tuple(part)) for part in navigation.parts), 4),
        plain=_listed(map(literal, navigation.plain), 4),
        steps="".join(f"        {step},\n" for step in _steps(crawler)),
        is_wanted="page.is_wanted()" if crawler.membership else "kind == TARGET",
    )


def _listed(entries: Iterator[str], indent: int) -> str:
    space = " " * indent
    inside = "".join(f"{space}    {entry},\n" for entry in entries)
    return f"[\n{inside}{space}]" if inside else "[]"


def _scope(crawler: Crawler) -> str:
    known = {one.name: one.default for one in fields(SiteScope)}
    said = {name: getattr(crawler.scope, name) for name in known}
    told = [f"{name}={literal(value)}" for name, value in said.items() if value != known[name]]
    return f"SiteScope({', '.join(told)})"


def _steps(crawler: Crawler) -> Iterator[str]:
    constants = {"any": "ANY", "target": "TARGET"}
    for step in crawler.navigation.steps:
        if step.fills_in:
            continue
        ends = f"{constants.get(step.source, literal(step.source))}, {constants.get(step.to, literal(step.to))}"
        links = (
            f"pattern={literal(step.pattern.regex)}"
            if step.pattern
            else f"form={literal(step.shape)}"
        )
        path = f", path={literal(step.path)}" if step.path else ""
        yield f"Follow({ends}, {links}{path})"
