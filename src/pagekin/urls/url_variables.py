"""What a URL says about its page: named variables such as the first folder or the shape of the last level."""

import re
from collections.abc import Iterator
from functools import lru_cache
from sys import intern

_TOKEN = re.compile(r"[^\W\d_]+|\d+|[\W_]+")
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]+")
_MARK = re.compile(r"[^\w#]|_")
_QUERY_VALUE = re.compile(r"=[^&]*")
_CHOICE = re.compile(r"([^=]+)=((?:[^\W\d]|-){1,40})")
_SEVERAL_WORDS = re.compile(r"(?:w-+)+w")
_CAPITALS = re.compile(r"([^\W\d_][^\W\dA-Z_]+)([A-Z][^\W\dA-Z_]+)?(?=[A-Z])")
_MAX_FOLDERS = 4
_MAX_ENDING = 5
_FROM_LEFT = tuple(f"folder {number + 1}" for number in range(_MAX_FOLDERS))
_FROM_RIGHT = tuple(f"folder -{number + 1}" for number in range(_MAX_FOLDERS))


@lru_cache(maxsize=1 << 15)
def variables(url: str) -> dict[str, str]:
    """Return the variables of a URL by name; those that it does not have are left out.

    `levels` is the number of folders, `ending` the file ending or "/", `folder 1` … are the folders from
    the left and `folder -1` … from the right, `numbers` says which of them are numbers, as in `*/#/#` for
    /blog/2021/05/, `shape` is that of the last level, `begins` and `ends` are its first and last words, `capitals 1` and
    `capitals 2` the first words of a name such as GuideOptionsImage, `name` is the whole of a short one, `query` has the names in
    the query, `choice p` the word that the parameter p has as its value, and `endpoint` is the last level in front of a query.
    """
    path, _, query = url.partition("://")[2].partition("?")
    folders = path.split("/")[1:]
    last = folders.pop() if folders else ""
    slash = not last and bool(folders)
    if slash:
        last = folders.pop()
    stem, ending = _split_ending(last)
    found = {"levels": str(len(folders)), "ending": "/" if slash else ending}
    for i in range(min(len(folders), _MAX_FOLDERS)):
        found[_FROM_LEFT[i]] = folders[i]
        found[_FROM_RIGHT[i]] = folders[-1 - i]
    if any(map(str.isdecimal, folders)):
        found["numbers"] = "/".join("#" if folder.isdecimal() else "*" for folder in folders)
    found["shape"] = shape(stem)
    found.update(_words(stem))
    if query and "name" in found and not _DIGITS.search(stem):
        found["endpoint"] = stem
    names = sorted({pair.partition("=")[0] for pair in query.split("&") if pair})
    if names:
        found["query"] = "&".join(names)
        found |= {f"choice {name}": word for name, word in _chosen(query)}
    # Most URLs of a site have most of these in common, and there are many URLs.
    return {name: intern(value) for name, value in found.items()}


def choices(url: str) -> str:
    """Return the parameters of a URL that say what kind of thing it shows: those with a word as value, as in ?p=user&id=7."""
    query = url.partition("?")[2]
    return intern("&".join(sorted({f"{name}={word}" for name, word in _chosen(query)})))


def _chosen(query: str) -> Iterator[tuple[str, str]]:
    """Yield the parameters of a query that have a word as value, and the word."""
    for pair in query.split("&"):
        if match := _CHOICE.fullmatch(pair):
            yield match[1], match[2]


def without_numbers(url: str) -> str:
    """Return a URL with a 0 for every number in its last level, and without the values in its query.

    Its variables are those of the URL itself, but for `name` and choices. Most URLs of a site differ from others only in
    these, so whoever does not need the name saves most of the work.
    """
    path, mark, query = url.partition("?")
    end = len(path) - path.endswith("/")
    begin = path.rfind("/", 0, end) + 1
    dot = path.rfind(".", begin, end)
    if -1 < path.find("/", path.find("://") + 3) < begin:  # else it has no levels
        stem, ending = (path[begin:dot], path[dot:]) if dot >= 0 else (path[begin:], "")
        path = path[:begin] + _DIGITS.sub("0", stem) + ending
    return path + mark + _QUERY_VALUE.sub("=", query)


def shape(stem: str) -> str:
    """Return the shape of a level: `RUSTSEC-2020-0001` is {word}-{number}-{number}, a-b-c is {words}."""
    form = _DIGITS.sub("#", _WORD.sub("w", stem))
    form = _SEVERAL_WORDS.sub("W", _MARK.sub("-", form))
    return form.replace("w", "{word}").replace("W", "{words}").replace("#", "{number}")


def _split_ending(last: str) -> tuple[str, str]:
    stem, dot, ending = last.rpartition(".")
    if dot and stem and ending.isalnum() and len(ending) <= _MAX_ENDING:
        return stem, dot + ending
    return last, "."


def _words(stem: str) -> dict[str, str]:
    """Return the first and last token of a level, each with the mark next to it, or all of a short level."""
    tokens = _TOKEN.findall(stem)
    found = {}
    if len(tokens) > 1:
        first, second = (_DIGITS.sub("#", token) for token in tokens[:2])
        before, last = tokens[-2], _DIGITS.sub("#", tokens[-1])
        found["begins"] = first + second
        found["ends"] = (before if not before[0].isalnum() else "") + last
    if len(tokens) > 3:
        found["begins further"] = _DIGITS.sub("#", "".join(tokens[:4]))
    else:
        found["name"] = stem
    if match := _CAPITALS.match(stem):
        found["capitals 1"] = match[1]
        if match[2]:
            found["capitals 2"] = match[0]
    return found
