"""How the URLs of one kind of page are written, for people to read: /p/{number}-{words}, /org/apache/**/class-use/….html."""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

_TOKEN = re.compile(r"[^\W\d_]+|\d+|[\W_]")
_NUMBER = re.compile(r"\d+")
_FEWEST = 3  # URLs, so that what they share may be no accident
_OPEN = "…"


def written(urls: Iterable[str]) -> str:
    """Return what URLs have in common spelled out, and of the rest whether it is a number or words; "" if they are few.

    A single one is written as it is, but for numbers in its last level and values in its query: steps follow any.

    It says no more than how the URLs seen are written: new ones may be written in another way.
    """
    split = [_split(url) for url in urls]
    if len(split) == 1:
        [(own, stem, ending, query)] = split
        last = _NUMBER.sub("{number}", stem)
        return "/".join(["", *own, last]) + ending + (f"?{query}" if query else "")
    if len(split) < _FEWEST:
        return ""
    folders, stems, endings, queries = (list(parts) for parts in zip(*split, strict=True))
    same_ending, query = len(set(endings)) == 1, _common(queries)
    last = _last(stems) if same_ending else _OPEN
    ending = endings[0] if same_ending else ""
    return "/".join(["", *_folders(folders), last]) + ending + (f"?{query}" if query else "")


def _split(url: str) -> tuple[list[str], str, str, str]:
    """Return the folders of a URL, the stem of its last level, the ending, and the names in its query."""
    path, _, query = url.partition("://")[2].partition("?")
    *folders, last = path.split("/")[1:] or [""]
    slash = "/" if not last and folders else ""
    stem, dot, ending = (folders.pop() if slash else last).rpartition(".")
    if not dot or not stem:
        stem, dot, ending = stem + dot + ending, "", ""
    names = sorted({pair.partition("=")[0] for pair in query.split("&")})
    return folders, stem, dot + ending + slash, "&".join(names)


def _folders(all_folders: Sequence[Sequence[str]]) -> list[str]:
    """Return the folders that all share, and * or ** for the others."""
    fewest = min(map(len, all_folders))
    if all(len(folders) == fewest for folders in all_folders):
        return [_common(level, "*") for level in zip(*all_folders, strict=True)]
    first = _shared(all_folders, fewest)
    last = _shared([folders[::-1] for folders in all_folders], fewest - len(first))[::-1]
    return [*first, "**", *last]


def _shared(all_parts: Sequence[Sequence[str]], most: int) -> list[str]:
    """Return the parts with which all begin."""
    places = (_common([parts[place] for parts in all_parts]) for place in range(most))
    return list(takewhile(bool, places))


def _common(texts: Sequence[str], otherwise: str = "") -> str:
    return texts[0] if len(set(texts)) == 1 else otherwise


def _last(stems: Sequence[str]) -> str:
    """Return what the last levels share: from the left, from the right, and what is between."""
    tokens = [_TOKEN.findall(stem) for stem in stems]
    fewest = min(map(len, tokens))
    left = _kinds(tokens, fewest)
    if len(left) == fewest and all(len(one) == fewest for one in tokens):
        return "".join(left)
    left = list(takewhile(_is_no_word, left))  # that may be the first of several
    right = _kinds([one[::-1] for one in tokens], fewest - len(left))
    right = list(takewhile(_is_no_word, right))[::-1]
    between = [one[len(left) : len(one) - len(right)] for one in tokens]
    return "".join([*left, "{words}" if all(map(_are_words, between)) else _OPEN, *right])


def _kinds(all_tokens: Sequence[Sequence[str]], most: int) -> list[str]:
    """Return the tokens with which all begin: the same, numbers, or words."""
    kinds = (_kind([tokens[place] for tokens in all_tokens]) for place in range(most))
    return list(takewhile(bool, kinds))


def _kind(tokens: Sequence[str]) -> str:
    if common := _common(tokens):
        return common
    if all(map(str.isdecimal, tokens)):
        return "{number}"
    return "{word}" if all(map(str.isalpha, tokens)) else ""


def _is_no_word(kind: str) -> bool:
    return kind != "{word}"


def _are_words(parts: Sequence[str]) -> bool:
    return bool(parts) and all(part.isalpha() or part in {"-", "_"} for part in parts)
