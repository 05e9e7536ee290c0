"""Public suffixes: which part of a host name somebody has registered, and which is open to everybody.

The list is the one bundled with tldextract; nothing is downloaded or written.
"""

from functools import cache
from typing import Any

from pagekin.lazy import lazy_module

_tldextract = lazy_module("tldextract")


def registered_domain(host: str) -> str:
    """Return the registered domain of a host (without port); the host itself if there is none."""
    return _suffixes(private=False)(host).top_domain_under_public_suffix or host


def is_public_suffix(domain: str) -> bool:
    """Return whether anybody may register names below a domain, as below co.uk or github.io."""
    return not _suffixes(private=True)(domain).domain


@cache
def _suffixes(*, private: bool) -> Any:
    return _tldextract.TLDExtract(
        suffix_list_urls=(), cache_dir=None, include_psl_private_domains=private
    )
