"""URLs: one spelling for each, what they say about their pages, and the form that similar ones share."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit, urlunsplit

from w3lib.url import safe_url_string

# Parameters that say who the visitor is or where from, and never what the page shows.
_TRACKING = re.compile(
    r"utm_\w+|mtm_\w+|pk_(?:campaign|cid|content|keyword|kwd|medium|source)|gclid|gbraid|wbraid|dclid"
    r"|fbclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_ga|phpsessid|jsessionid|aspsessionid\w*|oscsid|zenid"
    r"|cfid|cftoken",
    re.IGNORECASE,
)
_SESSION = re.compile(r";jsessionid=[^/?]*", re.IGNORECASE)
_INDEX_FILE = re.compile(
    r"^([^?]*[^/?])/(?:index|default)(?:\.[^/?]*)?(?=\?|$)", re.IGNORECASE
)  # of a folder
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[\W_]+")
_DIGITS = re.compile(r"\d+")
_CHOICE = re.compile(r"([^=]+)=((?:[^\W\d]|-){1,40})")
_WORD = re.compile(r"[^\W\d_]+")
_MARK = re.compile(r"[^\w#]|_")
_SEVERAL_WORDS = re.compile(r"(?:w-+)+w")
_CAPITALS = re.compile(r"([^\W\d_][^\W\dA-Z_]+)([A-Z][^\W\dA-Z_]+)?(?=[A-Z])")
_FOLDERS = ("folder 1", "folder -1")
_WORDS = ("begins", "begins further", "ends")
_DEFAULT_PORT = {"http": ":80", "https": ":443"}


def canonical(reference: str, base: str = "") -> str | None:
    """Return the one spelling of a URL without its fragment; None for what is not http or https."""
    try:
        url = urljoin(base, reference.strip()) if base else reference.strip()
        parts = urlsplit(safe_url_string(url))
        if parts.scheme not in _DEFAULT_PORT or not parts.hostname:
            return None
        host = parts.netloc.rpartition("@")[2].lower().removesuffix(_DEFAULT_PORT[parts.scheme])
    except ValueError:
        return None
    return urlunsplit((parts.scheme, host, parts.path or "/", parts.query, ""))


def untracked(url: str) -> str:
    """Return a URL without its tracking parameters."""
    path, mark, query = _SESSION.sub("", url).partition("?")
    kept = [pair for pair in query.split("&") if not _TRACKING.fullmatch(pair.partition("=")[0])]
    return f"{path}?{'&'.join(kept)}" if mark and any(kept) else path


def respelled(url: str, slash: str) -> str:
    """Return a URL with ("add") or without ("drop") a slash at its end, unless it is a file or a root."""
    address, mark, query = url.partition("?")
    root, last = address.rstrip("/").rpartition("/")[::2]
    if "." in last or root.endswith("/"):
        return url
    return f"{root}/{last}{'/' if slash == 'add' else ''}{mark}{query}"


def without_index_file(url: str) -> str:
    """Return the URL of the folder that an index file stands for; any other URL as it is."""
    return _INDEX_FILE.sub(r"\1/", url)


@dataclass(frozen=True)
class SiteScope:
    """Which URLs belong to the site, and how it spells them."""

    host: str  # with its port
    subdomains: bool = False
    prefix: str = "/"
    accept: str = ""  # regular expressions
    reject: str = ""
    scheme: str = ""
    slash: str = ""  # at the end of a path: "add", "drop", or as linked
    sort_query: bool = False

    def follow(self, url: str) -> str | None:
        """Return the URL under which a link is followed; None if it leads out of the site."""
        scheme, _, rest = url.partition("://")
        host, _, path = rest.partition("/")
        if host != self.host and not (self.subdomains and host.endswith(f".{self.host}")):
            return None
        if not f"/{path}".startswith(self.prefix):
            return None
        if self.accept and not re.search(self.accept, url):
            return None
        if self.reject and re.search(self.reject, url):
            return None
        url = untracked(f"{self.scheme or scheme}://{rest}")
        url = respelled(url, self.slash) if self.slash else url
        path, mark, query = url.partition("?")
        return f"{path}{mark}{'&'.join(sorted(query.split('&')))}" if self.sort_query else url


def variables(url: str) -> dict[str, str]:
    """Return what a URL says about its page.

    `levels` is the number of folders, `ending` the file ending or "/", `folder 1` … are the folders from the left
    and `folder -1` … from the right, `numbers` says which of them are numbers, as in `*/#/#` for /blog/2021/05/, `shape` is
    that of the last level, `begins` and `ends` are its first and last words, `capitals 1` and `capitals 2` the first words of a
    name such as GuideOptionsImage, `name` is the whole of a short one, `query` has the names in the query, `choice p` the word
    that the parameter p has as its value, and `endpoint` is the last level in front of a query.
    """
    path, _, query = url.partition("://")[2].partition("?")
    folders = path.split("/")[1:]
    last = folders.pop() if folders else ""
    slash = not last and bool(folders)
    if slash:
        last = folders.pop()
    stem, ending = _split_ending(last)
    found = {"levels": str(len(folders)), "ending": "/" if slash else ending}
    for place in range(min(len(folders), 4)):
        found[f"folder {place + 1}"] = folders[place]
        found[f"folder -{place + 1}"] = folders[-1 - place]
    if any(map(str.isdecimal, folders)):
        found["numbers"] = "/".join("#" if folder.isdecimal() else "*" for folder in folders)
    found["shape"] = _shape_of_level(stem)
    found |= _words_of_level(stem)
    if query and "name" in found and not _DIGITS.search(stem):
        found["endpoint"] = stem
    names = sorted({pair.partition("=")[0] for pair in query.split("&") if pair})
    if names:
        found["query"] = "&".join(names)
    chosen = filter(None, map(_CHOICE.fullmatch, query.split("&")))
    return found | {f"choice {pair[1]}": pair[2] for pair in chosen}


class Forms:
    """The forms of a site's URLs: `/p/…` stands for all that are below /p/.

    `parts` are the folders and words that are common on the site, and therefore spelled out; `plain` are the
    forms that tell kinds of pages apart though they leave something out.
    """

    def __init__(self, parts: Collection[tuple[str, str]], plain: Collection[str]) -> None:
        self._parts = frozenset(parts)
        self._plain = frozenset(plain)

    def form(self, url: str) -> str:
        """Return the form of a URL: the plainest that will do."""
        found = variables(url)
        for form in (*self._plainer(found), *self._deep(found)):
            if form in self._plain:
                return form
        *_, last = self._words(found)
        if last == "…" and not any((name, found.get(name)) in self._parts for name in _FOLDERS):
            last = found["shape"]
        return self._spelled(found, last, _FOLDERS)

    def _plainer(self, found: dict[str, str]) -> Iterator[str]:
        yield self._spelled(found, "…", ())
        yield self._spelled(found, "…", _FOLDERS[:1])
        for folders in ((), _FOLDERS[:1], _FOLDERS):
            for last in self._words(found):
                yield self._spelled(found, last, folders)

    def _deep(self, found: dict[str, str]) -> Iterator[str]:
        """Yield forms for any number of folders, the fullest first."""
        if found["levels"] == "0":
            return
        first, last = ((name, found.get(name)) in self._parts for name in _FOLDERS)
        ways = [["**", found["folder -1"]]] if last else []
        ways += [[found["folder 1"], "**"]] if first else []
        ways += [["**"]]
        for words in reversed(self._words(found)):
            for way in ways:
                yield _joined(found, way, words)

    def _words(self, found: dict[str, str]) -> list[str]:
        """Return the last level with more and more of its common words."""
        begins, further, ends = (
            found[name] if (name, found.get(name)) in self._parts else "" for name in _WORDS
        )
        further = further or begins
        pairs = (("", ""), (begins, ""), ("", ends), (further, ""), (further, ends))
        endpoint = found.get("endpoint", "")
        last = [endpoint] if ("endpoint", endpoint) in self._parts else []
        return list(dict.fromkeys([*(f"{a}…{b}" for a, b in pairs), *last]))

    def _spelled(self, found: dict[str, str], last: str, written_out: Collection[str]) -> str:
        folders = ["*"] * int(found["levels"])
        for name in written_out:
            if name in found and (name, found[name]) in self._parts:
                folders[0 if name == "folder 1" else -1] = found[name]
        return _joined(found, folders, last)


def _joined(found: dict[str, str], folders: list[str], last: str) -> str:
    ending = found["ending"] if found["ending"] != "." else ""
    query = f"?{found['query']}" if "query" in found else ""
    return "/" + "/".join([*folders, last]) + ending + query


def _shape_of_level(stem: str) -> str:
    """Return the shape of a level: `RUSTSEC-2020-0001` is {word}-{number}-{number}, a-b-c is {words}."""
    form = _DIGITS.sub("#", _WORD.sub("w", stem))
    form = _SEVERAL_WORDS.sub("W", _MARK.sub("-", form))
    return form.replace("w", "{word}").replace("W", "{words}").replace("#", "{number}")


def _split_ending(last: str) -> tuple[str, str]:
    stem, dot, ending = last.rpartition(".")
    if dot and stem and ending.isalnum() and len(ending) <= 5:
        return stem, dot + ending
    return last, "."


def _words_of_level(stem: str) -> dict[str, str]:
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
