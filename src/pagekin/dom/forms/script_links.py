"""Links that are forms in disguise: their script only sets hidden fields of a form and submits it.

`javascript:__doPostBack('grid','Page$2')` is one if the page has a function of that name that puts its arguments
into fields and submits. No script is run: if it does anything else, the link does not count.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote

from lxml import etree

from pagekin.dom.forms.controls import Asks, Filling, Pair
from pagekin.dom.forms.page_forms import Form
from pagekin.dom.links import Link, LinkKind, Paths, base_of, target_of, text_of
from pagekin.dom.page import Page
from pagekin.urls.form_urls import Posted, as_posted, posted_after, without_posted

_TAGS = ("a", "area", "button", "input")
_LONGEST = 200_000  # characters of scripts that are read
_BODY = 2000  # characters of a function
_STEPS = 3  # that may lead from a page to another one of the same URL
_FUNCTION = re.compile(r"function\s+([\w$]+)\s*\(([\w$,\s]*)\)\s*\{")
# All quantifiers are possessive: otherwise a page could make matching take forever.
_ARGUMENT = r"""(?:'[^'\\]*+'|"[^"\\]*+"|-?\d++)\s*+"""
_CALL = re.compile(
    r"\s*+(?:javascript:)?+\s*+(?:return\s++)?+([\w$]++)\(\s*+"
    rf"((?:{_ARGUMENT}(?:,\s*+{_ARGUMENT})*+)?+)\)"
    r"\s*+;?+\s*+(?:return\s++false\s*+;?+\s*+)?+"
)
_LITERAL = re.compile(r"""'([^'\\]*)'|"([^"\\]*)"|(-?\d+)""")
_SET = re.compile(
    r"""(?:\.([\w$]+)|\[\s*["']([^"'\]]+)["']\s*\]|\(\s*["']([^"')]+)["']\s*\))"""
    r"""\s*\.value\s*=(?!=)\s*([^;,}\n]+)"""
)
_SUBMITS = re.compile(r"\.submit\(\s*\)")
# The script asks for confirmation, goes elsewhere, or sends something in another way.
_DOES_MORE = re.compile(
    r"\b(?:confirm|prompt|alert|fetch|eval)\s*\(|\.action\s*=(?!=)|XMLHttpRequest|\bajax\b"
)
# A drop-down is a menu if its script goes somewhere or all of its options are addresses.
_GOES = re.compile(r"\blocation\b|\bopen\s*\(")
_ADDRESS = re.compile(r"/(?!/)\S|https?://\S")
_NOWHERE = frozenset({"", "#", "0", "-1"})
_MOST_OPTIONS = 10_000
_NEVER_SENT = frozenset({"password", "file"})
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class ScriptLink:
    """A link that sets fields of a form and submits it; `path` leads from the root to it."""

    form: Form
    sets: tuple[Pair, ...]
    text: str
    path: str

    @property
    def says(self) -> tuple[str, ...]:
        """The texts that indicate what the link does."""
        return (*self.form.names, self.form.action, self.text, *(value for _, value in self.sets))

    def url(self, fresh: Collection[str]) -> str | None:
        """Return the URL of the link; None if another link leads there in fewer steps.

        If fresh fields hold the state of the page, the same data means something else on another page of
        the same URL: then the data that was posted to get to the page is part of the URL.
        """
        url = self.form.url_of(list(self._fillings()), fresh)
        holder = as_posted(self.form.page)
        if url is None or holder is None or not fresh or holder.url != self.form.address:
            return url
        names = [name for name, _ in self.sets]
        *earlier, last = (_slot(names, step) for step in _steps(holder))
        own = _slot(names, self.sets)
        if own in earlier or (own != last and len(earlier) + 1 >= _STEPS):
            return None
        return posted_after(url, holder.before if own == last else holder.data)

    def _fillings(self) -> Iterator[Filling]:
        sets = dict(self.sets)
        for control in self.form.controls:
            found = control.fillings[0]
            if control.asks is Asks.HIDDEN and control.name in sets:
                yield Filling(((control.name, sets[control.name]),), "", found.place)
            elif control.asks is not Asks.BUTTON and control.kind not in _NEVER_SENT:
                yield found


def script_links(page: Page, forms: Sequence[Form]) -> Iterator[ScriptLink]:
    """Yield the links of a page that set fields of one of its forms and submit it, each once."""
    setters: dict[str, tuple[list[str], str]] | None = None
    paths, seen = Paths(), set[object]()
    for element in page.root.iter(*_TAGS) if forms else ():
        for code in (unquote(element.get("href", "")), element.get("onclick", "")):
            if "(" not in code:
                continue
            if setters is None:
                setters = dict(_setters(page.root))
            sets = tuple(_sets(code, setters))
            form = next((form for form in forms if sets and _has(form, sets)), None)
            if form is not None and (form.path, sets) not in seen:
                seen.add((form.path, sets))
                yield ScriptLink(form, sets, text_of(element), paths.path(element))


def jump_links(page: Page) -> Iterator[Link]:
    """Yield where drop-downs lead that go to another page as soon as an option is chosen."""
    paths, base = Paths(), base_of(page.root, without_posted(page.url))
    for select in page.root.iter("select"):
        options = [(option.get("value", "").strip(), option) for option in select.iter("option")]
        values = [value for value, _ in options if value not in _NOWHERE]
        if not values or not (
            _GOES.search(select.get("onchange", "")) or all(map(_ADDRESS.match, values))
        ):
            continue
        for value, option in options[:_MOST_OPTIONS]:
            url = None if value in _NOWHERE else target_of(value, base)
            if url is not None:
                yield Link(url, text_of(option), paths.path(select), LinkKind.FORM)


def _setters(root: etree._Element) -> Iterator[tuple[str, tuple[list[str], str]]]:
    """Yield the functions on a page that submit something: name, parameters and body."""
    left = _LONGEST
    for script in root.iter("script"):
        text = (script.text or "")[:left]
        left -= len(text)
        for found in _FUNCTION.finditer(text):
            body = text[found.end() : found.end() + _BODY]
            end = _FUNCTION.search(body)
            body = body[: end.start()] if end else body
            if _SUBMITS.search(body):
                parameters = [name.strip() for name in found[2].split(",")]
                yield found[1], (parameters, body)


def _sets(code: str, setters: dict[str, tuple[list[str], str]]) -> Iterator[Pair]:
    """Yield the fields that the script of a link sets; none if it does more than that or does not submit."""
    arguments: dict[str, str] = {}
    called = _CALL.fullmatch(code[:_BODY])
    if called:
        parameters, code = setters.get(called[1], ([], ""))
        literals = ("".join(found) for found in _LITERAL.findall(called[2]))
        arguments = dict(zip(parameters, literals, strict=False))
    if not _SUBMITS.search(code) or _DOES_MORE.search(code):
        return
    found: list[Pair] = []
    for dotted, indexed, looked_up, value in _SET.findall(code[:_BODY]):
        literal = _LITERAL.fullmatch(value.strip())
        given = "".join(literal.groups("")) if literal else arguments.get(value.strip())
        if given is None:
            return
        found.append((dotted or indexed or looked_up, given))
    yield from dict(found).items()


def _has(form: Form, sets: Sequence[Pair]) -> bool:
    hidden = {control.name for control in form.controls if control.asks is Asks.HIDDEN}
    return form.method in {"get", "post"} and all(name in hidden for name, _ in sets)


def _steps(holder: Posted) -> Iterator[list[Pair]]:
    """Yield what was posted to get to a page, the first step first."""
    before = as_posted(holder.origin) if holder.before else None
    if before is not None:
        yield from _steps(before)
    yield parse_qsl(holder.body, keep_blank_values=True)


def _slot(names: Sequence[str], sent: Sequence[Pair]) -> object:
    """Return a key that two steps share if the later one replaces the earlier one.

    Examples are two pages of a list, or two of several links in a row.
    """
    values = dict(sent)
    first, *others = [values.get(name, "") for name in names]
    return _NUMBER.sub("#", first) if others else bool(first)
