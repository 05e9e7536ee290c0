"""What a crawl takes over from the crawl before: records and links of a page that is what it was, and of no other."""

import pytest

from pagekin.store.writing.page_versions import StoredContent
from pagekin.store.writing.recorder import _completed

BEFORE = StoredContent(version=1, records=10, links=100)


@pytest.mark.parametrize(
    ("content", "before", "stored"),
    [
        (StoredContent(1), BEFORE, BEFORE),
        (StoredContent(1, records=11), BEFORE, StoredContent(1, 11, 100)),
        (StoredContent(1, links=101), BEFORE, StoredContent(1, 10, 101)),
        (
            StoredContent(2),
            BEFORE,
            StoredContent(2),
        ),  # its records would be told of a page that changed
        (StoredContent(1), None, StoredContent(1)),
    ],
)
def test_only_the_same_version_keeps_what_was_not_made_anew(content, before, stored):
    assert _completed(content, before) == stored
