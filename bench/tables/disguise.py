"""Pages in disguise: classes and ids replaced by signs without a meaning, as some frameworks make them.

What is found on them cannot rest on words that somebody has seen on these sites.
"""

import hashlib
import re

_ATTRIBUTE = re.compile(
    rb"(\s(?:class|id|itemprop|itemtype|itemscope)\s*=\s*)(\"[^\"]*\"|'[^']*'|[^\s>\"']+)",
    re.IGNORECASE,
)
_MICRODATA = re.compile(rb"\sitem\w+", re.IGNORECASE)


def disguised(body: bytes) -> bytes:
    """Return a page with other classes and ids, the same wherever they were the same, and without microdata."""
    return _ATTRIBUTE.sub(_sign, body)


def _sign(found: re.Match[bytes]) -> bytes:
    if _MICRODATA.match(found[1]):
        return b""
    tokens = found[2].strip(b"\"'").split()
    signs = (b"c" + hashlib.sha256(token).hexdigest()[:8].encode() for token in tokens)
    return found[1] + b'"' + b" ".join(signs) + b'"'
