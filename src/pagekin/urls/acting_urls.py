"""URLs that do something when they are fetched: fill a cart, cast a vote, end a session.

No link should, but many do. What a URL does, its words say: a parameter whose name is a verb (`?add-to-cart=7`), an
action that is named (`?action=delete`, `?route=cart/add`), a verb beside what it fills (`/cart/add/7`), beside the
number of what is meant (`/delete?id=7`, `/post/7/vote`, `/vote/7`, `/rate/7?value=5`) or below what is a visitor's own (`/account/delete`),
the way into what is filled (`/do-kosiku/7`), or a secret that protects it (`_wpnonce`). A verb alone in a path is no sign:
commands of a manual are called `add` and `remove`, too; it takes the page that links there to tell (`dom/acting_links`).
Nor is a word in a title (`/compare-prices/`, `/add-ons/cart-plugin`).
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from urllib.parse import unquote_plus

from pagekin.urls.warning_words import (
    ACCOUNTS,
    ACTS,
    BESIDE_HOLDERS,
    DEEDS,
    FAREWELLS,
    HOLDERS,
    INTO,
    RATINGS,
    SECRETS,
    VERBS,
)
from pagekin.urls.word_table import WordTable, words

_VERBS, _HOLDERS, _FAREWELLS = WordTable(VERBS), WordTable(HOLDERS), WordTable(FAREWELLS)
_ACCOUNTS, _DEEDS, _INTO = WordTable(ACCOUNTS), WordTable(DEEDS), WordTable(INTO)
_BESIDE_HOLDERS, _RATINGS = WordTable(BESIDE_HOLDERS), WordTable(RATINGS)
_ACTS, _SECRETS = frozenset(ACTS.split()) | {"wcajax"}, tuple(SECRETS.split())
_SHORT = {"del", "rm"}  # for deleting: as a parameter, or what an action is called
_SEARCHES = {"q", "s", "query", "search", "term", "text", "keyword", "keywords", "find", "word"}
_PAGING = {"page", "p", "paged", "offset", "start", "limit", "v", "ver", "version", "year"}
_PIECES = re.compile(r"\d+:\d+")  # below a cart: which article, and how many
_SCRIPT = re.compile(r"\.(?:php|do|action|aspx?|jsp|cgi)$")  # not .html: that is a page about it
_FAREWELL = (
    2  # words of a level that says farewell, or is a verb: log-out, customer-logout, ta-bort
)
_LONGEST = 4  # words of a level that is an order: add-to-my-cart; titles of pages are longer
_PIECES_KEPT = (
    1024  # names and levels: thousands of links of a page may differ in their values only
)


@lru_cache(maxsize=16384)  # links of menus and lists come again and again
def acts(url: str) -> bool:
    """Whether a (canonical) URL does something by itself."""
    address, _, query = url.partition("?")
    if query and any(map(_pair_acts, query.split("&"))):
        return True
    path = address.split("/", 3)[3:]
    return bool(path) and _path_acts(path[0], query)


def names_verb(url: str) -> bool:
    """Whether a level of a URL's path, or what a parameter says, is a verb: a sign beside others, such as rel=nofollow."""
    address, _, query = url.partition("?")
    path = address.split("/", 3)[3:]
    values = (pair.partition("=")[2] for pair in query.split("&"))
    said = [_said(part) for part in (*(path[0].split("/") if path else ()), *values)]
    return any(0 < len(s) <= _LONGEST and any(map(_VERBS.has, (s[0], s[-1]))) for s in said)


@lru_cache(maxsize=16384)
def ends_with_verb(url: str) -> bool:
    """Whether the path of a URL is a verb below something else: a sign beside how the page names it that links there."""
    path = url.partition("?")[0].split("/", 3)[3:]
    folder, _, last = path[0].rstrip("/").rpartition("/") if path else ("", "", "")
    return bool(folder) and _is_verb(last) and not any(map(str.isdigit, last))


def _pair_acts(pair: str) -> bool:
    """Whether a parameter says that something is done."""
    name, _, value = pair.partition("=")
    said = _words(name)
    if not said:
        return False
    if _name_acts(name):
        return True
    whole, told = "".join(said), unquote_plus(value)
    if whole in _ACTS and any(_VERBS.has(word) or word in _SHORT for word in words(told)):
        return True
    return _is_acting_route(told) or (whole not in _SEARCHES and _says_farewell(told))


@lru_cache(maxsize=_PIECES_KEPT)
def _name_acts(name: str) -> bool:
    """Whether a parameter says by its name, whatever its value, that something is done."""
    said = _words(name)
    whole = "".join(said)
    if _VERBS.has(said[0]) or whole.startswith("addto") or whole in _SHORT or _says_farewell(name):
        return True
    if any(map(_HOLDERS.has, said)) and any(_acts_on_holder(word) for word in said):
        return True
    return any(secret in whole for secret in _SECRETS)


def _is_acting_route(value: str) -> bool:
    """Whether a parameter names what is done as a path, such as cart/add; one from the root says where to go then."""
    return "/" in value.strip("/") and value[0] != "/" and _path_acts(value, "")


def _path_acts(path: str, query: str) -> bool:
    levels = path.rstrip("/").split("/")
    if _says_farewell(levels[-1]) or any(map(_is_order, levels)):
        return True
    if any(map(_is_verb, levels)) and any(map(_holds, levels)):
        return True
    if any(_act_together(*pair) for pair in pairwise(levels)):
        return True
    if any(map(_leads_into, levels if query else levels[:-1])) or _gives_value(levels, query):
        return True
    if not _is_verb(levels[-1]):
        return False
    return (
        any(map(_names_one, query.split("&")))
        or bool(query and _SCRIPT.search(levels[-1]))
        or any(_ACCOUNTS.has("-".join(_said(level))) for level in levels[:-1])
    )


@lru_cache(maxsize=_PIECES_KEPT)
def _act_together(level: str, below: str) -> bool:
    """Whether a level and the one below it say what is done to what: vote/7, 7/vote, cart/clear, unsubscribe/ab12."""
    if below.isdigit():
        return _is_verb(level) or _says_farewell(level)
    if level.isdigit():
        return _is_verb(below) or (len(_said(below)) == 1 and _DEEDS.has(*_said(below)))
    if _holds(level):
        said = _said(below)
        return bool(_PIECES.fullmatch(below)) or (len(said) == 1 and _BESIDE_HOLDERS.has(*said))
    is_secret = any(map(str.isdigit, below)) and not below.endswith((".html", ".htm"))
    return is_secret and "-" not in below and _says_farewell(level)


def _gives_value(levels: Sequence[str], query: str) -> bool:
    """Whether something gets a value: rate/7?value=5, 7/rate?stars=4."""
    beside = (
        one if other.isdigit() else other
        for one, other in pairwise(levels)
        if one.isdigit() != other.isdigit()
    )
    rates = any(len(said := _said(level)) == 1 and _RATINGS.has(*said) for level in beside)
    return rates and any(map(_is_number, query.split("&")))


def _acts_on_holder(word: str) -> bool:
    return _VERBS.has(word) or _BESIDE_HOLDERS.has(word)


@lru_cache(maxsize=_PIECES_KEPT)
def _leads_into(level: str) -> bool:
    """Whether a level of a path is the way into what is filled, the verb left out: in-den-warenkorb, do-koszyka."""
    said = _said(level)
    return 1 < len(said) <= _LONGEST and _INTO.has(said[0]) and _HOLDERS.has(said[-1])


@lru_cache(maxsize=_PIECES_KEPT)
def _is_verb(level: str) -> bool:
    """Whether a level of a path is nothing but a verb, which may be two words: add, ta-bort."""
    said = _said(level)
    return 0 < len(said) <= _FAREWELL and _VERBS.has("-".join(said))


@lru_cache(maxsize=_PIECES_KEPT)
def _is_order(level: str) -> bool:
    """Whether a level of a path is an order that says where to: add-to-cart, cartAdd."""
    said = _said(level)
    if not 1 < len(said) <= _LONGEST:
        return False
    first, last = _VERBS.has(said[0]) or _VERBS.has("-".join(said[:2])), _VERBS.has(said[-1])
    return (first and _holds(level)) or (last and any(map(_HOLDERS.has, said)))


@lru_cache(maxsize=_PIECES_KEPT)
def _holds(level: str) -> bool:
    """Whether a level of a path ends with the word for what is filled: cart, product_compare."""
    said = _said(level)
    if not 0 < len(said) <= _LONGEST:
        return False
    if _HOLDERS.has(said[-1]):
        return True
    pair = said[-2:]  # wish-list, gio-hang; what begins with a holder is about it: compare-prices
    return len(pair) > 1 and not _HOLDERS.has(pair[0]) and _HOLDERS.has("-".join(pair))


def _names_one(pair: str) -> bool:
    """Whether a parameter says which one: id=7, product_id=9, item=54."""
    name, _, value = pair.partition("=")
    return bool(value) and (_words(name)[-1:] == ("id",) or _is_number(pair))


def _is_number(pair: str) -> bool:
    """Whether a parameter is a number, but not that of a page of a list."""
    name, _, value = pair.partition("=")
    return value.isdigit() and _PAGING.isdisjoint(_words(name))


def _says_farewell(text: str) -> bool:
    """Whether a text is nothing but the word for leaving, or for being written to."""
    said = _said(text)
    return 0 < len(said) <= _FAREWELL and (
        _FAREWELLS.has("-".join(said)) or (len(said) > 1 and _FAREWELLS.has(said[-1]))
    )


@lru_cache(maxsize=_PIECES_KEPT)
def _said(level: str) -> tuple[str, ...]:
    """Return the words of a level, without the namespace of a wiki and the ending of a script."""
    return tuple(words(unquote_plus(_SCRIPT.sub("", level)).rpartition(":")[2]))


@lru_cache(maxsize=_PIECES_KEPT)
def _words(name: str) -> tuple[str, ...]:
    """Return the words in the name of a parameter."""
    return tuple(words(unquote_plus(name)))
