"""The forms of a page: where they lead, what they ask for, and the URL of each way to fill them in."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from urllib.parse import quote_plus, urlsplit

from lxml import etree
from w3lib.encoding import resolve_encoding

from pagekin.dom.forms.controls import Asks, Control, Filling, Pair, label_of, read_controls
from pagekin.dom.links import Paths, base_of
from pagekin.dom.page import Page
from pagekin.urls import canonical
from pagekin.urls.form_urls import FROM, MARK, is_marked, posted, without_posted

_CONTROLS = ("input", "select", "textarea", "button")
_NO_CONTROLS = frozenset({"datalist", "template"})  # nothing inside these is a control
_MOST_CONTROLS = 2000
_METHODS = frozenset({"get", "post", "dialog"})


@dataclass(frozen=True, slots=True)
class Form:
    """A form as found; `path` leads from the root to it, as for a link.

    `page` is the URL of its page, `url` the same without the data posted to get there: a form without an
    action is sent there. `base` is what an action is relative to.
    """

    path: str
    page: str
    url: str
    base: str
    action: str  # as written
    method: str  # get, post or dialog
    names: tuple[str, ...]  # its id and its name
    says: tuple[str, ...]  # texts that indicate what it does: names, buttons
    charset: str
    controls: tuple[Control, ...]

    @property
    def address(self) -> str:
        """The URL that the form is sent to; "" if there is none."""
        return _target(self.action, self) or ""

    @property
    def target(self) -> str:
        """The URL that the form is sent to, without its query."""
        return self.address.partition("?")[0]

    @property
    def target_path(self) -> str:
        """The path of the URL that the form is sent to."""
        return urlsplit(self.target).path

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of its controls, each once."""
        return tuple(dict.fromkeys(control.name for control in self.controls if control.name))

    @property
    def asks(self) -> tuple[str, ...]:
        """The names of the controls that a person fills in, each once."""
        silent = (Asks.HIDDEN, Asks.BUTTON)
        names = (control.name for control in self.controls if control.asks not in silent)
        return tuple(dict.fromkeys(names))

    @property
    def is_link(self) -> bool:
        """Whether the form is a link in all but name: only a button, for instance to the next page.

        A form sent by POST only counts if it leads from an answer to the URL that the answer came from.
        """
        if self.asks or not any(control.asks is Asks.BUTTON for control in self.controls):
            return False
        goes_on = self.page != self.url and self.target == self.url.partition("?")[0]
        return self.method == "get" or goes_on

    def is_one_of(self, names: Collection[str]) -> bool:
        """Return whether a person named the form: by its id, its name, or the path that it is sent to."""
        return any(name in self.names or fnmatchcase(self.target_path, name) for name in names)

    def url_of(self, fillings: Sequence[Filling], without: Collection[str] = ()) -> str | None:
        """Return the URL of the form filled in like this; None if it leads to none.

        As in browsers, the data of a GET form replaces the query of its action. The data of a POST form
        follows a mark (see `urls.form_urls`). Names in `without` are left out.
        """
        action, method = self.action, self.method
        for filling in fillings:
            action, method = filling.action or action, filling.method or method
        target = _target(action, self)
        if target is None or method not in {"get", "post"}:
            return None
        pairs: list[Pair] = []
        for filling in sorted(fillings, key=lambda filling: filling.place):
            pairs += (pair for pair in filling.pairs if pair[0] not in without)
        data = encoded(pairs, self.charset)
        url = canonical(
            posted(target, data) if method == "post" else f"{target.partition('?')[0]}?{data}"
        )
        return url if isinstance(url, str) else None


def find_forms(page: Page) -> tuple[Form, ...]:
    """Return the forms of a page in document order, without those that lead nowhere or imitate our marks."""
    elements = list(page.root.iter("form"))
    if not elements:
        return ()
    url = without_posted(page.url)
    base = base_of(page.root, url)
    owned = _owned(page.root, elements)
    paths = Paths()
    found = (
        _form(element, owned[element], paths.path(element), (page, url, base))
        for element in elements
    )
    return tuple(form for form in found if form.target and {MARK, FROM}.isdisjoint(form.fields))


def encoded(pairs: Sequence[Pair], charset: str = "utf-8") -> str:
    """Return data as browsers send it; what the charset lacks becomes a character reference."""
    return "&".join(
        f"{_encoded(name, charset)}={_encoded(value, charset)}" for name, value in pairs
    )


def _encoded(text: str, charset: str) -> str:
    text = "\r\n".join(text.splitlines()) if "\n" in text or "\r" in text else text
    clean = text.encode("utf-8", errors="replace").decode()
    return quote_plus(clean.encode(charset, errors="xmlcharrefreplace"), safe="*")


def _target(action: str, form: Form) -> str | None:
    """Return the URL that an action names; no page may name one that stands for a submitted form."""
    url = canonical(action.strip(), form.base) if action.strip() else form.url
    return url if isinstance(url, str) and not is_marked(url) else None


def _owned(
    root: etree._Element, forms: Sequence[etree._Element]
) -> defaultdict[etree._Element, list[etree._Element]]:
    """Return the controls of each form that are not disabled."""
    by_id: dict[str, etree._Element] = {}
    for form in forms:
        by_id.setdefault(form.get("id", ""), form)
    owned: defaultdict[etree._Element, list[etree._Element]] = defaultdict(list)
    for control in root.iter(*_CONTROLS):
        named = control.get("form")
        owner = _around(control, "form") if named is None else by_id.get(named or " ")
        if owner is not None and len(owned[owner]) < _MOST_CONTROLS and _works(control):
            owned[owner].append(control)
    return owned


def _around(element: etree._Element, tag: str) -> etree._Element | None:
    return next(element.iterancestors(tag), None)


def _works(control: etree._Element) -> bool:
    """Return whether a control can be used: it is neither disabled nor inside a datalist or template."""
    if "disabled" in control.attrib:
        return False
    inside: etree._Element = control
    for ancestor in control.iterancestors():
        if ancestor.tag in _NO_CONTROLS:
            return False
        # Controls in the legend of a disabled fieldset can still be used.
        legend = next(ancestor.iterchildren("legend"), None)
        if ancestor.tag == "fieldset" and "disabled" in ancestor.attrib and legend is not inside:
            return False
        inside = ancestor
    return True


def _form(
    element: etree._Element,
    controls: Sequence[etree._Element],
    path: str,
    where: tuple[Page, str, str],
) -> Form:
    page, url, base = where
    charset = _charset(element.get("accept-charset", ""), page.encoding)
    method = element.get("method", "get").strip().lower()
    return Form(
        path=path,
        page=page.url,
        url=url,
        base=base,
        action=element.get("action", ""),
        method=method if method in _METHODS else "get",
        names=tuple(filter(None, (element.get("id", ""), element.get("name", "")))),
        says=tuple(filter(None, _says(element, controls))),
        charset=charset,
        controls=tuple(read_controls(controls, charset)),
    )


def _says(element: etree._Element, controls: Sequence[etree._Element]) -> Iterator[str]:
    """Yield the texts that may indicate what a form does."""
    yield from (element.get(name, "") for name in ("id", "name", "aria-label"))
    yield element.get("action", "")
    for control in controls:
        yield control.get("autocomplete", "")
        is_button = control.tag == "button" or control.get("type", "").lower() in {
            "submit",
            "image",
        }
        if is_button:
            yield from (
                control.get(name, "") for name in ("id", "name", "value", "formaction", "title")
            )
            yield label_of(control)


def _charset(accepted: str, of_page: str) -> str:
    """Return the charset to send in: the first known one that the form accepts, or else the page's."""
    for name in (*accepted.replace(",", " ").split(), of_page):
        codec = resolve_encoding(name)
        if codec and not codec.startswith(("utf-16", "utf-32")):
            return codec
    return "utf-8"
