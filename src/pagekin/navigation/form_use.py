"""Which forms are filled in on the way to the targets, and what is known about them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownForm:
    """A form that is filled in wherever it occurs."""

    path: str  # from the root of a page to the form
    on: str  # a page that has it
    target: str  # where it is sent from there, without query
    fields: tuple[str, ...] = ()
    fresh: tuple[str, ...] = ()  # fields with a new value on each visit
    idle: tuple[str, ...] = ()  # fields that change nothing


@dataclass(frozen=True, slots=True)
class FormUse:
    """How forms are filled in."""

    budget: int = 100  # the most ways to fill in one form
    words: tuple[str, ...] = ()  # for fields that ask for a text
    names: tuple[str, ...] = ()  # of forms that a person wants submitted whatever they look like
    followed: tuple[KnownForm, ...] | None = None  # None: all forms
