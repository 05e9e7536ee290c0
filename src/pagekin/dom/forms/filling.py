"""The ways to fill in a form, the most informative first, within a budget.

First the form as found, then one control at a time with each of its options, then two controls at a time, and
so on. If a round has more ways than the budget allows, every control gets its share.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice, product
from math import prod
from typing import NamedTuple

from pagekin.dom.forms.controls import Asks, Control, Filling
from pagekin.dom.forms.page_forms import Form

_TRIED = 3  # controls that are changed to find out what a form is good for

Choice = tuple[int, ...]  # for each control the number of its filling; 0: as found


class FilledForm(NamedTuple):
    """A form filled in: its URL, and in words what was chosen."""

    url: str
    text: str


def filled_forms(
    form: Form,
    budget: int,
    words: Sequence[str] = (),
    *,
    idle: Collection[str] = (),
    fresh: Collection[str] = (),
    keep_idle: bool = False,
) -> tuple[FilledForm, ...]:
    """Return the ways to submit a form; none if it asks for nothing that pagekin could answer.

    Controls named in `idle` change nothing: they are not combined with others, or with `keep_idle` not
    changed at all. Fields named in `fresh` are left out of the URL.
    """
    controls = [
        _as_found(control) if keep_idle and control.name in idle else with_words(control, words)
        for control in form.controls
    ]
    asks = form.is_link or any(map(asks_something, controls))
    if not asks or any(control.needed for control in controls):
        return ()
    options = [len(control.fillings) for control in controls]
    apart = {place for place, control in enumerate(controls) if control.name in idle}
    found: dict[str, FilledForm] = {}
    for choice in choices(options, budget, apart):
        fillings = [c.fillings[n] for c, n in zip(controls, choice, strict=True)]
        url = form.url_of(fillings, fresh)
        if url is not None:
            found.setdefault(url, FilledForm(url, _in_words(fillings, choice)))
    return tuple(found.values())


def count_ways(form: Form, words: Sequence[str] = (), idle: Collection[str] = ()) -> int:
    """Return in how many ways a form can be filled in; `idle` controls are not combined with others."""
    controls = [with_words(control, words) for control in form.controls]
    together = prod(len(c.fillings) for c in controls if c.name not in idle)
    return together + sum(len(c.fillings) - 1 for c in controls if c.name in idle)


def with_words(control: Control, words: Sequence[str]) -> Control:
    """Return a text field that may also be filled in with these words."""
    if control.asks is not Asks.TEXT or not words:
        return control
    place = control.fillings[0].place
    typed = (Filling(((control.name, word),), word, place) for word in words)
    found = () if control.needed else control.fillings
    by_pairs: dict[object, Filling] = {}
    for filling in (*found, *typed):
        by_pairs.setdefault(filling.pairs, filling)
    return replace(control, fillings=tuple(by_pairs.values()), needed=False)


def _as_found(control: Control) -> Control:
    return replace(control, fillings=control.fillings[:1])


def probes(
    form: Form, words: Sequence[str] = (), fresh: Collection[str] = (), *, chosen: bool = False
) -> tuple[str | None, dict[str, list[str]]]:
    """Return the URL of the form as found, and by name of a control two URLs with only that one changed.

    Text fields are filled in if possible, and choices are made if asked for: other choices may mean
    nothing without them.
    """
    controls = [_filled_first(with_words(c, words), choose=chosen) for c in form.controls]
    found = [control.fillings[0] for control in controls]
    changed: dict[str, list[str]] = {}
    for place, control in enumerate(controls):
        if asks_something(control):
            some = dict.fromkeys((control.fillings[1], control.fillings[-1]))
            urls = (form.url_of([*found[:place], f, *found[place + 1 :]], fresh) for f in some)
            changed.setdefault(control.name, []).extend(filter(None, urls))
    return form.url_of(found, fresh), changed


def tries(form: Form, words: Sequence[str] = (), fresh: Collection[str] = ()) -> tuple[str, ...]:
    """Return a few URLs that show what a form is good for: as found, then what differs most.

    These are the first, the last and a middle option of the control with the most options, and the last
    option of the next two.
    """
    controls = [_filled_first(with_words(control, words)) for control in form.controls]
    found = [control.fillings[0] for control in controls]
    places = [
        place
        for place, control in enumerate(controls)
        if asks_something(control) or (form.is_link and len(control.fillings) > 1)
    ]
    places.sort(key=lambda place: -len(controls[place].fillings))
    fillings: list[Sequence[Filling]] = [found]
    for turn, place in enumerate(places[:_TRIED]):
        options = controls[place].fillings[1:]
        some = (options[0], options[-1], options[len(options) // 2]) if not turn else options[-1:]
        fillings += ([*found[:place], option, *found[place + 1 :]] for option in some)
    urls = (form.url_of(filling, fresh) for filling in fillings)
    return tuple(dict.fromkeys(filter(None, urls)))


def _filled_first(control: Control, *, choose: bool = False) -> Control:
    """Return a control that begins with a text instead of none; on request also with a choice."""
    empty, *others = control.fillings
    is_choice = choose and control.asks is Asks.CHOICE and control.kind != "checkbox"
    if not others or not (is_choice or control.asks is Asks.TEXT):
        return control
    is_empty = not any(value for _, value in empty.pairs)
    return replace(control, fillings=(*others, empty)) if is_empty else control


def asks_something(control: Control) -> bool:
    """Return whether a control leaves something to choose; buttons alone do not count."""
    return control.asks is not Asks.BUTTON and len(control.fillings) > 1


def choices(options: Sequence[int], budget: int, apart: Collection[int] = ()) -> Iterator[Choice]:
    """Yield at most `budget` ways to choose one option in each place, the fewest changes first.

    Places in `apart` are only changed on their own.
    """
    left = budget
    for size in range(len(options) + 1):
        places = [p for p, n in enumerate(options) if n > 1 and (size <= 1 or p not in apart)]
        if size > len(places) or left <= 0:
            break
        some = sorted(_some(options, combinations(places, size), left))
        left -= len(some)
        for changed in some:
            at = dict(changed)
            yield tuple(at.get(place, 0) for place in range(len(options)))


def _some(
    options: Sequence[int], changed: Iterable[tuple[int, ...]], most: int
) -> list[tuple[tuple[int, int], ...]]:
    """Return up to `most` ways to change certain places, taking from each in turn."""
    waiting = [_ways(options, places) for places in islice(changed, most)]
    found: list[tuple[tuple[int, int], ...]] = []
    while waiting and len(found) < most:
        going_on = []
        for ways in waiting:
            way = next(ways, None)
            if way is not None and len(found) < most:
                found.append(way)
                going_on.append(ways)
        waiting = going_on
    return found


def _ways(options: Sequence[int], places: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    for numbers in product(*(range(1, options[place]) for place in places)):
        yield tuple(zip(places, numbers, strict=True))


def _in_words(fillings: Sequence[Filling], choice: Choice) -> str:
    chosen = [f.text for f, number in zip(fillings, choice, strict=True) if number and f.text]
    return ", ".join(chosen)
