"""A crawler of the demo shop's products, made by hand: home, departments, categories, lists, products."""

from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from pagekin.demo import ShopPageKind, truth
from pagekin.dom.features import Feature
from pagekin.navigation import ANY, TARGET, Crawler, LearningSummary, MapNode, Navigation, Step
from pagekin.navigation.crawler_file import dumps
from pagekin.similarity.membership_rule import MembershipRule
from pagekin.urls import Scope
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.model import Anchor, Locator

HUBS = ("/c/…/", "/c/*/…/", "/c/*/*/…/", "/c/*/*/*/*/…/")
PARTS = (("folder 1", "c"), ("folder 1", "p"))


def field(name, path, type_name="text", **more):
    return Field(name, type_name, (Locator(path, Anchor.NAME),), **more)


WRAPPER = Wrapper(
    (
        Bundle(
            "product",
            (
                field("name", ".//h1"),
                field("sku", ".//*[@itemprop='sku']", "identifier", key=True),
                field("price", ".//span[@class='pdp-price__current text-2xl font-bold']", "price"),
            ),
        ),
    )
)


def demo_crawler(server, *, wrapper=WRAPPER):
    """Make a crawler of the shop that a server serves; it finds what lists lead to."""
    home = server.url
    steps = [Step(ANY, form, shape=form) for form in HUBS]
    sample = next(page.path for page in truth(server.shop) if page.kind is ShopPageKind.PRODUCT)
    return Crawler(
        samples=(home.rstrip("/") + sample,),
        entry=home,
        scope=Scope(urlsplit(home).netloc),
        navigation=Navigation(
            (home,), (*steps, Step(ANY, TARGET, shape="/p/…")), PARTS, (*HUBS, "/p/…")
        ),
        membership=MembershipRule(((Feature("token", "h1.pdp-title"),),)),
        learned=LearningSummary(
            "auto", "2026-01-02T03:04:05+00:00", 9, 0, 9, 9, complete=True, ended=""
        ),
        map=(MapNode(home, 1, 0, ()),),
        wrapper=wrapper,
    )


def blog_crawler(server):
    """Make a crawler of the posts of the shop's blog."""
    hubs = ("/{word}/", "/blog/*/…/")
    steps = [Step(ANY, form, shape=form) for form in hubs]
    return replace(
        demo_crawler(server, wrapper=Wrapper((Bundle("post", (field("title", ".//h1"),)),))),
        id="b109b109b109",
        samples=(server.url + "blog/1-how-to-choose-kettles/",),
        navigation=Navigation(
            (server.url,),
            (*steps, Step(ANY, TARGET, shape="/blog/…/")),
            (("folder 1", "blog"),),
            (*hubs, "/blog/…/"),
        ),
        membership=MembershipRule(((Feature("token", "div.post__body"),),)),
    )


def write_demo_crawler(server, folder, **options):
    """Write a crawler of the shop to a file and give its path."""
    return write_crawler(demo_crawler(server, **options), Path(folder) / "crawler.json")


def write_crawler(crawler, path):
    path.write_text(dumps(crawler), encoding="utf-8")
    return path
