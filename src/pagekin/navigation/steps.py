"""Navigation as a small graph: pages to start from, and steps from one kind of page to another.

The paper's navigation pattern (Definition 2) is the special case of a chain without branches or loops.
"""

from dataclasses import dataclass

from pagekin.dom.links import is_form_path
from pagekin.urls import URLPattern
from pagekin.urls.url_shapes import Part

TARGET = "target"
ANY = "any"


@dataclass(frozen=True, slots=True)
class Step:
    """On pages of one kind, follow certain links to pages of another kind.

    A kind is a start page (named by its URL), `target`, or any other name; steps from `any` apply to every
    page. The links are those that match a URL pattern, or those whose URLs have a certain shape and which
    stand at a certain root-to-anchor path, if one is given.
    """

    source: str
    to: str
    pattern: URLPattern | None = None
    shape: str | None = None
    path: str | None = None

    @property
    def fills_in(self) -> bool:
        """Whether the links are the ways to fill in a form, which is at the end of the path."""
        return self.path is not None and is_form_path(self.path)


@dataclass(frozen=True, slots=True)
class Navigation:
    """Where to start and which steps to take.

    `parts` and `plain` define the shapes of the site's URLs. With `everything` there are no steps: every
    link that the scope allows is followed, from every page.
    """

    starts: tuple[str, ...]
    steps: tuple[Step, ...]
    parts: tuple[Part, ...] = ()
    plain: tuple[str, ...] = ()
    everything: bool = False


def chain(entry: str, patterns: tuple[URLPattern, ...]) -> Navigation:
    """Return a navigation pattern of the paper as a graph: its steps one after the other."""
    kinds = [entry, *(f"step {number}" for number in range(1, len(patterns))), TARGET]
    steps = (
        Step(kinds[number], kinds[number + 1], pattern) for number, pattern in enumerate(patterns)
    )
    return Navigation((entry,), tuple(steps))
