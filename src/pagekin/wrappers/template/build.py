"""The template of a set of pages: their trees laid over each other, from the top down.

What stands at the same place of all pages is found by landmarks (ids and classes that a page has
once), then by tag and class among siblings, by the label beside or at the beginning, as one of many
that are alike, and only then by number. Nothing here depends on the order of the pages.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

from pagekin.wrappers.template.labels import Bucket, Labels, Leads, Strength, stands_inside
from pagekin.wrappers.template.landmarks import Landmark, Landmarks
from pagekin.wrappers.template.places import Label, Place
from pagekin.wrappers.template.repeats import is_list, is_prose, is_value
from pagekin.wrappers.template.spots import Spot, descendants
from pagekin.wrappers.template.steps import (
    beside_steps,
    best_step,
    led_steps,
    plain_steps,
    repeated_step,
)

MAX_NUMBERED = 60  # of children that only their number tells apart, so many are learned at most

_MAX_VALUE = 300  # what stands beside a text that only may be its label is no longer than this
_BESIDE = frozenset({"dd", "td"})  # cells that a label stands beside, whatever their class
_COMMAS = frozenset({",", ";", "/", "|", "·", "&", "and", ", and", "und", "et", "y", "e"})

Row = list[tuple[Bucket, Spot]]


class Template:
    """The places of a set of pages, and the labels beside them."""

    def __init__(self, homes: Sequence[Spot]) -> None:
        self._landmarks = Landmarks(homes)
        self._tokens: dict[tuple[str, ...], str] = {}
        self._landmark_of: dict[Spot, Landmark] = {}
        self._beside: dict[Spot, Label] = {}
        self.roots = _tops(homes)
        self._find_landmarks(homes)
        waiting = list(self.roots)
        while waiting:
            place = waiting.pop()
            self._expand(place)
            waiting.extend(place.children)
        for root in self.roots:
            root.label = root.label or self._common_label(root)

    def _find_landmarks(self, homes: Sequence[Spot]) -> None:
        found: dict[Landmark, list[Spot]] = defaultdict(list)
        for home in homes:
            for parent in descendants(home):
                for spot in parent.children:
                    if spot.is_text or not (spot.has_text or spot.others):
                        continue
                    landmark = self._landmarks.landmark(spot, parent.children)
                    if landmark is not None:
                        self._landmark_of[spot] = landmark
                        found[landmark].append(spot)
        for landmark in sorted(found, key=lambda mark: mark.path):
            place = Place(found[landmark], landmark.path, landmark=landmark)
            self.roots.append(place)

    def _common_label(self, root: Place) -> Label | None:
        labels = [self._beside.get(spot) for spot in root.spots]
        first = labels[0]
        same = first is not None and sum(label == first for label in labels) >= 0.9 * len(labels)
        return first if same else None

    def _bucket(self, spot: Spot) -> Bucket:
        if not spot.tokens:
            return spot.tag, ""
        token = self._tokens.get(spot.tokens)
        if token is None:
            token = self._tokens[spot.tokens] = self._landmarks.token(spot)
        return spot.tag, token

    def _expand(self, place: Place) -> None:
        """Find the places below a place, or that it holds a value."""
        if is_value(place.spots):
            place.leaf = True
            return
        rows: list[Row] = [
            [(self._bucket(c), c) for c in spot.children if c.has_text or c.others]
            for spot in place.spots
        ]
        labels = Labels(rows)
        telling: set[Spot] = set()
        handles = [_handles(row, labels, telling) for row in rows]
        if is_prose(place.spots, rows, handles):
            place.leaf = True
            return
        inside = place.bundle is not None
        buckets: dict[Bucket, list[list[tuple[Spot, Label | None]]]] = {}
        for number, (row, beside) in enumerate(zip(rows, handles, strict=True)):
            for (bucket, spot), label in zip(row, beside, strict=True):
                if spot in telling:
                    continue
                if not inside and spot in self._landmark_of:
                    if label is not None:
                        self._beside[spot] = label
                    continue
                if label is not None and spot.tag in _BESIDE:
                    bucket = spot.tag, ""  # noqa: PLW2901 - the label says more than a class
                lists = buckets.setdefault(bucket, [[] for _ in rows])
                lists[number].append((spot, label))
        for bucket in sorted(buckets):
            place.children.extend(self._divide(place, bucket, buckets[bucket]))

    def _divide(
        self, place: Place, bucket: Bucket, rows: list[list[tuple[Spot, Label | None]]]
    ) -> list[Place]:
        """Tell the children of one bucket apart: by label, or as alike, or by number."""
        labels = {label for row in rows for _, label in row if label is not None}
        several = any(len(row) > 1 for row in rows)
        plain = [[spot for spot, _ in row] for row in rows]
        leads = Leads(plain)
        led = sum(bool(leads.label(spot)) for row in plain for spot in row)
        if (len(labels) > 1 or (labels and several)) and led < 0.5 * sum(map(len, plain)):
            return self._by_label(place, bucket, rows)
        label = min(labels, key=_label_order) if len(labels) == 1 else None
        groups: dict[str, list[list[Spot]]] = {}
        for number, row in enumerate(plain):
            for spot in row:
                lists = groups.setdefault(leads.label(spot), [[] for _ in rows])
                lists[number].append(spot)
        found = []
        for lead in sorted(groups):
            if lead and (several or len(groups) > 1):
                found.append(self._led(place, bucket, lead, groups[lead]))
            else:
                found.extend(self._unlabelled(place, bucket, groups[lead], label))
        return found

    def _by_label(
        self, place: Place, bucket: Bucket, rows: list[list[tuple[Spot, Label | None]]]
    ) -> list[Place]:
        groups: dict[Label | None, list[list[Spot]]] = {}
        for number, row in enumerate(rows):
            for spot, label in row:
                lists = groups.setdefault(label, [[] for _ in rows])
                lists[number].append(spot)
        found: list[Place] = []
        for label in sorted(groups, key=_label_order):
            lists = groups[label]
            if label is None:
                found.extend(self._unlabelled(place, bucket, lists, None))
            elif is_list(bucket, lists):
                found.append(_repeated(place, lists, beside_steps(label, bucket, 0), label))
            else:
                found.extend(
                    _single(place, column, beside_steps(label, bucket, number), label)
                    for number, column in _numbered(lists)
                )
        return found

    def _led(self, place: Place, bucket: Bucket, lead: str, rows: list[list[Spot]]) -> Place:
        column = [row[0] if row else None for row in rows]
        spots = [spot for spot in column if spot is not None]
        inside = all(stands_inside(spot, lead) for spot in spots)
        label = Label(lead) if inside else Label(lead, bucket[0])
        homes = [home for home, row in zip(place.spots, rows, strict=True) if row]
        steps = chain(led_steps(lead, bucket, spots[0]), plain_steps(bucket, homes, spots))
        return _single(place, column, steps, label)

    def _unlabelled(
        self, place: Place, bucket: Bucket, rows: list[list[Spot]], label: Label | None
    ) -> list[Place]:
        if is_list(bucket, rows):
            return [_repeated(place, rows, [repeated_step(bucket)], label)]
        found = []
        for _, column in _numbered(rows):
            pairs = [(h, s) for h, s in zip(place.spots, column, strict=True) if s is not None]
            steps = plain_steps(bucket, [h for h, _ in pairs], [s for _, s in pairs])
            if label is not None:
                steps = chain(beside_steps(label, bucket, 1), steps)
            found.append(_single(place, column, steps, label))
        return found


def _tops(homes: Sequence[Spot]) -> list[Place]:
    """Give the places at the top: the body, and for pages without one what they have instead."""
    found: dict[str, list[Spot]] = defaultdict(list)
    for home in homes:
        found["" if home.tag == "html" else f"/{home.tag}"].append(home)
    return [Place(found[step], f"/html{step}") for step in sorted(found)]


def _handles(row: Row, labels: Labels, telling: set[Spot]) -> list[Label | None]:
    """Give for each child the label that it follows; collect the labels that something follows."""
    handles: list[Label | None] = []
    current: tuple[Label, Bucket, Spot] | None = None
    weak = False
    listed: tuple[Label, Bucket] | None = None  # what a list after a text that may be a label is of
    for number, (bucket, spot) in enumerate(row):
        strength = labels.strength(bucket, spot)
        if current is not None and weak and not _may_follow(current[1], bucket, spot):
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
        if not _is_comma(spot):
            listed = None
        if strength is not Strength.NONE:
            current = Label(spot.words, spot.tag), bucket, spot
            weak = strength is Strength.WEAK
    return handles


def _is_comma(spot: Spot) -> bool:
    """Tell whether a text only stands between the items of a list."""
    return spot.is_text and spot.words.casefold() in _COMMAS


def _may_follow(label: Bucket, bucket: Bucket, spot: Spot) -> bool:
    """Tell whether a spot may have the spot before it, of which that is not sure, as its label."""
    if spot.size > _MAX_VALUE or spot.tag in {"h1", "h2", "table", "ul", "ol", "dl"}:
        return False
    return label != bucket or spot.tag in {"td", "div", "span"}


def _numbered(rows: list[list[Spot]]) -> list[tuple[int, list[Spot | None]]]:
    """Tell children apart by their number among their likes."""
    most = min(max(map(len, rows), default=0), MAX_NUMBERED)
    return [(n + 1, [row[n] if len(row) > n else None for row in rows]) for n in range(most)]


def _repeated(
    place: Place, rows: list[list[Spot]], steps: Iterable[str], label: Label | None
) -> Place:
    pairs = [(home, row) for home, row in zip(place.spots, rows, strict=True) if row]
    step = best_step(steps, [home for home, _ in pairs], [row for _, row in pairs])
    return Place([spot for _, row in pairs for spot in row], step, place, many=True, label=label)


def _single(
    place: Place, column: list[Spot | None], steps: Iterable[str], label: Label | None
) -> Place:
    pairs = [(h, s) for h, s in zip(place.spots, column, strict=True) if s is not None]
    step = best_step(steps, [home for home, _ in pairs], [[spot] for _, spot in pairs])
    return Place([spot for _, spot in pairs], step, place, label=label)


def _label_order(label: Label | None) -> tuple[str, str]:
    return (label.words, label.tag) if label is not None else ("", "")
