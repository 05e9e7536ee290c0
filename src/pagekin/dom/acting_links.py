"""Links that do something and say so only by where they lead: to a verb below a thing, such as `/chairs/oak/reviews/add/`.

A manual has pages at such addresses, too: `/git/remote/add/` is about a command. But it names them one beside the
other: the same list has `/git/remote/show/` and `/git/remote/rename/`. What is to be done to a thing stands alone, or among
other verbs, or below one thing after the other.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from pagekin.dom.links import Link, LinkKind
from pagekin.urls.acting_urls import ends_with_verb

_NAMES = 3  # beside a verb that are none, in a list of names; fewer may be what else there is of one thing


@dataclass(slots=True)
class _List:
    """Links in one place of a page to addresses in one folder."""

    names: set[str] = field(default_factory=set)
    verbs: list[int] = field(default_factory=list)


def told_apart(links: Iterable[Link]) -> list[Link]:
    """Return the links of a page, with those marked that lead to a verb which stands in no list of names."""
    found = list(links)
    if not any(ends_with_verb(link.url) for link in found):
        return found
    lists: defaultdict[tuple[str, str], _List] = defaultdict(_List)
    for number, link in enumerate(found):
        folder, _, name = link.url.partition("?")[0].rstrip("/").rpartition("/")
        here = lists[link.path, folder]
        if not ends_with_verb(link.url):
            here.names.add(name)
        elif link.kind in {LinkKind.ANCHOR, LinkKind.AREA}:
            here.verbs.append(number)
    for one in lists.values():
        if len(one.names) < _NAMES:
            for number in one.verbs:
                found[number] = found[number]._replace(kind=LinkKind.ACT)
    return found
