"""An HTML page that needs nothing but itself: no scripts, no pictures, no fonts from elsewhere.

What stands in it was escaped by whoever made it; a Content-Security-Policy forbids scripts and requests
even so.
"""

import base64
import hashlib
from functools import cache
from importlib.resources import files

from pagekin.report.escaping import esc

FRAME_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def standalone_page(title: str, style: str, body: str, *, has_frames: bool = False) -> str:
    """Return the text of a page with a style sheet of its own.

    Its policy holds for what is in its frames, too, and that may have styles and pictures in itself.
    """
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode("ascii")
    styles = FRAME_POLICY if has_frames else f"default-src 'none'; style-src 'sha256-{digest}'"
    policy = f"{styles}; base-uri 'none'; form-action 'none'"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"/>\n'
        '<meta name="referrer" content="no-referrer"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        '<meta name="color-scheme" content="light dark"/>\n'
        f"<title>{esc(title)}</title>\n<style>{style}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


@cache
def style_sheet(name: str) -> str:
    """Return one of the style sheets of this package."""
    return files("pagekin.report").joinpath(name).read_text(encoding="utf-8")
