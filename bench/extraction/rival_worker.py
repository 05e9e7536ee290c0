"""Runs one rival on one task: JSON on stdin, JSON on stdout. Knows nothing of pagekin.

In: {"rival", "learn": [{"html", "values": {attribute: [text, …]}}], "apply": [html, …]}.
Out: {"learn_seconds", "seconds", "runs": [{attribute: [[text, …] for each page]}, …]}; a rival with
several ways to apply what it learned has several runs, and the best one counts.
"""

import contextlib
import json
import sys
import time
from typing import Any

Sample = dict[str, Any]
Found = dict[str, list[str]]  # for each attribute the texts on a page
Result = tuple[float, float, list[list[Found]]]  # when it had learned, seconds, runs


def _autoscraper(learn: list[Sample], pages: list[str]) -> Result:
    from autoscraper import AutoScraper  # noqa: PLC0415 - each rival is imported where it is run

    scraper = AutoScraper()
    for sample in learn:
        scraper.build(html=sample["html"], wanted_dict=sample["values"], update=True)
    learned = time.perf_counter()
    exact = [scraper.get_result_exact(html=page, group_by_alias=True) for page in pages]
    done = time.perf_counter()
    similar = [
        scraper.get_result_similar(html=page, group_by_alias=True, unique=True) for page in pages
    ]
    return learned, done - learned, [exact, similar]


def _mlscraper(learn: list[Sample], pages: list[str]) -> Result:
    from mlscraper import RuleBasedSingleItemScraper  # noqa: PLC0415
    from mlscraper.training import SingleItemPageSample  # noqa: PLC0415

    # One scraper for each attribute: it gives up a whole page when one attribute is not there.
    scrapers = {}
    for name in {name: None for sample in learn for name in sample["values"]}:
        samples = [
            SingleItemPageSample(sample["html"].encode(), {name: sample["values"][name][0]})
            for sample in learn
            if name in sample["values"]
        ]
        scrapers[name] = RuleBasedSingleItemScraper.build(samples)
    rules = {name: scraper.classes_per_attr.get(name) for name, scraper in scrapers.items()}
    learned = time.perf_counter()
    results = [_selected(page, rules) for page in pages]
    return learned, time.perf_counter() - learned, [results]


def _selected(html: str, rules: dict[str, str | None]) -> Found:
    from mlscraper.parser import make_soup_page  # noqa: PLC0415

    page = make_soup_page(html.encode())
    found = {name: page.select(rule)[:1] if rule else [] for name, rule in rules.items()}
    return {name: [node.get_text() for node in nodes] for name, nodes in found.items()}


def _extruct(_learn: list[Sample], pages: list[str]) -> Result:
    import extruct  # noqa: PLC0415

    learned = time.perf_counter()
    syntaxes = ["json-ld", "microdata", "opengraph"]
    results = [
        _product(extruct.extract(page, syntaxes=syntaxes, uniform=True, errors="ignore"))
        for page in pages
    ]
    return learned, time.perf_counter() - learned, [results]


def _product(found: dict[str, list[dict[str, Any]]]) -> Found:
    """Return what a page declares of the first product on it."""
    objects = [one for syntax in found.values() for one in _all_objects(syntax)]
    product = next((one for one in objects if "Product" in _listed(one.get("@type"))), None)
    if product is None:
        return {}
    offers = [one for one in _listed(product.get("offers")) if isinstance(one, dict)]
    offers += [
        one
        for offer in offers
        for one in _listed(offer.get("priceSpecification"))
        if isinstance(one, dict)
    ]
    said: Found = {name: _texts(product.get(name)) for name in ("name", "sku", "image")}
    for name, keys in _OFFERED.items():
        said[name] = [text for offer in offers for key in keys for text in _texts(offer.get(key))]
    return said


_OFFERED = {
    "price": ("price", "lowPrice"),
    "currency": ("priceCurrency",),
    "availability": ("availability",),
}


def _all_objects(content: Any) -> list[dict[str, Any]]:
    if isinstance(content, list):
        return [one for part in content for one in _all_objects(part)]
    return [content, *_all_objects(content.get("@graph", []))] if isinstance(content, dict) else []


def _listed(content: Any) -> list[Any]:
    return content if isinstance(content, list) else [] if content is None else [content]


def _texts(content: Any) -> list[str]:
    if isinstance(content, dict):
        return _texts(content.get("url") or content.get("contentUrl"))
    if isinstance(content, list):
        return [text for part in content for text in _texts(part)]
    return [str(content)] if content not in (None, "") else []


def main() -> None:
    """Run the rival that the input names."""
    task = json.load(sys.stdin)
    began = time.perf_counter()
    rivals = {"autoscraper": _autoscraper, "mlscraper": _mlscraper, "extruct": _extruct}
    rival = rivals[task["rival"]]
    with contextlib.redirect_stdout(sys.stderr):
        learned, seconds, results = rival(task["learn"], task["apply"])
    runs = [
        {
            name: [list(map(str, result.get(name) or ())) for result in pages]
            for name in _names(task["learn"], pages)
        }
        for pages in results
    ]
    json.dump({"learn_seconds": learned - began, "seconds": seconds, "runs": runs}, sys.stdout)


def _names(learn: list[Sample], pages: list[Found]) -> dict[str, None]:
    """Return the attributes that were shown; those found, if none was."""
    shown = {name: None for sample in learn for name in sample["values"]}
    return shown or {name: None for found in pages for name in found}


if __name__ == "__main__":
    main()
