"""Pages: from bytes to a tree, its links, labels, features and forms."""

from pagekin.dom.links import Link, LinkKind
from pagekin.dom.page import Page, parse_page

__all__ = ["Link", "LinkKind", "Page", "parse_page"]
