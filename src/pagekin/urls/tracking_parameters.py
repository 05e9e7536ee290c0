"""Parts of URLs that merely identify the visitor, or where the visitor came from."""

import re

# Parameters that say who the visitor is or where from, and never what the page shows.
_TRACKING = re.compile(
    r"utm_\w+|mtm_\w+|pk_(?:campaign|cid|content|keyword|kwd|medium|source)|gclid|gbraid|wbraid|dclid"
    r"|fbclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_ga|phpsessid|jsessionid|aspsessionid\w*|oscsid|zenid"
    r"|cfid|cftoken",
    re.IGNORECASE,
)
_SESSION = re.compile(r";jsessionid=[^/?]*", re.IGNORECASE)  # in the path, as Java servers write it


def untracked(url: str) -> str:
    """Return a URL without its tracking parameters."""
    path, mark, query = _SESSION.sub("", url).partition("?")
    if not mark:
        return path
    kept = [
        pair for pair in query.split("&") if not _TRACKING.fullmatch(pair.partition("=")[0].strip())
    ]
    return f"{path}?{'&'.join(kept)}" if kept else path
