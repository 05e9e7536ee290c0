"""URLs that only a broken or malicious site makes up: they repeat themselves, or grow without end.

Traps that look like ordinary URLs, such as calendars, are recognised by what they yield; that is decided
where pages are chosen, not here.
"""

from collections import Counter

_LONGEST = 4000  # characters; many servers refuse 8,000
_DEEPEST = 50  # levels of the path
_LONGEST_BLOCK = 8  # levels that come again and again
# That often in a row is a mistake; dates such as /11/11/11/ are not.
_TOO_OFTEN = 4
_TOO_OFTEN_FOR_SEVERAL = 3


def why_trap(url: str) -> str | None:
    """Return what is wrong with the form of a (canonical) URL; None if nothing is."""
    if len(url) > _LONGEST:
        return f"a URL of more than {_LONGEST} characters"
    address, _, query = url.partition("?")
    if address.count("/") >= _TOO_OFTEN + 2:  # two of them belong to the scheme
        levels = address.split("/")[3:]
        if len(levels) > _DEEPEST:
            return f"a path of more than {_DEEPEST} levels"
        if _repeats(levels):
            return "a path that repeats itself"
    if query.count("&") >= _TOO_OFTEN - 1:
        ((_, times),) = Counter(query.split("&")).most_common(1)
        if times >= _TOO_OFTEN:
            return "a query that repeats itself"
    return None


def _repeats(levels: list[str]) -> bool:
    """Whether one level, or several together, come again and again in a row."""
    for size in range(1, min(_LONGEST_BLOCK, len(levels) // 2) + 1):
        wanted = size * ((_TOO_OFTEN if size == 1 else _TOO_OFTEN_FOR_SEVERAL) - 1)
        run = 0
        for level, before in zip(levels[size:], levels, strict=False):
            run = run + 1 if level == before and level else 0
            if run >= wanted:
                return True
    return False
