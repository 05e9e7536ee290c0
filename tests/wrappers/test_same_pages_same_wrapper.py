"""The same pages give the same wrapper, byte for byte: in any order, with any seed of Python's hashes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SHOP = """
from pagekin.demo import ShopPageKind, Request, Shop, truth
shop = Shop(products=100)
entries = [entry for entry in truth(shop) if entry.kind is ShopPageKind.PRODUCT]
found = [
    (f"https://shop.example{entry.path}", shop.respond(Request(entry.path)).body)
    for entry in entries[:12]
]
"""
CAPTURE = """
from pathlib import Path
files = sorted(Path({folder!r}).glob({pattern!r}))[:40]
found = [("https://site.example/" + file.name, file.read_bytes()) for file in files]
"""
# Learns from the pages in an order of chance, without examples and by one: a text of a page.
LEARN = """
import json, random, sys
from pagekin.app.induce import FieldExample, induce
from pagekin.dom.page import parse_page
from pagekin.wrappers.wrapper_json import to_content
shown = parse_page(*found[7])
random.Random(int(sys.argv[1])).shuffle(found)
pages = [parse_page(*page) for page in found]
elements = shown.root.find(".//body").iter("h1", "h2", "h3")
text = next(filter(None, (" ".join("".join(element.itertext()).split()) for element in elements)))
wrappers = induce(pages), induce(pages, [shown], [FieldExample("name", text=text)])
print(json.dumps([to_content(wrapper) for wrapper in wrappers]))
"""


def learned(pages, seed):
    return subprocess.run(
        [sys.executable, "-c", pages + LEARN, str(seed)],
        env=os.environ | {"PYTHONHASHSEED": str(seed)},
        capture_output=True,
        check=True,
    ).stdout


def test_the_demo_shop_always_gives_the_same_wrapper():
    first, second = (learned(SHOP, seed) for seed in (1, 77))
    assert len(first) > 1000
    assert first == second


@pytest.mark.skipif("PAGEKIN_CORPUS" not in os.environ, reason="needs the corpus")
@pytest.mark.parametrize(
    ("capture", "pattern"),
    [
        ("rustsec", "advisories/RUSTSEC-2020-*.html"),
        ("peps", "pep-*/index.html"),
        ("acl2020", "paper_main.*.html"),
        ("tillich", "L0*.html"),
        ("emt", "emt_person_id__*.html"),
    ],
)
def test_captured_sites_always_give_the_same_wrapper(capture, pattern):
    folder = Path(os.environ["PAGEKIN_CORPUS"], "captures", capture)
    pages = CAPTURE.format(folder=str(folder), pattern=pattern)
    first, *others = [learned(pages, seed) for seed in (1, 2, 77)]
    assert others == [first] * len(others)
