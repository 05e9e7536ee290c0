"""Names of made-up things: a few words that differ from page to page, the same in every run."""

import random

PAGES = 12
WORDS = [
    "amber",
    "basil",
    "cedar",
    "delta",
    "ember",
    "flint",
    "grove",
    "hazel",
    "inlet",
    "jetty",
    "knoll",
    "larch",
    "maple",
]


def name(i, salt=0):
    """Give a few words that differ from page to page."""
    return " ".join(random.Random(31 * i + salt).sample(WORDS, 3)).title()
