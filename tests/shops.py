"""Small made-up sites, put together from pages of a few templates, for tests that need a certain shape.

A site is a dict of path → bytes; `table` gives it as the table of URL → bytes of a fake site.
"""

import asyncio
import random

import pytest

from pagekin.crawl import StructureDrivenCrawl
from pagekin.discovery import STRATEGIES, LearningTask
from pagekin.errors import NothingFoundError
from pagekin.navigation.crawler_file import dumps, loads
from pagekin.settings import Settings
from pagekin.site import Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope

ROOT = "http://shop.test"
MENU = ("/", "/news/", "/help/", "/about", "/contact", "/imprint")
ARTICLES, TOPICS = 16, 8
_SYLLABLES = ("ba", "de", "fi", "go", "ku", "la", "mo", "ne", "pi", "ru")
_WORDS = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty")


def url(path):
    return ROOT + path


def table(site):
    return {url(path): answer for path, answer in site.items()}


def word(number):
    return _WORDS[number % len(_WORDS)]


def name(number):
    """Give a thing a name of its own."""
    return "".join(_SYLLABLES[int(digit)] for digit in str(number * 7919 % 100_003))


def page(title, content, *, head="", menu=MENU):
    """Make a page with what all pages of the site have: a head, a menu, a foot."""
    items = "".join(f'<li><a href="{path}">{path.strip("/") or "home"}</a></li>' for path in menu)
    return (
        f"<html><head><title>{title}</title>{head}</head><body><header><ul class=menu>{items}</ul>"
        f"</header><main>{content}</main><footer><p>Shop & Co.</p></footer></body></html>"
    ).encode()


def links(paths, where="items"):
    """Make a list of links; `where` is the class of the list, and so part of the links' path."""
    return (
        f"<ul class={where}>" + "".join(f'<li><a href="{p}">{p}</a></li>' for p in paths) + "</ul>"
    )


def product(number, more="", *, head=""):
    """Make a product's page; the number of properties and paragraphs varies."""
    rows = "".join(
        f"<tr><th>{word(number + row)}</th><td>{row}</td></tr>" for row in range(2 + number % 3)
    )
    text = "".join(f"<p>Made of {word(number)}.</p>" for _ in range(1 + number % 3))
    return page(
        f"{name(number)} {number}",
        f"<article class=product><h1>{name(number)} {number}</h1><p class=price>€ {number}.50</p>"
        f"<form class=buy><button>Buy</button></form><div class=text>{text}</div>"
        f"<h2>Properties</h2><table class=facts>{rows}</table></article>{more}",
        head=head,
    )


def listing(title, paths, more=""):
    """Make a page that lists others."""
    return page(title, f"<section class=list><h1>{title}</h1>{links(paths)}</section>{more}")


def article(number, more=""):
    text = "".join(f"<p>It was a day in {word(number + n)}.</p>" for n in range(3 + number % 4))
    return page(
        f"News {number}",
        f"<div class=story><h1>Of {name(number)}</h1><p class=byline>by <em>{word(number + 5)}"
        f"</em></p>{text}</div>{more}",
    )


def surroundings():
    """Make what stands around: news, help, single pages."""
    articles = [f"/news/{n}-{name(n)}" for n in range(ARTICLES)]
    topics = [f"/help/{name(n)}" for n in range(TOPICS)]
    site = {
        "/news/": page("News", f"<h1>News</h1>{links(articles, 'stories')}"),
        "/help/": page("Help", f"<h1>Help</h1>{links(topics, 'topics')}"),
        "/about": page("About", "<h1>About</h1><div class=about><p>Since 1900.</p></div>"),
        "/contact": page(
            "Contact", "<h1>Contact</h1><form class=mail><textarea></textarea></form>"
        ),
        "/imprint": page("Imprint", "<h1>Imprint</h1><address>Here 1</address>"),
    }
    site |= {path: article(n) for n, path in enumerate(articles)}
    for path in topics:
        questions = "".join(f"<dt>Why {path}?</dt><dd>So.</dd>" for _ in range(len(path) % 4 + 1))
        site[path] = page("Help", f"<h1>Help with it</h1><dl class=faq>{questions}</dl>")
    return site


def product_paths(count, first=1):
    return [f"/p/{n}-{name(n)}" for n in range(first, first + count)]


def products(paths, more=lambda path: ""):
    """Make the products' pages for paths such as /p/7-heath; `more` stands below a product."""
    return {path: product(int(path.split("/")[-1].split("-")[0]), more(path)) for path in paths}


def home(*lists):
    return page("Shop", "<h1>Welcome</h1>" + "".join(lists))


def urls(paths):
    return {url(path) for path in paths}


class ShuffledSite(FakeSite):
    """A site whose responses come in any order."""

    async def fetch(self, url):
        for _ in range(random.randrange(10)):
            await asyncio.sleep(0)
        return await super().fetch(url)


def learn(site, *samples, entry=None, negatives=(), stop=None, scope=None, seeds=()):
    """Learn a crawler with strategy auto; samples, entry, negatives and seeds are paths."""
    around = scope or Scope.around(url(entry or samples[0]))
    task = LearningTask(
        tuple(map(url, samples)),
        entry and url(entry),
        around,
        tuple(map(url, negatives)),
        seeds=tuple(seed if "://" in seed else url(seed) for seed in seeds),
    )
    learning = STRATEGIES["auto"](site, task, Settings(), stop or Stop(), lambda _: None)
    return asyncio.run(learning).crawler


def crawl(site, crawler, stop=None):
    """Run a crawler as read back from its file; give the run and the targets' URLs."""

    async def work():
        run = StructureDrivenCrawl(site, loads(dumps(crawler)), stop or Stop())
        return run, [target.page.url async for target in run.targets()]

    return asyncio.run(work())


PRODUCTS = product_paths(100)
SAMPLE = PRODUCTS[30]


class Endless(dict):
    """A site that makes up further pages for as long as it is asked."""

    def __init__(self, site, make):
        super().__init__(table(site))
        self.make = make

    def get(self, address, default=None):
        made = self.make(address.removeprefix(url("")))
        return super().get(address, default if made is None else made)


def shop(shelves=5, more=lambda path: ""):
    """A shop of a hundred products on some shelves, which the home page names."""
    names = [f"/c/{name(n)}" for n in range(shelves)]
    site = surroundings() | products(PRODUCTS, more) | {"/": home(links(names, "shelves"))}
    return site | {shelf: listing(shelf, PRODUCTS[n::shelves]) for n, shelf in enumerate(names)}


class Outcome:
    """What learning and crawling a site came to."""

    def __init__(self, pages, sample=SAMPLE, entry="/", stop=None, later=None):
        pages = pages if isinstance(pages, Endless) else table(pages)
        site = FakeSite(pages)
        self.crawler = learn(site, sample, entry=entry, stop=stop)
        self.learned = self.crawler.learned
        self.learned_by = len(site.requests)
        crawled = FakeSite(pages if later is None else table(later))
        self.run, found = crawl(crawled, self.crawler)
        self.crawled_by = len(crawled.requests)
        self.found = set(found)
        assert len(found) == len(self.found)


def complaint(pages, sample=SAMPLE, entry="/", **more):
    """Give the message of a search that finds nothing, which the command line ends with exit code 3."""
    with pytest.raises(NothingFoundError) as caught:
        learn(FakeSite(table(pages)), sample, entry=entry, **more)
    assert caught.value.exit_code == 3
    return str(caught.value)
