"""Wrappers for the demo shop's products: learned in pagekin's two ways, and one written by hand."""

from collections.abc import Sequence

from bench.extraction.shop_pages import Product
from pagekin.errors import UsageError
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper, by_example, by_itself
from pagekin.wrappers.by_example import Example

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
        # One value of a list does not show that it is one: a page with several is taken for those.
        several = [i for i in range(len(learned)) if len(learned[i].values(name)) > 1]
        having = several or [fullest, *range(len(learned))]
        page = next(i for i in having if learned[i].values(name))
        for number, text in enumerate(learned[page].columns[name], 1):
            path = _SHOWN_AT.get(name)
            examples.append(Example(page, name, text, path and path.format(number)))
    try:
        return by_example.induce(pages, examples)
    except UsageError as error:
        print(f"by-example, all attributes: {error}")
        return by_example.induce(pages, [one for one in examples if one.xpath is None])


def by_hand(_: Sequence[Product]) -> Wrapper:
    """Return what a person may have written: one path a field, on the classes of the day."""

    def field(
        name: str, kind: str, path: str, *, many: bool = False, optional: bool = False
    ) -> Field:
        return Field(name, kind, (Locator(path, Anchor.NAME),), many=many, optional=optional)

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
        field("old_price", "price", '//span[@class="pdp-price__was"]', optional=True),
        field("discount", "percentage", '//span[@class="badge badge--sale"]', optional=True),
        field("availability", "availability", '//span[@class="pdp-stock__text"]'),
        field("breadcrumbs", "link", '//a[@class="breadcrumb__link"]', many=True),
        field("description", "text", '//section[@id="description"]//p', many=True),
        field("highlights", "text", '//li[@class="pdp-highlights__item"]', many=True),
        field("gtin", "identifier", '//th[.="EAN"]/following-sibling::td[1]'),
    )
    return Wrapper((Bundle("page", fields), variants))
