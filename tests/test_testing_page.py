"""The page on testing names tests that are there."""

import re
from pathlib import Path

HERE = Path(__file__).parent
TEXT = (HERE.parent / "docs" / "testing.md").read_text(encoding="utf-8")


def test_every_test_that_the_page_names_is_there():
    named = re.findall(r"`(?:tests/)?([\w/]+/test_\w+\.py)(?:::(test_\w+))?`", TEXT)
    assert len(named) > 20
    missing = [
        f"{file}::{test}"
        for file, test in named
        if not (HERE / file).exists() or f"def {test}(" not in (HERE / file).read_text() + "def ("
    ]
    assert missing == []
