"""Follow the demo shop from day to day: `python -m bench.extraction.days --help`."""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bench.extraction.shop_pages import Product, Spelled, extracted, is_right, products
from pagekin.demo import Shop
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper, by_example, by_itself
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_example import Example

LEARNED_FROM = 40
_MAX_SHOWN = 3
# What stands in attributes only is shown by its path.
_SHOWN_AT = {"reviews.stars": '//ul[@class="reviews__list"]/li[{}]/@data-stars'}


def learn_by_itself(learned: Sequence[Product]) -> Wrapper:
    """Learn without any example."""
    return by_itself.induce([product.page() for product in learned])


def learn_by_example(learned: Sequence[Product]) -> Wrapper:
    """Learn each attribute from the page with the most of them, or the first that has it."""
    pages = [product.page() for product in learned]
    names = dict.fromkeys(name for product in learned for name in product.columns)
    fullest = max(range(len(learned)), key=lambda i: sum(map(bool, learned[i].columns.values())))
    examples = []
    for name in names:
        having = [fullest, *range(len(learned))]
        page = next(i for i in having if learned[i].columns.get(name))
        for number, text in enumerate(learned[page].columns[name], 1):
            path = _SHOWN_AT.get(name)
            examples.append(Example(page, name, text, path and path.format(number)))
    return by_example.induce(pages, examples)


def by_hand(_: Sequence[Product]) -> Wrapper:
    """Give what a person may have written: one path a field, on the classes of the day."""

    def field(name: str, kind: str, path: str, *, many: bool = False) -> Field:
        return Field(name, kind, (Locator(path, Anchor.NAME),), many=many, optional=True)

    variants = Bundle(
        "variants",
        (
            field("option", "text", './td[@class="pdp-variant__option"]'),
            field("price", "price", './td[@class="pdp-variant__price"]'),
        ),
        (Locator('//tr[@class="pdp-variant"]', Anchor.NAME),),
        optional=True,
    )
    info = '//div[starts-with(@class, "pdp-info")]'
    fields = (
        field("name", "text", f"{info}/h1"),
        field("sku", "identifier", '//div[@class="pdp-meta"]/span[@class="pdp-meta__value"]'),
        field("price", "price", '//span[contains(@class, "pdp-price__current")]'),
        field("old_price", "price", '//span[@class="pdp-price__was"]'),
        field("discount", "percentage", '//span[@class="badge badge--sale"]'),
        field("availability", "availability", '//span[@class="pdp-stock__text"]'),
        field("breadcrumbs", "link", '//a[@class="breadcrumb__link"]', many=True),
        field("description", "text", '//section[@id="description"]//p', many=True),
        field("highlights", "text", '//li[@class="pdp-highlights__item"]', many=True),
        field("gtin", "identifier", '//th[.="EAN"]/following-sibling::td[1]'),
    )
    return Wrapper((Bundle("page", fields), variants))


METHODS: dict[str, Callable[[Sequence[Product]], Wrapper]] = {
    "by-itself": learn_by_itself,
    "by-example": learn_by_example,
    "by-hand": by_hand,
}


@dataclass(slots=True)
class Score:
    """How often an attribute was exactly right, and the first pages where it was not."""

    source: str  # the field that was taken for the attribute
    right: int = 0
    looked: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, product: Product, got: Spelled, true: tuple[str, ...], day: int) -> None:
        """Count a page."""
        self.looked += 1
        if is_right(got, true):
            self.right += 1
        elif len(self.wrong) < _MAX_SHOWN:
            shown = [sorted(spellings) for spellings in got]
            self.wrong.append(f"day {day} {product.url}: expected {true}, got {str(shown)[:300]}")


class Follower:
    """Applies a wrapper to the shop's products; a page that stays the same is read once."""

    def __init__(self, wrapper: Wrapper) -> None:
        self._extractor = Extractor(wrapper)
        self._known: dict[tuple[str, bytes], dict[str, Spelled]] = {}

    def read(self, product: Product) -> dict[str, Spelled]:
        """Extract a product's page."""
        key = product.url, product.body
        if key not in self._known:
            self._known[key] = extracted(self._extractor.extract(product.page()))
        return self._known[key]


def best_fields(follower: Follower, learned: Sequence[Product]) -> dict[str, str]:
    """Choose for each attribute the field that is right on most of the pages learned from."""
    hits: dict[str, Counter[str]] = {}
    for product in learned:
        found = follower.read(product)
        for name, true in product.columns.items():
            counter = hits.setdefault(name, Counter())
            for source, got in found.items():
                counter[source] += is_right(got, true) * (2 if true else 1)
    return {name: counter.most_common(1)[0][0] for name, counter in hits.items() if counter}


def main(arguments: Sequence[str]) -> int:
    """Learn on day 1, extract on all days, compare with the truth."""
    parser = argparse.ArgumentParser(prog="python -m bench.extraction.days", description=__doc__)
    parser.add_argument("--products", type=int, default=300, help="[%(default)s]")
    parser.add_argument("--days", type=int, default=30, help="[%(default)s]")
    parser.add_argument("--method", choices=list(METHODS), help="only this one")
    options = parser.parse_args(arguments)
    shop = Shop(options.products)
    for method in METHODS if options.method is None else [options.method]:
        first = products(shop)
        learned = first[:: max(1, len(first) // LEARNED_FROM)][:LEARNED_FROM]
        follower = Follower(METHODS[method](learned))
        sources = best_fields(follower, learned)
        scores = {name: Score(source) for name, source in sources.items()}
        for day in range(1, options.days + 1):
            for product in products(shop.on(day)):
                found = follower.read(product)
                for name, score in scores.items():
                    score.add(
                        product, found.get(score.source, ()), product.columns.get(name, ()), day
                    )
        _print(method, scores)
    return 0


def _print(method: str, scores: dict[str, Score]) -> None:
    for name, score in scores.items():
        share = score.right / max(1, score.looked)
        print(f"{method:<11}{name:<22}{score.source:<34}{share:>8.2%} of {score.looked:,}")
        for wrong in score.wrong:
            print(f"    {wrong}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
