"""Every query of docs/queries.md can be asked; what the page shows of errors is what is told."""

import re
from datetime import UTC
from pathlib import Path

import pytest
from made_shop import product, store_day

from pagekin.errors import QueryError
from pagekin.query.asking import ask

TEXT = (Path(__file__).parents[2] / "docs" / "queries.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```query\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
QUERIES = [line for block in BLOCKS for line in block.splitlines()]
IN_SHELL = re.findall(r"^pagekin query '([^']*)'", TEXT, re.MULTILINE)


@pytest.fixture(scope="module")
def crawls(shared_store):
    return [
        store_day(
            shared_store,
            {
                "/p": product(
                    "ThinkPad",
                    "AB-1",
                    900 - 100 * day,
                    stock="in stock" if day < 2 else "sold out",
                    image=None if day else "/1.png",
                    title=f"Day {day}",
                    meta=(("description", ""), ("og:title", "x")),
                    offers=({"partno": "A", "price": 90 + day, "seller": "Anna"},),
                )
            },
            day=day,
            uid="docs",
        )
        for day in range(3)
    ]


def test_there_are_examples():
    assert len(QUERIES) > 30
    assert len(IN_SHELL) == 3


@pytest.mark.parametrize("text", [*QUERIES, *IN_SHELL])
def test_every_example_can_be_asked(shared_store, crawls, text):
    with shared_store.connection() as connection:
        asked = text.replace("crawl 12", f"crawl {crawls[0]}")
        answer = ask(connection, asked, crawls[-1], zone=UTC)
        assert not any("did not look for" in note for note in answer.notes)


def test_the_error_that_is_shown_is_the_one_that_is_told(shared_store, crawls):
    shown = "price > 5 and stok = 3"
    with shared_store.connection() as connection, pytest.raises(QueryError) as caught:
        ask(connection, shown, crawls[-1])
    assert f"{caught.value.pointer}\npagekin: {caught.value}\n" in TEXT
