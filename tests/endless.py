"""Sites of a thousand products beside a trap: pages without end, made up as they are asked for.

A trap is a function from a path (with its query) to a page, or None for what is no part of it. What links
into it stands on every page of the shop.
"""

import hashlib
import random
import re
from urllib.parse import parse_qsl, urlencode

from shops import home, links, listing, name, page, product, product_paths, surroundings

COUNT = 1000
SHELVES = 20
A_PAGE = 10  # products on a page of a list
REAL = product_paths(COUNT)
_SHELF = re.compile(r"/c/(\w+)")
_SHELF_NAMES = [name(n + 5000) for n in range(SHELVES)]


def on_shelf(number):
    return REAL[number::SHELVES]


def numbered(paths, number):
    """Give what stands on one page of a list."""
    return paths[(number - 1) * A_PAGE : number * A_PAGE]


def pages_of(paths):
    return -(-len(paths) // A_PAGE)


def shelf(path, more="", *, extra="", endless=False):
    """Make a page of a shelf: ten products, and a link to the next page while there is one."""
    address, _, query = path.partition("?")
    match = _SHELF.fullmatch(address)
    if not match or match[1] not in _SHELF_NAMES:
        return None
    chosen = dict(parse_qsl(query))
    number = int(chosen.get("page", 1))
    paths = on_shelf(_SHELF_NAMES.index(match[1]))
    onward = []
    if endless or number < pages_of(paths):
        onward = [f"{address}?{urlencode({**chosen, 'page': number + 1})}"]
    return listing(f"Shelf {match[1]}", numbered(paths, number), links(onward, "next") + more)


def shop(more=lambda path: ""):
    """Make the shop's own pages but for its shelves; `more` stands on each of them."""
    site = surroundings()
    site["/"] = home(links([f"/c/{n}" for n in _SHELF_NAMES], "shelves"), more("/"))
    site |= {path: product(n + 1, more(path)) for n, path in enumerate(REAL)}
    return site


def calendar(path):
    """Months without end, each with its days; a day names nothing."""
    match = re.fullmatch(r"/calendar/(-?\d+)(?:/(\d+))?", path)
    if not match:
        return shelf(path)
    month = int(match[1])
    if match[2]:
        return page("Day", f"<p class=none>No events</p>{links([f'/calendar/{month}'], 'back')}")
    days = links([f"/calendar/{month}/{day}" for day in range(1, 29)], "days")
    return page(
        "Calendar", days + links([f"/calendar/{month - 1}", f"/calendar/{month + 1}"], "months")
    )


def offers(path):
    """Days without end, each with three of the products: hubs, but after a while of nothing new."""
    match = re.fullmatch(r"/offers/(\d+)", path)
    if not match:
        return shelf(path)
    day = int(match[1])
    some = random.Random(day).sample(REAL, 3)
    return listing(
        f"Offers of day {day}", some, links([f"/offers/{day + 1}", f"/offers/{day + 7}"], "days")
    )


def offers_of_the_past(path):
    """Days without end, each with three products that are there no more."""
    match = re.fullmatch(r"/offers/(\d+)", path)
    if not match:
        return shelf(path)
    day = int(match[1])
    gone = [f"/p/{5000 + 3 * day + n}-{name(day)}" for n in range(3)]
    return listing(f"Offers of day {day}", gone, links([f"/offers/{day + 1}"], "days"))


def repeated_last_page(path):
    """Lists that show their last page once more, whatever page beyond it is asked for."""
    address, _, query = path.partition("?")
    number = int(dict(parse_qsl(query)).get("page", 1))
    match = _SHELF.fullmatch(address)
    if not match or match[1] not in _SHELF_NAMES:
        return None
    paths = on_shelf(_SHELF_NAMES.index(match[1]))
    onward = links([f"{address}?page={number + 1}"], "next")
    return listing(f"Shelf {match[1]}", numbered(paths, min(number, pages_of(paths))), onward)


FACETS = {
    name: [f"{name[0]}{n}" for n in range(6)]
    for name in ("color", "size", "brand", "price", "stock", "rating")
}


def facets(path):
    """Shelves that can be narrowed down by six parameters in any combination."""
    address, _, query = path.partition("?")
    chosen = dict(parse_qsl(query))
    narrower = [
        f"{address}?{urlencode(sorted({**chosen, facet: value, 'page': 1}.items() - {('page', 1)}))}"
        for facet, values in FACETS.items()
        for value in values
        if chosen.get(facet) != value
    ]
    plain = {"page": chosen["page"]} if "page" in chosen else {}
    filters = {key: value for key, value in chosen.items() if key in FACETS}
    if not filters:
        return shelf(path, links(narrower, "facets"))
    match = _SHELF.fullmatch(address)
    if not match or match[1] not in _SHELF_NAMES:
        return None
    paths = [
        p
        for p in on_shelf(_SHELF_NAMES.index(match[1]))
        if all(
            hashlib.md5(f"{p}{f}".encode()).digest()[0] % 6 == int(v[1:])
            for f, v in filters.items()
        )
    ]
    del plain
    return listing(f"Shelf {match[1]}", paths, links(narrower, "facets"))


def sorts(path):
    """Lists that can be sorted by four columns, up and down, shown in three ways, ten or fifty at a time."""
    address, _, query = path.partition("?")
    chosen = dict(parse_qsl(query))
    others = [
        f"{address}?{urlencode({**chosen, key: value})}"
        for key, values in {
            "sort": "abcd",
            "dir": ("up", "down"),
            "view": "lgt",
            "per": "12",
        }.items()
        for value in values
    ]
    return shelf(path, links(others, "sort"))


def next_pages(path):
    """Lists that have a next page even when there is nothing left."""
    return shelf(path, endless=True)


def growing(path):
    """A relative link to a folder, on a page that is served everywhere below."""
    if not path.startswith("/more/"):
        return shelf(path)
    word = name(len(path) * 31 + path.count("/"))
    return page("More", links([f"{path}{word}/", f"{path}{word[::-1]}/"], "deep"))


def soft_404(path):
    """Whatever is not there is a page with status 200 that links to more that is not there."""
    known = shelf(path)
    if known is not None or path in _STATIC or not path.startswith("/old/"):
        return known
    folder = path.rsplit("/", 1)[0]
    word = name(sum(path.encode()) + len(path))
    missing = [f"{folder}/{word}/{n}.html" for n in range(5)]
    return page("Not found", f"<h1>Not found</h1><p>Perhaps here?</p>{links(missing, 'perhaps')}")


_STATIC = set(shop())


class Sessions:
    """Every link of every page carries a number that is new for every page that is served."""

    def __init__(self, write, read):
        self.write, self.read = write, read
        self.served = 0
        self.site = shop()

    def __call__(self, path):
        plain = self.read(path)
        body = self.site.get(plain) or shelf(plain)
        if body is None:
            return None
        self.served += 1
        session = hashlib.md5(str(self.served).encode()).hexdigest()[:12]
        return re.sub(
            rb'href="([^"]*)"',
            lambda m: f'href="{self.write(m[1].decode(), session)}"'.encode(),
            body,
        )


def in_query():
    return Sessions(
        lambda path, s: f"{path}{'&amp;' if '?' in path else '?'}s={s}",
        lambda path: re.sub(r"[?&]s=\w+", "", path),
    )


def in_path():
    return Sessions(lambda path, s: f"/s-{s}{path}", lambda path: re.sub(r"^/s-\w+(?=/)", "", path))


def as_parameter():
    return Sessions(
        lambda path, s: re.sub(r"(\?|$)", rf";token={s}\1", path, count=1),
        lambda path: re.sub(r";token=\w+", "", path),
    )
