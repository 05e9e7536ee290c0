"""A small shop that changes from day to day, for trying everything offline.

    with serve(Shop(products=500)) as server:
        ...                    # crawl server.url
        server.day = 2         # prices changed, products came and went
    for entry in truth(Shop(products=500)):
        ...                    # entry.path, entry.kind, entry.values

Everything about a product on a day is a pure function of the shop's seed, the product and the day:
a shop of a million products takes no more memory than one of a hundred.
"""

from pagekin.demo.messages import Request, Response
from pagekin.demo.page_kinds import ShopPageKind
from pagekin.demo.server import Logged, Server, run, serve
from pagekin.demo.shop import DRASTIC_CHANGE_DAY, SLIGHT_CHANGE_DAY, Shop
from pagekin.demo.shop_model.life import BREAK_DAY, REPAIR_DAY
from pagekin.demo.truth import Truth, truth

__all__ = [
    "BREAK_DAY",
    "DRASTIC_CHANGE_DAY",
    "REPAIR_DAY",
    "SLIGHT_CHANGE_DAY",
    "Logged",
    "Request",
    "Response",
    "Server",
    "Shop",
    "ShopPageKind",
    "Truth",
    "run",
    "serve",
    "truth",
]
