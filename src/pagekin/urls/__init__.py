"""URLs: canonical form, levels and similarity, the Regex tree, patterns and shapes, scope."""

from pagekin.urls.canonical import InvalidUrl, canonical
from pagekin.urls.levels import levels, urlsim
from pagekin.urls.pattern import PatternSyntaxError, URLPattern, url_pattern
from pagekin.urls.scope import Scope

__all__ = [
    "InvalidUrl",
    "PatternSyntaxError",
    "Scope",
    "URLPattern",
    "canonical",
    "levels",
    "url_pattern",
    "urlsim",
]
