"""How fast ten fields are extracted, parsing included, beside XPaths written and compiled by hand.

    .venv/bin/python -m bench.extraction.speed

Both sides get the bytes of the same pages in the same run, in turns. The hand-written side does what
a careful person would do with lxml alone: one parser, ten compiled paths, joined and trimmed texts.
pagekin also finds the encoding, tells visible text apart and reads an integer, a date and a link.
"""

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from lxml import etree

from bench.corpus import Places
from bench.micro.figures import Figure, least_cpu_ms
from pagekin.dom.page import Page, parse_page
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper, by_example, by_itself
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_example import Example
from pagekin.wrappers.node_readings import text_of

_PAGES = 200
_ROUNDS = 7
_AT_LEAST = 0.6
_LEARNED_FROM = 50
_MOST_SECONDS = 10
_FIELDS = {
    "number": '//dl/dt[normalize-space()="PEP"]/following-sibling::dd[1]',
    "title": '//section[@id="pep-content"]/h1',
    "author": '//dt[starts-with(normalize-space(), "Author")]/following-sibling::dd[1]',
    "status": '//dt[starts-with(normalize-space(), "Status")]/following-sibling::dd[1]',
    "type": '//dt[starts-with(normalize-space(), "Type")]/following-sibling::dd[1]',
    "created": '//dt[starts-with(normalize-space(), "Created")]/following-sibling::dd[1]',
    "history": '//dt[starts-with(normalize-space(), "Post-History")]/following-sibling::dd[1]',
    "heading": "//h2",
    "page": "//head/title",
    "source": '//a[starts-with(normalize-space(), "https://github.com/")]',
}

_TYPES = {"number": "integer", "created": "date", "source": "link"}  # of the others: text


def speed_figure() -> Figure:
    """Measure both sides; the ratio is pagekin's share of the documents per second by hand."""
    bodies = _bodies(Places.from_environment().pages)
    own, by_hand = _own(), _by_hand()
    ratios, speeds = [], []
    for _ in range(_ROUNDS):
        hand_seconds, own_seconds = _seconds(by_hand, bodies), _seconds(own, bodies)
        ratios.append(hand_seconds / own_seconds)
        speeds.append((len(bodies) / own_seconds, len(bodies) / hand_seconds))
    return Figure(
        name="extract 10 fields",
        value=statistics.median(own for own, _ in speeds),
        unit="docs/s",
        rival="lxml by hand",
        rival_value=statistics.median(hand for _, hand in speeds),
        ratio=statistics.median(ratios),
        ratio_means="of the speed by hand",
        ratio_at_least=_AT_LEAST,
    )


def induction_figures() -> list[Figure]:
    """Measure how long both ways to learn take over 50 pages of about 1,000 elements."""
    pages = _middling_pages(Places.from_environment().pages)
    examples = [Example(0, name, text) for name, text in _shown(pages[0])]
    work = {
        "learn by example": lambda: by_example.induce(pages, examples),
        "learn by itself": lambda: by_itself.induce(pages),
    }
    return [
        Figure(name, least_cpu_ms(learn, times=2) / 1000, "s", at_most=_MOST_SECONDS)
        for name, learn in work.items()
    ]


def _middling_pages(corpus: Path) -> list[Page]:
    pages = []
    for file in sorted((corpus / "captures" / "peps").glob("pep-*/index.html")):
        page = parse_page(f"https://peps.example/{file.parent.name}", file.read_bytes())
        if 700 <= sum(1 for _ in page.root.iter("*")) <= 1500:
            pages.append(page)
        if len(pages) == _LEARNED_FROM:
            return pages
    return pages


def _shown(page: Page) -> list[tuple[str, str]]:
    """Return the values of the fields on a page, as a person would show them."""
    found = ((name, etree.XPath(path)(page.root)) for name, path in _FIELDS.items())
    texts = [(name, text_of(elements[0])) for name, elements in found if elements]
    return [(name, text) for name, text in texts if text]


def _bodies(corpus: Path) -> list[bytes]:
    files = sorted((corpus / "captures" / "peps").glob("pep-*/index.html"))
    return [file.read_bytes() for file in files[:: max(1, len(files) // _PAGES)]]


def _own() -> Callable[[bytes], object]:
    fields = tuple(
        Field(name, _TYPES.get(name, "text"), (Locator(path, Anchor.LABEL),), optional=True)
        for name, path in _FIELDS.items()
    )
    extractor = Extractor(Wrapper((Bundle("pep", fields),)))
    return lambda body: extractor.extract(parse_page("https://peps.example/", body))


def _by_hand() -> Callable[[bytes], object]:
    paths = {name: etree.XPath(path, smart_strings=False) for name, path in _FIELDS.items()}
    parser = etree.HTMLParser()

    def extract(body: bytes) -> dict[str, str | None]:
        root = etree.fromstring(body, parser)
        found = {name: path(root) for name, path in paths.items()}
        return {
            name: " ".join("".join(nodes[0].itertext()).split()) if nodes else None
            for name, nodes in found.items()
        }

    return extract


def _seconds(extract: Callable[[bytes], object], bodies: list[bytes]) -> float:
    began = time.process_time()
    for body in bodies:
        extract(body)
    return time.process_time() - began


if __name__ == "__main__":
    print(speed_figure())
    print(*induction_figures(), sep="\n")
    sys.exit(0)
