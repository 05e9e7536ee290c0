"""JSON that people may edit: what is wrong with it is said in one line."""

import pytest

from pagekin import json_files
from pagekin.errors import FileFormatError

SCHEMA = ("pagekin.navigation", "crawler.schema.json")


@pytest.mark.parametrize(
    ("path", "key"),
    [((), ""), (("map",), "map"), (("map", 2, "examples", 0), "map[2].examples[0]"), ((3,), "[3]")],
)
def test_a_key_is_written_as_people_write_it(path, key):
    assert json_files.key_of(path) == key


def test_the_wrong_key_is_named():
    with pytest.raises(FileFormatError, match=r"^c.json, key '\(the whole file\)': \[\] is not of"):
        json_files.check([], SCHEMA, "c.json", "file")


def test_a_message_does_not_repeat_a_long_value():
    with pytest.raises(FileFormatError) as error:
        json_files.check(["x" * 10_000], SCHEMA, "c.json", "file")
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("depth", [500, 100_000])
def test_content_that_is_nested_too_deeply_is_refused(depth):
    content = []
    for _ in range(depth):
        content = [content]
    with pytest.raises(FileFormatError, match=r"^c\.json"):
        json_files.check(content, SCHEMA, "c.json", "file")
