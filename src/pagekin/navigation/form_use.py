"""Which forms are filled in on the way to the targets, and what was found out about them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownForm:
    """A form that is filled in wherever it stands."""

    path: str  # from the root of a page to the form
    on: str  # one page that has it
    target: str  # where that one is sent to, without query
    fields: tuple[str, ...] = ()
    fresh: tuple[str, ...] = ()  # fields whose values are made anew for each visit
    idle: tuple[str, ...] = ()  # fields that change nothing


@dataclass(frozen=True, slots=True)
class FormUse:
    """How forms are filled in."""

    budget: int = 100  # ways to fill in one form
    words: tuple[str, ...] = ()  # for fields that ask for a text
    names: tuple[str, ...] = ()  # of forms that a person wants submitted whatever they look like
    followed: tuple[KnownForm, ...] | None = None  # None: all that there are
