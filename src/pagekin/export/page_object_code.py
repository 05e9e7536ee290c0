"""The page object of an exported project: which pages are wanted, and where their fields stand, as code."""

import re
from collections.abc import Iterator, Sequence

from pagekin.dom.features import Feature
from pagekin.export.item_layout import ItemField, ItemLayout, ItemList, identifier
from pagekin.export.literals import comment, literal
from pagekin.export.seen_pages import Choices
from pagekin.navigation import Crawler
from pagekin.similarity.membership_rule import MembershipRule
from pagekin.wrappers import Anchor, Locator
from pagekin.wrappers.xpath_grammar import PathOutline, XPathStep, outlines

_CLASS = re.compile(r"contains\(concat\(' ', normalize-space\(@class\), ' '\), ' ([^' ]+) '\)")
_HEAD = '''"""Pages like {sample}: which they are, and where their fields stand."""

from typing import Any

from web_poet import WebPage, cached_method, field

from {package} import meanings as read
from {package}.following import FoundLink, links_of
from {package}.reading import At, Data, elements, every, first
from {package}.signs import Signs, at_least_half
from {package}.trees import tree_of
from {package}.addresses import canonical


class {name}(WebPage):
    """A page like {sample}."""

    @property
    def address(self) -> str:
        """The one spelling of the page's URL."""
        return canonical(str(self.response.url)) or ""

    @property
    def root(self) -> Any:
        """The root element of the page."""
        return self._tree()

    def links(self) -> list[FoundLink]:
        """Return the links of the page."""
        return list(links_of(self.root, self.address))

    @cached_method
    def _tree(self) -> Any:
        kind = self.response.headers.get("Content-Type", "")
        return tree_of(self.response.text, self.address, kind)

'''


def page_object_code(
    crawler: Crawler, layout: ItemLayout, choices: Choices, package: str, name: str
) -> str:
    """Return the module with the page object."""
    lines = [
        _HEAD.format(sample=comment(crawler.samples[0]), package=package, name=name).rstrip("\n"),
        "",
    ]
    if crawler.membership:
        lines += _membership(crawler.membership)
    lines += ["    @field", "    def page(self) -> str:", '        """The URL of the page."""']
    lines += ["        return self.address", ""]
    for one in layout.fields:
        lines += _field(one, choices)
    for inner in layout.lists:
        lines += _list(inner, choices)
    return "\n".join(lines).rstrip("\n") + "\n"


def class_name(crawler: Crawler) -> str:
    """Return a name for the page object: that of the first bundle, if it says anything."""
    bundles = crawler.wrapper.bundles if crawler.wrapper else ()
    name = identifier(bundles[0].name) if bundles else "page"
    words = "".join(word.capitalize() for word in name.split("_"))
    return "WantedPage" if words in {"Page", "Record", "Field"} else f"{words}Page"


def _membership(rule: MembershipRule) -> Iterator[str]:
    yield "    def is_wanted(self) -> bool:"
    yield '        """Whether the page is of the kind that is wanted, by what it shows."""'
    yield "        signs = Signs(self.root, self.address)"
    tests = [_test(step) for step in rule.steps]
    yield f"        return {' and '.join(tests)}" if tests else "        return True"
    yield ""


def _test(step: Sequence[Feature]) -> str:
    """Return one step of the rule: one sign of the URL and one of the page, or half of all signs."""
    in_url = [_sign(feature) for feature in step if feature.kind == "url"]
    in_page = [_sign(feature) for feature in step if feature.kind != "url"]
    if not in_url:
        return _call("at_least_half", in_page)
    tests = [f"any({_tuple(in_url)})", *([f"any({_tuple(in_page)})"] if in_page else [])]
    return " and ".join(tests)


def _sign(feature: Feature) -> str:
    if lacked := feature.lacked:
        return f"not {_sign(lacked)}"
    kind, value = feature
    match kind:
        case "url":
            return _url_sign(value)
        case "text":
            tag, _, text = value.partition(" ")
            return f"signs.text({literal(tag)}, {literal(text)})"
        case "token":
            return f"signs.element({literal(value)})"
        case _:
            return f"signs.{kind}({literal(value)})"


def _url_sign(value: str) -> str:
    names = (
        "begins further",
        "begins",
        "capitals 1",
        "capitals 2",
        "numbers",
        "ends",
        "name",
        "ending",
        "levels",
        "query",
        "shape",
        "endpoint",
    )
    for name in names:
        if value.startswith(f"{name} "):
            return f"signs.url({literal(name)}, {literal(value[len(name) + 1 :])})"
    folder = re.match(r"(folder -?\d+|choice .+) (.*)", value, re.DOTALL)
    return f"signs.url({literal(folder[1])}, {literal(folder[2])})" if folder else "False"


def _call(name: str, arguments: Sequence[str]) -> str:
    inside = "".join(f"            {argument},\n" for argument in arguments)
    return f"{name}(\n{inside}        )"


def _tuple(parts: Sequence[str]) -> str:
    return f"[{', '.join(parts)}]"


def _field(one: ItemField, choices: Choices) -> Iterator[str]:
    kind = "list[Any]" if one.field.many else "Any"
    yield "    @field"
    yield f"    def {one.key}(self) -> {kind}:"
    yield f'        """{_docstring(one)}"""'
    yield f"        return {_reading(one, one.key, choices, 'self.root', 8)}"
    yield ""


def _list(inner: ItemList, choices: Choices) -> Iterator[str]:
    yield "    @field"
    yield f"    def {inner.key}(self) -> list[dict[str, Any]]:"
    yield f'        """Each {comment(inner.bundle.name)} of the page."""'
    yield f"        return {_comprehension(inner, inner.key, choices, 'self.root', 8)}"
    yield ""


def _comprehension(inner: ItemList, name: str, choices: Choices, node: str, indent: int) -> str:
    """Return a list of dicts, one for each instance of a bundle."""
    depth = name.count(".") + 1
    own = f"node{depth if depth > 1 else ''}"
    space = " " * indent
    lines = ["[", f"{space}    {{"]
    for one in inner.fields:
        read = _reading(one, f"{name}.{one.key}", choices, own, indent + 8)
        lines.append(f"{space}        {literal(one.key)}: {read},")
    for further in inner.lists:
        nested = _comprehension(further, f"{name}.{further.key}", choices, own, indent + 8)
        lines.append(f"{space}        {literal(further.key)}: {nested},")
    each = ", ".join(map(_place, inner.bundle.each))
    around = f"elements({node}, {each})" if each else f"[{node}]"
    lines += [f"{space}    }}", f"{space}    for {own} in {around}", f"{space}]"]
    return "\n".join(lines)


def _reading(one: ItemField, name: str, choices: Choices, node: str, indent: int) -> str:
    space = " " * indent
    call = "every" if one.field.many else "first"
    places = "".join(f"{space}    {_place(locator)},\n" for locator in one.field.locators)
    return f"{call}(\n{space}    {node},\n{space}    {choices[name].code},\n{places}{space})"


def _place(locator: Locator) -> str:
    more = f", before={literal(locator.before)}" if locator.before else ""
    more += f", after={literal(locator.after)}" if locator.after else ""
    if locator.anchor is Anchor.DATA:
        return f"Data({literal(locator.path)}{more})"
    paths = ", ".join(literal(_readable(path)) for path in _alternatives(locator.path))
    return f"At({paths}{more})"


def _alternatives(path: str) -> list[str]:
    """Return the paths of a union one by one: they count in their own order, not in the page's."""
    found = outlines(path)
    return [path] if len(found) == 1 else [_spelled(outline) for outline in found]


def _spelled(outline: PathOutline) -> str:
    steps = _steps(outline.steps)
    whole = steps if outline.absolute else steps.removeprefix("/")
    whole = f".{whole}" if not outline.absolute and whole.startswith("/") else whole
    return whole if outline.nth is None else f"({whole})[{outline.nth}]{_steps(outline.rest)}"


def _steps(steps: Sequence[XPathStep]) -> str:
    return "".join(f"{'//' if step.below else '/'}{step.text}" for step in steps)


def _readable(path: str) -> str:
    return _CLASS.sub(r'has-class("\1")', path)


def _docstring(one: ItemField) -> str:
    field, seen = one.field, one.field.seen
    told = comment(field.name)
    if seen and seen.pages:
        told += f", on {min(seen.found / seen.pages, 1.0):.0%} of the pages"
    if seen and seen.examples:
        told += f": {comment(seen.examples[0])[:60]}"
    return f"{told.rstrip('.')}."
