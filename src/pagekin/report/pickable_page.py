"""A page to pick values from: a numbered copy, in which our own script runs and nothing else.

It is shown in a frame without an origin, and its policy lets it load nothing: whoever shows it hands styles and
pictures in.
"""

from collections.abc import Mapping

from lxml import etree

from pagekin.report.escaping import esc
from pagekin.report.page_copy import Marks, safe_copy, safe_sheets, safe_start
from pagekin.report.standalone_page import style_sheet

_Element = etree._Element  # noqa: SLF001 - lxml's own name for the type


def pickable_policy(nonce: str) -> str:
    """Return the Content-Security-Policy for a pickable page; a script with the nonce is the only one to run."""
    return (
        f"sandbox allow-scripts; default-src 'none'; script-src 'nonce-{nonce}'; "
        "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'self'"
    )


def pickable_page(root: _Element, numbers: Mapping[_Element, int], script: str, nonce: str) -> str:
    """Return a page as the document of a frame; `script` is the address of our script."""
    body = root.find("body")
    shown = root if body is None else body
    copy = safe_copy(shown, Marks(numbers=numbers), root_tag="body")
    return (
        f"<!DOCTYPE html>\n{safe_start(root, 'html', {})}\n<head>\n"
        '<meta charset="utf-8">\n<meta name="referrer" content="no-referrer">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>The page</title>\n<style>{safe_sheets(root)}</style>\n"
        f"<style>{style_sheet('pickable_page.css')}</style>\n"
        f'<script nonce="{esc(nonce)}" src="{esc(script)}" defer></script>\n'
        f"</head>\n{copy}\n</html>\n"
    )
