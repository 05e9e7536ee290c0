import sys
from pathlib import Path

import pytest

sys.path.insert(
    0, str(Path(__file__).parents[2])
)  # the benchmark is no part of the installed package

from bench.sitefiles import SiteFiles


@pytest.fixture
def shop(tmp_path):
    """A captured site of a few pages that lived at https://shop.example/store/."""
    pages = {
        "index.html": '<a href="https://shop.example/store/p/1/">one</a> <a href="about">about</a>'
        '<a href=/store/p/2/>two</a> <a href="http://elsewhere.example/store/p/3/">no</a>',
        "p/1/index.html": '<a href="//shop.example/store/">home</a> <a href="../3/">three</a>',
        "p/2/index.html": '<a name="top"> <a href="../1/">one</a> <a href="../9/">broken</a>',
        "p/3/index.html": '<a href="..">up</a>',
        "p/4/index.html": "nobody links here",
        "about.html": '<a href="mailto:me@shop.example">me</a> <img src="logo.png">',
        "logo.png": "no picture",
        "sitemap.xml": "<urlset><url><loc>https://shop.example/store/p/1/</loc></url>"
        "<url><loc>https://shop.example/store/p/2/</loc></url></urlset>",
    }
    root = tmp_path / "corpus" / "captures" / "shop"
    for path, content in pages.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content, encoding="utf-8")
    return SiteFiles(root, prefix="store", domains=("shop.example",))
