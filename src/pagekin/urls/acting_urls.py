"""URLs that do something when they are fetched: fill a cart, cast a vote, end a session.

No link should, but many do. What a URL does, its words say: a parameter whose name is a verb (`?add-to-cart=7`), an
action that is named (`?action=delete`), a verb beside what it fills (`/cart/add/7`), beside the number of what is
meant (`/delete?id=7`, `/post/7/vote`) or below what is a visitor's own (`/account/delete`), or a secret that protects
it (`_wpnonce`). A verb alone in a path is no sign: commands of a manual are called `add` and `remove`, too; it takes the
page that links there to tell (`dom/acting_links`). Nor is a word in a title (`/compare-prices/`, `/add-ons/cart-plugin`).
"""

import re
from functools import lru_cache
from urllib.parse import unquote_plus

from pagekin.urls.warning_words import ACCOUNTS, ACTS, FAREWELLS, HOLDERS, SECRETS, VERBS
from pagekin.urls.word_table import WordTable, words

_VERBS, _HOLDERS, _FAREWELLS = WordTable(VERBS), WordTable(HOLDERS), WordTable(FAREWELLS)
_ACCOUNTS = WordTable(ACCOUNTS)
_ACTS, _SECRETS = frozenset(ACTS.split()) | {"wcajax"}, tuple(SECRETS.split())
_SCRIPT = re.compile(r"\.(?:php|do|action|aspx?|jsp|cgi)$")  # not .html: that is a page about it
_FAREWELL = 2  # words of a level that says farewell: log-out, customer-logout
_LONGEST = 4  # words of a level that is an order: add-to-my-cart; titles of pages are longer


@lru_cache(maxsize=16384)  # links of menus and lists come again and again
def acts(url: str) -> bool:
    """Whether a (canonical) URL does something by itself."""
    address, _, query = url.partition("?")
    if query and any(map(_pair_acts, query.split("&"))):
        return True
    path = "".join(address.split("/", 3)[3:])
    return _path_acts(path) or (_is_verb(_last(path)) and any(map(_names_one, query.split("&"))))


def names_verb(url: str) -> bool:
    """Whether a level of a URL's path is a verb: a sign beside others, such as rel=nofollow."""
    path = url.partition("?")[0].split("/", 3)[3:]
    said = [_said(level) for level in path[0].split("/")] if path else []
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
    if _name_acts(name):
        return True
    if "".join(_words(name)) not in _ACTS:
        return False
    return any(map(_VERBS.has, _words(value))) or _says_farewell(value)


@lru_cache(maxsize=1024)  # thousands of links of a page may differ in their values only
def _name_acts(name: str) -> bool:
    """Whether a parameter says by its name, whatever its value, that something is done."""
    said = _words(name)
    if not said:
        return False
    if _VERBS.has(said[0]) or "".join(said[:2]) == "addto" or _says_farewell(name):
        return True
    whole = "".join(said)
    if whole in _ACTS:
        return False
    if any(map(_VERBS.has, said)) and any(map(_HOLDERS.has, said)):
        return True
    return any(secret in whole for secret in _SECRETS)


@lru_cache(maxsize=1024)
def _path_acts(path: str) -> bool:
    """Whether a path says that something is done, whatever is asked of it."""
    levels = path.rstrip("/").split("/")
    if _says_farewell(levels[-1]) or any(map(_is_order, levels)):
        return True
    if any(map(_is_verb, levels)) and any(map(_holds, levels)):
        return True
    if not _is_verb(levels[-1]):
        return False
    before = levels[:-1]
    return (before[-1:] != [] and before[-1].isdigit()) or any(
        _ACCOUNTS.has("-".join(_said(level))) for level in before
    )


def _last(path: str) -> str:
    """Return the last level of a path."""
    return path.rstrip("/").rpartition("/")[2]


@lru_cache(maxsize=1024)
def _is_verb(level: str) -> bool:
    """Whether a level of a path is nothing but a verb."""
    said = _said(level)
    return len(said) == 1 and _VERBS.has(said[0])


def _is_order(level: str) -> bool:
    """Whether a level of a path is an order that says where to: add-to-cart, cartAdd."""
    said = _said(level)
    if not 1 < len(said) <= _LONGEST:
        return False
    first, last = _VERBS.has(said[0]), _VERBS.has(said[-1])
    return (first and _holds(level)) or (last and any(map(_HOLDERS.has, said)))


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
    """Whether a parameter says which one: id=7, product_id=9."""
    name, _, value = pair.partition("=")
    return bool(value) and _words(name)[-1:] == ("id",)


def _says_farewell(text: str) -> bool:
    """Whether a text is nothing but the word for leaving, or for being written to."""
    said = _said(text)
    return 0 < len(said) <= _FAREWELL and (
        _FAREWELLS.has("-".join(said)) or (len(said) > 1 and _FAREWELLS.has(said[-1]))
    )


def _said(level: str) -> tuple[str, ...]:
    return _words(_SCRIPT.sub("", level))


@lru_cache(maxsize=1024)
def _words(text: str) -> tuple[str, ...]:
    """Return the words of a piece of a URL."""
    return tuple(words(unquote_plus(text)))
