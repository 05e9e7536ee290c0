"""The template of a set of pages: their trees aligned with each other, from the top down.

Nodes of different pages are at the same place if they have the same landmark (an id or class that a
page has once); else by tag and class among siblings, by the label beside or at the beginning, as
items of one list, and only then by number. Nothing here depends on the order of the pages.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from pagekin.wrappers.by_itself.label_detection import (
    Bucket,
    LabelDetector,
    LeadingLabels,
    Strength,
    stands_inside,
)
from pagekin.wrappers.by_itself.landmarks import Landmark, Landmarks
from pagekin.wrappers.by_itself.node_kinds import COMMAS, is_list, is_prose, is_value
from pagekin.wrappers.by_itself.nodes import PageNode, descendants
from pagekin.wrappers.by_itself.template_places import PlaceLabel, TemplatePlace
from pagekin.wrappers.by_itself.template_steps import (
    beside_steps,
    best_step,
    led_steps,
    linked_steps,
    plain_steps,
    repeated_steps,
)

MAX_NUMBERED = 60  # the most children that are told apart by number only

_MAX_VALUE = 300  # characters of a value beside a text that only may be its label
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_INLINE = frozenset({"span", "a", "em", "i"})
_MAX_HEADINGS = 3  # in front of running text
_BESIDE = frozenset({"dd", "td"})  # cells that go with the label beside them, whatever their class

Row = list[tuple[Bucket, PageNode]]


class Template:
    """The places of a set of pages, and the labels beside them."""

    def __init__(self, homes: Sequence[PageNode]) -> None:
        self._landmarks = Landmarks(homes)
        self._tokens: dict[tuple[str, ...], str] = {}
        self._landmark_of: dict[PageNode, Landmark] = {}
        self._beside: dict[PageNode, PlaceLabel] = {}
        self.roots = _tops(homes)
        self._find_landmarks(homes)
        waiting = list(self.roots)
        while waiting:
            place = waiting.pop()
            self._expand(place)
            waiting.extend(place.children)
        for root in self.roots:
            root.label = root.label or self._common_label(root)

    def _find_landmarks(self, homes: Sequence[PageNode]) -> None:
        found: dict[Landmark, list[PageNode]] = defaultdict(list)
        for home in homes:
            for parent in descendants(home):
                for node in parent.children:
                    if node.is_text or not (node.has_text or node.others):
                        continue
                    landmark = self._landmarks.landmark(node, parent.children)
                    if landmark is not None:
                        self._landmark_of[node] = landmark
                        found[landmark].append(node)
        for landmark in sorted(found, key=lambda mark: mark.path):
            place = TemplatePlace(found[landmark], landmark.path, landmark=landmark)
            self.roots.append(place)

    def _common_label(self, root: TemplatePlace) -> PlaceLabel | None:
        labels = [self._beside.get(node) for node in root.nodes]
        first = labels[0]
        same = first is not None and sum(label == first for label in labels) >= 0.9 * len(labels)
        return first if same else None

    def _bucket(self, node: PageNode) -> Bucket:
        if not node.tokens:
            return node.tag, ""
        token = self._tokens.get(node.tokens)
        if token is None:
            token = self._tokens[node.tokens] = self._landmarks.token(node)
        return node.tag, token

    def _expand(self, place: TemplatePlace) -> None:
        """Add the places below a place, or mark it as one that holds a value."""
        if is_value(place.nodes):
            place.leaf = True
            return
        rows: list[Row] = [
            [(self._bucket(c), c) for c in node.children if c.has_text or c.others]
            for node in place.nodes
        ]
        labels = LabelDetector(rows)
        telling: set[PageNode] = set()
        handles = [_handles(row, labels, telling) for row in rows]
        if is_prose(place.nodes, rows, handles):
            place.leaf = True
            place.children.extend(_headings(place, rows))
            return
        inside = place.bundle is not None
        # Not setdefault, which would make the lists for every node: there may be very many of both.
        buckets: defaultdict[Bucket, list[list[tuple[PageNode, PlaceLabel | None]]]]
        buckets = defaultdict(lambda: [[] for _ in rows])
        for number, (row, beside) in enumerate(zip(rows, handles, strict=True)):
            for (bucket, node), label in zip(row, beside, strict=True):
                if node in telling:
                    continue
                if not inside and node in self._landmark_of:
                    if label is not None:
                        self._beside[node] = label
                    continue
                if label is not None and node.tag in _BESIDE:
                    bucket = node.tag, ""  # noqa: PLW2901 - the label says more than a class
                buckets[bucket][number].append((node, label))
        for bucket in sorted(buckets):
            place.children.extend(self._divide(place, bucket, buckets[bucket]))

    def _divide(
        self,
        place: TemplatePlace,
        bucket: Bucket,
        rows: list[list[tuple[PageNode, PlaceLabel | None]]],
    ) -> list[TemplatePlace]:
        """Divide the children of one bucket into places: by label, as a list, or by number."""
        labels = {label for row in rows for _, label in row if label is not None}
        several = any(len(row) > 1 for row in rows)
        plain = [[node for node, _ in row] for row in rows]
        leads = LeadingLabels(plain)
        led = sum(bool(leads.label(node)) for row in plain for node in row)
        if (len(labels) > 1 or (labels and several)) and led < 0.5 * sum(map(len, plain)):
            return self._by_label(place, bucket, rows)
        label = min(labels, key=_label_order) if len(labels) == 1 else None
        groups: defaultdict[str, list[list[PageNode]]] = defaultdict(lambda: [[] for _ in rows])
        for number, row in enumerate(plain):
            for node in row:
                groups[leads.label(node)][number].append(node)
        found = []
        for lead in sorted(groups):
            if lead and (several or len(groups) > 1):
                found.append(self._led(place, bucket, lead, groups[lead]))
            else:
                found.extend(self._unlabelled(place, bucket, groups[lead], label))
        return found

    def _by_label(
        self,
        place: TemplatePlace,
        bucket: Bucket,
        rows: list[list[tuple[PageNode, PlaceLabel | None]]],
    ) -> list[TemplatePlace]:
        groups: defaultdict[PlaceLabel | None, list[list[PageNode]]]
        groups = defaultdict(lambda: [[] for _ in rows])
        for number, row in enumerate(rows):
            for node, label in row:
                groups[label][number].append(node)
        found: list[TemplatePlace] = []
        for label in sorted(groups, key=_label_order):
            lists = groups[label]
            if label is None:
                found.extend(self._unlabelled(place, bucket, lists, None))
            elif is_list(bucket, lists, named=True):
                found.append(_repeated(place, lists, beside_steps(label, bucket, 0), label))
            else:
                found.extend(
                    _single(place, column, beside_steps(label, bucket, number), label)
                    for number, column in _numbered(lists)
                )
        return found

    def _led(
        self, place: TemplatePlace, bucket: Bucket, lead: str, rows: list[list[PageNode]]
    ) -> TemplatePlace:
        column = [row[0] if row else None for row in rows]
        nodes = [node for node in column if node is not None]
        inside = all(stands_inside(node, lead) for node in nodes)
        label = PlaceLabel(lead) if inside else PlaceLabel(lead, bucket[0])
        homes = [home for home, row in zip(place.nodes, rows, strict=True) if row]
        steps = chain(led_steps(lead, bucket, nodes[0]), plain_steps(bucket, homes, nodes))
        return _single(place, column, steps, label)

    def _unlabelled(
        self,
        place: TemplatePlace,
        bucket: Bucket,
        rows: list[list[PageNode]],
        label: PlaceLabel | None,
    ) -> list[TemplatePlace]:
        if is_list(bucket, rows):
            return [_repeated(place, rows, repeated_steps(bucket, rows), label)]
        if label is None and _come_and_go(rows):
            return [
                _single(place, column, linked_steps(bucket, number, linked=linked), None)
                for linked in (True, False)
                for number, column in _numbered(_with_link(rows, linked=linked))
            ]
        found = []
        for _, column in _numbered(rows):
            pairs = [(h, s) for h, s in zip(place.nodes, column, strict=True) if s is not None]
            steps = plain_steps(bucket, [h for h, _ in pairs], [s for _, s in pairs])
            if label is not None:
                steps = chain(beside_steps(label, bucket, 1), steps)
            found.append(_single(place, column, steps, label))
        return found


def _come_and_go(rows: list[list[PageNode]]) -> bool:
    """Return whether of a few nodes in a row some are missing here and there, and what they hold tells which.

    By number alone a speaker's link would stand for the hour of a talk that has none.
    """
    counts = {len(row) for row in rows if row}
    linked, others = _with_link(rows, linked=True), _with_link(rows, linked=False)
    alone = all(len(row) <= 1 for row in linked) and all(len(row) <= 1 for row in others)
    return len(counts) > 1 and alone and any(linked) and any(others)


def _with_link(rows: list[list[PageNode]], *, linked: bool) -> list[list[PageNode]]:
    """Return the nodes of each row that hold a link, or those that do not."""
    return [
        [node for node in row if any(part.tag == "a" for part in node.children) == linked]
        for row in rows
    ]


def _tops(homes: Sequence[PageNode]) -> list[TemplatePlace]:
    """Return the top places: the body, or what pages without a body have instead."""
    found: dict[str, list[PageNode]] = defaultdict(list)
    for home in homes:
        found["" if home.tag == "html" else f"/{home.tag}"].append(home)
    return [TemplatePlace(found[step], f"/html{step}") for step in sorted(found)]


def _handles(row: Row, labels: LabelDetector, telling: set[PageNode]) -> list[PlaceLabel | None]:
    """Return the label that each child follows; add the labels with such children to `telling`."""
    handles: list[PlaceLabel | None] = []
    current: tuple[PlaceLabel, Bucket, PageNode] | None = None
    weak = False
    listed: tuple[PlaceLabel, Bucket] | None = (
        None  # the label and bucket of the list after a text that may be a label
    )
    for number, (bucket, node) in enumerate(row):
        strength = labels.strength(bucket, node)
        if current is not None and weak and not _may_follow(current[1], bucket, node):
            current = None
        if current is not None and weak and _are_alike(current[2], node):
            current = None
        follows = current is not None and (
            strength is Strength.NONE or (weak and strength is Strength.WEAK)
        )
        if current is not None and follows:
            handles.append(current[0])
            telling.add(current[2])
            if weak:
                listed, current = (current[0], bucket), None
            continue
        if listed is not None and bucket == listed[1] and _is_comma(row[number - 1][1]):
            handles.append(listed[0])
            continue
        handles.append(None)
        if not _is_comma(node):
            listed = None
        if strength is not Strength.NONE:
            current = PlaceLabel(node.words, node.tag), bucket, node
            weak = strength is Strength.WEAK
    return handles


def _is_comma(node: PageNode) -> bool:
    """Return whether a text is only a separator in a list."""
    return node.is_text and node.words.casefold() in COMMAS


def _are_alike(one: PageNode, other: PageNode) -> bool:
    """Return whether two look alike, as badges in a row do: neither names the other."""
    return one.tag == other.tag and one.tag in _INLINE and bool({*one.tokens} & {*other.tokens})


def _may_follow(label: Bucket, bucket: Bucket, node: PageNode) -> bool:
    """Return whether a node may belong to the uncertain label before it."""
    if node.size > _MAX_VALUE or node.tag in {"h1", "h2", "table", "ul", "ol", "dl"}:
        return False
    return label != bucket or node.tag in {"td", "div", "span"}


def _headings(place: TemplatePlace, rows: list[Row]) -> Iterator[TemplatePlace]:
    """Yield the places of headings that running text begins with on nearly all pages: values of their own."""
    for number in range(_MAX_HEADINGS):
        buckets = Counter(row[number][0] for row in rows if len(row) > number)
        bucket, count = buckets.most_common(1)[0] if buckets else (("", ""), 0)
        if bucket[0] not in _HEADINGS or count < 0.9 * len(rows):
            return
        column = [
            row[number][1] if row[number : number + 1] and row[number][0] == bucket else None
            for row in rows
        ]
        pairs = [(h, s) for h, s in zip(place.nodes, column, strict=True) if s is not None]
        steps = plain_steps(bucket, [h for h, _ in pairs], [s for _, s in pairs])
        yield _single(place, column, steps, None)


def _numbered(rows: list[list[PageNode]]) -> list[tuple[int, list[PageNode | None]]]:
    """Return the columns of children with the same number in their rows."""
    most = min(max(map(len, rows), default=0), MAX_NUMBERED)
    return [(n + 1, [row[n] if len(row) > n else None for row in rows]) for n in range(most)]


def _repeated(
    place: TemplatePlace, rows: list[list[PageNode]], steps: Iterable[str], label: PlaceLabel | None
) -> TemplatePlace:
    pairs = [(home, row) for home, row in zip(place.nodes, rows, strict=True) if row]
    step = best_step(steps, [home for home, _ in pairs], [row for _, row in pairs])
    return TemplatePlace(
        [node for _, row in pairs for node in row], step, place, many=True, label=label
    )


def _single(
    place: TemplatePlace,
    column: list[PageNode | None],
    steps: Iterable[str],
    label: PlaceLabel | None,
) -> TemplatePlace:
    pairs = [(h, s) for h, s in zip(place.nodes, column, strict=True) if s is not None]
    step = best_step(steps, [home for home, _ in pairs], [[node] for _, node in pairs])
    return TemplatePlace([node for _, node in pairs], step, place, label=label)


def _label_order(label: PlaceLabel | None) -> tuple[str, str]:
    return (label.words, label.tag) if label is not None else ("", "")
