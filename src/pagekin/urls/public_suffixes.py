"""Public suffixes: which part of a host name is registered by somebody, and which is everybody's.

The list is the one that comes with tldextract; nothing is downloaded or written.
"""

from functools import cache
from typing import Any

from pagekin.lazy import lazy_module

_tldextract = lazy_module("tldextract")


def registered_domain(host: str) -> str:
    """Give the domain that a host (without port) belongs to; the host itself if there is none."""
    return _suffixes(private=False)(host).top_domain_under_public_suffix or host


def is_public_suffix(domain: str) -> bool:
    """Tell whether anybody may register names below a domain, as below co.uk or github.io."""
    return not _suffixes(private=True)(domain).domain


@cache
def _suffixes(*, private: bool) -> Any:
    return _tldextract.TLDExtract(
        suffix_list_urls=(), cache_dir=None, include_psl_private_domains=private
    )
