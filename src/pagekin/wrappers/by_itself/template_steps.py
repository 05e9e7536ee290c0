"""Steps from one place of a template to the next: all ways to write one, and the best of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekin.wrappers.by_itself.landmarks import has_value, xpath_text
from pagekin.wrappers.by_itself.nodes import TEXT, PageNode
from pagekin.wrappers.compiled_paths import PathError, compiled
from pagekin.wrappers.node_readings import single_spaced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pagekin.wrappers.by_itself.label_detection import Bucket
    from pagekin.wrappers.by_itself.template_places import PlaceLabel

_TRIED = 12  # homes from which a step is tried
_FILLED = "text()[normalize-space()]"


def best_step(
    steps: Iterable[str], homes: Sequence[PageNode], rows: Sequence[Sequence[PageNode]]
) -> str:
    """Return the first step that leads from each home to its row of nodes, else the most accurate."""
    tried = range(0, len(homes), max(1, len(homes) // _TRIED))
    best, most = "", -1.0
    for step in dict.fromkeys(steps):
        try:
            find = compiled(f".{step}")
        except PathError:
            continue
        right = 0.0
        for number in tried:
            right += _agreement(find(homes[number].element), rows[number])
        if right > most:
            best, most = step, right
        if right >= len(tried) - 1e-9:
            break
    return best


def plain_steps(
    bucket: Bucket, homes: Sequence[PageNode], nodes: Sequence[PageNode]
) -> Iterator[str]:
    """Yield the steps to single children: by class if that identifies them, else by number."""
    tag, token = bucket
    if tag[0] == "@":
        yield f"/{tag}"
        return
    if tag == TEXT:
        yield from _text_steps(homes, nodes)
        return
    named = repeated_step(bucket)
    ranks = [
        _rank(home, node, lambda c: not token or token in c.tokens)
        for home, node in zip(homes, nodes, strict=True)
    ]
    if _mostly(rank.only for rank in ranks):
        yield named
    if not token and not any(node.tokens for node in nodes):
        bare = (
            _rank(home, node, lambda c: not c.tokens)
            for home, node in zip(homes, nodes, strict=True)
        )
        if _mostly(rank.only for rank in bare):
            yield f"/{tag}[not(@class)]"
    numbers = Counter(rank.number for rank in ranks)
    if len(numbers) > 1 and sum(rank.last for rank in ranks) > max(numbers.values()):
        yield f"{named}[last()]"
    yield f"{named}[{_most_common(numbers)}]"


def repeated_step(bucket: Bucket) -> str:
    """Return the step to all children of a bucket."""
    tag, token = bucket
    if tag == TEXT:
        return f"/{_FILLED}"
    return f"/{tag}[{has_value('class', token)}]" if token else f"/{tag}"


def repeated_steps(bucket: Bucket, rows: Sequence[Sequence[PageNode]]) -> Iterator[str]:
    """Yield the steps to all children of a bucket: those without a class may stand among others with one."""
    yield repeated_step(bucket)
    tag, token = bucket
    if not token and tag != TEXT and not any(node.tokens for row in rows for node in row):
        yield f"/{tag}[not(@class)]"


def linked_steps(bucket: Bucket, number: int, *, linked: bool) -> Iterator[str]:
    """Yield the steps to the nth child of a bucket of those that hold a link, or of those that do not."""
    condition = "a" if linked else "not(a)"
    yield f"{repeated_step(bucket)}[{condition}]"
    yield f"{repeated_step(bucket)}[{condition}][{number}]"


def beside_steps(label: PlaceLabel, bucket: Bucket, number: int) -> Iterator[str]:
    """Yield the steps to the nth child after a label beside it; with 0, to all of them."""
    test = repeated_step(bucket)[1:]
    nth = f"[{number}]" if number else ""
    holds = f"normalize-space()={xpath_text(label.words)}"
    if label.tag == TEXT:
        yield f"/{test}[preceding-sibling::{_FILLED}[1][{holds}]]{nth}"
        yield f"/{test}[preceding-sibling::text()[{holds}]]{nth}"
        return
    if number:
        yield f"/{label.tag}[{holds}]/following-sibling::{test}{nth}"
    yield f"/{test}[preceding-sibling::{label.tag}[1][{holds}]]{nth}"
    yield f"/{test}[preceding-sibling::{label.tag}[{holds}]]{nth}"


def led_steps(label: str, bucket: Bucket, node: PageNode) -> Iterator[str]:
    """Yield the steps to a child that begins with a label."""
    named = repeated_step(bucket)
    begins = f"starts-with(normalize-space(), {xpath_text(label)})"
    holds = f"contains(normalize-space(), {xpath_text(label)})"
    if bucket[0] == TEXT:
        yield f"/text()[{begins}]"
        yield f"/text()[{holds}]"
        return
    first = next((child for child in node.children if child.has_text), None)
    if first is not None and not first.is_text and first.words == label:
        yield f"{named}[{first.tag}[normalize-space()={xpath_text(label)}]]"
    yield f"{named}[{begins}]"
    holder = _holder(node, label)
    if holder:
        yield f"{named}[.//{holder}[normalize-space()={xpath_text(label)}]]"
    yield f"{named}[{holds}]"


def _holder(node: PageNode, label: str) -> str:
    """Return the tag of the element in a node that holds its first text and nothing else."""
    while True:
        first = next((child for child in node.children if child.has_text), None)
        if first is None or first.is_text:
            return ""
        if first.words == label:
            return first.tag
        node = first


def _agreement(found: Sequence[object], wanted: Sequence[PageNode]) -> float:
    """Return how much the nodes found and the nodes wanted overlap."""
    if wanted and wanted[0].is_text:
        got: list[object] = [single_spaced(x) for x in found if isinstance(x, str)]
        want: list[object] = [node.words for node in wanted]
    else:
        got, want = list(found), [node.element for node in wanted]
    if got == want:
        return 1.0
    both = len(set(got) & set(want))
    return both / max(len(got), len(want), 1)


def _text_steps(homes: Sequence[PageNode], nodes: Sequence[PageNode]) -> Iterator[str]:
    if _mostly(home.number == 1 for home in homes):
        yield f"/{_FILLED}"
    numbers = Counter(node.number for node in nodes)
    if _mostly(home.number == node.number for home, node in zip(homes, nodes, strict=True)) and (
        len(numbers) > 1
    ):
        yield f"/{_FILLED}[last()]"
    yield f"/{_FILLED}[{_most_common(numbers)}]"


@dataclass(frozen=True, slots=True)
class _Rank:
    """The position of a child among siblings of its kind."""

    number: int
    last: bool

    @property
    def only(self) -> bool:
        return self.number == 1 and self.last


def _rank(home: PageNode, node: PageNode, is_like: Callable[[PageNode], bool]) -> _Rank:
    number, passed = 0, False
    for child in home.children:
        if child.tag == node.tag and is_like(child):
            if passed:
                return _Rank(number, last=False)
            number += 1
            passed = child is node
    return _Rank(number, last=True)


def _most_common(numbers: Counter[int]) -> int:
    return min(numbers, key=lambda number: (-numbers[number], number)) if numbers else 1


def _mostly(facts: Iterable[bool]) -> bool:
    told = list(facts)
    return sum(told) >= 0.97 * len(told)
