"""XPath steps to the nodes of a page: by position, by name, and down from an ancestor."""

import re
from collections.abc import Sequence

from lxml import etree

from pagekin.wrappers.document_frequency import Token

_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_ALTERNATIVE = re.compile(r"""(?:"[^"]*"|'[^']*'|[^|"'])+""")


def tag_test(element: etree._Element) -> str:
    """Return the node test for an element; "*" if its tag is not a plain name (such as `o:p`)."""
    tag = str(element.tag)
    return tag if _NAME.fullmatch(tag) else "*"


def numbered(element: etree._Element) -> str:
    """Return the step to an element from its parent: `td[2]`, the paper's equality predicate."""
    test = tag_test(element)
    tag = None if test == "*" else test
    return f"{test}[{1 + sum(1 for _ in element.itersiblings(tag, preceding=True))}]"


def position_path(element: etree._Element) -> str:
    """Return the equality XPath of an element: `/html[1]/body[1]/p[2]`."""
    chain = [element, *element.iterancestors()]
    return "".join(f"/{numbered(node)}" for node in reversed(chain))


def steps_down(ancestor: etree._Element, element: etree._Element) -> str:
    """Return the steps from an ancestor to an element, "" if they are the same."""
    steps = []
    node: etree._Element | None = element
    while node is not None and node is not ancestor:
        steps.append(f"/{numbered(node)}")
        node = node.getparent()
    return "".join(reversed(steps))


def quoted(text: str) -> str | None:
    """Return a text as an XPath literal, None if it has both kinds of quotation marks."""
    if '"' not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else None


def has_token(element: etree._Element, token: Token) -> str | None:
    """Return the condition that an element has a token; equality if it is the attribute's only one."""
    _, attribute, name = token
    literal, spaced = quoted(name), quoted(f" {name} ")
    if literal is None or not _NAME.fullmatch(attribute):
        return None
    if (element.get(attribute) or "").strip() == name:
        return f"@{attribute}={literal}"
    return f'contains(concat(" ", normalize-space(@{attribute}), " "), {spaced})'


def text_steps(parent: etree._Element) -> Sequence[tuple[etree._Element | None, str]]:
    """Return the non-empty texts directly inside an element, each with the child before it."""
    found: list[tuple[etree._Element | None, str]] = []
    if parent.text and parent.text.strip():
        found.append((None, parent.text))
    found.extend((child, child.tail) for child in parent if child.tail and child.tail.strip())
    return found


def alternatives(path: str) -> list[str]:
    """Return the paths that a union joins; a bar inside quotation marks joins nothing."""
    return [part.strip() for part in _ALTERNATIVE.findall(path)]
