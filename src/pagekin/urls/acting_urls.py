"""URLs that do something when they are fetched: fill a cart, cast a vote, end a session.

No link should, but many do. What a URL does, its words say: a parameter whose name is a verb (`?add-to-cart=7`), an
action that is named (`?action=delete`), a verb beside what it fills (`/cart/add/7`), or a secret that protects
it (`_wpnonce`). A verb alone in a path is no sign: commands of a manual are called `add` and `remove`, too.
"""

import re
from functools import lru_cache
from urllib.parse import unquote_plus

from pagekin.urls.warning_words import ACTS, FAREWELLS, HOLDERS, SECRETS, VERBS
from pagekin.urls.word_table import WordTable, words, words_and_pairs

_VERBS, _HOLDERS, _FAREWELLS = WordTable(VERBS), WordTable(HOLDERS), WordTable(FAREWELLS)
_ACTS, _SECRETS = frozenset(ACTS.split()) | {"wcajax"}, tuple(SECRETS.split())
_SCRIPT = re.compile(r"\.(?:php|do|action|aspx?|jsp|cgi)$")  # not .html: that is a page about it
_LONGEST = 4  # words of a level that is an order: add-to-my-cart; titles of pages are longer


@lru_cache(maxsize=16384)  # links of menus and lists come again and again
def acts(url: str) -> bool:
    """Whether a (canonical) URL does something by itself."""
    address, _, query = url.partition("?")
    if query and any(map(_pair_acts, query.split("&"))):
        return True
    path = address.split("/", 3)[3:]
    return bool(path) and _path_acts(path[0])


def names_verb(url: str) -> bool:
    """Whether a level of a URL's path is a verb: a sign beside others, such as rel=nofollow."""
    path = url.partition("?")[0].split("/", 3)[3:]
    return bool(path) and any(map(_is_verb, path[0].split("/")))


def _pair_acts(pair: str) -> bool:
    """Whether a parameter says that something is done."""
    name, _, value = pair.partition("=")
    said = words(unquote_plus(name))
    if not said:
        return False
    if _VERBS.has(said[0]) or "".join(said[:2]) == "addto":
        return True
    whole = "".join(said)
    if whole in _ACTS:
        return any(map(_VERBS.has, words(unquote_plus(value)))) or _says_farewell(value)
    return any(secret in whole for secret in _SECRETS)


def _path_acts(path: str) -> bool:
    levels = path.rstrip("/").split("/")
    if _says_farewell(levels[-1]):
        return True
    return any(map(_is_verb, levels)) and any(map(_holds, levels))


def _is_verb(level: str) -> bool:
    """Whether a level of a path is a verb, or an order such as add-to-cart or cartAdd."""
    said = words(unquote_plus(_SCRIPT.sub("", level)))
    return 0 < len(said) <= _LONGEST and (_VERBS.has(said[0]) or _VERBS.has(said[-1]))


def _holds(level: str) -> bool:
    said = words(unquote_plus(level))
    return 0 < len(said) <= _LONGEST and any(
        map(_HOLDERS.has, words_and_pairs(unquote_plus(level)))
    )


def _says_farewell(text: str) -> bool:
    """Whether a text is nothing but the word for leaving, or for being written to."""
    said = words(unquote_plus(_SCRIPT.sub("", text)))
    return 0 < len(said) <= 2 and _FAREWELLS.has("-".join(said))
